//! Turning and mirroring the board, and exchanging the players.

use super::decision::{placed_cell, placement};
use super::position::{Yavalath, Yavalath3};
use crate::board::hex61;
use crate::board::symmetry::SYMMETRIES;
use crate::game::{Move, Outcome, Symmetry};
use crate::games::swap::Swap;

impl Symmetry for Yavalath {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        Self::new(self.stones.map(|set| hex61::transform(set, index)), self.colour, self.swap, self.outcome)
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        placed_cell(mv).map_or(mv, |cell| placement(hex61::transform_cell(cell, index)))
    }

    fn exchange_sides(&self) -> Option<Self> {
        let outcome = self.outcome.map(|o| o.winner().map_or(Outcome::DRAW, |winner| Outcome::win(winner.other())));
        let [white, black] = self.stones;
        (self.swap != Swap::Open).then(|| Self::new([black, white], self.colour ^ 1, self.swap, outcome))
    }
}

impl Symmetry for Yavalath3 {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        Self::new(self.stones.map(|set| hex61::transform(set, index)), self.colour, self.alive, self.outcome)
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        placement(hex61::transform_cell(usize::from(mv.code()), index))
    }

    fn exchange_sides(&self) -> Option<Self> {
        None
    }
}
