//! Random games to the end.

use super::board::{has_five, place};
use super::rules::Pentalath;
use crate::board::bits::{Isa, Kernel, fastest, random_below};
use crate::board::hex61::BOARD;
use crate::game::{Game, Outcome, Player, Rng};
use crate::games::swap::Swap;

/// A random game from `position`.
#[inline]
pub fn playout(mut position: Pentalath, rng: &mut Rng) -> Outcome {
    // The loop below knows no swap.
    while position.swap() == Swap::Open && position.outcome().is_none() {
        position.play(position.random_move(rng));
    }
    position.outcome().unwrap_or_else(|| fastest(Playout { position, rng }))
}

struct Playout<'a> {
    position: Pentalath,
    rng: &'a mut Rng,
}

impl Kernel for Playout<'_> {
    type Output = Outcome;

    /// A cell is drawn from the empty ones, and drawn again from the rest if it was suicide: so each legal one is
    /// equally likely, and the others are seldom looked at.
    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Outcome {
        let Self { position, rng } = self;
        let (mut own, mut enemy) = position.own_and_enemy();
        let mut passes = position.passes();
        let mut mover = position.to_move();
        for _ in 0..Pentalath::PLAYOUT_CAP {
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
            mover = Player::other(mover);
        }
        Outcome::DRAW
    }
}
