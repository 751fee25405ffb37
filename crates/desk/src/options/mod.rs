//! The options of the engine: their names, ranges and values. The games add their own.
//!
//! [`OPTIONS`] describes each once; code that declares, sets or documents options uses that.

mod files;
mod list;
mod listing;
mod says;
mod tune;

pub use files::{OptionFiles, Unread, WithoutFiles};
pub use list::{EngineOption, MAX_HASH, MAX_THREADS, OPTIONS, OptionId, OptionRange, SEARCHES};
pub use listing::{GameOptions, OPTIONS_SCHEMA, OptionDescription, OptionListing, listing};
pub use says::TABLE as SENTENCES;
#[cfg(feature = "tune")]
pub use tune::TUNE;
pub use tune::Tuned;

use crate::game::OptionKind;
use crate::registry;
use crate::search::memory_limit::available_mebibytes;
use crate::search::skill::FULL;
use crate::search::{Kind, Settings};
use crate::sentence::Sentence;
use crate::session::Session;
use crate::text::{one_line, shorten};
use std::time::Duration;

/// The values of the option `Search`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchChoice {
    /// The best search for the game.
    Auto,
    /// Always this one.
    Always(Kind),
}

/// The values of all options that do not belong to a game.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineOptions {
    /// Which search.
    pub search: SearchChoice,
    /// Threads.
    pub threads: usize,
    /// Memory in MiB.
    pub hash: usize,
    /// How many lines to show.
    pub multi_pv: usize,
    /// Time kept in reserve on the clock.
    pub overhead: Duration,
    /// Whether `bestmove` names the turn expected next.
    pub ponder: bool,
    /// Whether `info` lines give the chances of a win, a draw and a loss.
    pub show_wdl: bool,
    /// The random seed.
    pub seed: u64,
    /// How strongly to play, from 0 to [`FULL`].
    pub skill: u8,
    /// Whether to play at the strength of `rating` instead of `skill`.
    pub limit_strength: bool,
    /// How strongly to play then, in Elo, limited to the ratings of a game's levels.
    pub rating: u16,
    /// Whether to play from a book.
    pub own_book: bool,
    /// The file of that book; empty for the built-in one.
    pub book_file: String,
    /// The file of proofs; empty for none.
    pub proof_file: String,
    /// The file that the dialogue is appended to; empty for none.
    pub log_file: String,
    /// Whether the process opens no files any more.
    pub no_files: bool,
    /// The numbers that steer the search, in builds for tuning.
    pub tuned: Tuned,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            search: SearchChoice::Auto,
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
            proof_file: String::new(),
            log_file: String::new(),
            no_files: false,
            tuned: Tuned::default(),
        }
    }
}

/// How a text without characters is written.
const EMPTY: &str = "<empty>";

impl SearchChoice {
    /// The choice with this name, ignoring case.
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

impl EngineOption {
    /// The option with this name, ignoring case.
    pub fn named(name: &str) -> Option<&'static Self> {
        let is = |known: &str| known.eq_ignore_ascii_case(name);
        OPTIONS.iter().find(|option| is(option.name) || option.alias.is_some_and(is))
    }

