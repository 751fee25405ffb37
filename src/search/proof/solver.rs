//! Solving a position: who wins, with a certificate of it.

use super::Goal;
use super::certificate::{self, CertificateError};
use super::expansion::{AfterForced, after_forced_replies, candidates, key_of};
use super::main_line::KnownPlies;
use super::numbers::{KnownNumbers, ProofNumbers};
use super::proof_table::{ProofTable, RawEntry};
use super::strategy_walk::{Claim, ProvedPosition, Summary, WalkError};
use super::worker::{ProofWorker, SharedProof};
use crate::game::{Move, MoveList, Notation, Player, Searchable, Status, Symmetry};
use crate::search::control::SearchControl;
use crate::search::huge_pages::OutOfMemory;
use crate::search::pv::Pv;
use crate::search::threads::beside;
use crate::search::threats::forced_win;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// What a game must be for its positions to be solved.
pub trait Solvable: Searchable + Symmetry + Notation {}

impl<G: Searchable + Symmetry + Notation> Solvable for G {}

/// What the players reach who play best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// This side wins.
    Won(Player),
    /// Nobody can win.
    Drawn,
    /// This side does not win; of the other it was not asked.
    NotWon(Player),
}

impl GameValue {
    /// What has to be shown: one strategy, or for a draw one of each side.
    pub fn claims(self) -> Vec<Claim> {
        match self {
            Self::Won(player) => vec![Claim { player, goal: Goal::Win }],
            Self::NotWon(player) => vec![Claim { player: player.other(), goal: Goal::Draw }],
            Self::Drawn => [Player::FIRST, Player::SECOND].map(|player| Claim { player, goal: Goal::Draw }).to_vec(),
        }
    }
}

/// How far a proof search has come.
#[derive(Clone, Debug)]
pub struct ProofProgress {
    /// The side of which is asked whether it wins.
    pub attacker: Player,
    /// The numbers of the root.
    pub numbers: ProofNumbers,
    /// The decisions at the root whose replies are being looked at, with their numbers: what is decided, then what is
    /// nearest to being so.
    pub moves: Vec<(Move, ProofNumbers)>,
    /// How many positions have been evaluated.
    pub evaluated: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The time since the search began.
    pub time: Duration,
}

/// A position that has been solved.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the players reach.
    pub value: GameValue,
    /// The certificate, as it is written into a file. Its strategies have been walked through by the plain rules.
    pub certificate: Vec<u8>,
    /// What that walk has seen, for each claim.
    pub walks: Vec<Summary>,
    /// When the value was known, from the beginning of the search; the rest of the time went into the certificate.
    pub known_after: Duration,
    /// A line of play. In a won game a longest one: the winner plays as the certificate says, the loser resists as long as
    /// that allows. In a drawn one both play as it says, to the end or until a position comes back. Empty if it was only
    /// asked whether one side wins, and it does not.
    pub line: Vec<Move>,
}

