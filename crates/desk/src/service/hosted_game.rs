//! A hosted game: the game in progress, who sits at its seats, and what they may do. It knows neither the network nor
//! the store.

mod acts;
mod clock;
#[cfg(test)]
mod clock_model;
mod pace;
mod restored;
mod rights;

pub use acts::Act;
pub use rights::Who;

use super::error::DeskError;
use super::kept_game::{ClockSetup, EndKind, Ended, KeptGame, PlayedTurn, SeatSetup};
use super::machine::SharedMachine;
use super::people::Company;
use super::says;
use super::stopwatch::Stopwatch;
use crate::board::bits::drawn_seed;
use crate::game::describe::Colour;
use crate::registry::GameLine;
use crate::search::Halt;
use crate::sentence::{Sentence, verbatim};
use crate::session::says as session_says;
use crate::session::{DescribedTurn, Session, State};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// The start of a hosted game.
pub struct NewGame {
    /// The game, and the turns played at its start.
    pub line: GameLine,
    /// Who sits where.
    pub seats: Vec<SeatSetup>,
    /// Whose game it is.
    pub company: Option<Company>,
    /// Its clock.
    pub clock: Option<ClockSetup>,
    /// The least time for an engine's turn, in milliseconds.
    pub pace_ms: u64,
}

/// The answer of an engine: a turn, or what went wrong. An empty turn is that of one that was stopped.
pub type EngineAnswer = Result<String, Sentence>;

/// A question to the engine at a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EngineQuestion {
    /// The name of the hosted game.
    pub hosted: String,
    /// The question's number in that game.
    pub number: u64,
    /// The seat, from 0.
    pub seat: usize,
    /// Who sits there.
    pub setup: SeatSetup,
    /// The game: its turns, and the decisions of an unfinished one.
    pub line: GameLine,
    /// With a clock: the time left for each seat.
    pub remaining: Option<Vec<Duration>>,
    /// With a clock: what a turn adds.
    pub increment: Duration,
    /// A seed below 2^53 for its search.
    pub seed: u64,
    /// Says when nobody waits for the answer any more.
    #[serde(skip)]
    pub halt: Halt,
}

/// A game in progress, with those who sit at its seats.
pub struct HostedGame {
    record: KeptGame,
    session: Box<dyn Session>,
    state: State,
    clock: Stopwatch,
    asked: Option<AskedEngine>,
    questions: u64,
    tree_version: u64,
}

/// The engine that is being asked.
struct AskedEngine {
    /// Its seat, from 0.
    seat: usize,
    halt: Halt,
    /// Whether it has started to think and not yet answered.
    thinks: bool,
    /// When it began to think.
    begun: Option<Duration>,
    /// Its answer, and when that is to be played.
    held: Option<(Duration, EngineAnswer)>,
}

impl HostedGame {
    /// A new game of this name.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for an impossible game, option, position, turn or number of seats.
    pub fn new(id: String, new: NewGame, machine: SharedMachine) -> Result<Self, DeskError> {
        let NewGame { line, seats, company, clock, pace_ms } = new;
        let mut session = line.session()?;
        if seats.len() != session.seats() {
            return Err(DeskError::Refused(says::wrong_seats(session.name(), session.seats(), seats.len())));
        }
        line.set_up(&mut *session, line.moves.len())?;
        let state = session.state();
        let record = KeptGame {
            id,
            revision: 0,
            game: session.name().to_string(),
            options: state.options.iter().map(|(name, value)| ((*name).to_string(), value.clone())).collect(),
            start: line.start,
            seats,
            company,
            clock,
            pace_ms,
            rounds: Vec::new(),
            turns: Vec::new(),
            decisions: Vec::new(),
            undone: Vec::new(),
            opening: state.turns.len(),
            used: None,
            remaining_ms: Vec::new(),
            ended: None,
            offer: None,
            paused: false,
            problem: None,
            problem_said: None,
            end_said: None,
            won: Vec::new(),
            rematch: None,
            recorded: Vec::new(),
            updated: 0,
        };
        let mut hosted = Self::with(record, session, state, machine);
        hosted.note_turns(None);
        hosted.changed();
        Ok(hosted)
    }

    /// A game from the store. Its clocks have stood still since then.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if it cannot be replayed.
    pub fn reopened(record: KeptGame, machine: SharedMachine) -> Result<Self, DeskError> {
        let broken = |why: Sentence| DeskError::Broken(says::unopened(record.id.as_str(), why));
        let mut session = record.line().session().map_err(|error| broken(error.into()))?;
        let mut start = record.start.as_deref();
        for round in &record.rounds {
            session.set_position(start, round).map_err(|error| broken(error.into()))?;
            if !session.next_round() {
                return Err(broken(says::round_goes_on()));
            }
            start = None;
        }
        if !record.fits(session.seats()) {
            return Err(broken(says::seats_do_not_fit()));
        }
        record.line().set_up(&mut *session, usize::MAX).map_err(|error| broken(error.into()))?;
        if let Some(Ended { loser: Some(loser), .. }) = &record.ended {
            session.forfeit(loser - 1);
        }
        let state = session.state();
        Ok(Self::with(record, session, state, machine))
    }

