//! Simultaneous perturbation stochastic approximation (Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992), with the gains that Stockfish's fishtest uses.
//!
//! Every pair of games is between the present numbers all moved a step up or down at random, and all moved the other way. Each number
//! then moves a little towards the side that scored more.

use crate::board::bits::{Rng, hash_key};
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};

/// How fast steps shrink with the number of the pair.
const STEP_POWER: f64 = 0.101;
/// How fast the moves shrink.
const MOVE_POWER: f64 = 0.602;
/// The share of all pairs that is added to the number of a pair, so that the first moves are not too long.
const STABILITY: f64 = 0.1;

/// A number that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Number {
    /// Its name.
    pub name: String,
    /// What it begins with.
    pub start: i64,
    /// The least that makes sense.
    pub least: i64,
    /// The most.
    pub most: i64,
    /// How far it is moved for a pair of games, at the end.
    pub step: f64,
}

/// The numbers while they are tuned.
#[derive(Clone, Debug)]
pub struct Spsa {
    numbers: Vec<Number>,
    values: Vec<f64>,
    pairs: u64,
    rate: f64,
    seed: u64,
}

impl Spsa {
    /// Begins to tune by this many pairs of games. In the last of them, a pair that one side wins twice moves every number by twice
    /// `rate` of its step.
    pub fn new(numbers: Vec<Number>, pairs: u64, rate: f64, seed: u64) -> Self {
        let values = numbers.iter().map(|number| number.start as f64).collect();
        Self { numbers, values, pairs, rate, seed }
    }

    /// The present values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The directions in which the first side of pair `pair` (from 0) moves the numbers, and for each what is added before it is
    /// rounded down.
    fn draw(&self, pair: u64) -> impl Iterator<Item = (f64, f64)> + use<> {
        let mut rng = Rng::seed_from_u64(hash_key(self.seed ^ pair.rotate_left(32)));
        std::iter::repeat_with(move || (if rng.random::<bool>() { 1.0 } else { -1.0 }, rng.random::<f64>()))
    }

    /// How many times its last step a number is moved for a pair.
    fn step(&self, pair: u64) -> f64 {
        (self.pairs as f64 / (pair + 1) as f64).powf(STEP_POWER)
    }

    /// The numbers of both sides of a pair.
    pub fn sides(&self, pair: u64) -> [Vec<i64>; 2] {
        let step = self.step(pair);
        let side = |sign: f64| {
            let moved = self.numbers.iter().zip(&self.values).zip(self.draw(pair));
            // Rounded at random, so that a part of one counts too.
            moved
                .map(|((number, value), (direction, added))| {
                    let moved = value + sign * direction * step * number.step;
                    ((moved + added).floor() as i64).clamp(number.least, number.most)
                })
                .collect()
        };
        [side(1.0), side(-1.0)]
    }

    /// Learns from a pair: `result` is by how many points the first side scored more.
    pub fn learn(&mut self, pair: u64, result: f64) {
        let (all, done) = (self.pairs as f64, (pair + 1) as f64);
        let added = STABILITY * all;
        let shrunk = ((added + all) / (added + done)).powf(MOVE_POWER) / self.step(pair);
        let draw = self.draw(pair);
        for ((value, number), (direction, _)) in self.values.iter_mut().zip(&self.numbers).zip(draw) {
            let moved = *value + self.rate * shrunk * number.step * direction * result;
            *value = moved.clamp(number.least as f64, number.most as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(name: &str, start: i64, most: i64, step: f64) -> Number {
        Number { name: name.to_string(), start, least: 0, most, step }
    }

    /// Tunes two numbers whose best values are 80 and 3, by games that the better side wins more often.
    fn tuned(seed: u64) -> Vec<f64> {
        let pairs = 4_000;
        let mut spsa = Spsa::new(vec![number("a", 40, 200, 10.0), number("b", 9, 20, 1.0)], pairs, 0.03, seed);
        let worth = |side: &[i64]| -((side[0] - 80) as f64 / 20.0).powi(2) - ((side[1] - 3) as f64 / 2.0).powi(2);
        let mut rng = Rng::seed_from_u64(seed);
        for pair in 0..pairs {
            let [first, second] = spsa.sides(pair);
            let chance = 1.0 / (1.0 + (worth(&second) - worth(&first)).exp());
            let result = (0..2).map(|_| if rng.random_bool(chance) { 1.0 } else { -1.0 }).sum();
            spsa.learn(pair, result);
        }
        spsa.values
    }

    #[test]
    fn numbers_move_to_where_games_are_won() {
        for seed in 1..=5 {
            let values = tuned(seed);
            assert!((values[0] - 80.0).abs() < 15.0 && (values[1] - 3.0).abs() < 1.5, "{seed}: {values:?}");
        }
    }

    #[test]
    fn both_sides_are_moved_by_a_step_in_opposite_directions_and_stay_in_range() {
        let spsa = Spsa::new(vec![number("a", 50, 100, 10.0), number("b", 0, 1, 1.0)], 100, 0.1, 7);
        let mut ups = 0;
        for pair in 0..100 {
            let [first, second] = spsa.sides(pair);
            let step = 10.0 * (100.0 / (pair + 1) as f64).powf(STEP_POWER);
            let (sum, difference) = (first[0] + second[0], (first[0] - second[0]) as f64);
            assert!((99..=101).contains(&sum) && (difference.abs() - 2.0 * step).abs() <= 1.0, "{first:?} {second:?}");
            assert!([first[1], second[1]].iter().all(|value| (0..=1).contains(value)));
            ups += i32::from(first[0] > second[0]);
        }
        assert!((30..70).contains(&ups), "{ups}");
    }
}
