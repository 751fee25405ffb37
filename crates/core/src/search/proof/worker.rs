//! What a thread of a proof search works with, and what it shares with the others.

use super::numbers::{KnownNumbers, ProofNumbers};
use super::proof_table::ProofTable;
use crate::game::{Player, Searchable};
use crate::search::sync::{AtomicBool, AtomicU8, AtomicU64};
use std::sync::atomic::Ordering::Relaxed;

/// No line that is searched has more nodes: what is beyond is not decided.
const MOST_NODES: usize = 300;
/// How many counters there are of the threads that search a position.
const COUNTERS: usize = 1 << 14;

/// In place of a place on the path: the numbers hold wherever the position stands.
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
    /// How many threads search below a position, by its key; `None` if there is only one thread.
    pub(super) searching: Option<Vec<AtomicU8>>,
}

impl<'a> SharedProof<'a> {
    /// For a search with so many threads that evaluates at most `limit` positions, or a few more.
    pub fn new(proof_table: &'a ProofTable, limit: u64, threads: usize) -> Self {
        let counters = || std::iter::repeat_with(AtomicU8::default).take(COUNTERS).collect();
        let searching = (threads > 1).then(counters);
        Self { proof_table, evaluated: AtomicU64::new(0), limit, stopped: AtomicBool::new(false), searching }
    }

    pub(super) fn counter(&self, key: u64) -> Option<&AtomicU8> {
        self.searching.as_ref().map(|counters| &counters[key as usize % COUNTERS])
    }

    /// Whether to break off.
    pub(super) fn must_stop(&self) -> bool {
        self.stopped.load(Relaxed) || self.evaluated.load(Relaxed) >= self.limit
    }
}

/// One thread of a proof search.
pub struct ProofWorker<'a, G: Searchable> {
    pub(super) shared: &'a SharedProof<'a>,
    pub(super) attacker: Player,
    /// The keys of the positions on the way from the root, this one among them. The first stands for no position: what
    /// rests on it is good nowhere else.
    pub(super) path: Vec<u64>,
    /// The children of all nodes on the path.
    pub(super) children: Vec<ProofChild<G>>,
    pub(super) nodes: u64,
}

/// What is known after the search of a node.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) known: KnownNumbers,
    /// The first position of the path on whose coming back that rests; [`INDEPENDENT`] if on none.
    pub(super) rests_on: usize,
}

impl Found {
    /// What rests on no position of the path.
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
    /// How many plies lead to `position`; to the end of the game, if that is known.
    pub(super) forced: u32,
}

impl<G: Searchable> ProofChild<G> {
    pub(super) fn numbers(&self) -> ProofNumbers {
        self.found.known.numbers
    }

    /// In how many plies from the parent on the attacker wins, if that is proved.
    pub(super) fn plies(&self) -> u32 {
        self.forced + u32::from(self.found.known.plies)
    }
}

impl<'a, G: Searchable> ProofWorker<'a, G> {
    /// A worker that asks whether `attacker` wins.
    pub fn new(shared: &'a SharedProof<'a>, attacker: Player) -> Self {
        Self { shared, attacker, path: vec![0], children: Vec::new(), nodes: 0 }
    }

    /// Whether nothing deeper is searched.
    pub(super) fn is_too_deep(&self) -> bool {
        self.path.len() >= MOST_NODES
    }
}