    /// The possible words, if it is one of some words.
    fn words(&self) -> Vec<&'static str> {
        match self.range {
            OptionRange::Games => registry::names().collect(),
            OptionRange::Words(words) => words.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The smallest and largest number it may be in a game.
    fn numbers(&self, session: &dyn Session) -> (u64, u64) {
        match self.range {
            OptionRange::Numbers(min, max) => (min, max),
            OptionRange::Ratings => {
                let scale = registry::scale(session.name());
                (scale.least().into(), scale.most().into())
            }
            _ => (0, 0),
        }
    }

    /// The line that declares it, with this value.
    fn declaration(&self, value: &str, session: &dyn Session) -> String {
        let name = self.name;
        match self.range {
            OptionRange::Games | OptionRange::Words(_) => combo(name, value, &self.words()),
            OptionRange::Numbers(..) | OptionRange::Ratings => {
                let (min, max) = self.numbers(session);
                format!("option name {name} type spin default {value} min {min} max {max}")
            }
            OptionRange::Check => format!("option name {name} type check default {value}"),
            OptionRange::Text => {
                let value = if value.is_empty() { EMPTY.to_string() } else { one_line(value) };
                format!("option name {name} type string default {value}")
            }
            OptionRange::Button => format!("option name {name} type button"),
        }
    }
}

fn combo(name: &str, value: &str, words: &[&str]) -> String {
    let words: String = words.iter().map(|word| format!(" var {word}")).collect();
    format!("option name {name} type combo default {value}{words}")
}

/// What to do after an option was set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionEffect {
    /// Nothing more.
    None,
    /// The memory may have to change.
    Prepare,
    /// Forget everything.
    Clear,
    /// Change to another game.
    Game(String),
    /// Write the dialogue to this file; to none if the name is empty.
    Log(String),
    /// Open no more files.
    NoFiles,
}

impl EngineOptions {
    /// The settings of a search of this game.
    pub fn settings(&self, session: &dyn Session) -> Settings {
        let kind = match self.search {
            SearchChoice::Auto => session.auto(),
            SearchChoice::Always(kind) => kind,
        };
        let Self { threads, hash, multi_pv, seed, .. } = *self;
        let scale = registry::scale(session.name());
        let strength = if self.limit_strength { scale.strength(self.rating) } else { scale.of_level(self.skill) };
        let mut settings =
            Settings { kind, threads, hash_kib: hash << 10, multi_pv, seed, strength, ..Settings::default() };
        self.tuned.adjust(&mut settings, session);
        settings
    }

    /// The value of an option as text; empty if it has none.
    fn value(&self, id: OptionId, session: &dyn Session) -> String {
        match id {
            OptionId::Game => session.name().to_string(),
            OptionId::Search => self.search.name().to_string(),
            OptionId::Threads => self.threads.to_string(),
            OptionId::Hash => self.hash.to_string(),
            OptionId::MultiPv => self.multi_pv.to_string(),
            OptionId::MoveOverhead => self.overhead.as_millis().to_string(),
            OptionId::Ponder => self.ponder.to_string(),
            OptionId::ShowWdl => self.show_wdl.to_string(),
            OptionId::Seed => self.seed.to_string(),
            OptionId::Skill => self.skill.to_string(),
            OptionId::LimitStrength => self.limit_strength.to_string(),
            OptionId::Elo => {
                let scale = registry::scale(session.name());
                self.rating.clamp(scale.least(), scale.most()).to_string()
            }
            OptionId::NoFiles => self.no_files.to_string(),
            OptionId::OwnBook => self.own_book.to_string(),
            OptionId::BookFile => self.book_file.clone(),
            OptionId::ProofFile => self.proof_file.clone(),
            OptionId::ClearHash | OptionId::LogFile => String::new(),
        }
    }

    /// The lines that declare all options, with the present values as defaults; those of the game are the last.
    pub fn declarations(&self, session: &dyn Session) -> Vec<String> {
        let own = OPTIONS.iter().map(|option| option.declaration(&self.value(option.id, session), session));
        let of_game = session.options().into_iter().map(|option| match option.kind {
            OptionKind::Check(value) => format!("option name {} type check default {value}", option.name),
            OptionKind::Choice(value, words) => combo(option.name, &value, words),
        });
        own.chain(of_game).chain(self.tuned.declarations(session)).collect()
    }

