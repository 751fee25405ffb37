//! A solved position with its certificate: an answer to everything the other side does, from what the table has kept.

use super::Goal;
use super::certificate::{self, CertificateError};
use super::expansion::{AfterForced, after_forced_replies, candidates};
use super::main_line::KnownPlies;
use super::numbers::ProofNumbers;
use super::solver::{GameValue, ProofProgress, Solvable, SolveError, SolveSettings, Solver};
use super::strategy_walk::{Claim, ProvedPosition, Summary, WalkError};
use super::worker::{ProofWorker, SharedProof};
use crate::game::{Move, MoveList, Player, Status};
use crate::search::control::SearchControl;
use crate::search::pv::Pv;
use crate::search::threats::forced_win;
use std::time::Duration;

/// How many decisions are looked at to find a win by threats again.
const MOST_THREATS: u32 = 1_000;
/// Entries that were replaced are searched again in steps of this many evaluated positions, at most this many times.
const STEP: u64 = 2_000;
const MOST_STEPS: u32 = 1_000;
/// The memory, and the most evaluated positions in all, for a separate search of what is still missing.
const KIBIBYTES_APART: usize = 64 << 10;
const EFFORT_APART: u64 = 2_000_000;

/// A solved position.
#[derive(Clone, Debug)]
pub struct Solution {
    /// What the players reach.
    pub value: GameValue,
    /// The certificate, as written into a file. Its strategies have been played through by the plain rules.
    pub certificate: Vec<u8>,
    /// The statistics of that walk, for each claim.
    pub walks: Vec<Summary>,
    /// The time until the value was known; the rest went into the certificate.
    pub known_after: Duration,
    /// A line of play. In a won game a longest one: the winner plays as the certificate says, the loser resists as long
    /// as possible. In a drawn one both play as it says, to the end or until a position repeats. Empty if the question
    /// was only whether one side wins, and it does not.
    pub line: Vec<Move>,
}

impl Solver {
    /// Solves a position as if the game had started with it, within the time and nodes (evaluated positions) that
    /// `control` allows. `name` is the game's name in the registry.
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
        let value = self.value(position, control, settings, on_progress)?;
        let known_after = control.elapsed();
        let mut writer = StrategyWriter::new(self, control, settings);
        let written = writer.write((name, setup), position, &value.claims());
        self.evaluated += writer.evaluated();
        let WrittenStrategy { certificate, walks, known } = written?;
        let line = match value {
            GameValue::Won(winner) => known.line(*position, winner),
            GameValue::Drawn => known.drawn_line(*position),
            GameValue::NotWon(_) => Vec::new(),
        };
        Ok(Solution { value, certificate, walks, known_after, line })
    }
}

/// The result of the walk through a strategy.
struct WrittenStrategy {
    certificate: Vec<u8>,
    /// The statistics of the walk, for each claim.
    walks: Vec<Summary>,
    known: KnownPlies,
}

/// Writes the certificate of what a solver has found.
struct StrategyWriter<'a> {
    solver: &'a Solver,
    control: &'a SearchControl,
    settings: SolveSettings,
    /// The results of the separate search. Nothing is replaced in its table, so its answers depend on no others and do
    /// not repeat.
    apart: Option<Solver>,
}

impl<'a> StrategyWriter<'a> {
    fn new(solver: &'a Solver, control: &'a SearchControl, settings: SolveSettings) -> Self {
        Self { solver, control, settings, apart: None }
    }

    /// How many positions the separate search has evaluated.
    fn evaluated(&self) -> u64 {
        self.apart.as_ref().map_or(0, Solver::evaluated)
    }

    /// The certificate that the claims hold in `root`, which the solver has found.
    ///
    /// # Errors
    /// [`SolveError`] if the limits come first, or the certificate would not hold.
    fn write<G: Solvable>(
        &mut self,
        (name, setup): (&str, &G::Setup),
        root: &G,
        claims: &[Claim],
    ) -> Result<WrittenStrategy, SolveError> {
        loop {
            let (mut known, mut lacking) = (KnownPlies::default(), None);
            let mut on_proved = |_: &Claim, proved: &ProvedPosition<G>| known.note(proved);
            let mut answers = |claim: &Claim, position: &G| {
                let answer = self.answer(claim, position);
                lacking = answer.is_none().then_some((*claim, *position));
                answer
            };
            let error = match certificate::write_each(name, setup, root, claims, &mut answers, &mut on_proved) {
                Ok((certificate, walks)) => return Ok(WrittenStrategy { certificate, walks, known }),
                Err(error) => error,
            };
            let lacking = lacking.or_else(|| Some((claims[0], before_cycle(root, claims[0].player, &error)?)));
            match lacking {
                Some((claim, position)) if self.search_apart(&claim, &position)? => {}
                _ => return Err(error.into()),
            }
        }
    }

