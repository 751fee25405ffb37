//! What is played on from a puzzle: whether it still wins, and what answers it.

use super::{Puzzle, says};
use crate::game::TextError;
use crate::registry::GameLine;
use crate::search::{Limits, Settings, Verdict};
use crate::sentence::Sentence;
use crate::session::{SearchRequest, SearchResult, Session};
use schemars::JsonSchema;
use serde::Serialize;

/// Nodes enough to find the win that a puzzle promises, and its refutations.
const NODES: u64 = 400_000;
/// The engine may see a win that is longer by this many decisions than the one that there is.
const SLACK: u32 = 2;

/// What comes of a turn.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum PuzzleVerdict {
    /// The game is won.
    Solved,
    /// It still wins.
    Right,
    /// It wins no more, or later.
    Wrong,
}

/// The answer to a turn.
#[derive(Serialize, Clone, PartialEq, Eq, Debug, JsonSchema)]
pub struct PuzzleAnswer {
    /// The result.
    pub verdict: PuzzleVerdict,
    /// What the other side plays then: what resists longest, or what refutes the turn.
    pub reply: Option<String>,
    /// The same in a sentence without a full stop.
    pub sentence: String,
    /// The same for any language.
    pub said: Sentence,
}

impl Puzzle {
    /// The position of this puzzle of a game, after some turns.
    ///
    /// # Errors
    /// [`TextError`] for turns that are not legal.
    pub fn session(&self, game: &str, turns: &[String]) -> Result<Box<dyn Session>, TextError> {
        let start = Some(self.position.clone());
        GameLine { game: game.to_string(), start, moves: turns.to_vec(), ..GameLine::default() }.open()
    }

    /// What comes of the last of some whole turns, which the solver must have played.
    ///
    /// # Errors
    /// [`TextError`] for turns that are not legal or that the other side is to answer with.
    pub fn answer(&self, game: &str, turns: &[String]) -> Result<PuzzleAnswer, TextError> {
        let start = self.session(game, &[])?;
        let session = self.session(game, turns)?;
        if let (Some(outcome), said) = (session.standing().outcome(), session.state().said) {
            let has_won = session.winners(outcome) == [start.seat()];
            let verdict = if has_won { PuzzleVerdict::Solved } else { PuzzleVerdict::Wrong };
            return Ok(PuzzleAnswer { verdict, reply: None, sentence: said.to_string(), said });
        }
        if session.seat() == start.seat() {
            return Err(TextError::Move(says::not_whole()));
        }
        let found = search(&*session, Vec::new())?;
        let decisions: u32 = turns.iter().map(|turn| turn.split(';').count() as u32).sum();
        let left = self.plies.saturating_sub(decisions);
        let is_first = match turns {
            // The first decision is known to be the only one, whatever the engine sees.
            [turn] if decisions == 1 => Some(start.first_decision(turn)? == self.first),
            [turn] if start.first_decision(turn)? != self.first => Some(false),
            _ => None,
        };
        let wins = match (is_first, found.verdict) {
            (Some(is_right), _) => is_right,
            (None, Verdict::Loss(distance)) => distance.plies() <= left + SLACK,
            (None, _) => false,
        };
        let (verdict, said) = match (wins, found.verdict) {
            (true, _) => (PuzzleVerdict::Right, says::right(found.best.as_str())),
            (false, Verdict::Loss(_)) => (PuzzleVerdict::Wrong, says::slower()),
            (false, _) => (PuzzleVerdict::Wrong, says::wrong(found.best.as_str())),
        };
        Ok(PuzzleAnswer { verdict, reply: Some(found.best), sentence: said.to_string(), said })
    }

    /// The turn that wins after some turns that still do.
    ///
    /// # Errors
    /// [`TextError`] for turns that are not legal, or if the game is over.
    pub fn winning_turn(&self, game: &str, turns: &[String]) -> Result<String, TextError> {
        let first = if turns.is_empty() { vec![self.first.clone()] } else { Vec::new() };
        Ok(search(&*self.session(game, turns)?, first)?.best)
    }
}

/// The best turn, of all or of those that begin as is said.
fn search(session: &dyn Session, search_moves: Vec<String>) -> Result<SearchResult, TextError> {
    let request = SearchRequest {
        limits: Limits { nodes: Some(NODES), ..Limits::default() },
        settings: Settings { hash_kib: 8 << 10, ..Settings::default() },
        search_moves,
        ..SearchRequest::default()
    };
    let (_, job) = session.search(request)?;
    Ok(job(&mut |_| {}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::{games, of_game};
    use crate::session::Standing;

    #[test]
    fn the_first_turn_is_right_any_other_is_wrong_and_a_puzzle_can_be_played_to_its_end() {
        for game in games() {
            for puzzle in of_game(game).iter().step_by(37) {
                let start = puzzle.session(game, &[]).unwrap();
                let first = |turn: &String| start.first_decision(turn).unwrap();
                let other = start.legal_turns().into_iter().find(|turn| first(turn) != puzzle.first).unwrap();
                assert_eq!(puzzle.answer(game, &[other]).unwrap().verdict, PuzzleVerdict::Wrong, "{game} {puzzle}");
                let mut turns = vec![puzzle.winning_turn(game, &[]).unwrap()];
                for _ in 0..puzzle.plies {
                    let answer = puzzle.answer(game, &turns).unwrap();
                    assert_ne!(answer.verdict, PuzzleVerdict::Wrong, "{game} {puzzle} {turns:?} {answer:?}");
                    let Some(reply) = answer.reply else { break };
                    turns.push(reply);
                    if puzzle.session(game, &turns).unwrap().standing() != Standing::Open {
                        break;
                    }
                    turns.push(puzzle.winning_turn(game, &turns).unwrap());
                }
                let end = puzzle.session(game, &turns).unwrap();
                let winners = end.standing().outcome().map(|outcome| end.winners(outcome));
                assert_eq!(winners, Some(vec![start.seat()]), "{game} {puzzle} {turns:?}");
            }
        }
    }
}
