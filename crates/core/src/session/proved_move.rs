//! What proof files know about the position of a game, and when that replaces a search.

use super::turns::turn_texts;
use crate::game::{Move, Playable};
use crate::search::proof::proof_file::{KnownResult, ProofFile, ProvedResult};
use crate::search::{Bound, Info, Limits, Root, Settings, Verdict};
use std::time::Duration;

/// The longest line that is looked up, in plies.
const LONGEST_LINE: usize = 100;

/// How a search uses the open proof file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProofUse {
    /// Nothing.
    #[default]
    Ignore,
    /// A proved move may be played at once instead of an ordinary search.
    Play,
    /// For an analysis: proved results replace what a search would find, for the position or for some of its decisions,
    /// and are marked as proved.
    Show,
}

/// A position of which the result is proved.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ProvedLine {
    /// What is proved, for the side to decide.
    pub verdict: Verdict,
    /// Decisions that keep it, as far as they are known.
    pub line: Vec<Move>,
}

/// A position of which the result is proved, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct ProvedTurns {
    /// What is proved, for the side to decide.
    pub verdict: Verdict,
    /// Turns that keep it, as far as they are known; the last may be a part of one.
    pub turns: Vec<String>,
}

/// What a proof file knows about the root. Nothing if some position has occurred twice and a third time would be a
/// draw: proofs do not know the game so far.
pub(super) fn known<G: Playable>(file: &ProofFile, root: &Root<G>) -> Option<ProvedLine> {
    let (verdict, _) = result(file, root)?;
    Some(ProvedLine { verdict, line: file.line(&root.position, LONGEST_LINE) })
}

/// Whether some position has occurred twice and a third time would be a draw.
pub(super) fn has_history<G: Playable>(root: &Root<G>) -> bool {
    let is_second = |(at, key): (usize, &u64)| root.played[..at].contains(key);
    G::REPETITION && root.played.iter().enumerate().any(is_second)
}

/// The same without the line except for its first decision.
fn result<G: Playable>(file: &ProofFile, root: &Root<G>) -> Option<(Verdict, Option<Move>)> {
    if has_history(root) {
        return None;
    }
    let KnownResult { result, plies, best } = file.probe(&root.position)?;
    let verdict = match result {
        ProvedResult::Win => Verdict::win_in(plies),
        ProvedResult::Draw => Verdict::Draw,
        ProvedResult::Loss => Verdict::loss_in(plies),
    };
    Some((verdict, best))
}

/// What a proof file knows about a decision, or the rules if it ends the game: for the side that takes it, with the
/// decision as the first of the line.
pub(super) fn known_after<G: Playable>(file: &ProofFile, root: &Root<G>, mv: Move) -> Option<ProvedLine> {
    let mut after = root.clone();
    after.played.push(after.position.key());
    after.position.play(mv);
    if let Some(outcome) = after.position.outcome() {
        let verdict = match outcome.winner() {
            Some(winner) if winner == root.position.to_move() => Verdict::win_in(1),
            Some(_) => Verdict::loss_in(1),
            None => Verdict::Draw,
        };
        return Some(ProvedLine { verdict, line: vec![mv] }).filter(|_| G::PLAYERS == 2);
    }
    let (verdict, next) = result(file, &after)?;
    let verdict = match (verdict, after.position.to_move() == root.position.to_move()) {
        (Verdict::Win(rest), true) | (Verdict::Loss(rest), false) => Verdict::win_in(rest.plies() + 1),
        (Verdict::Loss(rest), true) | (Verdict::Win(rest), false) => Verdict::loss_in(rest.plies() + 1),
        (Verdict::Score(_) | Verdict::Draw, _) => Verdict::Draw,
    };
    Some(ProvedLine { verdict, line: [mv].into_iter().chain(next).collect() })
}

/// Whether a proved move may be played at once: not in analysis or weak play, as with a book.
pub(super) fn may_answer<G>(root: &Root<G>, limits: &Limits, settings: &Settings) -> bool {
    let analysis = limits.infinite || limits.ponder || limits.mate.is_some() || settings.multi_pv > 1;
    !analysis && root.only.is_empty() && settings.is_full_strength()
}

/// Whether a proof may replace what a search finds: not when a win within a number of plies is asked for, nor in weak
/// play.
pub(super) fn may_show(limits: &Limits, settings: &Settings) -> bool {
    limits.mate.is_none() && settings.is_full_strength()
}

impl ProvedLine {
    /// The same as text.
    pub fn as_turns<G: Playable>(&self, position: &G) -> ProvedTurns {
        ProvedTurns { verdict: self.verdict, turns: turn_texts(*position, &self.line) }
    }

    /// The report of it as the line of this number, from 1.
    pub fn info(&self, multipv: usize, time: Duration) -> Info {
        let depth = self.line.len() as u32;
        Info {
            depth,
            seldepth: depth,
            multipv,
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

    /// The most plies until a side has won.
    pub const fn plies(&self) -> u32 {
        match self.verdict.mate() {
            Some(plies) => plies.unsigned_abs(),
            None => 0,
        }
    }
}
