//! The answer to one query: its game is opened, its positions are set up one after the other and searched.

use super::answer::{PositionAnswer, Response};
use super::query_search::{Refusal, search, settings};
use super::queue::QueryControl;
use super::refusal::ErrorAnswer;
use super::request::Query;
use crate::game::TextError;
use crate::registry;
use crate::session::{Session, Start};
use crate::text::sentence;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A game that is open, with its options.
pub struct OpenGame {
    session: Box<dyn Session>,
    options: BTreeMap<String, String>,
}

/// How queries are answered.
pub struct QueryAnswerer {
    /// The game of queries that name none.
    pub game: String,
    /// The memory of a search without a limit of nodes, and the greatest there is, in KiB.
    pub hash_kib: usize,
}

impl QueryAnswerer {
    /// Gives `sink` the answers to a query, one for each of its positions, or at last an error. `open_game` is the game of
    /// the query before, which is kept if it is the same.
    pub fn answer(
        &self,
        open_game: &mut Option<OpenGame>,
        query: &Query,
        query_control: &QueryControl,
        sink: &mut dyn FnMut(Response),
    ) {
        let answered = catch_unwind(AssertUnwindSafe(|| self.follow(open_game, query, query_control, sink)));
        let refusal = match answered {
            Ok(answered) => answered.err(),
            Err(_) => {
                *open_game = None;
                Some(("", "the engine has a defect and gave up on this query".to_string()))
            }
        };
        if let Some((field, what)) = refusal {
            let field = Some(field.to_string()).filter(|field| !field.is_empty());
            sink(Response::Error(ErrorAnswer::new(Some(query.id.clone()), field, sentence(&what, 60, 400))));
        }
    }

    fn follow(
        &self,
        open_game: &mut Option<OpenGame>,
        query: &Query,
        query_control: &QueryControl,
        sink: &mut dyn FnMut(Response),
    ) -> Result<(), Refusal> {
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
            let mut on_interim = |answer: &PositionAnswer| sink(Response::Position(Box::new(answer.clone())));
            let answer = search(session, query, turn, &settings, query_control, &mut on_interim)?;
            sink(Response::Position(Box::new(answer)));
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
            let mut session = registry::open(name).ok_or_else(|| ("game", registry::unknown(name).to_string()))?;
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
