//! Random games to the end, compiled for the best instruction set of the CPU.

use super::board::{has_five, place};
use super::position::Pentalath;
use crate::board::bits::{Isa, Kernel, random_below};
use crate::board::hex61::BOARD;
use crate::game::{Outcome, Rng};

/// A random game that has not ended after this many decisions counts as a draw.
pub const CAP: usize = 300;

/// A random game from a position that has not ended and whose swap is not open.
pub struct Playout<'a> {
    /// Where it starts.
    pub position: Pentalath,
    /// The source of randomness.
    pub rng: &'a mut Rng,
}

impl Kernel for Playout<'_> {
    type Output = Outcome;

    /// A cell is drawn from the empty ones, and drawn again from the rest if it was suicide: so each legal one is
    /// equally likely, and the others are seldom looked at.
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Outcome {
        let Self { position, rng } = self;
        let (mut own, mut enemy) = position.own_and_enemy();
        let mut passes = position.passes;
        let mut mover = position.owner(position.colour());
        for _ in 0..CAP {
            let mut untried = BOARD & !(own | enemy);
            loop {
                if untried == 0 {
                    passes += 1;
                    if passes == 2 {
                        return Outcome::DRAW;
                    }
                    break;
                }
                let cell = isa.select(untried, random_below(rng, untried.count_ones())) as usize;
                if let Some(captured) = place(own, enemy, cell) {
                    own |= 1 << cell;
                    enemy ^= captured;
                    passes = 0;
                    if has_five(own) {
                        return Outcome::win(mover);
                    }
                    break;
                }
                untried ^= 1 << cell;
            }
            (own, enemy) = (enemy, own);
            mover = mover.other();
        }
        Outcome::DRAW
    }
}
