//! Who sits at the table.

use super::{Game, Player};

/// The seats of a game. In most games a seat is a player; in four-handed Zèn two seats of a team are one.
pub trait Seating: Game {
    /// How many people sit at the table.
    fn seats(_setup: &Self::Setup) -> usize {
        Self::PLAYERS
    }

    /// The seat (from 0) that takes the next decision.
    fn seat(&self) -> usize {
        self.to_move().index()
    }

    /// The side on which a seat (from 0) plays.
    fn side_of_seat(seat: usize) -> Player {
        Player::new(seat % Self::PLAYERS)
    }
}
