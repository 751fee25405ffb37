//! The configuration of a tournament: from a TOML file, the command line, or both.

use super::affinity::Affinity;
use super::clock::TimeControl;
use super::codingame;
use super::engine::{EngineConfig, Value, check_options};
use super::openings;
use super::referee::{Draws, Resigns};
use super::schedule::{Format, Order, Schedule, ScheduleOptions};
use super::sprt::Sprt;
use super::{Error, refuse_twice};
use crate::arena::ArenaGame;
use crate::board::bits::fnv_1a_64;
use crate::files;
use crate::part::{KOfN, Part};
use crate::registry::GameLine;
use crate::session::Session;
use crate::text::{clean, of_serde, shorten};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Everything about a tournament. The keys of the TOML file are the names of the fields.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The game.
    pub game: String,
    /// Options of the game.
    pub option: BTreeMap<String, Value>,
    /// The players, in TOML as `[[engine]]`.
    pub engine: Vec<EngineConfig>,
    /// Defaults for all players, in TOML as `[each]`.
    pub each: Option<EngineConfig>,
    /// Who meets whom.
    pub format: Format,
    /// How many openings each encounter plays, each in every order of seats.
    pub rounds: u64,
    /// How many games run at once; at most as many as the cores allow.
    pub concurrency: usize,
    /// The limits of engines without their own.
    pub tc: TimeControl,
    /// How many milliseconds an engine may exceed its time by.
    pub margin: u64,
    /// After how many seconds without an answer an engine without a clock counts as hanging.
    pub hang: u64,
    /// A game of this many turns is a draw.
    pub maxturns: usize,
    /// The file of openings.
    pub openings: Option<PathBuf>,
    /// The order in which openings are played.
    pub order: Order,
    /// The random seed.
    pub seed: u64,
    /// When a lost game is resigned.
    pub resign: Option<Resigns>,
    /// When an even game is called a draw.
    pub draw: Option<Draws>,
    /// The test that ends the tournament when it is decided.
    pub sprt: Option<Sprt>,
    /// Matches to this many points instead of single games (Zèn).
    pub points: Option<u32>,
    /// The file of records.
    pub out: Option<PathBuf>,
    /// The readable file of records.
    pub text: Option<PathBuf>,
    /// The file for the dialogue with the engines.
    pub log: Option<PathBuf>,
    /// After how many games the whole result is printed, if no terminal shows it all the time.
    pub ratinginterval: Option<u64>,
    /// The processors to which the games are bound.
    pub affinity: Option<Affinity>,
    /// Which part of the schedule to play: each `n`-th encounter.
    pub shard: Option<KOfN>,
    /// Which part of the schedule to play: encounters in a row.
    pub chunk: Option<KOfN>,
    /// The files of the other parts, as a pattern like `part-*.jsonl`; their games are not played again and count for
    /// the test.
    pub with: Option<String>,
    /// Whether engines may lack options given for them, or refuse their values.
    pub lenient: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            game: String::new(),
            option: BTreeMap::new(),
            engine: Vec::new(),
            each: None,
            format: Format::RoundRobin,
            rounds: 1,
            concurrency: 1,
            tc: TimeControl::default(),
            margin: 50,
            hang: 300,
            maxturns: 1000,
            openings: None,
            order: Order::Sequential,
            seed: 1,
            resign: None,
            draw: None,
            sprt: None,
            points: None,
            out: None,
            text: None,
            log: None,
            ratinginterval: None,
            affinity: None,
            shard: None,
            chunk: None,
            with: None,
            lenient: false,
        }
    }
}

