//! The names of colours, of spots and dots, and of rows.

use super::board::{self, Point};
use super::position::Gipf;
use super::says;
use crate::board::bits::members;
use crate::game::describe::Colour;
use crate::game::{Player, TextError};
use crate::sentence::{self, Sentence, Value, joined};

/// The name of a player's colour.
pub fn colour(player: Player) -> Sentence {
    Colour::ALL[player.index()].said()
}

/// The name of a spot or dot. Letters are the columns; east of the e-line the numbers lag behind the rows.
pub fn point_text((column, row): Point) -> String {
    let letter = char::from(b'b'.wrapping_add_signed(column as i8));
    format!("{letter}{}", row + 2 - (column - 3).max(0))
}

/// The name of a spot.
pub fn spot_text(spot: usize) -> String {
    point_text(board::point(spot))
}

/// The ends of a segment, as in `b2-e5`.
pub fn ends(segment: u64) -> String {
    let last = 63 - segment.leading_zeros() as usize;
    format!("{}-{}", spot_text(segment.trailing_zeros() as usize), spot_text(last))
}

impl Gipf {
    /// The rows that can be taken, without the choice of GIPF-pieces.
    pub(super) fn open_row_texts(&self) -> Value {
        let rows = members(u64::from(self.open_rows())).map(|line| format!("x{}", ends(self.segment(line))));
        joined(rows, sentence::or)
    }
}

/// The spot or dot with this name, in lower case.
///
/// # Errors
/// [`TextError::Move`] if there is none.
pub fn read_point(text: &str) -> Result<Point, TextError> {
    let &[letter @ b'a'..=b'i', number @ b'1'..=b'9'] = text.as_bytes() else {
        return Err(TextError::Move(says::no_point(text)));
    };
    let column = i32::from(letter) - i32::from(b'b');
    let point = (column, i32::from(number - b'0') - 2 + (column - 3).max(0));
    if board::is_spot(point) || board::is_dot(point) { Ok(point) } else { Err(TextError::Move(says::off_board(text))) }
}

/// The spot with this name, in lower case.
///
/// # Errors
/// [`TextError::Move`] if there is none.
pub fn read_spot(text: &str) -> Result<usize, TextError> {
    let point = read_point(text)?;
    if board::is_spot(point) { Ok(board::bit(point)) } else { Err(TextError::Move(says::dot(text))) }
}

#[cfg(test)]
mod tests {
    use super::super::board::{BOARD, PUSH};
    use super::*;

    #[test]
    fn points_survive_their_names() {
        for spot in members(BOARD) {
            assert_eq!(read_spot(&spot_text(spot)), Ok(spot));
        }
        for push in PUSH {
            assert_eq!(read_point(&point_text(push.dot())), Ok(push.dot()));
        }
    }
}
