//! How long the side to decide has been thinking. Whether it runs is said from outside, after everything that happens.

use std::sync::Arc;
use std::time::{Duration, Instant};

/// What tells the time, since any moment; it never goes back. Tests have one of their own.
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
    /// One that stands and shows this.
    pub fn new(now: Now, shows: Duration) -> Self {
        Self { now, before: shows, since: None }
    }

    /// What tells it the time.
    pub fn now(&self) -> Now {
        self.now.clone()
    }

    /// What it shows.
    pub fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| (self.now)().saturating_sub(since))
    }

    /// Shows this from now on; whether it runs stays as it was.
    pub fn set(&mut self, shows: Duration) {
        self.before = shows;
        self.since = self.since.map(|_| (self.now)());
    }

    /// Runs on, or stands still.
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
