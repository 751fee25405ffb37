//! `quintet bench --recommend`: which options suit this machine.

use super::open;
use crate::options::MAX_HASH;
use crate::search::memory_limit::available_mebibytes;
use crate::search::{Kind, Limits, Settings};
use crate::session::{SearchRequest, Session};
use anyhow::Result;
use std::io::{self, Write};
use std::thread::available_parallelism;
use std::time::Duration;

/// The game to search: its positions cost least, so that memory matters most.
const GAME: &str = "yavalath";
/// How long each number of threads searches.
const TIME: Duration = Duration::from_millis(1500);
/// The factor by which twice the threads must search more to be worth it.
const WORTH_IT: f64 = 1.25;
/// A search of this many seconds must not fill the memory.
const SECONDS: f64 = 10.0;
/// An entry of the transposition table, in bytes.
const ENTRY: f64 = 16.0;

/// Measures and says which `Threads` and `Hash` suit this machine.
pub fn run() -> Result<()> {
    let mut out = io::stdout().lock();
    let mut session = open(GAME)?;
    let cores = available_parallelism().map_or(1, usize::from);
    let mut speeds: Vec<(usize, f64)> = Vec::new();
    let counts = std::iter::successors(Some(1), |&threads| Some(2 * threads)).take_while(|&threads| threads < cores);
    for threads in counts.chain([cores]) {
        let speed = nodes_per_second(&mut *session, threads)?;
        writeln!(out, "{threads:3} threads: {:6.2} million nodes/s", speed / 1e6)?;
        speeds.push((threads, speed));
    }
    // As long as more threads search enough more.
    let steps = speeds.windows(2).take_while(|pair| {
        let doubled = (pair[1].0 as f64 / pair[0].0 as f64).log2();
        pair[1].1 >= pair[0].1 * WORTH_IT.powf(doubled)
    });
    let (threads, speed) = steps.last().map_or(speeds[0], |pair| pair[1]);
    let wanted = (speed * SECONDS * ENTRY / f64::from(1 << 20)) as u64;
    let available = available_mebibytes();
    let most = available.map_or(MAX_HASH, |mebibytes| (mebibytes / 2).max(1));
    let hash = wanted.next_power_of_two().min(most.checked_ilog2().map_or(1, |exponent| 1 << exponent)).min(MAX_HASH);
    writeln!(out, "\nThreads {threads}\nHash {hash}")?;
    let room = available.map_or_else(String::new, |mebibytes| format!("; {mebibytes} MiB are free"));
    writeln!(
        out,
        "\nThreads: more would not search much more. Hash: what {SECONDS:.0} s may fill, {wanted} MiB{room}; for longer analyses take more."
    )?;
    Ok(())
}

/// How many nodes this many threads search in a second of the start of the game.
fn nodes_per_second(session: &mut dyn Session, threads: usize) -> Result<f64> {
    let settings = Settings { kind: Kind::AlphaBeta, threads, ..Settings::default() };
    session.forget(&settings);
    let limits = Limits { movetime: Some(TIME), ..Limits::default() };
    let (control, job) = session.search(SearchRequest { limits, settings, ..SearchRequest::default() })?;
    let found = job(&mut |_| {});
    Ok(found.nodes as f64 / control.elapsed().as_secs_f64())
}
