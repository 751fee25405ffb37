//! Alpha-beta: iterative deepening principal variation search over a shared transposition table, on any number of
//! threads (lazy SMP with ABDADA's order).
//!
//! `iterative` runs the iterations, `root_node` searches the decisions at the root, `node` the positions below it with
//! `pruning` and `singular`, `move_loop` the decisions of a position with `movepick` and `history`, `quiescence` the
//! leaves. `progress` reports. `tt`, `eval_cache` and `pv_table` remember; `abdada` and `smp` are shared by several
//! threads, `news` hears what the others find.
//!
//! Depth counts turns: it shrinks when another player becomes the one to decide, and static evaluation is only for
//! positions where nothing is left to take. With two players the search is negamax; with more it is paranoid, the root
//! player against all others.

mod abdada;
mod eval_cache;
mod history;
mod iterative;
mod memory;
mod move_loop;
mod movepick;
mod news;
mod node;
mod progress;
mod pruning;
mod pv_table;
mod quiescence;
mod root_node;
mod singular;
mod smp;
mod tt;

pub use iterative::{MAX_DEPTH, search};
pub use memory::SearchMemory;

use super::Root;
use super::control::SearchControl;
use super::repetition::{Repetition, history_key};
use super::score::{self, INFINITE, Score, through_child};
use super::sync::{AtomicBool, AtomicU64};
use crate::board::bits::hash_key;
use crate::game::{Game, Move, Player, SearchParams, Searchable, Tactics};
use abdada::{DeferredMoves, SearchingGuard, SearchingTable};
use memory::ThreadMemory;
use news::{OpenNode, OpenRoot};
use progress::SearchProgress;
use pruning::Reductions;
use smp::{SharedBest, SharedRaise};
use std::sync::atomic::Ordering::Relaxed;
use tt::{TranspositionTable, TtEntry};

/// Nodes with this many turns left or more are shared out among the threads.
const SHARED_DEPTH: i32 = 2;
/// How many nodes to search between looks at the clock and at what other threads have found.
const CHECK_EVERY: u64 = 1024;

/// What the threads of one search share.
struct SharedSearch<'a> {
    tt: &'a TranspositionTable,
    control: &'a SearchControl,
    params: &'a SearchParams,
    reductions: &'a Reductions,
    /// The nodes of all threads, updated now and then.
    nodes: AtomicU64,
    /// Set when the first thread has finished.
    done: AtomicBool,
    /// The positions that the threads are searching, if there are several threads.
    searching: Option<&'a SearchingTable>,
    /// The best result of the threads.
    best: SharedBest,
    /// The best decision found at the root in an iteration that is not finished.
    raise: SharedRaise,
    /// Whether decisions may be reduced or left out.
    selective: bool,
}

/// A position in the tree with what is known about it.
#[derive(Clone, Copy)]
struct SearchNode<G: Tactics> {
    position: G,
    threats: G::Threats,
}

impl<G: Tactics> SearchNode<G> {
    #[inline(always)]
    fn new(position: G) -> Self {
        Self { position, threats: position.threats() }
    }

    #[inline(always)]
    fn child(&self, mv: Move) -> Self {
        // Played where it lies, as it would be copied a second time otherwise.
        let mut child = *self;
        child.position.play(mv);
        child.threats = child.position.threats_after(&self.threats);
        child
    }

    /// How many turns are left below, in `child`.
    #[inline(always)]
    fn depth_of(&self, child: &Self, depth: i32) -> i32 {
        depth - i32::from(child.position.to_move() != self.position.to_move())
    }
}

/// One thread's search.
struct Worker<'a, G> {
    shared: &'a SharedSearch<'a>,
    root_player: Player,
    /// Separates the entries of one position for different root players in a three-player game, and for different
    /// repeated positions.
    salt: u64,
    repetition: Repetition<G>,
    memory: &'a mut ThreadMemory,
    nodes: u64,
    /// How many of the nodes are already in the count of all threads.
    reported: u64,
    next_check: u64,
    seldepth: usize,
    /// The search also ends when another thread has finished the iteration of this depth.
    iteration: u32,
    /// Whether no limit, clock or stop may end the current search.
    must_finish: bool,
    /// Set once the search must end, or go back to the ply where it is `interrupted`; all values until then are
    /// worthless.
    aborted: bool,
    /// Where the search goes on after news of another thread.
    interrupted: Option<usize>,
    /// The positions on the way to the node being searched that other threads may search as well, from the root on.
    open_nodes: Vec<OpenNode>,
    /// The root, once its first decision has been searched and if other threads search the same decisions.
    open_root: Option<OpenRoot>,
    /// Where to report results; only one thread reports.
    progress: Option<SearchProgress<'a>>,
}

