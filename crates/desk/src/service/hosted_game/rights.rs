//! Who may do what in a game. A game that belongs to nobody is everybody's; people without a part in a game can watch
//! it.

use super::{Act, HostedGame};
use crate::service::error::DeskError;
use crate::service::people::Person;
use crate::service::says;

/// The actor: the person of a browser, or nobody in particular, such as a program.
pub type Who<'a> = Option<&'a Person>;

impl HostedGame {
    /// Whether somebody plays a seat, from 1.
    fn plays(&self, who: Who<'_>, seat: usize) -> bool {
        let Some(company) = &self.record.company else { return true };
        who.is_some_and(|person| company.plays(person, seat))
    }

    /// Whether somebody has a part in the game: has a seat or started it.
    fn is_own(&self, who: Who<'_>) -> bool {
        let Some(company) = &self.record.company else { return true };
        who.is_some_and(|person| company.includes(person))
    }

    /// Refuses an act by somebody who does not play this seat, from 1; an engine's seat is for all who have a part.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`].
    pub fn check_seat(&self, who: Who<'_>, seat: usize) -> Result<(), DeskError> {
        self.check_part(who)?;
        let is_person = seat.checked_sub(1).and_then(|index| self.record.people().get(index).copied());
        match is_person == Some(true) && !self.plays(who, seat) {
            true => Err(DeskError::Forbidden(says::others_seat())),
            false => Ok(()),
        }
    }

    /// Refuses an act by somebody without a part in the game.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`].
    pub fn check_part(&self, who: Who<'_>) -> Result<(), DeskError> {
        match self.is_own(who) {
            true => Ok(()),
            false => Err(DeskError::Forbidden(says::others_game())),
        }
    }

    /// Refuses a decision by somebody who does not play the seat to decide.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`].
    pub fn check_decision(&self, who: Who<'_>) -> Result<(), DeskError> {
        self.state.decides.map_or_else(|| self.check_part(who), |seat| self.check_seat(who, seat))
    }

    /// Refuses an act for a seat, from 1, that is not theirs.
    ///
    /// # Errors
    /// [`DeskError::Forbidden`].
    pub fn check_act(&self, who: Who<'_>, act: Act, seat: Option<usize>) -> Result<(), DeskError> {
        match act {
            Act::Resign | Act::OfferDraw | Act::OfferTakeback | Act::Accept | Act::Decline => {
                seat.map_or_else(|| self.check_part(who), |seat| self.check_seat(who, seat))
            }
            // These are turns of the seat that decides.
            Act::UndoDecision | Act::Redo => self.check_decision(who),
            Act::Undo | Act::Pause | Act::Resume | Act::NextRound => self.check_part(who),
        }
    }

    /// Seats somebody who has the key of a seat, from 1, if it is free or their own; otherwise they watch.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn sit(&mut self, person: &Person, seat: usize, key: &str) -> Result<bool, DeskError> {
        let is_person = seat.checked_sub(1).is_some_and(|index| self.record.people().get(index) == Some(&true));
        let Some(company) = self.record.company.as_mut().filter(|_| is_person) else { return Ok(false) };
        let sits = company.sit(&**self.clock.machine(), person, seat, key)?;
        if sits {
            self.noted();
        }
        Ok(sits)
    }
}
