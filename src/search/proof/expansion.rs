//! The children of a node in a proof search, and what is known of them before they are searched.
//!
//! Forced replies are played at once, so that a child is a position in which something is to be decided. A new position is
//! first searched for a win by threats alone (threat-space search), which most decided positions have.
//!
//! Where the other side would win by threats alone if this one skipped its turn, only the decisions that may spoil that win
//! are looked at: the win's relevance zone (null-move search; Thomsen, "Lambda-search in game trees - with application to
//! Go", 2000; Wu and Lin, "Relevance-zone-oriented proof search for Connect6", 2010).

use super::dfpn::{Found, ProofWorker};
use super::numbers::ProofNumbers;
use crate::board::bits::hash_key;
use crate::game::{MoveList, Outcome, Player, Searchable, Status, Symmetry};
use crate::search::pv::Pv;
use crate::search::threats::forced_win;
use std::sync::atomic::Ordering::Relaxed;

/// How many decisions the threat-space search of a new position looks at.
const THREATS_OF_NEW: u32 = 200;
/// How many that of a relevance zone looks at.
const THREATS_OF_ZONE: u32 = 400;

/// In place of a place on the path: the numbers hold wherever the position stands.
pub(super) const INDEPENDENT: usize = usize::MAX;
/// The place on the path for what the limits of the search are to blame for.
const LIMITS: usize = 0;

/// A position that a decision leads to, after the replies that it forces.
pub(super) struct Child<G: Searchable> {
    pub(super) position: G,
    pub(super) threats: G::Threats,
    pub(super) key: u64,
    pub(super) numbers: ProofNumbers,
    /// See [`Found`].
    pub(super) rests_on: usize,
}

impl<G: Searchable> Child<G> {
    pub(super) fn set(&mut self, found: Found) {
        self.numbers = found.numbers;
        self.rests_on = found.rests_on;
    }
}

/// The key under which a position is remembered for the question whether `attacker` wins.
pub(super) fn key_of<G: Symmetry>(position: &G, attacker: Player) -> u64 {
    position.canonical_key() ^ hash_key(attacker.index() as u64)
}

/// A position after all forced replies, with its threats; or how the game ends.
pub(super) fn after_forced_replies<G: Searchable>(
    mut position: G,
    parent: &G::Threats,
) -> Result<(G, G::Threats), Outcome> {
    let mut threats = *parent;
    loop {
        if let Some(outcome) = position.outcome() {
            return Err(outcome);
        }
        threats = position.threats_after(&threats);
        match position.status(&threats) {
            Status::Decided(outcome, _) => return Err(outcome),
            Status::Open => return Ok((position, threats)),
            Status::Forced => {
                let mut replies = MoveList::new();
                match position.relevant_moves(&threats, &mut replies) {
                    Status::Decided(outcome, _) => return Err(outcome),
                    _ if replies.len() == 1 => position.play(replies[0]),
                    _ => return Ok((position, threats)),
                }
            }
        }
    }
}

/// The decisions by which a position may be decided, and how it is if that is clear.
///
/// An empty list says that none helps: the other side wins.
pub(super) fn candidates<G: Searchable>(position: &G, threats: &G::Threats, list: &mut MoveList) -> Status {
    if position.status(threats) == Status::Open
        && let Some(skipped) = position.skip()
    {
        let known = skipped.threats_after(threats);
        let mut win = Pv::new();
        let is_decided = matches!(skipped.status(&known), Status::Decided(..));
        if !is_decided && forced_win(&skipped, &known, &mut { THREATS_OF_ZONE }, &mut win).is_some() {
            win.reverse();
            position.defences(threats, &win, list);
            return Status::Open;
        }
    }
    position.relevant_moves(threats, list)
}

impl<G: Searchable + Symmetry> ProofWorker<'_, G> {
    /// The key under which a position is remembered.
    pub(super) fn key_of(&self, position: &G) -> u64 {
        key_of(position, self.attacker)
    }

    fn decided(&self, outcome: Outcome) -> ProofNumbers {
        ProofNumbers::decided(outcome.winner() == Some(self.attacker))
    }

    /// Appends the children of a node. If one of them, or the position itself, decides it, that is returned.
    pub(super) fn expand(&mut self, position: &G, threats: &G::Threats) -> Option<Found> {
        let mut moves = MoveList::new();
        if let Status::Decided(outcome, _) = candidates(position, threats, &mut moves) {
            return Some(Found { numbers: self.decided(outcome), rests_on: INDEPENDENT });
        }
        let is_attacker = position.to_move() == self.attacker;
        for &mv in &moves {
            let mut child = *position;
            child.play(mv);
            let child = self.child(child, threats);
            let (numbers, rests_on) = (child.numbers, child.rests_on);
            self.children.push(child);
            if numbers == ProofNumbers::decided(is_attacker) {
                return Some(Found { numbers, rests_on });
            }
        }
        None
    }

    /// The child that begins with `position`.
    fn child(&mut self, position: G, parent: &G::Threats) -> Child<G> {
        let (child, threats) = match after_forced_replies(position, parent) {
            Ok(child) => child,
            Err(outcome) => {
                let numbers = self.decided(outcome);
                return Child { position, threats: *parent, key: 0, numbers, rests_on: INDEPENDENT };
            }
        };
        let key = self.key_of(&child);
        let (numbers, rests_on) = match self.repeats(key) {
            Some(rests_on) => (ProofNumbers::decided(false), rests_on),
            None => (self.numbers_of(&child, &threats, key), INDEPENDENT),
        };
        Child { position: child, threats, key, numbers, rests_on }
    }

    /// Where on the path the position stands already, if going there makes no progress.
    fn repeats(&self, key: u64) -> Option<usize> {
        if self.is_too_deep() {
            return Some(LIMITS);
        }
        if G::REPETITION { self.path.iter().position(|&other| other == key) } else { None }
    }

    /// What is known of a position, or what its threats and its static evaluation say.
    fn numbers_of(&mut self, position: &G, threats: &G::Threats, key: u64) -> ProofNumbers {
        if let Some(known) = self.shared.table.probe(key) {
            return known;
        }
        self.shared.evaluated.fetch_add(1, Relaxed);
        let numbers = self.first_numbers(position, threats);
        self.shared.table.store(key, numbers, 1);
        numbers
    }

    fn first_numbers(&self, position: &G, threats: &G::Threats) -> ProofNumbers {
        // Games without a cheap status say it together with the list.
        if size_of::<G::Threats>() == 0
            && let Status::Decided(outcome, _) = position.relevant_moves(threats, &mut MoveList::new())
        {
            return self.decided(outcome);
        }
        let is_attacker = position.to_move() == self.attacker;
        if forced_win(position, threats, &mut { THREATS_OF_NEW }, &mut Pv::new()).is_some() {
            return ProofNumbers::decided(is_attacker);
        }
        let params = position.params();
        let tempo = if is_attacker { params.proof_tempo } else { -params.proof_tempo };
        let score = f64::from(position.evaluate(self.attacker) + tempo);
        ProofNumbers::estimated(score / f64::from(params.proof_spread))
    }
}
