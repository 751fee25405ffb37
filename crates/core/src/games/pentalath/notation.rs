//! Moves and options of Pentalath as text.

use super::decision::{PASS, SWAP, placed_cell, placement};
use super::position::Pentalath;
use super::says;
use super::setup::Setup;
use crate::board::hex61;
use crate::game::says as game;
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
        let wrong = |why| Err(TextError::Move(why));
        if self.outcome().is_some() {
            return wrong(game::over(text));
        }
        let cells = self.placements();
        if text.eq_ignore_ascii_case("swap") {
            return if self.may_swap() { Ok(SWAP) } else { wrong(says::no_swap()) };
        }
        if text.eq_ignore_ascii_case("pass") {
            return if cells == 0 { Ok(PASS) } else { wrong(says::no_pass()) };
        }
        match hex61::read_name(text) {
            None => wrong(says::no_cell(text)),
            Some(cell) if cells >> cell & 1 != 0 => Ok(placement(cell)),
            Some(cell) if self.empty() >> cell & 1 != 0 => wrong(says::no_liberty(hex61::name(cell))),
            Some(cell) => wrong(says::taken(hex61::name(cell))),
        }
    }

    fn position_text(&self) -> String {
        self.write()
    }

    fn read_position(_setup: &Setup, text: &str) -> Result<Self, TextError> {
        Self::read(text)
    }
}
