//! Puzzles: positions in which a single first decision wins.
//!
//! `crates/core/data/GAME-puzzles.txt` holds one a line: `PLIES MOVE DEPTH RATING THEMES POSITION`. The side to decide wins within PLIES
//! decisions of both sides, if it begins with MOVE. DEPTH says what is known of all other decisions: searches so many
//! turns deep that leave nothing out found no win by any of them; 0 means that of each the solver has shown that it does
//! not win. RATING and THEMES (separated by commas, `-` for none) say how hard it is and what happens in it
//! ([`PuzzleNature`]). What is asked of a position before it becomes a puzzle stands in `src/puzzle_maker.rs`.

mod attempt;
mod nature;
mod says;
mod selection;

pub use attempt::{PuzzleAnswer, PuzzleVerdict};
pub use nature::{PuzzleNature, PuzzleTheme};
pub use says::TABLE as SENTENCES;
pub use selection::PuzzleSelection;

use crate::registry;
use std::fmt;
use std::str::FromStr;
use std::sync::{LazyLock, OnceLock};

/// The games whose turns are one decision each. In other games a length in decisions does not give one in turns.
pub const ONE_DECISION: [&str; 4] = ["yavalath", "pentalath", "zen", "zen-free"];

/// A puzzle, as a line of a file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The side to decide wins within this many decisions of both sides.
    pub plies: u32,
    /// The only decision that wins so.
    pub first: String,
    /// How many turns deep all other decisions were searched; 0: all others are proved not to win.
    pub depth: u32,
    /// How hard it is and what it is about.
    pub nature: PuzzleNature,
    /// The position.
    pub position: String,
}

/// A line that holds no puzzle.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line} is not of the form `PLIES MOVE DEPTH RATING THEMES POSITION`")]
pub struct PuzzleError {
    /// Its number, from 1.
    line: usize,
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { plies, first, depth, nature, position } = self;
        write!(f, "{plies} {first} {depth} {nature} {position}")
    }
}

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (plies, rest) = line.split_once(' ')?;
            let (first, rest) = rest.split_once(' ')?;
            let (depth, rest) = rest.split_once(' ')?;
            let nature_ends = rest.match_indices(' ').nth(1)?.0;
            let (nature, position) = (rest[..nature_ends].parse().ok()?, rest[nature_ends + 1..].to_string());
            Some(Self {
                plies: plies.parse().ok()?,
                first: first.to_string(),
                depth: depth.parse().ok()?,
                nature,
                position,
            })
        };
        read().ok_or(PuzzleError { line: 1 })
    }
}

/// The puzzles of a file. Lines that begin with `#` are remarks.
///
/// # Errors
/// [`PuzzleError`] for the first line that is something else.
pub fn read(text: &str) -> Result<Vec<Puzzle>, PuzzleError> {
    let lines = (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('#'));
    lines.map(|(line, text)| text.parse().map_err(|_| PuzzleError { line })).collect()
}

/// In the order of the games.
static PUZZLES: LazyLock<Vec<OnceLock<Vec<Puzzle>>>> =
    LazyLock::new(|| registry::GAMES.iter().map(|_| OnceLock::new()).collect());

/// The puzzles of a game; none if it has none.
///
/// # Panics
/// If its file has not been provided, which is a mistake in the program.
pub fn of_game(game: &str) -> &'static [Puzzle] {
    let known = registry::GAMES.iter().zip(&*PUZZLES).find(|(entry, _)| entry.name.eq_ignore_ascii_case(game));
    let file = known.and_then(|(entry, puzzles)| Some((entry.puzzles?.data, puzzles)));
    // A test sees to it that each of these files can be read.
    file.map_or(&[], |(data, puzzles)| puzzles.get_or_init(|| read(data.needed()).unwrap_or_default()))
}

/// The names of the games that have puzzles.
pub fn games() -> impl Iterator<Item = &'static str> {
    registry::GAMES.iter().filter(|entry| entry.puzzles.is_some()).map(|entry| entry.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_file_is_read_and_what_is_no_puzzle_is_refused() {
        for entry in registry::GAMES {
            let puzzles = entry.puzzles.map_or(Ok(Vec::new()), |file| read(file.data.text().unwrap()));
            assert_eq!(puzzles.as_deref(), Ok(of_game(entry.name)), "{}", entry.name);
            assert_eq!(of_game(entry.name).len(), entry.puzzles.map_or(0, |file| file.count), "{}", entry.name);
        }
        let puzzle: Puzzle = "5 e4 3 900 capture,rings a b c".parse().unwrap();
        assert_eq!((puzzle.depth, &puzzle.position[..]), (3, "a b c"));
        let themes = vec![PuzzleTheme::Capture, PuzzleTheme::Rings];
        assert_eq!(puzzle.nature, PuzzleNature { rating: 900, themes });
        assert_eq!(puzzle.to_string(), "5 e4 3 900 capture,rings a b c");
        for line in ["", "5 e4 3", "5 e4 3 a", "5 e4 3 900 -", "e4 5 3 900 - a", "5 e4 x 900 - a", "5 e4 3 900 fun a"] {
            assert_eq!(read(&format!("# remark\n5 e4 3 900 - a\n{line}\n")), Err(PuzzleError { line: 3 }), "{line}");
        }
    }
}
