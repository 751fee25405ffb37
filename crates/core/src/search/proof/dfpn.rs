//! Depth-first proof-number search: it always continues with the position that decides the root with the least work,
//! and goes back only when another has become more promising (Nagai, "Df-pn algorithm for searching AND/OR trees and
//! its applications", 2002).
//!
//! Each search asks one question: whether a side, the attacker, wins. Where the attacker decides, one winning child is
//! enough (OR node); where the defender decides, all children must win (AND node). A draw is not a win. Neither is a
//! repeated position in the searched line, so a *proof* never rests on repetition. A *disproof* may; it then holds only
//! below the repeated position and is not remembered elsewhere (the graph history interaction problem; Kishimoto and
//! Müller, "A general solution to the graph history interaction problem", 2004).
//!
//! What makes it fast:
//! - the numbers of a new position are estimated from its static evaluation (df-pn+);
//! - a child is searched until it is worse than the second best by a quarter, not at once (the 1+ε trick; Pawlewicz and Lew,
//!   "Improving depth-first PN-search: 1 + ε trick", 2007);
//! - at an OR node the disproof number is the greatest of the children's and one for each other (weak proof-number search;
//!   Ueda, Hashimoto, Hashimoto and Iida, "Weak proof-number search", 2008), since most of them fail for the same reason;
//! - expansion: see [`expansion`](super::expansion).

use super::numbers::{INFINITE, KnownNumbers, ProofNumbers};
use super::worker::{Found, INDEPENDENT, ProofWorker};
use crate::game::{Searchable, Symmetry};
use std::sync::atomic::Ordering::Relaxed;

/// A child is searched until it is worse than the second best by one part in this many.
const EPSILON: u64 = 4;

/// The numbers of a node from its children, as seen by the side that decides.
struct Summed {
    numbers: ProofNumbers,
    /// The plies until the attacker wins, if the node is decided.
    plies: u32,
    /// The child to search, and up to which numbers.
    best: usize,
    second: u64,
    /// The sum, or what replaces it, without the best child.
    without_best: u64,
    rests_on: usize,
}

