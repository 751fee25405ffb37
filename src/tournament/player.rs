//! A player as the referee sees it: it answers with turns, or fails to.

use super::clock::Clocks;
use crate::records::{Reason, TurnInfo};
use crate::search::Halt;
use crate::session::Session;
use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The tournament is being stopped.
    Halted,
    /// The player has lost the game, with a sentence for the record.
    Fault(Reason, String),
}

/// The answer of a player that finds no legal turn.
pub const NO_TURN: &str = "none";

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerReply {
    /// The turn, or the rest of one, not yet checked.
    pub turn: String,
    /// The opponent's turn that is expected.
    pub ponder: Option<String>,
    /// What the player reports about it.
    pub info: TurnInfo,
    /// How long it took.
    pub time: Duration,
}

/// A question to a player.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// All turns from the start of the game, including the opening.
    pub turns: &'a [String],
    /// The player's seat, from 0.
    pub seat: usize,
    /// The clocks.
    pub clocks: &'a Clocks,
}

/// A player of a tournament.
pub trait MatchPlayer: Send {
    /// The name and version of the player.
    fn id(&self) -> &str;

    /// Gets ready for a game.
    ///
    /// # Errors
    /// [`Failure`] if that is not possible; the game is then lost.
    fn new_game(&mut self, seed: u64) -> Result<(), Failure>;

    /// Chooses a turn. `session` is the referee's position, in which it is this player's turn.
    ///
    /// # Errors
    /// [`Failure`] if there is no answer.
    fn choose(&mut self, session: &dyn Session, ask: &Ask) -> Result<PlayerReply, Failure>;

    /// Starts to think about the position after the expected turn, the last of `ask.turns`, until the next
    /// [`choose`](MatchPlayer::choose) or [`rest`](MatchPlayer::rest).
    ///
    /// # Errors
    /// [`Failure`] if the player has gone.
    fn ponder(&mut self, ask: &Ask) -> Result<(), Failure>;

    /// The game is over; the player may stop thinking.
    fn rest(&mut self);

    /// Obeys this stop from now on, instead of the one it was made with.
    fn heed(&mut self, halt: &Halt);
}
