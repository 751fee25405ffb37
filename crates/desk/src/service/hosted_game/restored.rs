//! A game from a file, as a game at a table.

use super::HostedGame;
use crate::service::error::DeskError;
use crate::service::kept_game::{Ended, KeptGame};
use crate::service::machine::SharedMachine;
use crate::service::says;

impl HostedGame {
    /// A game that was kept elsewhere. Who played its turns, and in which words it ended, follows from the rest.
    ///
    /// # Errors
    /// [`DeskError`] if it cannot be replayed, or its parts contradict each other.
    pub fn restored(record: KeptGame, machine: SharedMachine) -> Result<Self, DeskError> {
        let mut hosted = Self::reopened(record, machine)?;
        let (played, state) = (&mut hosted.record.turns, &hosted.state);
        if state.turns.len() != played.len() || state.decisions != hosted.record.decisions {
            return Err(DeskError::Refused(says::other_table()));
        }
        let seats = hosted.session.turn_seats();
        played.iter_mut().zip(&state.turns).zip(seats).for_each(|((played, turn), seat)| {
            played.turn.clone_from(turn);
            played.seat = seat + 1;
        });
        if let Some(Ended { why, loser, .. }) = hosted.record.ended {
            let sentence = hosted.said_end(why, loser).to_string();
            hosted.record.ended.iter_mut().for_each(|ended| ended.sentence.clone_from(&sentence));
        }
        hosted.note_end();
        Ok(hosted)
    }
}
