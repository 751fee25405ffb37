//! A network during training, in floating point, and its training positions.
//!
//! It predicts the logarithm of the odds of winning: the sum of the first numbers of a position's rows, and of each hidden
//! unit, brought into 0 to 1 and squared, times its output, those of a second layer among them
//! ([`network`](crate::eval::network) is the same in whole numbers).

use super::scale::{loss, sigmoid};
use crate::board::bits::Rng;
use crate::eval::network::{FeatureCount, Layers, UNITS};
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::array;

/// The rows of all features; then, in rows of the same form, the outputs of the units, what each of the `H` units of the
/// second layer takes (in the place of the linear unit what is always added), and the outputs of those, if there are any.
#[derive(Clone, Debug)]
pub struct Model<const N: usize, const H: usize> {
    /// All these rows.
    pub rows: Vec<[f32; N]>,
    /// How many features, the first, are narrow ([`FeatureCount`]): the other numbers of their rows stay 0.
    narrow: usize,
}

impl<const N: usize, const H: usize> Model<N, H> {
    /// The rows after those of the features.
    const OTHERS: usize = if H == 0 { 1 } else { H + 2 };

    /// A zero network of these features; its units do nothing and stay so.
    pub fn zero(features: impl Into<FeatureCount>) -> Self {
        const { assert!(H <= N, "the outputs of the second layer are in one row") };
        let FeatureCount { all, narrow } = features.into();
        Self { rows: vec![[0.0; N]; all + Self::OTHERS], narrow }
    }

    /// A network with these logits (natural logarithms of odds) and untrained units. Units start with random numbers,
    /// large enough that the features of a position bring a unit somewhere between 0 and 1: `usual` many, and how many of
    /// them are not `narrow`. The last feature is one that every position has.
    pub fn with_logits(logits: impl Iterator<Item = f32>, narrow: usize, usual: [f64; 2], seed: u64) -> Self {
        const BIAS: f32 = 0.3;
        const OUTPUT: f32 = 0.5;
        /// The square of a unit, on average.
        const SQUARE: f32 = 0.15;
        let spread = usual.map(|usual| BIAS / usual.max(1.0).sqrt() as f32);
        let mut rng = Rng::seed_from_u64(seed);
        let mut row = |first, units: usize, spread: [f32; 2]| {
            let mut row = [0.0; N];
            row[0] = first;
            let (narrow, wide) = row[..units].split_at_mut(UNITS.min(units));
            narrow[1..].fill_with(|| rng.random_range(-spread[0]..spread[0]));
            wide.fill_with(|| rng.random_range(-spread[1]..spread[1]));
            row
        };
        let units = |feature| if feature < narrow { UNITS.min(N) } else { N };
        let mut rows: Vec<_> = logits.enumerate().map(|(feature, logit)| row(logit, units(feature), spread)).collect();
        if let Some(always) = rows.last_mut() {
            always[1..].fill(BIAS);
        }
        // As much in all as sixteen units are worth.
        let output = OUTPUT * (16.0 / N as f32).sqrt();
        let alternating = |unit: usize, worth: f32| if unit.is_multiple_of(2) { worth } else { -worth };
        rows.push(array::from_fn(|unit| if unit == 0 { 0.0 } else { alternating(unit, output) }));
        if H > 0 {
            rows.extend((0..H).map(|_| row(BIAS, N, [1.0 / (N as f32 * SQUARE).sqrt(); 2])));
            rows.push(array::from_fn(|unit| if unit < H { alternating(unit, BIAS) } else { 0.0 }));
        }
        Self { rows, narrow }
    }

    /// Its features.
    pub fn features(&self) -> FeatureCount {
        FeatureCount { all: self.rows.len() - Self::OTHERS, narrow: self.narrow }
    }

