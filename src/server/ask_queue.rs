//! The questions waiting for one of this program's searches.

use crate::service::hosted_game::EngineQuestion;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;

/// The questions waiting for one of this program's searches.
#[derive(Default)]
pub struct AskQueue {
    state: Mutex<(VecDeque<EngineQuestion>, bool)>,
    filled: Condvar,
}

impl AskQueue {
    fn state(&self) -> MutexGuard<'_, (VecDeque<EngineQuestion>, bool)> {
        self.state.lock()
    }

    /// Adds a question.
    pub fn push(&self, ask: EngineQuestion) {
        self.state().0.push_back(ask);
        self.filled.notify_one();
    }

    /// The next question, once there is one; `None` when no more will be answered.
    pub fn take(&self) -> Option<EngineQuestion> {
        let idle = |state: &mut (VecDeque<EngineQuestion>, bool)| state.0.is_empty() && !state.1;
        let mut state = self.state();
        self.filled.wait_while(&mut state, idle);
        if state.1 { None } else { state.0.pop_front() }
    }

    /// Stops answering questions.
    pub fn end(&self) {
        self.state().1 = true;
        self.filled.notify_all();
    }
}
