//! What scores are worth: the curves of [`crate::calibration`], fitted to the results of the engine's own games. What
//! `quintet calibrate` does.
//!
//! The search that is best for a game plays it against itself; random decisions at the beginning make the games
//! different. Its score before every later decision is set against the result. The other kinds of search are asked about
//! a few positions of each game, so that their scores are worth the same. Every game is foretold by curves fitted to the
//! others (ten-fold cross-validation by game); the curves that are written are fitted to all.

use super::TrainError;
use super::games::GamesFile;
use super::model::sigmoid;
use super::reliability::{self, Reliability, ScoreSample};
use super::selfplay::{self, RecordedVerdict, SelfPlayRecord};
use crate::board::bits::{Rng, hash_key, random_below};
use crate::calibration::{Calibration, Curve, LOGITS};
use crate::files;
use crate::game::{Playable, Player, Searchable};
use crate::registry::{GameEntry, Visitor};

use crate::search::{Engine, Kind, Limits, Root, SearchControl, Settings, Verdict};
use rand::SeedableRng;
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Into so many parts the games are divided to foretell each by the others.
const FOLDS: u64 = 10;

/// Everything that can be chosen about a calibration.
#[derive(Clone, Debug)]
pub struct CalibrationOptions {
    /// The folder for all files.
    pub out: PathBuf,
    /// Games to play of each game.
    pub games: u64,
    /// Nodes of alpha-beta before each decision.
    pub nodes: u64,
    /// Iterations of MCTS, before each decision or about a position.
    pub iterations: u64,
    /// About how many positions of each game each kind of search is asked that does not play.
    pub asked: usize,
    /// With how many random decisions a game begins.
    pub opening: RangeInclusive<u32>,
    /// What all randomness comes from.
    pub seed: u64,
}

impl CalibrationOptions {
    fn nodes(&self, kind: Kind) -> u64 {
        match kind {
            Kind::AlphaBeta => self.nodes,
            Kind::Mcts | Kind::MctsEval => self.iterations,
        }
    }
}

/// How well scores of one kind of search foretell results.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The kind of search.
    pub kind: Kind,
    /// The curve fitted to all games.
    pub curve: Curve,
    /// With the curve that the binary has.
    pub in_use: Reliability,
    /// With curves fitted to other games.
    pub new: Reliability,
}

/// What came out for a game.
#[derive(Clone, Debug)]
pub struct CalibrationReport {
    /// Games played.
    pub games: usize,
    /// How many of them ended with the point shared.
    pub shared: usize,
    /// The new calibration.
    pub calibration: Calibration,
    /// How good it is, the kind that played first.
    pub measured: Vec<Measured>,
    /// The picture of that.
    pub picture: PathBuf,
}

/// A calibration of the game that it will be given.
pub struct Calibrating<'a> {
    /// What was chosen.
    pub options: &'a CalibrationOptions,
    /// Called with the number of games looked at so far.
    pub on_progress: &'a mut (dyn FnMut(u64) + Send),
}

impl Visitor for Calibrating<'_> {
    type Output = Result<CalibrationReport, TrainError>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let (name, auto) = (entry.name, entry.search);
        let Self { options, on_progress } = self;
        let at = |path: &Path| {
            let path = path.to_path_buf();
            move |source| TrainError::File { path, source }
        };
        files::create_folder(&options.out).map_err(at(&options.out))?;
        let (records, others) = play_and_ask::<G>(name, setup, auto, options, on_progress)?;
        let own: Vec<ScoreSample> =
            records.iter().zip(0..).flat_map(|(record, number)| samples::<G>(setup, record, number)).collect();
        let part = part(&own, G::PLAYERS);
        let mut all = vec![(auto, own)];
        all.extend(others);
        if all.iter().any(|(_, samples)| samples.is_empty()) {
            return Err(TrainError::TooFew(options.games));
        }
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
        files::write(&picture, reliability::draw(name, records.len(), &curves).as_bytes()).map_err(at(&picture))?;
        let shared = records.iter().filter(|record| record.outcome.winner().is_none()).count();
        Ok(CalibrationReport { games: records.len(), shared, calibration, measured, picture })
    }
}

/// The scores of a kind of search.
type Asked = (Kind, Vec<ScoreSample>);

