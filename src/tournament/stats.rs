//! How much a score proves: Elo with its interval, likelihood of superiority, normalised Elo.
//!
//! Everything is computed from counts of results in equal steps from nothing to everything: three (lost, drawn, won)
//! for single games, five for pairs of games with the same opening and seats exchanged (the pentanomial). Pairs give
//! narrower intervals, as a lopsided opening costs a player in one game what it gives in the other.
//!
//! The formulas are those of fishtest and fastchess; the tests use their worked examples.

/// The number of standard deviations below which 97.5 % of a normal distribution lie.
pub const TWO_SIDED_95: f64 = 1.959_963_984_540_054;
/// Normalised Elo is the score's distance from one half in standard deviations of a game, times this.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate; infinite if no result contradicts that.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Whether the results differ, so that there is an interval; until then an estimate is worthless.
    pub fn is_known(&self) -> bool {
        self.low < self.high
    }

    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The Elo difference at which a player is expected to score this much.
pub fn elo(score: f64) -> f64 {
    -400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// The score to be expected at an Elo difference.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The probability that a normally distributed number is below `x` standard deviations.
pub fn normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// Results, counted.
#[derive(Clone, Copy, Debug)]
pub struct ResultSample<'a> {
    /// How often each result occurred, from nothing to everything: 3 for games, 5 for pairs.
    pub counts: &'a [u64],
}

impl ResultSample<'_> {
    /// How many results there are.
    pub fn size(&self) -> f64 {
        self.counts.iter().sum::<u64>() as f64
    }

    /// How many games a result stands for.
    fn games(&self) -> f64 {
        (self.counts.len() - 1) as f64 / 2.0
    }

    fn mean_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        let most = (self.counts.len() - 1) as f64;
        let sum: f64 = self.counts.iter().enumerate().map(|(i, &count)| count as f64 * value(i as f64 / most)).sum();
        sum / self.size()
    }

    /// The average score, 0 to 1.
    pub fn score(&self) -> f64 {
        self.mean_of(|score| score)
    }

    /// The variance of a result.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean_of(|score| (score - mean).powi(2))
    }

    /// The standard error of the score.
    fn standard_error(&self) -> f64 {
        (self.variance() / self.size()).sqrt()
    }

    /// The Elo difference; `None` without results.
    pub fn elo(&self) -> Option<Estimate> {
        (self.size() > 0.0).then(|| {
            let (score, error) = (self.score(), TWO_SIDED_95 * self.standard_error());
            Estimate { value: elo(score), low: elo(score - error), high: elo(score + error) }
        })
    }

    /// The normalised Elo difference, which counts the score in standard deviations of a game and so does not depend
    /// on how many games are drawn; `None` if all results are the same.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let deviation = (self.variance() * self.games()).sqrt();
        (self.size() > 0.0 && deviation > 0.0).then(|| {
            let value = NORMALIZED * (self.score() - 0.5) / deviation;
            let error = TWO_SIDED_95 * NORMALIZED / (self.size() * self.games()).sqrt();
            Estimate { value, low: value - error, high: value + error }
        })
    }

    /// The likelihood that the player is the better one, from 0 to 1; `None` without results.
    pub fn superiority(&self) -> Option<f64> {
        let ahead = self.score() - 0.5;
        match self.standard_error() {
            _ if self.size() == 0.0 => None,
            0.0 if ahead == 0.0 => Some(0.5),
            // Divided by nothing, this is certainty.
            error => Some(normal(ahead / error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Rng, random_below};
    use rand::SeedableRng;

    #[track_caller]
    fn is_about(found: f64, published: f64) {
        // The examples are published to two decimals.
        assert!((found - published).abs() < 0.006, "{found} is not {published}");
    }

    /// Examples of fastchess, `app/tests/elo_test.cpp`.
    #[test]
    fn games_as_published() {
        let check = |lost: u64, drawn: u64, won: u64, normalized: (f64, f64), superiority: f64| {
            let counts = [lost, drawn, won];
            let sample = ResultSample { counts: &counts };
            let estimate = sample.normalized_elo().unwrap();
            is_about(estimate.value, normalized.0);
            is_about(estimate.error(), normalized.1);
            is_about(100.0 * sample.superiority().unwrap(), superiority);
        };
        check(89, 123, 76, (-20.76, 40.13), 15.53);
        check(96, 111, 136, (49.77, 36.77), 99.60);
        let sample = ResultSample { counts: &[96, 111, 136] };
        is_about(sample.elo().unwrap().value, 40.70);
        is_about(sample.elo().unwrap().error(), 30.43);
    }

    /// Examples of fastchess, `app/tests/elo_test.cpp`; it counts the third class in two parts.
    #[test]
    fn pairs_as_published() {
        let check = |counts: [u64; 5], elo: (f64, f64), normalized: (f64, f64)| {
            let sample = ResultSample { counts: &counts };
            is_about(sample.elo().unwrap().value, elo.0);
            is_about(sample.elo().unwrap().error(), elo.1);
            is_about(sample.normalized_elo().unwrap().value, normalized.0);
            is_about(sample.normalized_elo().unwrap().error(), normalized.1);
        };
        check([34, 54, 31 + 32, 64, 75], (55.58, 27.65), (57.94, 28.28));
        check([332, 433, 457 + 41, 333, 334], (-8.64, 10.33), (-9.17, 10.96));
        check([7895, 8757, 5485 + 200, 568, 9999], (-21.04, 2.95), (-19.01, 2.65));
        let sample = ResultSample { counts: &[332, 433, 498, 333, 334] };
        is_about(100.0 * sample.superiority().unwrap(), 5.05);
    }

    #[test]
    fn nothing_and_everything_are_borne() {
        let none = ResultSample { counts: &[0; 5] };
        assert!(none.elo().is_none() && none.normalized_elo().is_none() && none.superiority().is_none());
        let all = ResultSample { counts: &[0, 0, 0, 0, 9] };
        assert_eq!((all.elo().unwrap().value, all.superiority()), (f64::INFINITY, Some(1.0)));
        assert_eq!(ResultSample { counts: &[0, 9, 0] }.superiority(), Some(0.5));
        is_about(expected_score(elo(0.7)), 0.7);
        is_about(elo(0.75), 190.85);
    }

    /// The true difference lies in 95 % of the intervals.
    #[test]
    fn intervals_cover_the_truth() {
        let mut rng = Rng::seed_from_u64(5);
        // Pairs of a player who is 30 Elo better, in openings of which a third are lopsided.
        let truth = 30.0;
        let (trials, pairs) = (4_000, 400);
        let mut covered = 0;
        for _ in 0..trials {
            let mut counts = [0; 5];
            for _ in 0..pairs {
                let bias = if random_below(&mut rng, 3) == 0 { 0.25 } else { 0.0 };
                let mut points = 0;
                for sign in [1.0, -1.0] {
                    let chance = expected_score(truth) + sign * bias;
                    points += 2 * usize::from(f64::from(random_below(&mut rng, 1 << 24)) < chance * f64::from(1 << 24));
                }
                counts[points] += 1;
            }
            let interval = ResultSample { counts: &counts }.elo().unwrap();
            covered += usize::from((interval.low..=interval.high).contains(&truth));
        }
        let rate = covered as f64 / f64::from(trials);
        // Four standard deviations of the rate itself are 0.014.
        assert!((0.936..0.964).contains(&rate), "{rate}");
    }
}
