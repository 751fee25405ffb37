//! Turning and mirroring the board, and exchanging the players.

use super::board::{SYMMETRIES, single, turn};
use super::decision::{PASS, squares_of, step};
use super::position::{Pieces, Zen};
use crate::board::bits::members;
use crate::game::{Move, Seating, Symmetry};

impl Symmetry for Zen {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        let turned = |set| members(set).fold(0, |image, square| image | single(turn(square, index)));
        let pieces =
            Pieces { pawns: self.pawns.map(turned), zen: turn(self.zen(), index), ban: turn(self.ban(), index) };
        Self::build(&self.setup(), pieces, self.seat(), self.passes())
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        squares_of(mv).map_or(PASS, |(from, to)| step(turn(from, index), turn(to, index)))
    }

    fn exchange_sides(&self) -> Option<Self> {
        let pieces = Pieces { pawns: [self.pawns[1], self.pawns[0]], zen: self.zen(), ban: self.ban() };
        Some(Self::build(&self.setup(), pieces, self.seat() ^ 1, self.passes()))
    }
}
