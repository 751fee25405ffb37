//! Puzzles for the page: positions with one winning turn, and whether what was played on from there still wins.

use super::error::ServerError;
use crate::game::describe::Colour;
use crate::puzzles::{self, Puzzle, PuzzleAnswer};
use serde::{Deserialize, Serialize};

/// The game whose puzzles the page has. In games with several decisions in a turn a length in decisions is none in turns.
const GAME: &str = "yavalath";

/// How many puzzles a game has.
pub fn count(game: &str) -> usize {
    if game == GAME { puzzles::of_game(GAME).len() } else { 0 }
}

/// A puzzle without its solution.
#[derive(Serialize)]
struct PuzzleEntry {
    number: usize,
    game: &'static str,
    position: &'static str,
    colour: Colour,
    /// Whoever decides wins in so many turns of theirs.
    turns: u32,
}

/// All puzzles.
#[derive(Serialize)]
pub struct PuzzleList {
    puzzles: Vec<PuzzleEntry>,
}

impl PuzzleList {
    /// All of them.
    ///
    /// # Errors
    /// [`ServerError`] if one is no position.
    pub fn new() -> Result<Self, ServerError> {
        let entry = |(index, puzzle): (usize, &'static Puzzle)| {
            let session = puzzle.session(GAME, &[])?;
            let colour = session.state().seats[session.seat()].colour;
            let turns = puzzle.plies.div_ceil(2);
            Ok(PuzzleEntry { number: index + 1, game: GAME, position: &puzzle.position, colour, turns })
        };
        Ok(Self { puzzles: puzzles::of_game(GAME).iter().enumerate().map(entry).collect::<Result<_, ServerError>>()? })
    }
}

/// The turns of both sides so far, the last by whoever solves the puzzle.
#[derive(Deserialize)]
pub struct PuzzleRequest {
    moves: Vec<String>,
}

fn numbered(number: usize) -> Result<&'static Puzzle, ServerError> {
    let puzzle = number.checked_sub(1).and_then(|index| puzzles::of_game(GAME).get(index));
    puzzle.ok_or_else(|| ServerError::Missing(format!("there is no puzzle {number}")))
}

/// What comes of the last turn in a puzzle, numbered from 1.
///
/// # Errors
/// [`ServerError::Missing`] if there is none of that number, [`ServerError::Refused`] for an illegal turn.
pub fn answer(number: usize, request: &PuzzleRequest) -> Result<PuzzleAnswer, ServerError> {
    Ok(numbered(number)?.answer(GAME, &request.moves)?)
}

/// The turn that solves a puzzle.
///
/// # Errors
/// [`ServerError::Missing`] if there is none of that number.
pub fn solution(number: usize) -> Result<String, ServerError> {
    numbered(number).map(|puzzle| puzzle.first.clone())
}
