//! The children of a node in a proof search, and what is known about them before they are searched.
//!
//! Forced replies are played at once, so that each child is a position with a choice. A new position is first searched
//! for a win by threats alone (threat-space search), which most decided positions have.
//!
//! If the other side would win by threats alone after a skipped turn, only the decisions that may spoil that win are
//! considered: the win's relevance zone (null-move search; Thomsen, "Lambda-search in game trees - with application to
//! Go", 2000; Wu and Lin, "Relevance-zone-oriented proof search for Connect6", 2010).

use super::numbers::{KnownNumbers, ProofNumbers};
use super::worker::{Found, ProofChild, ProofWorker};
use crate::board::bits::hash_key;
use crate::game::{MoveList, Outcome, Player, Searchable, Status, Symmetry};
use crate::search::pv::Pv;
use crate::search::threats::forced_win;
use std::sync::atomic::Ordering::Relaxed;

/// How many decisions the threat-space search of a new position looks at.
const THREATS_OF_NEW: u32 = 200;
/// How many the search for a relevance zone looks at.
const THREATS_OF_ZONE: u32 = 400;

/// The place on the path that stands for results due to the limits of the search.
const LIMITS: usize = 0;

/// The key of a position for the question whether `attacker` wins.
pub(super) fn key_of<G: Symmetry>(position: &G, attacker: Player) -> u64 {
    position.canonical_key() ^ hash_key(attacker.index() as u64)
}

/// A position that forced replies lead to.
pub(super) struct AfterForced<G: Searchable> {
    pub(super) position: G,
    pub(super) threats: G::Threats,
    /// How many forced replies there were.
    pub(super) plies: u32,
}

/// A position after all forced replies; or how the game ends, and in how many plies.
pub(super) fn after_forced_replies<G: Searchable>(
    mut position: G,
    parent: &G::Threats,
) -> Result<AfterForced<G>, (Outcome, u32)> {
    let mut threats = *parent;
    let mut plies = 0;
    loop {
        if let Some(outcome) = position.outcome() {
            return Err((outcome, plies));
        }
        threats = position.threats_after(&threats);
        match position.status(&threats) {
            Status::Decided(outcome, more) => return Err((outcome, plies + u32::from(more))),
            Status::Open => return Ok(AfterForced { position, threats, plies }),
            Status::Forced => {
                let mut replies = MoveList::new();
                match position.relevant_moves(&threats, &mut replies) {
                    Status::Decided(outcome, more) => return Err((outcome, plies + u32::from(more))),
                    _ if replies.len() == 1 => {
                        position.play(replies[0]);
                        plies += 1;
                    }
                    _ => return Ok(AfterForced { position, threats, plies }),
                }
            }
        }
    }
}

/// The decisions that may decide a position, and its result if that is clear.
///
/// An empty list means that none helps: the other side wins.
pub(super) fn candidates<G: Searchable>(position: &G, threats: &G::Threats, list: &mut MoveList) -> Status {
    if position.knows_defences()
        && position.status(threats) == Status::Open
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
    /// The key of a position in the table.
    pub(super) fn key_of(&self, position: &G) -> u64 {
        key_of(position, self.attacker)
    }

    fn decided(&self, outcome: Outcome, plies: u32) -> KnownNumbers {
        KnownNumbers::decided(outcome.winner() == Some(self.attacker), plies)
    }

    /// Appends the children of a node. If one of them, or the position itself, decides it, that is returned.
    pub(super) fn expand(&mut self, position: &G, threats: &G::Threats) -> Option<Found> {
        let mut moves = MoveList::new();
        if let Status::Decided(outcome, plies) = candidates(position, threats, &mut moves) {
            return Some(Found::anywhere(self.decided(outcome, plies.into())));
        }
        let is_attacker = position.to_move() == self.attacker;
        for &mv in &moves {
            let mut child = *position;
            child.play(mv);
            let child = self.child(child, threats);
            let (numbers, plies, rests_on) = (child.numbers(), child.plies(), child.found.rests_on);
            self.children.push(child);
            if numbers == ProofNumbers::decided(is_attacker) {
                return Some(Found { known: KnownNumbers::decided(is_attacker, plies), rests_on });
            }
        }
        None
    }

    /// The child that begins with `position`.
    fn child(&mut self, position: G, parent: &G::Threats) -> ProofChild<G> {
        match after_forced_replies(position, parent) {
            Ok(AfterForced { position, threats, plies }) => {
                let key = self.key_of(&position);
                let found = match self.repeats(key) {
                    Some(rests_on) => Found { known: KnownNumbers::decided(false, 0), rests_on },
                    None => Found::anywhere(self.known(&position, &threats, key)),
                };
                ProofChild { position, threats, key, found, forced: plies + 1 }
            }
            Err((outcome, plies)) => {
                let found = Found::anywhere(self.decided(outcome, 0));
                ProofChild { position, threats: *parent, key: 0, found, forced: plies + 1 }
            }
        }
    }

    /// Where on the path the position already is, if going there makes no progress.
    fn repeats(&self, key: u64) -> Option<usize> {
        if self.is_too_deep() {
            return Some(LIMITS);
        }
        if G::REPETITION { self.path.iter().position(|&other| other == key) } else { None }
    }

    /// What is known about a position, or what its threats and static evaluation suggest.
    fn known(&mut self, position: &G, threats: &G::Threats, key: u64) -> KnownNumbers {
        if let Some(known) = self.shared.proof_table.probe(key) {
            return known;
        }
        self.shared.evaluated.fetch_add(1, Relaxed);
        let known = self.first_known(position, threats);
        self.shared.proof_table.store(key, known, 1);
        known
    }

    fn first_known(&self, position: &G, threats: &G::Threats) -> KnownNumbers {
        // Games without a cheap status say it together with the list.
        if size_of::<G::Threats>() == 0
            && let Status::Decided(outcome, plies) = position.relevant_moves(threats, &mut MoveList::new())
        {
            return self.decided(outcome, plies.into());
        }
        let is_attacker = position.to_move() == self.attacker;
        if let Some(plies) = forced_win(position, threats, &mut { THREATS_OF_NEW }, &mut Pv::new()) {
            return KnownNumbers::decided(is_attacker, plies);
        }
        let tempo = if is_attacker { G::PROOF_TEMPO } else { -G::PROOF_TEMPO };
        let score = f64::from(position.evaluate(self.attacker) + tempo);
        KnownNumbers::open(ProofNumbers::estimated(score / f64::from(G::PROOF_SPREAD)))
    }
}
