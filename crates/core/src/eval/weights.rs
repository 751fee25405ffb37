//! Weights: the file that `quintet train` writes and the binary embeds, and the evaluation from their sums.
//!
//! It is text, so that two versions can be compared line by line: the line `quintet weights 2` and a checksum, then
//! groups of a line with a name and lines of whole numbers. Lines starting with `#` say where the weights come from.

use crate::game::EVAL_LIMIT;
use crate::sealed::{SealError, seal, unseal};
use crate::text::shorten;
use std::fmt::Write;

/// How many units of a weight make a hundredth of a unit of the evaluation.
pub const FINENESS: i32 = 8;

/// The evaluation from a sum of weights.
#[inline(always)]
pub fn score(sum: i32) -> i32 {
    (sum / FINENESS).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
}

/// The evaluation in named parts, from their sums of weights. The parts add up to the [`score`] of all sums together,
/// so each is rounded to fit those before it.
pub fn parts(sums: impl IntoIterator<Item = (&'static str, i32)>) -> Vec<(&'static str, i32)> {
    let mut sum = 0;
    let mut part = |(name, more): (&'static str, i32)| {
        let before = score(sum);
        sum += more;
        (name, score(sum) - before)
    };
    sums.into_iter().map(&mut part).collect()
}

/// The first line.
pub const TITLE: &str = "quintet weights 2";
/// Numbers on a line.
const WIDTH: usize = 16;

/// A weights file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin as it must, or has changed since it was written.
    #[error("this is not a whole weights file: {0}")]
    Seal(#[from] SealError),
    /// Something is neither a name nor a number.
    #[error("`{0}` in a weights file is not a whole number of 16 bits")]
    Number(String),
    /// The wrong number of weights for the evaluation.
    #[error("a weights file has {found} weights where {expected} are expected")]
    Count {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// What a hidden unit is worth is more than sums can hold.
    #[error("a weights file makes a hidden unit worth {found}, but at most {most} are possible")]
    Output {
        /// What it is worth.
        found: i16,
        /// The most, of either sign.
        most: i32,
    },
    /// A unit of the second layer takes more of one of the first than sums can hold.
    #[error(
        "a weights file makes a unit of the second layer take {found} of one before, but at most {most} are possible"
    )]
    Taken {
        /// What it takes.
        found: i16,
        /// The most, of either sign.
        most: i32,
    },
}

/// Reads all weights.
///
/// # Errors
/// [`WeightsError`] that says what is wrong.
pub fn read(text: &str) -> Result<Vec<i16>, WeightsError> {
    let lines = unseal(TITLE, text)?.lines();
    let is_number = |line: &str| line.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let words = lines.filter(|line| is_number(line)).flat_map(str::split_whitespace);
    let number = |word: &str| word.parse().map_err(|_| WeightsError::Number(shorten(word)));
    words.map(number).collect()
}

/// Writes weights in groups, each with its name and size, after a few lines of `remarks`.
pub fn write(remarks: &[String], groups: &[(String, usize)], weights: &[i16]) -> String {
    let mut text = String::new();
    let mut rest = weights;
    for remark in remarks {
        let _ = writeln!(text, "# {remark}");
    }
    for (name, count) in groups {
        let (group, others) = rest.split_at(*count);
        rest = others;
        let _ = writeln!(text, "{name}");
        for line in group.chunks(WIDTH) {
            let words: Vec<String> = line.iter().map(i16::to_string).collect();
            let _ = writeln!(text, "{}", words.join(" "));
        }
    }
    seal(TITLE, &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_score() {
        for sums in [[7, 7, 7], [-7, -7, -7], [FINENESS * 9_990, FINENESS * 20, -5]] {
            let parts = parts([("a", sums[0]), ("b", sums[1]), ("c", sums[2])]);
            assert_eq!(parts.iter().map(|part| part.1).sum::<i32>(), score(sums.iter().sum()));
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let weights: Vec<i16> = (-20..20).collect();
        let groups = [("windows of 4".to_string(), 37), ("tempo".to_string(), 3)];
        let text = write(&["made by a test".to_string()], &groups, &weights);
        assert_eq!(read(&text), Ok(weights));
        let body = unseal(TITLE, &text).unwrap();
        let changed = seal(TITLE, &body.replace("-20", "-2o"));
        assert_eq!(read(&changed), Err(WeightsError::Number("-2o".to_string())));
        for damaged in [text.replace("-20", "-21"), "1 2 3".to_string(), body.to_string()] {
            assert!(matches!(read(&damaged), Err(WeightsError::Seal(_))), "{damaged}");
        }
    }
}
