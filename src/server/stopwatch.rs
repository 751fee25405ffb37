//! How long whoever decides has been thinking, without the time in which the game was paused.

use std::time::{Duration, Instant};

/// A stopwatch.
pub struct Stopwatch {
    before: Duration,
    since: Option<Instant>,
}

impl Default for Stopwatch {
    /// It runs.
    fn default() -> Self {
        Self { before: Duration::ZERO, since: Some(Instant::now()) }
    }
}

impl Stopwatch {
    /// What it shows.
    pub fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// Begins at nothing again; whether it runs stays as it was.
    pub fn restart(&mut self) {
        self.before = Duration::ZERO;
        self.since = self.since.map(|_| Instant::now());
    }

    /// Stands still.
    pub fn stop(&mut self) {
        self.before = self.elapsed();
        self.since = None;
    }

    /// Runs on.
    pub fn go_on(&mut self) {
        self.since.get_or_insert_with(Instant::now);
    }
}
