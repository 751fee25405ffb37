//! The data of a proof search thread, and what it shares with the others.

use super::numbers::{KnownNumbers, ProofNumbers};
use super::proof_table::ProofTable;
use crate::game::{Player, Searchable};
use crate::search::control::SearchControl;
use crate::search::sync::{AtomicBool, AtomicU8, AtomicU64};
use std::sync::atomic::Ordering::Relaxed;

/// The most nodes in a searched line; positions beyond stay undecided.
const MOST_NODES: usize = 300;
/// The number of counters of threads that search a position.
const COUNTERS: usize = 1 << 14;

/// Instead of a place on the path: the numbers hold wherever the position occurs.
pub(super) const INDEPENDENT: usize = usize::MAX;

/// What the threads of a proof search share.
pub struct SharedProof<'a> {
    /// What is known.
    pub proof_table: &'a ProofTable,
    /// How many positions have been evaluated so far.
    pub evaluated: AtomicU64,
    /// How many may be.
    pub limit: u64,
    /// Set to end the search.
    pub stopped: AtomicBool,
    /// What also ends it, if no other thread watches.
    pub unwatched: Option<&'a SearchControl>,
    /// How many threads search below a position, by its key; `None` if there is only one thread.
    pub(super) searching: Option<Vec<AtomicU8>>,
}

impl<'a> SharedProof<'a> {
    /// For a search with so many threads that evaluates at most `limit` positions, or a few more.
    pub fn new(proof_table: &'a ProofTable, limit: u64, threads: usize) -> Self {
        let counters = || std::iter::repeat_with(AtomicU8::default).take(COUNTERS).collect();
        let searching = (threads > 1).then(counters);
        let (evaluated, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { proof_table, evaluated, limit, stopped, unwatched: None, searching }
    }

    pub(super) fn counter(&self, key: u64) -> Option<&AtomicU8> {
        self.searching.as_ref().map(|counters| &counters[key as usize % COUNTERS])
    }

    /// Whether to break off.
    pub(super) fn must_stop(&self) -> bool {
        self.stopped.load(Relaxed)
            || self.evaluated.load(Relaxed) >= self.limit
            || self.unwatched.is_some_and(|control| control.must_stop(0))
    }
}

/// One thread of a proof search.
pub struct ProofWorker<'a, G: Searchable> {
    pub(super) shared: &'a SharedProof<'a>,
    pub(super) attacker: Player,
    /// The keys of the positions on the way from the root, including this one. The first is not a position: results
    /// that rest on it hold nowhere else.
    pub(super) path: Vec<u64>,
    /// The children of all nodes on the path.
    pub(super) children: Vec<ProofChild<G>>,
    pub(super) nodes: u64,
}

/// What is known after the search of a node.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) known: KnownNumbers,
    /// The first position of the path on whose repetition it rests; [`INDEPENDENT`] if on none.
    pub(super) rests_on: usize,
}

impl Found {
    /// A result that rests on no position of the path.
    pub(super) fn anywhere(known: KnownNumbers) -> Self {
        Self { known, rests_on: INDEPENDENT }
    }
}

/// A position that a decision leads to, after the replies that it forces.
pub(super) struct ProofChild<G: Searchable> {
    pub(super) position: G,
    pub(super) threats: G::Threats,
    pub(super) key: u64,
    /// What is known of `position`.
    pub(super) found: Found,
    /// The plies to `position`, or to the end of the game if that is known.
    pub(super) forced: u32,
}

impl<G: Searchable> ProofChild<G> {
    pub(super) fn numbers(&self) -> ProofNumbers {
        self.found.known.numbers
    }

    /// The plies from the parent until the attacker wins, if that is proved.
    pub(super) fn plies(&self) -> u32 {
        self.forced + u32::from(self.found.known.plies)
    }
}

impl<'a, G: Searchable> ProofWorker<'a, G> {
    /// A worker for the question whether `attacker` wins.
    pub fn new(shared: &'a SharedProof<'a>, attacker: Player) -> Self {
        Self { shared, attacker, path: vec![0], children: Vec::new(), nodes: 0 }
    }

    /// Whether nothing deeper is searched.
    pub(super) fn is_too_deep(&self) -> bool {
        self.path.len() >= MOST_NODES
    }
}
