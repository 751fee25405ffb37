//! Fitting: the network that foretells the results best.
//!
//! The loss is the cross-entropy between what is foretold and what was to be foretold, in nats. Descent is by Adam
//! (Kingma and Ba, 2014) over batches in an order that depends on the seed alone. The network with the least loss on
//! the held-out positions is kept: a pass that does not better it is taken back and halves the steps to come.

use super::model::{Model, Samples};
use crate::board::bits::Rng;
use crate::eval::network::UNITS;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use std::fmt;

/// How a network is fitted.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// The most passes over all positions.
    pub epochs: u32,
    /// It ends after so many passes without progress, not only in a row.
    pub patience: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The length of the first steps, for all features together that a position usually has.
    pub rate: f64,
    /// What large weights cost: the factor of the sum of their squares, divided by the number of positions.
    pub decay: f64,
    /// What the order of the positions comes from.
    pub seed: u64,
}

impl fmt::Display for FitOptions {
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
    /// The network.
    pub model: Model,
    /// Its loss on the held-out positions.
    pub loss: f64,
    /// How it went.
    pub epochs: Vec<Epoch>,
}

/// The moments of the gradient (Adam), and the steps that they give.
struct Descent {
    first: Vec<[f32; UNITS]>,
    second: Vec<[f32; UNITS]>,
    /// The powers of [`BETAS`] after so many steps.
    powers: [f64; 2],
}

/// How slowly the two moments change.
const BETAS: [f64; 2] = [0.9, 0.999];

impl Descent {
    fn new(rows: usize) -> Self {
        Self { first: vec![[0.0; UNITS]; rows], second: vec![[0.0; UNITS]; rows], powers: [1.0; 2] }
    }

    /// A step of the length `rate` down the slope that several gradients add up to; large weights add `cost` times
    /// themselves to it.
    fn step(&mut self, model: &mut Model, gradients: &[Model], rate: f64, cost: f32) {
        self.powers = [self.powers[0] * BETAS[0], self.powers[1] * BETAS[1]];
        let rate = (rate * (1.0 - self.powers[1]).sqrt() / (1.0 - self.powers[0])) as f32;
        let [a, b] = BETAS.map(|beta| beta as f32);
        for (i, weights) in model.0.iter_mut().enumerate() {
            for (unit, weight) in weights.iter_mut().enumerate() {
                let slope = gradients.iter().map(|gradient| gradient.0[i][unit]).sum::<f32>() + cost * *weight;
                let (mean, square) = (&mut self.first[i][unit], &mut self.second[i][unit]);
                *mean = a * *mean + (1.0 - a) * slope;
                *square = b * *square + (1.0 - b) * slope * slope;
                *weight -= rate * *mean / (square.sqrt() + 1e-8);
            }
        }
    }
}

/// The gradient of the loss of some positions, and the sum of their losses.
fn gradient(model: &Model, samples: &Samples, batch: &[usize], share: f32) -> (Model, f64) {
    let mut gradient = Model::zero(model.features());
    let mut sum = 0.0;
    for &sample in batch {
        sum += model.learn_from(samples, sample, share, &mut gradient);
    }
    (gradient, sum)
}

