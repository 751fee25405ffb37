//! `quintet perft`, `quintet bench` and `quintet games`.

use super::{Setup, aside, interrupt, open, parse_time, recommend, smp, values};
use crate::options::MAX_THREADS;
use crate::registry;
use crate::search::{
    StopSource,
    perft::{MAX_DEPTH, Unit},
};
use crate::text::bench_line;
use anyhow::Result;
use std::io::{self, Write};
use std::time::Duration;

/// The arguments of `quintet perft`.
#[derive(clap::Args)]
pub struct PerftArguments {
    #[command(flatten)]
    setup: Setup,
    /// How many decisions (or turns) deep
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Print the count of each decision
    #[arg(long)]
    divide: bool,
    /// Count whole turns instead of decisions
    #[arg(long)]
    turns: bool,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
}

/// The arguments of `quintet bench`.
#[derive(clap::Args)]
pub struct BenchArguments {
    /// Measure these games only, separated by commas
    #[arg(long, value_name = "GAME", value_delimiter = ',', value_parser = values::game(), hide_possible_values = true)]
    game: Vec<String>,
    /// Measure uniformly random playouts from the start, instead of searches
    #[arg(long)]
    playouts: bool,
    /// Measure how long this many threads take to reach the depth that one thread usually reaches in `--time`, as a
    /// share of its time
    #[arg(long, value_name = "THREADS", conflicts_with = "playouts", value_parser = clap::value_parser!(u64).range(2..=MAX_THREADS))]
    smp: Option<u64>,
    /// Measure this machine and say which Threads and Hash suit it
    #[arg(long, conflicts_with_all = ["game", "playouts", "smp"])]
    recommend: bool,
    /// The time in which one thread usually reaches the depth of `--smp`
    #[arg(long, requires = "smp", default_value = "500ms", value_parser = parse_usual)]
    time: Duration,
}

fn parse_usual(text: &str) -> Result<Duration, String> {
    let time = parse_time(text)?;
    if time < Duration::from_millis(1) { Err("the shortest time is one millisecond".into()) } else { Ok(time) }
}

/// Counts the legal sequences from a position.
pub fn perft(arguments: &PerftArguments) -> Result<()> {
    let session = arguments.setup.session()?;
    let unit = if arguments.turns { Unit::Turns } else { Unit::Decisions };
    let stops = StopSource::default();
    let job = session.perft(arguments.depth, unit, arguments.threads as usize, stops.token());
    interrupt::finish_by(move || stops.stop());
    let started = std::time::Instant::now();
    let Some(counts) = job() else { return Ok(()) };
    let time = started.elapsed();
    let mut out = io::stdout().lock();
    if arguments.divide {
        for (text, count) in &counts {
            writeln!(out, "{text} {count}")?;
        }
    }
    let nodes = counts.iter().map(|(_, count)| count).sum::<u64>() + u64::from(arguments.depth == 0);
    aside(&bench_line(nodes, "leaves", "leaves/s", time));
    writeln!(out, "nodes {nodes}")?;
    Ok(())
}

/// Measures searches or playouts, of some games or of all.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    /// How long to measure playouts.
    const TIME: Duration = Duration::from_secs(2);
    if arguments.recommend {
        return recommend::run();
    }
    let mut names: Vec<&str> = arguments.game.iter().map(String::as_str).collect();
    if names.is_empty() {
        names.extend(registry::GAMES.iter().map(|entry| entry.name));
    }
    if let Some(threads) = arguments.smp {
        return smp::measure(&names, threads as usize, arguments.time);
    }
    let (what, rate) = if arguments.playouts { ("playouts", "playouts/s") } else { ("nodes", "nps") };
    let mut out = io::stdout().lock();
    let (mut all, mut time) = (0, Duration::ZERO);
    let stops = StopSource::default();
    interrupt::finish_by({
        let stops = stops.clone();
        move || stops.stop()
    });
    for name in &names {
        let session = open(name)?;
        let stop_token = stops.token();
        let job = if arguments.playouts { session.bench_playouts(TIME, stop_token) } else { session.bench(stop_token) };
        let Some((count, took)) = job(&mut aside).filter(|_| !interrupt::has_come()) else { return Ok(()) };
        if names.len() > 1 {
            writeln!(out, "{name}: {}", bench_line(count, what, rate, took))?;
        }
        all += count;
        time += took;
    }
    writeln!(out, "{}", bench_line(all, what, rate, time))?;
    Ok(())
}

/// Lists the games.
pub fn games() -> Result<()> {
    let mut out = io::stdout().lock();
    for entry in registry::GAMES {
        writeln!(out, "{:16} {}", entry.name, entry.title)?;
    }
    Ok(())
}
