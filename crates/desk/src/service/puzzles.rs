//! Puzzles for the page: positions with one winning turn, and whether the turns played from there still win.

use super::error::DeskError;
use super::{known, says};
use crate::game::describe::Colour;
use crate::puzzles::{self, ONE_DECISION, Puzzle, PuzzleAnswer, PuzzleTheme};
use crate::text::shorten;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A puzzle without its solution.
#[derive(Serialize, JsonSchema)]
struct PuzzleEntry {
    number: usize,
    position: &'static str,
    colour: Colour,
    /// The side to decide wins within this many decisions of both sides.
    plies: u32,
    /// The same in turns of that side, in games whose turns are one decision each.
    turns: Option<u32>,
    /// Greater for harder ones, on a scale of the game.
    rating: u32,
    /// What happens in it.
    themes: &'static [PuzzleTheme],
}

/// The puzzles of a game.
#[derive(Serialize, JsonSchema)]
pub struct PuzzleList {
    puzzles: Vec<PuzzleEntry>,
}

impl PuzzleList {
    /// All of a game.
    ///
    /// # Errors
    /// [`DeskError::Missing`] if there is no such game, [`DeskError`] if one is not a position.
    pub fn new(game: &str) -> Result<Self, DeskError> {
        let game = known::game(game)?.name;
        let is_one_decision = ONE_DECISION.contains(&game);
        let entry = |(index, puzzle): (usize, &'static Puzzle)| {
            let session = puzzle.session(game, &[])?;
            let colour = session.state().seats[session.seat()].colour;
            let turns = is_one_decision.then(|| puzzle.plies.div_ceil(2));
            let (number, position, nature) = (index + 1, &puzzle.position, &puzzle.nature);
            let (plies, rating, themes) = (puzzle.plies, nature.rating, &nature.themes);
            Ok(PuzzleEntry { number, position, colour, plies, turns, rating, themes })
        };
        Ok(Self { puzzles: puzzles::of_game(game).iter().enumerate().map(entry).collect::<Result<_, DeskError>>()? })
    }
}

/// The turns of both sides so far, the last by the side that solves the puzzle.
#[derive(Deserialize, JsonSchema)]
pub struct PuzzleRequest {
    moves: Vec<String>,
}

/// The puzzle of a game that has this number, from 1.
fn numbered(game: &str, number: &str) -> Result<&'static Puzzle, DeskError> {
    let puzzles = puzzles::of_game(game);
    known::numbered(puzzles, number).ok_or_else(|| {
        let number = shorten(number);
        DeskError::Missing(match puzzles.len() {
            0 => says::no_puzzles(number),
            last => says::no_puzzle(number, last),
        })
    })
}

/// The result of the last turn in a puzzle.
///
/// # Errors
/// [`DeskError::Missing`] if there is no such game or none of that number, [`DeskError::Refused`] for an illegal turn.
pub fn answer(game: &str, number: &str, request: &PuzzleRequest) -> Result<PuzzleAnswer, DeskError> {
    let game = known::game(game)?.name;
    Ok(numbered(game, number)?.answer(game, &request.moves)?)
}

/// The turn that solves a puzzle.
///
/// # Errors
/// [`DeskError::Missing`] if there is no such game or none of that number.
pub fn solution(game: &str, number: &str) -> Result<String, DeskError> {
    let game = known::game(game)?.name;
    Ok(numbered(game, number)?.winning_turn(game, &[])?)
}
