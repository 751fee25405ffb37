//! `quintet calibrate`: fits the curves of [`crate::calibration`] to the results of the engine's own games.
//!
//! The best search for a game plays it against itself; random decisions at the start make the games different. Its
//! score before every later decision is compared with the result. The other kinds of search evaluate a few positions of
//! each game, so that their scores are worth the same. Every game is predicted by curves fitted to the others (ten-fold
//! cross-validation by game); the curves written are fitted to all games.

use super::TrainError;
use super::asked_games::{AskedPlay, AskingGames};
use super::curve_fit::fit_curve;
use super::reliability::{self, Reliability, ScoreSample};
use crate::calibration::{Calibration, Curve};
use crate::files;
use crate::game::{Playable, Searchable};
use crate::registry::{GameEntry, Visitor};
use crate::search::Kind;
use std::path::PathBuf;

/// The number of parts that the games are divided into, each predicted from the others (cross-validation).
const FOLDS: u64 = 10;

/// Where the games of a calibration come from.
#[derive(Clone, Debug)]
pub enum CalibrationSource {
    /// How many games of each game are played.
    Play(u64),
    /// They were played in parts, in these folders.
    Join(Vec<PathBuf>),
}

/// The options of a calibration.
#[derive(Clone, Debug)]
pub struct CalibrationOptions {
    /// The folder for all files.
    pub out: PathBuf,
    /// Where the games come from.
    pub source: CalibrationSource,
    /// How they are played.
    pub play: AskedPlay,
}

/// How well the scores of one kind of search predict results.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The kind of search.
    pub kind: Kind,
    /// The curve fitted to all games.
    pub curve: Curve,
    /// With the curve in the binary.
    pub in_use: Reliability,
    /// With curves fitted to other games.
    pub new: Reliability,
}

/// The result for a game.
#[derive(Clone, Debug)]
pub struct CalibrationReport {
    /// Games played.
    pub games: u64,
    /// How many of them ended with a shared point.
    pub shared: u64,
    /// The new calibration.
    pub calibration: Calibration,
    /// Its quality, the playing kind first.
    pub measured: Vec<Measured>,
}

/// A calibration of the given game.
pub struct Calibrating<'a> {
    /// The options.
    pub options: &'a CalibrationOptions,
    /// Whether to stop before the end.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the number of games done so far.
    pub on_progress: &'a mut (dyn FnMut(u64) + Send),
}

impl Visitor for Calibrating<'_> {
    type Output = Result<CalibrationReport, TrainError>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let Self { options, stop, on_progress } = self;
        let name = entry.name;
        let mut asking = AskingGames { out: &options.out, play: &options.play, stop, on_progress };
        let scored = match &options.source {
            CalibrationSource::Play(games) => asking.first::<G>(entry, setup, *games)?,
            CalibrationSource::Join(folders) => asking.join::<G>(entry, setup, folders)?,
        };
        let all = scored.scores;
        if all.iter().any(|(_, samples)| samples.is_empty()) {
            return Err(TrainError::TooFew(scored.games));
        }
        let part = part(&all[0].1, G::PLAYERS);
        let in_use = Calibration::of(name);
        let mut calibration = Calibration { part, ..in_use };
        let measure = |(kind, samples): &(Kind, Vec<ScoreSample>)| {
            let expected =
                |known: &Calibration, curve: &Curve, sample: &ScoreSample| known.expected(curve.chances(sample.score));
            let old = &in_use.curves[*kind as usize];
            let fit = |left_out| fit::<G>(*kind, samples, |sample| Some(sample.game % FOLDS) != left_out);
            let others: Vec<Curve> = (0..FOLDS).map(|fold| fit(Some(fold))).collect();
            Measured {
                kind: *kind,
                curve: fit(None),
                in_use: Reliability::of(samples, |sample| expected(&in_use, old, sample)),
                new: Reliability::of(samples, |sample| {
                    expected(&calibration, &others[(sample.game % FOLDS) as usize], sample)
                }),
            }
        };
        let measured: Vec<Measured> = all.iter().map(measure).collect();
        for measured in &measured {
            calibration.curves[measured.kind as usize] = measured.curve;
        }
        let picture = options.out.join(format!("reliability-{name}.svg"));
        let curves: Vec<_> = measured.iter().map(|measured| (measured.kind, &measured.new)).collect();
        let drawn = reliability::draw(name, scored.games as usize, &curves);
        files::write(&picture, drawn.as_bytes())?;
        Ok(CalibrationReport { games: scored.games, shared: scored.shared, calibration, measured })
    }
}

/// A player's part of a shared point, on average.
fn part(samples: &[ScoreSample], players: usize) -> f64 {
    let shared: Vec<f64> = samples.iter().map(|sample| sample.payoff).filter(|&payoff| is_shared(payoff)).collect();
    if shared.is_empty() { 1.0 / players as f64 } else { shared.iter().sum::<f64>() / shared.len() as f64 }
}

fn is_shared(payoff: f64) -> bool {
    payoff > 0.0 && payoff < 1.0
}

/// With two players, alpha-beta's scores are worth as much to one side as they are to the other. The win rate of the
/// decision that MCTS has tried most is too high for the side to move, since chance helped to choose it (selection
/// bias).
fn fit<G: Searchable>(kind: Kind, samples: &[ScoreSample], chosen: impl Fn(&ScoreSample) -> bool) -> Curve {
    fit_curve(samples.iter().filter(|sample| chosen(sample)), G::PLAYERS == 2 && kind == Kind::AlphaBeta)
}
