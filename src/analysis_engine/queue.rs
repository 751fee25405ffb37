//! What has been asked for and is not answered yet.

use crate::analysis::{Query, QueryControl};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::BinaryHeap;
use std::sync::Arc;

/// The most queries that wait; a client that sends more is held up.
pub const MAX_WAITING: usize = 20_000;
/// The most bytes of waiting lines, unless there is only one.
pub const MAX_WAITING_BYTES: usize = 8 << 20;

/// A waiting or running query.
pub struct QueuedQuery {
    /// What is asked for.
    pub query: Query,
    /// Shared with those who may end it.
    pub control: Arc<QueryControl>,
    /// The place in the order in which queries came.
    number: u64,
    bytes: usize,
}

impl PartialEq for QueuedQuery {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for QueuedQuery {}

impl PartialOrd for QueuedQuery {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for QueuedQuery {
    /// The most urgent query is the greatest; among equals, the first to arrive.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.query.priority.cmp(&other.query.priority).then(other.number.cmp(&self.number))
    }
}

/// The waiting queries, and the stops of the running ones.
#[derive(Default)]
pub struct QueryQueue {
    state: Mutex<QueueState>,
    /// Signals that there is a query to take or the input has ended.
    filled: Condvar,
    /// Signals that there is room for more.
    emptied: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: BinaryHeap<QueuedQuery>,
    bytes: usize,
    /// The stops of the running queries.
    running: Vec<Arc<QueryControl>>,
    /// How many have arrived.
    count: u64,
    has_ended: bool,
}

impl QueryQueue {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock()
    }

    /// Adds a query whose line had this many bytes, once there is room for it.
    pub fn push(&self, query: Query, bytes: usize) {
        let full = |state: &mut QueueState| {
            let many = state.waiting.len() >= MAX_WAITING || state.bytes + bytes > MAX_WAITING_BYTES;
            many && !state.waiting.is_empty()
        };
        let mut state = self.state();
        self.emptied.wait_while(&mut state, full);
        state.count += 1;
        state.bytes += bytes;
        let control = Arc::new(QueryControl::new(query.id.clone()));
        let number = state.count;
        state.waiting.push(QueuedQuery { query, control, number, bytes });
        drop(state);
        self.filled.notify_one();
    }

    /// The most urgent query, once there is one; `None` when no more will come. Call [`done`](Self::done) once it has
    /// been answered.
    pub fn take(&self) -> Option<QueuedQuery> {
        let idle = |state: &mut QueueState| state.waiting.is_empty() && !state.has_ended;
        let mut state = self.state();
        self.filled.wait_while(&mut state, idle);
        let job = state.waiting.pop()?;
        state.bytes -= job.bytes;
        state.running.push(job.control.clone());
        drop(state);
        self.emptied.notify_one();
        Some(job)
    }

    /// A query has been answered.
    pub fn done(&self, control: &Arc<QueryControl>) {
        self.state().running.retain(|running| !Arc::ptr_eq(running, control));
    }

    /// Ends the queries with this id, or all; at these positions, or completely. Returns those that have not started
    /// and have nothing left to do, in order of arrival.
    pub fn terminate(&self, id: Option<&str>, turns: Option<&[usize]>) -> Vec<QueuedQuery> {
        let mut state = self.state();
        let is_meant = |control: &QueryControl| id.is_none_or(|id| control.id() == id);
        for control in state.running.iter().filter(|control| is_meant(control)) {
            control.terminate(turns);
        }
        for job in state.waiting.iter().filter(|job| is_meant(&job.control)) {
            job.control.terminate(turns);
        }
        let is_over = |job: &QueuedQuery| is_meant(&job.control) && job.control.is_over();
        let (mut ended, kept): (Vec<QueuedQuery>, Vec<QueuedQuery>) =
            std::mem::take(&mut state.waiting).into_vec().into_iter().partition(is_over);
        state.waiting = kept.into();
        state.bytes -= ended.iter().map(|job| job.bytes).sum::<usize>();
        drop(state);
        self.emptied.notify_one();
        ended.sort_by_key(|job| job.number);
        ended
    }

    /// No more will come.
    pub fn end(&self) {
        self.state().has_ended = true;
        self.filled.notify_all();
    }
}
