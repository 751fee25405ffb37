//! What proof files know of the position of a game, and when that is played in place of a search.

use super::turns::turn_texts;
use crate::game::{Move, Playable};
use crate::search::proof::proof_file::{KnownResult, ProofFile, ProvedResult};
use crate::search::skill::FULL;
use crate::search::{Bound, Info, Limits, Root, Settings, Verdict};
use std::time::Duration;

/// No longer line is looked up, in plies.
const LONGEST_LINE: usize = 100;

/// A position of which the result is proved.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProvedLine {
    /// What is proved, for the side to decide. A draw is a score of 0.
    pub verdict: Verdict,
    /// Decisions that keep it, as far as they are known.
    pub line: Vec<Move>,
}

/// A position of which the result is proved, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvedTurns {
    /// What is proved, for the side to decide. A draw is a score of 0.
    pub verdict: Verdict,
    /// Turns that keep it, as far as they are known; the last may be a part of one.
    pub turns: Vec<String>,
}

/// What a proof file knows of the root. Nothing if some position has stood on the board twice and its third time would
/// be a draw: proofs know nothing of the game before.
pub(super) fn known<G: Playable>(file: &ProofFile, root: &Root<G>) -> Option<ProvedLine> {
    let is_second = |(at, key): (usize, &u64)| root.played[..at].contains(key);
    if G::REPETITION && root.played.iter().enumerate().any(is_second) {
        return None;
    }
    let KnownResult { result, plies, .. } = file.probe(&root.position)?;
    let verdict = match result {
        ProvedResult::Win => Verdict::Win(plies),
        ProvedResult::Draw => Verdict::Score(0),
        ProvedResult::Loss => Verdict::Loss(plies),
    };
    Some(ProvedLine { verdict, line: file.line(&root.position, LONGEST_LINE) })
}

/// Whether what is proved may be played at once: not when somebody analyses or wants weak play, as with a book.
pub(super) fn may_answer(limits: &Limits, settings: &Settings) -> bool {
    let analysis = limits.infinite || limits.ponder || limits.mate.is_some() || settings.multi_pv > 1;
    !analysis && limits.search_moves.is_empty() && settings.skill >= FULL.into()
}

impl ProvedLine {
    /// The same as text.
    pub fn as_turns<G: Playable>(&self, position: &G) -> ProvedTurns {
        ProvedTurns { verdict: self.verdict, turns: turn_texts(*position, &self.line) }
    }

    /// The report of it.
    pub fn info(&self, time: Duration) -> Info {
        let depth = self.line.len() as u32;
        Info {
            depth,
            seldepth: depth,
            multipv: 1,
            verdict: self.verdict,
            nodes: 0,
            hashfull: 0,
            time,
            pv: self.line.clone(),
            visits: None,
            bound: Bound::Exact,
            current: None,
        }
    }

    /// How likely the side to move is to win, to share the point and to lose, in thousandths.
    pub const fn wdl(&self) -> [u32; 3] {
        match self.verdict {
            Verdict::Win(_) => [1_000, 0, 0],
            Verdict::Score(_) => [0, 1_000, 0],
            Verdict::Loss(_) => [0, 0, 1_000],
        }
    }
}
