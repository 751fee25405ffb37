//! An engine in its own process that speaks UGI, or UCI if it knows nothing else.

use super::declared::DeclaredOptions;
use super::player::{Ask, Failure, MatchPlayer, NO_TURN, PlayerReply};
use crate::lines::dialogue_log::ProcessLog;
use crate::lines::link::{Broken, FLOOD, InfoLines, Input, Link};
use crate::records::{Reason, TurnInfo};
use crate::search::Halt;
use crate::session::Session;
use crate::text::one_line;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

/// How to start an engine and how to treat it.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// The folder to start it in.
    pub dir: Option<PathBuf>,
    /// The game to play, which is set in engines that have an option `Game`.
    pub game: String,
    /// The options of the game.
    pub game_options: Vec<(String, String)>,
    /// The options of the engine.
    pub options: Vec<(String, String)>,
    /// How long it may take to get ready, for the first game and for each later one.
    pub startup: Duration,
    /// How long it may think without a clock.
    pub hang: Duration,
    /// The protocol it is known to speak.
    pub dialect: EngineDialect,
    /// Where the dialogue is logged.
    pub log: Option<ProcessLog>,
}

/// The protocol of an engine.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum EngineDialect {
    /// UGI, as far as known. An engine that does not answer `ugi` is also asked `uci`.
    #[default]
    Ugi,
    /// UCI.
    Uci,
}

impl EngineDialect {
    fn new_game(self) -> &'static str {
        match self {
            Self::Ugi => "uginewgame",
            Self::Uci => "ucinewgame",
        }
    }

    /// The words after `go`, from those of UGI.
    fn go_words(self, words: String) -> String {
        /// UCI has two clocks.
        const CLOCKS: [(&str, &str); 4] =
            [("p1time", "wtime"), ("p1inc", "winc"), ("p2time", "btime"), ("p2inc", "binc")];
        match self {
            Self::Ugi => words,
            Self::Uci => CLOCKS.into_iter().fold(words, |words, (ugi, uci)| words.replace(ugi, uci)),
        }
    }
}

/// What an engine says about itself.
#[derive(Default)]
struct Introduction {
    id: String,
    declared: DeclaredOptions,
}

impl Introduction {
    /// Reads a line; returns the dialect if it is the last one.
    fn read(&mut self, line: &str) -> Option<EngineDialect> {
        if let Some(name) = line.strip_prefix("id name ") {
            self.id = one_line(name);
        }
        self.declared.read(line);
        match line {
            "ugiok" => Some(EngineDialect::Ugi),
            "uciok" => Some(EngineDialect::Uci),
            _ => None,
        }
    }
}

/// How often a wait checks whether the tournament is being stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// An engine that has not answered `ugi` for this long is also asked `uci`.
const UCI_AFTER: Duration = Duration::from_secs(1);

/// The engine. It is started when first needed, and again after a failure.
pub struct Process {
    launch: Launch,
    halt: Halt,
    link: Option<Link>,
    dialect: EngineDialect,
    id: String,
    declared: DeclaredOptions,
    /// The `info string` lines while it was set up.
    warnings: Vec<String>,
    /// The turns it is pondering on.
    pondering: Option<Vec<String>>,
    /// Whether the `readyok` that separates the answer to the last `go` from everything before it is still to be read.
    unparted: bool,
}

/// What was read from a line, when it came, and the summary of the `info` lines before it.
type Heard<T> = (T, Instant, TurnInfo);

/// Why no line was accepted in time.
enum Late {
    /// Nothing came.
    Silent,
    /// Other lines came and keep coming.
    Talking,
}

/// How long to wait for an answer, and what its absence means.
#[derive(Clone, Copy)]
struct Wait<'a> {
    patience: Duration,
    overdue: Reason,
    what: &'a str,
}

impl Process {
    /// An engine that has not been started yet.
    pub fn new(launch: Launch, halt: Halt) -> Self {
        Self {
            dialect: launch.dialect,
            launch,
            halt,
            link: None,
            id: String::new(),
            declared: DeclaredOptions::default(),
            warnings: Vec::new(),
            pondering: None,
            unparted: false,
        }
    }

    /// Starts the process and sets its options, if that has not been done.
    ///
    /// # Errors
    /// [`Failure`] if it cannot be started or does not get ready in time.
    pub fn start(&mut self) -> Result<(), Failure> {
        if self.link.is_some() {
            return Ok(());
        }
        let [program, arguments @ ..] = &self.launch.command[..] else {
            return Err(Failure::Fault(Reason::Crash, "no program to start is given".to_string()));
        };
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(dir) = &self.launch.dir {
            if !dir.is_dir() {
                let what = format!("the folder `{}` to start it in does not exist", dir.display());
                return Err(Failure::Fault(Reason::Crash, what));
            }
            command.current_dir(dir);
        }
        let link = Link::start_logged(command, InfoLines::Summed, self.launch.log.clone());
        let link = link.map_err(|e| Failure::Fault(Reason::Crash, format!("`{program}` could not be started: {e}")))?;
        self.link = Some(link);
        self.unparted = false;
        self.handshake()
    }

