//! Fitting: the network that predicts the results best.
//!
//! The loss is the cross-entropy between prediction and target, in nats. Descent is by Adam (Kingma and Ba, 2014) over
//! batches in an order that depends only on the seed, with steps that shrink to nothing along half a cosine (Loshchilov
//! and Hutter, 2016). The network with the smallest loss on the held-out positions is kept.
//!
//! Positions that do not fit in memory together are read in windows of blocks drawn from the whole file, in another order
//! for each pass, and shuffled within the window: a batch has positions of all parts of the file.

use super::TrainError;
use super::model::{Model, Samples};
use super::sample_file::{SampleFile, SampleWindows};
use crate::board::bits::{Rng, hash_key};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rayon::prelude::*;
use std::fmt;

/// How a network is fitted.
#[derive(Clone, Debug)]
pub struct FitOptions {
    /// Passes over all positions.
    pub epochs: u32,
    /// It ends after this many passes without progress, consecutive or not.
    pub patience: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The length of the first steps, for all features together that a position usually has.
    pub rate: f64,
    /// The penalty for large weights: the factor of the sum of their squares, divided by the number of positions.
    pub decay: f64,
    /// The seed of the order of the positions.
    pub seed: u64,
    /// The most positions to train on in memory at a time.
    pub window: usize,
}

impl FitOptions {
    /// This many positions take about 300 to 450 MB, depending on the features of the game.
    pub const WINDOW: usize = 1 << 20;
}

impl fmt::Display for FitOptions {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { epochs, patience, batch, rate, decay, .. } = self;
        write!(f, "{epochs} epochs, patience {patience}, batch {batch}, rate {rate}, decay {decay}")
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
pub struct Fitted<const N: usize, const H: usize> {
    /// The network.
    pub model: Model<N, H>,
    /// Its loss on the held-out positions.
    pub loss: f64,
    /// How it went.
    pub epochs: Vec<Epoch>,
}

/// The moments of the gradient (Adam), and the steps that they give.
struct Descent<const N: usize> {
    first: Vec<[f32; N]>,
    second: Vec<[f32; N]>,
    /// The powers of [`BETAS`] after this many steps.
    powers: [f64; 2],
}

/// How slowly the two moments change.
const BETAS: [f64; 2] = [0.9, 0.999];

impl<const N: usize> Descent<N> {
    fn new(rows: usize) -> Self {
        Self { first: vec![[0.0; N]; rows], second: vec![[0.0; N]; rows], powers: [1.0; 2] }
    }

    /// A step of the length `rate` down the slope that several gradients add up to; large weights add `cost` times
    /// themselves to it.
    fn step<const H: usize>(&mut self, model: &mut Model<N, H>, gradients: &[Model<N, H>], rate: f64, cost: f32) {
        self.powers = [self.powers[0] * BETAS[0], self.powers[1] * BETAS[1]];
        let rate = (rate * (1.0 - self.powers[1]).sqrt() / (1.0 - self.powers[0])) as f32;
        let [a, b] = BETAS.map(|beta| beta as f32);
        for (i, weights) in model.rows.iter_mut().enumerate() {
            for (unit, weight) in weights.iter_mut().enumerate() {
                let slope = gradients.iter().map(|gradient| gradient.rows[i][unit]).sum::<f32>() + cost * *weight;
                let (mean, square) = (&mut self.first[i][unit], &mut self.second[i][unit]);
                *mean = a * *mean + (1.0 - a) * slope;
                *square = b * *square + (1.0 - b) * slope * slope;
                *weight -= rate * *mean / (square.sqrt() + 1e-8);
            }
        }
    }
}

/// How the positions of a batch are turned.
#[derive(Clone, Copy)]
struct Turning<'a> {
    /// [`Learned::turns`](crate::eval::network::Learned::turns); one is drawn for each position.
    turns: &'a [Vec<u16>],
    seed: u64,
}

