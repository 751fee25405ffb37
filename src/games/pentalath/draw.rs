//! Pictures of Pentalath.

use super::decision::placed_cell;
use super::position::{BLACK, Pentalath, WHITE};
use crate::board::drawing::Stone;
use crate::game::{Charset, Describe, Draw, Marks, Move};
use crate::games::hex_text;

impl Pentalath {
    fn sets(&self) -> [(u64, Stone); 2] {
        let [white, black] = self.stones;
        [(white, Stone::White), (black, Stone::Black)]
    }
}

/// The cells of the placements among `decisions`.
fn cells(decisions: &[Move]) -> Vec<usize> {
    decisions.iter().copied().filter_map(placed_cell).collect()
}

impl Draw for Pentalath {
    fn terminal(&self, last: &[Move], charset: Charset) -> String {
        let last = cells(last).into_iter().fold(0, |set, cell| set | 1 << cell);
        let board = hex_text::terminal(&self.sets(), last, charset);
        let seats = [WHITE, BLACK].map(|colour| self.owner(colour).index());
        board + &hex_text::legend(&seats, &self.caption(), charset)
    }

    fn svg(&self, marks: &Marks) -> String {
        let last = cells(marks.last).into_iter().fold(0, |set, cell| set | 1 << cell);
        let expected = marks.line.iter().filter_map(|expected| Some((placed_cell(expected.mv)?, *expected)));
        hex_text::svg(&self.sets(), last, &expected.collect::<Vec<_>>(), &self.caption())
    }
}
