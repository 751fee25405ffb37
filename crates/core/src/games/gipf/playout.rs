//! Random decisions and random games, compiled for the best instruction set of the CPU.

use super::board::{PUSH, PUSHES};
use super::decision::Decision;
use super::position::Gipf;
use crate::board::bits::{Isa, Kernel, members, random_below};
use crate::game::{Move, Outcome, Rng};

/// A random game that has not ended after this many decisions counts as a draw.
pub const CAP: usize = 500;

impl Gipf {
    #[cold]
    fn random_row(&self, rng: &mut Rng) -> Move {
        let mut choice = random_below(rng, self.count_rows() as u32);
        for line in members(u64::from(self.open_rows())) {
            let (singles, stacks) = self.row_choices(line);
            if choice >> stacks.count_ones() == 0 {
                let kept = members(u64::from(stacks)).enumerate().filter(|&(i, _)| choice >> i & 1 != 0);
                let taken = kept.fold(singles | stacks, |taken, (_, bit)| taken & !(1 << bit));
                return Decision::Row { line, taken }.to_move();
            }
            choice -= 1 << stacks.count_ones();
        }
        unreachable!("the choices were counted")
    }

    /// A random decision.
    #[inline(always)]
    pub(super) fn choose(&self, rng: &mut Rng) -> Move {
        if self.pushed.is_some() {
            return self.random_row(rng);
        }
        let (first, count) = self.push_codes();
        let occupied = self.occupied();
        // Few lines are ever full, so that drawing again is cheaper than knowing them beforehand.
        loop {
            let code = first + random_below(rng, count as u32) as usize;
            let line = PUSH[if code < PUSHES { code } else { code - PUSHES }].line;
            if line & !occupied != 0 {
                return Move::new(code as u16);
            }
        }
    }
}

/// A random game.
pub struct Playout<'a> {
    /// Where it starts.
    pub position: Gipf,
    /// The source of randomness.
    pub rng: &'a mut Rng,
}

impl Kernel for Playout<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Outcome {
        let mut position = self.position;
        for _ in 0..CAP {
            if let Some(outcome) = position.result() {
                return outcome;
            }
            match Decision::of(position.choose(self.rng)) {
                Decision::Push { push, stacked } => position.push(push, stacked),
                Decision::Row { line, taken } => position.take(line, taken),
            }
        }
        position.result().unwrap_or(Outcome::DRAW)
    }
}
