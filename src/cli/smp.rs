//! `quintet bench --smp`: the gain of several threads in alpha-beta.

use super::open;
use crate::board::bits::Rng;
use crate::search::alphabeta::MAX_DEPTH;
use crate::search::{Kind, Limits, STACK_SIZE, Settings};
use crate::session::{SearchJob, SearchRequest, Session, Standing};
use anyhow::Result;
use rand::SeedableRng;
use std::io::{self, Write};
use std::thread::Builder;
use std::time::Duration;

/// How many positions to measure of each game.
const POSITIONS: usize = 44;
/// How many other positions determine the depth: one thread reaches it from half of them within the usual time.
const PILOTS: usize = 15;
/// A position that needs longer than this many times the usual time is passed over,
const MOST: u32 = 10;
/// and what is reached in less than this part of it measures the start of threads more than the search.
const LEAST: u32 = 10;

/// Compares the time that `threads` threads need to the depth that one usually reaches within `usual` with that of one:
/// alone, and beside others that search the same on their own, `threads` in all, which leaves out what the machine loses
/// when all its cores work. Prints a line for each game, and one for several together.
///
/// The depth is the same for all positions of a game: a separate depth for each, just reached by one thread, would
/// favour depths at which one thread was lucky.
pub fn measure(names: &[&str], threads: usize, usual: Duration) -> Result<()> {
    let mut all = Measured::default();
    for name in names {
        let mut sessions = (0..threads).map(|_| open(name)).collect::<Result<Vec<_>>>()?;
        let mut rng = Rng::seed_from_u64(2026);
        let depth = usual_depth(&mut sessions, usual, &mut rng)?;
        let limits = Limits { depth: Some(depth), movetime: Some(MOST * usual), ..Limits::default() };
        let mut measured = Measured::default();
        while measured.alone.0.len() < POSITIONS {
            new_position(&mut sessions, measured.alone.0.len(), &mut rng)?;
            let Some(one) = reach(fresh(&mut *sessions[0], 1, &limits)?, &limits) else { continue };
            let Some(several) = reach(fresh(&mut *sessions[0], threads, &limits)?, &limits) else { continue };
            if one.time + several.time < 2 * usual / LEAST {
                continue;
            }
            measured.alone.add(several.time.as_secs_f64(), one.time.as_secs_f64());
            measured.beside.add(several.time.as_secs_f64(), at_once(&mut sessions, &limits)?.as_secs_f64());
            measured.nodes.add(several.nodes as f64, one.nodes as f64);
        }
        measured.report(&format!("{name}: time to depth {depth} with {threads} threads"))?;
        all.append(measured);
    }
    if names.len() > 1 {
        all.report(&format!("all together: time with {threads} threads"))?;
    }
    Ok(())
}

/// The cost of several threads as a share of the cost of one.
#[derive(Default)]
struct Measured {
    /// Their time as a share of that of one alone.
    alone: Shares,
    /// Their time as a share of that of one beside others.
    beside: Shares,
    /// The nodes of all of them.
    nodes: Shares,
}

impl Measured {
    fn append(&mut self, other: Self) {
        for (all, more) in
            [(&mut self.alone, other.alone), (&mut self.beside, other.beside), (&mut self.nodes, other.nodes)]
        {
            all.0.extend(more.0);
        }
    }

    fn report(&self, what: &str) -> Result<()> {
        writeln!(
            io::stdout(),
            "{what}, as a share of one's: median {:.2}, quartiles {:.2} and {:.2}, {} positions; \
             as a share of one's beside others: {:.2}; nodes {:.2} times one's",
            self.alone.quartile(2),
            self.alone.quartile(1),
            self.alone.quartile(3),
            self.alone.0.len(),
            self.beside.quartile(2),
            self.nodes.quartile(2),
        )?;
        Ok(())
    }
}

