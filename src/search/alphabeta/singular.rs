//! Singular extensions: a decision that is better than all others by far is searched a turn deeper (Anantharaman,
//! Campbell and Hsu, "Singular extensions: adding selectivity to brute-force searching", 1990; here by a search without
//! the decision that the table knows, to half the depth, as in Stockfish).

use super::Worker;
use super::pruning::{self, Plan};
use super::tt::{Bound, Entry};
use crate::game::{Evaluate, Move, MoveList};
use crate::search::score;

/// With fewer turns left it does not pay to look.
const LEAST_DEPTH: i32 = 5;
/// What the table knows of the node may be so many turns less deep.
const SHALLOWER: i32 = 3;
/// By so much, in hundredths of a unit for each turn left, all others must be worse.
const MARGIN: i32 = 10;

impl<G: Evaluate> Worker<'_, G> {
    /// The decision of `known` if no other of `moves` comes near it, in a game where it pays to ask.
    #[inline(always)]
    pub(super) fn singular(
        &mut self,
        position: &G,
        known: Option<Entry>,
        depth: i32,
        ply: usize,
        moves: &MoveList,
    ) -> Option<Move> {
        if !G::SINGULAR || depth < LEAST_DEPTH || !self.shared.reduce {
            return None;
        }
        let known = known?;
        let is_reliable = known.bound != Bound::Upper && known.depth >= depth - SHALLOWER;
        if !is_reliable || known.best.is_none() || score::is_decided(known.score) {
            return None;
        }
        let bar = known.score - MARGIN * depth;
        let half = (depth - 1) / 2;
        let width = pruning::width::<G>(half, (bar - 1, bar), None);
        let plan = Plan { asked: half, depth: half, first: known.best, singular: None, width, excluded: known.best };
        let without = self.best_of::<false>(position, &plan, ply, (bar - 1, bar), &mut moves.clone());
        known.best.filter(|_| without < bar)
    }
}
