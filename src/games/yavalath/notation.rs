//! Moves and positions of Yavalath as text.

use super::rules::{SWAP, Setup};
use super::{Yavalath, Yavalath3};
use crate::board::bits::members;
use crate::board::hex61::{self, BOARD};
use crate::board::hex61_lines::{Made, completions, made};
use crate::game::{Game, GameOption, Move, Notation, Outcome, TextError};
use crate::games::hex_text::{self, COLOURS, fields, read_colour};
use crate::games::swap::{self, Swap};

fn impossible(what: impl Into<String>) -> TextError {
    TextError::Position(what.into())
}

/// Why a move that is not legal is not.
fn refuse(text: &str, position: &impl Game, empty: u64) -> TextError {
    TextError::Move(match hex61::read_name(text) {
        _ if position.outcome().is_some() => format!("the game is over, so `{text}` cannot be played"),
        Some(cell) if empty >> cell & 1 == 0 => format!("`{text}` is taken; a stone goes on an empty cell"),
        Some(_) => format!("`{text}` is not legal: the next player threatens a four that must be blocked"),
        None if text.eq_ignore_ascii_case("swap") => {
            "`swap` is only possible as the whole first turn of seat 2, with the option Swap on".to_string()
        }
        None => format!("`{text}` is no cell of the board (a1 to i9, such as e5)"),
    })
}

/// What the lines on the board say of the colour that placed the last stone: one of its stones made them all.
fn last_made(stones: u64, colour: usize) -> Result<Made, TextError> {
    let three = |set: u64| completions(set, BOARD).threes & set | completions(set, BOARD).fours & set;
    if three(stones) == 0 {
        return Ok(Made::Nothing);
    }
    let last = members(stones).find(|&cell| three(stones & !(1 << cell)) == 0);
    let name = COLOURS[colour].1;
    last.map(|cell| made(stones, cell))
        .ok_or_else(|| impossible(format!("no single stone made all the lines of {name}")))
}

impl Notation for Yavalath {
    fn options(setup: &Setup) -> Vec<GameOption> {
        vec![swap::option(setup.swap)]
    }

    fn set_option(setup: &mut Setup, name: &str, value: &str) -> Result<(), TextError> {
        setup.swap = swap::read_option("Yavalath", name, value)?;
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        if mv == SWAP { "swap".to_string() } else { hex61::name(usize::from(mv.code())) }
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let mv = match hex61::read_name(text) {
            Some(cell) => Some(Move::new(cell as u16)).filter(|_| self.empty() >> cell & 1 != 0),
            None => Some(SWAP).filter(|_| {
                text.eq_ignore_ascii_case("swap") && self.count_moves() > self.empty().count_ones() as usize
            }),
        };
        mv.filter(|_| self.outcome.is_none()).ok_or_else(|| refuse(text, self, self.empty()))
    }

    fn position_text(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        format!("{board} {} {} 0", COLOURS[usize::from(self.colour)].0, self.swap.word())
    }

    fn read_position(_setup: &Setup, text: &str) -> Result<Self, TextError> {
        let [board, colour, swap, passes] = fields(text, "board, colour to decide, swap, passes")?;
        let stones: [u64; 2] = hex_text::read_board(board)?;
        let colour = read_colour(colour, 2)? as u8;
        let swap = Swap::read(swap)?;
        if passes != "0" {
            return Err(impossible(format!("nobody passes in Yavalath, so the last field is 0, not `{passes}`")));
        }
        let [white, black] = stones.map(u64::count_ones);
        if white != black + u32::from(colour) {
            let name = COLOURS[usize::from(colour)].1;
            let rule = if colour == 0 { "as many stones as Black" } else { "one stone more than Black" };
            return Err(impossible(format!("with {name} to decide White has {rule}, not {white} against {black}")));
        }
        match swap {
            Swap::Open if black > 0 => return Err(impossible("the swap is not open any more once Black has placed")),
            Swap::Done if white == 0 => return Err(impossible("the swap cannot be done before White has placed")),
            _ => {}
        }
        let last = usize::from(1 - colour);
        if last_made(stones[1 - last], 1 - last)? != Made::Nothing {
            return Err(impossible(format!(
                "{} has a line of three or more and yet is to decide",
                COLOURS[1 - last].1
            )));
        }
        let made = last_made(stones[last], last)?;
        let mut position = Self::new(stones, colour, swap, None);
        let mover = position.owner(last as u8);
        position.outcome = match made {
            Made::Nothing if position.empty() == 0 => Some(Outcome::DRAW),
            Made::Nothing => None,
            Made::Three => Some(Outcome::loss(mover)),
            Made::Four => Some(Outcome::win(mover)),
        };
        Ok(position)
    }
}

