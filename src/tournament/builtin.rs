//! The players of this engine, in the same process: random turns, and its searches.

use super::Error;
use super::clock::TimeControl;
use super::player::{Ask, Failure, MatchPlayer, PlayerReply};
use crate::board::bits::Rng;
use crate::option_files::MachineFiles;
use crate::options::{EngineOption, EngineOptions, OPTIONS, OptionEffect, SEARCHES, SearchChoice};
use crate::records::{Reason, TurnInfo};
use crate::search::{Halt, STACK_SIZE, SearchControl};
use crate::session::{ProofUse, SearchRequest, SearchResult, Session};
use crate::text::nearest;
use crate::version::ENGINE_ID;
use rand::SeedableRng;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

/// A built-in player, named instead of a command: `random`, `quintet`, `mcts:2000`, `alphabeta:depth=6`.
#[derive(Clone, Debug, PartialEq)]
pub struct Builtin {
    /// The search; `None`: uniformly random decisions.
    search: Option<SearchChoice>,
    /// The limits after the name, instead of those of the tournament.
    pub limits: Option<TimeControl>,
}

impl Builtin {
    /// Reads a name with its limits, separated by colons: `NAME`, `NAME:NODES`, `NAME:depth=6:movetime=100`.
    ///
    /// # Errors
    /// [`Error::Request`] for a name or limit that does not exist.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default().trim();
        let search = match name {
            "random" => None,
            "quintet" => Some(SearchChoice::Auto),
            _ => Some(SearchChoice::named(name).ok_or_else(|| {
                let names = SEARCHES.join(", ");
                Error::request(format!("the built-in players are random, quintet, {names}, not `{name}`"))
            })?),
        };
        let mut limits = TimeControl::default();
        for part in parts {
            match part.split_once('=') {
                Some((key, value)) => limits.set(key, value)?,
                None if part.contains('+') => limits.set("tc", part)?,
                None => limits.set("nodes", part)?,
            }
        }
        if search.is_none() && !limits.is_unlimited() {
            return Err(Error::request(format!("`random` does not think, so `{text}` cannot limit it")));
        }
        Ok(Self { search, limits: Some(limits.checked()?).filter(|limits| !limits.is_unlimited()) })
    }

    /// Whether the player needs no limits.
    pub fn is_random(&self) -> bool {
        self.search.is_none()
    }

    /// The player, with a session of its own.
    ///
    /// # Errors
    /// [`Error::Request`] for an option that does not exist.
    pub fn player(
        &self,
        mut session: Box<dyn Session>,
        options: &[(String, String)],
        halt: &Halt,
    ) -> Result<Box<dyn MatchPlayer>, Error> {
        let Some(search) = self.search else {
            if let Some((name, _)) = options.first() {
                return Err(Error::request(format!("`random` has no option `{name}`")));
            }
            return Ok(Box::new(Random(Rng::seed_from_u64(0))));
        };
        // Sixteen MiB are enough for fast games, of which many may run, and are cleared before each.
        let mut settings = EngineOptions { search, hash: 16, ..EngineOptions::default() };
        let mut seeded = false;
        for (name, value) in options {
            match settings
                .set(&mut *session, (name, value), &MachineFiles)
                .map_err(|error| unknown_option(error.to_string(), name, &*session))?
            {
                // A number that steers the search; all is forgotten before each game anyway.
                OptionEffect::Clear if EngineOption::named(name).is_none() => {}
                OptionEffect::Game(_) | OptionEffect::Log(_) | OptionEffect::NoFiles | OptionEffect::Clear => {
                    return Err(Error::request(format!("a built-in player has no option `{name}`")));
                }
                OptionEffect::None | OptionEffect::Prepare => seeded |= name.eq_ignore_ascii_case("seed"),
            }
        }
        let halt = halt.clone();
        Ok(Box::new(Searcher { session, options: settings, seeded, turns: Vec::new(), halt, pondering: None }))
    }
}

/// The error for an option that cannot be set, with the name that may have been meant.
fn unknown_option(mut sentence: String, name: &str, session: &dyn Session) -> Error {
    let of_game: Vec<&str> = session.options().iter().map(|option| option.name).collect();
    if EngineOption::named(name).is_none()
        && let Some(known) = nearest(name, OPTIONS.iter().map(|option| option.name).chain(of_game))
    {
        sentence += &format!("; did you mean `{known}`?");
    }
    Error::Request(sentence)
}

/// Plays uniformly random decisions.
struct Random(Rng);

impl MatchPlayer for Random {
    fn id(&self) -> &str {
        ENGINE_ID
    }

    fn new_game(&mut self, seed: u64) -> Result<(), Failure> {
        self.0 = Rng::seed_from_u64(seed);
        Ok(())
    }

