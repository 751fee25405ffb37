//! Random decisions and random games, compiled for the best instruction set of the CPU.

use super::decision::{PASS, step};
use super::position::Zen;
use crate::board::bits::{Isa, Kernel, random_below};
use crate::game::{Move, Outcome, Rng};

/// A random game that has not ended after this many decisions counts as a draw. Half of all random games end within 450
/// moves and 99 % within 850, but where one side has lost all its pawns the other may take thousands: this cuts 0.08 %
/// of those that would end (of `zen-free` 0.05 %).
pub const CAP: usize = 5_000;

impl Zen {
    /// A uniformly random legal move. Every legal move is one (piece, direction), so drawing those until one is
    /// legal is fair; that takes about two draws. Where nearly nothing is legal the moves are listed instead.
    #[inline(always)]
    pub(super) fn pick<I: Isa>(&self, isa: I, rng: &mut Rng) -> Move {
        let army = self.army(self.colour());
        let n = army.count_ones();
        if n > 0 {
            for _ in 0..32 {
                let draw = random_below(rng, 8 * n);
                let from = isa.select_wide(army, draw / 8) as usize;
                let (to, may_go) = self.target(from, draw as usize % 8);
                if may_go && (from != self.zen() || self.zen_may_enter(to)) {
                    return step(from, to);
                }
            }
        }
        self.pick_listed(rng)
    }

    #[cold]
    fn pick_listed(&self, rng: &mut Rng) -> Move {
        let (steps, count) = self.steps();
        let choice = random_below(rng, count.max(1) as u32);
        if count == 0 { PASS } else { steps[choice as usize] }
    }
}

/// A random game, from a position and for at most this many decisions; none has a result if it takes more.
pub struct Playout<'a>(pub Zen, pub usize, pub &'a mut Rng);

impl Kernel for Playout<'_> {
    type Output = Option<Outcome>;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Option<Outcome> {
        let Self(mut position, plies, rng) = self;
        for _ in 0..plies {
            if position.result.is_some() {
                break;
            }
            position.advance(position.pick(isa, rng));
        }
        position.result
    }
}