    /// Restores an earlier state, with the clocks as they are now.
    ///
    /// # Errors
    /// [`DeskError::Broken`] if that cannot be replayed.
    pub fn go_back(&mut self, record: KeptGame) -> Result<(), DeskError> {
        self.close();
        let (questions, tree_version) = (self.questions, self.tree_version);
        *self = Self::reopened(record, self.clock.machine().clone())?;
        (self.questions, self.tree_version) = (questions, tree_version);
        Ok(())
    }

    fn with(record: KeptGame, session: Box<dyn Session>, state: State, machine: SharedMachine) -> Self {
        let used = Duration::from_millis(record.used.map_or(0, |used| used.ms));
        let clock = Stopwatch::new(machine, used);
        let mut hosted = Self { record, session, state, clock, asked: None, questions: 0, tree_version: 0 };
        hosted.sync_clock();
        hosted
    }

    /// The record of it to store.
    pub fn record(&self) -> &KeptGame {
        &self.record
    }

    /// The state of its game.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The last turn, decision by decision.
    pub fn last(&self) -> Option<DescribedTurn> {
        self.session.describe_last()
    }

    /// The seat, from 1, whose engine is being asked.
    pub fn thinking(&self) -> Option<usize> {
        self.asked.as_ref().map(|asked| asked.seat + 1)
    }

    /// How it ended.
    pub fn ended(&self) -> Option<Ended> {
        let by_rules = || {
            let result = self.state.result.as_ref()?;
            let (winners, sentence) = (result.winners.clone(), result.sentence.clone());
            Some(Ended { why: EndKind::Rules, loser: None, winners, sentence })
        };
        self.record.ended.clone().or_else(by_rules)
    }

    /// Writes down how it has ended, for lists.
    fn note_end(&mut self) {
        self.record.end_said = self.ended_said().map(|said| serde_json::json!(said));
        self.record.won = self.ended().map(|ended| ended.winners).unwrap_or_default();
    }

    /// How it has ended, for any language.
    pub fn ended_said(&self) -> Option<Sentence> {
        match &self.record.ended {
            None => self.state.result.as_ref().map(|result| result.said.clone()),
            Some(ended) => Some(self.said_end(ended.why, ended.loser)),
        }
    }

    /// An end of this kind; the seat, from 1, has lost.
    fn said_end(&self, why: EndKind, loser: Option<usize>) -> Sentence {
        let seat = loser.unwrap_or(1);
        let colour = self.state.seats.get(seat - 1).map_or(Colour::White, |seat| seat.colour).said();
        let who = if self.state.seats.len() == 4 { session_says::seat(colour, seat) } else { colour };
        match why {
            EndKind::Rules => self.state.said.clone(),
            EndKind::Resigned => says::resigned(who),
            EndKind::Time => says::out_of_time(who),
            EndKind::Agreed => says::agreed(),
            EndKind::Fault => says::fault(who),
            EndKind::Called => says::called(),
        }
    }

    fn is_over(&self) -> bool {
        self.record.ended.is_some() || self.state.result.is_some()
    }

    /// The seats of people, from 0.
    fn people(&self) -> Vec<usize> {
        (0..self.record.seats.len()).filter(|&seat| self.record.seats[seat].is_person()).collect()
    }

    /// A decision or a turn of a person who has seen `revision`.
    ///
    /// # Errors
    /// [`DeskError::Stale`] if the game has changed since then, [`DeskError::Refused`] if it cannot be played.
    pub fn decide(&mut self, revision: u64, decision: &str) -> Result<(), DeskError> {
        if revision != self.record.revision {
            return Err(DeskError::Stale);
        }
        match self.state.decides {
            _ if self.is_over() => return Err(DeskError::Refused(says::over())),
            Some(seat) if !self.record.seats[seat - 1].is_person() => {
                return Err(DeskError::Refused(says::engines_turn()));
            }
            _ => {}
        }
        self.play(decision)
    }

    fn play(&mut self, decision: &str) -> Result<(), DeskError> {
        self.session.play(decision)?;
        let spent = self.clock.elapsed();
        self.state = self.session.state();
        let whole = self.state.turns.len() > self.record.turns.len();
        self.note_turns(Some(spent));
        if whole {
            self.charge(spent);
            // Who plays the same again goes on along the line that was taken back.
            match self.record.undone.pop() {
                Some(undone) if self.record.turns.last().is_some_and(|played| played.turn == undone.turn) => {}
                _ => self.record.undone.clear(),
            }
        }
        self.record.offer = None;
        self.record.clear_problem();
        self.changed();
        Ok(())
    }

    /// Brings the turns of the record up to the state; the last of them took this long.
    fn note_turns(&mut self, spent: Option<Duration>) {
        let known = self.record.turns.len().min(self.state.turns.len());
        self.record.turns.truncate(known);
        let seats = self.session.turn_seats();
        for (index, turn) in self.state.turns.iter().enumerate().skip(known) {
            let is_last = index + 1 == self.state.turns.len();
            let ms = spent.filter(|_| is_last).map(|spent| spent.as_millis() as u64);
            self.record.turns.push(PlayedTurn {
                turn: turn.clone(),
                seat: seats[index] + 1,
                ms,
                left: None,
                next_used: None,
            });
        }
        self.record.decisions = self.state.decisions.clone();
    }

