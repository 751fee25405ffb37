//! Turning and mirroring the board, and exchanging the players.

use super::decision::{placed_cell, placement};
use super::position::{STONE_KEYS, Yavalath, Yavalath3};
use crate::board::bits::members;
use crate::board::hex61::{self, CELLS};
use crate::board::symmetry::SYMMETRIES;
use crate::game::{Move, Outcome, Symmetry};
use crate::games::swap::Swap;

/// For each stone the part that each image of it has in the key of that image.
static IMAGE_KEYS: [[[u64; SYMMETRIES]; CELLS]; 2] = {
    let mut keys = [[[0; SYMMETRIES]; CELLS]; 2];
    let mut i = 0;
    while i < 2 * CELLS * SYMMETRIES {
        let (colour, cell, index) = (i / CELLS / SYMMETRIES, i / SYMMETRIES % CELLS, i % SYMMETRIES);
        keys[colour][cell][index] = STONE_KEYS[colour][hex61::transform_cell(cell, index)];
        i += 1;
    }
    keys
};

impl Symmetry for Yavalath {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        Self::new(self.stones.map(|set| hex61::transform(set, index)), self.colour, self.swap, self.outcome)
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        placed_cell(mv).map_or(mv, |cell| placement(hex61::transform_cell(cell, index)))
    }

    /// All twelve at once, stone by stone.
    #[inline]
    fn canonical_key(&self) -> u64 {
        let mut keys = [self.key_without_stones(); SYMMETRIES];
        for (set, images) in self.stones.iter().zip(&IMAGE_KEYS) {
            for cell in members(*set) {
                keys.iter_mut().zip(&images[cell]).for_each(|(key, image)| *key ^= image);
            }
        }
        keys.into_iter().fold(u64::MAX, u64::min)
    }

    fn exchange_sides(&self) -> Option<Self> {
        let outcome = self.outcome.map(exchanged);
        let [white, black] = self.stones;
        (self.swap != Swap::Open).then(|| Self::new([black, white], self.colour ^ 1, self.swap, outcome))
    }

    fn without_swap(&self) -> Option<Self> {
        let outcome = self.outcome.map(exchanged);
        (self.swap == Swap::Done).then(|| Self::new(self.stones, self.colour, Swap::No, outcome))
    }

    fn is_swap_open(&self) -> bool {
        self.swap == Swap::Open
    }
}

/// The outcome if the players were exchanged.
fn exchanged(outcome: Outcome) -> Outcome {
    outcome.winner().map_or(Outcome::DRAW, |winner| Outcome::win(winner.other()))
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
