//! A test that ends a match as soon as it is decided: the sequential probability ratio test.
//!
//! The generalised form of fishtest (Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo"): it
//! compares the greatest likelihoods of result distributions whose mean (or mean in standard deviations) is that of the
//! hypothesis.

use super::stats::expected_score;
use super::{Error, number, pairs};
use crate::part::deserialize_as_text;
use std::fmt;
use std::str::FromStr;

/// The kind of Elo in the hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EloModel {
    /// Elo of the score.
    Logistic,
    /// Normalised: see [`normalized_elo`](super::stats::ResultSample::normalized_elo).
    Normalized,
}

/// The test, as text `elo0=0,elo1=5,alpha=0.05,beta=0.05`, with `model=normalized` for normalised Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The hypothesis that the first engine is better by this.
    pub elo0: f64,
    /// The hypothesis that it is better by this larger amount.
    pub elo1: f64,
    /// How often a match may favour `elo1` if `elo0` is true.
    pub alpha: f64,
    /// How often a match may favour `elo0` if `elo1` is true.
    pub beta: f64,
    /// The kind of Elo.
    pub model: EloModel,
}

/// What the test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// `elo0` is accepted.
    H0,
    /// `elo1` is accepted.
    H1,
}

impl FromStr for Sprt {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut test = Self { elo0: f64::NAN, elo1: f64::NAN, alpha: 0.05, beta: 0.05, model: EloModel::Logistic };
        for (key, value) in pairs(text)? {
            match (key.as_str(), value.as_str()) {
                ("elo0", _) => test.elo0 = number(&key, &value)?,
                ("elo1", _) => test.elo1 = number(&key, &value)?,
                ("alpha", _) => test.alpha = number(&key, &value)?,
                ("beta", _) => test.beta = number(&key, &value)?,
                ("model", "logistic") => test.model = EloModel::Logistic,
                ("model", "normalized") => test.model = EloModel::Normalized,
                _ => {
                    let known = "`sprt` takes elo0, elo1, alpha, beta and model=logistic or model=normalized";
                    return Err(Error::request(format!("{known}, not `{key}={value}`")));
                }
            }
        }
        let errors = [test.alpha, test.beta].iter().all(|error| (1e-6..0.5).contains(error));
        let elos = [test.elo0, test.elo1].iter().all(|elo| elo.abs() <= 1000.0);
        if errors && elos && test.elo0 < test.elo1 {
            Ok(test)
        } else {
            let rule = "an `sprt` is like elo0=0,elo1=5,alpha=0.05,beta=0.05 with elo0 below elo1 and errors below 0.5";
            Err(Error::request(format!("{rule}, not `{text}`")))
        }
    }
}

deserialize_as_text!(Sprt);

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let model = if *model == EloModel::Normalized { ", normalised" } else { "" };
        write!(f, "elo0 {elo0}, elo1 {elo1}, alpha {alpha}, beta {beta}{model}")
    }
}

impl Sprt {
    /// The log-likelihood ratios at which the test is decided for `elo0` and for `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0` of counted results: 3 for games, 5 for pairs.
    pub fn llr(&self, counts: &[u64]) -> f64 {
        if counts.iter().sum::<u64>() == 0 {
            return 0.0;
        }
        // What has not been seen is not impossible.
        let seen: Vec<f64> = counts.iter().map(|&count| if count == 0 { 1e-3 } else { count as f64 }).collect();
        let (all, most) = (seen.iter().sum::<f64>(), (counts.len() - 1) as f64);
        let observed: Vec<Class> =
            seen.iter().enumerate().map(|(i, count)| Class { score: i as f64 / most, p: count / all }).collect();
        let fitted = |elo: f64| match self.model {
            EloModel::Logistic => with_mean(&observed, expected_score(elo)),
            EloModel::Normalized => {
                let games = most / 2.0;
                with_ratio(&observed, elo * std::f64::consts::LN_10 / 800.0 * games.sqrt())
            }
        };
        let (h0, h1) = (fitted(self.elo0), fitted(self.elo1));
        all * observed.iter().zip(h0.iter().zip(&h1)).map(|(o, (h0, h1))| o.p * (h1 / h0).ln()).sum::<f64>()
    }