    /// The options that the engine has declared.
    pub fn declared(&self) -> &DeclaredOptions {
        &self.declared
    }

    /// The engine's protocol, once it has been started.
    pub fn dialect(&self) -> EngineDialect {
        self.dialect
    }

    /// What the engine reported during setup, such as an unknown option.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn handshake(&mut self) -> Result<(), Failure> {
        self.hello()?;
        let mut text = String::new();
        let knows_game = self.declared.has("Game");
        if knows_game {
            text += &format!("setoption name Game value {}\n", self.launch.game);
        }
        for (name, value) in self.launch.game_options.iter().chain(&self.launch.options) {
            text += &format!("setoption name {name} value {value}\n");
        }
        let mut warnings = Vec::new();
        if self.dialect == EngineDialect::Uci {
            warnings.push("it speaks UCI, not UGI: it gets `ucinewgame`, and `wtime` for `p1time`".to_string());
        }
        self.send(text + "isready\n")?;
        let ready = Wait { patience: self.launch.startup, overdue: Reason::Hang, what: "`readyok`" };
        self.await_line(&ready, |line| {
            warnings.extend(line.strip_prefix("info string ").map(one_line));
            (line == "readyok").then_some(())
        })?;
        self.warnings = warnings;
        // It may have other options in another game.
        if knows_game && self.launch.options.iter().any(|(name, _)| !self.declared.has(name)) {
            self.hello()?;
        }
        Ok(())
    }

    /// Asks for the name and the options, in UCI if the engine does not answer `ugi`.
    fn hello(&mut self) -> Result<(), Failure> {
        let mut introduction = Introduction::default();
        let hello = Wait { patience: self.launch.startup, overdue: Reason::Hang, what: "`ugiok`" };
        let mut found = None;
        if self.dialect == EngineDialect::Ugi {
            self.send("ugi\n".to_string())?;
            let first = Wait { patience: UCI_AFTER.min(hello.patience / 2), ..hello };
            // Some say at once that they know no such command.
            let heard = self.listen(&first, |line| match introduction.read(line) {
                None if line.to_ascii_lowercase().contains("ugi") && !line.starts_with("id ") => Some(None),
                None => None,
                dialect => Some(dialect),
            })?;
            found = heard.ok().and_then(|(dialect, ..)| dialect);
        }
        self.dialect = match found {
            Some(dialect) => dialect,
            None => {
                self.send("uci\n".to_string())?;
                self.await_line(&hello, |line| introduction.read(line))?.0
            }
        };
        (self.id, self.declared) = (introduction.id, introduction.declared);
        Ok(())
    }

    fn send(&mut self, text: String) -> Result<(), Failure> {
        match self.link.as_ref().map_or(Err(Broken::Closed), |link| link.send(text)) {
            Ok(()) => Ok(()),
            Err(Broken::NotReading | Broken::TimedOut) => {
                Err(self.fail(Reason::Hang, "the engine does not read its input"))
            }
            Err(Broken::Closed) => Err(self.fail_ended()),
        }
    }

    /// Ends a failed process, so that the next game starts a new one.
    fn fail(&mut self, reason: Reason, detail: impl Into<String>) -> Failure {
        self.pondering = None;
        if let Some(link) = self.link.take() {
            link.end(false);
        }
        Failure::Fault(reason, detail.into())
    }

    fn fail_ended(&mut self) -> Failure {
        let how = self.link.as_mut().map_or_else(|| "the process has gone".to_string(), Link::exit_text);
        self.fail(Reason::Crash, how)
    }

    /// Reads lines until `accept` takes one; an engine that sends none in time has failed.
    fn await_line<T>(&mut self, wait: &Wait, accept: impl FnMut(&str) -> Option<T>) -> Result<Heard<T>, Failure> {
        let Wait { patience, overdue, what } = *wait;
        let detail = match self.listen(wait, accept)? {
            Ok(heard) => return Ok(heard),
            Err(Late::Silent) => format!("no {what} within {:.3} s", patience.as_secs_f64()),
            Err(Late::Talking) => format!("much output, but no {what} in time"),
        };
        Err(self.fail(overdue, detail))
    }

    /// Reads lines until `accept` takes one or the time is over.
    fn listen<T>(
        &mut self,
        wait: &Wait,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<Result<Heard<T>, Late>, Failure> {
        let started = Instant::now();
        let mut bytes = 0;
        loop {
            let left = wait.patience.saturating_sub(started.elapsed());
            let input = self.link.as_ref().map_or(Err(Broken::Closed), |link| link.receive(left.min(POLL_INTERVAL)));
            if self.halt.is_halted() {
                return Err(Failure::Halted);
            }
            match input {
                Ok(Input::Line { text, when, info }) => {
                    bytes += text.len() + 1;
                    if let Some(found) = accept(&text) {
                        return Ok(Ok((found, when, info)));
                    }
                }
                Ok(Input::TooLong | Input::Flood) => bytes = FLOOD + 1,
                Ok(Input::NotText) => return Err(self.fail(Reason::Garbage, "a line is not UTF-8 text")),
                Err(Broken::Closed | Broken::NotReading) => return Err(self.fail_ended()),
                Err(Broken::TimedOut) if !left.is_zero() => {}
                Err(Broken::TimedOut) => return Ok(Err(Late::Silent)),
            }
            if bytes > FLOOD {
                return Err(self.fail(Reason::Flood, format!("too much output before {}", wait.what)));
            }
            // Output without end is as late as none.
            if left.is_zero() {
                return Ok(Err(Late::Talking));
            }
        }
    }

    fn position(turns: &[String]) -> String {
        let mut text = "position startpos".to_string();
        if !turns.is_empty() {
            text += " moves";
            turns.iter().for_each(|turn| {
                text.push(' ');
                text += turn;
            });
        }
        text + "\n"
    }

    /// Asks for a turn. `isready` is sent first: anything that an engine says between its turns, such as `info` lines
    /// after `bestmove` or a second `bestmove`, comes before `readyok` and belongs to no turn.
    fn ask(&mut self, ask: &Ask, ponder: &str) -> Result<(), Failure> {
        let position = Self::position(ask.turns);
        let words = self.dialect.go_words(ask.clocks.go_words(ask.seat));
        self.send(format!("isready\n{position}go{ponder}{words}\n"))?;
        self.unparted = true;
        Ok(())
    }

    /// Reads until the answer of a search.
    fn answer(&mut self, patience: Option<Duration>) -> Result<(PlayerReply, Instant), Failure> {
        let (patience, overdue) = match patience {
            Some(patience) => (patience, Reason::Time),
            None => (self.launch.hang, Reason::Hang),
        };
        let mut wait = Wait { patience, overdue, what: "`bestmove`" };
        if std::mem::take(&mut self.unparted) {
            let started = Instant::now();
            self.await_line(&wait, |line| (line == "readyok").then_some(()))?;
            wait.patience = patience.saturating_sub(started.elapsed());
        }
        let (words, when, info) = self.await_line(&wait, |line| {
            let mut words = line.split_whitespace();
            // Chess engines write `(none)` for no turn.
            let word = |word: &str| if word == "(none)" { NO_TURN.to_string() } else { word.to_string() };
            (words.next() == Some("bestmove")).then(|| words.map(word).collect::<Vec<_>>())
        })?;
        let (turn, ponder) = match &words[..] {
            [turn, word, ponder, ..] if word == "ponder" && ponder != NO_TURN => (turn.clone(), Some(ponder.clone())),
            [turn, ..] => (turn.clone(), None),
            [] => return Err(self.fail(Reason::Garbage, "`bestmove` without a move")),
        };
        Ok((PlayerReply { turn, ponder, info, time: Duration::ZERO }, when))
    }

    fn stop_pondering(&mut self) -> Result<(), Failure> {
        if self.pondering.take().is_some() {
            self.send("stop\n".to_string())?;
            self.answer(Some(self.launch.startup))?;
        }
        Ok(())
    }
}

