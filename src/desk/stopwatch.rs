//! A stopwatch for how long the side to decide has been thinking. The caller starts and stops it after every event.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// A clock that counts from any moment and never goes back. Tests have their own.
pub type Now = Arc<dyn Fn() -> Duration + Send + Sync>;

/// The time of this machine.
pub fn machine_time() -> Now {
    let start = Instant::now();
    Arc::new(move || start.elapsed())
}

/// A stopwatch.
pub struct Stopwatch {
    now: Now,
    before: Duration,
    since: Option<Duration>,
}

impl Stopwatch {
    /// A stopped one that shows this.
    pub fn new(now: Now, shows: Duration) -> Self {
        Self { now, before: shows, since: None }
    }

    /// Its clock.
    pub fn now(&self) -> Now {
        self.now.clone()
    }

    /// What it shows.
    pub fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| (self.now)().saturating_sub(since))
    }

    /// Sets what it shows, whether it runs or not.
    pub fn set(&mut self, shows: Duration) {
        self.before = shows;
        self.since = self.since.map(|_| (self.now)());
    }

    /// Starts or stops it.
    pub fn run(&mut self, runs: bool) {
        match (runs, self.since) {
            (true, None) => self.since = Some((self.now)()),
            (false, Some(_)) => {
                self.before = self.elapsed();
                self.since = None;
            }
            _ => {}
        }
    }
}