    /// The decision by a log-likelihood ratio.
    pub fn decision(&self, llr: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        match llr {
            _ if llr >= upper => Some(Decision::H1),
            _ if llr <= lower => Some(Decision::H0),
            _ => None,
        }
    }
}

/// A possible result and its frequency, as a part of all.
struct Class {
    score: f64,
    p: f64,
}

/// The `x` at which the sum of `p·a / (1 + x·a)` is zero: Newton's method, kept between the two ends at which the sum,
/// which falls with `x`, is infinite.
fn secular(terms: &[(f64, f64)]) -> f64 {
    let most = terms.iter().map(|&(a, _)| a).fold(f64::MIN, f64::max);
    let least = terms.iter().map(|&(a, _)| a).fold(f64::MAX, f64::min);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..100 {
        let sum: f64 = terms.iter().map(|&(a, p)| p * a / (1.0 + x * a)).sum();
        let slope: f64 = terms.iter().map(|&(a, p)| -p * (a / (1.0 + x * a)).powi(2)).sum();
        if sum > 0.0 {
            low = x
        } else {
            high = x
        }
        let next = x - sum / slope;
        let next = if (low..high).contains(&next) { next } else { (low + high) / 2.0 };
        let step = (next - x).abs();
        x = next;
        if step < 1e-13 {
            break;
        }
    }
    x
}

/// The likeliest distribution with this mean.
fn with_mean(observed: &[Class], mean: f64) -> Vec<f64> {
    let terms: Vec<(f64, f64)> = observed.iter().map(|class| (class.score - mean, class.p)).collect();
    let x = secular(&terms);
    terms.iter().map(|(a, p)| p / (1.0 + x * a)).collect()
}

