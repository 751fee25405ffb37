//! Logistic regression: weights whose sums tell the results best.
//!
//! The loss is the cross-entropy between what is foretold and what was to be foretold, in nats. Descent is by Adam
//! (Kingma and Ba, 2014) over batches in an order that depends on the seed alone. The weights with the least loss on
//! the held-out positions are kept: a pass that does not better them is taken back and halves the steps to come.

use crate::bits::Rng;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use std::fmt;

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct Options {
    /// The most passes over all positions.
    pub epochs: u32,
    /// It ends after so many passes without progress, not only in a row.
    pub patience: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The length of the first steps.
    pub rate: f64,
    /// What large weights cost: the factor of the sum of their squares, divided by the number of positions.
    pub decay: f64,
    /// What the order of the positions comes from.
    pub seed: u64,
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { epochs, patience, batch, rate, decay, .. } = self;
        write!(f, "at most {epochs} epochs, patience {patience}, batch {batch}, rate {rate}, decay {decay}")
    }
}

/// The losses after a pass over all positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// The mean loss of the positions trained on, during the pass.
    pub training: f64,
    /// The mean loss of the held-out positions after it.
    pub held_out: f64,
}

/// The result of a [`fit`].
#[derive(Clone, Debug)]
pub struct Fitted {
    /// A weight for each feature, in natural logarithms of odds.
    pub weights: Vec<f32>,
    /// Their loss on the held-out positions.
    pub loss: f64,
    /// How it went.
    pub epochs: Vec<Epoch>,
}

/// Positions as counts of features, with what is to be foretold.
#[derive(Clone, Debug)]
pub struct Samples {
    features: usize,
    /// Where the counts of each position begin, and where the last ones end.
    starts: Vec<u32>,
    counts: Vec<(u16, i16)>,
    targets: Vec<f32>,
    /// What the evaluation in use says.
    in_use: Vec<i16>,
}

impl Samples {
    /// No positions yet; features are numbered below `features`, at most 65,536.
    pub fn new(features: usize) -> Self {
        Self { features, starts: vec![0], counts: Vec::new(), targets: Vec::new(), in_use: Vec::new() }
    }

