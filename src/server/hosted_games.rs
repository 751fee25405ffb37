//! All games: the open ones and the store of all; their questions to engines, and who sees changes.

mod shelf;
mod trees;

use super::machine::ThisMachine;
use super::open_hosted::{GameNews, OpenHosted};
use super::other_engines::OtherEngines;
use super::store::SqliteStore;
use crate::desk::engines::{AskQueue, MAX_TIME_MS, OwnPlayer, SearchCaps};
use crate::desk::error::DeskError;
use crate::desk::hosted_game::{EngineQuestion, HostedGame, NewGame, Who};
use crate::desk::kept_game::SeatSetup;
use crate::desk::machine::SharedMachine;
use crate::desk::names::random_name;
use crate::desk::says;
use crate::desk::store::Store as _;
use crate::desk::view::SharedView;
use crate::options::EngineOptions;
use crate::search::STACK_SIZE;
use crate::sentence::Sentence;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::thread;
use std::time::{Duration, Instant};

/// The most open games; beyond that, those that nobody watches are only in the store.
const MAX_OPEN: usize = 512;
/// The most games that are kept.
const MAX_KEPT: usize = 100_000;
/// How often the clocks are checked.
const TICK: Duration = Duration::from_millis(50);
/// After this many of these, the state of running clocks is kept, so that a killed server loses at most two seconds of
/// a turn.
const KEPT_TICKS: u64 = 40;
/// The longest clock, and the longest pace, in milliseconds.
const MAX_CLOCK_MS: u64 = 24 * 3_600_000;

/// All games.
pub struct HostedGames {
    open: Mutex<HashMap<String, Arc<OpenHosted>>>,
    store: SqliteStore,
    asks: AskQueue,
    others: OtherEngines,
    caps: SearchCaps,
    machine: SharedMachine,
}