impl Config {
    /// Reads a TOML file. Paths in it are relative to the present folder, as on the command line.
    ///
    /// # Errors
    /// [`Error::File`] or [`Error::Request`].
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::parse(path, &files::read_text(path)?)
    }

    /// Reads the text of the TOML file at `path`.
    ///
    /// # Errors
    /// [`Error::Line`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, Error> {
        toml::from_str(text).map_err(|error| {
            let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            Error::Line { path: path.to_path_buf(), line, what: of_serde(error.message()) }
        })
    }

    /// The options of the game as text.
    pub fn game_options(&self) -> Vec<(String, String)> {
        self.option.iter().map(|(name, value)| (name.clone(), value.text())).collect()
    }

    /// Sets options of the game, replacing those already there whatever their case.
    ///
    /// # Errors
    /// [`Error::Request`] if one of them is given twice.
    pub fn set_options(&mut self, options: &[(String, Value)]) -> Result<(), Error> {
        refuse_twice(options.iter().map(|(name, _)| &name[..]))?;
        self.option.retain(|known, _| !options.iter().any(|(name, _)| name.eq_ignore_ascii_case(known)));
        self.option.extend(options.iter().cloned());
        Ok(())
    }

    /// A session for the game with its options.
    ///
    /// # Errors
    /// [`Error::Request`] if there is no such game or option.
    pub fn session(&self) -> Result<Box<dyn Session>, Error> {
        let options = self.game_options().into_iter().collect();
        let line = GameLine { game: self.game.clone(), options, ..GameLine::default() };
        line.session().map_err(|error| Error::Request(error.to_string()))
    }

    /// How late an engine may be.
    pub fn margin(&self, engine: usize) -> Duration {
        let engine = &self.engine[engine];
        // The arenas have none.
        let usual = if engine.is_of_arena() { 0 } else { self.margin };
        Duration::from_millis(engine.margin.unwrap_or(usual))
    }

    /// The part of the schedule to play.
    pub fn part(&self) -> Part {
        let interleaved = self.shard.map(Part::Interleaved);
        interleaved.or(self.chunk.map(Part::Contiguous)).unwrap_or(Part::WHOLE)
    }

    /// Fills the defaults into every engine that lacks a value.
    ///
    /// # Errors
    /// [`Error::Request`] if the result makes no sense.
    pub fn filled_in(mut self) -> Result<Self, Error> {
        if let Some(each) = self.each.take() {
            self.engine.iter_mut().try_for_each(|engine| engine.fill_in(&each))?;
        }
        Ok(self)
    }

    /// Checks everything and returns the plan. The engines must be [filled in](Self::filled_in).
    ///
    /// # Errors
    /// [`Error`] for what makes no sense or cannot be read.
    pub fn plan(&self) -> Result<MatchPlan, Error> {
        check_options(&self.option)?;
        let session = self.session()?;
        let mut limits = Vec::new();
        for engine in &self.engine {
            engine.check(&self.tc)?;
            let given = engine.limits(&self.tc)?;
            limits.push(match engine.is_of_arena() {
                true => {
                    let arena = ArenaGame::named(session.name()).ok_or_else(|| codingame::no_arena(session.name()))?;
                    if given.is_unlimited() { codingame::limits(arena) } else { given }
                }
                false => given,
            });
        }
        if let Some(engine) = self.engine.iter().find(|engine| engine.follows_moves() && self.openings.is_some()) {
            let what = "goes by the turns since the start of the game, so it cannot play from openings";
            return Err(Error::request(format!("engine `{}` {what}", engine.title())));
        }
        let names: Vec<String> = self.engine.iter().map(EngineConfig::title).collect();
        let options = self.game_options().into_iter().chain(self.engine.iter().flat_map(EngineConfig::options));
        let mut texts = options.flat_map(|(name, value)| [name, value]).chain(names.iter().cloned());
        if let Some(text) = texts.find(|text| clean(text, usize::MAX) != **text) {
            let what =
                "names and values of options and engines are on one line, without control or invisible characters";
            return Err(Error::request(format!("{what}, not `{}`", shorten(&text))));
        }
        drop(texts);
        if let Some(twice) = (1..names.len()).find(|&i| names[..i].contains(&names[i])) {
            return Err(Error::request(format!("two engines are called `{}`; give them names", names[twice])));
        }
        let two_seats = session.seats() == 2;
        let only_for_two = |what: &str| Err(Error::request(format!("{what} is only possible in games with two seats")));
        match () {
            () if self.resign.is_some() && !two_seats => return only_for_two("`resign`"),
            () if self.draw.is_some() && !two_seats => return only_for_two("`draw`"),
            () if self.sprt.is_some() && !(two_seats && names.len() == 2) => {
                return Err(Error::request("`sprt` compares two engines in a game with two seats"));
            }
            () if self.points.is_some() && (session.query("points").is_none() || !two_seats) => {
                return Err(Error::request("matches to points are played in zen and zen-free with two seats"));
            }
            () if self.points.is_some() && self.resign.is_some() => {
                return Err(Error::request(
                    "a resigned round has no points, so `resign` and `points` exclude each other",
                ));
            }
            () if self.points == Some(0) || self.maxturns == 0 || self.concurrency == 0 => {
                return Err(Error::request("`points`, `maxturns` and `concurrency` are at least 1"));
            }
            () if self.shard.is_some() && self.chunk.is_some() => {
                return Err(Error::request("`shard` and `chunk` both choose a part, so they exclude each other"));
            }
            () if self.ratinginterval == Some(0) => return Err(Error::request("`ratinginterval` is at least 1")),
            () => {}
        }
        let openings = match &self.openings {
            Some(path) => openings::read(path, &mut *self.session()?)?,
            None => vec![Vec::new()],
        };
        let &Self { format, rounds, order, seed, .. } = self;
        let schedule = ScheduleOptions { engines: self.engine.len(), format, rounds, order, seed };
        let schedule = Schedule::new(&schedule, &session.sides(), openings.len())?;
        Ok(MatchPlan { names, limits, openings, schedule, seats: session.seats() })
    }

    /// How many threads a game uses at once.
    pub fn threads_of_a_game(&self, seats: usize) -> usize {
        let threads = |engine: &EngineConfig| engine.threads();
        let thinking = self.engine.iter().map(threads).max().unwrap_or(1);
        // Who ponders thinks while another does.
        let pondering = self.engine.iter().filter(|engine| engine.ponders()).map(threads).max().unwrap_or(0);
        if seats == 2 { thinking + pondering } else { thinking }
    }

    /// How many games to run at once on a machine with this many cores.
    pub fn workers(&self, seats: usize, cores: usize) -> usize {
        self.concurrency.min((cores / self.threads_of_a_game(seats)).max(1))
    }

    /// A fingerprint that two configurations share only if their games may be merged. It covers everything that decides
    /// who plays what against whom and how, but not how many games there are, nor where and when they are played.
    pub fn fingerprint(&self, plan: &MatchPlan) -> String {
        let engines: Vec<String> =
            self.engine.iter().map(|engine| format!("{:?} {:?}", engine.options(), engine.ponders())).collect();
        let limits: Vec<String> = plan.limits.iter().map(ToString::to_string).collect();
        let all = format!(
            "{} {:?} {:?} {:?} {engines:?} {limits:?} {:?} {} {:?} {:?} {:?} {}",
            self.game.to_lowercase(),
            self.game_options(),
            self.format,
            plan.names,
            plan.openings,
            self.maxturns,
            self.order,
            self.resign,
            (self.draw, self.points),
            self.seed
        );
        format!("{:016x}", fnv_1a_64(all.as_bytes()))
    }
}

