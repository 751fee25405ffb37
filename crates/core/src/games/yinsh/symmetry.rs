//! Turning and mirroring the board, and exchanging the players.

use super::board::{IMAGES, NUMBERS};
use super::decision::{Decision, row_end};
use super::lines::Lines;
use super::position::{Phase, Yinsh};
use crate::board::symmetry::{SYMMETRIES, image_of_set};
use crate::game::{Move, Symmetry};
use crate::games::swap::Swap;

fn turn_point(point: usize, index: usize) -> usize {
    usize::from(IMAGES[index][point % NUMBERS])
}

fn turn_set(set: u128, index: usize) -> u128 {
    image_of_set(set, &IMAGES[index])
}

impl Symmetry for Yinsh {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        Self {
            rings: self.rings.map(|rings| Lines::new(turn_set(rings.set(), index))),
            markers: Lines::new(turn_set(self.markers.set(), index)),
            white: turn_set(self.white, index),
            ..*self
        }
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        let turn = |point| turn_point(point, index);
        let turned = match Decision::of(mv) {
            Decision::Place(point) => Decision::Place(turn(point)),
            Decision::Go(from, to) => Decision::Go(turn(from), turn(to)),
            Decision::Row(first, direction) => {
                let (a, b) = (turn(first), turn(row_end(first, direction)));
                Decision::row(a, b).expect("a turned row is a row")
            }
            Decision::Ring(point) => Decision::Ring(turn(point)),
            Decision::Pass => Decision::Pass,
            Decision::Swap => Decision::Swap,
        };
        turned.to_move()
    }

    fn exchange_sides(&self) -> Option<Self> {
        // White places first, so Black cannot be the one to place when both have placed as many.
        let possible = self.phase != Phase::Place;
        possible.then(|| Self {
            rings: [self.rings[1], self.rings[0]],
            white: self.markers.set() & !self.white,
            taken: [self.taken[1], self.taken[0]],
            decides: self.decides.other(),
            moves_next: self.moves_next.other(),
            ..*self
        })
    }

    fn without_swap(&self) -> Option<Self> {
        (self.swap == Swap::Done).then_some(Self { swap: Swap::No, ..*self })
    }

    fn is_swap_open(&self) -> bool {
        self.swap == Swap::Open
    }
}
