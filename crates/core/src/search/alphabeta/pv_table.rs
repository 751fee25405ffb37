//! The principal variations that alpha-beta collects on its way back from the leaves.

use super::tt::TranspositionTable;
use crate::game::{Move, MoveList, Status, Tactics};
use crate::search::pv::Pv;
use crate::search::score::{Bound, MAX_PLY};

/// The principal variation found so far from the node at each ply on the way to the one that is being searched.
pub struct PvTable(Vec<Pv>);

impl PvTable {
    /// None is known.
    pub fn new() -> Self {
        Self(vec![Pv::new(); MAX_PLY + 1])
    }

    /// The variation from the node at `ply`.
    #[inline(always)]
    pub fn at(&mut self, ply: usize) -> &mut Pv {
        &mut self.0[ply]
    }

    /// Sets the variation at `ply` to `mv` followed by the child's.
    #[inline]
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let pv = &mut upper[ply];
        pv.clear();
        pv.push(mv);
        let room = pv.remaining_capacity();
        pv.extend(lower[0].iter().copied().take(room));
    }

    /// Sets the variation at `ply` to the best decisions from `position` in the transposition table, as far as it has
    /// them; its keys are those of the positions XOR `salt`.
    #[cold]
    pub fn recall<G: Tactics>(&mut self, ply: usize, position: &G, tt: &TranspositionTable, salt: u64) {
        let mut position = *position;
        let pv = &mut self.0[ply];
        pv.clear();
        while ply + pv.len() + 1 < MAX_PLY && position.outcome().is_none() {
            let mut moves = MoveList::new();
            if matches!(position.relevant_moves(&position.threats(), &mut moves), Status::Decided(..)) {
                pv.push(moves[0]);
                return;
            }
            let exact = tt.probe(position.key() ^ salt).filter(|entry| entry.bound == Bound::Exact);
            let Some(mv) = exact.and_then(|entry| entry.best).filter(|mv| moves.contains(mv)) else { return };
            pv.push(mv);
            position.play(mv);
        }
    }
}
