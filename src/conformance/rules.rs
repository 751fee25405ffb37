//! The legal turns to check the engine by: quintet's own rules, or one line of a game that quintet does not have.

use crate::board::bits::Rng;
use crate::game::Outcome;
use crate::session::{Session, Standing};
use rand::SeedableRng;

/// What is known about the game. Lines of turns are always from the start position.
pub enum Rules {
    /// A game of quintet's, in the variant to play.
    Ours(Box<dyn Session>),
    /// Any other game.
    Line(GivenLine),
}

/// A line of a game that is otherwise unknown.
pub struct GivenLine {
    /// Its turns, from the start position.
    pub turns: Vec<String>,
    /// The result after the last of them, as in `query result`; `None` if the game is not over.
    pub result: Option<String>,
}

/// A complete game.
pub struct WholeGame {
    /// Its turns.
    pub turns: Vec<String>,
    /// `p1win`, `p2win`, `p3win` or `draw`.
    pub result: String,
}

impl Rules {
    /// The name of the game, if quintet has it.
    pub fn name(&self) -> Option<&'static str> {
        match self {
            Self::Ours(session) => Some(session.name()),
            Self::Line(_) => None,
        }
    }

    /// How many seats there are, as far as known.
    pub fn seats(&self) -> usize {
        match self {
            Self::Ours(session) => session.seats(),
            Self::Line(_) => 2,
        }
    }

    /// A line of at most this many turns that does not end the game; the number chooses one.
    pub fn opening(&mut self, length: usize, number: u64) -> Vec<String> {
        match self {
            Self::Ours(session) => loop_random(&mut **session, Some(length), number),
            Self::Line(line) => {
                let open = line.turns.len() - usize::from(line.result.is_some()).min(line.turns.len());
                line.turns[..open.min(length)].to_vec()
            }
        }
    }

    /// A complete game, if one is known.
    pub fn whole_game(&mut self) -> Option<WholeGame> {
        match self {
            Self::Ours(session) => {
                // Of a few games the longest.
                let games = (1..=3).map(|number| loop_random(&mut **session, None, number));
                let turns = games.collect::<Vec<_>>().into_iter().max_by_key(Vec::len)?;
                let result = result_word(at(&mut **session, &turns)?.standing().outcome());
                Some(WholeGame { turns, result })
            }
            Self::Line(line) => line.result.clone().map(|result| WholeGame { turns: line.turns.clone(), result }),
        }
    }

    /// The session after a line, for a game of quintet's.
    pub fn at(&mut self, line: &[String]) -> Option<&mut dyn Session> {
        match self {
            Self::Ours(session) => at(&mut **session, line),
            Self::Line(_) => None,
        }
    }

    /// Whether seat 1 is to decide after a line.
    pub fn p1_decides(&mut self, line: &[String]) -> Option<bool> {
        Some(self.at(line)?.seat() == 0)
    }

    /// Why a turn cannot be played after a line, or is not whole; `None` also if that is unknown.
    pub fn objection(&mut self, line: &[String], turn: &str) -> Option<String> {
        let session = self.at(line)?;
        let side = session.sides()[session.seat()];
        match session.play(turn) {
            Err(error) => Some(error.to_string()),
            Ok(_) => {
                let goes_on = session.standing() == Standing::Open && session.sides()[session.seat()] == side;
                goes_on.then(|| format!("`{turn}` is not a whole turn"))
            }
        }
    }

    /// The result if the side to decide after a line loses.
    pub fn result_if_lost(&mut self, line: &[String]) -> Option<String> {
        let session = self.at(line)?;
        session.forfeit(session.seat());
        let outcome: Option<Outcome> = session.standing().outcome();
        Some(result_word(outcome))
    }

    /// A line and a well-formed but illegal turn after it, if one is known.
    pub fn illegal_turn(&mut self) -> Option<(Vec<String>, String)> {
        (1..=8).find_map(|number| {
            let line = self.opening(3, number);
            let wrong = line.iter().find(|turn| self.objection(&line, turn).is_some()).cloned()?;
            Some((line, wrong))
        })
    }
}

fn at<'a>(session: &'a mut dyn Session, line: &[String]) -> Option<&'a mut dyn Session> {
    session.set_position(None, line).ok()?;
    Some(session)
}

/// What `query result` must answer.
fn result_word(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_string(), Outcome::word)
}

/// Random turns, to the end of the game or at most this many.
fn loop_random(session: &mut dyn Session, length: Option<usize>, number: u64) -> Vec<String> {
    /// More turns than any game has; a longer one would not be played to its end.
    const MOST: usize = 2_000;
    let mut rng = Rng::seed_from_u64(number);
    let mut line = Vec::new();
    session.new_game();
    while line.len() < length.unwrap_or(MOST) {
        let turn = session.random_turn(&mut rng);
        if session.play(&turn).is_err() {
            break;
        }
        if session.standing() != Standing::Open && length.is_some() {
            break;
        }
        line.push(turn);
    }
    line
}
