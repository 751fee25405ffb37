//! A network while it is learned, in real numbers, and the positions that it is learned from.
//!
//! It foretells the logarithm of the odds of winning: the sum of the first numbers of a position's rows, and of each hidden
//! unit, brought into 0 to 1 and squared, times its output ([`network`](crate::eval::network) is the same in whole numbers).

use crate::board::bits::Rng;
use crate::eval::network::UNITS;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;

/// The rows of all features, and after them the outputs of the units.
#[derive(Clone, Debug)]
pub struct Model(pub Vec<[f32; UNITS]>);

impl Model {
    /// The network of so many features that knows nothing; its units do nothing and stay so.
    pub fn zero(features: usize) -> Self {
        Self(vec![[0.0; UNITS]; features + 1])
    }

    /// A network with these logits (natural logarithms of odds) whose units are yet to learn something. They begin with
    /// random numbers, so large that the features of a position, `usual` many, bring a unit somewhere between 0 and 1.
    /// The last feature is one that every position has.
    pub fn with_logits(logits: impl Iterator<Item = f32>, usual: f64, seed: u64) -> Self {
        const BIAS: f32 = 0.3;
        const OUTPUT: f32 = 0.5;
        let spread = BIAS / usual.max(1.0).sqrt() as f32;
        let mut rng = Rng::seed_from_u64(seed);
        let mut row = |logit| {
            let mut row = [logit; UNITS];
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
    pub fn parts(&self) -> (&[[f32; UNITS]], &[f32; UNITS]) {
        let (output, rows) = self.0.split_last().expect("the outputs are always there");
        (rows, output)
    }

    fn sum(&self, counts: &[(u16, i16)]) -> [f32; UNITS] {
        let mut sum = [0.0; UNITS];
        for &(feature, count) in counts {
            let row = &self.0[usize::from(feature)];
            sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += f32::from(count) * number);
        }
        sum
    }

    /// The probability of a win that the sum of a position's rows foretells.
    fn foretold(&self, sum: &[f32; UNITS]) -> f64 {
        let units = sum.iter().zip(self.parts().1).skip(1);
        let worth = units.map(|(sum, output)| sum.clamp(0.0, 1.0).powi(2) * output).sum::<f32>();
        sigmoid(f64::from(sum[0] + worth))
    }

    /// The mean loss.
    pub fn loss(&self, samples: &Samples) -> f64 {
        let of_one = |i: usize| loss(samples.targets[i].into(), self.foretold(&self.sum(samples.counts_of(i))));
        let losses: Vec<f64> = (0..samples.len()).into_par_iter().map(of_one).collect();
        losses.into_iter().sum::<f64>() / samples.len() as f64
    }

    /// Adds `share` times the gradient of a position's loss to `gradient`, and returns that loss.
    pub fn learn_from(&self, samples: &Samples, sample: usize, share: f32, gradient: &mut Self) -> f64 {
        let (counts, target) = (samples.counts_of(sample), f64::from(samples.targets[sample]));
        let sum = self.sum(counts);
        let foretold = self.foretold(&sum);
        let error = (foretold - target) as f32 * share;
        let output = self.parts().1;
        let mut slopes = [error; UNITS];
        for unit in 1..UNITS {
            let within = sum[unit].clamp(0.0, 1.0);
            let inside = if within == sum[unit] { 2.0 * within } else { 0.0 };
            slopes[unit] = error * output[unit] * inside;
            gradient.0[self.features()][unit] += error * within * within;
        }
        for &(feature, count) in counts {
            let row = &mut gradient.0[usize::from(feature)];
            row.iter_mut().zip(slopes).for_each(|(number, slope)| *number += f32::from(count) * slope);
        }
        loss(target, foretold)
    }
}

/// Positions as counts of features, with what is to be foretold.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// Where the counts of each position end.
    ends: Vec<u32>,
    counts: Vec<(u16, i16)>,
    targets: Vec<f32>,
    /// The evaluation in use.
    in_use: Vec<i16>,
}

impl Samples {
    /// Adds a position: how often it has each of its features, what is to be foretold (0 to 1), and its evaluation.
    pub fn push(&mut self, counts: &[(u16, i16)], target: f64, in_use: i32) {
        self.counts.extend_from_slice(counts);
        self.ends.push(self.counts.len() as u32);
        self.targets.push(target as f32);
        self.in_use.push(in_use as i16);
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// How many features a position has on average.
    pub fn usual(&self) -> f64 {
        self.counts.len() as f64 / self.len().max(1) as f64
    }

    /// What is to be foretold of each.
    pub fn targets(&self) -> impl Iterator<Item = f64> {
        self.targets.iter().map(|&target| f64::from(target))
    }

    /// Replaces what is to be foretold.
    pub fn set_targets(&mut self, targets: Vec<f64>) {
        self.targets = targets.into_iter().map(|target| target as f32).collect();
    }

    fn counts_of(&self, sample: usize) -> &[(u16, i16)] {
        let start = sample.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.counts[start as usize..self.ends[sample] as usize]
    }

    /// The mean loss of the evaluation in use at the scale that suits it best.
    pub fn best_loss_in_use(&self) -> f64 {
        let pairs: Vec<(f64, f64)> = self.in_use.iter().map(|&score| f64::from(score)).zip(self.targets()).collect();
        best_scale(&pairs).1
    }
}

/// The logistic function.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross-entropy of a target and what was foretold.
fn loss(target: f64, foretold: f64) -> f64 {
    let foretold = foretold.clamp(1e-7, 1.0 - 1e-7);
    -(target * foretold.ln() + (1.0 - target) * (1.0 - foretold).ln())
}

/// The factor at which scores foretell their targets best, and the mean loss then, by golden-section search.
pub fn best_scale(pairs: &[(f64, f64)]) -> (f64, f64) {
    let mean = |scale: f64| {
        let losses = pairs.iter().map(|&(score, target)| loss(target, sigmoid(scale * score)));
        losses.sum::<f64>() / pairs.len().max(1) as f64
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0, 0.1);
    while high - low > 1e-6 {
        let (a, b) = (high - golden * (high - low), low + golden * (high - low));
        if mean(a) < mean(b) { high = b } else { low = a }
    }
    let scale = (low + high) / 2.0;
    (scale, mean(scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gradient_is_that_of_the_loss() {
        let mut samples = Samples::default();
        samples.push(&[(0, 2), (1, -1), (3, 1)], 0.8, 0);
        let mut model = Model::with_logits([0.3, -0.2, 0.1, 0.05].into_iter(), 3.0, 3);
        let mut gradient = Model::zero(4);
        model.learn_from(&samples, 0, 1.0, &mut gradient);
        for i in 0..5 {
            for unit in 0..UNITS {
                let mut loss_with = |more: f32| {
                    model.0[i][unit] += more;
                    let loss = model.loss(&samples);
                    model.0[i][unit] -= more;
                    loss
                };
                let slope = (loss_with(0.01) - loss_with(-0.01)) / 0.02;
                assert!((slope - f64::from(gradient.0[i][unit])).abs() < 1e-3, "{i} {unit}: {slope} {gradient:?}");
            }
        }
    }

    #[test]
    fn the_best_scale_is_the_one_behind_the_results() {
        let pairs: Vec<(f64, f64)> = (-300..300).map(|s| (f64::from(s), sigmoid(0.006 * f64::from(s)))).collect();
        assert!((best_scale(&pairs).0 - 0.006).abs() < 1e-5);
    }
}
