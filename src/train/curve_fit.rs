//! Fits the curve ([`crate::calibration`]) from scores to results, by logistic regression.

use super::reliability::ScoreSample;
use super::scale::sigmoid;
use crate::calibration::{Curve, LOGITS};

/// The maximum likelihood curve. Each result counts as two: whether the side to move won, and whether it did not lose.
/// That makes it a logistic regression with a common slope (by Newton's method). `even` asks for a curve on which a
/// score of 0 is even.
pub fn fit_curve<'a>(samples: impl Iterator<Item = &'a ScoreSample> + Clone, even: bool) -> Curve {
    /// A weak prior that scores are right as they are, worth a few results: without it, results that all agree with the
    /// scores would make the scale infinite.
    const BELIEF: f64 = 2.0;
    /// The smallest scale: even worse scores still show which move is better.
    const LEAST: f64 = 0.05;
    let won = |sample: &ScoreSample| f64::from(u8::from(sample.payoff == 1.0));
    let not_lost = |sample: &ScoreSample| f64::from(u8::from(sample.payoff > 0.0));
    // Unknown are the scale and one or two thresholds: their factors, and what is to be predicted.
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
            let predicted = sigmoid(factors.iter().zip(unknown).map(|(factor, value)| factor * value).sum());
            for i in 0..3 {
                slope[i] += (came - predicted) * factors[i];
                for j in 0..3 {
                    bend[i][j] += predicted * (1.0 - predicted) * factors[i] * factors[j];
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
    // There cannot be more wins than results that are not losses, except for the error of a fit without any draws.
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
    use crate::board::bits::{Rng, random_below};
    use rand::{RngExt, SeedableRng};

    /// Games with scores all over the range and results that follow a curve.
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
