//! The scale at which scores predict results best.

use std::collections::BTreeMap;

/// The logistic function.
pub fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross-entropy of a target and a prediction, in nats.
pub fn loss(target: f64, predicted: f64) -> f64 {
    let predicted = predicted.clamp(1e-7, 1.0 - 1e-7);
    -(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln())
}

/// Scores with their targets: for each score the sum and the number of the targets, which is all that the losses depend
/// on.
#[derive(Clone, Default, Debug)]
pub struct ScoreTargets(BTreeMap<i16, (f64, f64)>);

impl ScoreTargets {
    /// Adds a target (0 to 1) for a score.
    pub fn add(&mut self, score: i16, target: f64) {
        let (sum, number) = self.0.entry(score).or_default();
        *sum += target;
        *number += 1.0;
    }

    /// The factor at which the scores predict their targets best, and the mean loss then, by golden-section search.
    pub fn best_scale(&self) -> (f64, f64) {
        let all = self.0.values().map(|of| of.1).sum::<f64>().max(1.0);
        let mean = |scale: f64| {
            let losses = self
                .0
                .iter()
                .map(|(&score, &(sum, number))| number * loss(sum / number, sigmoid(scale * f64::from(score))));
            losses.sum::<f64>() / all
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_scale_is_the_one_behind_the_results() {
        let mut pairs = ScoreTargets::default();
        (-300..300).for_each(|score| pairs.add(score, sigmoid(0.006 * f64::from(score))));
        let (scale, least) = pairs.best_scale();
        assert!((scale - 0.006).abs() < 1e-5);
        // Twice as many of the same change nothing.
        (-300..300).for_each(|score| pairs.add(score, sigmoid(0.006 * f64::from(score))));
        let again = pairs.best_scale();
        assert!((again.0 - scale).abs() < 1e-5 && (again.1 - least).abs() < 1e-9, "{again:?}");
    }
}
