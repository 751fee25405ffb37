//! Positions of Yavalath as text, and refusing texts from which play cannot continue.

use super::position::{Yavalath, Yavalath3};
use super::says;
use crate::board::bits::members;
use crate::board::hex61_lines::{Made, made};
use crate::game::describe::Colour;
use crate::game::{Outcome, Player, TextError};
use crate::games::hex_text::{self, COLOURS, fields, read_colour};
use crate::games::says as hex;
use crate::games::swap::Swap;
use crate::sentence::Sentence;

fn impossible<T>(what: Sentence) -> Result<T, TextError> {
    Err(TextError::Position(what))
}

/// The longest line of a colour, wherever it is.
pub(super) fn longest(stones: u64) -> Made {
    let lines = || members(stones).map(|cell| made(stones, cell));
    lines().find(|&line| line == Made::Four).or(lines().find(|&line| line == Made::Three)).unwrap_or(Made::Nothing)
}

impl Yavalath {
    /// The position text.
    pub(super) fn write(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        format!("{board} {} {} 0", COLOURS[usize::from(self.colour)].0, self.swap.word())
    }

    /// Reads a position text, which includes the state of the swap.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let [board, colour, swap, passes] = fields(text, hex::swap_fields())?;
        let stones: [u64; 2] = hex_text::read_board(board)?;
        let colour = read_colour(colour, 2)? as u8;
        let swap = Swap::read(swap)?;
        if passes != "0" {
            return impossible(says::no_passes(passes));
        }
        let mut position = Self::new(stones, colour, swap, None);
        let owner = |colour| position.owner(colour);
        position.outcome = match stones.map(longest) {
            [Made::Nothing, Made::Nothing] => (position.empty() == 0).then_some(Outcome::DRAW),
            [Made::Four, Made::Nothing] => Some(Outcome::win(owner(0))),
            [Made::Three, Made::Nothing] => Some(Outcome::loss(owner(0))),
            [Made::Nothing, Made::Four] => Some(Outcome::win(owner(1))),
            [Made::Nothing, Made::Three] => Some(Outcome::loss(owner(1))),
            _ => return impossible(says::two_lines()),
        };
        Ok(position)
    }
}

impl Yavalath3 {
    /// The position text.
    pub(super) fn write(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        let out: String = (0..3).filter(|i| self.alive >> i & 1 == 0).map(|i| COLOURS[i].0).collect();
        let out = if out.is_empty() { "-" } else { &out };
        format!("{board} {} {out}", COLOURS[usize::from(self.colour)].0)
    }

    /// Reads a position text.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
        let [board, colour, out] = fields(text, hex::three_fields())?;
        let stones: [u64; 3] = hex_text::read_board(board)?;
        let colour = read_colour(colour, 3)? as u8;
        let mut alive = 0b111;
        for letter in out.chars().filter(|_| out != "-") {
            alive &= !(1 << read_colour(&letter.to_string(), 3)?);
        }
        if alive >> colour & 1 == 0 {
            return impossible(says::out_decides(Colour::ALL[usize::from(colour)].said()));
        }
        let mut outcome = None;
        for (i, &set) in stones.iter().enumerate() {
            let name = || Colour::ALL[i].said();
            match (longest(set), alive >> i & 1 != 0) {
                (Made::Nothing, _) | (Made::Three, false) => {}
                (Made::Three, true) => return impossible(says::three_not_out(name())),
                (Made::Four, false) => return impossible(says::four_out(name())),
                (Made::Four, true) if outcome.is_some() => return impossible(says::two_fours()),
                (Made::Four, true) => outcome = Some(Outcome::win(Player::new(i))),
            }
        }
        let mut position = Self::new(stones, colour, alive, None);
        let over = alive.is_power_of_two() || position.empty() == 0;
        position.outcome = outcome.or(over.then_some(Outcome::shared(alive)));
        Ok(position)
    }
}
