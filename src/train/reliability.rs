//! Reliability: of the games predicted to be won with some probability, how many were won? With its diagram.

use crate::picture::sheet::{Point, circle, label, line, palette, sheet};
use crate::search::Kind;
use rustc_hash::FxHashSet;
use svg::node::element::{Group, Rectangle};

/// A search's score of a position, and the result for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreSample {
    /// The number of the game.
    pub game: u64,
    /// The score of the search as it is, in hundredths.
    pub score: f64,
    /// The share of the point, 0 to 1.
    pub payoff: f64,
}

/// The number of bins of predicted shares, all equally wide.
const BINS: usize = 10;

/// Predictions and results in a bin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// Positions in it.
    pub positions: usize,
    /// Different games that they come from. One game counts only once.
    pub games: usize,
    /// The mean predicted share of the point.
    pub predicted: f64,
    /// The mean actual share.
    pub came: f64,
}

impl Bin {
    /// Wilson's 95 % interval of the actual share, with games counted instead of positions.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.came, self.games as f64)
    }
}

/// Wilson's 95 % interval of a share seen in `n` trials.
fn wilson(share: f64, n: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let centre = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
    let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    (centre - half, centre + half)
}

/// How reliable a way to predict results is.
#[derive(Clone, PartialEq, Debug)]
pub struct Reliability {
    /// The bins that are not empty.
    pub bins: Vec<Bin>,
    /// Positions.
    pub positions: usize,
    /// The expected calibration error: the mean distance between predicted and actual share, over the bins weighted by
    /// positions.
    pub error: f64,
    /// About what that error would be if every prediction were true: the part that comes from chance.
    pub chance: f64,
    /// The mean cross-entropy between results and predictions, in nats.
    pub loss: f64,
}

impl Reliability {
    /// The reliability of `predict` on `samples`, of which at least one is needed.
    pub fn of(samples: &[ScoreSample], predict: impl Fn(&ScoreSample) -> f64) -> Self {
        let mut parts: [Vec<(&ScoreSample, f64)>; BINS] = Default::default();
        let mut loss = 0.0;
        for sample in samples {
            let predicted = predict(sample);
            let safe = predicted.clamp(1e-6, 1.0 - 1e-6);
            loss -= sample.payoff * safe.ln() + (1.0 - sample.payoff) * (1.0 - safe).ln();
            parts[((predicted * BINS as f64) as usize).min(BINS - 1)].push((sample, predicted));
        }
        let all = samples.len() as f64;
        let bin = |part: &Vec<(&ScoreSample, f64)>| {
            let mean = |of: fn(&(&ScoreSample, f64)) -> f64| part.iter().map(of).sum::<f64>() / part.len() as f64;
            let games = part.iter().map(|(sample, _)| sample.game).collect::<FxHashSet<_>>().len();
            let (predicted, came) = (mean(|pair| pair.1), mean(|pair| pair.0.payoff));
            Bin { positions: part.len(), games, predicted, came }
        };
        let bins: Vec<Bin> = parts.iter().filter(|part| !part.is_empty()).map(bin).collect();
        let by_positions = |of: &dyn Fn(&Bin) -> f64| -> f64 {
            bins.iter().map(|bin| of(bin) * bin.positions as f64).sum::<f64>() / all
        };
        let error = by_positions(&|bin| (bin.came - bin.predicted).abs());
        // The mean distance of a normal variable from its mean is the root of 2/pi of its deviation.
        let chance = by_positions(&|bin| {
            (bin.predicted * (1.0 - bin.predicted) / bin.games as f64 * std::f64::consts::FRAC_2_PI).sqrt()
        });
        Self { positions: samples.len(), error, chance, loss: loss / all, bins }
    }
}

const SIDE: f64 = 340.0;
/// Space at the left and the top, and below for the bars with the numbers of positions.
const LEFT: f64 = 60.0;
const TOP: f64 = 80.0;
const BELOW: f64 = 110.0;
/// The height of the highest bar.
const BAR: f64 = 50.0;

