//! Iterative deepening over alpha-beta, on several threads that share the table
//! and put off what another of them is searching (lazy SMP with ABDADA's order).

use super::abdada::SearchingTable;
use super::history::History;
use super::smp::SharedBest;
use super::tt::TranspositionTable;
use super::{Shared, Worker};
use crate::game::Evaluate;
use crate::search::limits::SearchControl;
use crate::search::repetition::Repetition;
use crate::search::root::RootMove;
use crate::search::score::{self, INFINITE, Score, Verdict, is_decided};
use crate::search::{Answer, Info, Root, candidates, spawn};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// No iteration goes deeper, in turns.
pub const MAX_DEPTH: u32 = 120;

/// What alpha-beta is reported beyond its limits.
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
pub struct SearchMemory {
    table: TranspositionTable,
    /// What each thread has learned about which decisions refute.
    histories: Vec<History>,
}

impl SearchMemory {
    /// Nothing yet, with room for about `mebibytes` MiB of positions.
    pub fn new(mebibytes: usize) -> Self {
        Self { table: TranspositionTable::new(mebibytes), histories: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Gets ready for a search on so many threads.
    fn prepare<G: Evaluate>(&mut self, threads: usize) {
        self.table.new_search();
        self.histories.iter_mut().for_each(History::age);
        self.histories.resize_with(threads, History::new::<G>);
    }
}

/// Finds the best decision at the root. `tell` hears of every finished iteration.
pub fn search<G: Evaluate>(
    root: &Root<G>,
    control: &SearchControl,
    memory: &mut SearchMemory,
    settings: Settings,
    on_info: &mut dyn FnMut(&Info),
) -> Answer {
    memory.prepare::<G>(settings.threads);
    let [history, others @ ..] = &mut memory.histories[..] else { unreachable!("there is at least one thread") };
    let shared = Shared {
        table: &memory.table,
        control,
        nodes: AtomicU64::new(0),
        done: AtomicBool::new(false),
        shared_best: SharedBest::default(),
        reduce: settings.reduce,
        searching: (settings.threads > 1).then(SearchingTable::new),
    };
    let moves: Vec<RootMove> = candidates(root, control, settings.multi_pv)
        .into_iter()
        .map(|mv| RootMove { mv, score: -INFINITE, pv: vec![mv] })
        .collect();
    std::thread::scope(|scope| {
        for history in others {
            let (shared, moves) = (&shared, moves.clone());
            let settings = Settings { multi_pv: 1, ..settings };
            let helper = move || _ = IterativeDeepening::new(shared, root, history, moves, settings).run(&mut |_| {});
            spawn(scope, helper);
        }
        let answer = IterativeDeepening::new(&shared, root, history, moves, settings).run(on_info);
        shared.done.store(true, Relaxed);
        answer
    })
}

/// One thread's iterations.
struct IterativeDeepening<'a, G> {
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

impl<'a, G: Evaluate> IterativeDeepening<'a, G> {
    fn new(
        shared: &'a Shared<'a>,
        root: &'a Root<G>,
        history: &'a mut History,
        moves: Vec<RootMove>,
        settings: Settings,
    ) -> Self {
        let worker = Worker::new(shared, &root.position, Repetition::new(&root.played), history);
        let lines = settings.multi_pv.clamp(1, moves.len());
        let limits = &shared.control.limits;
        let asked = [limits.depth, limits.mate].into_iter().flatten().min();
        let last = asked.unwrap_or(MAX_DEPTH).clamp(1, settings.depth);
        Self { root, shared, worker, moves, lines, last, enough: settings.enough }
    }

    fn run(mut self, on_info: &mut dyn FnMut(&Info)) -> Answer {
        let mut best_move_stability = 0;
        for depth in 1..=self.last {
            let before = self.moves.clone();
            self.worker.seldepth = 0;
            for line in 0..self.lines {
                self.aspiration_search(line, depth);
                if self.worker.aborted {
                    break;
                }
            }
            if self.shared.searching.is_some() && self.lines == 1 {
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
                self.report(depth, on_info);
            }
            if self.worker.aborted || self.worker.nodes >= self.enough {
                break;
            }
            best_move_stability = if changed { 0 } else { best_move_stability + 1 };
            let fall = before[0].score - self.moves[0].score;
            if self.is_enough(depth, best_move_stability, fall) {
                break;
            }
        }
        let best = &self.moves[0];
        let unknown = best.score == -INFINITE;
        let score = if unknown { self.worker.static_eval(&self.root.position) } else { best.score };
        Answer { line: best.pv.clone(), verdict: Verdict::from(score) }
    }

    /// Tells the other threads what this one has found, or takes over what another has, if that was quicker.
    fn share(&mut self, depth: u32) {
        self.worker.iteration = depth + 1;
        if !self.worker.aborted {
            self.shared.shared_best.on_info(depth, &self.moves[0]);
        } else if let Some(best) = self.shared.shared_best.best(depth)
            && let Some(place) = self.moves.iter().position(|found| found.mv == best.mv)
        {
            self.moves[..=place].rotate_right(1);
            self.moves[0] = best;
            self.worker.aborted = false;
        }
    }

    /// Whether nothing is to be gained from a deeper iteration, or there is no time for it. The best decision has been
    /// the same for `best_move_stability` iterations, and its score is lower than the last by `fall`.
    fn is_enough(&self, depth: u32, best_move_stability: u32, fall: Score) -> bool {
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
        let patience = [1.5, 1.25, 1.0, 0.85][best_move_stability.min(3) as usize];
        alone || control.is_enough(patience * doubt)
    }

    /// Searches the decisions from number `line` on, at first within a narrow window around the last score.
    fn aspiration_search(&mut self, line: usize, depth: u32) {
        let expected = self.moves[line].score;
        let mut margin = 40;
        let (mut alpha, mut beta) = if depth >= 4 && expected > -INFINITE && !is_decided(expected) {
            (expected - margin, expected + margin)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let moves = &mut self.moves[line..];
            let score = self.worker.search_root(&self.root.position, moves, depth as i32, (alpha, beta));
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

    fn report(&mut self, depth: u32, on_info: &mut dyn FnMut(&Info)) {
        let nodes = self.worker.report_nodes();
        for (i, found) in self.moves[..self.lines].iter().enumerate() {
            on_info(&Info {
                depth,
                seldepth: self.worker.seldepth.max(found.pv.len()) as u32,
                multipv: i + 1,
                verdict: Verdict::from(found.score),
                nodes,
                hashfull: self.shared.table.hashfull(),
                time: self.shared.control.elapsed(),
                line: found.pv.clone(),
                visits: None,
            });
        }
    }
}
