//! Singular extensions: a decision far better than all others is searched a turn deeper (Anantharaman, Campbell and
//! Hsu, "Singular extensions: adding selectivity to brute-force searching", 1990; here by a search without the decision
//! that the transposition table knows, to half the depth, as in Stockfish).

use super::pruning::{self, NodeLimits};
use super::tt::TtEntry;
use super::{SearchNode, Worker};
use crate::game::{Move, MoveList, Searchable};
use crate::search::score::{self, Bound};

impl<G: Searchable> Worker<'_, G> {
    /// The decision of `known` if no other of `moves` comes close, in a game where it pays to check.
    #[inline(always)]
    pub(super) fn singular(
        &mut self,
        node: &SearchNode<G>,
        known: Option<TtEntry>,
        depth: i32,
        ply: usize,
        moves: &MoveList,
    ) -> Option<Move> {
        let params = self.shared.params;
        if depth < params.singular_depth || !self.shared.selective {
            return None;
        }
        let known = known?;
        let is_reliable = known.bound != Bound::Upper && known.depth >= depth - params.singular_entry_depth;
        if !is_reliable || known.best.is_none() || score::is_decided(known.score) {
            return None;
        }
        let bar = known.score - params.singular_margin * depth;
        let half = (depth - 1) / 2;
        let move_limit = pruning::move_limit(params, half, (bar - 1, bar), None, false);
        let limits = NodeLimits { move_limit, excluded: known.best, ..NodeLimits::all(half, known.best) };
        let without = self.move_loop::<false>(node, &limits, ply, (bar - 1, bar), &mut moves.clone());
        known.best.filter(|_| without < bar)
    }
}
