//! What is played in a task: whether it is right, and what is said of it.

use super::{LessonStep, LessonTask, Texts, says};
use crate::game::TextError;
use crate::registry::GameLine;
use crate::session::Session;
use schemars::JsonSchema;
use serde::Serialize;

/// What comes of what has been played.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum LessonVerdict {
    /// A turn has begun that can still become right.
    Open,
    /// It is right.
    Right,
    /// It is not.
    Wrong,
}

/// The verdict on the last turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt<'a> {
    /// The verdict.
    pub verdict: LessonVerdict,
    /// What is said, unless it is still open.
    pub said: Option<&'a Texts>,
}

impl LessonTask {
    /// The position of this task of a game, after some turns and decisions.
    ///
    /// # Errors
    /// [`TextError`] for what is not legal.
    pub fn session(&self, game: &str, moves: &[String]) -> Result<Box<dyn Session>, TextError> {
        let (options, start) = (self.options.clone(), Some(self.position.clone()));
        GameLine { game: game.to_string(), options, start, moves: moves.to_vec() }.open()
    }

    /// What comes of the last of some turns of both sides, which the side that learns has played or begun.
    ///
    /// # Errors
    /// [`TextError`] for turns that are not legal, of the other side, or more than there are steps.
    pub fn attempt(&self, game: &str, moves: &[String]) -> Result<Attempt<'_>, TextError> {
        let session = self.session(game, moves)?;
        let state = session.state();
        let mut before = state.turns;
        let last = if state.decisions.is_empty() { before.pop() } else { None };
        if before.len() % 2 == 1 || (state.decisions.is_empty() && last.is_none()) {
            return Err(TextError::Move(says::not_mine()));
        }
        let step = self.steps.get(before.len() / 2).ok_or_else(|| TextError::Move(says::no_step()))?;
        let mut start = self.session(game, &before)?;
        let mut is_right = |turn: &str| step.accepts(&mut *start, turn);
        match last {
            Some(turn) if is_right(&turn) => Ok(Attempt { verdict: LessonVerdict::Right, said: Some(&step.right) }),
            Some(turn) => Ok(step.wrong(&mut *start, &turn)),
            None => {
                let whole = |rest: String| self.session(game, &[moves, &[rest]].concat()).ok()?.turns().pop();
                let ways: Vec<String> = session.legal_turns().into_iter().filter_map(whole).collect();
                if ways.iter().any(|turn| is_right(turn)) {
                    return Ok(Attempt { verdict: LessonVerdict::Open, said: None });
                }
                // It is told at once, and as if it were finished.
                Ok(step.wrong(&mut *start, ways.first().map_or("", String::as_str)))
            }
        }
    }
}

impl LessonStep {
    /// Whether a whole turn is right.
    pub fn accepts(&self, session: &mut dyn Session, turn: &str) -> bool {
        self.accept.as_ref().is_none_or(|facts| facts.hold(session, turn))
    }

    /// What is said of a wrong turn.
    fn wrong(&self, session: &mut dyn Session, turn: &str) -> Attempt<'_> {
        let fault = self.faults.iter().find(|fault| fault.when.hold(session, turn)).map(|fault| &fault.say);
        Attempt { verdict: LessonVerdict::Wrong, said: fault.or(self.wrong.as_ref()) }
    }
}
