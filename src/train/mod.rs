//! `quintet train`: trains an evaluation on the engine's own games.
//!
//! [`selfplay`] plays games with some exploration, [`games`] keeps them in a file that survives being interrupted
//! ([`stored`]), [`gather`] plays the missing ones or joins the parts ([`parts`]) played by several machines,
//! [`samples`] picks their quiet positions and writes them to a file ([`sample_file`]), [`fit`] finds the network
//! ([`model`]) that predicts their results best, [`curve`] draws the losses. Nothing here depends on time, threads or
//! the machine: the same options make the same files. Nor does memory grow with the games, except for a key of each
//! different position ([`keys`]).

pub mod answers;
pub mod asked_games;
pub mod calibrate;
pub mod curve;
pub mod curve_fit;
pub mod error;
pub mod fit;
pub mod folder;
pub mod games;
pub mod gather;
pub mod keys;
pub mod model;
pub mod parts;
pub mod range;
pub mod reliability;
pub mod sample_file;
pub mod samples;
pub mod scale;
pub mod selfplay;
pub mod stored;

use crate::eval::network::{AnyNetwork, Learned, Network};
use crate::eval::weights::FINENESS;
use crate::files;
use crate::locks::LockOptions;
use crate::registry::{GameEntry, LearnedVisitor};
pub use error::TrainError;
use gather::{GameSource, Gathering};
use model::Model;
use sample_file::{SampleFile, SampleWindows};
use scale::ScoreTargets;
use std::path::PathBuf;

/// How many hundredths of a unit make the odds ten times as good; with this value, 100 of them win 64 of 100 games.
const TENFOLD: f64 = 400.0;

/// The options of a training.
#[derive(Clone, Debug)]
pub struct TrainingOptions {
    /// The folder for all files.
    pub out: PathBuf,
    /// Where the games come from.
    pub source: GameSource,
    /// How to lock the folder.
    pub locking: LockOptions,
    /// Additional files of games to train on, however they were played, of this game or of one with the same weights.
    pub also: Vec<PathBuf>,
    /// How games are played.
    pub play: selfplay::SelfPlayOptions,
    /// How the weights are fitted.
    pub fit: fit::FitOptions,
    /// Which positions are trained on, and their targets.
    pub choice: samples::SampleChoice,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// Games played, and different quiet positions from them.
    Games {
        /// Games.
        games: u64,
        /// Positions.
        positions: usize,
    },
    /// How many games of a part have been played.
    Part {
        /// Games played.
        played: u64,
        /// Games of the part.
        of: u64,
    },
    /// A pass over all positions has ended.
    Epoch(fit::Epoch),
}

/// The result.
#[derive(Clone, Debug)]
pub struct TrainingReport {
    /// Games played.
    pub games: u64,
    /// Positions to train on; with three players, one for each player still in the game.
    pub training: usize,
    /// Positions held out, counted the same way.
    pub held_out: usize,
    /// The loss on the held-out positions of the evaluation in use, at the scale that suits it best.
    pub loss_in_use: f64,
    /// The loss of the new weights.
    pub loss: f64,
    /// The files written.
    pub files: Vec<PathBuf>,
}

