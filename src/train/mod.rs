//! Learning an evaluation from the engine's own games: what `quintet train` does.
//!
//! [`selfplay`] plays games with some exploration, [`games`] keeps them in a file that survives being interrupted,
//! [`samples`] picks their quiet positions, [`fit`] finds the network ([`model`]) that foretells their results best,
//! [`curve`] draws how it went. Nothing
//! here depends on time, threads or the machine: the same options make the same files.

pub mod calibrate;
pub mod curve;
pub mod fit;
pub mod games;
pub mod model;
pub mod reliability;
pub mod samples;
pub mod selfplay;

use crate::eval::network::{Learned, Network};
use crate::eval::weights::FINENESS;
use crate::files;
use crate::registry::{GameEntry, LearnedVisitor};
use games::GamesFile;
use model::Model;
use rayon::prelude::*;
use std::path::PathBuf;

/// How many hundredths of a unit make the odds ten times as good, so that 100 of them win 64 of 100 games.
const TENFOLD: f64 = 400.0;

/// Everything that can be chosen about a training.
#[derive(Clone, Debug)]
pub struct TrainingOptions {
    /// The folder for all files.
    pub out: PathBuf,
    /// Different quiet positions to collect, at least.
    pub positions: usize,
    /// Files of games to learn from as well, in whatever way they were played.
    pub also: Vec<PathBuf>,
    /// How games are played.
    pub play: selfplay::SelfPlayOptions,
    /// How the weights are fitted.
    pub fit: fit::FitOptions,
    /// Which positions are learned from, and what of them.
    pub choice: samples::SampleChoice,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// So many games have been played, and so many different quiet positions come from them.
    Games {
        /// Games.
        games: u64,
        /// Positions.
        positions: usize,
    },
    /// A pass over all positions has ended.
    Epoch(fit::Epoch),
}

/// What came out.
#[derive(Clone, Debug)]
pub struct TrainingReport {
    /// Games played.
    pub games: u64,
    /// Positions to train on; with three players one for each who is still in the game.
    pub training: usize,
    /// Positions held out, counted alike.
    pub held_out: usize,
    /// The loss on the held-out positions of the evaluation in use, at the scale that suits it best.
    pub loss_in_use: f64,
    /// That of the new weights.
    pub loss: f64,
    /// The files written.
    pub files: Vec<PathBuf>,
}

/// Why a training failed.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    /// A file or folder could not be used.
    #[error("{}", .path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        #[source]
        source: std::io::Error,
    },
    /// The folder has games that were played in another way.
    #[error("{} holds games of `{found}`, not of `{expected}`: choose another folder or the same options", .path.display())]
    Mismatch {
        /// The file of games.
        path: PathBuf,
        /// What it says about itself.
        found: String,
        /// What it would have to say.
        expected: String,
    },
    /// A file to learn from as well has no games of the game to learn.
    #[error("{} holds games of `{found}`, not of `{expected}`", .path.display())]
    OtherGame {
        /// The file of games.
        path: PathBuf,
        /// What it says about itself.
        found: String,
        /// The game.
        expected: String,
    },
    /// A file to learn from as well has a game that breaks the rules.
    #[error("{} holds a game with an illegal move: it is none of this version of the rules", .0.display())]
    Illegal(PathBuf),
    /// The folder has games that this engine would play differently.
    #[error("{} holds games of another version of the engine: choose another folder", .0.display())]
    OtherEngine(PathBuf),
    /// No position was held out or none was left to train on.
    #[error("{0} games are too few to train with and to hold some out: ask for more positions")]
    TooFew(u64),
}

/// A training of the game that it will be given.
pub struct Training<'a> {
    /// What was chosen.
    pub options: &'a TrainingOptions,
    /// Called with the progress.
    pub on_progress: &'a mut (dyn FnMut(Progress) + Send),
}

