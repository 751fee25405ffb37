//! An open game: one client at a time changes it, and all watchers are notified.

use super::error::DeskError;
use super::hosted_game::HostedGame;
use super::view::SharedView;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::watch;

/// The view of a game each time it changes. Waiting for it takes neither a thread nor the game's lock.
pub type GameNews = watch::Receiver<Option<Arc<SharedView>>>;

/// An open game.
pub struct OpenHosted {
    hosted: Mutex<HostedGame>,
    news: watch::Sender<Option<Arc<SharedView>>>,
    /// When it was last asked for, by the clock of its machine.
    used: Mutex<Duration>,
    /// Whether it has been forgotten while somebody still held it.
    pub removed: AtomicBool,
}

impl OpenHosted {
    /// A game without watchers.
    pub fn new(hosted: HostedGame, now: Duration) -> Self {
        let news = watch::Sender::new(None);
        Self { hosted: Mutex::new(hosted), news, used: Mutex::new(now), removed: AtomicBool::new(false) }
    }

    /// The game, locked.
    pub fn lock(&self) -> MutexGuard<'_, HostedGame> {
        self.hosted.lock()
    }

    /// The game, locked unless somebody else has it.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, HostedGame>> {
        self.hosted.try_lock()
    }

    /// Sends the watchers the present view of the game, which the caller has locked.
    pub fn report(&self, hosted: &HostedGame) {
        // A view that cannot be written is a defect; the next reader gets the error.
        let view = self.is_watched().then(|| SharedView::of(hosted).ok().map(Arc::new));
        self.news.send_replace(view.flatten());
    }

    /// The present view, and its later changes.
    ///
    /// # Errors
    /// As for [`SharedView::of`].
    pub fn watch(&self) -> Result<(SharedView, GameNews), DeskError> {
        // Under the lock, as `report` says nothing to nobody.
        let hosted = self.lock();
        let news = self.news.subscribe();
        Ok((SharedView::of(&hosted)?, news))
    }

    /// Whether it has watchers.
    pub fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// When it was last asked for.
    pub fn used(&self) -> Duration {
        *self.used.lock()
    }

    /// Notes that it is asked for now.
    pub fn note_use(&self, now: Duration) {
        *self.used.lock() = now;
    }
}
