//! The names of colours, columns and points.

use super::board::{NUMBERS, PLACES, on_board, point};
use super::says;
use crate::game::describe::Colour;
use crate::game::{Player, TextError};
use crate::sentence::Sentence;

/// The letter of a column.
pub fn letter(column: usize) -> char {
    (b'a' + column as u8) as char
}

/// The name of a point.
pub fn name(point: usize) -> String {
    let (column, row) = PLACES[point % NUMBERS];
    format!("{}{row}", letter(column.into()))
}

/// The colour of a player, as a word.
pub fn colour(player: Player) -> Sentence {
    Colour::ALL[player.index()].said()
}

/// Reads the name of a point, in lower case.
///
/// # Errors
/// [`TextError::Move`] if there is none.
pub fn read_point(text: &str) -> Result<usize, TextError> {
    let place = text.as_bytes().split_first().and_then(|(&letter, digits)| {
        let row: usize = std::str::from_utf8(digits).ok()?.parse().ok()?;
        let column = usize::from(letter.wrapping_sub(b'a'));
        (row <= 11 && on_board(column as i32, row as i32)).then(|| point(column, row))
    });
    match place {
        // A sign or a leading zero would also be read as a number.
        Some(place) if name(place) == text => Ok(place),
        _ => Err(TextError::Move(says::no_point(text))),
    }
}
