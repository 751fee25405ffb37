//! A range of games by number.

use std::fmt;
use std::str::FromStr;

/// Games from `from` up to but not including `to`, as text `A..B`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameRange {
    /// The first; the very first of all is 0.
    pub from: u64,
    /// The one after the last, more than `from`.
    pub to: u64,
}

impl GameRange {
    /// How many games there are.
    pub fn number(self) -> u64 {
        self.to - self.from
    }
}

impl fmt::Display for GameRange {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

impl FromStr for GameRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        match numbers {
            Some((from, to)) if from < to => Ok(Self { from, to }),
            _ => Err(format!("games are A..B, such as 0..500 for the first 500, with A less than B, not `{text}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_strictly() {
        let range: GameRange = "250..500".parse().unwrap();
        assert_eq!((range, range.number()), (GameRange { from: 250, to: 500 }, 250));
        assert_eq!(range.to_string(), "250..500");
        for text in ["", "5", "5..", "..5", "5..5", "6..5", "-1..5", "1..=5", "a..b", "1...5"] {
            assert!(text.parse::<GameRange>().unwrap_err().starts_with("games are A..B"), "{text}");
        }
    }
}