/// A checked configuration.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The names of the engines.
    pub names: Vec<String>,
    /// Their limits.
    pub limits: Vec<TimeControl>,
    /// The opening lines; one empty line if there are none.
    pub openings: Vec<Vec<String>>,
    /// The games.
    pub schedule: Schedule,
    /// How many seats the game has.
    pub seats: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Config {
        toml::from_str(text).unwrap()
    }

    const TWO: &str = "game = \"yavalath\"\ntc = \"nodes=5\"\n[[engine]]\nbuiltin = \"random\"\n[[engine]]\nname = \"A\"\ncmd = [\"a\", \"b c\"]\n\
        option.Hash = 3\noption.Swap = true\ntc = \"10+0.1\"\n";

    #[test]
    fn a_file_describes_a_tournament() {
        let config = config(TWO);
        let plan = config.plan().unwrap();
        assert_eq!(plan.names, ["random", "A"]);
        assert_eq!(plan.limits[1].to_string(), "10+0.1");
        assert_eq!(config.engine[1].options().len(), 2);
        assert_eq!(plan.schedule.len(), 2);
    }

    #[test]
    fn the_fingerprint_tells_schedules_apart_and_not_places() {
        let base = config(TWO);
        let fingerprint = |change: fn(&mut Config)| {
            let mut config = base.clone();
            change(&mut config);
            config.fingerprint(&config.plan().unwrap())
        };
        let same = base.fingerprint(&base.plan().unwrap());
        assert_eq!(fingerprint(|c| c.rounds = 50), same);
        assert_eq!(fingerprint(|c| c.concurrency = 2), same);
        assert_eq!(fingerprint(|c| c.shard = Some(KOfN { k: 1, n: 2 })), same);
        assert_ne!(fingerprint(|c| c.seed = 2), same);
        assert_ne!(fingerprint(|c| c.maxturns = 7), same);
        assert_ne!(fingerprint(|c| c.engine.swap(0, 1)), same);
    }

    #[test]
    fn options_of_the_game_win_over_those_of_the_file() {
        let mut config = config("game = \"yavalath\"\n[option]\nSwap = true");
        let option = |name: &str, value: bool| (name.to_string(), Value::Check(value));
        config.set_options(&[option("swap", false)]).unwrap();
        assert_eq!(config.option, [option("swap", false)].into());
        let said = config.set_options(&[option("Swap", true), option("swap", true)]).unwrap_err().to_string();
        assert!(said.contains("given twice"), "{said}");
    }

    #[test]
    fn the_cores_bound_the_games_at_once() {
        let mut config = config(TWO);
        config.concurrency = 64;
        assert_eq!(config.workers(2, 8), 8);
        config.engine[1].option.insert("threads".to_string(), Value::Number(3));
        assert_eq!(config.workers(2, 8), 2);
        config.engine[1].ponder = Some(true);
        assert_eq!(config.workers(2, 8), 1);
        assert_eq!(config.workers(2, 1), 1);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let mut said = Vec::new();
        for change in [
            (|c: &mut Config| c.game = "chess".to_string()) as fn(&mut Config),
            |c| c.engine[1].name = "random".to_string(),
            |c| c.points = Some(7),
            |c| c.concurrency = 0,
            |c| c.engine.truncate(1),
            |c| drop(c.engine[1].option.insert("hash".to_string(), Value::Number(3))),
            |c| c.option.extend(["Swap", "swap"].map(|name| (name.to_string(), Value::Check(true)))),
            |c| drop(c.option.insert("Colour".to_string(), Value::Check(true))),
            |c| c.openings = Some("/nowhere/at/all".into()),
            |c| {
                c.game = "yavalath3".to_string();
                c.resign = Some("score=5,turns=3".parse().unwrap());
            },
        ] {
            let mut config = config(TWO);
            change(&mut config);
            said.push(format!("{:#}", config.plan().err().unwrap()));
        }
        expect_test::expect![[r#"
            there is no game `chess`; the games are yavalath, yavalath3, pentalath, gipf, gipf-standard, gipf-tournament, yinsh, yinsh-blitz, zen, zen-free
            two engines are called `random`; give them names
            matches to points are played in zen and zen-free with two seats
            `points`, `maxturns` and `concurrency` are at least 1
            a tournament needs at least two engines, not 1
            engine `A` has an option twice: `Hash` and `hash` are the same, so it is given twice
            `Swap` and `swap` are the same, so it is given twice
            Yavalath has no option `Colour`, only Swap
            `/nowhere/at/all` cannot be read
            `resign` is only possible in games with two seats"#]].assert_eq(&said.join("\n"));
        let said = toml::from_str::<Config>("gamme = 1").unwrap_err().to_string();
        assert!(said.contains("unknown field `gamme`"), "{said}");
    }
}
