//! Turning and mirroring the board, and exchanging the players.

use super::decision::{placed_cell, placement};
use super::position::Pentalath;
use crate::board::hex61;
use crate::board::symmetry::SYMMETRIES;
use crate::game::{Move, Symmetry};
use crate::games::swap::Swap;

impl Symmetry for Pentalath {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        let stones = self.stones.map(|set| hex61::transform(set, index));
        Self::new(stones, self.colour(), self.swap, self.passes)
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        placed_cell(mv).map_or(mv, |cell| placement(hex61::transform_cell(cell, index)))
    }

    fn exchange_sides(&self) -> Option<Self> {
        let [white, black] = self.stones;
        let exchanged = Self::new([black, white], self.colour() ^ 1, self.swap, self.passes);
        (self.swap != Swap::Open).then_some(exchanged)
    }

    fn without_swap(&self) -> Option<Self> {
        (self.swap == Swap::Done).then(|| Self::new(self.stones, self.colour(), Swap::No, self.passes))
    }

    fn is_swap_open(&self) -> bool {
        self.swap == Swap::Open
    }
}
