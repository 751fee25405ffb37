//! The window of requests by which the workers of a batch are ahead of the written answers.
//!
//! Answers are written in the order of the requests, those to one request in one piece. A worker takes the next request
//! only while few answers wait for an earlier one, so that memory is bounded however long the file is and however long
//! one request takes.

use super::BatchError;
use crate::analysis::QueryControl;
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most requests that are worked on or wait to be written.
const MAX_AHEAD: u64 = 1_024;
/// The most bytes of waiting answers, before the workers take more requests.
const MAX_AHEAD_BYTES: usize = 64 << 20;

/// The stop of a batch.
#[derive(Clone, Default)]
pub struct BatchControl(pub(super) Arc<AnswerWindow>);

impl BatchControl {
    /// Drops what is being searched; written answers stay.
    pub fn stop(&self) {
        self.0.end(None);
    }
}

/// What the workers share.
#[derive(Default)]
pub(super) struct AnswerWindow {
    state: Mutex<AnswerWindowState>,
    /// Signals that something was written or the batch has ended.
    changed: Condvar,
}

#[derive(Default)]
struct AnswerWindowState {
    /// The answers waiting for earlier ones, by the place of their request in this run.
    ready: BTreeMap<u64, Vec<u8>>,
    bytes: usize,
    /// How many requests this run has written the answers to.
    written: u64,
    /// What ends the searches.
    running: Vec<Arc<QueryControl>>,
    has_ended: bool,
    /// Why, if not by a signal.
    failed: Option<BatchError>,
}

impl AnswerWindow {
    fn state(&self) -> MutexGuard<'_, AnswerWindowState> {
        self.state.lock()
    }

    /// Starts no more requests, and ends the running ones.
    pub fn end(&self, failed: Option<BatchError>) {
        let mut state = self.state();
        state.has_ended = true;
        if state.failed.is_none() {
            state.failed = failed;
        }
        state.running.iter().for_each(|control| control.terminate(None));
        drop(state);
        self.changed.notify_all();
    }

    /// How many requests this run has written the answers to.
    pub fn written(&self) -> u64 {
        self.state().written
    }

    /// Why it ended, if not by a signal.
    pub fn failure(&self) -> Option<BatchError> {
        self.state().failed.take()
    }

    /// Waits until the request at this place may be taken; false if no more are taken.
    pub fn has_room(&self, place: u64) -> bool {
        let full = |state: &mut AnswerWindowState| {
            !state.has_ended && (place >= state.written + MAX_AHEAD || state.bytes >= MAX_AHEAD_BYTES)
        };
        let mut state = self.state();
        self.changed.wait_while(&mut state, full);
        !state.has_ended
    }

    /// The stop token for a request that starts; `None` if no more start.
    pub fn begin(&self, id: &str) -> Option<Arc<QueryControl>> {
        let mut state = self.state();
        if state.has_ended {
            return None;
        }
        let control = Arc::new(QueryControl::new(id));
        state.running.push(control.clone());
        Some(control)
    }

    /// Takes the answers to the request at this place, and writes all answers that are now complete in order. After the
    /// end they may come from a search that was broken off, and are dropped.
    pub fn put(
        &self,
        place: u64,
        lines: Vec<u8>,
        control: Option<&Arc<QueryControl>>,
        write: impl FnOnce(&[u8]) -> Result<(), BatchError>,
    ) {
        let mut state = self.state();
        state.running.retain(|running| control.is_none_or(|control| !Arc::ptr_eq(running, control)));
        if state.has_ended {
            return;
        }
        state.bytes += lines.len();
        state.ready.insert(place, lines);
        let mut piece = Vec::new();
        let mut written = state.written;
        while let Some(lines) = state.ready.remove(&written) {
            piece.extend(lines);
            written += 1;
        }
        state.bytes -= piece.len();
        if written == state.written {
            return;
        }
        // Nobody else may write before it, so the state stays locked.
        match write(&piece) {
            Ok(()) => state.written = written,
            Err(error) => {
                drop(state);
                self.end(Some(error));
            }
        }
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
    use std::thread;
    use std::time::Duration;

    /// While the first request takes long, the others stop; then all are written in order.
    #[test]
    fn nobody_is_further_ahead_than_the_window() {
        let (window, taken) = (AnswerWindow::default(), AtomicU64::new(1));
        let written = Mutex::new(Vec::new());
        let put = |place: u64| {
            let write = |bytes: &[u8]| {
                written.lock().extend_from_slice(bytes);
                Ok(())
            };
            window.put(place, place.to_le_bytes().to_vec(), None, write);
        };
        let all = 3 * MAX_AHEAD;
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    loop {
                        let place = taken.fetch_add(1, SeqCst);
                        if place >= all || !window.has_room(place) {
                            return;
                        }
                        put(place);
                    }
                });
            }
            thread::sleep(Duration::from_millis(200));
            assert_eq!(window.state().ready.len() as u64, MAX_AHEAD - 1);
            assert!(written.lock().is_empty());
            put(0);
        });
        let expected: Vec<u8> = (0..all).flat_map(u64::to_le_bytes).collect();
        assert!(*written.lock() == expected && window.state().bytes == 0);
        // Large answers fill it sooner.
        window.put(all + 1, vec![0; MAX_AHEAD_BYTES], None, |_| Ok(()));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| window.has_room(all + 2));
            thread::sleep(Duration::from_millis(50));
            assert!(!waiting.is_finished());
            window.end(None);
            assert!(!waiting.join().unwrap() && window.begin("x").is_none());
        });
        window.put(all, vec![0], None, |_| unreachable!("anything after the end is dropped"));
        assert_eq!(window.written(), all);
    }
}