impl MatchPlayer for Process {
    fn id(&self) -> &str {
        &self.id
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        self.start()?;
        self.stop_pondering()?;
        self.send(format!("{}\nisready\n", self.dialect.new_game()))?;
        let ready = Wait { patience: self.launch.startup, overdue: Reason::Hang, what: "`readyok`" };
        self.await_line(&ready, |line| (line == "readyok").then_some(()))?;
        Ok(())
    }

    fn choose(&mut self, _session: &dyn Session, ask: &Ask) -> Result<PlayerReply, Failure> {
        let hit = self.pondering.take_if(|turns| turns == ask.turns).is_some();
        if !hit {
            self.stop_pondering()?;
        }
        let started = Instant::now();
        match hit {
            true => self.send("ponderhit\n".to_string())?,
            false => self.ask(ask, "")?,
        }
        let (mut reply, when) = self.answer(ask.clocks.deadline(ask.seat))?;
        // An answer from before `ponderhit`, which only a confused engine gives, took no time.
        reply.time = when.saturating_duration_since(started);
        Ok(reply)
    }

    fn ponder(&mut self, ask: &Ask) -> Result<(), Failure> {
        self.ask(ask, " ponder")?;
        self.pondering = Some(ask.turns.to_vec());
        Ok(())
    }

    fn rest(&mut self) {
        // If that fails, the next game will find out.
        let _ = self.stop_pondering();
    }

    fn heed(&mut self, halt: &Halt) {
        self.halt = halt.clone();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(link) = self.link.take() {
            link.end(true);
        }
    }
}