    /// Adds a position: how often it has each of its features, what is to be foretold (0 to 1), and its evaluation.
    pub fn push(&mut self, counts: &[(u16, i16)], target: f64, in_use: i32) {
        self.counts.extend_from_slice(counts);
        self.starts.push(self.counts.len() as u32);
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

    /// What is to be foretold of each.
    pub fn targets(&self) -> impl Iterator<Item = f64> {
        self.targets.iter().map(|&target| f64::from(target))
    }

    /// Replaces what is to be foretold.
    pub fn set_targets(&mut self, targets: Vec<f64>) {
        self.targets = targets.into_iter().map(|target| target as f32).collect();
    }

    fn counts_of(&self, sample: usize) -> &[(u16, i16)] {
        &self.counts[self.starts[sample] as usize..self.starts[sample + 1] as usize]
    }

    fn foretold(&self, sample: usize, weights: &[f32]) -> f64 {
        let sum = |&(feature, count): &(u16, i16)| weights[usize::from(feature)] * f32::from(count);
        sigmoid(f64::from(self.counts_of(sample).iter().map(sum).sum::<f32>()))
    }

    /// The mean loss of `weights`.
    pub fn loss(&self, weights: &[f32]) -> f64 {
        let losses = self.targets().enumerate().map(|(i, target)| loss(target, self.foretold(i, weights)));
        losses.sum::<f64>() / self.len() as f64
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

/// Fits weights to `training`, and stops when that no longer helps with `held_out`. `tell` hears of every epoch.
pub fn fit(training: &Samples, held_out: &Samples, options: &Options, tell: &mut dyn FnMut(Epoch)) -> Fitted {
    const BETAS: [f64; 2] = [0.9, 0.999];
    let mut rng = Rng::seed_from_u64(options.seed);
    let mut order: Vec<usize> = (0..training.len()).collect();
    let n = training.features;
    let (mut weights, mut first, mut second) = (vec![0f32; n], vec![0f64; n], vec![0f64; n]);
    let mut gradient = vec![0f64; n];
    let mut powers = [1.0; 2];
    let mut fitted = Fitted { weights: weights.clone(), loss: held_out.loss(&weights), epochs: Vec::new() };
    let (mut rate, mut failures) = (options.rate, 0);
    for number in 1..=options.epochs {
        order.shuffle(&mut rng);
        let mut sum = 0.0;
        for batch in order.chunks(options.batch) {
            let cost = 2.0 * options.decay / training.len() as f64;
            gradient.iter_mut().zip(&weights).for_each(|(slope, &weight)| *slope = cost * f64::from(weight));
            for &sample in batch {
                let (target, foretold) = (f64::from(training.targets[sample]), training.foretold(sample, &weights));
                sum += loss(target, foretold);
                let error = (foretold - target) / batch.len() as f64;
                for &(feature, count) in training.counts_of(sample) {
                    gradient[usize::from(feature)] += error * f64::from(count);
                }
            }
            powers = [powers[0] * BETAS[0], powers[1] * BETAS[1]];
            for i in 0..n {
                first[i] = BETAS[0] * first[i] + (1.0 - BETAS[0]) * gradient[i];
                second[i] = BETAS[1] * second[i] + (1.0 - BETAS[1]) * gradient[i] * gradient[i];
                let (mean, square) = (first[i] / (1.0 - powers[0]), second[i] / (1.0 - powers[1]));
                weights[i] -= (rate * mean / (square.sqrt() + 1e-9)) as f32;
            }
        }
        let epoch = Epoch { number, training: sum / training.len() as f64, held_out: held_out.loss(&weights) };
        tell(epoch);
        fitted.epochs.push(epoch);
        if epoch.held_out < fitted.loss {
            fitted.loss = epoch.held_out;
            fitted.weights.clone_from(&weights);
        } else {
            failures += 1;
            if failures == options.patience {
                break;
            }
            weights.clone_from(&fitted.weights);
            rate /= 2.0;
        }
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::random_below;
    use rand::RngExt;

    /// Positions with random counts whose targets are what `weights` foretell.
    fn synthetic(weights: &[f64], size: usize, seed: u64) -> Samples {
        let mut rng = Rng::seed_from_u64(seed);
        let mut samples = Samples::new(weights.len());
        for _ in 0..size {
            let counts: Vec<(u16, i16)> =
                (0..weights.len() as u16).map(|i| (i, random_below(&mut rng, 5) as i16 - 2)).collect();
            let sum: f64 = counts.iter().zip(weights).map(|(&(_, count), weight)| f64::from(count) * weight).sum();
            let won = rng.random_bool(sigmoid(sum));
            samples.push(&counts, f64::from(u8::from(won)), (100.0 * sum) as i32);
        }
        samples
    }

    const OPTIONS: Options = Options { epochs: 60, patience: 5, batch: 256, rate: 0.02, decay: 1e-3, seed: 1 };

    #[test]
    fn a_fit_recovers_the_weights_behind_random_results() {
        let weights = [0.7, -0.4, 0.0, 0.2];
        let (training, held_out) = (synthetic(&weights, 40_000, 1), synthetic(&weights, 10_000, 2));
        let fitted = fit(&training, &held_out, &OPTIONS, &mut |_| {});
        for (found, weight) in fitted.weights.iter().zip(weights) {
            assert!((f64::from(*found) - weight).abs() < 0.04, "{:?}", fitted.weights);
        }
        // The evaluation in use is the truth at a scale of 100, but for rounding.
        assert!((fitted.loss - held_out.best_loss_in_use()).abs() < 2e-3);
        assert!(fitted.epochs.iter().any(|epoch| epoch.held_out == fitted.loss));
    }

    #[test]
    fn a_fit_stops_when_it_only_learns_by_heart() {
        // Twenty features that tell nothing, and fewer positions than it takes to see that.
        let (training, held_out) = (synthetic(&[0.0; 20], 60, 1), synthetic(&[0.0; 20], 2_000, 2));
        let mut heard = 0;
        let fitted = fit(&training, &held_out, &OPTIONS, &mut |_| heard += 1);
        assert_eq!(heard, fitted.epochs.len());
        assert!(fitted.epochs.len() < OPTIONS.epochs as usize);
        assert!(fitted.loss <= std::f64::consts::LN_2 + 1e-9);
    }

    #[test]
    fn the_best_scale_is_the_one_behind_the_results() {
        let pairs: Vec<(f64, f64)> = (-300..300).map(|s| (f64::from(s), sigmoid(0.006 * f64::from(s)))).collect();
        assert!((best_scale(&pairs).0 - 0.006).abs() < 1e-5);
    }
}
