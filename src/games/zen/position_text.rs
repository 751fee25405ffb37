//! A position as one line of text, and the refusal of texts from which the rules cannot go on.

use super::board::{NOWHERE, SIZE, Squares, single};
use super::names::{name, square};
use super::position::{Pieces, Zen};
use super::setup::{Colour, Setup};
use crate::board::board_text::BoardText;
use crate::game::Seating;

/// The letters of White's pawns, Black's pawns, and the Zen.
const PIECES: &str = "wbz";

/// The text of a position.
pub fn write(position: &Zen) -> String {
    let board = board_text().write(|square| position.piece(square));
    let ban = if position.ban() == NOWHERE { "-".to_string() } else { name(position.ban()) };
    let seat = if position.setup().four { format!(" seat {}", position.seat() + 1) } else { String::new() };
    format!("{board} {} {ban} {}{seat}", position.colour().letter(), position.passes())
}

/// Reads a position, in lower case.
///
/// # Errors
/// A sentence that says what cannot be.
pub fn read(setup: &Setup, text: &str) -> Result<Zen, String> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, colour, ban, passes, seat) = match (fields.as_slice(), setup.four) {
        (&[board, colour, ban, passes], _) => (board, colour, ban, passes, None),
        (&[board, colour, ban, passes, "seat", seat], true) => (board, colour, ban, passes, Some(seat)),
        _ => {
            let seat = if setup.four { ", and `seat` with its number" } else { "" };
            return Err(format!("the fields are board, colour to move, banned square or `-`, and passes{seat}"));
        }
    };
    let mut pieces = read_board(board)?;
    let colour = match colour {
        "w" => Colour::White,
        "b" => Colour::Black,
        _ => return Err(format!("the colour to move is `w` or `b`, not `{colour}`")),
    };
    let parity = colour as usize ^ setup.first as usize;
    let seat = match seat {
        None => parity,
        Some("1" | "2" | "3" | "4") if (seat_index(seat) ^ parity) & 1 == 0 => seat_index(seat),
        Some(seat @ ("1" | "2" | "3" | "4")) => return Err(format!("seat {seat} does not play {}", colour.name())),
        Some(seat) => return Err(format!("the seat is 1, 2, 3 or 4, not `{seat}`")),
    };
    if ban != "-" {
        pieces.ban = square(ban).ok_or_else(|| format!("the banned square is a square or `-`, not `{ban}`"))?;
    }
    let passes = match passes {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => return Err(format!("the passes in a row are 0, 1 or 2, not `{passes}`")),
    };
    Ok(Zen::build(setup, pieces, seat, passes))
}

fn seat_index(seat: Option<&str>) -> usize {
    seat.map_or(0, |text| usize::from(text.as_bytes()[0] - b'1'))
}

/// The board: row 11 first, columns from left to right.
fn board_text() -> BoardText {
    let row = |row: usize| ((row + 1).to_string(), (row * SIZE..(row + 1) * SIZE).collect());
    BoardText { part: "row", points: "squares", parts: (0..SIZE).rev().map(row).collect() }
}

fn read_board(text: &str) -> Result<Pieces, String> {
    let mut sets: [Squares; 3] = [0; 3];
    for (square, letter) in board_text().read(text, PIECES)? {
        sets[PIECES.find(letter).unwrap_or(0)] |= single(square);
    }
    let [white, black, zen] = sets;
    check_numbers(sets.map(|set| set.count_ones() as usize))?;
    let zen = if zen == 0 { NOWHERE } else { zen.trailing_zeros() as usize };
    Ok(Pieces { pawns: [white, black], zen, ban: NOWHERE })
}

/// Whether there can be so many white pawns, black pawns and Zens.
///
/// # Errors
/// A sentence that says of what there are too many.
pub(super) fn check_numbers(numbers: [usize; 3]) -> Result<(), String> {
    for (count, (what, limit)) in numbers.into_iter().zip([("white pawns", 12), ("black pawns", 12), ("Zens", 1)]) {
        if count > limit {
            return Err(format!("there are {count} {what}, but at most {limit} can be"));
        }
    }
    Ok(())
}
