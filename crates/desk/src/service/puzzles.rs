//! Puzzles for the page: positions with one winning turn, and whether the turns played from there still win.

use super::error::DeskError;
use super::{known, says};
use crate::game::describe::Colour;
use crate::puzzles::{self, Puzzle, PuzzleAnswer};
use crate::text::shorten;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The games whose turns are one decision each. In other games a length in decisions does not give one in turns.
const ONE_DECISION: [&str; 4] = ["yavalath", "pentalath", "zen", "zen-free"];

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
            Ok(PuzzleEntry { number: index + 1, position: &puzzle.position, colour, plies: puzzle.plies, turns })
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