/// Improves `start` for `training`, and stops when that no longer helps with `held_out`. `on_epoch` is called after each epoch.
/// The result does not depend on the number of threads.
pub fn fit(
    start: Model,
    training: &Samples,
    held_out: &Samples,
    options: &FitOptions,
    on_epoch: &mut dyn FnMut(Epoch),
) -> Fitted {
    /// Parts of a batch that may be looked at side by side.
    const PARTS: usize = 4;
    let mut rng = Rng::seed_from_u64(options.seed);
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut model = start;
    let mut descent = Descent::new(model.0.len());
    let mut fitted = Fitted { loss: model.loss(held_out), model: model.clone(), epochs: Vec::new() };
    let (mut rate, mut failures) = (options.rate / training.usual(), 0);
    let cost = (2.0 * options.decay / training.len() as f64) as f32;
    for number in 1..=options.epochs {
        order.shuffle(&mut rng);
        let mut sum = 0.0;
        for batch in order.chunks(options.batch) {
            let share = 1.0 / batch.len() as f32;
            let parts = batch.par_chunks(batch.len().div_ceil(PARTS));
            let parts: Vec<_> = parts.map(|part| gradient(&model, training, part, share)).collect();
            let (gradients, losses): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            sum += losses.into_iter().sum::<f64>();
            descent.step(&mut model, &gradients, rate, cost);
        }
        let epoch = Epoch { number, training: sum / training.len() as f64, held_out: model.loss(held_out) };
        on_epoch(epoch);
        fitted.epochs.push(epoch);
        if epoch.held_out < fitted.loss {
            fitted.loss = epoch.held_out;
            fitted.model.clone_from(&model);
        } else {
            failures += 1;
            if failures == options.patience {
                break;
            }
            model.clone_from(&fitted.model);
            rate /= 2.0;
        }
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::super::model::sigmoid;
    use super::*;
    use crate::board::bits::random_below;
    use rand::RngExt;

    /// Positions with random counts whose targets are what `weights` foretell.
    fn synthetic(weights: &[f64], size: usize, seed: u64) -> Samples {
        let mut rng = Rng::seed_from_u64(seed);
        let mut samples = Samples::default();
        for _ in 0..size {
            let counts: Vec<(u16, i16)> =
                (0..weights.len() as u16).map(|i| (i, random_below(&mut rng, 5) as i16 - 2)).collect();
            let sum: f64 = counts.iter().zip(weights).map(|(&(_, count), weight)| f64::from(count) * weight).sum();
            let won = rng.random_bool(sigmoid(sum));
            samples.push(&counts, f64::from(u8::from(won)), (100.0 * sum) as i32);
        }
        samples
    }

    const OPTIONS: FitOptions = FitOptions { epochs: 60, patience: 5, batch: 256, rate: 0.1, decay: 1e-3, seed: 1 };

    #[test]
    fn a_fit_recovers_the_weights_behind_random_results() {
        let weights = [0.7, -0.4, 0.0, 0.2];
        let (training, held_out) = (synthetic(&weights, 40_000, 1), synthetic(&weights, 10_000, 2));
        let fitted = fit(Model::zero(4), &training, &held_out, &OPTIONS, &mut |_| {});
        for (found, weight) in fitted.model.0.iter().zip(weights) {
            assert!((f64::from(found[0]) - weight).abs() < 0.04, "{:?}", fitted.model);
        }
        // The evaluation in use is the truth at a scale of 100, but for rounding.
        assert!((fitted.loss - held_out.best_loss_in_use()).abs() < 2e-3);
        assert!(fitted.epochs.iter().any(|epoch| epoch.held_out == fitted.loss));
    }

    #[test]
    fn a_network_learns_what_no_sum_of_weights_can() {
        // Either feature alone wins, none or both lose.
        let mut samples = Samples::default();
        for i in 0..4_000 {
            let (a, b) = (i & 1, i >> 1 & 1);
            samples.push(&[(0, a), (1, b), (2, 1)], f64::from(a ^ b), 0);
        }
        let of_sums = fit(Model::zero(3), &samples, &samples, &OPTIONS, &mut |_| {}).loss;
        assert!((of_sums - std::f64::consts::LN_2).abs() < 1e-6, "{of_sums}");
        let start = Model::with_logits([0.0; 3].into_iter(), samples.usual(), 1);
        let fitted = fit(start, &samples, &samples, &FitOptions { rate: 0.3, ..OPTIONS }, &mut |_| {});
        assert!(fitted.loss < 0.1, "{}", fitted.loss);
    }

    #[test]
    fn a_fit_stops_when_it_only_learns_by_heart() {
        // Twenty features that mean nothing, and fewer positions than it takes to see that.
        let (training, held_out) = (synthetic(&[0.0; 20], 60, 1), synthetic(&[0.0; 20], 2_000, 2));
        let mut calls = 0;
        let fitted = fit(Model::zero(20), &training, &held_out, &OPTIONS, &mut |_| calls += 1);
        assert_eq!(calls, fitted.epochs.len());
        assert!(fitted.epochs.len() < OPTIONS.epochs as usize);
        assert!(fitted.loss <= std::f64::consts::LN_2 + 1e-9);
    }
}
