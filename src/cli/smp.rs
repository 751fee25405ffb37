//! `quintet bench --smp`: what several threads bring to alpha-beta.

use super::open;
use crate::bits::Rng;
use crate::search::{Kind, Limits, Settings, Stops};
use crate::session::{Request, SearchJob, Session, Standing};
use anyhow::Result;
use rand::SeedableRng;
use std::io::{self, Write};
use std::time::Duration;

/// How many positions of each game.
const POSITIONS: usize = 44;
/// What is reached sooner says more about starting threads than about searching.
const LEAST: Duration = Duration::from_millis(50);

/// Compares the time to a depth of `threads` threads with that of one: alone, and beside others that search the same on
/// their own, `threads` in all, which leaves out what the machine loses when all its cores work.
pub fn measure(names: &[&str], threads: usize) -> Result<()> {
    for name in names {
        let mut tables = (0..threads).map(|_| open(name)).collect::<Result<Vec<_>>>()?;
        let mut rng = Rng::seed_from_u64(2026);
        let (mut alone, mut beside, mut nodes) = (Shares::default(), Shares::default(), Shares::default());
        while alone.0.len() < POSITIONS {
            new_game(&mut tables, 2 + alone.0.len() % 12, &mut rng)?;
            if tables[0].standing() != Standing::Open {
                continue;
            }
            let half_a_second = Limits { movetime: Some(Duration::from_millis(500)), ..Limits::default() };
            let Some(one) = deepest(fresh(&mut *tables[0], 1, &half_a_second)?, &half_a_second) else { continue };
            let limits = Limits { depth: Some(one.depth), ..Limits::default() };
            let together = deepest(fresh(&mut *tables[0], threads, &limits)?, &limits);
            let Some(several) = together.filter(|several| several.depth == one.depth) else { continue };
            if one.time < LEAST {
                continue;
            }
            alone.add(several.time.as_secs_f64(), one.time.as_secs_f64());
            beside.add(several.time.as_secs_f64(), at_once(&mut tables, &limits)?.as_secs_f64());
            nodes.add(several.nodes as f64, one.nodes as f64);
        }
        writeln!(
            io::stdout(),
            "{name}: time to depth with {threads} threads, as a share of one's: median {:.2}, quartiles {:.2} and {:.2}, {POSITIONS} positions; \
             as a share of one's beside others: {:.2}; nodes {:.2} times one's",
            alone.quartile(2),
            alone.quartile(1),
            alone.quartile(3),
            beside.quartile(2),
            nodes.quartile(2),
        )?;
    }
    Ok(())
}

/// One number's shares of another, position by position.
#[derive(Default)]
struct Shares(Vec<f64>);

impl Shares {
    fn add(&mut self, of: f64, whole: f64) {
        self.0.push(of / whole);
        self.0.sort_by(f64::total_cmp);
    }

    fn quartile(&self, quarters: usize) -> f64 {
        self.0[quarters * (self.0.len() - 1) / 4]
    }
}

/// Plays the same random turns at all tables.
fn new_game(tables: &mut [Box<dyn Session>], turns: usize, rng: &mut Rng) -> Result<()> {
    tables.iter_mut().for_each(|table| table.new_game());
    for _ in 0..turns {
        let turn = tables[0].random_turn(rng);
        for table in tables.iter_mut().filter(|_| !turn.is_empty()) {
            table.play(&turn)?;
        }
    }
    Ok(())
}

fn settings(threads: usize) -> Settings {
    Settings { kind: Kind::AlphaBeta, threads, ..Settings::default() }
}

/// A fresh search of the position at a table.
fn fresh(table: &mut dyn Session, threads: usize, limits: &Limits) -> Result<SearchJob> {
    table.forget(&settings(threads));
    search(table, threads, limits)
}

/// A search of the position at a table. Its time begins now.
fn search(table: &mut dyn Session, threads: usize, limits: &Limits) -> Result<SearchJob> {
    let settings = settings(threads);
    let (limits, search_moves, ticket) = (limits.clone(), Vec::new(), Stops::default().draw());
    let request = Request { limits, search_moves, ticket, overhead: Duration::ZERO, settings, book: false };
    Ok(table.search(request)?.1)
}

/// A depth that a search has finished, with the time and the nodes of all threads until then.
struct Reached {
    depth: u32,
    time: Duration,
    nodes: u64,
}

/// The last depth that a search finishes, as it was when it first told of it.
fn deepest(job: SearchJob, limits: &Limits) -> Option<Reached> {
    let end = limits.movetime.unwrap_or(Duration::MAX);
    let mut last: Option<Reached> = None;
    job(&mut |told| {
        let (depth, time, nodes) = (told.info.depth, told.info.time, told.info.nodes);
        // What is told at the end of the time is of a depth that was broken off.
        if time < end && last.as_ref().is_none_or(|last| last.depth < depth) {
            last = Some(Reached { depth, time, nodes });
        }
    });
    last
}

/// How long searches by one thread take on average if there is one at every table at the same time.
fn at_once(tables: &mut [Box<dyn Session>], limits: &Limits) -> Result<Duration> {
    tables.iter_mut().for_each(|table| table.forget(&settings(1)));
    let jobs = tables.iter_mut().map(|table| search(&mut **table, 1, limits)).collect::<Result<Vec<_>>>()?;
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = jobs.into_iter().map(|job| scope.spawn(|| deepest(job, limits))).collect();
        threads.into_iter().filter_map(|thread| Some(thread.join().ok()??.time)).collect()
    });
    Ok(times.iter().sum::<Duration>() / times.len().max(1) as u32)
}
