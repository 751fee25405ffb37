//! Iterative deepening over alpha-beta, on several threads that share the table
//! and put off what another of them is searching (lazy SMP with ABDADA's order).

use super::abdada::Busy;
use super::history::Memory;
use super::smp::Finished;
use super::tt::Table;
use super::{Shared, Worker};
use crate::game::Evaluate;
use crate::search::limits::Control;
use crate::search::repetition::Line;
use crate::search::root::RootMove;
use crate::search::score::{self, INFINITE, Score, Verdict, is_decided};
use crate::search::{Answer, Info, Root, candidates, spawn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// No iteration goes deeper, in turns.
pub const MAX_DEPTH: u32 = 120;

/// What alpha-beta is told beyond its limits.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Threads, at least 1.
    pub threads: usize,
    /// How many of the best decisions to find.
    pub multi_pv: usize,
    /// How many turns deep to search at most, from 1 to [`MAX_DEPTH`].
    pub depth: u32,
    /// Begin no iteration after so many nodes.
    pub enough: u64,
    /// Whether to search late decisions less deep. Without, every depth gives plain minimax's value.
    pub reduce: bool,
}

/// What searches learn about one game and leave to the next search of it.
pub struct Experience {
    table: Table,
    /// What each thread has learned about which decisions refute.
    memories: Vec<Memory>,
}

impl Experience {
    /// Nothing yet, with room for about `mebibytes` MiB of positions.
    pub fn new(mebibytes: usize) -> Self {
        Self { table: Table::new(mebibytes), memories: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.clear();
    }

    /// Gets ready for a search on so many threads.
    fn prepare<G: Evaluate>(&mut self, threads: usize) {
        self.table.grow_older();
        self.memories.iter_mut().for_each(Memory::fade);
        self.memories.resize_with(threads, Memory::new::<G>);
    }
}

/// Finds the best decision at the root. `tell` hears of every finished iteration.
pub fn search<G: Evaluate>(
    root: &Root<G>,
    control: &Control,
    experience: &mut Experience,
    settings: Settings,
    tell: &mut dyn FnMut(&Info),
) -> Answer {
    experience.prepare::<G>(settings.threads);
    let [memory, others @ ..] = &mut experience.memories[..] else { unreachable!("there is at least one thread") };
    let shared = Shared {
        table: &experience.table,
        control,
        nodes: AtomicU64::new(0),
        done: AtomicBool::new(false),
        finished: Finished::default(),
        reduce: settings.reduce,
        busy: (settings.threads > 1).then(Busy::new),
    };
    let moves: Vec<RootMove> = candidates(root, control, settings.multi_pv)
        .into_iter()
        .map(|mv| RootMove { mv, score: -INFINITE, variation: vec![mv] })
        .collect();
    std::thread::scope(|scope| {
        for memory in others {
            let (shared, moves) = (&shared, moves.clone());
            let settings = Settings { multi_pv: 1, ..settings };
            let helper = move || _ = Deepening::new(shared, root, memory, moves, settings).run(&mut |_| {});
            spawn(scope, helper);
        }
        let answer = Deepening::new(&shared, root, memory, moves, settings).run(tell);
        shared.done.store(true, Relaxed);
        answer
    })
}

/// One thread's iterations.
struct Deepening<'a, G> {
    root: &'a Root<G>,
    shared: &'a Shared<'a>,
    worker: Worker<'a, G>,
    moves: Vec<RootMove>,
    lines: usize,
    /// No iteration goes deeper, in turns.
    last: u32,
    /// No iteration begins after so many nodes.
    enough: u64,
}

impl<'a, G: Evaluate> Deepening<'a, G> {
    fn new(
        shared: &'a Shared<'a>,
        root: &'a Root<G>,
        memory: &'a mut Memory,
        moves: Vec<RootMove>,
        settings: Settings,
    ) -> Self {
        let worker = Worker::new(shared, &root.position, Line::new(&root.played), memory);
        let lines = settings.multi_pv.clamp(1, moves.len());
        let limits = &shared.control.limits;
        let asked = [limits.depth, limits.mate].into_iter().flatten().min();
        let last = asked.unwrap_or(MAX_DEPTH).clamp(1, settings.depth);
        Self { root, shared, worker, moves, lines, last, enough: settings.enough }
    }