/// The gradient of the loss of some positions, and the sum of their losses.
fn gradient<const N: usize, const H: usize>(
    model: &Model<N, H>,
    samples: &Samples,
    batch: &[u32],
    share: f32,
    Turning { turns, seed }: Turning,
) -> (Model<N, H>, f64) {
    let mut gradient = Model::zero(model.features());
    let mut sum = 0.0;
    for &sample in batch {
        let drawn = hash_key(seed ^ u64::from(sample)) >> 32;
        let turn = turns.get(((drawn * turns.len() as u64) >> 32) as usize).map(Vec::as_slice);
        sum += model.learn_from(samples, sample as usize, turn, share, &mut gradient);
    }
    (gradient, sum)
}

/// The order of the positions, which every pass reshuffles.
struct Shuffle {
    rng: Rng,
    blocks: Vec<usize>,
    /// The positions of a window.
    order: Vec<u32>,
}

impl Shuffle {
    fn new(training: &SampleWindows, seed: u64) -> Self {
        let order = if training.is_one() { training.order() } else { Vec::new() };
        Self { rng: Rng::seed_from_u64(seed), blocks: training.blocks(), order }
    }
}

/// One pass over the positions to train on. Returns the sum of their losses.
fn pass(
    training: &mut SampleWindows,
    shuffle: &mut Shuffle,
    batch: usize,
    mut step: impl FnMut(&Samples, &[u32]) -> Result<f64, TrainError>,
) -> Result<f64, TrainError> {
    let is_one = training.is_one();
    let Shuffle { rng, blocks, order } = shuffle;
    if !is_one {
        blocks.shuffle(rng);
    }
    let mut sum = 0.0;
    training.visit(blocks, |samples| {
        // The order of a single window is shuffled anew from what it was.
        if !is_one {
            *order = (0..samples.len() as u32).collect();
        }
        order.shuffle(rng);
        // Every window ends with a batch; a very small one would make a step that is mostly chance.
        let size = if is_one { batch } else { order.len().div_ceil(order.len().div_ceil(batch)) };
        for batch in order.chunks(size) {
            sum += step(samples, batch)?;
        }
        Ok(())
    })?;
    Ok(sum)
}

/// The mean loss of all positions.
fn mean_loss<const N: usize, const H: usize>(
    model: &Model<N, H>,
    windows: &mut SampleWindows,
) -> Result<f64, TrainError> {
    let (mut sum, mut number) = (0.0, 0);
    windows.visit(&windows.blocks(), |samples| {
        model.losses(samples).into_iter().for_each(|loss| sum += loss);
        number += samples.len();
        Ok(())
    })?;
    Ok(sum / number as f64)
}

/// Improves `start` on `training`, and stops when that no longer helps on `held_out`. `on_epoch` is called after each
/// epoch. Each position is turned at random by one of `turns` each time. The result does not depend on the number of
/// threads.
///
/// # Errors
/// [`TrainError::File`], or [`TrainError::Stopped`] once `stop` says so.
pub fn fit<const N: usize, const H: usize>(
    start: Model<N, H>,
    training: &SampleFile,
    held_out: &SampleFile,
    turns: &[Vec<u16>],
    options: &FitOptions,
    stop: &dyn Fn() -> bool,
    on_epoch: &mut dyn FnMut(Epoch),
) -> Result<Fitted<N, H>, TrainError> {
    /// Parts of a batch that may be processed in parallel.
    const PARTS: usize = 4;
    /// The part of a window that those held out may take.
    const HELD_OUT: usize = 8;
    let usual = training.usual();
    let positions = training.len() as f64;
    let mut training = SampleWindows::new(training, options.window);
    let mut held_out = SampleWindows::new(held_out, options.window / HELD_OUT);
    let mut shuffle = Shuffle::new(&training, options.seed);
    let mut model = start;
    let mut descent = Descent::new(model.rows.len());
    let loss = mean_loss(&model, &mut held_out)?;
    let mut fitted = Fitted { loss, model: model.clone(), epochs: Vec::new() };
    let (rate, mut failures) = (options.rate / usual, 0);
    let all = f64::from(options.epochs) * positions;
    let mut done = 0.0;
    let cost = (2.0 * options.decay / positions) as f32;
    let mut batches = hash_key(options.seed);
    for number in 1..=options.epochs {
        let sum = pass(&mut training, &mut shuffle, options.batch, |samples, batch| {
            if stop() {
                return Err(TrainError::Stopped);
            }
            let share = 1.0 / batch.len() as f32;
            batches = batches.wrapping_add(1);
            let turning = Turning { turns, seed: hash_key(batches) };
            let parts = batch.par_chunks(batch.len().div_ceil(PARTS));
            let parts: Vec<_> = parts.map(|part| gradient(&model, samples, part, share, turning)).collect();
            let (gradients, losses): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
            let left = (1.0 + (std::f64::consts::PI * done / all).cos()) / 2.0;
            descent.step(&mut model, &gradients, rate * left, cost);
            done += batch.len() as f64;
            Ok(losses.into_iter().sum::<f64>())
        })?;
        let epoch = Epoch { number, training: sum / positions, held_out: mean_loss(&model, &mut held_out)? };
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
        }
    }
    Ok(fitted)
}

