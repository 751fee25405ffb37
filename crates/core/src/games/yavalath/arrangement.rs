//! Positions of Yavalath set up by hand. In the three-player game a player with three in a row is out.

use super::position::{Yavalath, Yavalath3};
use super::position_text::longest;
use super::says;
use super::setup::Setup;
use crate::board::hex61_lines::Made;
use crate::game::describe::{Colour, Piece};
use crate::game::{Arrange, Arrangement, TextError};
use crate::games::hex_describe::{stone, stones_of};
use crate::games::swap::Swap;

impl Arrange for Yavalath {
    fn pieces_to_set(_setup: &Setup) -> Vec<Piece> {
        (0..2).map(stone).collect()
    }

    fn proposed(setup: &Setup, arrangement: &Arrangement) -> Result<Self, TextError> {
        let stones = stones_of(arrangement);
        let swap = Swap::on_board(setup.swap, stones.map(u64::count_ones), arrangement.seat);
        Ok(Self::new(stones, arrangement.seat as u8, swap, None))
    }
}

impl Arrange for Yavalath3 {
    fn pieces_to_set((): &()) -> Vec<Piece> {
        (0..3).map(stone).collect()
    }

    fn proposed((): &(), arrangement: &Arrangement) -> Result<Self, TextError> {
        let stones = stones_of(arrangement);
        let lives = |&colour: &usize| longest(stones[colour]) != Made::Three;
        let alive = (0..3).filter(lives).fold(0, |alive, colour| alive | 1 << colour);
        if !lives(&arrangement.seat) {
            return Err(TextError::Position(says::three_decides(Colour::ALL[arrangement.seat].said())));
        }
        Ok(Self::new(stones, arrangement.seat as u8, alive, None))
    }
}
