//! The options of the engine: their names, ranges and values. The games add their own.

use crate::game::OptionKind;
use crate::registry;
use crate::search::skill::{FULL, level_of};
use crate::search::{Kind, Settings};
use crate::session::Session;
use crate::text::shorten;
use std::fs;
use std::time::Duration;

/// What the option `Search` may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The search that is best for the game.
    Auto,
    /// Always this one.
    Always(Kind),
}

/// The values of all options that do not belong to a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Which search.
    pub search: Choice,
    /// Threads.
    pub threads: usize,
    /// Memory in MiB.
    pub hash: usize,
    /// How many lines to show.
    pub multi_pv: usize,
    /// Kept back from the clock.
    pub overhead: Duration,
    /// Whether `bestmove` names the turn expected next.
    pub ponder: bool,
    /// Whether `info` lines tell the chances to win, draw and lose.
    pub show_wdl: bool,
    /// The seed of everything random.
    pub seed: u64,
    /// How well to play, from 0 to [`FULL`].
    pub skill: u8,
    /// Whether to play as well as `rating` says, in place of `skill`.
    pub limit_strength: bool,
    /// How well to play then, in Elo; what is beyond the ratings of a game's levels is the nearest of them.
    pub rating: u16,
    /// Whether to play from a book.
    pub own_book: bool,
    /// The file of that book; empty: the one that belongs to the program.
    pub book_file: String,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            search: Choice::Auto,
            threads: 1,
            hash: 64,
            multi_pv: 1,
            overhead: Duration::from_millis(10),
            ponder: false,
            show_wdl: false,
            seed: 1,
            skill: FULL,
            limit_strength: false,
            rating: u16::MAX,
            own_book: false,
            book_file: String::new(),
        }
    }
}

/// The largest `Threads`.
pub const MAX_THREADS: u64 = 256;
/// The largest `Hash`, in MiB.
pub const MAX_HASH: u64 = 65_536;

/// How a text without characters is written.
const EMPTY: &str = "<empty>";

/// The words of `Search`.
pub const SEARCHES: [&str; 4] = ["auto", "alphabeta", "mcts", "mcts-eval"];

impl Choice {
    /// The choice with this name, in any case.
    pub fn named(name: &str) -> Option<Self> {
        match SEARCHES.iter().position(|word| word.eq_ignore_ascii_case(name))? {
            0 => Some(Self::Auto),
            1 => Some(Self::Always(Kind::AlphaBeta)),
            2 => Some(Self::Always(Kind::Mcts)),
            _ => Some(Self::Always(Kind::MctsEval)),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Auto => SEARCHES[0],
            Self::Always(Kind::AlphaBeta) => SEARCHES[1],
            Self::Always(Kind::Mcts) => SEARCHES[2],
            Self::Always(Kind::MctsEval) => SEARCHES[3],
        }
    }
}

/// What is to be done after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing more.
    None,
    /// The memory may have to change.
    Prepare,
    /// Forget everything.
    Clear,
    /// Sit down to another game.
    Game(String),
    /// Write the dialogue to this file; to none if the name is empty.
    Log(String),
}

impl Options {
    /// The settings of a search of this game.
    pub fn settings(&self, session: &dyn Session) -> Settings {
        let kind = match self.search {
            Choice::Auto => session.auto(),
            Choice::Always(kind) => kind,
        };
        let Self { threads, hash, multi_pv, seed, .. } = *self;
        let skill = match self.limit_strength {
            true => level_of(registry::ratings(session.name()), self.rating),
            false => self.skill.into(),
        };
        Settings { kind, threads, hash, multi_pv, seed, skill }
    }

    /// Opens the book of the game that these options ask for, or closes the one that is open.
    ///
    /// # Errors
    /// One sentence, if the file cannot be read or is no book of this game.
    pub fn open_book(&self, session: &mut dyn Session) -> Result<(), String> {
        let file = Some(&self.book_file).filter(|file| self.own_book && !file.is_empty());
        let text = file.map(|file| {
            fs::read_to_string(file).map_err(|error| format!("the book `{}` cannot be read: {error}", shorten(file)))
        });
        match text.transpose()? {
            Some(text) => session.open_book(Some(&text)),
            None => session.open_book(registry::book(session.name()).filter(|_| self.own_book)),
        }
        .map_err(|error| error.to_string())
    }