#[cfg(test)]
mod tests {
    use super::super::sample_file::{Aim, Known, SampleWriter};
    use super::super::scale::{ScoreTargets, sigmoid};
    use super::super::selfplay::RecordedVerdict;
    use super::*;
    use crate::board::bits::random_below;
    use rand::RngExt;

    /// Positions with their results and evaluations in their own file.
    fn written(name: &str, positions: impl Iterator<Item = (Vec<(u16, i16)>, bool, i16)>, block: usize) -> SampleFile {
        let path = std::env::temp_dir().join(format!("quintet-fit-{name}-{}", std::process::id()));
        let mut writer = SampleWriter::create(&path, block, 4).unwrap();
        for (counts, won, in_use) in positions {
            let known = Known { shared: u8::from(won), verdict: RecordedVerdict::None };
            writer.push(&counts, known, in_use).unwrap();
        }
        writer.finish(Aim { mix: 1.0, scale: 0.0 }).unwrap()
    }

    /// Positions with random counts whose results are what `weights` predict.
    fn synthetic(name: &str, weights: &[f64], size: usize, seed: u64, block: usize) -> SampleFile {
        let mut rng = Rng::seed_from_u64(seed);
        let mut position = || {
            let counts: Vec<(u16, i16)> =
                (0..weights.len() as u16).map(|i| (i, random_below(&mut rng, 5) as i16 - 2)).collect();
            let sum: f64 = counts.iter().zip(weights).map(|(&(_, count), weight)| f64::from(count) * weight).sum();
            let won = rng.random_bool(sigmoid(sum));
            (counts, won, (100.0 * sum) as i16)
        };
        written(name, std::iter::repeat_with(&mut position).take(size), block)
    }

    const OPTIONS: FitOptions =
        FitOptions { epochs: 60, patience: 5, batch: 256, rate: 0.1, decay: 1e-3, seed: 1, window: FitOptions::WINDOW };

    fn fitted(
        start: Model<16, 0>,
        training: &SampleFile,
        held_out: &SampleFile,
        options: &FitOptions,
    ) -> Fitted<16, 0> {
        fit(start, training, held_out, &[], options, &|| false, &mut |_| {}).unwrap()
    }

    #[test]
    fn a_fit_recovers_the_weights_behind_random_results() {
        let weights = [0.7, -0.4, 0.0, 0.2];
        let training = synthetic("recovers", &weights, 40_000, 1, 512);
        let held_out = synthetic("recovers-held-out", &weights, 10_000, 2, 512);
        // The evaluation in use is the truth at a scale of 100, except for rounding.
        let mut in_use = ScoreTargets::default();
        let mut windows = SampleWindows::new(&held_out, FitOptions::WINDOW);
        let visited = windows.visit(&windows.blocks(), |samples| {
            samples.in_use().for_each(|(score, target)| in_use.add(score, target));
            Ok(())
        });
        visited.unwrap();
        // With all positions in memory, and in windows of a few blocks.
        for window in [FitOptions::WINDOW, 4_096] {
            let fitted = fitted(Model::zero(4), &training, &held_out, &FitOptions { window, ..OPTIONS });
            for (found, weight) in fitted.model.rows.iter().zip(weights) {
                assert!((f64::from(found[0]) - weight).abs() < 0.04, "{window}: {:?}", fitted.model);
            }
            assert!((fitted.loss - in_use.best_scale().1).abs() < 2e-3);
            assert!(fitted.epochs.iter().any(|epoch| epoch.held_out == fitted.loss));
        }
    }

