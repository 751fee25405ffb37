//! What Yavalath and Pentalath share beside the geometry: the board field of the position text, and the pictures.

use crate::board::bits::members;
use crate::board::drawing::{self, Point, Stone, palette};
use crate::board::hex61::{self, CELLS};
use crate::game::{Charset, TextError};

/// Writes the board field: numbers 9 to 1, letters from left to right, the stones of each set as its letter.
pub fn write_board(sets: &[(u64, char)]) -> String {
    let rows: Vec<String> = (0..9).rev().map(|number| write_row(number, sets)).collect();
    rows.join("/")
}

fn write_row(number: i32, sets: &[(u64, char)]) -> String {
    let mut row = String::new();
    let mut empty = 0;
    for cell in row_cells(number) {
        match sets.iter().find(|(set, _)| set >> cell & 1 != 0) {
            None => empty += 1,
            Some(&(_, letter)) => {
                if empty > 0 {
                    row += &empty.to_string();
                }
                empty = 0;
                row.push(letter);
            }
        }
    }
    if empty > 0 {
        row += &empty.to_string();
    }
    row
}

/// The cells with one number (from 0), from left to right.
fn row_cells(number: i32) -> impl Iterator<Item = usize> {
    (0..9).filter_map(move |column| hex61::cell(column, number))
}

/// Reads a board field: one set of cells for each of `letters`.
///
/// # Errors
/// [`TextError::Position`] for a wrong number of rows or cells and for unknown characters.
pub fn read_board<const N: usize>(text: &str, letters: [char; N]) -> Result<[u64; N], TextError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != 9 {
        let count = rows.len();
        return Err(TextError::Position(format!("the board has 9 rows parted by `/`, numbers 9 to 1, not {count}")));
    }
    let mut sets = [0; N];
    for (row, number) in rows.into_iter().zip((0..9).rev()) {
        read_row(row, number, letters, &mut sets)?;
    }
    Ok(sets)
}

fn read_row<const N: usize>(row: &str, number: i32, letters: [char; N], sets: &mut [u64; N]) -> Result<(), TextError> {
    let cells: Vec<usize> = row_cells(number).collect();
    let wrong = |what: String| Err(TextError::Position(format!("row {} of the board {what}", number + 1)));
    let (mut at, mut gap) = (0, 0);
    for character in row.chars() {
        if let Some(digit) = character.to_digit(10) {
            gap = gap * 10 + digit as usize;
        } else if let Some(which) = letters.iter().position(|&l| l == character.to_ascii_lowercase()) {
            at += gap;
            gap = 0;
            match cells.get(at) {
                Some(cell) => sets[which] |= 1 << cell,
                None => return wrong(format!("has {} cells, not more", cells.len())),
            }
            at += 1;
        } else {
            return wrong(format!("has a `{character}`, which is no stone and no number"));
        }
        if gap > CELLS {
            return wrong(format!("has {} cells, not more", cells.len()));
        }
    }
    if at + gap != cells.len() {
        return wrong(format!("has {} cells, not {}", cells.len(), at + gap));
    }
    Ok(())
}

/// The character for a stone.
pub fn symbol(stone: Stone, charset: Charset) -> char {
    match (charset, stone) {
        (Charset::Ascii, Stone::White) => 'O',
        (Charset::Ascii, Stone::Black) => 'X',
        (Charset::Ascii, Stone::Red) => '#',
        (Charset::Unicode, Stone::White) => '○',
        (Charset::Unicode, Stone::Black) => '●',
        (Charset::Unicode, Stone::Red) => '◆',
    }
}

/// The board in text, the cells of `last` in brackets.
pub fn terminal(sets: &[(u64, Stone)], last: u64, charset: Charset) -> String {
    let empty = if charset == Charset::Ascii { '.' } else { '·' };
    let mut text = String::new();
    for number in (0..9).rev() {
        // Half a cell to the left for every number: the columns lean.
        let mut line = vec![' '; 28];
        let place = |column: i32| (2 * column - number + 9) as usize;
        line[0] = char::from(b'1' + number as u8);
        for column in 0..9 {
            let Some(cell) = hex61::cell(column, number) else { continue };
            let found = sets.iter().find(|(set, _)| set >> cell & 1 != 0);
            line[place(column)] = found.map_or(empty, |&(_, stone)| symbol(stone, charset));
            if last >> cell & 1 != 0 {
                line[place(column) - 1] = '(';
                line[place(column) + 1] = ')';
            }
        }
        // A column from f on is named below its lowest cell, which is here, at the right end.
        if number < 4 {
            line[place(number + 5)] = char::from(b'f' + number as u8);
        }
        text.extend(line);
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

/// The corners of a hex_text; the first lies at `turn` degrees.
fn hexagon((x, y): Point, radius: f64, turn: f64) -> [Point; 6] {
    [0.0, 60.0, 120.0, 180.0, 240.0, 300.0].map(|angle: f64| {
        let (sin, cos) = (angle + turn).to_radians().sin_cos();
        (x + radius * cos, y + radius * sin)
    })
}

/// The middle of the cell that would have this column and number (from 0).
fn middle(column: i32, number: i32) -> Point {
    let across = f64::from(2 * column - number - 4) / 2.0;
    (CENTRE.0 + across * RADIUS * 3f64.sqrt(), CENTRE.1 - f64::from(number - 4) * RADIUS * 1.5)
}

/// The board as SVG, the cells of `last` marked, the cells of `line` numbered as expected moves.
pub fn svg(sets: &[(u64, Stone)], last: u64, line: &[usize]) -> String {
    let point = |cell: usize| {
        let (column, number) = hex61::coordinates(cell);
        middle(column, number)
    };
    let mut sheet = drawing::sheet(2.0 * CENTRE.0, 2.0 * CENTRE.1);
    // The wide edge rounds the corners.
    sheet = sheet.add(drawing::polygon(&hexagon(CENTRE, 277.0, 0.0), FRAME, palette::LINE, 23.0));
    sheet = sheet.add(drawing::polygon(&hexagon(CENTRE, 277.0, 0.0), FRAME, FRAME, 20.0));
    for cell in 0..CELLS {
        let (column, number) = hex61::coordinates(cell);
        let tone = TONES[(column + number) as usize % 3];
        sheet = sheet.add(drawing::polygon(&hexagon(point(cell), RADIUS, 30.0), tone, palette::LINE, 1.5));
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
            sheet = sheet.add(drawing::stone(point(cell), 21.0, stone));
            if last >> cell & 1 != 0 {
                sheet = sheet.add(drawing::circle(point(cell), 7.0, palette::LAST, palette::LAST, 0.0));
            }
        }
    }
    for (i, &cell) in line.iter().enumerate() {
        sheet = drawing::spot(sheet, point(cell), 13.0, i + 1);
    }
    sheet.to_string() + "\n"
}
