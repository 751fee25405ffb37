//! Iterative deepening with aspiration windows, on several threads that share the transposition table and defer what
//! another of them is searching.

use super::memory::{SearchMemory, ThreadMemory};
use super::progress::SearchProgress;
use super::smp::{SharedBest, SharedRaise};
use super::{SearchNode, SharedSearch, Worker};
use crate::game::{Searchable, Tactics};
use crate::search::control::SearchControl;
use crate::search::root::{RootMove, candidates};
use crate::search::score::{self, Bound, INFINITE, Score, Verdict, is_decided};
use crate::search::skill::Skill;
use crate::search::sync::{AtomicBool, AtomicU64};
use crate::search::threads::beside;
use crate::search::time;
use crate::search::{Answer, Info, Root, Settings};
use std::sync::atomic::Ordering::Relaxed;

/// The greatest depth of an iteration, in turns.
pub const MAX_DEPTH: u32 = 120;

/// Finds the best decision at the root, or plays as `skill` says. `on_info` gets every finished iteration. Also returns
/// the number of threads.
pub fn search<G: Searchable>(
    root: &Root<G>,
    control: &SearchControl,
    memory: &mut SearchMemory,
    settings: &Settings,
    skill: Option<Skill>,
    on_info: &mut dyn FnMut(&Info),
) -> (Answer, usize) {
    let params = settings.params(&root.position);
    // Proving that no win exists within this many plies allows no pruning by guesses.
    let selective = settings.selective && control.limits.mate.is_none();
    memory.prepare::<G>(settings.threads, &params, selective);
    let SearchMemory { tt, threads, reductions, searching, .. } = memory;
    let [first, others @ ..] = &mut threads[..] else { unreachable!("there is at least one thread") };
    let shared = SharedSearch {
        tt,
        control,
        params: &params,
        reductions,
        nodes: AtomicU64::new(0),
        done: AtomicBool::new(false),
        searching: searching.as_ref().filter(|_| settings.threads > 1),
        best: SharedBest::default(),
        raise: SharedRaise::default(),
        selective,
    };
    let moves: Vec<RootMove> = candidates(root, settings.multi_pv).into_iter().map(RootMove::new).collect();
    let helpers_moves = moves.clone();
    let others = others.iter_mut().map(|memory| {
        let (shared, moves) = (&shared, helpers_moves.clone());
        move || IterativeDeepening::new(shared, root, memory, moves, 1, skill).run()
    });
    beside(others, || {
        let mut first = IterativeDeepening::new(&shared, root, first, moves, settings.multi_pv, skill);
        first.worker.progress = Some(SearchProgress::new(&control.limits, on_info));
        first.run();
        shared.done.store(true, Relaxed);
        first.answer()
    })
}

/// One thread's iterations.
struct IterativeDeepening<'a, G: Tactics> {
    root: SearchNode<G>,
    shared: &'a SharedSearch<'a>,
    worker: Worker<'a, G>,
    moves: Vec<RootMove>,
    multi_pv: usize,
    /// The greatest depth of an iteration, in turns.
    max_depth: u32,
    /// No iteration starts after this many nodes.
    max_nodes: u64,
    /// The decision last reported, in this iteration, as worth more than its window.
    raised: Option<RootMove>,
}

impl<'a, G: Searchable> IterativeDeepening<'a, G> {
    fn new(
        shared: &'a SharedSearch<'a>,
        root: &Root<G>,
        memory: &'a mut ThreadMemory,
        moves: Vec<RootMove>,
        multi_pv: usize,
        skill: Option<Skill>,
    ) -> Self {
        let limits = &shared.control.limits;
        let asked = [limits.depth, limits.mate].into_iter().flatten().min();
        Self {
            root: SearchNode::new(root.position),
            shared,
            worker: Worker::new(shared, root, memory),
            multi_pv: multi_pv.clamp(1, moves.len()),
            moves,
            max_depth: asked.unwrap_or(MAX_DEPTH).clamp(1, skill.map_or(MAX_DEPTH, Skill::depth)),
            max_nodes: skill.map_or(u64::MAX, Skill::nodes),
            raised: None,
        }
    }

    fn run(&mut self) {
        let mut best_move_stability = 0;
        for depth in 1..=self.max_depth {
            let before = self.moves.clone();
            self.worker.seldepth = 0;
            self.raised = None;
            // So that there is an answer with a score.
            self.worker.must_finish = depth == 1;
            let mut lines = 0;
            while lines < self.multi_pv {
                self.aspiration_search(lines, depth);
                if self.worker.aborted {
                    break;
                }
                self.worker.must_finish = false;
                lines += 1;
            }
            if self.shared.searching.is_some() && self.multi_pv == 1 {
                self.share(depth);
            }
            if !self.worker.aborted {
                RootMove::sort(&mut self.moves[..self.multi_pv]);
            }
            // A broken iteration leaves the best of what it has finished in front, which is never worse, with two
            // exceptions: all of that is lost, while what it had no time for may not be; or another decision is in front by
            // an upper bound, which says nothing of those that were not looked at. Several lines would be from different
            // iterations. What was found to be better than its window stands then, else the last whole iteration. The
            // first has none before it, but the first of its lines is always whole.
            let is_lost = || self.moves[0].score <= -score::LEAST_WIN;
            let is_doubtful = || {
                let has_changed = self.moves[0].mv != before[0].mv || self.raised.is_some();
                self.moves[0].bound == Bound::Upper && has_changed
            };
            if self.worker.aborted && depth > 1 && (self.multi_pv > 1 || is_lost() || is_doubtful()) {
                self.moves.clone_from(&before);
                self.put_raised_first();
            }
            let changed = self.moves[0].mv != before[0].mv;
            // What follows a decision in front by an upper bound need not be its best: a turn would end otherwise.
            if self.worker.aborted && !changed && self.moves[0].bound == Bound::Upper {
                self.moves[0].pv.clone_from(&before[0].pv);
            }
            // Bounds have been reported when the window failed.
            let is_news = || {
                let (now, then) = (&self.moves[0], &before[0]);
                now.bound == Bound::Exact && (changed || now.score != then.score || now.pv != then.pv)
            };
            match self.worker.aborted {
                false => self.report(depth, 0..self.multi_pv),
                true if depth == 1 => self.report(depth, 0..lines),
                true if is_news() => self.report(depth, 0..self.multi_pv),
                true => {}
            }
            if self.worker.aborted || self.worker.nodes >= self.max_nodes {
                break;
            }
            best_move_stability = if changed { 0 } else { best_move_stability + 1 };
            let fall = before[0].score - self.moves[0].score;
            if self.is_enough(depth, best_move_stability, fall) {
                break;
            }
        }
    }

