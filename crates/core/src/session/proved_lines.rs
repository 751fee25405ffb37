//! Analysis with a proof file: what is proved, and what is left to search.

use super::proved_move::{self, ProvedLine};
use crate::game::{Move, MoveList, Playable};
use crate::search::proof::proof_file::ProofFile;
use crate::search::{Bound, Info, Root, Verdict};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::time::Duration;

/// What a proof file knows about a position and its decisions.
#[derive(Default)]
pub(super) struct ProvedLines {
    /// If the result is proved: a line that keeps it, then others that are proved to win, shortest first.
    pub first: Vec<ProvedLine>,
    /// Decisions proved to lose, the longest first; they follow everything that is searched. They are not searched, or
    /// one could be mistaken for the best.
    pub last: Vec<ProvedLine>,
    /// The decisions left to search, if anything is known.
    pub open: Vec<Move>,
    /// What is known about these decisions.
    known: FxHashMap<Move, ProvedLine>,
    /// How many lines are wanted in total.
    multi_pv: usize,
}

impl ProvedLines {
    /// The result alone, and nothing to search.
    pub fn answer(first: Option<ProvedLine>) -> Self {
        Self { first: first.into_iter().collect(), multi_pv: 1, ..Self::default() }
    }

    /// `result` is what is known about the position.
    pub fn new<G: Playable>(
        file: Option<&ProofFile>,
        root: &Root<G>,
        result: Option<ProvedLine>,
        multi_pv: usize,
    ) -> Self {
        let may_be_chosen = |mv: &Move| root.only.is_empty() || root.only.contains(mv);
        let result = result.filter(|line| line.line.first().is_some_and(may_be_chosen));
        if multi_pv == 1 && result.is_some() {
            return Self::answer(result);
        }
        let mut legal = MoveList::new();
        root.position.moves(&mut legal);
        let best = result.as_ref().and_then(|line| line.line.first().copied());
        let mut lines = Self { multi_pv, ..Self::default() };
        for mv in legal.into_iter().filter(may_be_chosen).filter(|&mv| Some(mv) != best) {
            match file.and_then(|file| proved_move::known_after(file, root, mv)) {
                Some(line) if matches!(line.verdict, Verdict::Win(_)) => lines.first.push(line),
                Some(line) if matches!(line.verdict, Verdict::Loss(_)) => lines.last.push(line),
                line => {
                    lines.open.push(mv);
                    lines.known.extend(line.map(|line| (mv, line)));
                }
            }
        }
        sort(&mut lines.first, &mut lines.last);
        lines.first.splice(..0, result);
        if lines.first.is_empty() && lines.open.is_empty() {
            // All lose that may be chosen.
            lines.first.append(&mut lines.last);
        }
        if lines.first.len() >= multi_pv {
            lines.open.clear();
        }
        lines
    }

    /// Whether the file has anything to say.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty() && self.last.is_empty() && self.known.is_empty()
    }

    /// How many lines to give the open decisions.
    pub fn left(&self) -> usize {
        self.multi_pv.saturating_sub(self.first.len()).max(1)
    }

    /// What is known about the decision that is played.
    pub fn of_best(&self, mv: Option<&Move>) -> Option<&ProvedLine> {
        self.first.first().or_else(|| self.known.get(mv?))
    }

    /// Reports the lines that need no search and come before the searched ones; if nothing is searched, also those that
    /// come after.
    pub fn report_known(&self, time: Duration, report: &mut dyn FnMut(Info, Option<&ProvedLine>)) {
        let last = if self.open.is_empty() { &self.last[..] } else { &[] };
        for (multipv, line) in (1..=self.multi_pv).zip(self.first.iter().chain(last)) {
            report(line.info(multipv, time), Some(line));
        }
    }

    /// Reports what a search of the open decisions has found, numbered among all lines, and after the last of them what
    /// is proved to lose.
    pub fn report_found(&self, info: &Info, report: &mut dyn FnMut(Info, Option<&ProvedLine>)) {
        if !self.first.is_empty() && info.bound != Bound::Exact {
            // The position is not worth what is known of some of its decisions.
            return;
        }
        let multipv = info.multipv + self.first.len();
        let known = if info.is_line() { info.pv.first().and_then(|mv| self.known.get(mv)) } else { None };
        report(Info { multipv, ..info.clone() }, known);
        if info.is_line() && info.multipv == self.open.len() {
            for (multipv, line) in (multipv + 1..=self.multi_pv).zip(&self.last) {
                let ProvedLine { verdict, line: pv } = line.clone();
                let (depth, visits) = (pv.len() as u32, None);
                report(Info { multipv, verdict, pv, depth, visits, ..info.clone() }, Some(line));
            }
        }
    }
}

/// The soonest wins and the latest losses come first. Once for all games.
fn sort(wins: &mut [ProvedLine], losses: &mut [ProvedLine]) {
    wins.sort_by_key(ProvedLine::plies);
    losses.sort_by_key(|line| Reverse(line.plies()));
}
