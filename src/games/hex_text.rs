//! What Yavalath and Pentalath share beside the geometry: fields of the position text, and the pictures.

use crate::board::bits::members;
use crate::board::board_text::BoardText;
use crate::board::drawing::{self, Point, Stone, palette};
use crate::board::hex61::{self, CELLS};
use crate::board::says as board;
use crate::game::{Charset, ExpectedMove, TextError};
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
pub fn fields<'a, const N: usize>(text: &'a str, names: Sentence) -> Result<[&'a str; N], TextError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let count = fields.len();
    let wrong = |_| TextError::Position(says::fields(N, names, count));
    fields.try_into().map_err(wrong)
}

/// The character for a stone.
fn symbol(stone: Stone, charset: Charset) -> char {
    match (charset, stone) {
        (Charset::Ascii, Stone::White) => 'O',
        (Charset::Ascii, Stone::Black) => 'X',
        (Charset::Ascii, Stone::Red) => '#',
        (Charset::Unicode, Stone::White) => '○',
        (Charset::Unicode, Stone::Black) => '●',
        (Charset::Unicode, Stone::Red) => '◆',
    }
}

/// The colours of the seats (from 0), as in `○ White (seat 1)   ● Black (seat 2)`, and below them a caption.
pub fn legend(seats: &[usize], caption: &str, charset: Charset) -> String {
    const STONES: [Stone; 3] = [Stone::White, Stone::Black, Stone::Red];
    let side = |(colour, seat): (usize, &usize)| {
        format!("{} {} (seat {})", symbol(STONES[colour], charset), COLOURS[colour].1, seat + 1)
    };
    let sides: Vec<String> = seats.iter().enumerate().map(side).collect();
    format!("\n{}\n{caption}\n", sides.join("   "))
}

/// The board in text, the cells of `last` in brackets.
pub fn terminal(sets: &[(u64, Stone)], last: u64, charset: Charset) -> String {
    let empty = if charset == Charset::Ascii { '.' } else { '·' };
    let mut text = String::new();
    for number in (0..9).rev() {
        // Half a cell to the left for every number: the columns lean.
        let mut printed = vec![' '; 28];
        let place = |column: i32| (2 * column - number + 9) as usize;
        printed[0] = char::from(b'1' + number as u8);
        for column in 0..9 {
            let Some(cell) = hex61::cell(column, number) else { continue };
            let found = sets.iter().find(|(set, _)| set >> cell & 1 != 0);
            printed[place(column)] = found.map_or(empty, |&(_, stone)| symbol(stone, charset));
            if last >> cell & 1 != 0 {
                printed[place(column) - 1] = '(';
                printed[place(column) + 1] = ')';
            }
        }
        // A column from f on is named below its lowest cell, which is here, at the right end.
        if number < 4 {
            printed[place(number + 5)] = char::from(b'f' + number as u8);
        }
        text.extend(printed);
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text.push_str("          a b c d e\n");
    text
}

/// The middle of the picture.
const CENTRE: Point = (310.0, 280.0);
/// From the middle of a cell to its corners.
const RADIUS: f64 = 30.0;
/// The cells have three tones, so that neighbours differ and the lines of sight are easy to follow.
const TONES: [&str; 3] = [palette::WOOD, "#dbba83", "#eacfa1"];
/// The wood around the cells.
const FRAME: &str = "#c59f69";
/// Coordinates on that wood.
const LETTERING: &str = "#4d3a22";

/// The corners of a hexagon; the first lies at `turn` degrees.
fn hexagon((x, y): Point, radius: f64, turn: f64) -> [Point; 6] {
    [0.0, 60.0, 120.0, 180.0, 240.0, 300.0].map(|angle: f64| {
        let (sin, cos) = (angle + turn).to_radians().sin_cos();
        (x + radius * cos, y + radius * sin)
    })
}

/// Width and height of the picture.
pub const SIZE: Point = (2.0 * CENTRE.0, 2.0 * CENTRE.1);

/// The middle of a cell in the picture.
pub fn point_of(cell: usize) -> Point {
    let (column, number) = hex61::coordinates(cell);
    middle(column, number)
}

/// The middle of the cell that would have this column and number (from 0).
fn middle(column: i32, number: i32) -> Point {
    let across = f64::from(2 * column - number - 4) / 2.0;
    (CENTRE.0 + across * RADIUS * 3f64.sqrt(), CENTRE.1 - f64::from(number - 4) * RADIUS * 1.5)
}

/// The board as SVG with a caption, the cells of `last` marked, in those of the `expected` moves the ghosts of their stones
/// with the number of their turn.
pub fn svg(sets: &[(u64, Stone)], last: u64, expected: &[(usize, ExpectedMove)], caption: &str) -> String {
    let mut sheet = drawing::sheet(SIZE.0, SIZE.1);
    // The wide edge rounds the corners.
    sheet = sheet.add(drawing::polygon(&hexagon(CENTRE, 277.0, 0.0), FRAME, palette::LINE, 23.0));
    sheet = sheet.add(drawing::polygon(&hexagon(CENTRE, 277.0, 0.0), FRAME, FRAME, 20.0));
    for cell in 0..CELLS {
        let (column, number) = hex61::coordinates(cell);
        let tone = TONES[(column + number) as usize % 3];
        sheet = sheet.add(drawing::polygon(&hexagon(point_of(cell), RADIUS, 30.0), tone, palette::LINE, 1.5));
    }
    for i in 0..9 {
        let digit = (i + 1).to_string();
        let letter = char::from(b'a' + i as u8).to_string();
        // Numbers stand before their row, letters below their column.
        let (left, low) = ((i - 4).max(0) - 1, (i - 4).max(0) - 1);
        let (x, y) = middle(left, i);
        sheet = sheet.add(drawing::label((x + 4.0, y), 16.0, LETTERING, digit));
        let (x, y) = middle(i, low);
        sheet = sheet.add(drawing::label((x - 6.0, y - 8.0), 16.0, LETTERING, letter));
    }
    for &(set, stone) in sets {
        for cell in members(set) {
            sheet = sheet.add(drawing::stone(point_of(cell), 21.0, stone));
            if last >> cell & 1 != 0 {
                sheet = sheet.add(drawing::circle(point_of(cell), 7.0, palette::LAST, palette::LAST, 0.0));
            }
        }
    }
    for (cell, expected) in expected {
        sheet = drawing::ghost(sheet, point_of(*cell), 19.0, expected.turn, expected.stone());
    }
    sheet = sheet.add(drawing::label((CENTRE.0, SIZE.1 - 9.0), 14.0, palette::LABEL, caption));
    sheet.to_string() + "\n"
}
