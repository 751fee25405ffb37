//! Solving a position: what the players reach.

use super::Goal;
use super::certificate::CertificateError;
use super::expansion::{after_forced_replies, candidates, key_of};
use super::numbers::{KnownNumbers, ProofNumbers};
use super::proof_table::{ProofTable, RawEntry};
use super::strategy_walk::Claim;
use super::worker::{ProofWorker, SharedProof};
use crate::game::{Move, MoveList, Notation, Player, Searchable, Symmetry};
use crate::search::control::SearchControl;
use crate::search::threads::{HAS_THREADS, beside};
use crate::search::zeroed::OutOfMemory;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// The traits a game needs to be solved.
pub trait Solvable: Searchable + Symmetry + Notation {}

impl<G: Searchable + Symmetry + Notation> Solvable for G {}

/// The result of best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// This side wins.
    Won(Player),
    /// Nobody can win.
    Drawn,
    /// This side does not win; the other side was not asked about.
    NotWon(Player),
}

impl GameValue {
    /// What must be shown: one strategy, or for a draw one for each side.
    pub fn claims(self) -> Vec<Claim> {
        match self {
            Self::Won(player) => vec![Claim { player, goal: Goal::Win }],
            Self::NotWon(player) => vec![Claim { player: player.other(), goal: Goal::Draw }],
            Self::Drawn => Player::BOTH.map(|player| Claim { player, goal: Goal::Draw }).to_vec(),
        }
    }
}

/// The progress of a proof search.
#[derive(Clone, Debug)]
pub struct ProofProgress {
    /// The side asked about.
    pub attacker: Player,
    /// The numbers of the root.
    pub numbers: ProofNumbers,
    /// The decisions at the root being searched, with their numbers: decided ones first, then those closest to being
    /// decided.
    pub moves: Vec<(Move, ProofNumbers)>,
    /// How many positions have been evaluated.
    pub evaluated: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The time since the search began.
    pub time: Duration,
}

