//! The description of a player: a command or a built-in name, its options and limits.

use super::builtin::Builtin;
use super::clock::TimeControl;
use super::codingame::{self, ArenaLaunch, ArenaPlayer};
use super::engine_values::{FOLLOWS, PROTOCOLS, truth, word};
use super::player::{Failure, MatchPlayer};
use super::process::{EngineDialect, Launch, Process};
use super::{Error, number, refuse_twice};
use crate::arena::ArenaGame;
use crate::lines::dialogue_log::ProcessLog;
use crate::search::Halt;
use crate::session::Session;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use super::engine_values::{CommandLine, Follows, Protocol, Value};

/// A player as described by the command line or the file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineConfig {
    /// Its name in tables and records; by default the built-in name or the program.
    #[serde(default)]
    pub name: String,
    /// The command of a UGI engine.
    pub cmd: Option<CommandLine>,
    /// A built-in player instead of a command.
    pub builtin: Option<String>,
    /// The folder to start the command in.
    pub dir: Option<PathBuf>,
    /// The options to set.
    #[serde(default)]
    pub option: BTreeMap<String, Value>,
    /// Its limits, instead of those of the tournament.
    pub tc: Option<TimeControl>,
    /// How many seconds it may take to get ready.
    pub startup: Option<f64>,
    /// Whether it thinks on the opponent's time; not by default.
    pub ponder: Option<bool>,
    /// How many milliseconds it may exceed its time by, instead of the tournament's margin.
    pub margin: Option<u64>,
    /// Whether its process is restarted for each game; not by default.
    pub restart: Option<bool>,
    /// The protocol that the command speaks; UGI by default.
    pub proto: Option<Protocol>,
    /// What a program of an arena goes by; the board of each turn by default.
    pub follows: Option<Follows>,
}

/// The conditions a player plays under.
pub struct PlayerContext<'a> {
    /// The options of the game.
    pub game_options: &'a [(String, String)],
    /// How long a process may think without a clock.
    pub hang: Duration,
    /// What stops it.
    pub halt: &'a Halt,
    /// The protocol that a process is known to speak.
    pub dialect: EngineDialect,
    /// Where the dialogue with a process is logged.
    pub log: Option<ProcessLog>,
}

/// A player that has been started once.
#[derive(Clone, Debug)]
pub struct TriedPlayer {
    /// The name it gives itself.
    pub id: String,
    /// Its protocol.
    pub dialect: EngineDialect,
    /// What it reported during setup.
    pub warnings: Vec<String>,
}

/// The keys of `--engine`.
const KEYS: &str = "name, cmd, builtin, dir, option.NAME, tc, movetime, first, nodes, depth, startup, ponder, margin, restart, proto, follows";
/// How many seconds an engine may take to get ready, unless its description says otherwise.
const STARTUP: f64 = 10.0;

/// Checks that each option is given once; case does not matter.
pub(super) fn check_options(option: &BTreeMap<String, Value>) -> Result<(), Error> {
    refuse_twice(option.keys().map(String::as_str))
}

