//! The principal variations that alpha-beta gathers on its way back from the leaves.

use super::tt::{Bound, Table};
use crate::game::{Game, Move, MoveList, Outlook};
use crate::search::pv::Variation;
use crate::search::score::MAX_PLY;

/// The best line found so far from the node at each ply of the line that is being searched.
pub struct Variations(Vec<Variation>);

impl Variations {
    /// None is known.
    pub fn new() -> Self {
        Self(vec![Variation::new(); MAX_PLY + 1])
    }

    /// That from the node at `ply`.
    #[inline(always)]
    pub fn at(&mut self, ply: usize) -> &mut Variation {
        &mut self.0[ply]
    }

    /// The line at `ply` is `mv` and then that of the child.
    #[inline]
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        let variation = &mut upper[ply];
        variation.clear();
        variation.push(mv);
        let room = variation.remaining_capacity();
        variation.extend(lower[0].iter().copied().take(room));
    }

    /// The line at `ply` is what the table knows to be best from `position` on, as far as it does; its keys are those of
    /// the positions XOR `salt`.
    #[cold]
    pub fn recall<G: Game>(&mut self, ply: usize, position: &G, table: &Table, salt: u64) {
        let mut position = *position;
        let variation = &mut self.0[ply];
        variation.clear();
        while ply + variation.len() + 1 < MAX_PLY && position.outcome().is_none() {
            let mut moves = MoveList::new();
            if matches!(position.outlook(&mut moves), Outlook::Decided(..)) {
                variation.push(moves[0]);
                return;
            }
            let exact = table.probe(position.key() ^ salt).filter(|entry| entry.bound == Bound::Exact);
            let Some(mv) = exact.and_then(|entry| entry.best).filter(|mv| moves.contains(mv)) else { return };
            variation.push(mv);
            position.play(mv);
        }
    }
}
