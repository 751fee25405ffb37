//! A search's request, its reports and its result.

use super::proved_move::ProofUse;
use crate::search::{Bound, Info, Limits, Settings, StopSource, StopToken, Verdict};
use std::time::Duration;

/// A request for a search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    /// The limits.
    pub limits: Limits,
    /// The turns (or first decisions) to choose among; empty: all.
    pub search_moves: Vec<String>,
    /// The turns (or first decisions) not to choose. Only the first decision of a turn counts, which other turns may
    /// share.
    pub avoid_moves: Vec<String>,
    /// Whether to search for a threat: what the other side would play if it were its turn.
    pub null_move: bool,
    /// What stops it.
    pub stop_token: StopToken,
    /// Time to keep in reserve on the clock.
    pub overhead: Duration,
    /// How to search.
    pub settings: Settings,
    /// Whether an open book may answer instead of an ordinary search.
    pub book: bool,
    /// How to use the open proof file, if there is one.
    pub proofs: ProofUse,
}

impl Default for SearchRequest {
    /// Alpha-beta at full strength on one thread, without limits: set some, or pass your own stop token.
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            search_moves: Vec::new(),
            avoid_moves: Vec::new(),
            null_move: false,
            stop_token: StopSource::default().token(),
            overhead: Duration::ZERO,
            settings: Settings::default(),
            book: false,
            proofs: ProofUse::Ignore,
        }
    }
}

/// An [`Info`] with its principal variation as text.
#[derive(Clone, Debug)]
pub struct Report {
    /// The search's report, with its verdict on the [common scale](crate::calibration).
    pub info: Info,
    /// How likely the side to move is to win, to share the point and to lose, in thousandths.
    pub wdl: [u32; 3],
    /// The principal variation, turn by turn.
    pub turns: Vec<String>,
    /// The first decision of the first of them.
    pub decision: String,
    /// The text of the decision in [`Info::current`].
    pub current: Option<String>,
    /// Whether the verdict is that of the proof file.
    pub proved: bool,
    /// Whether that also holds for the position: this is its best line.
    pub result_proved: bool,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The turn to play, or the rest of it.
    pub best: String,
    /// The turn expected then.
    pub ponder: Option<String>,
    /// How good the best turn is for the side to move, on the common scale.
    pub verdict: Verdict,
    /// How likely the side to move is to win, to share the point and to lose, in thousandths.
    pub wdl: [u32; 3],
    /// What the verdict says about the value at the depth reached.
    pub bound: Bound,
    /// The principal variation, turn by turn.
    pub turns: Vec<String>,
    /// How many nodes or iterations were searched.
    pub nodes: u64,
    /// If the book has answered: in how many of its games this was played.
    pub book: Option<u32>,
    /// Whether the proof file has answered; then the verdict is proved, even a draw.
    pub proved: bool,
    /// Whether the verdict is proved for the best turn; another turn may be better if the position itself is not
    /// proved.
    pub best_proved: bool,
    /// How many of the threads that should have searched could not be started.
    pub missing_threads: usize,
}
