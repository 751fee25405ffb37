//! A stopwatch for how long the side to decide has been thinking. The caller starts and stops it after every event.

use super::machine::SharedMachine;
use std::time::Duration;

/// A stopwatch.
pub struct Stopwatch {
    machine: SharedMachine,
    before: Duration,
    since: Option<Duration>,
}

impl Stopwatch {
    /// A stopped one that shows this.
    pub fn new(machine: SharedMachine, shows: Duration) -> Self {
        Self { machine, before: shows, since: None }
    }

    /// Whose time it shows.
    pub fn machine(&self) -> &SharedMachine {
        &self.machine
    }

    /// What it shows.
    pub fn elapsed(&self) -> Duration {
        self.before + self.since.map_or(Duration::ZERO, |since| self.machine.now().saturating_sub(since))
    }

    /// Sets what it shows, whether it runs or not.
    pub fn set(&mut self, shows: Duration) {
        self.before = shows;
        self.since = self.since.map(|_| self.machine.now());
    }

    /// Starts or stops it.
    pub fn run(&mut self, runs: bool) {
        match (runs, self.since) {
            (true, None) => self.since = Some(self.machine.now()),
            (false, Some(_)) => {
                self.before = self.elapsed();
                self.since = None;
            }
            _ => {}
        }
    }
}