/// Plays the games that are missing and asks the other kinds of search about some positions of all.
fn play_and_ask<G: Playable>(
    name: &str,
    setup: &G::Setup,
    auto: Kind,
    options: &CalibrationOptions,
    on_progress: &mut (dyn FnMut(u64) + Send),
) -> Result<(Vec<SelfPlayRecord>, Vec<Asked>), TrainError> {
    /// So many games are looked at side by side before they are written, in the order of their numbers.
    const BATCH: usize = 32;
    let (seed, nodes, opening) = (options.seed, options.nodes(auto), options.opening.clone());
    let play = selfplay::SelfPlayOptions { kind: auto, seed, nodes, opening, explore: 0.0 };
    let path = options.out.join(format!("games-{name}.bin"));
    let (mut file, mut records) = GamesFile::open(path.clone(), format!("{name}, {play}"))?;
    records.truncate(options.games as usize);
    // An engine that has changed since would not be the one whose scores are meant.
    if records.first().is_some_and(|first| *first != selfplay::play::<G>(setup, &play, 0)) {
        return Err(TrainError::OtherEngine(path));
    }
    let old = records.len();
    let mut others: Vec<Asked> =
        Kind::ALL.into_iter().filter(|&kind| kind != auto).map(|kind| (kind, Vec::new())).collect();
    let kinds: Vec<Kind> = others.iter().map(|asked| asked.0).collect();
    let numbers: Vec<u64> = (0..options.games).collect();
    for batch in numbers.chunks(BATCH) {
        let looked_at: Vec<(SelfPlayRecord, Vec<Vec<ScoreSample>>)> = batch
            .par_iter()
            .map(|&number| {
                let known = records.get(number as usize).cloned();
                let record = known.unwrap_or_else(|| selfplay::play::<G>(setup, &play, number));
                let asked = kinds.iter().map(|&kind| ask::<G>(setup, &record, number, kind, options)).collect();
                (record, asked)
            })
            .collect();
        for (&number, (record, asked)) in batch.iter().zip(looked_at) {
            if number as usize >= old {
                file.append(&record)?;
                records.push(record);
            }
            others.iter_mut().zip(asked).for_each(|((_, all), asked)| all.extend(asked));
        }
        on_progress(batch.last().map_or(0, |number| number + 1));
    }
    Ok((records, others))
}

fn payoff(record: &SelfPlayRecord, player: Player) -> f64 {
    f64::from(record.outcome.payoff(player))
}

/// The scores of the search that played a game, with what came of them.
fn samples<G: Searchable>(setup: &G::Setup, record: &SelfPlayRecord, game: u64) -> Vec<ScoreSample> {
    let mut position = G::start(setup);
    let mut samples = Vec::new();
    for &(mv, verdict) in &record.decisions {
        if let RecordedVerdict::Score(score) = verdict {
            samples.push(ScoreSample { game, score: f64::from(score), payoff: payoff(record, position.to_move()) });
        }
        position.play(mv);
    }
    samples
}

/// Asks a kind of search that has not played a game about some of its positions, all kinds about the same.
fn ask<G: Searchable>(
    setup: &G::Setup,
    record: &SelfPlayRecord,
    game: u64,
    kind: Kind,
    options: &CalibrationOptions,
) -> Vec<ScoreSample> {
    let settings = Settings { seed: options.seed.wrapping_add(game), ..selfplay::settings(kind) };
    let mut engine = Engine::<G>::default();
    let mut rng = Rng::seed_from_u64(hash_key(options.seed ^ game));
    let open = |verdict: RecordedVerdict| matches!(verdict, RecordedVerdict::Score(_));
    let of = record.decisions.iter().filter(|decision| open(decision.1)).count() as u32;
    let mut root = Root { position: G::start(setup), played: Vec::new() };
    let mut samples = Vec::new();
    for &(mv, verdict) in &record.decisions {
        if open(verdict) && (random_below(&mut rng, of) as usize) < options.asked {
            let limits = Limits { nodes: Some(options.nodes(kind)), ..Limits::default() };
            engine.clear(&settings);
            let answer = engine.search(&root, &SearchControl::unstoppable(limits), &settings, &mut |_| {});
            if let Verdict::Score(score) = answer.verdict {
                samples.push(ScoreSample {
                    game,
                    score: f64::from(score),
                    payoff: payoff(record, root.position.to_move()),
                });
            }
        }
        root.played.push(root.position.key());
        root.position.play(mv);
    }
    samples
}

/// What a player gets of a shared point, on average.
fn part(samples: &[ScoreSample], players: usize) -> f64 {
    let shared: Vec<f64> = samples.iter().map(|sample| sample.payoff).filter(|&payoff| is_shared(payoff)).collect();
    if shared.is_empty() { 1.0 / players as f64 } else { shared.iter().sum::<f64>() / shared.len() as f64 }
}

fn is_shared(payoff: f64) -> bool {
    payoff > 0.0 && payoff < 1.0
}

/// With two players, alpha-beta's scores are worth as much to one side as they are to the other. The win rate of the
/// decision that MCTS has tried most is too good for the side to move, since chance has helped to choose it.
fn fit<G: Searchable>(kind: Kind, samples: &[ScoreSample], chosen: impl Fn(&ScoreSample) -> bool) -> Curve {
    fit_curve(samples.iter().filter(|sample| chosen(sample)), G::PLAYERS == 2 && kind == Kind::AlphaBeta)
}

