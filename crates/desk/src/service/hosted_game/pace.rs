//! The pace of a hosted game: an engine's turn takes at least this long, so that it can be watched. An answer that comes
//! sooner is held, and no clock runs meanwhile.

use super::{EngineAnswer, HostedGame};
use std::time::Duration;

impl HostedGame {
    /// The engine asked the question of this number begins to think. Returns whether the view changes.
    pub fn engine_begins(&mut self, number: u64) -> bool {
        let now = self.clock.machine().now();
        if let Some(asked) = self.asked.as_mut().filter(|_| self.questions == number) {
            asked.begun = Some(now);
        }
        self.engine_thinks(number, true)
    }

    /// Holds the answer to the question of this number back if it comes too soon. Otherwise returns it, to be played at
    /// once. Also returns whether the view changes.
    pub fn hold_answer(&mut self, number: u64, answer: EngineAnswer) -> (Option<EngineAnswer>, bool) {
        let (now, pace) = (self.clock.machine().now(), Duration::from_millis(self.record.pace_ms));
        let Some(asked) = self.asked.as_mut().filter(|_| self.questions == number) else {
            return (Some(answer), false);
        };
        let due = asked.begun.map_or(now, |begun| begun + pace);
        if due <= now {
            return (Some(answer), false);
        }
        asked.held = Some((due, answer));
        (None, self.engine_thinks(number, false))
    }

    /// Whether an answer that was held back is to be played now.
    pub fn has_due_answer(&self) -> bool {
        let held = self.asked.as_ref().and_then(|asked| asked.held.as_ref());
        held.is_some_and(|(due, _)| *due <= self.clock.machine().now())
    }

    /// That answer, and the number of its question.
    pub fn due_answer(&mut self) -> Option<(u64, EngineAnswer)> {
        let is_due = self.has_due_answer();
        let held = self.asked.as_mut().filter(|_| is_due)?.held.take();
        held.map(|(_, answer)| (self.questions, answer))
    }
}
