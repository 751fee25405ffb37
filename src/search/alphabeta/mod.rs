//! Alpha-beta: iterative deepening principal variation search over a shared transposition table, on any number of
//! threads (lazy SMP with ABDADA's order).

mod abdada;
mod eval_cache;
mod history;
pub mod iterative;
mod node;
mod pruning;
mod pv_table;
mod quiescence;
mod singular;
mod smp;
mod tt;

use super::limits::Control;
use super::repetition::Line;
use super::score::{self, INFINITE, Score, through_child};
use crate::game::{Evaluate, Player};
use abdada::{Busy, Claim, Queue};
use eval_cache::Opinions;
use history::Memory;
use pruning::{NO_REDUCTIONS, REDUCTIONS, Reductions};
use pv_table::Variations;
use smp::Finished;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tt::{Entry, Table};

/// Nodes with so many turns left or more are shared out among the threads.
const SHARED_DEPTH: i32 = 2;
/// How many nodes to search between looks at the clock.
const CHECK_EVERY: u64 = 1024;

/// What the threads of one search share.
pub(in crate::search) struct Shared<'a> {
    table: &'a Table,
    control: &'a Control,
    /// The nodes of all threads, brought up to date now and then.
    nodes: AtomicU64,
    /// Set when the first thread has finished.
    done: AtomicBool,
    /// What the threads are searching, if there are several.
    busy: Option<Busy>,
    /// What the threads have finished.
    finished: Finished,
    /// Whether decisions may be searched less deep than asked for.
    reduce: bool,
}

/// One thread's search.
pub(in crate::search) struct Worker<'a, G> {
    shared: &'a Shared<'a>,
    root_player: Player,
    /// Keeps apart what different root players store of the same position in a game for three.
    salt: u64,
    line: Line<G>,
    memory: &'a mut Memory,
    opinions: Opinions,
    variations: Variations,
    nodes: u64,
    told: u64,
    next_check: u64,
    deepest: usize,
    /// The search ends also when another thread has finished the iteration of this depth.
    iteration: u32,
    reductions: &'static Reductions,
    /// Set once the search must end; all values from then on are worthless.
    aborted: bool,
}

impl<'a, G: Evaluate> Worker<'a, G> {
    fn new(shared: &'a Shared<'a>, root: &G, line: Line<G>, memory: &'a mut Memory) -> Self {
        let root_player = root.to_move();
        let salt = if G::PLAYERS > 2 { crate::board::bits::hash_key(root_player.index() as u64) } else { 0 };
        Self {
            shared,
            root_player,
            salt,
            line,
            memory,
            opinions: Opinions::new(),
            variations: Variations::new(),
            nodes: 0,
            told: 0,
            next_check: 0,
            deepest: 0,
            iteration: u32::MAX,
            reductions: if shared.reduce { &REDUCTIONS } else { &NO_REDUCTIONS },
            aborted: false,
        }
    }

    /// The static evaluation for the side to move.
    #[inline(always)]
    fn opinion(&mut self, position: &G) -> Score {
        let root_player = self.root_player;
        self.opinions.of(position.key(), || seen(position, root_player, |player| position.evaluate(player)))
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
        let all = self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        let (done, finished) = (self.shared.done.load(Relaxed), self.shared.finished.includes(self.iteration));
        self.aborted = self.aborted || done || finished || self.shared.control.must_stop(all);
        let left = self.shared.control.limits.nodes.map_or(CHECK_EVERY, |limit| limit.saturating_sub(all).max(1));
        self.next_check = self.nodes + left.min(CHECK_EVERY);
    }

    /// Tells the others how many nodes this thread has searched so far.
    fn tell_nodes(&mut self) -> u64 {
        let all = self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed) + self.nodes - self.told;
        self.told = self.nodes;
        all
    }

    /// Plays `mv` and gives the child's value to the parent.
    #[inline(always)]
    fn value<const PV: bool>(
        &mut self,
        position: &G,
        child: &G,
        depth: i32,
        ply: usize,
        window: (Score, Score),
    ) -> Score {
        self.line.push(position.key());
        let same = self.same_side(position, child);
        let value = through_child(same, window.0, window.1, |a, b| self.node::<PV>(child, depth, ply + 1, a, b));
        self.line.pop();
        value
    }

    /// Tells the other threads that this one searches the decision at place `i` of a node, which leads to `child`; `None`
    /// if one of them is searching it already and it has been put off.
    #[inline(always)]
    fn claim(&self, child: &G, depth: i32, i: usize, queue: &mut Queue) -> Option<Claim<'a>> {
        match &self.shared.busy {
            Some(busy) if i > 0 && depth >= SHARED_DEPTH => busy.claim(child.key() ^ self.salt, queue),
            _ => Some(Claim::NONE),
        }
    }

    /// Remembers what was found of a position at `ply`.
    #[inline(always)]
    fn store(&self, position: &G, ply: usize, found: Entry) {
        let entry = Entry { score: score::to_table(found.score, ply), ..found };
        self.shared.table.store(position.key() ^ self.salt, entry);
    }
}

/// A value that `of` tells for a player, as the side to move in `position` sees it.
#[inline(always)]
fn seen<G: Evaluate>(position: &G, root_player: Player, of: impl Fn(Player) -> Score) -> Score {
    if G::PLAYERS == 2 {
        of(position.to_move())
    } else {
        let same = position.to_move() == root_player;
        through_child(same, -INFINITE, INFINITE, |_, _| of(root_player))
    }
}
