//! Moves and options of Yavalath as text.

use super::decision::{SWAP, placed_cell, placement};
use super::position::{Yavalath, Yavalath3};
use super::says;
use super::setup::Setup;
use crate::board::hex61;
use crate::game::says as game;
use crate::game::{Game, GameOption, Move, Notation, TextError};
use crate::games::says as hex;
use crate::games::swap;

/// Why a move that is not legal is not.
fn refuse(text: &str, position: &impl Game, empty: u64) -> TextError {
    TextError::Move(match hex61::read_name(text) {
        _ if position.outcome().is_some() => game::over(text),
        Some(cell) if empty >> cell & 1 == 0 => says::taken(text),
        Some(_) => says::must_block(text),
        None if text.eq_ignore_ascii_case("swap") => hex::no_swap(),
        None => says::no_cell(text),
    })
}

impl Notation for Yavalath {
    fn options(setup: &Setup) -> Vec<GameOption> {
        vec![swap::option(setup.swap)]
    }

    fn set_option(setup: &mut Setup, name: &str, value: &str) -> Result<(), TextError> {
        setup.swap = swap::read_option("Yavalath", name, value)?;
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        placed_cell(mv).map_or_else(|| "swap".to_string(), hex61::name)
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let mv = match hex61::read_name(text) {
            Some(cell) => Some(placement(cell)).filter(|_| self.empty() >> cell & 1 != 0),
            None => Some(SWAP).filter(|_| {
                text.eq_ignore_ascii_case("swap") && self.count_moves() > self.empty().count_ones() as usize
            }),
        };
        mv.filter(|_| self.outcome.is_none()).ok_or_else(|| refuse(text, self, self.empty()))
    }

    fn position_text(&self) -> String {
        self.write()
    }

    fn read_position(_setup: &Setup, text: &str) -> Result<Self, TextError> {
        Self::read(text)
    }
}

impl Notation for Yavalath3 {
    fn options((): &()) -> Vec<GameOption> {
        Vec::new()
    }

    fn set_option((): &mut (), name: &str, _value: &str) -> Result<(), TextError> {
        Err(TextError::Option(game::no_option("yavalath3", name)))
    }

    fn move_text(&self, mv: Move) -> String {
        hex61::name(usize::from(mv.code()))
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let mv = hex61::read_name(text).filter(|&cell| self.outcome.is_none() && self.legal() >> cell & 1 != 0);
        mv.map(placement).ok_or_else(|| refuse(text, self, self.empty()))
    }

    fn position_text(&self) -> String {
        self.write()
    }

    fn read_position((): &(), text: &str) -> Result<Self, TextError> {
        Self::read(text)
    }
}
