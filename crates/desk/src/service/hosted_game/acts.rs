//! What people do in a game besides deciding: take back, offer, resign, pause.

use super::HostedGame;
use crate::service::error::DeskError;
use crate::service::kept_game::{EndKind, Ended, KeptGame, Offer, OfferKind, PlayedTurn};
use crate::service::people::Company;
use crate::service::says;
use schemars::JsonSchema;
use serde::Deserialize;

/// An act in a game other than a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Act {
    /// Takes turns back until it is a person's turn again.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Takes back the last decision of an unfinished turn.
    UndoDecision,
    /// Resigns.
    Resign,
    /// Offers a draw.
    OfferDraw,
    /// Asks to take back the last turn.
    OfferTakeback,
    /// Accepts the offer.
    Accept,
    /// Declines the offer.
    Decline,
    /// Pauses engines and clocks.
    Pause,
    /// Resumes, also after something went wrong.
    Resume,
    /// Begins the next round of a match.
    NextRound,
}

impl HostedGame {
    /// Performs an act by this seat, from 1.
    ///
    /// # Errors
    /// [`DeskError::Refused`] if that is not possible now.
    pub fn act(&mut self, act: Act, seat: Option<usize>) -> Result<(), DeskError> {
        let seats = self.record.seats.len();
        if let Some(seat) = seat.filter(|seat| !(1..=seats).contains(seat)) {
            return Err(DeskError::Refused(says::seats(seats, seat)));
        }
        match act {
            Act::Undo => self.undo(),
            Act::Redo => self.redo(),
            Act::UndoDecision => self.undo_decision(),
            Act::Resign => self.resign(person(&self.record, seat)?),
            Act::OfferDraw => self.offer(OfferKind::Draw, person(&self.record, seat)?),
            Act::OfferTakeback => self.offer(OfferKind::Takeback, person(&self.record, seat)?),
            Act::Accept => self.accept(person(&self.record, seat)?),
            Act::Decline => self.decline(person(&self.record, seat)?),
            Act::Pause => self.pause(),
            Act::Resume => self.resume(),
            Act::NextRound => self.next_round(),
        }
    }

    /// Whether turns can be taken back without asking anybody.
    pub fn can_undo(&self) -> bool {
        let begun = !self.record.turns.is_empty() || !self.record.decisions.is_empty();
        begun && self.record.ended.is_none() && self.people().len() < 2 && self.take_back_to().is_some()
    }

    /// Whether something that was taken back can be played again.
    pub fn can_redo(&self) -> bool {
        !self.record.undone.is_empty() && self.record.decisions.is_empty() && !self.is_over()
    }

    /// The number of turns left after an undo by a person: up to where a person last decided.
    fn take_back_to(&self) -> Option<usize> {
        let people = self.people();
        let own = |played: &PlayedTurn| people.contains(&(played.seat - 1)) || people.is_empty();
        match self.record.decisions.is_empty() {
            false => Some(self.record.turns.len()),
            true => self.record.turns.iter().rposition(own),
        }
    }

    fn take_back(&mut self, to: usize) {
        // Of the session's turns the last may be one that has begun.
        while self.session.turns().len() > to && self.session.undo() {}
        self.take_back_clock(to);
        self.state = self.session.state();
        self.note_turns(None);
        self.record.offer = None;
        self.record.clear_problem();
        self.changed();
    }

    fn undo(&mut self) -> Result<(), DeskError> {
        if self.people().len() > 1 {
            return Err(DeskError::Refused(says::must_agree()));
        }
        match self.take_back_to().filter(|_| self.can_undo()) {
            Some(to) => {
                self.take_back(to);
                Ok(())
            }
            None => Err(DeskError::Refused(says::nothing_to_undo())),
        }
    }

    fn redo(&mut self) -> Result<(), DeskError> {
        if !self.can_redo() {
            return Err(DeskError::Refused(says::nothing_to_redo()));
        }
        while let Some(undone) = self.record.undone.last().cloned() {
            self.play(&undone.turn)?;
            self.restore_clock(&undone);
            let decides = self.state.decides.map(|seat| seat - 1);
            if decides.is_none_or(|seat| self.record.seats[seat].is_person()) {
                break;
            }
        }
        Ok(())
    }

    fn undo_decision(&mut self) -> Result<(), DeskError> {
        if self.is_over() || self.record.decisions.is_empty() || !self.session.undo_decision() {
            return Err(DeskError::Refused(says::no_turn_begun()));
        }
        self.state = self.session.state();
        self.note_turns(None);
        self.changed();
        Ok(())
    }

    fn resign(&mut self, seat: usize) -> Result<(), DeskError> {
        self.end_by(seat, EndKind::Resigned)
    }

