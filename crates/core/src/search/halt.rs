//! The stop of work that does more than search: that begins searches, or waits for others who do.

use super::control::StopSource;
use super::sync::{Arc, AtomicBool};
use std::sync::atomic::Ordering;

/// The stop of a tournament, an examination or a hosted engine, checked between turns and steps and by searches and
/// waits in progress.
#[derive(Clone, Debug, Default)]
pub struct Halt {
    flag: Arc<AtomicBool>,
    stops: StopSource,
}

impl Halt {
    /// Stops everything that runs and everything that will start. Call it again until all have noticed.
    pub fn halt(&self) {
        self.flag.store(true, Ordering::SeqCst);
        self.stops.stop();
    }

    /// Whether [`halt`](Self::halt) has been called.
    pub fn is_halted(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// The source of the stop tokens of the searches that are to stop with it.
    pub fn stops(&self) -> &StopSource {
        &self.stops
    }
}