impl EngineConfig {
    /// The program of its command, if it exists neither at its path nor in a folder of `PATH`.
    pub fn missing_program(&self) -> Option<String> {
        let program = self.cmd.as_ref()?.words().ok()?.into_iter().next()?;
        let is_there = if program.contains('/') {
            self.dir.as_deref().unwrap_or(Path::new("")).join(&program).is_file()
        } else {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&folders).any(|folder| folder.join(&program).is_file())
        };
        (!is_there).then_some(program)
    }

    /// Reads `name=A,cmd=./engine --flag,option.Hash=64,tc=10+0.1`.
    ///
    /// # Errors
    /// [`Error::Request`] that says what is wrong.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut engine = Self::default();
        let mut limits = TimeControl::default();
        let pairs: Vec<(&str, &str)> = text
            .split(',')
            .map(|part| part.split_once('=').unwrap_or((part, "")))
            .map(|(key, value)| (key.trim(), value.trim()))
            .collect();
        refuse_twice(pairs.iter().map(|(key, _)| *key))?;
        for (key, value) in pairs {
            match key {
                "name" => engine.name = value.to_string(),
                "cmd" => engine.cmd = Some(CommandLine::Text(value.to_string())),
                "builtin" => engine.builtin = Some(value.to_string()),
                "dir" => engine.dir = Some(value.into()),
                "tc" | "movetime" | "first" | "nodes" | "depth" => limits.set(key, value)?,
                "startup" => engine.startup = Some(number(key, value)?),
                "ponder" => engine.ponder = Some(truth(key, value)?),
                "margin" => engine.margin = Some(number(key, value)?),
                "restart" => engine.restart = Some(truth(key, value)?),
                "proto" => engine.proto = Some(word(key, value, &PROTOCOLS)?),
                "follows" => engine.follows = Some(word(key, value, &FOLLOWS)?),
                _ => match key.strip_prefix("option.") {
                    Some(name) => {
                        engine.option.insert(name.to_string(), Value::Text(value.to_string()));
                    }
                    None => {
                        let more = "a command with a comma must go into a TOML file";
                        return Err(Error::request(format!("an engine has {KEYS}, not `{key}`; {more}")));
                    }
                },
            }
        }
        engine.tc = Some(limits.checked()?).filter(|limits| !limits.is_unlimited());
        Ok(engine)
    }

    /// Takes values not given for this engine from `each`.
    ///
    /// # Errors
    /// [`Error::Request`] if `each` has a name, as no two engines can share one, or an option twice.
    pub fn fill_in(&mut self, each: &Self) -> Result<(), Error> {
        check_options(&each.option)?;
        if !each.name.is_empty() {
            return Err(Error::request("`each` is for all engines, and two engines cannot share a name"));
        }
        if self.cmd.is_none() && self.builtin.is_none() {
            (self.cmd, self.builtin) = (each.cmd.clone(), each.builtin.clone());
        }
        // A player of ours has no folder.
        self.dir = self.dir.take().or_else(|| each.dir.clone().filter(|_| self.cmd.is_some()));
        self.tc = self.tc.take().or_else(|| each.tc.clone());
        self.startup = self.startup.or(each.startup);
        self.ponder = self.ponder.or(each.ponder);
        self.margin = self.margin.or(each.margin);
        self.restart = self.restart.or(each.restart);
        // A player of ours speaks no protocol.
        let (proto, follows) = if self.cmd.is_some() { (each.proto, each.follows) } else { (None, None) };
        (self.proto, self.follows) = (self.proto.or(proto), self.follows.or(follows));
        for (name, value) in &each.option {
            let has = self.option.keys().any(|known| known.eq_ignore_ascii_case(name));
            if !has {
                self.option.insert(name.clone(), value.clone());
            }
        }
        Ok(())
    }

    /// Whether it speaks the lines of CodinGame's arenas.
    pub fn is_of_arena(&self) -> bool {
        self.proto == Some(Protocol::CodinGame)
    }

    /// Whether it goes by the turns since the start of the game, and so cannot play from openings.
    pub fn follows_moves(&self) -> bool {
        self.follows == Some(Follows::Moves)
    }

    /// Whether it thinks on the opponent's time.
    pub fn ponders(&self) -> bool {
        self.ponder == Some(true)
    }

    /// Whether its process is restarted for each game.
    pub fn restarts(&self) -> bool {
        self.restart == Some(true)
    }

    /// The name in tables and records.
    pub fn title(&self) -> String {
        let program = |command: &CommandLine| {
            let words = command.words().ok()?;
            Some(PathBuf::from(words.first()?).file_stem()?.to_string_lossy().into_owned())
        };
        match (&self.name[..], &self.builtin, &self.cmd) {
            ("", Some(builtin), _) => builtin.clone(),
            ("", None, Some(command)) => program(command).unwrap_or_else(|| command.text()),
            (name, ..) => name.to_string(),
        }
    }

    /// The options as text.
    pub fn options(&self) -> Vec<(String, String)> {
        self.option.iter().map(|(name, value)| (name.clone(), value.text())).collect()
    }

    /// How many threads the engine thinks with, as far as its options show.
    pub fn threads(&self) -> usize {
        let threads = self.option.iter().find(|(name, _)| name.eq_ignore_ascii_case("threads"));
        threads.and_then(|(_, value)| value.text().parse().ok()).unwrap_or(1).max(1)
    }

    fn builtin(&self) -> Result<Option<Builtin>, Error> {
        self.builtin.as_deref().map(Builtin::read).transpose()
    }

    /// The limits of this engine, with `common` as those of the tournament.
    ///
    /// # Errors
    /// [`Error::Request`] for a built-in player that does not exist.
    pub fn limits(&self, common: &TimeControl) -> Result<TimeControl, Error> {
        let named = self.builtin()?.and_then(|builtin| builtin.limits);
        Ok(named.or_else(|| self.tc.clone()).unwrap_or_else(|| common.clone()))
    }

    /// Checks that the description makes sense, given the limits of the tournament.
    ///
    /// # Errors
    /// [`Error::Request`] that says what does not.
    pub fn check(&self, common: &TimeControl) -> Result<(), Error> {
        let wrong = |what: &str| Err(Error::request(format!("engine `{}` {what}", self.title())));
        check_options(&self.option).or_else(|error| wrong(&format!("has an option twice: {error}")))?;
        let builtin = self.builtin()?;
        match (&self.cmd, &builtin) {
            (Some(command), None) => drop(command.words()?),
            (None, Some(_)) if self.dir.is_some() => return wrong("is built in and needs no folder"),
            (None, Some(_)) => {}
            _ => return wrong("needs one of `cmd` and `builtin`, and only one"),
        }
        if self.title().trim().is_empty() {
            return wrong("needs a name");
        }
        if self.is_of_arena() {
            let [options, ponders] = [!self.option.is_empty(), self.ponders()];
            match () {
                () if self.cmd.is_none() => return wrong("is built in and speaks no protocol"),
                () if options => return wrong("has no options, as the arenas' protocol has none"),
                () if ponders => return wrong("cannot be told to ponder by the arenas' protocol"),
                () => {}
            }
        } else if self.follows.is_some() {
            return wrong("has `follows`, which is for `proto=codingame`");
        }
        if self.startup.is_some_and(|seconds| !(0.001..86_400.0).contains(&seconds)) {
            return wrong("needs a start-up time from 0.001 to 86400 seconds");
        }
        // An arena has limits of its own.
        let needs_limits = builtin.is_none_or(|builtin| !builtin.is_random()) && !self.is_of_arena();
        if needs_limits && self.limits(common)?.is_unlimited() {
            return wrong("has no limit; give it or the tournament a `tc` like 10+0.1, movetime=500 or nodes=20000");
        }
        Ok(())
    }

    /// The player, ready but not yet started. `session` is for a built-in player, which then owns it; the options of
    /// the game are already set on it.
    ///
    /// # Errors
    /// [`Error::Request`] if the description makes no sense.
    pub fn player(&self, session: Box<dyn Session>, context: &PlayerContext) -> Result<Box<dyn MatchPlayer>, Error> {
        if let Some(builtin) = self.builtin()? {
            return builtin.player(session, &self.options(), context.halt);
        }
        if self.is_of_arena() {
            return Ok(Box::new(self.arena_player(&*session, context)?));
        }
        Ok(Box::new(self.process(session.name(), context)?))
    }

    fn arena_player(&self, session: &dyn Session, context: &PlayerContext) -> Result<ArenaPlayer, Error> {
        let game = ArenaGame::named(session.name()).ok_or_else(|| codingame::no_arena(session.name()))?;
        let launch = ArenaLaunch {
            game,
            name: self.title(),
            command: self.cmd.as_ref().map_or(Ok(Vec::new()), CommandLine::words)?,
            dir: self.dir.clone(),
            startup: self.startup.map(Duration::from_secs_f64),
            hang: context.hang,
            log: context.log.clone(),
        };
        Ok(ArenaPlayer::new(launch, context.halt.clone()))
    }

    fn process(&self, game: &str, context: &PlayerContext) -> Result<Process, Error> {
        let mut options = self.options();
        if self.ponders() {
            options.push(("Ponder".to_string(), "true".to_string()));
        }
        let launch = Launch {
            command: self.cmd.as_ref().map_or(Ok(Vec::new()), CommandLine::words)?,
            dir: self.dir.clone(),
            game: game.to_string(),
            game_options: context.game_options.to_vec(),
            options,
            startup: Duration::from_secs_f64(self.startup.unwrap_or(STARTUP)),
            hang: context.hang,
            dialect: context.dialect,
            log: context.log.clone(),
        };
        Ok(Process::new(launch, context.halt.clone()))
    }

    /// Starts the player once to check that it works.
    ///
    /// # Errors
    /// [`Error::Request`] if it does not get ready, or unless `lenient` if it has not declared an option that it was given
    /// or cannot have its value.
    pub fn try_start(
        &self,
        session: Box<dyn Session>,
        context: &PlayerContext,
        lenient: bool,
    ) -> Result<TriedPlayer, Error> {
        let failed = |failure| match failure {
            Failure::Halted => Error::request("stopped before the first game"),
            Failure::Fault(_, detail) => Error::Engine { name: self.title(), what: detail },
        };
        if self.builtin.is_some() {
            let player = self.player(session, context)?;
            let (id, dialect, warnings) = (player.id().to_string(), EngineDialect::default(), Vec::new());
            return Ok(TriedPlayer { id, dialect, warnings });
        }
        if self.is_of_arena() {
            let mut player = self.arena_player(&*session, context)?;
            player.try_start().map_err(failed)?;
            return Ok(TriedPlayer { id: String::new(), dialect: EngineDialect::default(), warnings: Vec::new() });
        }
        let mut process = self.process(session.name(), context)?;
        process.start().map_err(failed)?;
        let mut warnings: Vec<String> = process.warnings().to_vec();
        let impossible =
            self.options().into_iter().filter_map(|(name, value)| process.declared().check(&name, &value).err());
        if lenient {
            warnings.extend(impossible);
        } else if let Some(what) = impossible.into_iter().next() {
            let more = "`--lenient` plays anyway";
            return Err(Error::request(format!("engine `{}`: {what}; {more}", self.title())));
        }
        Ok(TriedPlayer { id: process.id().to_string(), dialect: process.dialect(), warnings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read_from_the_command_line() {
        let engine = EngineConfig::read("name=A,cmd=./a \"b c\",option.Hash=64,tc=10+0.1,nodes=5,ponder=true").unwrap();
        assert_eq!(engine.cmd.clone().unwrap().words().unwrap(), ["./a", "b c"]);
        assert_eq!(engine.options(), [("Hash".to_string(), "64".to_string())]);
        assert_eq!(engine.tc.as_ref().unwrap().to_string(), "10+0.1,nodes=5");
        assert!(engine.ponders() && engine.name == "A");
        for (text, title) in [("builtin=mcts:2000", "mcts:2000"), ("cmd=/usr/bin/engine.sh -x", "engine")] {
            assert_eq!(EngineConfig::read(text).unwrap().title(), title);
        }
    }

    #[test]
    fn each_fills_in_what_an_engine_lacks() {
        let each = EngineConfig::read("builtin=mcts,nodes=5,option.Hash=4,option.Seed=7,margin=20,restart=on").unwrap();
        let filled = |text: &str| {
            let mut engine = EngineConfig::read(text).unwrap();
            engine.fill_in(&each).map(|()| engine)
        };
        let engine = filled("name=A,cmd=x,option.hash=2,tc=1+1,margin=9").unwrap();
        assert_eq!((engine.builtin.clone(), engine.margin, engine.restarts()), (None, Some(9), true));
        assert_eq!(engine.options(), [("Seed", "7"), ("hash", "2")].map(|(a, b)| (a.to_string(), b.to_string())));
        assert_eq!(engine.tc.unwrap().to_string(), "1+1");
        assert_eq!(filled("name=B").unwrap().title(), "B");
        assert_eq!(filled("name=B").unwrap().builtin.as_deref(), Some("mcts"));
        let named = EngineConfig::default().fill_in(&EngineConfig::read("name=A").unwrap());
        expect_test::expect!["`each` is for all engines, and two engines cannot share a name"]
            .assert_eq(&named.unwrap_err().to_string());
    }

    #[test]
    fn programs_of_arenas_are_read_from_files_and_the_command_line() {
        let of_file: EngineConfig = toml::from_str(
            "cmd = \"./bot\"\nproto = \"codingame\"\nfollows = \"moves\"\ntc = \"movetime=50,first=500\"",
        )
        .unwrap();
        let typed = EngineConfig::read("cmd=./bot,proto=codingame,follows=moves,movetime=50,first=500").unwrap();
        assert_eq!(of_file, typed);
        assert!(typed.is_of_arena() && typed.follows_moves());
        EngineConfig::read("cmd=./bot,proto=codingame").unwrap().check(&TimeControl::default()).unwrap();
        // A player of ours among them takes nothing of that.
        let mut ours = EngineConfig::read("builtin=random").unwrap();
        ours.fill_in(&EngineConfig::read("proto=codingame").unwrap()).unwrap();
        ours.check(&TimeControl::default()).unwrap();
    }

    /// A value given twice is ambiguous, whatever its case and wherever it is read.
    #[test]
    fn what_is_given_twice_is_refused() {
        let limits: TimeControl = "nodes=5".parse().unwrap();
        let keys = ["name=A", "cmd=x", "dir=/", "option.Hash=4", "tc=5+1", "movetime=5", "nodes=6", "depth=2"];
        let keys = [&keys[..], &["startup=2", "ponder=on", "margin=3", "restart=off", "option.Multi PV=2"]].concat();
        let all = keys.join(",");
        EngineConfig::read(&all).unwrap().check(&limits).unwrap();
        for key in keys {
            let other = key.replace("option.Hash", "option.hash").replace("Multi", "multi");
            for text in [format!("{all},{key}"), format!("{other},{all}"), format!("{all}, {other}")] {
                let error = EngineConfig::read(&text).unwrap_err().to_string();
                assert!(error.contains("given twice"), "{text}: {error}");
            }
        }
        for text in
            ["builtin=mcts:5:6", "builtin=mcts:5:nodes=6", "builtin=mcts:depth=1:depth=1", "builtin=mcts:1+1:2+2"]
        {
            let error = EngineConfig::read(text).and_then(|engine| engine.check(&limits)).unwrap_err().to_string();
            assert!(error.contains("given twice"), "{text}: {error}");
        }
        let twice: EngineConfig = toml::from_str("builtin = \"mcts\"\noption.Hash = 1\noption.hash = 2").unwrap();
        assert!(twice.check(&limits).unwrap_err().to_string().contains("given twice"));
        let filled = EngineConfig::read("cmd=x").unwrap().fill_in(&twice);
        assert!(filled.unwrap_err().to_string().contains("given twice"));
        let said = toml::from_str::<EngineConfig>("cmd = \"x\"\ncmd = \"y\"").unwrap_err().to_string();
        assert!(said.contains("duplicate key"), "{said}");
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let limits: TimeControl = "nodes=5".parse().unwrap();
        let check = |text: &str| EngineConfig::read(text).and_then(|engine| engine.check(&limits));
        let said = |text: &str| format!("{text}: {}", check(text).unwrap_err());
        expect_test::expect![[r#"
            nam=A: an engine has name, cmd, builtin, dir, option.NAME, tc, movetime, first, nodes, depth, startup, ponder, margin, restart, proto, follows, not `nam`; a command with a comma must go into a TOML file
            name=A: engine `A` needs one of `cmd` and `builtin`, and only one
            cmd=: `` is not a command: it is empty or a quotation mark is left open
            cmd='x: `'x` is not a command: it is empty or a quotation mark is left open
            cmd=x,builtin=random: engine `random` needs one of `cmd` and `builtin`, and only one
            builtin=fred: the built-in players are random, quintet, auto, alphabeta, mcts, mcts-eval, not `fred`
            builtin=random:5: `random` does not think, so `random:5` cannot limit it"#]].assert_eq(
            &["nam=A", "name=A", "cmd=", "cmd='x", "cmd=x,builtin=random", "builtin=fred", "builtin=random:5"]
                .map(said)
                .join("\n"),
        );
        expect_test::expect![[r#"
            cmd=x,startup=0: engine `x` needs a start-up time from 0.001 to 86400 seconds
            builtin=random,dir=/: engine `random` is built in and needs no folder
            cmd=x,nodes=-4: `nodes` needs a number in range, not `-4`
            cmd=x,ponder=2: `ponder` is true or false, not `2`"#]]
        .assert_eq(
            &["cmd=x,startup=0", "builtin=random,dir=/", "cmd=x,nodes=-4", "cmd=x,ponder=2"].map(said).join("\n"),
        );
        let unlimited = EngineConfig::read("cmd=x").unwrap().check(&TimeControl::default());
        expect_test::expect![
            "engine `x` has no limit; give it or the tournament a `tc` like 10+0.1, movetime=500 or nodes=20000"
        ]
        .assert_eq(&unlimited.unwrap_err().to_string());
        assert!(EngineConfig::read("builtin=random").unwrap().check(&TimeControl::default()).is_ok());
    }
}