/// A training of the given game.
pub struct Training<'a> {
    /// The options.
    pub options: &'a TrainingOptions,
    /// Whether to stop before the end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the progress.
    pub on_progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl LearnedVisitor for Training<'_> {
    type Output = Result<TrainingReport, TrainError>;

    fn visit<G: Learned>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let (name, Self { options, stop, on_progress }) = (entry.name, self);
        let _lock = folder::take(&options.out, &options.locking)?;
        let (weights, curve) = (options.out.join("weights.txt"), options.out.join("loss.svg"));
        folder::check_results(&[gather::games_of(&options.out)], &[weights.clone(), curve.clone()])?;
        let gathering = Gathering::<G> { entry, setup, options, stop };
        gathering.gather(on_progress)?;
        let samples::Collected { games, training, held_out } =
            samples::collect::<G>(gathering.records()?, options.choice, &options.out)?;
        if training.is_empty() || held_out.is_empty() {
            return Err(TrainError::TooFew(games));
        }
        let samples::SampleChoice { noisy, mix, hold_out } = options.choice;
        let with_gains = if noisy { ", positions with gains too" } else { "" };
        let with_others = if options.also.is_empty() { "" } else { ", games of other files too" };
        let positions = training.len() + held_out.len();
        let positions = if G::PLAYERS == 2 {
            format!("{positions} positions")
        } else {
            format!("{positions} views of positions, one for each player,")
        };
        let loss_in_use = loss_in_use(&held_out)?;
        let remarks = |loss: f64| {
            [
                format!("{name}: {positions} of {games} games, {}{with_others}", options.play),
                format!("{}, mix {mix}, every {hold_out}th game held out{with_gains}", options.fit),
                format!("held-out loss {loss:.5}, of the evaluation in use {loss_in_use:.5}"),
            ]
        };
        let in_use = G::start(setup).network();
        let learning = Learning {
            in_use,
            samples: [&training, &held_out],
            options: &options.fit,
            stop,
            remarks: &remarks,
            groups: G::groups(),
            turns: G::turns(),
        };
        let mut on_epoch = |epoch| on_progress(Progress::Epoch(epoch));
        let Learnt { loss, epochs, text } = match in_use.units() {
            [16, 0] => learning.learn::<16, 0>(&mut on_epoch)?,
            [32, 0] => learning.learn::<32, 0>(&mut on_epoch)?,
            [64, 16] => learning.learn::<64, 16>(&mut on_epoch)?,
            units => unreachable!("a network of {units:?} units"),
        };
        files::write(&weights, text.as_bytes())?;
        let title = format!("{name}: loss by epoch");
        files::write(&curve, curve::draw(&title, &epochs, loss_in_use).as_bytes())?;
        let files = vec![weights, curve];
        Ok(TrainingReport { games, training: training.len(), held_out: held_out.len(), loss_in_use, loss, files })
    }
}

/// What a network is learned from, and how.
struct Learning<'a> {
    in_use: &'static dyn AnyNetwork,
    /// To train on, and held out.
    samples: [&'a SampleFile; 2],
    options: &'a fit::FitOptions,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The remarks of the file, given the loss.
    remarks: &'a dyn Fn(f64) -> [String; 3],
    groups: Vec<(String, usize)>,
    /// [`Learned::turns`].
    turns: Vec<Vec<u16>>,
}

/// A network that has been learned.
struct Learnt {
    loss: f64,
    epochs: Vec<fit::Epoch>,
    /// Its file.
    text: String,
}

impl Learning<'_> {
    /// A network as wide as that in use, whose rows have `N` numbers, with a second layer of `H` units.
    fn learn<const N: usize, const H: usize>(
        &self,
        on_epoch: &mut dyn FnMut(fit::Epoch),
    ) -> Result<Learnt, TrainError> {
        let [training, held_out] = self.samples;
        let per_logit = TENFOLD / std::f64::consts::LN_10;
        let linear = self.in_use.linear().into_iter();
        let logits = linear.map(|number| number as f32 / (per_logit * f64::from(FINENESS)) as f32);
        let narrow = self.in_use.narrow();
        let usual = [training.usual(), usually_wide(held_out, narrow)?];
        let start = Model::<N, H>::with_logits(logits, narrow, usual, self.options.seed);
        let fitted = fit::fit(start, training, held_out, &self.turns, self.options, self.stop, on_epoch)?;
        let network = Network::<N, H>::new(&fitted.model.layers(), per_logit);
        let text = network.write(&(self.remarks)(fitted.loss), &self.groups);
        Ok(Learnt { loss: fitted.loss, epochs: fitted.epochs, text })
    }
}

/// How many features a position usually has after the `narrow` ones.
fn usually_wide(samples: &SampleFile, narrow: usize) -> Result<f64, TrainError> {
    let mut number = 0;
    let mut windows = SampleWindows::new(samples, sample_file::BLOCK);
    windows.visit(&windows.blocks(), |samples| {
        let of_one = |i| samples.counts_of(i, None).filter(|&(feature, _)| feature >= narrow).count();
        number += (0..samples.len()).map(of_one).sum::<usize>();
        Ok(())
    })?;
    Ok(number as f64 / samples.len() as f64)
}

/// The mean loss of the evaluation in use at the scale that suits it best.
fn loss_in_use(samples: &SampleFile) -> Result<f64, TrainError> {
    let mut scores = ScoreTargets::default();
    let mut windows = SampleWindows::new(samples, sample_file::BLOCK);
    windows.visit(&windows.blocks(), |samples| {
        samples.in_use().for_each(|(score, target)| scores.add(score, target));
        Ok(())
    })?;
    Ok(scores.best_scale().1)
}
