//! What a search reports while it runs: finished lines, and progress within long iterations.

use crate::game::Move;
use crate::search::{CurrentMove, Info, Limits};
use std::time::Duration;

/// Reports results and progress.
pub(super) struct SearchProgress<'a> {
    on_info: &'a mut dyn FnMut(&Info),
    /// The best line of the last finished iteration.
    best: Option<Info>,
    /// The decision at the root that is being searched.
    current: Option<CurrentMove>,
    /// When to report progress next, and how often from then on.
    next: Duration,
    every: Duration,
}

impl<'a> SearchProgress<'a> {
    /// Reports to `on_info`, as often as the limits say.
    pub fn new(limits: &Limits, on_info: &'a mut dyn FnMut(&Info)) -> Self {
        let (next, every) = match limits.report_every {
            Some(every) => (every, every),
            None => (Duration::from_secs(3), Duration::from_secs(1)),
        };
        Self { on_info, best: None, current: None, next, every }
    }

    /// Reports a line.
    pub fn report(&mut self, info: Info) {
        (self.on_info)(&info);
        if info.multipv == 1 && info.is_line() {
            self.best = Some(info);
        }
    }

    /// Notes that the search of this root decision, `number` from 1, to `depth` turns starts now.
    pub fn search_move(&mut self, mv: Move, number: usize, depth: u32) {
        self.current = Some(CurrentMove { mv, number, depth });
    }

    /// Whether it is time to report progress.
    pub fn is_due(&self, time: Duration) -> bool {
        time >= self.next
    }

    /// Reports progress once there is a line: `time` spent and `nodes` searched.
    pub fn report_progress(&mut self, time: Duration, nodes: u64, hashfull: u32) {
        self.next = time + self.every;
        if let Some(best) = &self.best {
            (self.on_info)(&Info { time, nodes, hashfull, current: self.current, ..best.clone() });
        }
    }
}