/// Draws actual against predicted shares for some kinds of search, with 95 % intervals.
pub fn draw(game: &str, games: usize, curves: &[(Kind, &Reliability)]) -> String {
    let at = |x: f64, y: f64| -> Point { (LEFT + SIDE * x, TOP + SIDE * (1.0 - y)) };
    let (width, height) = (LEFT + SIDE + 30.0, TOP + SIDE + BELOW);
    let title = format!("{game}: predicted and actual share of the point");
    let mut picture = sheet(width, height).add(label((width / 2.0, 18.0), 15.0, palette::LABEL, title));
    for i in 0..=5 {
        let x = f64::from(i) / 5.0;
        let percent = format!("{} %", 20 * i);
        picture = picture
            .add(line(at(x, 0.0), at(x, 1.0), 0.4, palette::LINE))
            .add(line(at(0.0, x), at(1.0, x), 0.4, palette::LINE))
            .add(label((at(x, 0.0).0, at(x, 0.0).1 + 14.0), 11.0, palette::LABEL, percent.clone()))
            .add(label((LEFT - 26.0, at(0.0, x).1), 11.0, palette::LABEL, percent));
    }
    picture = picture.add(line(at(0.0, 0.0), at(1.0, 1.0), 1.2, palette::LINE));
    let colours = [palette::ARROW, palette::LAST, palette::LINE];
    for (i, ((kind, reliability), colour)) in curves.iter().zip(colours).enumerate() {
        let name = kind.name();
        let text = format!(
            "{name}: {} positions of {games} games, error {:.1} %, by chance {:.1} %",
            reliability.positions,
            100.0 * reliability.error,
            100.0 * reliability.chance
        );
        picture = picture.add(label((width / 2.0, 35.0 + 14.0 * i as f64), 11.0, colour, text));
        let most = reliability.bins.iter().map(|bin| bin.positions).max().unwrap_or(1) as f64;
        let mut group = Group::new();
        for bin in &reliability.bins {
            let (low, high) = bin.interval();
            // The kinds side by side, so that neither hides the other.
            let aside = 4.0 * (i as f64 - (curves.len() - 1) as f64 / 2.0);
            let place = |y: f64| (at(bin.predicted, y).0 + aside, at(bin.predicted, y).1);
            let bar = BAR * bin.positions as f64 / most;
            let column = (bin.predicted * BINS as f64).floor().min(BINS as f64 - 1.0) / BINS as f64;
            group = group
                .add(line(place(low), place(high), 1.6, colour))
                .add(circle(place(bin.came), 4.0, colour, palette::PAPER, 1.0))
                .add(
                    Rectangle::new()
                        .set("x", format!("{:.1}", at(column, 0.0).0 + 3.0 + 28.0 / curves.len() as f64 * i as f64))
                        .set("y", format!("{:.1}", height - 14.0 - bar))
                        .set("width", format!("{:.1}", 28.0 / curves.len() as f64 - 1.0))
                        .set("height", format!("{bar:.1}"))
                        .set("fill", colour)
                        .set("opacity", 0.6),
                );
        }
        picture = picture.add(group);
    }
    let below = (width / 2.0, TOP + SIDE + 30.0);
    picture.add(label(below, 11.0, palette::LABEL, "predicted; below, how the positions are spread")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(predicted: f64, won: usize, of: usize) -> Vec<ScoreSample> {
        let payoff = |i| if i < won { 1.0 } else { 0.0 };
        (0..of).map(|i| ScoreSample { game: i as u64 / 2, score: predicted, payoff: payoff(i) }).collect()
    }

    #[test]
    fn the_error_is_the_distance_from_what_was_predicted() {
        let all = [samples(0.25, 50, 100), samples(0.75, 225, 300)].concat();
        let found = Reliability::of(&all, |sample| sample.score);
        assert_eq!(
            found.bins.iter().map(|bin| (bin.positions, bin.games)).collect::<Vec<_>>(),
            [(100, 50), (300, 150)]
        );
        assert!((found.error - 0.25 * 0.25).abs() < 1e-12, "{found:?}");
        let entropy = |share: f64| -(share * share.ln() + (1.0 - share) * (1.0 - share).ln());
        let loss = 0.25 * -(0.5 * 0.25f64.ln() + 0.5 * 0.75f64.ln()) + 0.75 * entropy(0.75);
        assert!((found.loss - loss).abs() < 1e-12, "{found:?}");
        assert!(found.chance > 0.01 && found.chance < 0.05, "{found:?}");
    }

    #[test]
    fn intervals_are_wilsons() {
        // 5 of 10: the textbook's interval.
        let (low, high) = wilson(0.5, 10.0);
        assert!((low - 0.2366).abs() < 1e-3 && (high - 0.7634).abs() < 1e-3, "{low} {high}");
        let (low, high) = wilson(0.0, 4.0);
        assert!(low.abs() < 1e-12 && high > 0.4 && high < 0.6, "{low} {high}");
    }
}
