//! Random decisions and random games, compiled for the best instruction set of the CPU.

use super::position::{Yavalath, Yavalath3};
use crate::board::bits::{Dice, Isa, Kernel, random_below};
use crate::board::hex61_lines::{Made, made_on};
use crate::game::{Outcome, Rng};
use crate::games::swap::Swap;

/// The cell number `.1` of a set of cells.
pub struct Select(pub u64, pub u32);

impl Kernel for Select {
    type Output = usize;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> usize {
        isa.select(self.0, self.1) as usize
    }
}

/// A random game for two, from a position that has not ended.
pub struct Playout<'a>(pub &'a Yavalath, pub &'a mut Rng);

impl Kernel for Playout<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Outcome {
        let Self(position, rng) = self;
        let mut dice = Dice::new(rng);
        let mut empty = position.empty();
        let mut left = empty.count_ones();
        let colour = usize::from(position.colour);
        let (mut mine, mut theirs) = (position.stones[colour], position.stones[1 - colour]);
        let mut mover = position.owner(position.colour);
        if position.swap == Swap::Open {
            // From a position text even this stone may make a line. A swap only exchanges the players.
            if position.colour == 0 {
                let cell = isa.select(empty, dice.below(left)) as usize;
                left -= 1;
                empty ^= 1 << cell;
                match made_on(isa, mine, cell) {
                    Made::Nothing if left == 0 => return Outcome::DRAW,
                    Made::Nothing => {}
                    Made::Three => return Outcome::loss(mover),
                    Made::Four => return Outcome::win(mover),
                }
                (mine, theirs) = (theirs, mine | 1 << cell);
                mover = mover.other();
            }
            if dice.below(left + 1) == left {
                mover = mover.other();
            }
        }
        while left > 0 {
            let cell = isa.select(empty, dice.below(left)) as usize;
            left -= 1;
            empty ^= 1 << cell;
            match made_on(isa, mine, cell) {
                Made::Nothing => {}
                Made::Three => return Outcome::loss(mover),
                Made::Four => return Outcome::win(mover),
            }
            (mine, theirs) = (theirs, mine | 1 << cell);
            mover = mover.other();
        }
        Outcome::DRAW
    }
}

/// A random legal cell in a game for three.
pub struct Pick3<'a>(pub &'a Yavalath3, pub &'a mut Rng);

impl Kernel for Pick3<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> usize {
        let legal = self.0.legal();
        isa.select(legal, random_below(self.1, legal.count_ones())) as usize
    }
}

/// A random game for three.
pub struct Playout3<'a>(pub Yavalath3, pub &'a mut Rng);

impl Kernel for Playout3<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Outcome {
        let Self(mut position, rng) = self;
        loop {
            if let Some(outcome) = position.outcome {
                return outcome;
            }
            position.place(Pick3(&position, rng).run(isa));
        }
    }
}
