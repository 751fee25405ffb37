//! Positions of Pentalath as text, and the refusal of texts that no game can lead to.

use super::board::{common_to_fives, has_dead_group, has_five, placements};
use super::position::{BLACK, Pentalath, WHITE};
use crate::board::hex61::BOARD;
use crate::game::TextError;
use crate::games::hex_text::{self, COLOURS, fields, read_colour};
use crate::games::swap::Swap;

impl Pentalath {
    /// The position text.
    pub(super) fn write(&self) -> String {
        let board = hex_text::write_board(&self.stones);
        let colour = COLOURS[self.colour()].0;
        format!("{board} {colour} {} {}", self.swap.word(), self.passes)
    }

    /// Reads a position text, which says itself where the swap stands.
    pub(super) fn read(text: &str) -> Result<Self, TextError> {
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