/// The likeliest distribution whose mean is this many of its standard deviations from one half.
fn with_ratio(observed: &[Class], ratio: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / observed.len() as f64; observed.len()];
    // A fixed point that few steps reach ("Normalized Elo", section 4.1).
    for _ in 0..10 {
        let mean: f64 = observed.iter().zip(&fitted).map(|(class, p)| p * class.score).sum();
        let variance: f64 = observed.iter().zip(&fitted).map(|(class, p)| p * (class.score - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let shifted = |class: &Class| {
            let distance = (mean - class.score) / deviation;
            (class.score - 0.5 - ratio * deviation * (1.0 + distance * distance) / 2.0, class.p)
        };
        let terms: Vec<(f64, f64)> = observed.iter().map(shifted).collect();
        let x = secular(&terms);
        let last = fitted;
        fitted = terms.iter().map(|(a, p)| p / (1.0 + x * a)).collect();
        if last.iter().zip(&fitted).all(|(last, now)| (last - now).abs() < 1e-10) {
            break;
        }
    }
    fitted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Rng, random_below};
    use rand::SeedableRng;

    /// Examples of fastchess, `app/tests/sprt_test.cpp`, to two decimals; its third class of pairs has two parts.
    #[test]
    fn ratios_as_published() {
        let check = |text: &str, counts: &[u64], published: f64| {
            let llr = text.parse::<Sprt>().unwrap().llr(counts);
            assert!((llr - published).abs() < 0.0051, "{text} {counts:?}: {llr}, not {published}");
        };
        check("elo0=0.5,elo1=2.5", &[21184, 40708, 21404], -1.57);
        check("elo0=0,elo1=2", &[57030, 106_593, 57433], -2.59);
        check("elo0=0.5,elo1=2.5", &[223, 9863, 20279 + 1000, 10037, 246], -3.07);
        check("elo0=0,elo1=2", &[871, 26175, 55003 + 980, 26678, 821], -4.98);
        check("elo0=0,elo1=2,model=normalized", &[36027, 68692, 36433], 0.92);
        check("elo0=-1.75,elo1=0.25,model=normalized", &[10650, 20431, 10871], 2.30);
        check("elo0=0,elo1=2,model=normalized", &[365, 16618, 36029 + 200, 16974, 390], 2.25);
        check("elo0=-1.75,elo1=0.25,model=normalized", &[127, 4883, 10311 + 401, 5150, 104], 3.01);
    }

    #[test]
    fn tests_are_read_strictly() {
        assert!("elo0=0,elo1=5".parse::<Sprt>().is_ok());
        let wrong =
            ["", "elo0=0", "elo0=5,elo1=0", "elo0=0,elo1=5,alpha=0.6", "elo0=0,elo1=5,alpha=0", "elo0=0,elo1=x"];
        let said = wrong.map(|text| format!("{text}: {}", text.parse::<Sprt>().unwrap_err()));
        expect_test::expect![[r#"
            : a list like KEY=VALUE,KEY=VALUE is expected, not ``
            elo0=0: an `sprt` is like elo0=0,elo1=5,alpha=0.05,beta=0.05 with elo0 below elo1 and errors below 0.5, not `elo0=0`
            elo0=5,elo1=0: an `sprt` is like elo0=0,elo1=5,alpha=0.05,beta=0.05 with elo0 below elo1 and errors below 0.5, not `elo0=5,elo1=0`
            elo0=0,elo1=5,alpha=0.6: an `sprt` is like elo0=0,elo1=5,alpha=0.05,beta=0.05 with elo0 below elo1 and errors below 0.5, not `elo0=0,elo1=5,alpha=0.6`
            elo0=0,elo1=5,alpha=0: an `sprt` is like elo0=0,elo1=5,alpha=0.05,beta=0.05 with elo0 below elo1 and errors below 0.5, not `elo0=0,elo1=5,alpha=0`
            elo0=0,elo1=x: `elo1` needs a number in range, not `x`"#]].assert_eq(&said.join("\n"));
    }

    /// Plays matches of pairs by a coin until they are decided; how many favour the stronger hypothesis.
    fn favoured(test: Sprt, elo: f64, matches: u32, seed: u64) -> f64 {
        let mut rng = Rng::seed_from_u64(seed);
        let win = (expected_score(elo) * f64::from(1 << 30)) as u32;
        let mut favoured = 0;
        for _ in 0..matches {
            let mut counts = [0; 5];
            let decision = loop {
                let mut points = 0;
                for _ in 0..2 {
                    // Half of the games are drawn.
                    let drawn = random_below(&mut rng, 2) == 0;
                    let won = random_below(&mut rng, 1 << 30) < 2 * win - (1 << 29);
                    points += if drawn { 1 } else { 2 * usize::from(won) };
                }
                counts[points] += 1;
                if let Some(decision) = test.decision(test.llr(&counts)) {
                    break decision;
                }
            };
            favoured += u32::from(decision == Decision::H1);
        }
        f64::from(favoured) / f64::from(matches)
    }

    /// A true hypothesis is rejected as rarely as requested.
    #[test]
    fn errors_are_as_rare_as_asked_for() {
        for model in ["logistic", "normalized"] {
            let text = format!("elo0=0,elo1=60,alpha=0.1,beta=0.05,model={model}");
            let test: Sprt = text.parse().unwrap();
            // With half of the games drawn, a game's standard deviation is 0.3536 (at even strength), so 60
            // normalised Elo are a score of 0.5 + 60 / 347.4 * 0.3536.
            let truth = if model == "normalized" { super::super::stats::elo(0.561) } else { 60.0 };
            let (wrong0, wrong1) = (favoured(test, 0.0, 1_500, 1), 1.0 - favoured(test, truth, 1_500, 2));
            // Above by chance by no more than four standard deviations; a test that stops in whole steps is a
            // little better than asked for.
            assert!((0.04..0.13).contains(&wrong0), "{model}: {wrong0}");
            assert!((0.015..0.075).contains(&wrong1), "{model}: {wrong1}");
        }
    }
}
