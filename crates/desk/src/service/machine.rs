//! What the desk asks of the machine it stands on: the time, and random numbers.

use crate::sentence::Sentence;
use std::sync::Arc;
use std::time::Duration;

/// A machine. Tests have their own, whose time stands until it is moved.
pub trait Machine: Send + Sync {
    /// A clock that counts from any moment and never goes back.
    fn now(&self) -> Duration;

    /// Seconds since 1970, by a clock that may be set to anything.
    fn seconds(&self) -> u64;

    /// Fills these bytes with random ones that nobody can guess.
    ///
    /// # Errors
    /// Why it has none.
    fn fill_random(&self, bytes: &mut [u8]) -> Result<(), Sentence>;
}

/// A machine for everything on it.
pub type SharedMachine = Arc<dyn Machine>;

/// A machine for tests.
#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::game::Rng;
    use parking_lot::Mutex;
    use rand::{Rng as _, SeedableRng};
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};

    /// One whose time stands until it is moved, and whose random numbers are always the same.
    pub struct StandingMachine {
        millis: AtomicU64,
        random: Mutex<Rng>,
    }

    impl StandingMachine {
        /// At the beginning of time.
        pub fn new() -> Arc<Self> {
            Arc::new(Self { millis: AtomicU64::new(0), random: Mutex::new(Rng::seed_from_u64(0)) })
        }

        /// Lets this many milliseconds pass.
        pub fn pass(&self, millis: u64) {
            self.millis.fetch_add(millis, SeqCst);
        }
    }

    impl Machine for StandingMachine {
        fn now(&self) -> Duration {
            Duration::from_millis(self.millis.load(SeqCst))
        }

        fn seconds(&self) -> u64 {
            1_800_000_000 + self.now().as_secs()
        }

        fn fill_random(&self, bytes: &mut [u8]) -> Result<(), Sentence> {
            self.random.lock().fill_bytes(bytes);
            Ok(())
        }
    }
}
