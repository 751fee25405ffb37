//! A game at the terminal: its players, its turns and their times.

use crate::options::EngineOptions;
use crate::picture::Scene;
use crate::records::{GameRecord, Reason, ReportedScore};
use crate::search::Verdict;
use crate::session::{Session, Standing, State};
use crate::tournament::clock::{ClockControl, Clocks, TimeControl};
use anyhow::Result;
use std::time::Duration;

/// The engine's strength and time.
#[derive(Clone, Debug)]
pub struct Opponent {
    pub options: EngineOptions,
    /// The most per turn; `None` if only a clock limits it.
    pub time: Option<Duration>,
    /// The clock of both sides: the time for the game, and what each turn adds.
    pub clock: Option<ClockControl>,
}

/// The data of a turn besides its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Note {
    pub seat: usize,
    pub time: Option<Duration>,
    pub score: Option<ReportedScore>,
}

/// A turn that was taken back.
struct Undone {
    turn: String,
    note: Note,
}

/// A game at the terminal.
pub struct TerminalGame {
    pub session: Box<dyn Session>,
    pub opponent: Opponent,
    /// The seats, from 1, that people play.
    pub people: Vec<usize>,
    pub clocks: Clocks,
    /// An end that the rules do not know: the seat, from 1, that resigned or ran out of time.
    pub fault: Option<(Reason, usize)>,
    /// The rounds of the match that are over.
    pub earlier: Vec<GameRecord>,
    pub(super) notes: Vec<Note>,
    undone: Vec<Undone>,
}

impl TerminalGame {
    /// A game from a session.
    pub fn new(session: Box<dyn Session>, people: Vec<usize>, opponent: Opponent) -> Self {
        let note = |seat: usize| Note { seat: seat + 1, ..Note::default() };
        let mut game = Self {
            clocks: Clocks::new(Vec::new(), Duration::ZERO),
            notes: session.turn_seats().into_iter().map(note).collect(),
            session,
            opponent,
            people,
            fault: None,
            earlier: Vec::new(),
            undone: Vec::new(),
        };
        game.set_clocks();
        game
    }

    pub fn state(&self) -> State {
        self.session.state()
    }

    pub fn scene(&self) -> Scene {
        self.session.scene()
    }

    pub fn is_over(&self) -> bool {
        self.session.standing() != Standing::Open
    }

    /// The seat to decide, from 1.
    pub fn seat(&self) -> usize {
        self.session.seat() + 1
    }

    pub fn is_persons_turn(&self) -> bool {
        self.people.contains(&self.seat())
    }

    /// How many turns have been played.
    pub fn length(&self) -> usize {
        self.notes.len()
    }

    /// Sets the clocks from the times of the turns: going back in the game goes back in time.
    pub(super) fn set_clocks(&mut self) {
        /// An engine that wakes up late is forgiven, and so is a person typing.
        const MARGIN: Duration = Duration::from_millis(100);
        let control = TimeControl { clock: self.opponent.clock, ..TimeControl::default() };
        let mut controls = vec![control; self.session.seats()];
        for (seat, control) in (1..).zip(&mut controls) {
            control.movetime = self.opponent.time.filter(|_| !self.people.contains(&seat));
        }
        self.clocks = Clocks::new(controls, MARGIN);
        for note in &self.notes {
            self.clocks.spend(note.seat - 1, note.time.unwrap_or_default());
        }
    }

    /// Plays a turn, or part of one, that took this long, and returns it in the engine's notation.
    pub fn play(&mut self, turn: &str, time: Duration, verdict: Option<Verdict>) -> Result<String> {
        let seat = self.seat();
        let played = self.session.play(turn)?;
        // A turn may be played decision by decision.
        if self.session.turns().len() > self.notes.len() {
            self.notes.push(Note { seat, ..Note::default() });
        }
        if let Some(note) = self.notes.last_mut() {
            note.time = Some(note.time.unwrap_or_default() + time);
            note.score = verdict.map(ReportedScore::from);
        }
        self.undone.clear();
        self.set_clocks();
        Ok(played)
    }

    /// Takes the last turn back; false if there is none.
    fn undo_one(&mut self) -> bool {
        let Some(turn) = self.session.turns().pop() else { return false };
        if !self.session.undo() {
            return false;
        }
        self.fault = None;
        self.undone.extend(self.notes.pop().map(|note| Undone { turn, note }));
        true
    }

    /// Takes turns back until it is a person's turn again, or just a resignation or a loss on time; false if there is
    /// nothing.
    pub fn undo(&mut self) -> bool {
        if self.fault.is_some() {
            let (start, turns) = (self.session.start(), self.session.turns());
            self.fault = None;
            return self.session.set_position(start.as_deref(), &turns).is_ok();
        }
        let undone = self.undo_one();
        while undone && !self.is_persons_turn() && self.undo_one() {}
        self.set_clocks();
        undone
    }

    /// Replays turns that were taken back, until it is a person's turn; false if there is none.
    pub fn redo(&mut self) -> bool {
        let mut redone = false;
        while !(redone && self.is_persons_turn()) {
            let Some(Undone { turn, note }) = self.undone.pop() else { break };
            if self.session.play(&turn).is_err() {
                break;
            }
            self.notes.push(note);
            redone = true;
        }
        self.set_clocks();
        redone
    }

    /// Ends the game as lost by a seat, from 1.
    pub fn lose(&mut self, reason: Reason, seat: usize) {
        self.session.forfeit(seat - 1);
        self.fault = Some((reason, seat));
    }

    /// Starts a new game with the same options.
    pub fn restart(&mut self) {
        self.session.new_game();
        self.fault = None;
        self.earlier.clear();
        self.forget_turns();
    }

    fn forget_turns(&mut self) {
        self.notes.clear();
        self.undone.clear();
        self.set_clocks();
    }

    /// Starts the next round of a match, with the loser in seat 1. False if there is none.
    pub fn next_round(&mut self) -> bool {
        let (record, starts) = (self.record(), self.state().match_score.and_then(|score| score.next_starts));
        if !self.session.next_round() {
            return false;
        }
        let seats = self.session.seats();
        if starts == Some(2) {
            for seat in &mut self.people {
                *seat = (*seat + seats - 2) % seats + 1;
            }
            self.people.sort_unstable();
        }
        self.fault = None;
        self.earlier.push(record);
        self.forget_turns();
        true
    }

    /// Changes the seats of the people at the terminal.
    pub fn sit(&mut self, people: Vec<usize>) {
        self.people = people;
        self.set_clocks();
    }

    /// Whether no seat is the engine's.
    pub fn has_engine(&self) -> bool {
        self.people.len() < self.session.seats()
    }
}