    /// The lines that declare all options, with the present values as defaults.
    pub fn declare(&self, session: &dyn Session) -> Vec<String> {
        let [least, .., most] = *registry::ratings(session.name());
        let vars = |words: &mut dyn Iterator<Item = &str>| words.map(|word| format!(" var {word}")).collect::<String>();
        let mut lines = vec![
            format!(
                "Game type combo default {}{}",
                session.name(),
                vars(&mut registry::GAMES.iter().map(|entry| entry.name))
            ),
            format!("Search type combo default {}{}", self.search.name(), vars(&mut SEARCHES.into_iter())),
            format!("Threads type spin default {} min 1 max {MAX_THREADS}", self.threads),
            format!("Hash type spin default {} min 1 max {MAX_HASH}", self.hash),
            "Clear Hash type button".to_string(),
            format!("MultiPV type spin default {} min 1 max 512", self.multi_pv),
            format!("MoveOverhead type spin default {} min 0 max 60000", self.overhead.as_millis()),
            format!("Ponder type check default {}", self.ponder),
            format!("UCI_ShowWDL type check default {}", self.show_wdl),
            format!("Seed type spin default {} min 0 max {}", self.seed, i64::MAX),
            format!("Skill type spin default {} min 0 max {FULL}", self.skill),
            format!("UCI_LimitStrength type check default {}", self.limit_strength),
            format!("UCI_Elo type spin default {} min {least} max {most}", self.rating.clamp(least, most)),
            format!("OwnBook type check default {}", self.own_book),
            format!("BookFile type string default {}", if self.book_file.is_empty() { EMPTY } else { &self.book_file }),
            format!("Log File type string default {EMPTY}"),
        ];
        for option in session.options() {
            lines.push(match option.kind {
                OptionKind::Check(value) => format!("{} type check default {value}", option.name),
                OptionKind::Choice(value, words) => {
                    format!("{} type combo default {value}{}", option.name, vars(&mut words.iter().copied()))
                }
            });
        }
        lines.into_iter().map(|line| format!("option name {line}")).collect()
    }

    /// Sets an option by name, in any case; what is none of these is left to the game.
    ///
    /// # Errors
    /// One sentence that says what was wrong and what was expected.
    pub fn set(&mut self, session: &mut dyn Session, name: &str, value: &str) -> Result<Effect, String> {
        let spin = |name: &str, min: u64, max: u64| match value.parse::<u64>() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(format!("{name} is a whole number from {min} to {max}, not `{}`", shorten(value))),
        };
        let check = |name: &str| {
            let wrong = |_| format!("{name} is `true` or `false`, not `{}`", shorten(value));
            value.to_ascii_lowercase().parse::<bool>().map_err(wrong)
        };
        let text = if value == EMPTY { String::new() } else { value.to_string() };
        match name.to_ascii_lowercase().as_str() {
            "game" => return Ok(Effect::Game(value.to_string())),
            "search" => {
                let wrong = || format!("Search is one of {}, not `{}`", SEARCHES.join(", "), shorten(value));
                self.search = Choice::named(value).ok_or_else(wrong)?;
                return Ok(Effect::Prepare);
            }
            "threads" => self.threads = spin("Threads", 1, MAX_THREADS)? as usize,
            "hash" => {
                let hash = spin("Hash", 1, MAX_HASH)? as usize;
                // Asked for and given back at once: what cannot be had would otherwise end the process.
                if Vec::<u8>::new().try_reserve_exact(hash << 20).is_err() {
                    return Err(format!("this machine cannot give {hash} MiB, so Hash stays {}", self.hash));
                }
                self.hash = hash;
                return Ok(Effect::Prepare);
            }
            "clear hash" => return Ok(Effect::Clear),
            "multipv" => self.multi_pv = spin("MultiPV", 1, 512)? as usize,
            "moveoverhead" | "move overhead" => self.overhead = Duration::from_millis(spin("MoveOverhead", 0, 60_000)?),
            "ponder" => self.ponder = check("Ponder")?,
            "uci_limitstrength" => self.limit_strength = check("UCI_LimitStrength")?,
            "uci_elo" => {
                let [least, .., most] = *registry::ratings(session.name());
                self.rating = spin("UCI_Elo", least.into(), most.into())? as u16;
            }
            "ownbook" => {
                let changed = Self { own_book: check("OwnBook")?, ..self.clone() };
                changed.open_book(session)?;
                *self = changed;
            }
            "bookfile" | "book file" => {
                let changed = Self { book_file: text, ..self.clone() };
                changed.open_book(session)?;
                *self = changed;
            }
            "uci_showwdl" => self.show_wdl = check("UCI_ShowWDL")?,
            "seed" => self.seed = spin("Seed", 0, i64::MAX as u64)?,
            "skill" | "skill level" => self.skill = spin("Skill", 0, u64::from(FULL))? as u8,
            "log file" => return Ok(Effect::Log(text)),
            _ => session.set_option(name, value).map_err(|e| e.to_string())?,
        }
        Ok(Effect::None)
    }
}
