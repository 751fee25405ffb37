//! Room for slow work: only so much of it runs at once, so that everybody else is answered; the rest waits, and work
//! that nobody waits for any more ends.

use super::says;
use crate::service::error::DeskError;
use crate::service::means::TaskMeans;
use crate::service::task::Task;
use crate::version::VERSION;
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

/// The room for tasks.
pub struct TaskRoom {
    hints: Arc<Semaphore>,
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

impl TaskRoom {
    /// With this many hints at the same time.
    pub fn new(hints: usize) -> Self {
        let [hints, short, long] = [hints, SHORT_AT_ONCE, 1].map(|most| Arc::new(Semaphore::new(most)));
        Self { hints, short, long }
    }

    /// Waits for room for a task. `client` is the waiting client, dropped with its request.
    ///
    /// # Errors
    /// [`DeskError::TooMuch`] when the server ends.
    pub async fn enter(&self, task: &Task) -> Result<(WaitingClient, Asked, Option<OwnedSemaphorePermit>), DeskError> {
        let room = match task {
            Task::Hint(_) | Task::Explore(_) => Some(&self.hints),
            Task::KeptSteps { .. } => Some(&self.short),
            Task::Puzzle { .. } | Task::Solution { .. } => None,
            Task::Steps(body) | Task::Import(body) | Task::Export(body) if body.bytes().len() <= SHORT => {
                Some(&self.short)
            }
            Task::Steps(_) | Task::Import(_) | Task::Export(_) => Some(&self.long),
        };
        let permit = match room {
            None => None,
            Some(room) => {
                let permit = room.clone().acquire_owned().await;
                Some(permit.map_err(|_| DeskError::TooMuch(says::ending()))?)
            }
        };
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
    fn new(time: Duration) -> (WaitingClient, Self) {
        let has_left = Arc::new(AtomicBool::new(false));
        (WaitingClient(has_left.clone()), Self { has_left, since: Instant::now(), time })
    }

    /// Whether nobody waits for it any more.
    fn is_over(&self) -> bool {
        self.has_left.load(SeqCst) || self.since.elapsed() >= self.time
    }

    /// The result of some work on it, for as long as the client waits.
    pub fn work<T>(&self, work: impl FnOnce(&TaskMeans<'_>) -> T) -> T {
        work(&TaskMeans { is_over: &|| self.is_over(), seconds: self.time.as_secs(), version: VERSION })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_waits_who_has_left_or_waited_too_long() {
        let (client, asked) = Asked::new(Duration::from_secs(60));
        assert!(!asked.is_over());
        drop(client);
        assert!(asked.is_over());
        let (_waits, late) = Asked::new(Duration::ZERO);
        assert!(late.is_over());
    }
}
