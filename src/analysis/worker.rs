//! A worker: takes one query after the other and answers it.

use super::answer::{PositionAnswer, Response};
use super::presentation::empty;
use super::query_search::{Refusal, search, settings};
use super::queue::{QueryQueue, QueuedQuery};
use super::refusal::ErrorAnswer;
use super::request::Query;
use crate::game::TextError;
use crate::protocol::Output;
use crate::registry;
use crate::session::{Session, Start};
use crate::text::sentence;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

/// What all workers share.
pub struct SharedWork {
    pub queue: QueryQueue,
    pub output: Output,
    /// The game of queries that name none.
    pub game: String,
    /// The memory of a search without a limit of nodes, and the greatest there is, in KiB.
    pub hash_kib: usize,
    /// The game that each worker keeps open, while it is idle, for the next query.
    pub open_games: Vec<Mutex<Option<OpenGame>>>,
}

/// A game that is open, with its options.
pub struct OpenGame {
    session: Box<dyn Session>,
    options: BTreeMap<String, String>,
}

impl SharedWork {
    /// Writes an answer.
    pub fn write(&self, answer: &Response) {
        if let Ok(line) = serde_json::to_string(answer) {
            self.output.write_line(&line);
        }
    }

    /// Answers for each position of a query that it was not searched.
    pub fn write_no_results(&self, query: &Query) {
        for turn in query.turn_numbers() {
            let answer = PositionAnswer { no_results: true, terminated: true, ..empty(query, turn) };
            self.write(&Response::Position(Box::new(answer)));
        }
    }

    /// Gives back the memory of the workers that are idle.
    pub fn clear(&self) {
        for open_game in &self.open_games {
            if let Ok(mut open_game) = open_game.try_lock() {
                *open_game = None;
            }
        }
    }

    /// Works, as the worker of this number, until no more queries come.
    pub fn work(&self, number: usize) {
        while let Some(job) = self.queue.take() {
            let mut open_game = self.open_games[number].lock().unwrap_or_else(PoisonError::into_inner);
            let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&mut open_game, &job)));
            let refusal = match answered {
                Ok(answered) => answered.err(),
                Err(_) => {
                    *open_game = None;
                    Some(("", "the engine has a defect and gave up on this query".to_string()))
                }
            };
            if let Some((field, what)) = refusal {
                let field = Some(field.to_string()).filter(|field| !field.is_empty());
                let error = ErrorAnswer::new(Some(job.query.id.clone()), field, sentence(&what, 60, 400));
                self.write(&Response::Error(error));
            }
            self.queue.done(&job.control);
        }
    }

    fn answer(&self, open_game: &mut Option<OpenGame>, job: &QueuedQuery) -> Result<(), Refusal> {
        let QueuedQuery { query, control: query_control, .. } = job;
        let session = self.open(open_game, query)?;
        let start = query.position.clone().map_or(Start::Initial, Start::Text);
        let set_up = |session: &mut dyn Session, moves: &[String]| {
            session.set_position(&start, moves).map_err(|error| match error {
                TextError::Position(_) => ("position", error.to_string()),
                _ => ("moves", error.to_string()),
            })
        };
        let turns = query.turn_numbers();
        // What cannot be followed to its end is refused as a whole.
        set_up(session, &query.moves)?;
        let settings = settings(query, session, turns.len(), self.hash_kib);
        session.forget(&settings);
        for &turn in &turns {
            if turns.len() > 1 || turn < query.moves.len() {
                set_up(session, &query.moves[..turn])?;
            }
            let mut on_interim = |answer: &PositionAnswer| {
                if let Ok(line) = serde_json::to_string(answer) {
                    self.output.write_info(&line);
                }
            };
            let answer = search(session, query, turn, &settings, query_control, &mut on_interim)?;
            self.write(&Response::Position(Box::new(answer)));
        }
        Ok(())
    }

    /// The game of a query.
    fn open<'a>(&self, open_game: &'a mut Option<OpenGame>, query: &Query) -> Result<&'a mut dyn Session, Refusal> {
        let name = query.game.as_deref().unwrap_or(&self.game);
        let options: BTreeMap<String, String> =
            query.options.iter().map(|(name, value)| (name.clone(), value.text())).collect();
        let fits =
            |open_game: &OpenGame| open_game.session.name().eq_ignore_ascii_case(name) && open_game.options == options;
        if !open_game.as_ref().is_some_and(fits) {
            // First give back the memory of the last.
            *open_game = None;
            let mut session = registry::open(name).ok_or_else(|| ("game", registry::unknown(name)))?;
            for (name, value) in &options {
                session.set_option(name, value).map_err(|error| ("options", error.to_string()))?;
            }
            *open_game = Some(OpenGame { session, options });
        }
        match open_game {
            Some(open_game) => Ok(&mut *open_game.session),
            None => unreachable!("it has just been set"),
        }
    }
}
