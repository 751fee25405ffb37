//! What a search tells while it runs: finished lines, and in long iterations how far it has come.

use crate::game::Move;
use crate::search::{CurrentMove, Info, Limits};
use std::time::Duration;

/// Tells what is found, and how far the search has come.
pub(super) struct SearchProgress<'a> {
    on_info: &'a mut dyn FnMut(&Info),
    /// The best line of the last finished iteration.
    best: Option<Info>,
    /// The decision at the root that is being searched.
    current: Option<CurrentMove>,
    /// When to tell next how far the search has come, and how often from then on.
    next: Duration,
    every: Duration,
}

impl<'a> SearchProgress<'a> {
    /// Tells `on_info`, as often as the limits say.
    pub fn new(limits: &Limits, on_info: &'a mut dyn FnMut(&Info)) -> Self {
        let (next, every) = match limits.report_every {
            Some(every) => (every, every),
            None => (Duration::from_secs(3), Duration::from_secs(1)),
        };
        Self { on_info, best: None, current: None, next, every }
    }

    /// Tells a line.
    pub fn report(&mut self, info: Info) {
        (self.on_info)(&info);
        if info.multipv == 1 && info.is_line() {
            self.best = Some(info);
        }
    }

    /// From now on this decision at the root is searched, the one of that `number`, from 1, to `depth` turns.
    pub fn search_move(&mut self, mv: Move, number: usize, depth: u32) {
        self.current = Some(CurrentMove { mv, number, depth });
    }

    /// Whether it is time to tell how far the search has come.
    pub fn is_due(&self, time: Duration) -> bool {
        time >= self.next
    }

    /// Tells how far the search has come, once there is a line: it has taken `time` and searched `nodes`.
    pub fn report_progress(&mut self, time: Duration, nodes: u64, hashfull: u32) {
        self.next = time + self.every;
        if let Some(best) = &self.best {
            (self.on_info)(&Info { time, nodes, hashfull, current: self.current, ..best.clone() });
        }
    }
}
