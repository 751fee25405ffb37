//! A position as one line of text, and the refusal of texts that no game can lead to.

use super::board::{DIRECTIONS, NOWHERE, SIZE, Squares, VIEW, single};
use super::decision::squares_of;
use super::names::{name, square};
use super::position::{Pieces, Zen};
use super::setup::{Colour, Setup, Variant};
use crate::board::board_text::BoardText;
use crate::game::{Move, Seating};

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
    if pieces.zen == NOWHERE && pieces.pawns == [0, 0] {
        return Err("the board is empty, but the last piece cannot be captured".to_string());
    }
    if setup.variant == Variant::Zen && pieces.pawns == [0, 0] {
        return Err("there is no pawn, but the Zen must touch one when it captures".to_string());
    }
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
    let position = Zen::build(setup, pieces, seat, passes);
    check_ban(&position)?;
    check_passes(&position)?;
    Ok(position)
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
    for (count, what, limit) in [
        (white.count_ones(), "white pawns", 12),
        (black.count_ones(), "black pawns", 12),
        (zen.count_ones(), "Zens", 1),
    ] {
        if count > limit {
            return Err(format!("there are {count} {what}, but at most {limit} can be"));
        }
    }
    let zen = if zen == 0 { NOWHERE } else { zen.trailing_zeros() as usize };
    Ok(Pieces { pawns: [white, black], zen, ban: NOWHERE })
}

/// Whether the Zen can just have come from the banned square.
fn check_ban(position: &Zen) -> Result<(), String> {
    let (zen, ban) = (position.zen(), position.ban());
    if ban == NOWHERE {
        return Ok(());
    }
    let refuse = |why: &str| Err(format!("the Zen cannot just have come from {}: {why}", name(ban)));
    if zen == NOWHERE {
        return refuse("it is not on the board");
    }
    if position.occupied() & single(ban) != 0 {
        return refuse("the square is taken");
    }
    let Some(direction) = (0..DIRECTIONS.len()).find(|&d| VIEW[ban].ray[d] & single(zen) != 0) else {
        return refuse("the two squares are not on one line");
    };
    let between = VIEW[ban].ray[direction] & VIEW[zen].ray[direction ^ 4];
    let (moved, length) = (between.count_ones() as usize + 1, position.length(zen, direction));
    if moved != length && moved != length + 1 {
        return refuse("the move would not be as long as its line has pieces");
    }
    if between & position.own_and_enemy()[0] != 0 {
        return refuse("an enemy pawn stands in the way");
    }
    if position.setup().variant == Variant::Zen && VIEW[zen].around & (position.pawns[0] | position.pawns[1]) == 0 {
        return refuse("it touches no pawn");
    }
    Ok(())
}

/// Whether the last turns can have been passed.
fn check_passes(position: &Zen) -> Result<(), String> {
    if position.passes() == 0 {
        return Ok(());
    }
    if position.ban() != NOWHERE {
        return Err("the last turn was passed, so no square is banned".to_string());
    }
    if [Colour::White, Colour::Black].iter().any(|&colour| position.connected(colour)) {
        return Err("a side is connected, so the game had ended before the pass".to_string());
    }
    // Whoever passes first may have been kept by the ban from the one Zen move that is left.
    for (passed, back) in [position.colour().other(), position.colour()].into_iter().zip(1..=position.passes()) {
        let pieces = Pieces { pawns: position.pawns, zen: position.zen(), ban: NOWHERE };
        let parity = usize::from(passed != position.colour());
        let before = Zen::build(&position.setup(), pieces, position.seat() ^ parity, 0);
        let (steps, count) = before.steps();
        let is_zen = |&&mv: &&Move| squares_of(mv).is_some_and(|(from, _)| from == position.zen());
        let zen_moves = steps[..count].iter().filter(is_zen).count();
        if count > zen_moves || zen_moves > usize::from(back == position.passes()) {
            return Err(format!("{} has a move and cannot have passed", passed.name()));
        }
    }
    Ok(())
}
