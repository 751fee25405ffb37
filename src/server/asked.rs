//! What a client has asked for: slow work on it ends when nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::time::{Duration, Instant};

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