impl HostedGames {
    /// The games of a store, with threads that answer for engines.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(store: SqliteStore, others: OtherEngines, caps: SearchCaps) -> io::Result<Arc<Self>> {
        let games = Arc::new(Self {
            open: Mutex::default(),
            store,
            asks: AskQueue::default(),
            others,
            caps,
            machine: Arc::new(ThisMachine::default()),
        });
        for _ in 0..caps.threads {
            let games = games.clone();
            let work = move || games.answer_asks();
            thread::Builder::new().name("player".into()).stack_size(STACK_SIZE).spawn(work)?;
        }
        let clocks = games.clone();
        thread::Builder::new().name("clocks".into()).spawn(move || clocks.watch_clocks())?;
        Ok(games)
    }

    /// The other engines.
    pub fn others(&self) -> &OtherEngines {
        &self.others
    }

    /// The machine that they are on.
    pub fn machine(&self) -> &SharedMachine {
        &self.machine
    }

    /// The limits of a search.
    pub fn caps(&self) -> SearchCaps {
        self.caps
    }

    fn open_games(&self) -> MutexGuard<'_, HashMap<String, Arc<OpenHosted>>> {
        self.open.lock()
    }

    /// Starts a new game; returns the result of `see` on it.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if it is impossible, [`DeskError::TooMuch`] if there are too many.
    pub fn create<T>(&self, new: NewGame, see: impl FnOnce(&HostedGame) -> T) -> Result<T, DeskError> {
        self.check(&new)?;
        if self.store.count()? >= MAX_KEPT {
            return Err(DeskError::TooMuch(says::too_many_games(MAX_KEPT)));
        }
        let id = random_name(&*self.machine, 12).map_err(DeskError::Broken)?;
        let hosted = HostedGame::new(id.clone(), new, self.machine.clone())?;
        self.keep(&hosted)?;
        let open = Arc::new(OpenHosted::new(hosted));
        self.make_room();
        self.open_games().insert(id, open.clone());
        let mut hosted = open.lock();
        self.ask_next(&mut hosted);
        Ok(see(&hosted))
    }

    /// Checks that the request makes sense.
    fn check(&self, new: &NewGame) -> Result<(), DeskError> {
        let mut session = new.line.session()?;
        for setup in &new.seats {
            self.check_seat(setup, &mut *session)?;
        }
        let clock = new.clock.map_or((1, 0), |clock| (clock.base_ms, clock.increment_ms));
        if clock.0 == 0 || clock.0.max(clock.1) > MAX_CLOCK_MS || new.pace_ms > MAX_CLOCK_MS {
            return Err(DeskError::Refused(says::clock()));
        }
        let has_other = new.seats.iter().any(|setup| matches!(setup, SeatSetup::Engine { .. }));
        if has_other && new.line.start.is_some() {
            return Err(DeskError::Refused(says::only_from_start()));
        }
        Ok(())
    }

    fn check_seat(&self, setup: &SeatSetup, session: &mut dyn crate::session::Session) -> Result<(), DeskError> {
        if setup.time_ms().is_some_and(|millis| !(1..=MAX_TIME_MS).contains(&millis)) {
            return Err(DeskError::Refused(says::turn_time(MAX_TIME_MS)));
        }
        match setup {
            SeatSetup::Person { .. } => Ok(()),
            SeatSetup::Quintet { options, .. } => self.caps.apply(&mut EngineOptions::default(), session, options),
            SeatSetup::Engine { engine, .. } if self.others.has(engine) => Ok(()),
            SeatSetup::Engine { engine, .. } => {
                let name = crate::text::shorten(engine);
                Err(DeskError::Refused(says::no_engine(name.as_str())))
            }
        }
    }

    /// Changes who sits at a seat, from 1; returns the result of `see` on the game.
    ///
    /// # Errors
    /// [`DeskError`] if that is impossible.
    pub fn set_seat<T>(
        &self,
        id: &str,
        seat: usize,
        setup: SeatSetup,
        (who, see): (Who<'_>, impl FnOnce(&HostedGame) -> T),
    ) -> Result<T, DeskError> {
        self.change(id, |hosted| {
            hosted.check_seat(who, seat)?;
            let mut session = hosted.record().line().session()?;
            self.check_seat(&setup, &mut *session)?;
            hosted.set_seat(seat, setup)
        })?;
        // Who sat there before plays no more.
        self.others.forget(id);
        self.see(id, see)
    }

    fn find(&self, id: &str) -> Result<Arc<OpenHosted>, DeskError> {
        if let Some(open) = self.open_games().get(id) {
            open.note_use();
            return Ok(open.clone());
        }
        let record = self.store.load(id)?.ok_or_else(missing)?;
        let mut hosted = HostedGame::reopened(record, self.machine.clone())?;
        hosted.set_tree_version(self.store.tree_version(id)?);
        let opened = Arc::new(OpenHosted::new(hosted));
        self.make_room();
        // Another may have opened it meanwhile.
        let open = self.open_games().entry(id.to_string()).or_insert(opened).clone();
        self.ask_next(&mut open.lock());
        Ok(open)
    }

    /// Closes the least recently used games, if there are too many and nobody watches them.
    fn make_room(&self) {
        let mut open = self.open_games();
        if open.len() < MAX_OPEN {
            return;
        }
        let is_free =
            |hosted: &Arc<OpenHosted>| !hosted.is_watched() && hosted.try_lock().is_some_and(|hosted| hosted.is_idle());
        let mut free: Vec<(Instant, String)> =
            open.iter().filter(|(_, hosted)| is_free(hosted)).map(|(id, hosted)| (hosted.used(), id.clone())).collect();
        free.sort();
        for (_, id) in free.into_iter().take(MAX_OPEN / 8) {
            open.remove(&id);
            self.others.forget(&id);
        }
    }

    /// The result of `see` on a game.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is none.
    pub fn see<T>(&self, id: &str, see: impl FnOnce(&HostedGame) -> T) -> Result<T, DeskError> {
        Ok(see(&self.find(id)?.lock()))
    }

    /// The view of a game now, and its later changes.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is none.
    pub fn watch(&self, id: &str) -> Result<(SharedView, GameNews), DeskError> {
        self.find(id)?.watch()
    }

    /// Changes a game, stores it, notifies its watchers, and asks the engine whose turn it is then.
    ///
    /// # Errors
    /// The error of `change`, or [`DeskError::Broken`] if it cannot be stored.
    pub fn change<T>(
        &self,
        id: &str,
        change: impl FnOnce(&mut HostedGame) -> Result<T, DeskError>,
    ) -> Result<T, DeskError> {
        let open = self.find(id)?;
        let mut hosted = open.lock();
        if open.removed.load(SeqCst) {
            return Err(missing());
        }
        // Nobody acts after their time, whoever looks first.
        if hosted.check_time() {
            let kept = self.keep(&hosted);
            self.others.forget(id);
            open.report(&hosted);
            kept?;
        }
        hosted.note_time();
        let before = hosted.record().clone();
        let changed = change(&mut hosted)?;
        if let Err(error) = self.keep(&hosted) {
            // What cannot be kept has not happened: nobody may see a turn that a restart takes back.
            hosted.go_back(before)?;
            self.ask_next(&mut hosted);
            open.report(&hosted);
            return Err(error);
        }
        self.ask_next(&mut hosted);
        if hosted.ended().is_some() {
            self.others.forget(id);
        }
        open.report(&hosted);
        Ok(changed)
    }

    fn keep(&self, hosted: &HostedGame) -> Result<(), DeskError> {
        let ended = hosted.ended().map(|ended| ended.sentence);
        self.store.save(hosted.record(), ended.as_deref())
    }

    /// Asks the engine whose turn it is.
    fn ask_next(&self, hosted: &mut HostedGame) {
        if let Some(ask) = hosted.next_ask() {
            self.asks.push(ask);
        }
    }

    /// Answers questions to engines, as one of several threads.
    fn answer_asks(self: &Arc<Self>) {
        let mut own = OwnPlayer::new(self.caps);
        while let Some(ask) = self.asks.take() {
            let begun = Instant::now();
            self.engine_thinks(&ask, true);
            if matches!(ask.setup, SeatSetup::Engine { .. }) {
                // A process that thinks must not hold up anybody else.
                let asked = ask.clone();
                self.apart(&ask, move |games| {
                    let answer = catch_unwind(AssertUnwindSafe(|| games.others.answer(&asked)));
                    games.engine_thinks(&asked, false);
                    thread::sleep(asked.pace.saturating_sub(begun.elapsed()));
                    games.answered(&asked, answer.unwrap_or_else(|_| Err(says::engine_gave_up())));
                });
                continue;
            }
            let answer = catch_unwind(AssertUnwindSafe(|| own.answer(&ask))).unwrap_or_else(|_| {
                own = OwnPlayer::new(self.caps);
                Err(says::engine_gave_up())
            });
            let rest = ask.pace.saturating_sub(begun.elapsed());
            if rest.is_zero() {
                self.answered(&ask, answer);
                continue;
            }
            self.engine_thinks(&ask, false);
            let asked = ask.clone();
            self.apart(&ask, move |games| {
                thread::sleep(rest);
                games.answered(&asked, answer);
            });
        }
    }

    /// Does slow work in its own thread.
    fn apart(self: &Arc<Self>, ask: &EngineQuestion, work: impl FnOnce(&Self) + Send + 'static) {
        let games = self.clone();
        if let Err(error) = thread::Builder::new().name("player".into()).spawn(move || work(&games)) {
            self.answered(ask, Err(says::no_thread(error.to_string())));
        }
    }

    /// Notes that an engine starts to think, or has finished and waits until its turn may be seen.
    fn engine_thinks(&self, ask: &EngineQuestion, thinks: bool) {
        let Ok(open) = self.find(&ask.hosted) else { return };
        let mut hosted = open.lock();
        if hosted.engine_thinks(ask.number, thinks) {
            open.report(&hosted);
        }
    }

    fn answered(&self, ask: &EngineQuestion, answer: Result<String, Sentence>) {
        // A search that was stopped is no longer waited for; a game may have been removed meanwhile.
        let kept = self.change(&ask.hosted, |hosted| match hosted.answered(ask.number, answer) {
            true => Ok(()),
            false => Err(DeskError::Stale),
        });
        // A turn that cannot be kept is not played; the engine waits until somebody has it go on.
        if let (Err(DeskError::Broken(what)), Ok(open)) = (kept, self.find(&ask.hosted)) {
            let mut hosted = open.lock();
            hosted.fail(&what);
            open.report(&hosted);
        }
    }

    /// Ends games in which somebody's time has run out, and stores running clocks now and then.
    fn watch_clocks(&self) {
        for tick in 1_u64.. {
            thread::sleep(TICK);
            if tick.is_multiple_of(KEPT_TICKS) {
                self.keep_clocks();
            }
            let running: Vec<String> = {
                let open = self.open_games();
                let runs = |hosted: &Arc<OpenHosted>| {
                    hosted.try_lock().is_some_and(|hosted| {
                        hosted.running().zip(hosted.remaining_ms()).is_some_and(|(seat, left)| left[seat - 1] == 0)
                    })
                };
                open.iter().filter(|(_, hosted)| runs(hosted)).map(|(id, _)| id.clone()).collect()
            };
            for id in running {
                let _ = self.change(&id, |hosted| if hosted.check_time() { Ok(()) } else { Err(DeskError::Stale) });
            }
        }
    }

    /// Stores running clocks. If the disk is full, the next time will do.
    fn keep_clocks(&self) {
        let open: Vec<Arc<OpenHosted>> = self.open_games().values().cloned().collect();
        for open in open {
            let mut hosted = open.lock();
            if hosted.running().is_some() && !open.removed.load(SeqCst) {
                hosted.note_time();
                let _ = self.keep(&hosted);
            }
        }
    }

    /// Stops all engines; the games stay in the store.
    pub fn stop(&self) {
        self.keep_clocks();
        self.asks.end();
        for open in self.open_games().values() {
            open.lock().close();
        }
        self.others.end();
        self.store.close();
    }
}

