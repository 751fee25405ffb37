//! Weights, calibrations and ratings: what is read is written and read again, and a network's score is that of its sums.

use super::{GameChoice, resealed, sentence};
use crate::common::legal;
use quintet::calibration;
use quintet::eval::network::{FeatureCount, Learned, Network, Row, UNITS};
use quintet::eval::weights;
use quintet::game::EVAL_LIMIT;
use quintet::registry::{GameEntry, LearnedVisitor, visit_learned};
use quintet::search::skill;

/// Bytes after so many are no decisions.
const DECISIONS: usize = 40;

/// The text of a file of calibrations; or the number of features (from `0` on), and of a file of weights the text or,
/// two bytes each, the numbers.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    if let Ok(text) = std::str::from_utf8(rest) {
        curves(text);
        ratings(text);
    }
    let Some((features, rest)) = rest.split_first() else { return };
    let features = usize::from(features.wrapping_sub(b'0') % 5);
    for narrow in [0, features / 2] {
        let features = FeatureCount { all: features, narrow };
        network::<UNITS, 0>(rest, features);
        network::<{ 2 * UNITS }, 0>(rest, features);
        network::<{ 4 * UNITS }, 16>(rest, features);
    }
    visit_learned(choice.game.name, Features(rest));
}

fn network<const N: usize, const H: usize>(bytes: &[u8], features: FeatureCount) {
    let check = |text: &str| match Network::<N, H>::read(text, features) {
        Ok(network) => written(&network, features),
        Err(error) => sentence(&error),
    };
    if let Ok(text) = std::str::from_utf8(bytes) {
        check(&resealed(weights::TITLE, text));
    }
    let mut numbers = bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
    let size = Network::<N, H>::size(features);
    let all: Vec<i16> = std::iter::repeat_with(|| numbers.next().unwrap_or(-1)).take(size).collect();
    check(&weights::write(&[], &[("numbers".to_string(), all.len())], &all));
}

/// What is written of a network is read as the same; every sum of its rows has a score within the limits.
fn written<const N: usize, const H: usize>(network: &Network<N, H>, features: FeatureCount) {
    let groups: Vec<(String, usize)> = (0..features.all).map(|number| (format!("group {number}"), 1)).collect();
    let text = network.write(&["a remark".to_string()], &groups);
    assert_eq!(Network::<N, H>::read(&text, features).as_ref(), Ok(network), "{text}");
    let mut sum = Row::<N>::ZERO;
    for (times, row) in network.rows().iter().enumerate() {
        sum.add_times(row, times as i32 - 2);
        let score = network.score(&sum);
        assert!(score.abs() < EVAL_LIMIT, "{score}");
        let terms = network.terms(1, [("one", sum), ("other", Row::ZERO)]);
        assert_eq!(terms.iter().map(|term| term.1).sum::<i32>(), score, "{text}");
    }
}

/// What is written of calibrations is read again and written the same.
fn curves(text: &str) {
    let all = match calibration::read(&resealed(calibration::TITLE, text)) {
        Ok(all) => all,
        Err(error) => return sentence(&error),
    };
    let text = calibration::write(&["a remark".to_string()], &all);
    let again = calibration::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(calibration::write(&["a remark".to_string()], &again), text);
}

fn ratings(text: &str) {
    match skill::read_ratings(text) {
        Err(error) => sentence(&error),
        Ok(all) => {
            for (_, scale) in all {
                assert!(scale.levels().is_sorted(), "{scale:?}");
                for rating in [0, scale.least(), scale.least().saturating_add(1), scale.most(), u16::MAX] {
                    let strength = scale.strength(rating);
                    assert!((0.0..=skill::FULL_STRENGTH as f64).contains(&strength), "{scale:?} {rating}");
                }
            }
        }
    }
}

struct Features<'a>(&'a [u8]);

impl LearnedVisitor for Features<'_> {
    type Output = ();

    /// Along the decisions that the bytes stand for, the evaluation is the score of the rows of all features.
    fn visit<G: Learned>(self, _: &'static GameEntry, setup: &G::Setup) {
        let mut position = G::start(setup);
        for &byte in self.0.iter().take(DECISIONS) {
            let moves = legal(&position);
            if moves.is_empty() {
                return;
            }
            if position.is_evaluable() {
                evaluated(&position);
            }
            position.play(moves[usize::from(byte) % moves.len()]);
        }
    }
}

fn evaluated<G: Learned>(position: &G) {
    for player in position.viewers() {
        let mut features = Vec::new();
        position.features(player, &mut |feature, times| features.push((feature, times)));
        assert_eq!(position.network().score_of(&features), position.evaluate(player), "{position:?}");
    }
}
