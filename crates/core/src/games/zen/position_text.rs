//! A position as one line of text, and refusing texts from which play cannot continue.

use super::board::{NOWHERE, SIZE, Squares, single};
use super::names::{name, square};
use super::position::{Pieces, Zen};
use super::says;
use super::setup::{Colour, Setup};
use crate::board::board_text::BoardText;
use crate::board::says as board;
use crate::game::Seating;
use crate::sentence::Sentence;

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
pub fn read(setup: &Setup, text: &str) -> Result<Zen, Sentence> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, colour, ban, passes, seat) = match (fields.as_slice(), setup.four) {
        (&[board, colour, ban, passes], _) => (board, colour, ban, passes, None),
        (&[board, colour, ban, passes, "seat", seat], true) => (board, colour, ban, passes, Some(seat)),
        (_, true) => return Err(says::fields_for_four()),
        (_, false) => return Err(says::fields()),
    };
    let mut pieces = read_board(board)?;
    let colour = match colour {
        "w" => Colour::White,
        "b" => Colour::Black,
        _ => return Err(says::colour(colour)),
    };
    let parity = colour as usize ^ setup.first as usize;
    let seat = match seat {
        None => parity,
        Some("1" | "2" | "3" | "4") if (seat_index(seat) ^ parity) & 1 == 0 => seat_index(seat),
        Some(seat @ ("1" | "2" | "3" | "4")) => return Err(says::wrong_seat(seat, colour.said())),
        Some(seat) => return Err(says::seat(seat)),
    };
    if ban != "-" {
        pieces.ban = square(ban).ok_or_else(|| says::ban(ban))?;
    }
    let passes = match passes {
        "0" => 0,
        "1" => 1,
        "2" => 2,
        _ => return Err(says::passes(passes)),
    };
    Ok(Zen::build(setup, pieces, seat, passes))
}

fn seat_index(seat: Option<&str>) -> usize {
    seat.map_or(0, |text| usize::from(text.as_bytes()[0] - b'1'))
}

/// The board: row 11 first, columns from left to right.
fn board_text() -> BoardText {
    let row = |row: usize| ((row + 1).to_string(), (row * SIZE..(row + 1) * SIZE).collect());
    let parts = (0..SIZE).rev().map(row).collect();
    BoardText { part: [board::row(), board::rows()], points: board::squares(), parts }
}

fn read_board(text: &str) -> Result<Pieces, Sentence> {
    let mut sets: [Squares; 3] = [0; 3];
    for (square, letter) in board_text().read(text, PIECES)? {
        sets[PIECES.find(letter).unwrap_or(0)] |= single(square);
    }
    let [white, black, zen] = sets;
    check_numbers(sets.map(|set| set.count_ones() as usize))?;
    let zen = if zen == 0 { NOWHERE } else { zen.trailing_zeros() as usize };
    Ok(Pieces { pawns: [white, black], zen, ban: NOWHERE })
}

/// Whether there can be this many white pawns, black pawns and Zens.
///
/// # Errors
/// A sentence that says which pieces are too many.
pub(super) fn check_numbers(numbers: [usize; 3]) -> Result<(), Sentence> {
    let [white, black, zens] = numbers;
    match () {
        () if white > 12 => Err(says::white_pawns(white, 12)),
        () if black > 12 => Err(says::black_pawns(black, 12)),
        () if zens > 1 => Err(says::zens(zens, 1)),
        () => Ok(()),
    }
}