impl Notation for Yavalath3 {
    fn options((): &()) -> Vec<GameOption> {
        Vec::new()
    }

    fn set_option((): &mut (), name: &str, _value: &str) -> Result<(), TextError> {
        Err(TextError::Option(format!("Yavalath for three has no option `{name}`")))
    }

    fn move_text(&self, mv: Move) -> String {
        hex61::name(usize::from(mv.code()))
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let mv = hex61::read_name(text).filter(|&cell| self.outcome.is_none() && self.legal() >> cell & 1 != 0);
        mv.map(|cell| Move::new(cell as u16)).ok_or_else(|| refuse(text, self, self.empty()))
    }

    fn position_text(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        let out: String = (0..3).filter(|i| self.alive >> i & 1 == 0).map(|i| COLOURS[i].0).collect();
        let out = if out.is_empty() { "-" } else { &out };
        format!("{board} {} {out}", COLOURS[usize::from(self.colour)].0)
    }

    fn read_position((): &(), text: &str) -> Result<Self, TextError> {
        let [board, colour, out] = fields(text, "board, colour to decide, eliminated colours")?;
        let stones: [u64; 3] = hex_text::read_board(board)?;
        let colour = read_colour(colour, 3)? as u8;
        let mut alive = 0b111;
        for letter in out.chars().filter(|_| out != "-") {
            alive &= !(1 << read_colour(&letter.to_string(), 3)?);
        }
        if alive >> colour & 1 == 0 {
            return Err(impossible(format!(
                "{} is eliminated and cannot be to decide",
                COLOURS[usize::from(colour)].1
            )));
        }
        counts_fit(stones, colour, alive)?;
        let mut outcome = None;
        for (i, &set) in stones.iter().enumerate() {
            let name = COLOURS[i].1;
            match (last_made(set, i)?, alive >> i & 1 != 0) {
                (Made::Nothing, true) | (Made::Three, false) => {}
                (Made::Three, true) => {
                    return Err(impossible(format!("{name} has a line of three and is not eliminated")));
                }
                (_, false) => return Err(impossible(format!("{name} is eliminated without a line of three"))),
                (Made::Four, true) if Self::next(i as u8, alive) == colour => {
                    outcome = Some(Outcome::win(crate::game::Player::new(i)));
                }
                (Made::Four, true) => {
                    return Err(impossible(format!("{name} has a line of four but did not place the last stone")));
                }
            }
        }
        let mut position = Self::new(stones, colour, alive, None);
        let over = alive.is_power_of_two() || position.empty() == 0;
        position.outcome = outcome.or(over.then_some(Outcome::shared(alive)));
        Ok(position)
    }
}

/// Checks that the players still in the game have placed in turn, and the others have stopped some time before.
fn counts_fit(stones: [u64; 3], colour: u8, alive: u8) -> Result<(), TextError> {
    let counts = stones.map(u64::count_ones);
    let rounds = counts[usize::from(colour)];
    for (i, &count) in counts.iter().enumerate() {
        let due = rounds + u32::from(i < usize::from(colour));
        let fits = if alive >> i & 1 != 0 { count == due } else { (3..=due).contains(&count) };
        if !fits {
            let (name, to_decide) = (COLOURS[i].1, COLOURS[usize::from(colour)].1);
            return Err(impossible(format!("with {to_decide} to decide {name} cannot have {count} stones")));
        }
    }
    Ok(())
}