    /// Its layers.
    pub fn layers(&self) -> Layers<'_, N> {
        let (rows, others) = self.rows.split_at(self.features().all);
        let (second, outputs) = others[1..].split_at(H);
        let second_output = outputs.as_flattened().get(..H).unwrap_or_default();
        Layers { rows, narrow: self.narrow, output: &others[0], second, second_output }
    }

    fn sum(&self, counts: impl Iterator<Item = (usize, i16)>) -> [f32; N] {
        let mut sum = [0.0; N];
        for (feature, count) in counts {
            self.add(feature, &mut sum, &self.rows[feature], count.into());
        }
        sum
    }

    /// Adds a row of a feature, or its gradient, `times` to `sum`: as much of it as the feature has.
    fn add(&self, feature: usize, sum: &mut [f32; N], row: &[f32; N], times: f32) {
        let add = |sum: &mut [f32], row: &[f32]| sum.iter_mut().zip(row).for_each(|(sum, row)| *sum += times * row);
        if feature < self.narrow && N > UNITS { add(&mut sum[..UNITS], &row[..UNITS]) } else { add(sum, row) }
    }

    /// What the network makes of the sum of a position's rows.
    fn run(&self, sum: [f32; N]) -> Passed<N, H> {
        let Layers { output, second, second_output, .. } = self.layers();
        let mut squares = sum.map(square);
        let linear = sum[0];
        squares[0] = 0.0;
        let mut logit = linear + dot(&squares, output);
        squares[0] = 1.0;
        let second_sum = array::from_fn(|unit| dot(&squares, &second[unit]));
        logit += second_sum.iter().zip(second_output).map(|(&sum, output)| square(sum) * output).sum::<f32>();
        Passed { sum, squares, second_sum, predicted: sigmoid(f64::from(logit)) }
    }

    /// The loss of each position.
    pub fn losses(&self, samples: &Samples) -> Vec<f64> {
        let of_one =
            |i: usize| loss(samples.targets[i].into(), self.run(self.sum(samples.counts_of(i, None))).predicted);
        (0..samples.len()).into_par_iter().map(of_one).collect()
    }

    /// Adds `share` times the gradient of the loss of a position, turned if `turn` is given, to `gradient`, and returns that
    /// loss.
    pub fn learn_from(
        &self,
        samples: &Samples,
        sample: usize,
        turn: Option<&[u16]>,
        share: f32,
        gradient: &mut Self,
    ) -> f64 {
        let target = f64::from(samples.targets[sample]);
        let Passed { sum, squares, second_sum, predicted } = self.run(self.sum(samples.counts_of(sample, turn)));
        let error = (predicted - target) as f32 * share;
        let Layers { output, second, second_output, .. } = self.layers();
        let others = gradient.features().all;
        // How much the logarithm of the odds grows with each square.
        let mut worth = *output;
        for (unit, &sum) in second_sum.iter().enumerate() {
            let of_sum = second_output[unit] * slope(sum);
            gradient.rows[others + 1 + H][unit] += error * square(sum);
            let taken = &mut gradient.rows[others + 1 + unit];
            for i in 0..N {
                taken[i] += error * of_sum * squares[i];
                worth[i] += of_sum * second[unit][i];
            }
        }
        let mut slopes = [error; N];
        for unit in 1..N {
            slopes[unit] = error * worth[unit] * slope(sum[unit]);
            gradient.rows[others][unit] += error * squares[unit];
        }
        for (feature, count) in samples.counts_of(sample, turn) {
            self.add(feature, &mut gradient.rows[feature], &slopes, count.into());
        }
        loss(target, predicted)
    }
}

/// What a network makes of a position.
struct Passed<const N: usize, const H: usize> {
    sum: [f32; N],
    /// Of the units; 1 in the place of the linear one.
    squares: [f32; N],
    second_sum: [f32; H],
    predicted: f64,
}

/// A unit clamped to 0 to 1 and squared.
fn square(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0).powi(2)
}

/// The slope of [`square`].
fn slope(sum: f32) -> f32 {
    if (0.0..=1.0).contains(&sum) { 2.0 * sum } else { 0.0 }
}

/// The sum of products, in parts that vectors can add.
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    for (a, b) in a.chunks(LANES).zip(b.chunks(LANES)) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum()
}