    fn choose(&mut self, session: &dyn Session, _ask: &Ask) -> Result<PlayerReply, Failure> {
        let started = Instant::now();
        let turn = session.random_turn(&mut self.0);
        Ok(PlayerReply { turn, ponder: None, info: TurnInfo::default(), time: started.elapsed() })
    }

    fn ponder(&mut self, _ask: &Ask) -> Result<(), Failure> {
        Ok(())
    }

    fn rest(&mut self) {}

    fn heed(&mut self, _: &Halt) {}
}

/// Searches.
struct Searcher {
    session: Box<dyn Session>,
    options: EngineOptions,
    /// Whether the seed was given, so that it does not change from game to game.
    seeded: bool,
    /// The turns that have been played in the session.
    turns: Vec<String>,
    halt: Halt,
    pondering: Option<Pondering>,
}

/// A search on the opponent's time.
struct Pondering {
    turns: Vec<String>,
    control: Arc<SearchControl>,
    stop: Box<dyn Fn() + Send>,
    search: JoinHandle<(SearchResult, TurnInfo)>,
}

impl Searcher {
    /// Brings the session to the position after `turns`.
    fn follow(&mut self, turns: &[String]) -> Result<(), Failure> {
        let new = match turns.strip_prefix(&self.turns[..]) {
            Some(new) => new.iter().try_for_each(|turn| self.session.play(turn).map(drop)),
            None => self.session.set_position(None, turns),
        };
        self.turns = turns.to_vec();
        // The referee has played them before; a defect of ours must not stop the tournament.
        new.map_err(|error| Failure::Fault(Reason::Crash, error.to_string()))
    }

    fn prepare(&mut self, ask: &Ask, ponder: bool) -> Result<Prepared, Failure> {
        self.follow(ask.turns)?;
        let mut limits = ask.clocks.limits(ask.seat);
        limits.ponder = ponder;
        let stop_token = self.halt.stops().token();
        let request = SearchRequest {
            limits,
            stop_token: stop_token.clone(),
            overhead: self.options.overhead,
            settings: self.options.settings(&*self.session),
            book: true,
            proofs: ProofUse::Play,
            ..SearchRequest::default()
        };
        let search = self.session.search(request);
        let (control, job) = search.map_err(|error| Failure::Fault(Reason::Crash, error.to_string()))?;
        Ok(Prepared { control, stop: Box::new(move || stop_token.stop()), job })
    }

    fn stop_pondering(&mut self) {
        if let Some(pondering) = self.pondering.take() {
            (pondering.stop)();
            // What it would have played does not matter, nor does a defect in it.
            let _ = pondering.search.join();
        }
    }
}

/// A search that is ready to run.
struct Prepared {
    control: Arc<SearchControl>,
    stop: Box<dyn Fn() + Send>,
    job: crate::session::SearchJob,
}

/// Runs a search; returns its result and its last report.
fn think(job: crate::session::SearchJob) -> (SearchResult, TurnInfo) {
    let (mut depth, mut nodes) = (None, None);
    let found = job(&mut |report| (depth, nodes) = (Some(report.info.depth), Some(report.info.nodes)));
    let score = Some(found.verdict.into());
    (found, TurnInfo { score, depth, nodes, time_ms: None })
}

impl MatchPlayer for Searcher {
    fn id(&self) -> &str {
        ENGINE_ID
    }

    fn new_game(&mut self, seed: u64) -> Result<(), Failure> {
        self.rest();
        if !self.seeded {
            self.options.seed = seed;
        }
        self.session.new_game();
        self.turns.clear();
        self.session.forget(&self.options.settings(&*self.session));
        Ok(())
    }

    fn choose(&mut self, _session: &dyn Session, ask: &Ask) -> Result<PlayerReply, Failure> {
        let started = Instant::now();
        let hit = self.pondering.take_if(|pondering| pondering.turns == ask.turns);
        let (found, info) = match hit {
            Some(pondering) => {
                pondering.control.ponder_hit();
                pondering
                    .search
                    .join()
                    .map_err(|_| Failure::Fault(Reason::Crash, "the search has a defect and gave up".to_string()))?
            }
            None => {
                self.stop_pondering();
                think(self.prepare(ask, false)?.job)
            }
        };
        if self.halt.is_halted() {
            return Err(Failure::Halted);
        }
        Ok(PlayerReply { turn: found.best, ponder: found.ponder, info, time: started.elapsed() })
    }

    fn ponder(&mut self, ask: &Ask) -> Result<(), Failure> {
        self.stop_pondering();
        let Prepared { control, stop, job } = self.prepare(ask, true)?;
        let search = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || think(job));
        // Without a thread to spare it does not ponder.
        let pondering = |search| Pondering { turns: ask.turns.to_vec(), control, stop, search };
        self.pondering = search.ok().map(pondering);
        Ok(())
    }

    fn rest(&mut self) {
        self.stop_pondering();
    }

    fn heed(&mut self, halt: &Halt) {
        self.halt = halt.clone();
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.stop_pondering();
    }
}