/// Why a position is not solved, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The limits came first.
    #[error("the position is not solved within the limits")]
    Limits,
    /// It was found that nobody can win unless by going round, which neither proves nor disproves a thing.
    #[error("whether the position is drawn hangs on positions that come back, and that is not proved")]
    Repetition,
    /// The certificate would not hold.
    #[error("{0}")]
    Certificate(#[from] CertificateError),
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveSettings {
    /// Threads, at least 1. Where the system has not so many, fewer search.
    pub threads: usize,
    /// Ask only whether this side wins.
    pub only: Option<Player>,
    /// How often to report.
    pub report_every: Duration,
}

/// Solves positions of one game, and remembers what it has found.
pub struct Solver {
    proof_table: ProofTable,
    evaluated: u64,
}

/// How often to look whether the time is up.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// The first part of the effort: so many positions are evaluated, then so many times more.
const FIRST_EFFORT: u64 = 2_000;
/// With so much memory, and so many evaluated positions at most, a position is solved anew whose answers go round.
const KIBIBYTES_ANEW: usize = 64 << 10;
const EFFORT_ANEW: u64 = 2_000_000;
/// The side that is more likely to win gets so many times the effort of the other.
const FAVOUR: u64 = 7;

impl Solver {
    /// A solver with a table of about `kibibytes` KiB, got ready by so many threads.
    ///
    /// # Errors
    /// If the system does not give so much memory.
    pub fn new(kibibytes: usize, threads: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { proof_table: ProofTable::new(kibibytes, threads)?, evaluated: 0 })
    }

    /// What is remembered, but for what is soon found again.
    pub fn entries(&self) -> impl Iterator<Item = RawEntry> {
        self.proof_table.entries()
    }

    /// Remembers what another solver of the same game had found; false if that is impossible.
    pub fn insert(&self, entry: RawEntry) -> bool {
        self.proof_table.insert(entry)
    }

    /// How many positions have been evaluated in all.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Solves a position as if the game had begun with it, within the time and the nodes (evaluated positions) that
    /// `control` allows. `name` is that of the game in the registry.
    ///
    /// # Errors
    /// [`SolveError`] if it is not solved.
    pub fn solve<G: Solvable>(
        &mut self,
        (name, setup): (&str, &G::Setup),
        position: &G,
        control: &SearchControl,
        settings: SolveSettings,
        on_progress: &mut dyn FnMut(&Self, &ProofProgress),
    ) -> Result<Solution, SolveError> {
        let solved = self.solve_with_what_is_known((name, setup), position, control, settings, on_progress);
        match &solved {
            Err(SolveError::Certificate(CertificateError::Walk { error: WalkError::Cycle { .. }, .. })) => {}
            _ => return solved,
        }
        // What has given way to something else may have been found again by way of what rested on it. Then the win is true,
        // but its answers go round. In a table of its own, in which nothing gives way, they do not.
        let Ok(mut other) = Self::new(KIBIBYTES_ANEW, 1) else { return solved };
        let (part, before) = (control.part(Some(EFFORT_ANEW), self.evaluated), control.elapsed());
        let anew = other.solve_with_what_is_known((name, setup), position, &part, settings, &mut |_, _| {});
        self.evaluated += other.evaluated;
        anew.map(|solution| Solution { known_after: before + solution.known_after, ..solution }).or(solved)
    }

    fn solve_with_what_is_known<G: Solvable>(
        &mut self,
        (name, setup): (&str, &G::Setup),
        position: &G,
        control: &SearchControl,
        settings: SolveSettings,
        on_progress: &mut dyn FnMut(&Self, &ProofProgress),
    ) -> Result<Solution, SolveError> {
        let value = self.value(position, control, settings, on_progress)?;
        let known_after = control.elapsed();
        let mut answers = |claim: &Claim, position: &G| self.answer(claim, position, control);
        let (claims, mut known) = (value.claims(), KnownPlies::default());
        let mut on_proved = |_: &Claim, proved: &ProvedPosition<G>| known.note(proved);
        let (certificate, walks) =
            certificate::write_each(name, setup, position, &claims, &mut answers, &mut on_proved)?;
        let line = match value {
            GameValue::Won(winner) => known.line(*position, winner),
            GameValue::Drawn => known.drawn_line(*position),
            GameValue::NotWon(_) => Vec::new(),
        };
        Ok(Solution { value, certificate, walks, known_after, line })
    }

    /// What the players reach, without a certificate.
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
        let favourite = [Player::FIRST, Player::SECOND].into_iter().find(|&player| is_better(player));
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

    fn known<G: Solvable>(&self, position: &G, attacker: Player) -> Option<KnownNumbers> {
        self.proof_table.probe(key_of(position, attacker))
    }

    /// Searches whether `attacker` wins, evaluating at most so many positions more.
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
        // Without a second thread nobody can watch the first.
        let numbers = beside(workers, watch).0.unwrap_or_else(run);
        self.evaluated = before + shared.evaluated.load(Relaxed);
        numbers
    }

    fn progress<G: Solvable>(&self, position: &G, attacker: Player, evaluated: u64, time: Duration) -> ProofProgress {
        let numbers = self.known(position, attacker).map_or(ProofNumbers::UNKNOWN, |known| known.numbers);
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
        ProofProgress { attacker, numbers, moves, evaluated, hashfull: self.proof_table.hashfull(), time }
    }

    /// What the side of a claim that has been found to hold plays in a position of its strategy.
    fn answer<G: Solvable>(&self, claim: &Claim, position: &G, control: &SearchControl) -> Option<Move> {
        let threats = position.threats();
        let mut list = MoveList::new();
        let status = candidates(position, &threats, &mut list);
        let wanted = Wanted::of(claim);
        match status {
            // Nobody can better their result than by the listed decisions.
            Status::Decided(..) => return list.first().copied(),
            Status::Forced if list.len() == 1 => return list.first().copied(),
            Status::Open | Status::Forced => {}
        }
        if claim.goal == Goal::Win {
            let mut win = Pv::new();
            if forced_win(position, &threats, &mut { MOST_THREATS }, &mut win).is_some() {
                return win.last().copied();
            }
        }
        let mut found = self.known_answer(position, &threats, &list, wanted);
        while found.is_none() && !control.must_stop(0) {
            // It was known and has given way to something else.
            let shared = SharedProof::new(&self.proof_table, FIRST_EFFORT, 1);
            let numbers = ProofWorker::new(&shared, wanted.attacker).search_root(position);
            if numbers.is_decided() && numbers != wanted.numbers() {
                return None;
            }
            found = self.known_answer(position, &threats, &list, wanted);
            if numbers.is_decided() && found.is_none() {
                return None;
            }
        }
        found
    }

    /// The decision to a position that is known to be what is wanted.
    fn known_answer<G: Solvable>(
        &self,
        position: &G,
        threats: &G::Threats,
        list: &[Move],
        wanted: Wanted,
    ) -> Option<Move> {
        // The soonest win makes progress; of draws one is as good as another.
        let plies = |&mv: &Move| {
            let mut child = *position;
            child.play(mv);
            match after_forced_replies(child, threats) {
                Ok(AfterForced { position, plies, .. }) => {
                    let known = self.known(&position, wanted.attacker)?;
                    (known.numbers == wanted.numbers()).then_some(plies + u32::from(known.plies))
                }
                Err((outcome, plies)) => {
                    ((outcome.winner() == Some(wanted.attacker)) == wanted.is_proved).then_some(plies)
                }
            }
        };
        list.iter().filter_map(|mv| Some((plies(mv)?, *mv))).min_by_key(|&(plies, _)| plies).map(|(_, mv)| mv)
    }
}

/// How many decisions are looked at to find a win by threats again.
const MOST_THREATS: u32 = 1_000;

/// What a claim asks of the search: that `attacker` wins, or does not.
#[derive(Clone, Copy)]
struct Wanted {
    attacker: Player,
    is_proved: bool,
}

impl Wanted {
    fn of(claim: &Claim) -> Self {
        match claim.goal {
            Goal::Win => Self { attacker: claim.player, is_proved: true },
            Goal::Draw => Self { attacker: claim.player.other(), is_proved: false },
        }
    }

    fn numbers(self) -> ProofNumbers {
        ProofNumbers::decided(self.is_proved)
    }
}
