//! Other engines at tables: each its own process for one seat of a game. When nobody waits for its answer any more,
//! since the game has moved on, ended or been removed, it is stopped and ends. Nobody else waits for that.

use super::says;
use crate::records::Reason;
use crate::sentence::{Sentence, foreign};
use crate::service::engines::DEFAULT_TIME;
use crate::service::hosted_game::EngineQuestion;
use crate::service::kept_game::SeatSetup;
use crate::tournament::clock::{ClockControl, Clocks, TimeControl};
use crate::tournament::engine::{EngineConfig, PlayerContext};
use crate::tournament::player::{Ask, Failure, MatchPlayer};
use crate::tournament::process::EngineDialect;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

/// The most processes that think, and the most that wait for their next turn.
const MAX_PROCESSES: usize = 16;
/// How long an engine may think beyond its time.
const HANG: Duration = Duration::from_secs(60);
/// How long the server's shutdown waits for them to end: longer than they are given.
const LAST_WAIT: Duration = Duration::from_secs(3);

/// An engine at a seat.
struct SeatedEngine {
    /// Its name on the command line.
    engine: String,
    player: Box<dyn MatchPlayer>,
}

/// A counter that is one larger as long as this lives, even if what it counts panics.
struct Counted(Arc<AtomicUsize>);

impl Counted {
    fn new(count: &Arc<AtomicUsize>) -> (Self, usize) {
        let before = count.fetch_add(1, SeqCst);
        (Self(count.clone()), before)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// The other engines.
pub struct OtherEngines {
    configs: Vec<EngineConfig>,
    /// The engines waiting for their next turn, by game and seat.
    idle: Mutex<HashMap<(String, usize), SeatedEngine>>,
    /// How many think.
    thinking: Arc<AtomicUsize>,
    /// How many are being ended.
    ending: Arc<AtomicUsize>,
}

impl OtherEngines {
    /// The engines of the command line.
    pub fn new(configs: Vec<EngineConfig>) -> Self {
        Self { configs, idle: Mutex::default(), thinking: Arc::default(), ending: Arc::default() }
    }

    /// Their names.
    pub fn names(&self) -> Vec<String> {
        self.configs.iter().map(EngineConfig::title).collect()
    }

    fn idle(&self) -> MutexGuard<'_, HashMap<(String, usize), SeatedEngine>> {
        self.idle.lock()
    }

    /// Ends engines, each in its own thread: one that does not respond takes a second.
    fn put_away(&self, engines: impl IntoIterator<Item = SeatedEngine>) {
        for engine in engines {
            let (counted, _) = Counted::new(&self.ending);
            let end = move || {
                drop(engine);
                drop(counted);
            };
            // Without a thread it ends here: what is not run is dropped.
            let _ = thread::Builder::new().name("put away".into()).spawn(end);
        }
    }

    /// Ends the waiting engines of a game.
    pub fn forget(&self, hosted: &str) {
        let forgotten: Vec<SeatedEngine> =
            self.idle().extract_if(|(known, _), _| known == hosted).map(|(_, engine)| engine).collect();
        self.put_away(forgotten);
    }

    /// Ends all engines. Those that think have been stopped.
    pub fn end(&self) {
        let all: Vec<SeatedEngine> = self.idle().drain().map(|(_, engine)| engine).collect();
        self.put_away(all);
        let begun = Instant::now();
        while self.thinking.load(SeqCst) + self.ending.load(SeqCst) > 0 && begun.elapsed() < LAST_WAIT {
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The turn to play, or a sentence about what went wrong. Empty if it was stopped.
    pub fn answer(&self, ask: &EngineQuestion) -> Result<String, Sentence> {
        let SeatSetup::Engine { engine, .. } = &ask.setup else {
            return Err(says::not_engines());
        };
        let config = self.configs.iter().find(|config| config.title() == *engine);
        let config = config.ok_or_else(|| says::no_engine(engine.as_str()))?;
        let (_counted, thinking) = Counted::new(&self.thinking);
        if thinking >= MAX_PROCESSES {
            return Err(says::too_many_engines(MAX_PROCESSES));
        }
        match self.ask(config, ask) {
            Ok(turn) => Ok(turn),
            Err(Failure::Halted) => Ok(String::new()),
            Err(Failure::Fault(_, what)) => Err(foreign(what)),
        }
    }

    /// The process at the seat of a question: the one that played there, or a new one.
    fn player(&self, config: &EngineConfig, ask: &EngineQuestion) -> Result<SeatedEngine, Failure> {
        let engine = config.title();
        let known = self.idle().remove(&(ask.hosted.clone(), ask.seat));
        match known {
            Some(mut known) if known.engine == engine => {
                known.player.heed(&ask.halt);
                return Ok(known);
            }
            // Somebody else has been put at the seat, or the seats were exchanged.
            other => self.put_away(other),
        }
        let fault = |error: String| Failure::Fault(Reason::Crash, error);
        let fresh = ask.line.session().map_err(|error| fault(error.to_string()))?;
        let options: Vec<(String, String)> =
            ask.line.options.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
        let dialect = EngineDialect::default();
        let context = PlayerContext { game_options: &options, hang: HANG, halt: &ask.halt, dialect, log: None };
        let mut player = config.player(fresh, &context).map_err(|error| fault(error.to_string()))?;
        player.new_game(ask.number)?;
        Ok(SeatedEngine { engine, player })
    }

    fn ask(&self, config: &EngineConfig, ask: &EngineQuestion) -> Result<String, Failure> {
        let fault = |error: String| Failure::Fault(Reason::Crash, error);
        if ask.line.start.is_some() {
            return Err(fault("other engines can only play from the start of a game".to_string()));
        }
        let session = ask.line.open().map_err(|error| fault(error.to_string()))?;
        // If it fails or was stopped, it ends here, before another is started for the same seat.
        let mut seated = self.player(config, ask)?;
        let control = |seat: usize| match &ask.remaining {
            Some(left) => {
                TimeControl { clock: Some(ClockControl::new(left[seat], ask.increment)), ..TimeControl::default() }
            }
            None => {
                let limits = config.tc.clone().unwrap_or_default();
                let chosen = ask.setup.time_ms().map(Duration::from_millis);
                let movetime = chosen.or(limits.movetime).or(limits.is_unlimited().then_some(DEFAULT_TIME));
                TimeControl { clock: None, movetime, ..limits }
            }
        };
        let clocks = Clocks::new((0..session.seats()).map(control).collect(), HANG);
        let question = Ask { turns: &ask.line.moves, seat: ask.seat, clocks: &clocks };
        let reply = seated.player.choose(&*session, &question)?;
        let mut idle = self.idle();
        // The caller has stopped the game's question before it lets go of the engines.
        if ask.halt.is_halted() {
            drop(idle);
            return Err(Failure::Halted);
        }
        let is_full = idle.len() >= MAX_PROCESSES;
        let other = idle.keys().next().cloned().filter(|_| is_full).and_then(|key| idle.remove(&key));
        idle.insert((ask.hosted.clone(), ask.seat), seated);
        drop(idle);
        self.put_away(other);
        Ok(reply.turn)
    }
}