impl<G: Searchable + Symmetry> ProofWorker<'_, G> {
    /// Searches `position`, which has not ended, until it is decided or the search must end.
    pub fn search_root(&mut self, position: &G) -> ProofNumbers {
        let limit = ProofNumbers { proof: INFINITE, disproof: INFINITE };
        let key = self.key_of(position);
        self.search(position, &position.threats(), key, limit).known.numbers
    }

    /// Searches until one of the numbers reaches its limit.
    fn search(&mut self, position: &G, threats: &G::Threats, key: u64, limit: ProofNumbers) -> Found {
        let (nodes, first) = (self.nodes, self.children.len());
        self.nodes += 1;
        let is_attacker = position.to_move() == self.attacker;
        let limit = limit.seen_by(is_attacker);
        let depth = self.path.len();
        self.path.push(key);
        if let Some(counter) = self.shared.counter(key) {
            counter.fetch_add(1, Relaxed);
        }
        let mut found = self.expand(position, threats);
        while found.is_none() {
            let summed = self.sum(first, is_attacker);
            let ProofNumbers { proof, disproof } = summed.numbers;
            let is_enough = proof >= limit.proof || disproof >= limit.disproof;
            if summed.numbers.is_decided() || is_enough || self.shared.must_stop() {
                let numbers = summed.numbers.seen_by(is_attacker);
                let known = match numbers.is_decided() {
                    true => KnownNumbers::decided(numbers.is_proved(), summed.plies),
                    false => KnownNumbers::open(numbers),
                };
                found = Some(Found { known, rests_on: summed.rests_on });
                break;
            }
            let proof = summed.second.saturating_add(summed.second / EPSILON + 1).min(limit.proof.into());
            // Numbers that are too large to be distinguished must not keep the child from being searched.
            let more = self.children[first + summed.best].numbers().seen_by(is_attacker).disproof + 1;
            let disproof = u64::from(limit.disproof).saturating_sub(summed.without_best).max(more.into());
            let bound = |number: u64| number.min(INFINITE.into()) as u32;
            let child_limit = ProofNumbers { proof: bound(proof), disproof: bound(disproof) }.seen_by(is_attacker);
            let child = &self.children[first + summed.best];
            let (next, known, next_key) = (child.position, child.threats, child.key);
            let result = self.search(&next, &known, next_key, child_limit);
            self.children[first + summed.best].found = result;
        }
        self.path.pop();
        self.children.truncate(first);
        if let Some(counter) = self.shared.counter(key) {
            counter.fetch_sub(1, Relaxed);
        }
        let mut found = found.unwrap_or(Found::anywhere(KnownNumbers::open(ProofNumbers::UNKNOWN)));
        if !found.known.numbers.is_decided() || found.rests_on >= depth {
            self.shared.proof_table.store(key, found.known, self.nodes - nodes);
            found.rests_on = INDEPENDENT;
        }
        found
    }

    /// The numbers of the node whose children begin at `first`, and what to search next.
    fn sum(&mut self, first: usize, is_attacker: bool) -> Summed {
        if self.shared.searching.is_some() {
            self.look_again(first);
        }
        let (mut best, mut least, mut second) = (0, (u64::MAX, u64::MAX), u64::MAX);
        let (mut sum, mut most, mut open) = (0u64, 0u64, 0u64);
        let (mut rests_on, mut longest) = (INDEPENDENT, 0);
        for (i, child) in self.children[first..].iter().enumerate() {
            let ProofNumbers { proof, disproof } = child.numbers().seen_by(is_attacker);
            if proof == 0 {
                let (numbers, rests_on) = (ProofNumbers::decided(true), child.found.rests_on);
                return Summed { numbers, plies: child.plies(), best: i, second: 0, without_best: 0, rests_on };
            }
            if disproof == 0 {
                rests_on = rests_on.min(child.found.rests_on);
                longest = longest.max(child.plies());
                continue;
            }
            let (proof, disproof) = (u64::from(proof) + self.discouragement(child.key, proof), u64::from(disproof));
            if (proof, disproof) < least {
                (second, least, best) = (least.0, (proof, disproof), i);
            } else {
                second = second.min(proof);
            }
            sum += disproof;
            most = most.max(disproof);
            open += 1;
        }
        if open == 0 {
            let numbers = ProofNumbers::decided(false);
            return Summed { numbers, plies: longest, best, second, without_best: 0, rests_on };
        }
        let numbers = self.children[first + best].numbers().seen_by(is_attacker);
        // At an OR node the children tend to fail together.
        let (all, without_best) =
            if is_attacker { (most + open - 1, open - 1) } else { (sum, sum - u64::from(numbers.disproof)) };
        let numbers = ProofNumbers::open(numbers.proof.into(), all);
        Summed { numbers, plies: 0, best, second, without_best, rests_on: INDEPENDENT }
    }

    /// How much the number of a child is raised for every thread searching below it, so that others go elsewhere.
    fn discouragement(&self, key: u64, number: u32) -> u64 {
        let threads = self.shared.counter(key).map_or(0, |counter| u64::from(counter.load(Relaxed)));
        threads * (1 + u64::from(number) / 4)
    }

    /// Takes over what other threads have found about the children.
    fn look_again(&mut self, first: usize) {
        for child in &mut self.children[first..] {
            if !child.numbers().is_decided()
                && let Some(known) = self.shared.proof_table.probe(child.key)
            {
                child.found = Found::anywhere(known);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Move, MoveList, Player};
    use crate::games::yavalath::{Setup, Yavalath};
    use crate::search::proof::proof_table::ProofTable;
    use crate::search::proof::worker::SharedProof;

    /// The defender decides, and proving that all replies lose takes more than a number can hold.
    #[test]
    fn a_search_goes_on_where_all_numbers_are_at_their_bound() {
        let root = Yavalath::start(&Setup { swap: false });
        let proof_table = ProofTable::new(1 << 10).unwrap();
        let shared = SharedProof::new(&proof_table, 5_000, 1);
        let mut worker = ProofWorker::new(&shared, Player::SECOND);
        let after_each = |position: Yavalath| {
            let mut moves = MoveList::new();
            position.moves(&mut moves);
            moves.iter().map(|&mv| after(position, mv)).collect::<Vec<_>>()
        };
        for child in after_each(root).into_iter().flat_map(|child| [vec![child], after_each(child)].concat()) {
            let numbers = ProofNumbers { proof: INFINITE - 1, disproof: 1 };
            proof_table.store(worker.key_of(&child), KnownNumbers::open(numbers), 1_000);
        }
        assert!(!worker.search_root(&root).is_decided());
        assert!(shared.evaluated.load(Relaxed) >= 5_000);
    }

    fn after(mut position: Yavalath, mv: Move) -> Yavalath {
        position.play(mv);
        position
    }
}
