//! Positions of Pentalath that are set up by hand.

use super::position::Pentalath;
use super::setup::Setup;
use crate::game::describe::Piece;
use crate::game::{Arrange, Arrangement, TextError};
use crate::games::hex_describe::{stone, stones_of};
use crate::games::swap::Swap;

impl Arrange for Pentalath {
    fn pieces_to_set(_setup: &Setup) -> Vec<Piece> {
        (0..2).map(stone).collect()
    }

    fn proposed(setup: &Setup, arrangement: &Arrangement) -> Result<Self, TextError> {
        let stones = stones_of(arrangement);
        let swap = Swap::on_board(setup.swap, stones.map(u64::count_ones), arrangement.seat);
        Ok(Self::new(stones, arrangement.seat, swap, 0))
    }
}
