//! Counting and random play without listing moves, compiled for the best instruction set of the CPU.

use super::decision::Decision;
use super::lines::point_of;
use super::position::{Phase, Yinsh};
use crate::board::bits::{Isa, Kernel, Rng, members, random_below};
use crate::game::{Move, MoveList, Outcome};

/// The number of decisions in the phase `Move`.
pub struct Count<'a>(pub &'a Yinsh);

impl Kernel for Count<'_> {
    type Output = usize;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> usize {
        (self.0.reach(self.0.decides).count() as usize).max(1)
    }
}

/// Appends the decisions of the phase `Move`.
pub struct RingMoves<'a>(pub &'a Yinsh, pub &'a mut MoveList);

impl Kernel for RingMoves<'_> {
    type Output = ();

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) {
        let Self(position, list) = self;
        let before = list.len();
        let reach = position.reach(position.decides);
        for (up, lanes) in [(true, &reach.up), (false, &reach.down)] {
            for (lane, &ends) in lanes.iter().enumerate() {
                let go = |bit| Decision::Go(position.origin(lane, bit, up), point_of(lane, bit)).to_move();
                list.extend(members(ends).map(go));
            }
        }
        if list.len() == before {
            list.push(Decision::Pass.to_move());
        }
    }
}

/// A random decision.
pub struct RandomMove<'a>(pub &'a Yinsh, pub &'a mut Rng);

impl Kernel for RandomMove<'_> {
    type Output = Move;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Move {
        self.0.random_decision(isa, self.1).to_move()
    }
}

/// A random game.
pub struct Playout<'a>(pub Yinsh, pub &'a mut Rng);

impl Kernel for Playout<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Outcome {
        let Self(mut position, rng) = self;
        loop {
            if let Some(outcome) = position.result() {
                return outcome;
            }
            position.decide(position.random_decision(isa, rng));
        }
    }
}

impl Yinsh {
    /// The ring from which a move ends on bit `bit` of lane `lane`, going up or down that lane.
    #[inline(always)]
    fn origin(&self, lane: usize, bit: usize, up: bool) -> usize {
        let rings = self.rings[self.decides.index()].0[lane];
        let from = if up {
            63 - (rings & ((1 << bit) - 1)).leading_zeros()
        } else {
            (rings & (u64::MAX << bit)).trailing_zeros()
        };
        point_of(lane, from as usize)
    }

    /// One of the legal decisions, each equally likely.
    #[inline(always)]
    fn random_decision<I: Isa>(&self, isa: I, rng: &mut Rng) -> Decision {
        match self.phase {
            Phase::Move => self.random_go(isa, rng),
            Phase::Row => {
                let rows = self.rows(self.decides);
                let counts = rows.map(u128::count_ones);
                let mut n = random_below(rng, counts.iter().sum());
                let mut direction = 0;
                while n >= counts[direction] {
                    n -= counts[direction];
                    direction += 1;
                }
                Decision::Row(isa.select_wide(rows[direction], n) as usize, direction)
            }
            Phase::Place | Phase::Ring => {
                let points = self.single_points();
                let point = isa.select_wide(points, random_below(rng, points.count_ones())) as usize;
                if self.phase == Phase::Place { Decision::Place(point) } else { Decision::Ring(point) }
            }
        }
    }

    #[inline(always)]
    fn random_go<I: Isa>(&self, isa: I, rng: &mut Rng) -> Decision {
        let reach = self.reach(self.decides);
        let total = reach.count();
        if total == 0 {
            return Decision::Pass;
        }
        let mut n = random_below(rng, total);
        for (up, lanes) in [(true, &reach.up), (false, &reach.down)] {
            for (lane, &ends) in lanes.iter().enumerate() {
                let count = ends.count_ones();
                if n < count {
                    let bit = isa.select(ends, n) as usize;
                    return Decision::Go(self.origin(lane, bit, up), point_of(lane, bit));
                }
                n -= count;
            }
        }
        unreachable!("a number below the total falls into one of the lanes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Portable, fastest};
    use crate::game::Game as _;
    use crate::games::yinsh::Setup;
    use rand::SeedableRng;

    #[test]
    fn every_instruction_set_plays_the_same_games() {
        let start = Yinsh::start(&Setup::YINSH);
        for seed in 0..500 {
            let [mut here, mut anywhere] = [seed, seed].map(Rng::seed_from_u64);
            assert_eq!(fastest(Playout(start, &mut here)), Playout(start, &mut anywhere).run(Portable));
            assert_eq!(here, anywhere, "as many random numbers were drawn");
        }
    }
}
