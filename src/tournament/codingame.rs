//! A player that speaks the lines of CodinGame's arenas: a process for each game, which is told the board of every turn, so
//! that it can play from openings.

use super::Error;
use super::clock::TimeControl;
use super::player::{Ask, Failure, MatchPlayer, PlayerReply};
use crate::arena::spelling::{Fault, read};
use crate::arena::table::first_stone;
use crate::arena::told::turn_lines;
use crate::arena::{ANSWER, ArenaGame, FIRST_ANSWER};
use crate::bots::contest::wants_list;
use crate::bots::process::{Asked, BotProcess};
use crate::lines::dialogue_log::ProcessLog;
use crate::records::{Reason, TurnInfo};
use crate::search::Halt;
use crate::session::Session;
use std::path::PathBuf;
use std::time::Duration;

/// How to start a program of an arena.
#[derive(Clone, Debug)]
pub struct ArenaLaunch {
    /// The game to play.
    pub game: ArenaGame,
    /// Its name.
    pub name: String,
    /// The program and its arguments; not empty.
    pub command: Vec<String>,
    /// The folder to start it in.
    pub dir: Option<PathBuf>,
    /// How long it may take for the answer before the game, instead of the arena's time.
    pub startup: Option<Duration>,
    /// How long it may think without a clock.
    pub hang: Duration,
    /// Where the dialogue is logged, with what it writes to stderr.
    pub log: Option<ProcessLog>,
}

/// The player.
pub struct ArenaPlayer {
    launch: ArenaLaunch,
    halt: Halt,
    bot: Option<BotProcess>,
    /// Whether it wants the list of actions.
    wants_actions: bool,
    has_answered: bool,
}

/// The times of an arena. Where the players are asked before the game, that is the answer with more time.
pub fn limits(game: ArenaGame) -> TimeControl {
    let first = Some(FIRST_ANSWER).filter(|_| !game.facts().has_actions);
    TimeControl { movetime: Some(ANSWER), first, ..TimeControl::default() }
}

/// Why a tournament of this game has no programs of arenas.
pub fn no_arena(game: &str) -> Error {
    Error::Request(format!("`proto=codingame` is for yavalath and yinsh, which have arenas, not for {game}"))
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault.kind.into(), fault.what)
    }
}

/// An answer without the time's being over, or what became of the question.
fn heard(asked: Asked) -> Result<(String, Duration), Failure> {
    asked.ok_or(Failure::Halted)?.map_err(Failure::from)
}

impl ArenaPlayer {
    /// A player that has not been started yet.
    pub fn new(launch: ArenaLaunch, halt: Halt) -> Self {
        Self { launch, halt, bot: None, wants_actions: true, has_answered: false }
    }

    /// Starts and ends it, to see that it can be started.
    ///
    /// # Errors
    /// [`Failure`] if it cannot.
    pub fn try_start(&mut self) -> Result<(), Failure> {
        self.start()?;
        self.rest();
        Ok(())
    }

    fn start(&mut self) -> Result<&mut BotProcess, Failure> {
        let ArenaLaunch { command, dir, log, .. } = &self.launch;
        Ok(self.bot.insert(BotProcess::start(command, dir.as_deref(), log.clone())?))
    }
}

impl MatchPlayer for ArenaPlayer {
    fn id(&self) -> &str {
        &self.launch.name
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), Failure> {
        self.rest();
        (self.wants_actions, self.has_answered) = (true, false);
        self.start().map(drop)
    }

    fn choose(&mut self, session: &dyn Session, ask: &Ask) -> Result<PlayerReply, Failure> {
        let game = self.launch.game;
        let legal = session.legal_turns();
        if legal == [PASS] {
            // No arena has it, so nobody can be asked.
            let turn = PASS.to_string();
            return Ok(PlayerReply { turn, ponder: None, info: TurnInfo::default(), time: Duration::ZERO });
        }
        let bot = self.bot.as_mut().ok_or_else(|| Failure::Fault(Reason::Crash, "the process has gone".to_string()))?;
        let number = format!("{}\n", ask.seat + 1);
        if game.facts().has_actions && !self.has_answered {
            let time = self.launch.startup.unwrap_or(FIRST_ANSWER);
            let (answer, _) = heard(bot.ask(number.clone(), time, &self.halt))?;
            self.wants_actions = wants_list(&answer)?;
        }
        let is_first = !std::mem::replace(&mut self.has_answered, true);
        let mut lines = turn_lines(game, session, self.wants_actions);
        if is_first && !game.facts().has_actions {
            lines = number + &lines;
        }
        let time = ask.clocks.deadline(ask.seat).unwrap_or(self.launch.hang);
        let (answer, time) = heard(bot.ask(lines, time, &self.halt))?;
        let turn = read(game, &answer, first_stone(session).as_deref())?;
        // A part of a turn is none, and the rules allow to leave out a row.
        if !legal.contains(&turn) && session.first_decision(&turn).is_ok() {
            return Err(Fault::illegal(format!("`{turn}` is not a whole turn")).into());
        }
        Ok(PlayerReply { turn, ponder: None, info: TurnInfo::default(), time })
    }

    fn ponder(&mut self, _ask: &Ask) -> Result<(), Failure> {
        Ok(())
    }

    fn rest(&mut self) {
        self.bot = None;
    }

    fn heed(&mut self, halt: &Halt) {
        self.halt = halt.clone();
    }
}

/// What our rules have where no ring can move.
const PASS: &str = "pass";