/// Why a position is not solved, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The limits came first.
    #[error("the position is not solved within the limits")]
    Limits,
    /// It was found that wins depend on repetition, which proves and disproves nothing.
    #[error("whether the position is drawn depends on positions that repeat, and that is not proved")]
    Repetition,
    /// The certificate would not hold.
    #[error("{0}")]
    Certificate(#[from] CertificateError),
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveSettings {
    /// Threads, at least 1; fewer if the system gives fewer.
    pub threads: usize,
    /// Asks only whether this side wins.
    pub only: Option<Player>,
    /// How often to report.
    pub report_every: Duration,
}

/// Solves positions of one game, and remembers what it has found.
pub struct Solver {
    pub(super) proof_table: ProofTable,
    pub(super) evaluated: u64,
}

/// How often to check the time.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// The first part of the effort evaluates this many positions, each later one this many times more.
const FIRST_EFFORT: u64 = 2_000;
/// The side that is more likely to win gets this many times the effort of the other.
const FAVOUR: u64 = 7;

impl Solver {
    /// A solver with a table of about `kibibytes` KiB.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(kibibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { proof_table: ProofTable::new(kibibytes)?, evaluated: 0 })
    }

    /// What is remembered, except what is soon found again.
    pub fn entries(&self) -> impl Iterator<Item = RawEntry> {
        self.proof_table.entries()
    }

    /// Adds an entry found by another solver of the same game; false if it is not a possible one.
    pub fn insert(&self, entry: RawEntry) -> bool {
        self.proof_table.insert(entry)
    }

    /// How many positions have been evaluated in all.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// The result of best play, without a certificate.
    ///
    /// # Errors
    /// [`SolveError`] if that is not found.
    pub fn value<G: Solvable>(
        &mut self,
        position: &G,
        control: &SearchControl,
        settings: SolveSettings,
        on_progress: &mut dyn FnMut(&Self, &ProofProgress),
    ) -> Result<GameValue, SolveError> {
        if let Some(outcome) = position.outcome() {
            return Ok(outcome.winner().map_or(GameValue::Drawn, GameValue::Won));
        }
        let is_better = |player| position.evaluate(player) >= 0;
        let favourite = Player::BOTH.into_iter().find(|&player| is_better(player));
        let favourite = favourite.unwrap_or(Player::FIRST);
        let mut questions = vec![(favourite, FAVOUR), (favourite.other(), 1)];
        questions.retain(|&(player, _)| settings.only.is_none_or(|only| only == player));
        let mut effort = FIRST_EFFORT;
        let mut rests_on_repetition = false;
        while !questions.is_empty() {
            let mut left = Vec::new();
            for (attacker, share) in questions {
                let numbers = self.ask(position, attacker, effort * share, control, settings, on_progress);
                if numbers.is_proved() {
                    return Ok(GameValue::Won(attacker));
                }
                if !numbers.is_disproved() {
                    left.push((attacker, share));
                } else if self.known(position, attacker).is_none_or(|known| !known.numbers.is_disproved()) {
                    rests_on_repetition = true;
                }
                if control.must_stop(self.evaluated) {
                    return Err(SolveError::Limits);
                }
            }
            questions = left;
            effort += effort / 2;
        }
        match settings.only {
            _ if rests_on_repetition => Err(SolveError::Repetition),
            Some(player) => Ok(GameValue::NotWon(player)),
            None => Ok(GameValue::Drawn),
        }
    }

    pub(super) fn known<G: Solvable>(&self, position: &G, attacker: Player) -> Option<KnownNumbers> {
        self.proof_table.probe(key_of(position, attacker))
    }

    /// Searches for whether `attacker` wins, evaluating at most this many more positions.
    fn ask<G: Solvable>(
        &mut self,
        position: &G,
        attacker: Player,
        effort: u64,
        control: &SearchControl,
        settings: SolveSettings,
        on_progress: &mut dyn FnMut(&Self, &ProofProgress),
    ) -> ProofNumbers {
        let left = control.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.evaluated));
        let before = self.evaluated;
        let shared = SharedProof::new(&self.proof_table, effort.min(left), settings.threads);
        let run = || ProofWorker::new(&shared, attacker).search_root(position);
        let (sender, results) = mpsc::channel();
        let workers = (0..settings.threads.max(1)).map(move |_| {
            let sender = sender.clone();
            // Who listens no more has stopped the search.
            move || {
                let _ = sender.send(run());
            }
        });
        let watch = || {
            let (mut numbers, mut last) = (None, control.elapsed());
            loop {
                match results.recv_timeout(LOOK_EVERY) {
                    // Who has finished stops the others.
                    Ok(found) => {
                        shared.stopped.store(true, Relaxed);
                        numbers = numbers.filter(|known: &ProofNumbers| known.is_decided()).or(Some(found));
                    }
                    Err(RecvTimeoutError::Disconnected) => return numbers,
                    Err(RecvTimeoutError::Timeout) if control.must_stop(0) => shared.stopped.store(true, Relaxed),
                    Err(RecvTimeoutError::Timeout) => {}
                }
                if control.elapsed() - last >= settings.report_every {
                    last = control.elapsed();
                    let evaluated = before + shared.evaluated.load(Relaxed);
                    on_progress(self, &self.progress(position, attacker, evaluated, last));
                }
            }
        };
        let watched = HAS_THREADS.then(|| beside(workers, watch).0).flatten();
        // Without a second thread nobody can watch the first.
        let shared = SharedProof { unwatched: Some(control), ..shared };
        let numbers = watched.unwrap_or_else(|| ProofWorker::new(&shared, attacker).search_root(position));
        self.evaluated = before + shared.evaluated.load(Relaxed);
        numbers
    }

    fn progress<G: Solvable>(&self, position: &G, attacker: Player, evaluated: u64, time: Duration) -> ProofProgress {
        let threats = position.threats();
        let mut list = MoveList::new();
        candidates(position, &threats, &mut list);
        let numbers_after = |&mv: &Move| {
            let mut child = *position;
            child.play(mv);
            let numbers = match after_forced_replies(child, &threats) {
                Ok(after) => self.known(&after.position, attacker)?.numbers,
                Err((outcome, _)) => ProofNumbers::decided(outcome.winner() == Some(attacker)),
            };
            Some((mv, numbers))
        };
        let mut moves: Vec<_> = list.iter().filter_map(numbers_after).collect();
        let is_attacker = position.to_move() == attacker;
        moves.sort_by_key(|(_, numbers)| numbers.seen_by(is_attacker).proof);
        // What the table has of the root is from before the search, which writes it when it returns.
        let seen = moves.iter().map(|(_, numbers)| numbers.seen_by(is_attacker));
        let numbers =
            ProofNumbers::of_decisions(seen, is_attacker).unwrap_or(ProofNumbers::UNKNOWN).seen_by(is_attacker);
        ProofProgress { attacker, numbers, moves, evaluated, hashfull: self.proof_table.hashfull(), time }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Tactics};
    use crate::games::yavalath::{Setup, Yavalath};
    use crate::search::Limits;

    /// What is shown of the root is what the search itself makes of its decisions, at whatever moment.
    #[test]
    fn progress_shows_the_numbers_by_which_the_search_goes_on() {
        let mut whole = 0;
        // None of them has an image of its own: the search sees of two decisions that are images of each other only the
        // one that it follows.
        for (line, winner) in
            [("e5 d4 a2", 0), ("e5 d4 a2", 1), ("e5 c4 d4 e4 c3", 0), ("a1 b3 d2 f6", 1), ("e5 a1 e6 b1", 0)]
        {
            let mut position = Yavalath::start(&Setup { swap: false });
            for word in line.split_whitespace() {
                position.play(position.read_move(word).unwrap());
            }
            let attacker = Player::BOTH[winner];
            let mut solver = Solver::new(1 << 10).unwrap();
            for effort in [1, 10, 200, 3_000] {
                let control = SearchControl::unstoppable(Limits::default());
                let settings = SolveSettings { threads: 1, only: Some(attacker), report_every: Duration::MAX };
                let numbers = solver.ask(&position, attacker, effort, &control, settings, &mut |_, _| {});
                let shown = solver.progress(&position, attacker, 0, Duration::ZERO);
                let is_attacker = position.to_move() == attacker;
                let mut all = MoveList::new();
                candidates(&position, &position.threats(), &mut all);
                if shown.moves.len() == all.len() {
                    whole += 1;
                    assert_eq!(shown.numbers, numbers, "{line}, {effort}");
                }
                // What has not been looked at yet may be easier by its estimate.
                let [shown_proof, proof] = [shown.numbers, numbers].map(|n| n.seen_by(is_attacker).proof);
                assert!(shown_proof >= proof, "{line}, {effort}: {shown_proof} {proof}");
                let order: Vec<u32> = shown.moves.iter().map(|(_, n)| n.seen_by(is_attacker).proof).collect();
                assert!(order.is_sorted() && !order.is_empty(), "{line}, {effort}: {order:?}");
            }
        }
        assert!(whole > 5, "{whole}");
    }
}
