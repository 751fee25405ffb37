//! The text of positions, `b2w/5/6/w5b/6/5/b2w w 12,12 - -`.
//!
//! A row of GIPF-pieces of which nothing was taken is dealt with for the turn (docs/rules/gipf.md, rule G5), but looks
//! like one that is not. So the colour that pushed is followed by such rows of the player to decide, each after `=`,
//! the sign of what stays: `w=b2-b5`.

use super::board::{self, BOARD, LINE};
use super::names::{colour, ends, spot_text};
use super::position::Gipf;
use super::says;
use super::setup::{Setup, Variant};
use crate::board::bits::members;
use crate::board::board_text::BoardText;
use crate::board::says as board_says;
use crate::game::{Game, Player, TextError};
use crate::sentence::Sentence;

/// The board: lines b to h, each from its lowest number up.
fn board_text() -> BoardText {
    let line = |column: usize| {
        let name = char::from(b'b' + column as u8).to_string();
        (name, members(BOARD & 0xff << (8 * column)).collect())
    };
    let part = [board_says::line(), board_says::lines()];
    BoardText { part, points: board_says::spots(), parts: (0..7).map(line).collect() }
}

/// The letters of pieces and GIPF-pieces, of White and of Black.
const PIECES: [[char; 2]; 2] = [['w', 'W'], ['b', 'B']];

fn letter(player: Player) -> &'static str {
    ["w", "b"][player.index()]
}

/// Writes the position.
pub(super) fn write(position: &Gipf) -> String {
    let board = board_text().write(|spot| {
        let player = (0..2).find(|&player| position.pieces[player] >> spot & 1 != 0)?;
        Some(PIECES[player][usize::from(position.stacks >> spot & 1 != 0)])
    });
    let mut phase = position.pushed.map_or("-", letter).to_string();
    let mut declined: Vec<String> =
        members(u64::from(position.declined)).map(|line| ends(position.segment(line))).collect();
    declined.sort();
    declined.iter().for_each(|row| phase += &format!("={row}"));
    let may_stack: String = Player::BOTH.into_iter().filter(|p| position.may_stack[p.index()]).map(letter).collect();
    let may_stack = if may_stack.is_empty() { "-" } else { &may_stack };
    let [white, black] = position.reserve;
    format!("{board} {} {white},{black} {phase} {may_stack}", letter(position.to_decide))
}

fn error<T>(what: Sentence) -> Result<T, TextError> {
    Err(TextError::Position(what))
}

fn read_player(text: &str, what: Sentence) -> Result<Player, TextError> {
    match text {
        "w" | "W" => Ok(Player::FIRST),
        "b" | "B" => Ok(Player::SECOND),
        _ => error(says::colour(what, text)),
    }
}

/// Reads a position and checks that the rules can go on from it; no game need lead there.
pub(super) fn read(setup: &Setup, text: &str) -> Result<Gipf, TextError> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[board, to_decide, reserves, phase, may_stack] = &fields[..] else {
        return error(says::fields(fields.len()));
    };
    let mut position = Gipf { variant: setup.variant, army: setup.army(), ..Gipf::start(setup) };
    read_board(&mut position, board)?;
    position.to_decide = read_player(to_decide, says::to_decide())?;
    read_reserves(&mut position, reserves)?;
    read_may_stack(&mut position, may_stack)?;
    check_pieces(&position)?;
    let mut phase = phase.split('=');
    let pushed = phase.next().unwrap_or_default();
    if pushed != "-" {
        position.pushed = Some(read_player(pushed, says::pushed())?);
    }
    for row in phase {
        decline(&mut position, row)?;
    }
    check_rows(&position)?;
    Ok(position)
}

fn read_board(position: &mut Gipf, text: &str) -> Result<(), TextError> {
    (position.pieces, position.stacks) = ([0, 0], 0);
    for (spot, letter) in board_text().read(text, "wWbB").map_err(TextError::Position)? {
        position.pieces[usize::from(PIECES[1].contains(&letter))] |= 1 << spot;
        position.stacks |= u64::from(letter.is_ascii_uppercase()) << spot;
    }
    Ok(())
}

fn read_reserves(position: &mut Gipf, text: &str) -> Result<(), TextError> {
    let wrong = || TextError::Position(says::reserves(text));
    let (white, black) = text.split_once(',').ok_or_else(wrong)?;
    for (number, reserve) in [white, black].into_iter().zip(&mut position.reserve) {
        let digits = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        *reserve = number.parse().ok().filter(|_| digits).ok_or_else(wrong)?;
    }
    Ok(())
}

fn read_may_stack(position: &mut Gipf, text: &str) -> Result<(), TextError> {
    position.may_stack = match text.to_ascii_lowercase().as_str() {
        "-" => [false, false],
        "w" => [true, false],
        "b" => [false, true],
        "wb" => [true, true],
        _ => return error(says::stacking(text)),
    };
    if position.variant != Variant::Tournament && position.may_stack != [false, false] {
        return error(says::only_tournament());
    }
    Ok(())
}

/// No side may have more pieces than it began with.
fn check_pieces(position: &Gipf) -> Result<(), TextError> {
    if position.variant == Variant::Basic && position.stacks != 0 {
        return error(says::basic());
    }
    for player in Player::BOTH {
        let index = player.index();
        let own = position.pieces[index];
        let stacks = (own & position.stacks).count_ones();
        let (pieces, army) = (own.count_ones() + stacks + u32::from(position.reserve[index]), position.army[index]);
        if pieces > u32::from(army) {
            return error(says::pieces(colour(player), pieces, army));
        }
    }
    Ok(())
}

/// A row of which nothing was taken.
fn decline(position: &mut Gipf, row: &str) -> Result<(), TextError> {
    let Some(pushed) = position.pushed else {
        return error(says::left_early(row));
    };
    let name = row.to_ascii_lowercase();
    let line = members(u64::from(position.open_rows())).find(|&line| ends(position.segment(line)) == name);
    let Some(line) = line.filter(|&line| position.segment(line) & !position.stacks == 0) else {
        return error(says::not_left(row, colour(position.to_decide), colour(pushed)));
    };
    position.declined |= 1 << line;
    Ok(())
}

/// A player who has to take a row must have one, and other rows can be there only if nothing in them had to be taken.
fn check_rows(position: &Gipf) -> Result<(), TextError> {
    let decider = position.to_decide;
    if position.pushed.is_some() && position.open_rows() == 0 {
        return error(says::none_to_take(colour(decider)));
    }
    for player in Player::BOTH {
        let may_have_rows = match position.pushed {
            None => false,
            Some(pusher) => player == decider || decider == pusher,
        };
        if may_have_rows {
            continue;
        }
        let singles = singles_in_rows(position, player);
        if singles != 0 {
            return error(says::row_left(colour(player), spot_text(singles.trailing_zeros() as usize)));
        }
    }
    Ok(())
}

/// The single pieces in the rows of a player: they have to be taken.
pub(super) fn singles_in_rows(position: &Gipf, player: Player) -> u64 {
    let own = position.pieces[player.index()];
    let segment = |line: usize| LINE[line].segment(own, position.occupied());
    members(u64::from(board::rows(own))).fold(0, |set, line| set | segment(line)) & !position.stacks
}