    fn run(mut self, tell: &mut dyn FnMut(&Info)) -> Answer {
        let mut steady = 0;
        for depth in 1..=self.last {
            let before = self.moves.clone();
            self.worker.deepest = 0;
            for line in 0..self.lines {
                self.aspire(line, depth);
                if self.worker.aborted {
                    break;
                }
            }
            if self.shared.busy.is_some() && self.lines == 1 {
                self.share(depth);
            }
            if !self.worker.aborted {
                self.moves[..self.lines].sort_by_key(|found| -found.score);
            }
            // A broken iteration leaves the best of what it has finished in front, which is never worse, unless all of that
            // is lost: what it had no time for may not be. Several lines would be from different iterations. So the last
            // whole one stands then.
            let lost = || self.moves[0].score <= -score::LEAST_WIN;
            if self.worker.aborted && (self.lines > 1 || lost()) {
                self.moves.clone_from(&before);
            }
            let changed = self.moves[0].mv != before[0].mv;
            if !self.worker.aborted || changed {
                self.report(depth, tell);
            }
            if self.worker.aborted || self.worker.nodes >= self.enough {
                break;
            }
            steady = if changed { 0 } else { steady + 1 };
            let fall = before[0].score - self.moves[0].score;
            if self.is_enough(depth, steady, fall) {
                break;
            }
        }
        let best = &self.moves[0];
        let unknown = best.score == -INFINITE;
        let score = if unknown { self.worker.opinion(&self.root.position) } else { best.score };
        Answer { line: best.variation.clone(), verdict: Verdict::from(score) }
    }

    /// Tells the other threads what this one has found, or takes over what another has, if that was quicker.
    fn share(&mut self, depth: u32) {
        self.worker.iteration = depth + 1;
        if !self.worker.aborted {
            self.shared.finished.tell(depth, &self.moves[0]);
        } else if let Some(best) = self.shared.finished.best(depth)
            && let Some(place) = self.moves.iter().position(|found| found.mv == best.mv)
        {
            self.moves[..=place].rotate_right(1);
            self.moves[0] = best;
            self.worker.aborted = false;
        }
    }

    /// Whether nothing is to be gained from a deeper iteration, or there is no time for it. The best decision has been
    /// the same for `steady` iterations, and its score is lower than the last by `fall`.
    fn is_enough(&self, depth: u32, steady: u32, fall: Score) -> bool {
        let control = self.shared.control;
        if !control.may_answer_early() {
            return false;
        }
        let score = self.moves[0].score;
        if control.limits.mate.is_some_and(|plies| score >= score::WIN - plies as Score) {
            return true;
        }
        // Proven results within the searched depth cannot be bettered.
        let final_at = |score: Score| is_decided(score) && (score::WIN - score.abs()) as u32 <= depth;
        if self.moves[..self.lines].iter().all(|found| final_at(found.score)) {
            return true;
        }
        let alone = self.moves.len() == 1 && control.limits.clock.is_some();
        // Doubt is worth time.
        let doubt = if fall > 25 { 1.3 } else { 1.0 };
        let patience = [1.5, 1.25, 1.0, 0.85][steady.min(3) as usize];
        alone || control.is_enough(patience * doubt)
    }

    /// Searches the decisions from number `line` on, at first within a narrow window around the last score.
    fn aspire(&mut self, line: usize, depth: u32) {
        let expected = self.moves[line].score;
        let mut margin = 40;
        let (mut alpha, mut beta) = if depth >= 4 && expected > -INFINITE && !is_decided(expected) {
            (expected - margin, expected + margin)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let moves = &mut self.moves[line..];
            let score = self.worker.root(&self.root.position, moves, depth as i32, (alpha, beta));
            if self.worker.aborted {
                return;
            }
            margin *= 4;
            if score <= alpha && alpha > -INFINITE {
                alpha = if margin > 1_000 { -INFINITE } else { score - margin };
            } else if score >= beta && beta < INFINITE {
                beta = if margin > 1_000 { INFINITE } else { score + margin };
            } else {
                return;
            }
        }
    }

    fn report(&mut self, depth: u32, tell: &mut dyn FnMut(&Info)) {
        let nodes = self.worker.tell_nodes();
        for (i, found) in self.moves[..self.lines].iter().enumerate() {
            tell(&Info {
                depth,
                seldepth: self.worker.deepest.max(found.variation.len()) as u32,
                multipv: i + 1,
                verdict: Verdict::from(found.score),
                nodes,
                permille: self.shared.table.permille(),
                time: self.shared.control.elapsed(),
                line: found.variation.clone(),
                visits: None,
            });
        }
    }
}
