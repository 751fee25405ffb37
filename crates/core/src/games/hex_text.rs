//! What Yavalath and Pentalath share of the position text.

use crate::board::board_text::BoardText;
use crate::board::hex61;
use crate::board::says as board;
use crate::game::TextError;
use crate::games::says;
use crate::sentence::{self, Sentence, joined};

/// The colours of the stones in the order of play: the letter and the name of each. Red plays only in Yavalath for
/// three.
pub const COLOURS: [(char, &str); 3] = [('w', "White"), ('b', "Black"), ('r', "Red")];

/// The board field: numbers 9 to 1, letters from left to right.
fn board_text() -> BoardText {
    let row = |number: i32| {
        let cells = (0..9).filter_map(|column| hex61::cell(column, number));
        ((number + 1).to_string(), cells.collect())
    };
    BoardText { part: [board::row(), board::rows()], points: board::cells(), parts: (0..9).rev().map(row).collect() }
}

/// Writes the board field from the stones of each colour.
pub fn write_board(stones: &[u64]) -> String {
    let letter = |cell: usize| (0..stones.len()).find(|&colour| stones[colour] >> cell & 1 != 0);
    board_text().write(|cell| letter(cell).map(|colour| COLOURS[colour].0))
}

/// Reads a board field, in any case: the stones of each colour.
///
/// # Errors
/// [`TextError::Position`] for a wrong number of rows or cells and for unknown characters.
pub fn read_board<const N: usize>(text: &str) -> Result<[u64; N], TextError> {
    let letters: String = COLOURS[..N].iter().map(|colour| colour.0).collect();
    let mut stones = [0; N];
    for (cell, letter) in board_text().read(&text.to_ascii_lowercase(), &letters).map_err(TextError::Position)? {
        let colour = COLOURS[..N].iter().position(|colour| colour.0 == letter);
        stones[colour.unwrap_or(0)] |= 1 << cell;
    }
    Ok(stones)
}

/// Reads the letter of one of the first `colours` colours, in any case.
///
/// # Errors
/// [`TextError::Position`] that names the letters.
pub fn read_colour(text: &str, colours: usize) -> Result<usize, TextError> {
    let found = COLOURS[..colours].iter().position(|(letter, _)| text.eq_ignore_ascii_case(&letter.to_string()));
    let letters = COLOURS[..colours].iter().map(|(letter, _)| format!("`{letter}`"));
    let wrong = || TextError::Position(says::colour(joined(letters, sentence::or), text));
    found.ok_or_else(wrong)
}

/// The fields of a position text, if there are as many as there should be.
///
/// # Errors
/// [`TextError::Position`] that has their `names`.
pub fn fields<const N: usize>(text: &str, names: Sentence) -> Result<[&str; N], TextError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let count = fields.len();
    let wrong = |_| TextError::Position(says::fields(N, names, count));
    fields.try_into().map_err(wrong)
}