impl<'a, G: Searchable> Worker<'a, G> {
    fn new(shared: &'a SharedSearch<'a>, root: &Root<G>, memory: &'a mut ThreadMemory) -> Self {
        let root_player = root.position.to_move();
        let salt = if G::PLAYERS > 2 { hash_key(root_player.index() as u64) } else { 0 };
        let salt = salt ^ history_key::<G>(&root.played);
        Self {
            shared,
            root_player,
            salt,
            repetition: Repetition::new(&root.played),
            memory,
            nodes: 0,
            reported: 0,
            next_check: 0,
            seldepth: 0,
            iteration: u32::MAX,
            must_finish: false,
            aborted: false,
            interrupted: None,
            open_nodes: Vec::new(),
            open_root: None,
            progress: None,
        }
    }

    /// The key of a position in the transposition table and the evaluation cache.
    #[inline(always)]
    fn key(&self, position: &G) -> u64 {
        position.key() ^ self.salt
    }

    /// The static evaluation for the side to move.
    #[inline(always)]
    fn static_eval(&mut self, position: &G) -> Score {
        let (key, root_player) = (self.key(position), self.root_player);
        self.memory
            .eval_cache
            .get_or_insert_with(key, || from_side_to_move(position, root_player, |player| position.evaluate(player)))
    }

    #[inline(always)]
    fn same_side(&self, parent: &G, child: &G) -> bool {
        let (a, b) = (parent.to_move(), child.to_move());
        a == b || (G::PLAYERS > 2 && a != self.root_player && b != self.root_player)
    }

    /// Counts a node; false once the search must end.
    #[inline(always)]
    fn count(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check();
        }
        self.nodes += 1;
        !self.aborted
    }

    #[cold]
    fn check(&mut self) {
        let all = self.report_nodes();
        let (done, finished) = (self.shared.done.load(Relaxed), self.shared.best.includes(self.iteration));
        self.aborted |= done || finished || !self.must_finish && self.shared.control.must_stop(all);
        let left = self.shared.control.limits.nodes.map_or(CHECK_EVERY, |limit| limit.saturating_sub(all).max(1));
        self.next_check = self.nodes + left.min(CHECK_EVERY);
        let time = self.shared.control.elapsed();
        if let Some(progress) = self.progress.as_mut().filter(|progress| progress.is_due(time)) {
            progress.report_progress(time, all, self.shared.tt.hashfull());
        }
        if self.has_company() && !self.aborted {
            self.listen();
        }
    }

    /// Adds the nodes of this thread to those of all threads, and returns these.
    fn report_nodes(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.shared.nodes.fetch_add(new, Relaxed) + new
    }

    /// The value of `child` for the side to move in `parent`, within the window.
    #[inline(always)]
    fn search_child<const PV: bool>(
        &mut self,
        parent: &G,
        child: &SearchNode<G>,
        depth: i32,
        ply: usize,
        window: (Score, Score),
    ) -> Score {
        self.repetition.push(parent.key());
        let same = self.same_side(parent, &child.position);
        let value = through_child(same, window.0, window.1, |a, b| self.search_node::<PV>(child, depth, ply + 1, a, b));
        self.repetition.pop();
        value
    }

    /// Claims a decision of a node, leading to `child`, for this thread, if there are others; `None` if one of them is
    /// searching it and it has been deferred.
    #[inline(always)]
    fn claim(&self, child: &G, deferred: &mut DeferredMoves) -> Option<SearchingGuard<'a>> {
        self.shared.searching.map_or(Some(SearchingGuard::NONE), |searching| searching.claim(self.key(child), deferred))
    }

    /// Stores the result for a position at `ply`.
    #[inline(always)]
    fn store(&self, position: &G, ply: usize, found: TtEntry) {
        let entry = TtEntry { score: score::to_tt(found.score, ply), ..found };
        self.shared.tt.store(self.key(position), entry);
    }
}

/// A value that `of` gives for a player, as the side to move in `position` sees it.
#[inline(always)]
fn from_side_to_move<G: Game>(position: &G, root_player: Player, of: impl Fn(Player) -> Score) -> Score {
    if G::PLAYERS == 2 {
        of(position.to_move())
    } else {
        let same = position.to_move() == root_player;
        through_child(same, -INFINITE, INFINITE, |_, _| of(root_player))
    }
}
