//! Zèn as text: moves, positions, options, and the questions that only Zèn can answer.

use super::board::{DIRECTIONS, NOWHERE, SIZE, Squares, VIEW, place, single, square_at};
use super::rules::{PASS, Pieces, Zen, squares_of, step};
use super::setup::{Colour, Setup, Variant};
use super::threats::Threat;
use crate::board::board_text::BoardText;
use crate::game::{Game, GameOption, Move, MoveList, Notation, OptionKind, Seating, TextError};

/// The name of a square, as in `f6`.
pub(super) fn name(square: usize) -> String {
    let (column, row) = place(square);
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

/// The square with this name, in lower case.
fn square(text: &str) -> Option<usize> {
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
    pub(super) fn name(self) -> &'static str {
        ["White", "Black"][self as usize]
    }

    fn letter(self) -> char {
        ['w', 'b'][self as usize]
    }
}

impl Zen {
    /// Why a move that is not legal is none: the first rule that it breaks. `None` if it breaks none.
    fn fault(&self, from: usize, to: usize) -> Option<String> {
        let [own, enemy] = self.own_and_enemy();
        let mover = self.colour().name();
        if self.occupied() & single(from) == 0 {
            return Some(format!("there is no piece on {}", name(from)));
        }
        if enemy & single(from) != 0 {
            return Some(format!("{mover} is to move, and the pawn on {} is not {mover}'s", name(from)));
        }
        let Some(direction) = (0..8).find(|&d| VIEW[from].ray[d] & single(to) != 0) else {
            return Some("a move goes along a row, a column or a diagonal".to_string());
        };
        let length = self.length(from, direction);
        let between = VIEW[from].ray[direction] & VIEW[to].ray[direction ^ 4];
        let written = between.count_ones() as usize + 1;
        if written != length {
            return Some(format!(
                "its line has {length} pieces, so the move must be {length} squares long, not {written}"
            ));
        }
        if own & single(to) != 0 {
            return Some(format!("{mover}'s own pawn stands on {}", name(to)));
        }
        if between & enemy != 0 {
            return Some("an enemy pawn stands in the way".to_string());
        }
        if from == self.zen() && to == self.ban() {
            return Some(format!("the Zen has just come from {} and may not go back at once", name(to)));
        }
        let mut list = MoveList::new();
        self.moves(&mut list);
        (!list.contains(&step(from, to))).then(|| "the Zen must touch a pawn after its move".to_string())
    }
}

impl Notation for Zen {
    fn options(setup: &Setup) -> Vec<GameOption> {
        let choice = |now: &str, all| OptionKind::Choice(now.to_string(), all);
        let first = ["white", "black"][setup.first as usize];
        let mut options = vec![GameOption { name: "First", kind: choice(first, &["white", "black"]) }];
        if setup.variant == Variant::Zen {
            let seats = if setup.four { "4" } else { "2" };
            options.push(GameOption { name: "Seats", kind: choice(seats, &["2", "4"]) });
        }
        options
    }

    fn set_option(setup: &mut Setup, option: &str, value: &str) -> Result<(), TextError> {
        let four_may_play = setup.variant == Variant::Zen;
        match (option.to_lowercase().as_str(), value.to_lowercase().as_str()) {
            ("first", "white") => setup.first = Colour::White,
            ("first", "black") => setup.first = Colour::Black,
            ("first", _) => return Err(TextError::Option(format!("First is `white` or `black`, not `{value}`"))),
            ("seats", "2") if four_may_play => setup.four = false,
            ("seats", "4") if four_may_play => setup.four = true,
            ("seats", _) if four_may_play => {
                return Err(TextError::Option(format!("Seats is `2` or `4`, not `{value}`")));
            }
            _ => return Err(TextError::Option(format!("this game has no option `{option}`"))),
        }
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        squares_of(mv).map_or("pass".to_string(), |(from, to)| format!("{}-{}", name(from), name(to)))
    }

    /// A turn of Zèn is one decision.
    fn read_turn(&self, text: &str) -> Result<Vec<Move>, TextError> {
        Ok(vec![self.read_move(text)?])
    }

    /// Reads `a1-d4`, for a capture also `a1xd4`, each with or without the `+` or `#` of a record.
    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let refuse = |why: String| Err(TextError::Move(format!("`{text}` is not legal here: {why}")));
        if self.outcome().is_some() {
            return refuse("the game is over".to_string());
        }
        let lower = text.to_lowercase();
        let bare = lower.strip_suffix(['+', '#']).unwrap_or(&lower);
        let mut list = MoveList::new();
        self.moves(&mut list);
        if bare == "pass" {
            return if list.contains(&PASS) { Ok(PASS) } else { refuse("there is a move to make".to_string()) };
        }
        let squares = bare.split_once(['-', 'x']).and_then(|(from, to)| Some((square(from)?, square(to)?)));
        let Some((from, to)) = squares else {
            let message = format!("`{text}` is not a move of Zèn; moves are written like `f11-f8` or `f11xf8`");
            return Err(TextError::Move(message));
        };
        if let Some(why) = self.fault(from, to) {
            return refuse(why);
        }
        if bare.contains('x') && self.occupied() & single(to) == 0 {
            return refuse(format!("there is nothing to capture on {}", name(to)));
        }
        Ok(step(from, to))
    }

    fn position_text(&self) -> String {
        let board = board_text().write(|square| self.piece(square));
        let ban = if self.ban() == NOWHERE { "-".to_string() } else { name(self.ban()) };
        let seat = if self.setup().four { format!(" seat {}", self.seat() + 1) } else { String::new() };
        format!("{board} {} {ban} {}{seat}", self.colour().letter(), self.passes())
    }

    fn read_position(setup: &Setup, text: &str) -> Result<Self, TextError> {
        read_position(setup, &text.to_lowercase()).map_err(TextError::Position)
    }

    fn query(&self, what: &str) -> Option<String> {
        let answer = match what.to_lowercase().as_str() {
            "points" => self.points().map_or("none".to_string(), |points| points.to_string()),
            "check" => match self.threat() {
                Threat::None => "none",
                Threat::Check => "check",
                Threat::Mate => "mate",
            }
            .to_string(),
            _ => return None,
        };
        Some(answer)
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

/// The letters of White's pawns, Black's pawns, and the Zen.
const PIECES: &str = "wbz";

fn read_position(setup: &Setup, text: &str) -> Result<Zen, String> {
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
            return Err(format!("there are {count} {what}, but never more than {limit}"));
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
    // Whoever passes first may have been kept by the ban from the one Zen move that he has.
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
