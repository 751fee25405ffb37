//! `quintet analysis`: the analysis engine on stdin and stdout.

use super::arguments::open;
use crate::analysis::{AnalysisConfig, serve};
use crate::options::{EngineOptions, MAX_HASH, MAX_THREADS};
use anyhow::{Context, Result, anyhow};
use std::io;
use std::thread::available_parallelism;

/// The arguments of `quintet analysis`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game of requests that name none
    #[arg(long, default_value = "yavalath")]
    game: String,
    /// How many requests to search at the same time, each on one thread [default: one for each core]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    workers: Option<u64>,
    /// Memory for each worker in MiB; a search with a limit of nodes takes no more than it may fill
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    /// End with the input, whatever still waits or runs; else all that was asked for is answered first
    #[arg(long)]
    quit_without_waiting: bool,
}

/// Answers requests until the input ends.
pub fn run(arguments: &Arguments) -> Result<()> {
    let session = open(&arguments.game)?;
    let workers = arguments.workers.map_or_else(cores, |workers| workers as usize);
    let hash = arguments.hash as usize;
    // All of them together must have room.
    let together = hash.saturating_mul(workers);
    EngineOptions::default().set_hash(together).map_err(|sentence| anyhow!(sentence))?;
    let config = AnalysisConfig {
        game: session.name().to_string(),
        workers,
        hash,
        quit_without_waiting: arguments.quit_without_waiting,
    };
    serve(&config, io::stdin().lock(), io::stdout()).context("no thread can be had to search on")
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}
