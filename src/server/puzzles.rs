//! Puzzles: positions with one winning turn, and whether what was played on from there still wins.

use super::error::ServerError;
use super::position::PositionRequest;
use crate::game::describe::Colour;
use crate::search::{Limits, Settings, Verdict};
use crate::session::{SearchRequest, Session, Start};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// The game of the puzzles.
const GAME: &str = "yavalath";
/// Nodes enough to find the win that a puzzle promises, and its refutations.
const NODES: u64 = 400_000;

/// A puzzle: whoever decides wins.
struct Puzzle {
    /// Within so many plies.
    plies: u32,
    /// The only turn with which that is possible.
    first: &'static str,
    position: &'static str,
}

/// `PLIES MOVE DEPTH POSITION` on each line.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let read = |line: &'static str| {
        let mut words = line.splitn(4, ' ');
        let (plies, first, _, position) = (words.next()?, words.next()?, words.next()?, words.next()?);
        Some(Puzzle { plies: plies.parse().ok()?, first, position })
    };
    let lines = include_str!("../data/yavalath-puzzles.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(read).collect()
});

/// How many puzzles a game has.
pub fn count(game: &str) -> usize {
    if game == GAME { PUZZLES.len() } else { 0 }
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
        let entry = |(index, puzzle): (usize, &Puzzle)| {
            let session = puzzle.session(&[])?;
            let colour = session.state().seats[session.seat()].colour;
            let turns = puzzle.plies.div_ceil(2);
            Ok(PuzzleEntry { number: index + 1, game: GAME, position: puzzle.position, colour, turns })
        };
        Ok(Self { puzzles: PUZZLES.iter().enumerate().map(entry).collect::<Result<_, ServerError>>()? })
    }
}

/// The turns of both sides so far, the last by whoever solves the puzzle.
#[derive(Deserialize)]
pub struct PuzzleRequest {
    moves: Vec<String>,
}

/// What comes of a turn.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
enum PuzzleVerdict {
    /// The game is won.
    Solved,
    /// It still wins.
    Right,
    /// It wins no more.
    Wrong,
}

/// The answer to a turn.
#[derive(Serialize, Debug)]
pub struct PuzzleAnswer {
    verdict: PuzzleVerdict,
    /// What the other side plays then.
    reply: Option<String>,
    sentence: String,
}

impl Puzzle {
    fn session(&self, moves: &[String]) -> Result<Box<dyn Session>, ServerError> {
        let position = PositionRequest {
            game: GAME.to_string(),
            position: Some(self.position.to_string()),
            moves: moves.to_vec(),
            ..PositionRequest::default()
        };
        position.session()
    }

    fn answer(&self, moves: &[String]) -> Result<PuzzleAnswer, ServerError> {
        let mut session = self.session(&[])?;
        let solver = session.seat();
        session.set_position(&Start::Text(self.position.to_string()), moves)?;
        if let Some(outcome) = session.standing().outcome() {
            let sentence = session.state().result.map_or_else(String::new, |result| result.sentence);
            let verdict = match session.winners(outcome) == [solver] {
                true => PuzzleVerdict::Solved,
                false => PuzzleVerdict::Wrong,
            };
            return Ok(PuzzleAnswer { verdict, reply: None, sentence });
        }
        if session.seat() == solver {
            return Err(ServerError::refused("the last turn is to be that of whoever solves the puzzle"));
        }
        let left = self.plies.saturating_sub(moves.len() as u32);
        let request = SearchRequest {
            limits: Limits { nodes: Some(NODES), ..Limits::default() },
            settings: Settings { hash_kib: 8 << 10, ..Settings::default() },
            ..SearchRequest::default()
        };
        let (_, job) = session.search(request)?;
        let found = job(&mut |_| {});
        let wins = match (found.verdict, moves) {
            // The first turn is known to be the only one.
            (_, [first]) => *first == self.first,
            (Verdict::Loss(plies), _) => plies <= left + left % 2,
            _ => false,
        };
        let (verdict, sentence) = match (wins, found.verdict) {
            (true, _) => (PuzzleVerdict::Right, format!("Right; the answer is {}", found.best)),
            (false, Verdict::Loss(_)) => (PuzzleVerdict::Wrong, "That wins, but not as soon".to_string()),
            (false, _) => (PuzzleVerdict::Wrong, format!("That does not win: {} answers it", found.best)),
        };
        Ok(PuzzleAnswer { verdict, reply: Some(found.best), sentence })
    }
}

/// What comes of the last turn in a puzzle, numbered from 1.
///
/// # Errors
/// [`ServerError::Missing`] if there is none of that number, [`ServerError::Refused`] for an illegal turn.
pub fn answer(number: usize, request: &PuzzleRequest) -> Result<PuzzleAnswer, ServerError> {
    let puzzle = number.checked_sub(1).and_then(|index| PUZZLES.get(index));
    let puzzle = puzzle.ok_or_else(|| ServerError::Missing(format!("there is no puzzle {number}")))?;
    puzzle.answer(&request.moves)
}

/// The turn that solves a puzzle.
///
/// # Errors
/// [`ServerError::Missing`] if there is none of that number.
pub fn solution(number: usize) -> Result<String, ServerError> {
    let puzzle = number.checked_sub(1).and_then(|index| PUZZLES.get(index));
    puzzle
        .map(|puzzle| puzzle.first.to_string())
        .ok_or_else(|| ServerError::Missing(format!("there is no puzzle {number}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Standing;

    #[test]
    fn the_first_turn_is_right_any_other_is_wrong_and_a_puzzle_can_be_played_to_its_end() {
        assert_eq!(PUZZLES.len(), 300);
        for puzzle in PUZZLES.iter().step_by(37) {
            let mut session = puzzle.session(&[]).unwrap();
            let solver = session.seat();
            let other = session.legal().into_iter().find(|turn| turn != puzzle.first && turn != "swap").unwrap();
            assert_eq!(puzzle.answer(&[other]).unwrap().verdict, PuzzleVerdict::Wrong);
            let mut moves = vec![puzzle.first.to_string()];
            for _ in 0..puzzle.plies {
                let answer = puzzle.answer(&moves).unwrap();
                assert_ne!(answer.verdict, PuzzleVerdict::Wrong, "{} {moves:?} {answer:?}", puzzle.position);
                let Some(reply) = answer.reply else { break };
                moves.push(reply);
                session.set_position(&Start::Text(puzzle.position.to_string()), &moves).unwrap();
                if session.standing() != Standing::Open {
                    break;
                }
                let limits = Limits { nodes: Some(NODES), ..Limits::default() };
                let request = SearchRequest { limits, ..SearchRequest::default() };
                moves.push(session.search(request).unwrap().1(&mut |_| {}).best);
            }
            let session = puzzle.session(&moves).unwrap();
            assert_eq!(session.standing().outcome().map(|outcome| session.winners(outcome)), Some(vec![solver]));
        }
    }
}
