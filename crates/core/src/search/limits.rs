//! The limits of a search.

use super::time::Clock;
use std::time::Duration;

/// The limits of one search, as requested. All given limits apply; with none it runs until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// At most this many turns deep.
    pub depth: Option<u32>,
    /// At most this many nodes (alpha-beta) or iterations (MCTS).
    pub nodes: Option<u64>,
    /// Until a win within this many plies is proven or ruled out.
    pub mate: Option<u32>,
    /// Exactly this much time.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Answer only when stopped, even if nothing is left to search.
    pub infinite: bool,
    /// Think on the opponent's time: as with `infinite`, until [`ponder_hit`](super::SearchControl::ponder_hit).
    pub ponder: bool,
    /// How often to report progress, however long iterations take; `None`: every second, after the first three.
    pub report_every: Option<Duration>,
}

impl Limits {
    /// Whether the search ends by itself.
    pub fn are_finite(&self) -> bool {
        let bounded = self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
            || self.movetime.is_some()
            || self.clock.is_some();
        bounded && !self.infinite && !self.ponder
    }
}