    /// Moves the decision found to be worth more than its window to the front, if there is one.
    fn put_raised_first(&mut self) {
        if let Some(raised) = self.raised.take()
            && let Some(place) = self.moves.iter().position(|found| found.mv == raised.mv)
        {
            self.moves[..=place].rotate_right(1);
            self.moves[0] = raised;
        }
    }

    /// What the iterations of the first thread have found.
    fn answer(mut self) -> Answer {
        let nodes = self.worker.report_nodes();
        let RootMove { score, bound, pv, .. } = self.moves.swap_remove(0);
        let Some(verdict) = Verdict::of_score(score) else { unreachable!("the first iteration has been finished") };
        Answer { pv, verdict, bound, nodes }
    }

    /// Shares this thread's result with the others, or takes over another's if that was quicker.
    fn share(&mut self, depth: u32) {
        self.worker.iteration = depth + 1;
        if !self.worker.aborted {
            self.shared.best.update(depth, &self.moves[0]);
        } else if let Some(best) = self.shared.best.best(depth)
            && let Some(place) = self.moves.iter().position(|found| found.mv == best.mv)
        {
            self.moves[..=place].rotate_right(1);
            self.moves[0] = RootMove { effort: self.moves[0].effort, ..best };
            self.worker.aborted = false;
        }
    }

    /// Whether to stop here: a deeper iteration would gain nothing, or would not end in time. The best decision has been
    /// the same for `best_move_stability` iterations, and its score is lower than the last by `fall`.
    fn is_enough(&self, depth: u32, best_move_stability: u32, fall: Score) -> bool {
        let control = self.shared.control;
        if !control.may_answer_early() {
            return false;
        }
        let score = self.moves[0].score;
        if control.limits.mate.is_some_and(|plies| score >= score::WIN - plies.min(score::MAX_PLY as u32) as Score) {
            return true;
        }
        // Proven results within the searched depth cannot be bettered.
        let final_at = |score: Score| is_decided(score) && (score::WIN - score.abs()) as u32 <= depth;
        if self.moves[..self.multi_pv].iter().all(|found| final_at(found.score)) {
            return true;
        }
        let alone = self.moves.len() == 1 && control.limits.clock.is_some();
        // Doubt is worth time.
        let doubt = if fall > 25 { 1.3 } else { 1.0 };
        let patience = [1.5, 1.25, 1.0, 0.85][best_move_stability.min(3) as usize];
        alone || control.is_enough(patience * doubt * time::focus(self.shared.params, self.effort_share()))
    }

    /// The share of the nodes that the best decision took.
    fn effort_share(&self) -> f64 {
        let all: u64 = self.moves.iter().map(|found| found.effort).sum();
        // All but the root itself, which each of its searches counts.
        debug_assert!(all < self.worker.nodes, "{all} nodes below the root of {}", self.worker.nodes);
        self.moves[0].effort as f64 / all.max(1) as f64
    }

    /// Searches the root moves from place `first` on, at first within a narrow window around the last score.
    fn aspiration_search(&mut self, first: usize, depth: u32) {
        let expected = self.moves[first].score;
        let mut margin = self.shared.params.aspiration_window;
        let (mut alpha, mut beta) = if depth >= 4 && expected > -INFINITE && !is_decided(expected) {
            (expected - margin, expected + margin)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let moves = &mut self.moves[first..];
            let is_shared = self.multi_pv == 1 && self.worker.has_company();
            let score = self.worker.search_root(&self.root, moves, first, depth as i32, (alpha, beta), is_shared);
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
            // What is known until the search of the wider window ends. Several lines would be from different iterations.
            if self.multi_pv == 1 {
                self.report(depth, 0..1);
                self.raised =
                    Some(&self.moves[0]).filter(|found| found.bound == Bound::Lower).cloned().or(self.raised.take());
            }
        }
    }

    /// Reports some of the best lines.
    fn report(&mut self, depth: u32, lines: std::ops::Range<usize>) {
        let nodes = self.worker.report_nodes();
        let Some(progress) = &mut self.worker.progress else { return };
        for (i, found) in lines.clone().zip(&self.moves[lines]) {
            // Nothing is known of what has not been searched.
            let Some(verdict) = Verdict::of_score(found.score) else { continue };
            progress.report(Info {
                depth,
                seldepth: self.worker.seldepth.max(found.pv.len()) as u32,
                multipv: i + 1,
                verdict,
                nodes,
                hashfull: self.shared.tt.hashfull(),
                time: self.shared.control.elapsed(),
                pv: found.pv.clone(),
                visits: None,
                bound: found.bound,
                current: None,
            });
        }
    }
}
