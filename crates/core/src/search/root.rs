//! The root of a search: the position, and the decisions that may be the answer.

use super::score::{Bound, INFINITE, Score};
use crate::game::{Move, MoveList, Tactics};

/// What to search: an unfinished position, the keys of the positions before it in the game, and the allowed answers.
#[derive(Clone, Debug)]
pub struct Root<G> {
    /// The position.
    pub position: G,
    /// The keys of the positions before it, for repetition.
    pub played: Vec<u64>,
    /// The decisions to choose among; empty: all.
    pub only: Vec<Move>,
}

impl<G> Root<G> {
    /// A position without earlier ones and with every decision allowed.
    pub const fn new(position: G) -> Self {
        Self { position, played: Vec::new(), only: Vec::new() }
    }
}

/// A decision at the root, with what the search has found about it.
#[derive(Clone, Debug)]
pub(in crate::search) struct RootMove {
    pub mv: Move,
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    pub pv: Vec<Move>,
    /// How many nodes below it the thread has searched, in all iterations.
    pub effort: u64,
}

impl RootMove {
    /// One that nothing is known about.
    pub fn new(mv: Move) -> Self {
        Self { mv, score: -INFINITE, bound: Bound::Exact, pv: vec![mv], effort: 0 }
    }

    /// The best first.
    pub fn sort(moves: &mut [Self]) {
        moves.sort_by_key(|found| -found.score);
    }
}

/// The decisions that a search may answer with: those it was limited to, or all that are worth searching.
pub(super) fn candidates<G: Tactics>(root: &Root<G>, multi_pv: usize) -> Vec<Move> {
    let mut legal = MoveList::new();
    root.position.moves(&mut legal);
    if legal.iter().any(|mv| root.only.contains(mv)) {
        legal.retain(|mv| root.only.contains(mv));
    } else if multi_pv <= 1 {
        legal.clear();
        root.position.relevant_moves(&root.position.threats(), &mut legal);
    }
    legal.to_vec()
}
