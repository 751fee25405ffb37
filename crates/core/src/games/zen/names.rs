//! The names of squares, sides and pieces.

use super::board::{Squares, place, single, square_at};
use super::position::Zen;
use super::setup::Colour;
use crate::game::describe;
use crate::sentence::Sentence;

/// The name of a square, as in `f6`.
pub fn name(square: usize) -> String {
    let (column, row) = place(square);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The square with this name, in lower case.
pub fn square(text: &str) -> Option<usize> {
    let (&letter, number) = text.as_bytes().split_first()?;
    let row = match *number {
        [digit @ b'1'..=b'9'] => i32::from(digit - b'0'),
        [b'1', digit @ b'0'..=b'1'] => 10 + i32::from(digit - b'0'),
        _ => return None,
    };
    square_at(i32::from(letter) - i32::from(b'a'), row - 1)
}

impl Colour {
    /// The name of the side.
    pub(super) fn said(self) -> Sentence {
        describe::Colour::ALL[self as usize].said()
    }

    /// The letter of its pawns.
    pub(super) fn letter(self) -> char {
        ['w', 'b'][self as usize]
    }
}

impl Zen {
    /// The letter of the piece on a square.
    pub(super) fn piece(&self, square: usize) -> Option<char> {
        let is_on = |set: Squares| set & single(square) != 0;
        match () {
            () if is_on(self.pawns[0]) => Some('w'),
            () if is_on(self.pawns[1]) => Some('b'),
            () if square == self.zen() => Some('z'),
            () => None,
        }
    }
}
