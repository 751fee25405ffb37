//! `quintet perft`, `quintet bench` and `quintet games`.

use super::{Setup, open};
use crate::bits::Rng;
use crate::protocol::{bench_line, options::MAX_THREADS};
use crate::registry;
use crate::search::{Kind, Limits, Settings, Stops, perft::Unit};
use crate::session::{Request, Session, Standing};
use anyhow::{Context, Result};
use rand::SeedableRng;
use std::io::{self, Write};
use std::time::Duration;

/// What `quintet perft` is told.
#[derive(clap::Args)]
pub struct PerftArguments {
    #[command(flatten)]
    setup: Setup,
    /// How many decisions (or turns) deep
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

/// What `quintet bench` is told.
#[derive(clap::Args)]
pub struct BenchArguments {
    /// Measure this game only
    #[arg(long)]
    game: Option<String>,
    /// Measure uniformly random playouts from the start instead of searches
    #[arg(long)]
    playouts: bool,
    /// Measure how long so many threads take to the depth that one reaches in half a second, as a share of its time
    #[arg(long, value_name = "THREADS", conflicts_with = "playouts", value_parser = clap::value_parser!(u64).range(2..=MAX_THREADS))]
    smp: Option<u64>,
}

/// Counts the ways on from a position.
pub fn perft(arguments: &PerftArguments) -> Result<()> {
    let session = arguments.setup.session()?;
    let unit = if arguments.turns { Unit::Turns } else { Unit::Decisions };
    let job = session.perft(arguments.depth, unit, Stops::default().draw());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads as usize).build();
    let pool = pool.context("the threads cannot be started")?;
    let started = std::time::Instant::now();
    let counts = pool.install(job).unwrap_or_default();
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

/// Tells something that is not the answer; nobody has to listen.
fn aside(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Measures searches or playouts, of one game or of all.
pub fn bench(arguments: &BenchArguments) -> Result<()> {
    /// How long playouts are measured.
    const TIME: Duration = Duration::from_secs(2);
    let names: Vec<&str> = match &arguments.game {
        Some(name) => vec![name],
        None => registry::GAMES.iter().map(|entry| entry.name).collect(),
    };
    if let Some(threads) = arguments.smp {
        return smp(&names, threads as usize);
    }
    let (what, rate) = if arguments.playouts { ("playouts", "playouts/s") } else { ("nodes", "nps") };
    let mut out = io::stdout().lock();
    let (mut all, mut time) = (0, Duration::ZERO);
    for name in &names {
        let session = open(name)?;
        let ticket = Stops::default().draw();
        let job = if arguments.playouts { session.bench_playouts(TIME, ticket) } else { session.bench(ticket) };
        let (count, took) = job(&mut aside).unwrap_or_default();
        if names.len() > 1 {
            writeln!(out, "{name}: {}", bench_line(count, what, rate, took))?;
        }
        all += count;
        time += took;
    }
    writeln!(out, "{}", bench_line(all, what, rate, time))?;
    Ok(())
}

/// Compares the time to a depth of `threads` threads with that of one.
fn smp(names: &[&str], threads: usize) -> Result<()> {
    /// How many positions of each game.
    const POSITIONS: usize = 44;
    /// What is reached sooner says more about starting threads than about searching.
    const LEAST: Duration = Duration::from_millis(50);
    for name in names {
        let mut session = open(name)?;
        let mut rng = Rng::seed_from_u64(2026);
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        while times.len() < POSITIONS {
            session.new_game();
            for _ in 0..2 + times.len() % 12 {
                let turn = session.random_turn(&mut rng);
                if !turn.is_empty() {
                    session.play(&turn)?;
                }
            }
            if session.standing() != Standing::Open {
                continue;
            }
            let half_a_second = Limits { movetime: Some(Duration::from_millis(500)), ..Limits::default() };
            let Some(one) = deepest(&mut *session, 1, half_a_second)? else { continue };
            let limits = Limits { depth: Some(one.depth), ..Limits::default() };
            match deepest(&mut *session, threads, limits)? {
                Some(several) if several.depth == one.depth && one.time >= LEAST => {
                    times.push(several.time.as_secs_f64() / one.time.as_secs_f64());
                    nodes.push(several.nodes as f64 / one.nodes as f64);
                }
                _ => {}
            }
        }
        times.sort_by(f64::total_cmp);
        nodes.sort_by(f64::total_cmp);
        let quartile = |shares: &[f64], quarters: usize| shares[quarters * (shares.len() - 1) / 4];
        writeln!(
            io::stdout(),
            "{name}: time to depth with {threads} threads, as a share of one's: median {:.2}, quartiles {:.2} and {:.2}, {} positions; nodes {:.2} times one's",
            quartile(&times, 2),
            quartile(&times, 1),
            quartile(&times, 3),
            times.len(),
            quartile(&nodes, 2),
        )?;
    }
    Ok(())
}

/// A depth that a search has finished, with the time and the nodes of all threads until then.
struct Reached {
    depth: u32,
    time: Duration,
    nodes: u64,
}

/// The last depth that a fresh alpha-beta search finishes, as it was when it first told of it.
fn deepest(session: &mut dyn Session, threads: usize, limits: Limits) -> Result<Option<Reached>> {
    let settings = Settings { kind: Kind::AlphaBeta, threads, ..Settings::default() };
    session.forget(&settings);
    let (search_moves, ticket, overhead) = (Vec::new(), Stops::default().draw(), Duration::ZERO);
    let end = limits.movetime.unwrap_or(Duration::MAX);
    let (_, job) = session.search(Request { limits, search_moves, ticket, overhead, settings, book: false })?;
    let mut last: Option<Reached> = None;
    job(&mut |told| {
        let (depth, time, nodes) = (told.info.depth, told.info.time, told.info.nodes);
        // What is told at the end of the time is of a depth that was broken off.
        if time < end && last.as_ref().is_none_or(|last| last.depth < depth) {
            last = Some(Reached { depth, time, nodes });
        }
    });
    Ok(last)
}

/// Lists the games.
pub fn games() -> Result<()> {
    let mut out = io::stdout().lock();
    for entry in registry::GAMES {
        writeln!(out, "{:16} {}", entry.name, entry.title)?;
    }
    Ok(())
}
