//! A game that is open: one at a time changes it, and all who look hear of it.

use super::error::ServerError;
use super::hosted_game::HostedGame;
use super::view::SharedView;
use parking_lot::{Mutex, MutexGuard};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use tokio::sync::watch;

/// What is seen of a game each time it changes. Who waits for it has neither a thread nor the game's lock.
pub type GameNews = watch::Receiver<Option<Arc<SharedView>>>;

/// A game that is open.
pub struct OpenHosted {
    hosted: Mutex<HostedGame>,
    news: watch::Sender<Option<Arc<SharedView>>>,
    used: Mutex<Instant>,
    /// Whether it has been forgotten while somebody still held it.
    pub removed: AtomicBool,
}

impl OpenHosted {
    /// A game that nobody looks at yet.
    pub fn new(hosted: HostedGame) -> Self {
        let news = watch::Sender::new(None);
        Self { hosted: Mutex::new(hosted), news, used: Mutex::new(Instant::now()), removed: AtomicBool::new(false) }
    }

    /// The game, for one at a time.
    pub fn lock(&self) -> MutexGuard<'_, HostedGame> {
        self.hosted.lock()
    }

    /// The game, unless somebody has it.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, HostedGame>> {
        self.hosted.try_lock()
    }

    /// Reports to whoever looks what is to be seen now of the game, which the caller has locked.
    pub fn report(&self, hosted: &HostedGame) {
        // One that cannot be sent is said on stderr.
        let view = self.is_watched().then(|| SharedView::of(hosted).ok().map(Arc::new));
        self.news.send_replace(view.flatten());
    }

    /// What is to be seen now, and what comes after that.
    ///
    /// # Errors
    /// As for [`SharedView::of`].
    pub fn watch(&self) -> Result<(SharedView, GameNews), ServerError> {
        // Under the lock, as `report` says nothing to nobody.
        let hosted = self.lock();
        let news = self.news.subscribe();
        Ok((SharedView::of(&hosted)?, news))
    }

    /// Whether somebody looks.
    pub fn is_watched(&self) -> bool {
        self.news.receiver_count() > 0
    }

    /// When it was last asked for.
    pub fn used(&self) -> Instant {
        *self.used.lock()
    }

    /// It is asked for now.
    pub fn note_use(&self) {
        *self.used.lock() = Instant::now();
    }
}
