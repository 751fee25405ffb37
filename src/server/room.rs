//! Room for slow work: only so much of it runs at once, so that everybody else is answered; the rest waits, and work
//! that nobody waits for any more ends.

use super::error::ServerError;
use super::says;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most short texts of games that are read or written at the same time.
const SHORT_AT_ONCE: usize = 2;
/// Only one longer text at a time, since it may take some hundred bytes for each of its turns.
const SHORT: usize = 64 << 10;
/// The longest work on one of them.
const TIME: Duration = Duration::from_secs(10);

/// The room for texts of games.
pub struct TransferRoom {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

impl Default for TransferRoom {
    fn default() -> Self {
        Self { short: Arc::new(Semaphore::new(SHORT_AT_ONCE)), long: Arc::new(Semaphore::new(1)) }
    }
}

impl TransferRoom {
    /// Waits for room for a request of this many bytes. `client` is the waiting client, dropped with its request.
    ///
    /// # Errors
    /// [`ServerError::TooMuch`] when the server ends.
    pub async fn enter(&self, bytes: usize) -> Result<(WaitingClient, Asked, OwnedSemaphorePermit), ServerError> {
        let room = if bytes <= SHORT { &self.short } else { &self.long };
        let permit = room.clone().acquire_owned().await;
        let permit = permit.map_err(|_| ServerError::TooMuch(says::ending()))?;
        let (client, asked) = Asked::new(TIME);
        Ok((client, asked, permit))
    }
}

/// A client that waits for an answer until this is dropped.
pub struct WaitingClient(Arc<AtomicBool>);

impl Drop for WaitingClient {
    fn drop(&mut self) {
        self.0.store(true, SeqCst);
    }
}

/// What a client has asked for and waits for.
pub struct Asked {
    has_left: Arc<AtomicBool>,
    since: Instant,
    time: Duration,
}

impl Asked {
    /// A request made now, for which a client waits at most this long.
    pub fn new(time: Duration) -> (WaitingClient, Self) {
        let has_left = Arc::new(AtomicBool::new(false));
        (WaitingClient(has_left.clone()), Self { has_left, since: Instant::now(), time })
    }

    /// Whether nobody waits for it any more.
    pub fn is_over(&self) -> bool {
        self.has_left.load(SeqCst) || self.since.elapsed() >= self.time
    }

    /// How many seconds it may take.
    pub fn seconds(&self) -> u64 {
        self.time.as_secs()
    }
}