    #[test]
    fn a_pass_in_windows_takes_every_position_once_and_mixes_the_file() {
        const SIZE: u16 = 2_000;
        let positions = (0..SIZE).map(|i| (vec![(i, 1)], false, 0));
        let training = written("once", positions, 50);
        for (window, batch) in [(400, 64), (5_000, 64), (1, 10)] {
            let mut windows = SampleWindows::new(&training, window);
            let mut shuffle = Shuffle::new(&windows, 1);
            let mut passes = Vec::new();
            for _ in 0..2 {
                let mut taken = Vec::new();
                let summed = pass(&mut windows, &mut shuffle, batch, |samples, batch| {
                    taken.extend(batch.iter().map(|&i| samples.counts_of(i as usize, None).next().unwrap().0 as u16));
                    Ok(batch.len() as f64)
                });
                assert_eq!(summed.unwrap(), f64::from(SIZE));
                passes.push(taken);
            }
            assert_ne!(passes[0], passes[1]);
            for mut taken in passes {
                if window > 1 {
                    // The first batch comes from far apart.
                    let first = &taken[..batch];
                    assert!(first.iter().max().unwrap() - first.iter().min().unwrap() > SIZE / 2, "{first:?}");
                }
                taken.sort_unstable();
                assert!(taken.into_iter().eq(0..SIZE), "{window}");
            }
        }
    }

    #[test]
    fn a_network_learns_what_no_sum_of_weights_can() {
        // Either feature alone wins, none or both lose.
        let positions = (0..4_000).map(|i| {
            let (a, b) = (i & 1, i >> 1 & 1);
            (vec![(0, a), (1, b), (2, 1)], a != b, 0)
        });
        let samples = written("network", positions, 4_096);
        let of_sums = fitted(Model::zero(3), &samples, &samples, &OPTIONS).loss;
        assert!((of_sums - std::f64::consts::LN_2).abs() < 1e-6, "{of_sums}");
        let start = Model::with_logits([0.0; 3].into_iter(), 0, [samples.usual(); 2], 1);
        let loss = fitted(start, &samples, &samples, &FitOptions { rate: 0.3, ..OPTIONS }).loss;
        assert!(loss < 0.1, "{loss}");
    }

    #[test]
    fn a_fit_stops_when_it_only_learns_by_heart() {
        // Twenty features that mean nothing, and fewer positions than it takes to see that.
        let training = synthetic("by-heart", &[0.0; 20], 60, 1, 4_096);
        let held_out = synthetic("by-heart-held-out", &[0.0; 20], 2_000, 2, 4_096);
        let mut calls = 0;
        let fitted =
            fit(Model::<16, 0>::zero(20), &training, &held_out, &[], &OPTIONS, &|| false, &mut |_| calls += 1).unwrap();
        assert_eq!(calls, fitted.epochs.len());
        assert!(fitted.epochs.len() < OPTIONS.epochs as usize);
        assert!(fitted.loss <= std::f64::consts::LN_2 + 1e-9);
    }

    #[test]
    fn a_fit_ends_when_it_is_asked_to() {
        let samples = synthetic("asked", &[0.1], 600, 1, 100);
        let stopped = fit(Model::<16, 0>::zero(1), &samples, &samples, &[], &OPTIONS, &|| true, &mut |_| {});
        assert!(matches!(stopped, Err(TrainError::Stopped)));
    }
}