    /// The seat, from 0, loses.
    pub(super) fn end_by(&mut self, seat: usize, why: EndKind) -> Result<(), DeskError> {
        if self.is_over() {
            return Err(DeskError::Refused(says::over()));
        }
        self.session.forfeit(seat);
        let winners = self.session.standing().outcome().map_or(Vec::new(), |outcome| self.session.winners(outcome));
        let winners = winners.into_iter().map(|seat| seat + 1).collect();
        self.finish(why, Some(seat + 1), winners);
        Ok(())
    }

    fn finish(&mut self, why: EndKind, loser: Option<usize>, winners: Vec<usize>) {
        let sentence = self.said_end(why, loser).to_string();
        self.record.ended = Some(Ended { why, loser, winners, sentence });
        self.record.offer = None;
        self.record.clear_problem();
        self.state = self.session.state();
        self.changed();
    }

    fn offer(&mut self, kind: OfferKind, seat: usize) -> Result<(), DeskError> {
        let others: Vec<usize> =
            self.people().into_iter().filter(|&other| other != seat).map(|seat| seat + 1).collect();
        let own_last = self.record.turns.iter().rposition(|played| played.seat == seat + 1);
        let what = match kind {
            _ if self.is_over() && (kind == OfferKind::Draw || self.record.ended.is_some()) => says::over(),
            _ if others.is_empty() => says::nobody_to_ask(),
            _ if self.record.offer.is_some() => says::offered_already(),
            OfferKind::Draw if self.people().len() < self.record.seats.len() => says::engines_do_not_agree(),
            OfferKind::Takeback if own_last.is_none() => says::no_own_turn(),
            _ => {
                self.record.offer = Some(Offer { kind, by: seat + 1, to: others });
                self.noted();
                return Ok(());
            }
        };
        Err(DeskError::Refused(what))
    }

    fn accept(&mut self, seat: usize) -> Result<(), DeskError> {
        let Some(offer) = self.record.offer.as_mut().filter(|offer| offer.to.contains(&(seat + 1))) else {
            return Err(DeskError::Refused(says::nothing_offered()));
        };
        offer.to.retain(|&other| other != seat + 1);
        if !offer.to.is_empty() {
            self.noted();
            return Ok(());
        }
        match (offer.kind, offer.by) {
            (OfferKind::Draw, _) => {
                let winners = (1..=self.record.seats.len()).collect();
                self.finish(EndKind::Agreed, None, winners);
            }
            (OfferKind::Takeback, by) => {
                let to = self.record.turns.iter().rposition(|played| played.seat == by).unwrap_or_default();
                self.take_back(to);
            }
        }
        Ok(())
    }

    fn decline(&mut self, seat: usize) -> Result<(), DeskError> {
        let may = |offer: &Offer| offer.to.contains(&(seat + 1)) || offer.by == seat + 1;
        match self.record.offer.take_if(|offer| may(offer)) {
            Some(_) => {
                self.noted();
                Ok(())
            }
            None => Err(DeskError::Refused(says::nothing_offered())),
        }
    }

    fn pause(&mut self) -> Result<(), DeskError> {
        if self.is_over() || self.record.paused {
            return Err(DeskError::Refused(says::not_going_on()));
        }
        self.record.paused = true;
        self.changed();
        Ok(())
    }

    fn resume(&mut self) -> Result<(), DeskError> {
        if !self.record.paused && self.record.problem.is_none() {
            return Err(DeskError::Refused(says::not_paused()));
        }
        self.record.paused = false;
        self.record.clear_problem();
        self.changed();
        Ok(())
    }

    fn next_round(&mut self) -> Result<(), DeskError> {
        let next = self.state.match_score.as_ref().and_then(|score| score.next_starts);
        let turns = self.record.turn_texts();
        if self.record.ended.is_some() || next.is_none() || !self.session.next_round() {
            return Err(DeskError::Refused(says::no_next_round()));
        }
        if next == Some(2) {
            // Who starts has seat 1.
            self.record.seats.rotate_left(1);
            self.record.company.iter_mut().for_each(Company::move_on);
        }
        self.record.rounds.push(turns);
        self.record.turns.clear();
        self.record.undone.clear();
        self.record.offer = None;
        self.state = self.session.state();
        self.note_turns(None);
        self.start_clocks();
        self.changed();
        Ok(())
    }
}

/// The seat of a person, from 0.
fn person(record: &KeptGame, seat: Option<usize>) -> Result<usize, DeskError> {
    let seat = seat.ok_or_else(|| DeskError::Refused(says::which_seat()))? - 1;
    match record.seats[seat].is_person() {
        true => Ok(seat),
        false => Err(DeskError::Refused(says::engines_seat())),
    }
}