impl LearnedVisitor for Training<'_> {
    type Output = Result<TrainingReport, TrainError>;

    fn visit<G: Learned>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let (name, Self { options, on_progress }) = (entry.name, self);
        let at = |path: PathBuf| move |source| TrainError::File { path, source };
        files::create_folder(&options.out).map_err(at(options.out.clone()))?;
        let records = play::<G>(name, setup, options, on_progress)?;
        let games = records.len() as u64;
        let (training, held_out) = samples::collect::<G>(setup, &records, options.choice);
        if training.is_empty() || held_out.is_empty() {
            return Err(TrainError::TooFew(games));
        }
        let per_logit = TENFOLD / std::f64::consts::LN_10;
        let in_use = G::start(setup).network().rows().iter();
        let logits = in_use.map(|row| row.numbers()[0] as f32 / (per_logit * f64::from(FINENESS)) as f32);
        let start = Model::with_logits(logits, training.usual(), options.fit.seed);
        let fitted =
            fit::fit(start, &training, &held_out, &options.fit, &mut |epoch| on_progress(Progress::Epoch(epoch)));
        let (rows, output) = fitted.model.parts();
        let network = Network::new(rows, output, per_logit);
        let (loss_in_use, loss) = (held_out.best_loss_in_use(), fitted.loss);
        let samples::SampleChoice { noisy, mix, hold_out } = options.choice;
        let with_gains = if noisy { ", positions with gains too" } else { "" };
        let with_others = if options.also.is_empty() { "" } else { ", games of other files too" };
        let positions = training.len() + held_out.len();
        let positions = if G::PLAYERS == 2 {
            format!("{positions} positions")
        } else {
            format!("{positions} views of positions, each player's apart,")
        };
        let remarks = [
            format!("{name}: {positions} of {games} games, {}{with_others}", options.play),
            format!("{}, mix {mix}, every {hold_out}th game held out{with_gains}", options.fit),
            format!("held-out loss {loss:.5}, of the evaluation in use {loss_in_use:.5}"),
        ];
        let (weights, curve) = (options.out.join("weights.txt"), options.out.join("loss.svg"));
        let text = network.write(&remarks, &G::groups());
        files::write(&weights, text.as_bytes()).map_err(at(weights.clone()))?;
        let title = format!("{name}: loss by epoch");
        files::write(&curve, curve::draw(&title, &fitted.epochs, loss_in_use).as_bytes()).map_err(at(curve.clone()))?;
        let files = vec![weights, curve];
        Ok(TrainingReport { games, training: training.len(), held_out: held_out.len(), loss_in_use, loss, files })
    }
}

/// Plays the games that are missing, and returns all, those of other files last.
fn play<G: Learned>(
    name: &str,
    setup: &G::Setup,
    options: &TrainingOptions,
    on_progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Vec<selfplay::SelfPlayRecord>, TrainError> {
    /// So many games are played side by side before they are written, in the order of their numbers.
    const BATCH: u64 = 64;
    let mut seen = samples::Seen::new(options.choice.noisy);
    let mut others = Vec::new();
    for path in &options.also {
        let records = games::read(path, name)?;
        if !records.iter().all(|record| selfplay::is_legal::<G>(setup, record)) {
            return Err(TrainError::Illegal(path.clone()));
        }
        others.extend(records);
    }
    let path = options.out.join("games.bin");
    let about = format!("{name}, {}", options.play);
    let (mut file, mut records) = GamesFile::open(path, about)?;
    others.iter().chain(&records).for_each(|record| seen.count::<G>(setup, record));
    while seen.number() < options.positions {
        let next = records.len() as u64;
        let batch: Vec<_> = (next..next + BATCH)
            .into_par_iter()
            .map(|number| selfplay::play::<G>(setup, &options.play, number))
            .collect();
        for record in batch {
            if seen.number() < options.positions {
                file.append(&record)?;
                seen.count::<G>(setup, &record);
                records.push(record);
            }
        }
        on_progress(Progress::Games { games: records.len() as u64, positions: seen.number() });
    }
    records.append(&mut others);
    Ok(records)
}