/// Positions as counts of features, with their targets.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// Where the counts of each position end.
    ends: Vec<usize>,
    counts: Vec<(u16, i16)>,
    targets: Vec<f32>,
    /// The evaluation in use.
    in_use: Vec<i16>,
}

impl Samples {
    /// Makes room for this many positions with this many features in all.
    pub fn reserve(&mut self, positions: usize, features: usize) {
        self.ends.reserve_exact(positions);
        self.targets.reserve_exact(positions);
        self.in_use.reserve_exact(positions);
        self.counts.reserve_exact(features);
    }

    /// Removes everything; the memory stays.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.counts.clear();
        self.targets.clear();
        self.in_use.clear();
    }

    /// Adds a feature and its count to the position that [`end`](Self::end) adds.
    pub fn count(&mut self, feature: u16, times: i16) {
        self.counts.push((feature, times));
    }

    /// Adds the position with the features counted since the last one, with its target, from 0 to 1, and its
    /// evaluation.
    pub fn end(&mut self, target: f64, in_use: i16) {
        self.ends.push(self.counts.len());
        self.in_use.push(in_use);
        self.targets.push(target as f32);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// The evaluation in use and the target of each.
    pub fn in_use(&self) -> impl Iterator<Item = (i16, f64)> {
        self.in_use.iter().copied().zip(self.targets.iter().map(|&target| f64::from(target)))
    }

    /// The features of a position with their counts, or what they become when the board is turned: `turn` has the feature
    /// that each one becomes.
    pub fn counts_of(&self, sample: usize, turn: Option<&[u16]>) -> impl Iterator<Item = (usize, i16)> {
        let start = sample.checked_sub(1).map_or(0, |before| self.ends[before]);
        let turned = move |feature: u16| turn.map_or(feature, |turn| turn[usize::from(feature)]);
        self.counts[start..self.ends[sample]].iter().map(move |&(feature, count)| (turned(feature).into(), count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_its_gradient<const N: usize, const H: usize>(narrow: usize) {
        let mut samples = Samples::default();
        [(0, 2), (1, -1), (3, 1)].into_iter().for_each(|(feature, times)| samples.count(feature, times));
        samples.end(0.8, 0);
        let logits = [0.3, -0.2, 0.1, 0.05].into_iter();
        let mut model = Model::<N, H>::with_logits(logits, narrow, [3.0, 2.0], 3);
        let mut gradient = Model::zero(model.features());
        model.learn_from(&samples, 0, None, 1.0, &mut gradient);
        for i in 0..model.rows.len() {
            for unit in 0..N {
                let mut loss_with = |more: f32| {
                    model.rows[i][unit] += more;
                    let loss = model.losses(&samples)[0];
                    model.rows[i][unit] -= more;
                    loss
                };
                let slope = (loss_with(0.01) - loss_with(-0.01)) / 0.02;
                let found = f64::from(gradient.rows[i][unit]);
                assert!((slope - found).abs() < 1e-3, "{i} {unit}: {slope} {gradient:?}");
                assert!(i >= narrow || unit < UNITS || found == 0.0);
            }
        }
    }

    #[test]
    fn a_turned_position_has_other_features() {
        let mut samples = Samples::default();
        [(0, 2), (1, -1), (3, 1)].into_iter().for_each(|(feature, times)| samples.count(feature, times));
        samples.end(0.8, 0);
        let turn = [1, 2, 0, 3];
        assert!(samples.counts_of(0, Some(&turn)).eq([(1, 2), (2, -1), (3, 1)]));
        let model = Model::<16, 4>::with_logits([0.3, -0.2, 0.1, 0.05].into_iter(), 0, [3.0; 2], 3);
        let mut gradient = Model::zero(4);
        model.learn_from(&samples, 0, Some(&turn), 1.0, &mut gradient);
        assert_eq!(gradient.rows[0], [0.0; 16]);
        assert_ne!(gradient.rows[2], [0.0; 16]);
    }

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        has_its_gradient::<16, 0>(0);
        has_its_gradient::<16, 4>(0);
        has_its_gradient::<32, 4>(2);
    }
}