fn missing() -> DeskError {
    DeskError::Missing(says::no_game())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::hosted_game::Act;
    use crate::desk::kept_game::ClockSetup;
    use crate::registry::GameLine;

    fn games() -> Arc<HostedGames> {
        let caps = SearchCaps { threads: 1, hash: 16 };
        HostedGames::start(SqliteStore::open(None).unwrap(), OtherEngines::new(Vec::new()), caps).unwrap()
    }

    fn new_game(seats: Vec<SeatSetup>) -> NewGame {
        NewGame {
            line: GameLine {
                game: "yavalath".to_string(),
                options: [("Swap".to_string(), "false".to_string())].into(),
                ..GameLine::default()
            },
            seats,
            company: None,
            clock: Some(ClockSetup { base_ms: 600_000, increment_ms: 0 }),
            pace_ms: 0,
        }
    }

    fn turns(games: &HostedGames, id: &str) -> usize {
        games.see(id, |hosted| hosted.record().turns.len()).unwrap()
    }

    #[test]
    fn what_cannot_be_kept_has_not_happened() {
        let games = games();
        let person = || SeatSetup::Person { name: None };
        let engine = SeatSetup::Quintet {
            name: None,
            options: [("Skill".to_string(), "0".to_string())].into(),
            time_ms: Some(50),
        };
        let id = games.create(new_game(vec![person(), person()]), |hosted| hosted.record().id.clone()).unwrap();
        let decide = |id: &str, turn: &str| {
            let revision = games.see(id, |hosted| hosted.record().revision).unwrap();
            games.change(id, |hosted| hosted.decide(revision, turn))
        };
        decide(&id, "e5").unwrap();
        games.store.set_full(true);
        for _ in 0..3 {
            assert!(matches!(decide(&id, "d4"), Err(DeskError::Broken(_))));
            let resigned = games.change(&id, |hosted| hosted.act(Act::Resign, Some(1)));
            assert!(matches!(resigned, Err(DeskError::Broken(_))));
            assert_eq!((turns(&games, &id), games.see(&id, HostedGame::ended).unwrap()), (1, None));
        }
        games.store.set_full(false);
        decide(&id, "d4").unwrap();
        assert_eq!(turns(&games, &id), 2);
        // An engine's turn: it is said, and the engine waits, until somebody has it go on.
        let id = games.create(new_game(vec![person(), engine]), |hosted| hosted.record().id.clone()).unwrap();
        // The question stands in the store before the engine has answered it.
        games.change(&id, |hosted| hosted.act(Act::Pause, None)).unwrap();
        assert!(decide(&id, "e5").is_ok() && turns(&games, &id) == 1);
        games.store.set_full(true);
        let open = games.find(&id).unwrap();
        open.lock().act(Act::Resume, None).unwrap();
        games.ask_next(&mut open.lock());
        let problem = loop {
            let problem = games.see(&id, |hosted| hosted.record().problem.clone()).unwrap();
            if problem.is_some() {
                break problem;
            }
            thread::sleep(Duration::from_millis(5));
        };
        assert!(problem.unwrap().contains("cannot be written") && turns(&games, &id) == 1);
        games.store.set_full(false);
        games.change(&id, |hosted| hosted.act(Act::Resume, None)).unwrap();
        while turns(&games, &id) < 2 {
            thread::sleep(Duration::from_millis(5));
        }
        games.stop();
    }
}
