//! Ends the searches of a query, from another thread.

use crate::search::{StopSource, StopToken};
use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeSet;

/// The stop of a query's searches.
pub struct QueryControl {
    id: String,
    stops: StopSource,
    terminated: Mutex<Terminated>,
}

#[derive(Default)]
struct Terminated {
    all: bool,
    turns: BTreeSet<usize>,
    /// The position being searched.
    current: Option<(usize, StopToken)>,
}

impl QueryControl {
    /// Of a query with this id.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), stops: StopSource::default(), terminated: Mutex::default() }
    }

    fn terminated(&self) -> MutexGuard<'_, Terminated> {
        self.terminated.lock()
    }

    /// Starts the search of a position: its stop token; `None` if it was ended before it started.
    pub fn begin(&self, turn: usize) -> Option<StopToken> {
        let mut terminated = self.terminated();
        if terminated.all || terminated.turns.contains(&turn) {
            return None;
        }
        let token = self.stops.token();
        terminated.current = Some((turn, token.clone()));
        Some(token)
    }

    /// The id of the query.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether the searches of all positions were ended.
    pub fn is_over(&self) -> bool {
        self.terminated().all
    }

    /// Whether the search of a position was ended.
    pub fn is_terminated(&self, turn: usize) -> bool {
        let terminated = self.terminated();
        terminated.all || terminated.turns.contains(&turn)
    }

    /// Ends the searches of these positions, or of all.
    pub fn terminate(&self, turns: Option<&[usize]>) {
        let mut terminated = self.terminated();
        match turns {
            None => terminated.all = true,
            Some(turns) => terminated.turns.extend(turns),
        }
        if let Some((turn, token)) = &terminated.current
            && turns.is_none_or(|turns| turns.contains(turn))
        {
            token.stop();
        }
    }
}
