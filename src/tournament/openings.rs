//! Openings: lines to start games with, read, checked and made.
//!
//! A file has one line of turns for each opening, separated by spaces; `#` starts a comment. So a line is just the text
//! after `position startpos moves`, which other programs can use, too.

use super::Error;
use crate::board::bits::Rng;
use crate::files;
use crate::options::EngineOptions;
use crate::search::score::of_win_rate;
use crate::search::{Kind, Limits};
use crate::session::{SearchRequest, Session, Standing};
use rand::SeedableRng;
use rustc_hash::FxHashSet;
use std::path::Path;

/// Reads a file of openings for the game at `session`.
///
/// # Errors
/// [`Error`] for a file that cannot be read, has no lines, or has one that is illegal or ends the game.
pub fn read(path: &Path, session: &mut dyn Session) -> Result<Vec<Vec<String>>, Error> {
    parse(path, &files::read_text(path)?, session)
}

/// Reads the text of the file of openings at `path`.
///
/// # Errors
/// [`Error`] for a text that has no lines, or has one that is illegal or ends the game.
pub fn parse(path: &Path, text: &str, session: &mut dyn Session) -> Result<Vec<Vec<String>>, Error> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default();
        let turns: Vec<String> = line.split_whitespace().map(str::to_string).collect();
        if turns.is_empty() {
            continue;
        }
        let wrong = |what: String| Error::Line { path: path.to_path_buf(), line: index + 1, what };
        session.set_position(None, &turns).map_err(|error| wrong(error.to_string()))?;
        if session.standing() != Standing::Open {
            return Err(wrong("the game is over after this line".to_string()));
        }
        openings.push(turns);
    }
    if openings.is_empty() {
        return Err(Error::request(format!("`{}` has no openings", path.display())));
    }
    Ok(openings)
}

/// A request for openings.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// The turns of each.
    pub plies: usize,
    /// How many to make.
    pub count: usize,
    /// How many hundredths better either side may be, according to the search.
    pub max_score: i32,
    /// How many nodes that search has (iterations of MCTS in three-player games).
    pub nodes: u64,
    /// The random seed.
    pub seed: u64,
}

/// After this many random lines in a row that bring nothing new, none is expected.
const PATIENCE: u32 = 20_000;

/// Called with each opening and its score for the side to move.
pub type OnOpening<'a> = dyn FnMut(&[String], i32) -> Result<(), Error> + 'a;

/// Makes openings: random lines that differ even when the board is turned or mirrored, leave no swap open, do not
/// decide the game and are balanced according to a search. Fewer than wanted if there are not enough.
///
/// # Errors
/// [`Error::Request`] if a search is not possible.
pub fn make(session: &mut dyn Session, wish: &Wish, on_opening: &mut OnOpening) -> Result<usize, Error> {
    let mut rng = Rng::seed_from_u64(wish.seed);
    let mut seen = FxHashSet::default();
    let (mut found, mut in_vain) = (0, 0);
    while found < wish.count && in_vain < PATIENCE {
        in_vain += 1;
        let line = random_turns(session, wish.plies, &mut rng);
        if session.standing() != Standing::Open || swaps(session, &line) || !seen.insert(session.canonical_text()) {
            continue;
        }
        in_vain = 0;
        if let Some(score) = balance(session, wish)?.filter(|score| score.abs() <= wish.max_score) {
            found += 1;
            on_opening(&line, score)?;
        }
    }
    Ok(found)
}

/// Plays random turns from the start, until the game is over.
fn random_turns(session: &mut dyn Session, plies: usize, rng: &mut Rng) -> Vec<String> {
    session.new_game();
    for _ in 0..plies {
        let turn = session.random_turn(rng);
        if turn.is_empty() || session.play(&turn).is_err() {
            break;
        }
    }
    session.turns()
}

/// Whether the line has a swap or leaves one open. Openings are played with seats exchanged anyway.
fn swaps(session: &dyn Session, line: &[String]) -> bool {
    line.iter().any(|turn| turn == "swap") || session.legal().iter().any(|turn| turn == "swap")
}

/// The advantage of the side to move; `None` if the result is known.
fn balance(session: &mut dyn Session, wish: &Wish) -> Result<Option<i32>, Error> {
    let options = EngineOptions { hash: 16, seed: wish.seed, ..EngineOptions::default() };
    let mut settings = options.settings(session);
    // For two sides the deepest search decides, more by what each may expect.
    let many = session.sides().iter().any(|&side| side > 1);
    settings.kind = if many { Kind::Mcts } else { Kind::AlphaBeta };
    session.forget(&settings);
    let request = SearchRequest {
        limits: Limits { nodes: Some(wish.nodes), ..Limits::default() },
        settings,
        ..SearchRequest::default()
    };
    let (_, job) = session.search(request).map_err(|error| Error::Request(error.to_string()))?;
    // In a game for three an even share is a third.
    let even = if many { of_win_rate(1.0 / session.seats() as f64) } else { 0 };
    Ok(job(&mut |_| {}).verdict.cp().map(|score| score - even))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(game: &str, wish: Wish) -> Vec<(String, i32)> {
        let mut session = crate::registry::open(game).unwrap();
        let mut lines = Vec::new();
        make(&mut *session, &wish, &mut |line, score| {
            lines.push((line.join(" "), score));
            Ok(())
        })
        .unwrap();
        lines
    }

    #[test]
    fn openings_are_balanced_distinct_and_the_same_again() {
        let wish = Wish { plies: 3, count: 12, max_score: 60, nodes: 500, seed: 3 };
        let made = lines("yavalath", wish);
        assert_eq!(made.len(), 12);
        assert_eq!(made, lines("yavalath", wish));
        assert!(made.iter().all(|(line, score)| score.abs() <= 60 && !line.contains("swap")));
    }

    #[test]
    fn there_are_as_many_as_there_are() {
        // Nine first stones differ; with the swap still open none of them may be used.
        let wish = Wish { plies: 1, count: 50, max_score: 10_000, nodes: 50, seed: 3 };
        assert_eq!(lines("pentalath", wish).len(), 9);
        assert_eq!(lines("yavalath", wish).len(), 0);
    }
}
