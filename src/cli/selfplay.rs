//! The arguments shared by the subcommands that play games of the engine against itself.

use super::arguments::{LockArguments, Stop};
use super::{interrupt, pool};
use anyhow::{Context, Result, ensure};
use std::ops::RangeInclusive;

/// How games start, their seed, their threads, and how the work ends.
#[derive(clap::Args)]
pub struct SelfPlay {
    /// The fewest random decisions at the start of a game
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(..1_000))]
    opening_min: u32,
    /// The most random decisions at the start of a game
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(..1_000))]
    opening_max: u32,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Threads that play games; the result does not depend on them
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_024))]
    threads: u64,
    #[command(flatten)]
    pub locking: LockArguments,
    #[command(flatten)]
    stop: Stop,
}

impl SelfPlay {
    /// Makes a signal, or the end of the given time, end the work cleanly.
    ///
    /// # Errors
    /// If no thread can be started to wait.
    pub fn begin(&self) -> Result<()> {
        interrupt::finish_by(|| {});
        self.stop.start().context("no thread could be started")
    }

    /// How many random decisions a game starts with.
    ///
    /// # Errors
    /// If the smallest number is greater than the largest.
    pub fn opening(&self) -> Result<RangeInclusive<u32>> {
        ensure!(self.opening_min <= self.opening_max, "`--opening-min` must not be greater than `--opening-max`");
        Ok(self.opening_min..=self.opening_max)
    }

    /// The threads.
    ///
    /// # Errors
    /// If the system gives no threads.
    pub fn pool(&self) -> Result<rayon::ThreadPool> {
        pool(self.threads)
    }
}
