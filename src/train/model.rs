//! A network during training, in floating point, and its training positions.
//!
//! It predicts the logarithm of the odds of winning: the sum of the first numbers of a position's rows, and of each hidden
//! unit, brought into 0 to 1 and squared, times its output ([`network`](crate::eval::network) is the same in whole numbers).

use super::scale::{loss, sigmoid};
use crate::board::bits::Rng;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// The rows of all features, and after them the outputs of the units.
#[derive(Clone, Debug)]
pub struct Model<const N: usize>(pub Vec<[f32; N]>);

impl<const N: usize> Model<N> {
    /// A zero network of this many features; its units do nothing and stay so.
    pub fn zero(features: usize) -> Self {
        Self(vec![[0.0; N]; features + 1])
    }

    /// A network with these logits (natural logarithms of odds) and untrained units. Units start with random numbers,
    /// large enough that the features of a position, `usual` many, bring a unit somewhere between 0 and 1. The last
    /// feature is one that every position has.
    pub fn with_logits(logits: impl Iterator<Item = f32>, usual: f64, seed: u64) -> Self {
        const BIAS: f32 = 0.3;
        const OUTPUT: f32 = 0.5;
        let spread = BIAS / usual.max(1.0).sqrt() as f32;
        let mut rng = Rng::seed_from_u64(seed);
        let mut row = |logit| {
            let mut row = [logit; N];
            row[1..].fill_with(|| rng.random_range(-spread..spread));
            row
        };
        let mut rows: Vec<_> = logits.map(&mut row).collect();
        if let Some(always) = rows.last_mut() {
            always[1..].fill(BIAS);
        }
        rows.push(std::array::from_fn(|unit| match unit {
            0 => 0.0,
            _ if unit % 2 == 0 => OUTPUT,
            _ => -OUTPUT,
        }));
        Self(rows)
    }

    /// How many features it has.
    pub fn features(&self) -> usize {
        self.0.len() - 1
    }

    /// The rows of the features, and the outputs of the units.
    pub fn parts(&self) -> (&[[f32; N]], &[f32; N]) {
        let (output, rows) = self.0.split_last().expect("the outputs are always there");
        (rows, output)
    }

    fn sum(&self, counts: &[(u16, i16)]) -> [f32; N] {
        let mut sum = [0.0; N];
        for &(feature, count) in counts {
            let row = &self.0[usize::from(feature)];
            sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += f32::from(count) * number);
        }
        sum
    }

    /// The probability of a win that the sum of a position's rows predicts.
    fn predicted(&self, sum: &[f32; N]) -> f64 {
        let units = sum.iter().zip(self.parts().1).skip(1);
        let worth = units.map(|(sum, output)| sum.clamp(0.0, 1.0).powi(2) * output).sum::<f32>();
        sigmoid(f64::from(sum[0] + worth))
    }

    /// The loss of each position.
    pub fn losses(&self, samples: &Samples) -> Vec<f64> {
        let of_one = |i: usize| loss(samples.targets[i].into(), self.predicted(&self.sum(samples.counts_of(i))));
        (0..samples.len()).into_par_iter().map(of_one).collect()
    }

    /// Adds `share` times the gradient of a position's loss to `gradient`, and returns that loss.
    pub fn learn_from(&self, samples: &Samples, sample: usize, share: f32, gradient: &mut Self) -> f64 {
        let (counts, target) = (samples.counts_of(sample), f64::from(samples.targets[sample]));
        let sum = self.sum(counts);
        let predicted = self.predicted(&sum);
        let error = (predicted - target) as f32 * share;
        let output = self.parts().1;
        let mut slopes = [error; N];
        for unit in 1..N {
            let within = sum[unit].clamp(0.0, 1.0);
            let inside = if within == sum[unit] { 2.0 * within } else { 0.0 };
            slopes[unit] = error * output[unit] * inside;
            gradient.0[self.features()][unit] += error * within * within;
        }
        for &(feature, count) in counts {
            let row = &mut gradient.0[usize::from(feature)];
            row.iter_mut().zip(slopes).for_each(|(number, slope)| *number += f32::from(count) * slope);
        }
        loss(target, predicted)
    }
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

    /// The features of a position with their counts.
    pub fn counts_of(&self, sample: usize) -> &[(u16, i16)] {
        let start = sample.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.counts[start..self.ends[sample]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut samples = Samples::default();
        [(0, 2), (1, -1), (3, 1)].into_iter().for_each(|(feature, times)| samples.count(feature, times));
        samples.end(0.8, 0);
        let mut model = Model::<16>::with_logits([0.3, -0.2, 0.1, 0.05].into_iter(), 3.0, 3);
        let mut gradient = Model::zero(4);
        model.learn_from(&samples, 0, 1.0, &mut gradient);
        for i in 0..5 {
            for unit in 0..16 {
                let mut loss_with = |more: f32| {
                    model.0[i][unit] += more;
                    let loss = model.losses(&samples)[0];
                    model.0[i][unit] -= more;
                    loss
                };
                let slope = (loss_with(0.01) - loss_with(-0.01)) / 0.02;
                assert!((slope - f64::from(gradient.0[i][unit])).abs() < 1e-3, "{i} {unit}: {slope} {gradient:?}");
            }
        }
    }
}