    /// Sets an option by name, ignoring case; unknown ones are left to the game. The files that it names are read by `files`.
    ///
    /// # Errors
    /// One sentence that says what was wrong and what was expected.
    pub fn set(
        &mut self,
        session: &mut dyn Session,
        (name, value): (&str, &str),
        files: &dyn OptionFiles,
    ) -> Result<OptionEffect, Sentence> {
        if let Some(result) = self.tuned.set(session, name, value) {
            return result.map(|()| OptionEffect::Clear);
        }
        let Some(option) = EngineOption::named(name) else {
            return Ok(session.set_option(name, value).map(|()| OptionEffect::None)?);
        };
        let name = option.name;
        let (min, max) = option.numbers(session);
        let number = || match value.parse::<u64>() {
            Ok(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(says::whole(name, min, max, shorten(value))),
        };
        let check = || {
            let wrong = |_| says::check(name, shorten(value));
            value.to_ascii_lowercase().parse::<bool>().map_err(wrong)
        };
        let text = if value == EMPTY { String::new() } else { value.to_string() };
        match option.id {
            OptionId::Game => return Ok(OptionEffect::Game(value.to_string())),
            OptionId::Search => {
                let wrong = || says::one_of(name, SEARCHES.join(", "), shorten(value));
                self.search = SearchChoice::named(value).ok_or_else(wrong)?;
                return Ok(OptionEffect::Prepare);
            }
            OptionId::NoFiles => {
                return match check()? {
                    true => Ok(OptionEffect::NoFiles),
                    false if !self.no_files => Ok(OptionEffect::None),
                    false => Err(says::stays(name)),
                };
            }
            OptionId::Threads => self.threads = number()? as usize,
            OptionId::Hash => {
                self.set_hash(number()? as usize)?;
                return Ok(OptionEffect::Prepare);
            }
            OptionId::ClearHash => return Ok(OptionEffect::Clear),
            OptionId::MultiPv => self.multi_pv = number()? as usize,
            OptionId::MoveOverhead => self.overhead = Duration::from_millis(number()?),
            OptionId::Ponder => self.ponder = check()?,
            OptionId::ShowWdl => self.show_wdl = check()?,
            OptionId::Seed => self.seed = number()?,
            OptionId::Skill => self.skill = number()? as u8,
            OptionId::LimitStrength => self.limit_strength = check()?,
            OptionId::Elo => self.rating = number()? as u16,
            OptionId::OwnBook => {
                self.change(Self { own_book: check()?, ..self.clone() }, session, files, Self::open_book)?
            }
            OptionId::BookFile => {
                self.change(Self { book_file: text, ..self.clone() }, session, files, Self::open_book)?
            }
            OptionId::ProofFile => {
                self.change(Self { proof_file: text, ..self.clone() }, session, files, Self::open_proofs)?
            }
            OptionId::LogFile => return Ok(OptionEffect::Log(text)),
        }
        Ok(OptionEffect::None)
    }

    /// Sets the memory of the search in MiB.
    ///
    /// # Errors
    /// One sentence, if the machine or a limit of the process does not leave that much; nothing has changed.
    pub fn set_hash(&mut self, hash: usize) -> Result<(), Sentence> {
        // What is in use now will be given back.
        let more = hash.saturating_sub(self.hash) as u64;
        // Address space may be limited, too. It is asked for and given back at once.
        let is_out_of_room = Vec::<u8>::new().try_reserve_exact(hash << 20).is_err();
        if is_out_of_room || available_mebibytes().is_some_and(|left| more > left) {
            return Err(says::no_room(hash, self.hash));
        }
        self.hash = hash;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_a_name_of_its_own_and_a_sentence() {
        let names = || OPTIONS.iter().flat_map(|option| [Some(option.name), option.alias]).flatten();
        for option in &OPTIONS {
            assert_eq!(names().filter(|name| name.eq_ignore_ascii_case(option.name)).count(), 1);
            assert_eq!(EngineOption::named(&option.name.to_uppercase()), Some(option));
            assert!(option.about.ends_with('.') && option.about.len() > 15, "{}", option.name);
        }
    }

    /// Declared defaults can be set, and change nothing.
    #[test]
    fn defaults_are_in_their_range() {
        for entry in registry::GAMES {
            let mut session = (entry.open)();
            let mut options = EngineOptions::default();
            let declared = options.declarations(&*session);
            for option in OPTIONS {
                let value = options.value(option.id, &*session);
                assert!(
                    options.set(&mut *session, (option.name, &value), &WithoutFiles).is_ok(),
                    "{} {value}",
                    option.name
                );
            }
            assert_eq!(options.declarations(&*session), declared);
        }
    }
}
