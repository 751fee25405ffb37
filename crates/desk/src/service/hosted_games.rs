//! All games: the open ones and the store of all; their questions to engines, and who sees changes.

mod archive;
mod engines;
mod shelf;
mod trees;

use super::engines::MAX_TIME_MS;
use super::error::DeskError;
use super::hosted_game::{HostedGame, NewGame, Who};
use super::kept_game::SeatSetup;
use super::machine::SharedMachine;
use super::names::random_name;
use super::open_hosted::{GameNews, OpenHosted};
use super::says;
use super::searches::Searches;
use super::store::Store;
use super::view::SharedView;
use crate::options::{EngineOptions, Unread};
use crate::session::Session;
use parking_lot::{Mutex, MutexGuard};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

/// The most open games; beyond that, those that nobody watches are only in the store.
const MAX_OPEN: usize = 512;
/// The most games that are kept.
const MAX_KEPT: usize = 100_000;
/// The longest clock, and the longest pace, in milliseconds.
const MAX_CLOCK_MS: u64 = 24 * 3_600_000;

/// All games.
pub struct HostedGames {
    open: Mutex<HashMap<String, Arc<OpenHosted>>>,
    store: Arc<dyn Store>,
    searches: Arc<dyn Searches>,
    machine: SharedMachine,
    /// When running clocks are to be stored next.
    next_keep: Mutex<Duration>,
    /// Held while a game is taken in, so that a file sent twice at once makes no doubles.
    taking_in: Mutex<()>,
}

impl HostedGames {
    /// The games of a store.
    pub fn new(store: Arc<dyn Store>, searches: Arc<dyn Searches>, machine: SharedMachine) -> Self {
        Self {
            open: Mutex::default(),
            store,
            searches,
            machine,
            next_keep: Mutex::default(),
            taking_in: Mutex::default(),
        }
    }

    /// The machine that they are on.
    pub fn machine(&self) -> &SharedMachine {
        &self.machine
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
        let open = Arc::new(OpenHosted::new(hosted, self.machine.now()));
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

    fn check_seat(&self, setup: &SeatSetup, session: &mut dyn Session) -> Result<(), DeskError> {
        if setup.time_ms().is_some_and(|millis| !(1..=MAX_TIME_MS).contains(&millis)) {
            return Err(DeskError::Refused(says::turn_time(MAX_TIME_MS)));
        }
        match setup {
            SeatSetup::Person { .. } => Ok(()),
            SeatSetup::Quintet { options, .. } => {
                self.searches.caps().apply(&mut EngineOptions::default(), session, options, &Unread)
            }
            SeatSetup::Engine { engine, .. } if self.searches.other_engines().contains(engine) => Ok(()),
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
        self.searches.forget(id);
        self.see(id, see)
    }

    fn find(&self, id: &str) -> Result<Arc<OpenHosted>, DeskError> {
        if let Some(open) = self.open_games().get(id) {
            open.note_use(self.machine.now());
            return Ok(open.clone());
        }
        let record = self.store.load(id)?.ok_or_else(missing)?;
        let mut hosted = HostedGame::reopened(record, self.machine.clone())?;
        hosted.set_tree_version(self.store.tree_version(id)?);
        let opened = Arc::new(OpenHosted::new(hosted, self.machine.now()));
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
        let mut free: Vec<(Duration, String)> =
            open.iter().filter(|(_, hosted)| is_free(hosted)).map(|(id, hosted)| (hosted.used(), id.clone())).collect();
        free.sort();
        for (_, id) in free.into_iter().take(MAX_OPEN / 8) {
            open.remove(&id);
            self.searches.forget(&id);
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
        // Nobody acts after their time, no matter who looks first.
        if hosted.check_time() {
            let kept = self.keep(&hosted);
            self.searches.forget(id);
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
            self.searches.forget(id);
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
            self.searches.ask(ask);
        }
    }

    /// Stops all engines; the games stay in the store.
    pub fn close(&self) {
        self.keep_clocks();
        for open in self.open_games().values() {
            open.lock().close();
        }
    }
}

fn missing() -> DeskError {
    DeskError::Missing(says::no_game())
}

#[cfg(test)]
mod tests;
