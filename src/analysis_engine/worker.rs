//! A worker: takes one query after the other and answers it.

use super::queue::QueryQueue;
use crate::analysis::{PositionAnswer, Query, QueryAnswerer, Response, empty};
use crate::lines::output::Output;
use crate::registry::OpenGame;
use parking_lot::Mutex;

/// What all workers share.
pub struct SharedWork {
    pub queue: QueryQueue,
    pub output: Output,
    pub answerer: QueryAnswerer,
    /// The game that each idle worker keeps open for the next query.
    pub open_games: Vec<Mutex<OpenGame>>,
}

impl SharedWork {
    /// Writes an answer. Interim answers are dropped if there is no room.
    pub fn write(&self, answer: &Response) {
        let Ok(line) = serde_json::to_string(answer) else { return };
        match answer {
            Response::Position(position) if position.is_during_search => self.output.write_info(&line),
            _ => self.output.write_line(&line),
        }
    }

    /// Answers for each position of a query that it was not searched.
    pub fn write_no_results(&self, query: &Query) {
        for turn in query.turn_numbers() {
            let answer = PositionAnswer { no_results: true, terminated: true, ..empty(query, turn) };
            self.write(&Response::Position(Box::new(answer)));
        }
    }

    /// Frees the memory of the idle workers.
    pub fn clear(&self) {
        for open_game in &self.open_games {
            if let Some(mut open_game) = open_game.try_lock() {
                open_game.close();
            }
        }
    }

    /// Works as the worker of this number until no more queries come.
    pub fn work(&self, number: usize) {
        while let Some(job) = self.queue.take() {
            let mut open_game = self.open_games[number].lock();
            self.answerer.answer(&mut open_game, &job.query, &job.control, &mut |answer| self.write(&answer));
            drop(open_game);
            self.queue.done(&job.control);
        }
    }
}