/// The depth that one thread reaches from half of some positions within the `usual` time, at least 1.
fn usual_depth(sessions: &mut [Box<dyn Session>], usual: Duration, rng: &mut Rng) -> Result<u32> {
    let limits = Limits { movetime: Some(usual), ..Limits::default() };
    let mut depths = Vec::new();
    while depths.len() < PILOTS {
        new_position(sessions, depths.len(), rng)?;
        let mut reached = 0;
        fresh(&mut *sessions[0], 1, &limits)?(&mut |report| {
            // The report at the end of the time is of a depth that was broken off.
            if report.info.time < usual && report.info.is_line() {
                reached = report.info.depth;
            }
        });
        // Every depth is soon reached where the game is decided.
        depths.extend(Some(reached).filter(|&depth| depth < MAX_DEPTH));
    }
    depths.sort_unstable();
    Ok(depths[PILOTS / 2].max(1))
}

/// Ratios of two numbers, position by position.
#[derive(Default)]
struct Shares(Vec<f64>);

impl Shares {
    fn add(&mut self, of: f64, whole: f64) {
        self.0.push(of / whole);
    }

    fn quartile(&self, quarters: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[quarters * (sorted.len() - 1) / 4]
    }
}

/// Plays the same random turns in all sessions, until number `i` of the positions to measure.
fn new_position(sessions: &mut [Box<dyn Session>], i: usize, rng: &mut Rng) -> Result<()> {
    loop {
        sessions.iter_mut().for_each(|session| session.new_game());
        for _ in 0..2 + i % 12 {
            let turn = sessions[0].random_turn(rng);
            for session in sessions.iter_mut().filter(|_| !turn.is_empty()) {
                session.play(&turn)?;
            }
        }
        if sessions[0].standing() == Standing::Open {
            return Ok(());
        }
    }
}

fn settings(threads: usize) -> Settings {
    Settings { kind: Kind::AlphaBeta, threads, ..Settings::default() }
}

/// A fresh search of the position of a session.
fn fresh(session: &mut dyn Session, threads: usize, limits: &Limits) -> Result<SearchJob> {
    session.forget(&settings(threads));
    search(session, threads, limits)
}

/// A search of the position of a session. Its time starts now.
fn search(session: &mut dyn Session, threads: usize, limits: &Limits) -> Result<SearchJob> {
    let settings = settings(threads);
    let request = SearchRequest { limits: *limits, settings, ..SearchRequest::default() };
    Ok(session.search(request)?.1)
}

/// The cost of reaching a depth: the time, and the nodes of all threads.
struct Reached {
    time: Duration,
    nodes: u64,
}

/// The cost of a search within `limits` when it first reports their depth, if it gets there in time.
fn reach(job: SearchJob, limits: &Limits) -> Option<Reached> {
    let mut first = None;
    job(&mut |report| {
        let (time, nodes) = (report.info.time, report.info.nodes);
        if report.info.is_line() && Some(report.info.depth) == limits.depth && Some(time) < limits.movetime {
            first.get_or_insert(Reached { time, nodes });
        }
    });
    first
}

/// How long searches by one thread take on average if each session runs one at the same time.
fn at_once(sessions: &mut [Box<dyn Session>], limits: &Limits) -> Result<Duration> {
    sessions.iter_mut().for_each(|session| session.forget(&settings(1)));
    let jobs = sessions.iter_mut().map(|session| search(&mut **session, 1, limits)).collect::<Result<Vec<_>>>()?;
    let times: Vec<Duration> = std::thread::scope(|scope| {
        let threads: Vec<_> = jobs
            .into_iter()
            .map(|job| Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, move || reach(job, limits)))
            .collect::<io::Result<_>>()?;
        Ok::<_, io::Error>(threads.into_iter().filter_map(|thread| Some(thread.join().ok()??.time)).collect())
    })?;
    Ok(times.iter().sum::<Duration>() / times.len().max(1) as u32)
}
