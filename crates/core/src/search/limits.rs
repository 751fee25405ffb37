//! The limits of a search.

use super::time::Clock;
use std::time::Duration;

/// The limits of one search, as they are asked for. All that are given hold; with none it goes on until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// At most so many turns deep.
    pub depth: Option<u32>,
    /// At most so many nodes (alpha-beta) or iterations (MCTS).
    pub nodes: Option<u64>,
    /// Until a win within so many plies is proven, or none can be.
    pub mate: Option<u32>,
    /// Exactly so much time.
    pub movetime: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Answer only when stopped, even if nothing is left to search.
    pub infinite: bool,
    /// Think on the opponent's time: like `infinite`, until [`ponder_hit`](super::SearchControl::ponder_hit).
    pub ponder: bool,
    /// How often to report how far a search has come, whatever its iterations take; `None`: after three seconds each
    /// second.
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