/// The curve under which the results are likeliest. Each is taken for two: whether the side to move has won, and
/// whether it has not lost. That makes it a logistic regression with a slope in common (by Newton's method). `even` asks
/// for a curve on which a score of 0 is even.
pub fn fit_curve<'a>(samples: impl Iterator<Item = &'a ScoreSample> + Clone, even: bool) -> Curve {
    /// A weak belief that scores are right as they are, worth a few results: without it, results that all agree with
    /// the scores would make the scale infinite.
    const BELIEF: f64 = 2.0;
    /// The least scale: worse scores still show which move is better.
    const LEAST: f64 = 0.05;
    let won = |sample: &ScoreSample| f64::from(u8::from(sample.payoff == 1.0));
    let not_lost = |sample: &ScoreSample| f64::from(u8::from(sample.payoff > 0.0));
    // Unknown are the scale and one or two thresholds: their factors, and what is to be foretold.
    let rows = |sample: &ScoreSample| {
        let x = sample.score * LOGITS;
        if even {
            [([x, -1.0, 0.0], won(sample)), ([x, 1.0, 0.0], not_lost(sample))]
        } else {
            [([x, -1.0, 0.0], won(sample)), ([x, 0.0, 1.0], not_lost(sample))]
        }
    };
    let mut unknown = [1.0, 0.0, 0.0];
    for _ in 0..50 {
        let mut slope = [BELIEF * (1.0 - unknown[0]), -BELIEF * unknown[1], -BELIEF * unknown[2]];
        let mut bend = [[BELIEF, 0.0, 0.0], [0.0, BELIEF, 0.0], [0.0, 0.0, BELIEF]];
        for (factors, came) in samples.clone().flat_map(rows) {
            let foretold = sigmoid(factors.iter().zip(unknown).map(|(factor, value)| factor * value).sum());
            for i in 0..3 {
                slope[i] += (came - foretold) * factors[i];
                for j in 0..3 {
                    bend[i][j] += foretold * (1.0 - foretold) * factors[i] * factors[j];
                }
            }
        }
        let step = solve(bend, slope);
        // Not too far at once, so that Newton's method cannot overshoot.
        unknown.iter_mut().zip(step).for_each(|(value, step)| *value += step.clamp(-0.5, 0.5));
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let [scale, win, loss] = unknown;
    let scale = scale.max(LEAST);
    // More wins than results that are no losses there cannot be, but for the error of a fit without any draws.
    if even {
        Curve { scale, win: win.max(0.0), loss: win.max(0.0) }
    } else {
        Curve { scale, win, loss: loss.max(-win) }
    }
}

/// Solves a positive definite system of linear equations by elimination.
fn solve(mut matrix: [[f64; 3]; 3], mut right: [f64; 3]) -> [f64; 3] {
    for i in 0..3 {
        for below in i + 1..3 {
            let factor = matrix[below][i] / matrix[i][i];
            let row = matrix[i];
            matrix[below].iter_mut().zip(row).for_each(|(value, above)| *value -= factor * above);
            right[below] -= factor * right[i];
        }
    }
    for i in (0..3).rev() {
        let known: f64 = (i + 1..3).map(|column| matrix[i][column] * right[column]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;

    /// Games with scores all over the range whose results follow a curve.
    fn synthetic(curve: Curve, number: u64) -> Vec<ScoreSample> {
        let mut rng = Rng::seed_from_u64(7);
        let sample = |game| {
            let score = f64::from(random_below(&mut rng, 1_201)) - 600.0;
            let chances = curve.chances(score);
            let drawn = rng.random::<f64>();
            let payoff = match drawn {
                _ if drawn < chances.win => 1.0,
                _ if drawn < chances.win + chances.shared => 0.5,
                _ => 0.0,
            };
            ScoreSample { game, score, payoff }
        };
        (0..number).map(sample).collect()
    }

    #[test]
    fn a_fit_recovers_the_curve_behind_random_results() {
        for (scale, win, loss) in [(0.4, 0.0, 0.0), (2.5, 0.5, 0.5), (1.3, 1.5, -0.3), (0.7, 1.0, 0.1)] {
            let curve = Curve { scale, win, loss };
            let found = fit_curve(synthetic(curve, 40_000).iter(), win == loss);
            assert!((found.scale / scale - 1.0).abs() < 0.05, "{found:?} {curve:?}");
            assert!((found.win - win).abs() < 0.05 && (found.loss - loss).abs() < 0.05, "{found:?} {curve:?}");
        }
    }

    #[test]
    fn results_that_all_agree_do_not_make_the_scale_infinite() {
        let samples = [(50.0, 1.0), (-50.0, 0.0)].map(|(score, payoff)| ScoreSample { game: 0, score, payoff });
        let scale = fit_curve(samples.iter(), true).scale;
        assert!(scale > 1.0 && scale < 3.0, "{scale}");
        assert_eq!(fit_curve([].iter(), true), Curve::PLAIN);
        // Scores opposite to what comes still leave the better move the better one.
        let samples: Vec<ScoreSample> = (0..100).map(|game| ScoreSample { game, score: 100.0, payoff: 0.0 }).collect();
        assert!(fit_curve(samples.iter(), true).scale > 0.0);
    }
}
