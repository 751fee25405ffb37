//! The root of a search: the position, and the decisions that may be the answer.

use super::control::SearchControl;
use super::score::{Bound, Score};
use crate::game::{Move, MoveList, Tactics};

/// What is to be searched: a position that has not ended, and the keys of the positions before it in the game.
#[derive(Clone, Debug)]
pub struct Root<G> {
    /// The position.
    pub position: G,
    /// The keys of the positions before it, for repetition.
    pub played: Vec<u64>,
}

/// A decision at the root, with what the search has found about it.
#[derive(Clone, Debug)]
pub(in crate::search) struct RootMove {
    pub mv: Move,
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    pub pv: Vec<Move>,
}

/// The decisions that a search may answer with: those it was limited to, or all that are worth searching.
pub(super) fn candidates<G: Tactics>(root: &Root<G>, control: &SearchControl, multi_pv: usize) -> Vec<Move> {
    let mut legal = MoveList::new();
    root.position.moves(&mut legal);
    let asked = &control.limits.search_moves;
    if !asked.is_empty() && legal.iter().any(|mv| asked.contains(mv)) {
        legal.retain(|mv| asked.contains(mv));
    } else if multi_pv <= 1 {
        legal.clear();
        root.position.relevant_moves(&root.position.threats(), &mut legal);
    }
    legal.to_vec()
}
