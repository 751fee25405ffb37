//! Positions of Yavalath as text, and the refusal of texts that no game can lead to.

use super::position::{Yavalath, Yavalath3};
use crate::board::bits::members;
use crate::board::hex61::BOARD;
use crate::board::hex61_lines::{Made, completions, made};
use crate::game::{Outcome, Player, TextError};
use crate::games::hex_text::{self, COLOURS, fields, read_colour};
use crate::games::swap::Swap;

fn impossible(what: impl Into<String>) -> TextError {
    TextError::Position(what.into())
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

impl Yavalath {
    /// The position text.
    pub(super) fn write(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        format!("{board} {} {} 0", COLOURS[usize::from(self.colour)].0, self.swap.word())
    }

    /// Reads a position text, which says itself where the swap stands.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
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

impl Yavalath3 {
    /// The position text.
    pub(super) fn write(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        let out: String = (0..3).filter(|i| self.alive >> i & 1 == 0).map(|i| COLOURS[i].0).collect();
        let out = if out.is_empty() { "-" } else { &out };
        format!("{board} {} {out}", COLOURS[usize::from(self.colour)].0)
    }

    /// Reads a position text.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
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
                    outcome = Some(Outcome::win(Player::new(i)));
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
