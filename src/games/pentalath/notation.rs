//! Moves and options of Pentalath as text.

use super::decision::{PASS, SWAP, placed_cell, placement};
use super::position::Pentalath;
use super::setup::Setup;
use crate::board::hex61;
use crate::game::{Game, GameOption, Move, Notation, TextError};
use crate::games::swap;

impl Notation for Pentalath {
    fn options(setup: &Setup) -> Vec<GameOption> {
        vec![swap::option(setup.swap)]
    }

    fn set_option(setup: &mut Setup, name: &str, value: &str) -> Result<(), TextError> {
        setup.swap = swap::read_option("Pentalath", name, value)?;
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        match placed_cell(mv) {
            Some(cell) => hex61::name(cell),
            None if mv == PASS => "pass".to_string(),
            None => "swap".to_string(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let wrong = |why: String| Err(TextError::Move(why));
        if self.outcome().is_some() {
            return wrong(format!("the game is over, so `{text}` cannot be played"));
        }
        let cells = self.placements();
        if text.eq_ignore_ascii_case("swap") {
            return if self.may_swap() { Ok(SWAP) } else { wrong("there is nothing to swap here".to_string()) };
        }
        if text.eq_ignore_ascii_case("pass") {
            return if cells == 0 {
                Ok(PASS)
            } else {
                wrong("a player who can place a stone may not pass".to_string())
            };
        }
        match hex61::read_name(text) {
            None => wrong(format!("`{text}` is no cell of the board, nor `pass` or `swap`")),
            Some(cell) if cells >> cell & 1 != 0 => Ok(placement(cell)),
            Some(cell) if self.empty() >> cell & 1 != 0 => {
                wrong(format!("a stone on {} would have no liberty", hex61::name(cell)))
            }
            Some(cell) => wrong(format!("there is a stone on {} already", hex61::name(cell))),
        }
    }

    fn position_text(&self) -> String {
        self.write()
    }

    fn read_position(_setup: &Setup, text: &str) -> Result<Self, TextError> {
        Self::read(text)
    }
}