    fn answer<G: Solvable>(&self, claim: &Claim, position: &G) -> Option<Move> {
        let wanted = Wanted::of(claim);
        let apart = self.apart.as_ref().filter(|apart| wanted.is_known(apart, position));
        wanted.answer(apart.unwrap_or(self.solver), position, self.control)
    }

    /// Proves once more that a position is what is claimed; false if that fails.
    ///
    /// # Errors
    /// [`SolveError::Limits`] if the limits of the search come first.
    fn search_apart<G: Solvable>(&mut self, claim: &Claim, position: &G) -> Result<bool, SolveError> {
        if self.apart.is_none() {
            self.apart = Solver::new(KIBIBYTES_APART).ok();
        }
        let wanted = Wanted::of(claim);
        let Some(apart) = self.apart.as_mut().filter(|apart| !wanted.is_known(apart, position)) else {
            return Ok(false);
        };
        let control = self.control.part(Some(EFFORT_APART), self.solver.evaluated());
        let settings = SolveSettings { only: Some(wanted.attacker), ..self.settings };
        // What it has found is in its table.
        let _ = apart.value(position, &control, settings, &mut |_, _| {});
        match wanted.is_known(apart, position) {
            false if self.control.must_stop(self.solver.evaluated() + apart.evaluated()) => Err(SolveError::Limits),
            is_known => Ok(is_known),
        }
    }
}

/// If the answers of a strategy repeat positions: the last position before that in which `player` decides.
///
/// They can in games with repetition: a proved position that was replaced may have been proved again by way of
/// positions that rested on it. Each win is true, but together they make no progress.
fn before_cycle<G: Solvable>(root: &G, player: Player, error: &CertificateError) -> Option<G> {
    let CertificateError::Walk { error: WalkError::Cycle { moves, .. }, .. } = error else { return None };
    let (mut position, mut last) = (*root, None);
    for &mv in moves {
        if position.to_move() == player {
            last = Some(position);
        }
        position.play(mv);
    }
    last
}

/// The question that a claim asks of the search: that `attacker` wins, or does not.
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

    fn is_known<G: Solvable>(self, solver: &Solver, position: &G) -> bool {
        solver.known(position, self.attacker).is_some_and(|known| known.numbers == self.numbers())
    }

    /// What the claimant plays in a position of its strategy.
    fn answer<G: Solvable>(self, solver: &Solver, position: &G, control: &SearchControl) -> Option<Move> {
        let threats = position.threats();
        let mut list = MoveList::new();
        let status = candidates(position, &threats, &mut list);
        match status {
            // Nobody can better their result than by the listed decisions.
            Status::Decided(..) => return list.first().copied(),
            Status::Forced if list.len() == 1 => return list.first().copied(),
            Status::Open | Status::Forced => {}
        }
        if self.is_proved {
            let mut win = Pv::new();
            if forced_win(position, &threats, &mut { MOST_THREATS }, &mut win).is_some() {
                return win.last().copied();
            }
        }
        let mut found = self.known_answer(solver, position, &threats, &list);
        for _ in 0..MOST_STEPS {
            if found.is_some() || control.must_stop(0) {
                break;
            }
            // It was known and has given way to something else.
            let shared = SharedProof::new(&solver.proof_table, STEP, 1);
            let numbers = ProofWorker::new(&shared, self.attacker).search_root(position);
            found = self.known_answer(solver, position, &threats, &list);
            if numbers.is_decided() {
                break;
            }
        }
        found
    }

    /// The decision to a position known to be what is wanted.
    fn known_answer<G: Solvable>(
        self,
        solver: &Solver,
        position: &G,
        threats: &G::Threats,
        list: &[Move],
    ) -> Option<Move> {
        // The soonest win makes progress; of draws one is as good as another.
        let plies = |&mv: &Move| {
            let mut child = *position;
            child.play(mv);
            match after_forced_replies(child, threats) {
                Ok(AfterForced { position, plies, .. }) => {
                    let known = solver.known(&position, self.attacker)?;
                    (known.numbers == self.numbers()).then_some(plies + u32::from(known.plies))
                }
                Err((outcome, plies)) => ((outcome.winner() == Some(self.attacker)) == self.is_proved).then_some(plies),
            }
        };
        list.iter().filter_map(|mv| Some((plies(mv)?, *mv))).min_by_key(|&(plies, _)| plies).map(|(_, mv)| mv)
    }
}
