//! The machine that the server runs on.

use super::says;
use crate::date::Date;
use crate::sentence::Sentence;
use crate::service::machine::Machine;
use std::time::{Duration, Instant};

/// This machine; its clock counts from when this was made.
pub struct ThisMachine(Instant);

impl Default for ThisMachine {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Machine for ThisMachine {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn seconds(&self) -> u64 {
        Date::now().seconds()
    }

    fn fill_random(&self, bytes: &mut [u8]) -> Result<(), Sentence> {
        getrandom::fill(bytes).map_err(|error| says::no_random(error.to_string()))
    }
}
