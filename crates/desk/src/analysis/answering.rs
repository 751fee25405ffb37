//! Answers one query: opens its game, sets up its positions one after the other and searches them.

use super::answer::{PositionAnswer, Response};
use super::control::QueryControl;
use super::query_search::{Refusal, search, settings};
use super::refusal::ErrorAnswer;
use super::request::Query;
use super::says;
use crate::game::TextError;
use crate::registry::OpenGame;
use crate::text::sentence;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How queries are answered.
pub struct QueryAnswerer {
    /// The game for queries that name none.
    pub game: String,
    /// The memory of a search without a node limit, which is also the most, in KiB.
    pub hash_kib: usize,
}

impl QueryAnswerer {
    /// Passes the answers to a query to `sink`, one for each of its positions, or an error at the end. `open_game` is
    /// the game of the query before, which is reused if it is the same.
    pub fn answer(
        &self,
        open_game: &mut OpenGame,
        query: &Query,
        query_control: &QueryControl,
        sink: &mut dyn FnMut(Response),
    ) {
        let answered = catch_unwind(AssertUnwindSafe(|| self.follow(open_game, query, query_control, sink)));
        let refusal = match answered {
            Ok(answered) => answered.err(),
            Err(_) => {
                open_game.close();
                Some(("", says::defect()))
            }
        };
        if let Some((field, what)) = refusal {
            let field = Some(field.to_string()).filter(|field| !field.is_empty());
            sink(Response::Error(ErrorAnswer::new(
                Some(query.id.clone()),
                field,
                sentence(&what.to_string(), 60, 400),
            )));
        }
    }

    fn follow(
        &self,
        open_game: &mut OpenGame,
        query: &Query,
        query_control: &QueryControl,
        sink: &mut dyn FnMut(Response),
    ) -> Result<(), Refusal> {
        let line = query.line(&self.game);
        let session = open_game.session(&line).map_err(refusal)?;
        let turns = query.turn_numbers();
        // What cannot be followed to its end is refused as a whole.
        line.set_up(session, line.moves.len()).map_err(refusal)?;
        let settings = settings(query, session, turns.len(), self.hash_kib);
        session.forget(&settings);
        for &turn in &turns {
            if turns.len() > 1 || turn < query.moves.len() {
                line.set_up(session, turn).map_err(refusal)?;
            }
            let mut on_interim = |answer: &PositionAnswer| sink(Response::Position(Box::new(answer.clone())));
            let answer = search(session, query, turn, &settings, query_control, &mut on_interim)?;
            sink(Response::Position(Box::new(answer)));
        }
        Ok(())
    }
}

/// Why the line of play of a query cannot be followed.
fn refusal(error: TextError) -> Refusal {
    let field = match error {
        TextError::Game(_) => "game",
        TextError::Option(_) => "options",
        TextError::Position(_) => "position",
        TextError::Move(_) => "moves",
    };
    (field, error.into())
}
