//! Pictures of Pentalath.

use super::decision::placed_cell;
use super::position::{BLACK, Pentalath, WHITE};
use crate::board::drawing::Stone;
use crate::game::{Charset, Describe, Draw, Marks, Move};
use crate::games::hex_text::{self, COLOURS};

impl Pentalath {
    fn sets(&self) -> [(u64, Stone); 2] {
        let [white, black] = self.stones;
        [(white, Stone::White), (black, Stone::Black)]
    }

    /// Who plays which colour.
    fn legend(&self, charset: Charset) -> String {
        let name = |colour: usize| {
            let symbol = hex_text::symbol(self.sets()[colour].1, charset);
            format!("{symbol} {} (seat {})", COLOURS[colour].1, self.owner(colour).index() + 1)
        };
        format!("{}   {}", name(WHITE), name(BLACK))
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
        format!("{board}\n{}\n{}\n", self.legend(charset), self.caption())
    }

    fn svg(&self, marks: &Marks) -> String {
        let last = cells(marks.last).into_iter().fold(0, |set, cell| set | 1 << cell);
        hex_text::svg(&self.sets(), last, &cells(marks.line))
    }
}
