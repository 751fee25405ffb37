//! Positions of Pentalath as text, and the refusal of texts from which the rules cannot go on.

use super::board::{has_dead_group, has_five};
use super::position::{BLACK, Pentalath, WHITE};
use crate::board::hex61::BOARD;
use crate::game::TextError;
use crate::games::hex_text::{self, COLOURS, fields, read_colour};
use crate::games::swap::Swap;

impl Pentalath {
    /// The position text.
    pub(super) fn write(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        let colour = COLOURS[self.colour()].0;
        format!("{board} {colour} {} {}", self.swap.word(), self.passes)
    }

    /// Reads a position text, which says itself where the swap stands.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let wrong = |why: String| Err(TextError::Position(why));
        let [board, colour, swap, passes] = fields(text, "board, colour to decide, swap, passes")?;
        let stones = hex_text::read_board(board)?;
        let colour = read_colour(colour, 2)?;
        let swap = Swap::read(swap)?;
        let passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return wrong(format!("the passes in a row are 0, 1 or 2, not `{passes}`")),
        };
        let empty = BOARD & !(stones[WHITE] | stones[BLACK]);
        if let Some(dead) = [WHITE, BLACK].into_iter().find(|&c| has_dead_group(stones[c], empty)) {
            return wrong(format!("there is a group of {} without a liberty", COLOURS[dead].1));
        }
        if stones.into_iter().all(has_five) {
            return wrong("White and Black have five in a line, but the first to have it has won".to_string());
        }
        Ok(Self::new(stones, colour, swap, passes))
    }
}