    /// Shows everybody a change; engines that were asked need not answer any more.
    fn changed(&mut self) {
        self.close();
        self.record.recorded.clear();
        self.noted();
    }

    /// Shows everybody a change that leaves the position as it is.
    fn noted(&mut self) {
        self.sync_clock();
        self.note_end();
        self.record.revision += 1;
        self.record.updated = self.clock.machine().seconds();
    }

    /// The question to an engine that is to be asked now, if one is and has not been. From now on it is being asked.
    pub fn next_ask(&mut self) -> Option<EngineQuestion> {
        let seat = self.state.decides? - 1;
        let setup = self.record.seats[seat].clone();
        let waits =
            self.is_over() || self.record.paused || self.record.problem.is_some() || self.record.offer.is_some();
        if setup.is_person() || waits || self.asked.is_some() {
            return None;
        }
        self.questions += 1;
        let halt = Halt::default();
        self.asked = Some(AskedEngine { seat, halt: halt.clone(), thinks: false, begun: None, held: None });
        let remaining = self.remaining_ms();
        Some(EngineQuestion {
            hosted: self.record.id.clone(),
            number: self.questions,
            seat,
            setup,
            line: self.record.line(),
            remaining: remaining.map(|left| left.into_iter().map(Duration::from_millis).collect()),
            increment: Duration::from_millis(self.record.clock.map_or(0, |clock| clock.increment_ms)),
            seed: self.seed(),
            halt,
        })
    }

    fn seed(&self) -> u64 {
        let mut word = [0; 8];
        // An engine that has no random numbers plays as ever.
        let _ = self.clock.machine().fill_random(&mut word);
        drawn_seed(u64::from_le_bytes(word))
    }

    /// The answer of an engine to the question of this number: a turn, or what went wrong; whether it was waited for.
    pub fn answered(&mut self, number: u64, answer: EngineAnswer) -> bool {
        if self.questions != number || self.asked.is_none() {
            return false;
        }
        let who = || self.state.decides.map_or_else(|| verbatim(""), |seat| self.record.seats[seat - 1].name());
        let problem = match answer {
            Ok(turn) => {
                let who = who();
                self.play(&turn).err().map(|error| says::played(who, crate::text::shorten(&turn), error.said()))
            }
            Err(what) => Some(says::failed(who(), what)),
        };
        if let Some(what) = problem {
            self.fail(&what);
        }
        true
    }

    /// Notes that something went wrong with an engine, in a sentence: it waits until somebody resumes it.
    pub fn fail(&mut self, what: &Sentence) {
        self.record.problem = Some(crate::text::sentence(&what.to_string(), 60, 300));
        self.record.problem_said = Some(serde_json::json!(what));
        self.changed();
    }

    /// Changes who sits at a seat (from 1).
    ///
    /// # Errors
    /// [`DeskError::Refused`] if there is no such seat.
    pub fn set_seat(&mut self, seat: usize, setup: SeatSetup) -> Result<(), DeskError> {
        let Some(place) = seat.checked_sub(1).and_then(|index| self.record.seats.get_mut(index)) else {
            return Err(DeskError::Refused(says::no_seat(seat)));
        };
        *place = setup;
        if let Some(company) = self.record.company.as_mut().filter(|_| !self.record.seats[seat - 1].is_person()) {
            company.vacate(&**self.clock.machine(), seat - 1)?;
        }
        self.record.clear_problem();
        self.changed();
        Ok(())
    }

    /// The version of the variations stored with it.
    pub fn tree_version(&self) -> u64 {
        self.tree_version
    }

    /// Sets the version of the variations stored with it.
    pub fn set_tree_version(&mut self, version: u64) {
        self.tree_version = version;
    }

    /// The start of the rematch: the same with seats exchanged.
    ///
    /// # Errors
    /// [`DeskError::Refused`] while the game goes on.
    pub fn rematch(&self) -> Result<NewGame, DeskError> {
        if !self.is_over() {
            return Err(DeskError::Refused(says::not_over()));
        }
        let mut seats = self.record.seats.clone();
        seats.rotate_left(1);
        let mut company = self.record.company.clone();
        company.iter_mut().for_each(Company::move_on);
        Ok(NewGame {
            line: GameLine { start: self.record.start.clone(), moves: Vec::new(), ..self.record.line() },
            seats,
            company,
            clock: self.record.clock,
            pace_ms: self.record.pace_ms,
        })
    }

    /// The game of the rematch.
    pub fn set_rematch(&mut self, id: String) {
        self.record.rematch = Some(id);
        self.noted();
    }

    /// Stops the engine that is being asked.
    pub fn close(&mut self) {
        if let Some(asked) = self.asked.take() {
            asked.halt.halt();
        }
    }

    /// Whether nobody waits for anything.
    pub fn is_idle(&self) -> bool {
        self.asked.is_none() && self.running().is_none()
    }
}
