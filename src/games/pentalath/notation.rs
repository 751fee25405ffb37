//! Text of decisions, positions and options.

use super::board::{common_to_fives, has_dead_group, has_five, placements};
use super::rules::{BLACK, PASS, Pentalath, SWAP, Setup, WHITE, placed_cell, placement};
use crate::board::hex61::{self, BOARD};
use crate::game::{Game, GameOption, Move, Notation, TextError};
use crate::games::hex_text::{self, COLOURS, fields, read_colour};
use crate::games::swap::{self, Swap};

impl Notation for Pentalath {
    fn options(setup: &Setup) -> Vec<GameOption> {
        vec![swap::option(setup.swap)]
    }

    fn set_option(setup: &mut Setup, name: &str, value: &str) -> Result<(), TextError> {
        setup.swap = swap::read_option("Pentalath", name, value)?;
        Ok(())
    }

    fn move_text(&self, mv: Move) -> String {
        match placed_cell(mv) {
            Some(cell) => hex61::name(cell),
            None if mv == PASS => "pass".to_string(),
            None => "swap".to_string(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, TextError> {
        let wrong = |why: String| Err(TextError::Move(why));
        if self.outcome().is_some() {
            return wrong(format!("the game is over, so `{text}` cannot be played"));
        }
        let cells = self.placements();
        if text.eq_ignore_ascii_case("swap") {
            return if self.may_swap() { Ok(SWAP) } else { wrong("there is nothing to swap here".to_string()) };
        }
        if text.eq_ignore_ascii_case("pass") {
            return if cells == 0 {
                Ok(PASS)
            } else {
                wrong("a player who can place a stone may not pass".to_string())
            };
        }
        match hex61::read_name(text) {
            None => wrong(format!("`{text}` is no cell of the board, nor `pass` or `swap`")),
            Some(cell) if cells >> cell & 1 != 0 => Ok(placement(cell)),
            Some(cell) if self.empty() >> cell & 1 != 0 => {
                wrong(format!("a stone on {} would have no liberty", hex61::name(cell)))
            }
            Some(cell) => wrong(format!("there is a stone on {} already", hex61::name(cell))),
        }
    }

    fn position_text(&self) -> String {
        let board = hex_text::write_board(&self.stones());
        let colour = COLOURS[self.colour()].0;
        format!("{board} {colour} {} {}", self.swap().word(), self.passes())
    }

    /// The text says itself whether the swap is open; `setup` adds nothing.
    fn read_position(_setup: &Setup, text: &str) -> Result<Self, TextError> {
        let wrong = |why: String| Err(TextError::Position(why));
        let [board, colour, swap, passes] = fields(text, "board, colour to decide, swap, passes")?;
        let stones = hex_text::read_board(board)?;
        let colour = read_colour(colour, 2)?;
        let swap = Swap::read(swap)?;
        let passes = match passes {
            "0" => 0,
            "1" => 1,
            "2" => 2,
            _ => return wrong(format!("the passes in a row are 0, 1 or 2, not `{passes}`")),
        };
        match impossible(stones, colour, swap, passes) {
            Some(why) => wrong(why),
            None => Ok(Self::new(stones, colour, swap, passes)),
        }
    }
}

/// Why no game can come to this position, as far as that can be seen.
fn impossible(stones: [u64; 2], colour: usize, swap: Swap, passes: u8) -> Option<String> {
    let last = colour ^ 1;
    let empty = BOARD & !(stones[WHITE] | stones[BLACK]);
    let [white, black] = stones.map(u64::count_ones);
    let count = white + black;
    if let Some(dead) = [WHITE, BLACK].into_iter().find(|&c| has_dead_group(stones[c], empty)) {
        return Some(format!("there is a group of {} without a liberty", COLOURS[dead].1));
    }
    // To capture takes three stones, so with fewer they alternate.
    if count < 3 && (white != count.div_ceil(2) || colour as u32 != count % 2) {
        return Some("White starts and the first two stones are one of each colour, placed in turn".to_string());
    }
    if swap == Swap::Open && count > 1 {
        return Some("the swap is open only before the second stone".to_string());
    }
    if swap == Swap::Done && count == 0 {
        return Some("the swap cannot be done before the first stone".to_string());
    }
    if has_five(stones[colour]) {
        return Some(format!("{} has five in a line, which would have ended the game before", COLOURS[colour].1));
    }
    if common_to_fives(stones[last]) == 0 {
        return Some(format!("{} has lines of five that no single stone can have completed", COLOURS[last].1));
    }
    if passes > 0 && has_five(stones[last]) {
        return Some(format!("nobody passes after {} has completed five in a line", COLOURS[last].1));
    }
    if passes == 0 && count > 0 && stones[last] == 0 {
        return Some(format!("{} has just placed a stone, but there is none", COLOURS[last].1));
    }
    let passed = if passes == 2 { vec![last, colour] } else { vec![last; usize::from(passes)] };
    let liar = passed.into_iter().find(|&c| placements(stones[c], stones[c ^ 1]) != 0)?;
    Some(format!("{} cannot have passed, because there is a legal placement", COLOURS[liar].1))
}
