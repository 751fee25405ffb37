//! Positions of Pentalath as text, and refusing texts from which play cannot continue.

use super::board::{has_dead_group, has_five};
use super::position::{BLACK, Pentalath, WHITE};
use super::says;
use crate::board::hex61::BOARD;
use crate::game::TextError;
use crate::game::describe::Colour;
use crate::games::hex_text::{self, COLOURS, fields, read_colour};
use crate::games::says as hex;
use crate::games::swap::Swap;

impl Pentalath {
    /// The position text.
    pub(super) fn write(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        let colour = COLOURS[self.colour()].0;
        format!("{board} {colour} {} {}", self.swap.word(), self.passes)
    }

    /// Reads a position text, which includes the state of the swap.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let wrong = |why| Err(TextError::Position(why));
        let [board, colour, swap, passes] = fields(text, hex::swap_fields())?;
        let stones = hex_text::read_board(board)?;
        let colour = read_colour(colour, 2)?;
        let swap = Swap::read(swap)?;
        let passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return wrong(says::passes(passes)),
        };
        let empty = BOARD & !(stones[WHITE] | stones[BLACK]);
        if let Some(dead) = [WHITE, BLACK].into_iter().find(|&c| has_dead_group(stones[c], empty)) {
            return wrong(says::dead(Colour::ALL[dead].said()));
        }
        if stones.into_iter().all(has_five) {
            return wrong(says::two_fives());
        }
        Ok(Self::new(stones, colour, swap, passes))
    }
}
