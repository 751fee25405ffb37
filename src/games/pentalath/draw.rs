//! Pictures of Pentalath.

use super::decision::placed_cell;
use super::position::{BLACK, Pentalath, WHITE};
use crate::board::drawing::Stone;
use crate::game::{Charset, Draw, Game, Marks, Move};
use crate::games::hex_text::{self, COLOURS};

impl Pentalath {
    fn sets(&self) -> [(u64, Stone); 2] {
        let [white, black] = self.stones;
        [(white, Stone::White), (black, Stone::Black)]
    }

    /// Who is to do what, or how it ended.
    fn caption(&self, charset: Charset) -> String {
        let name = |colour: usize| {
            let symbol = hex_text::symbol(self.sets()[colour].1, charset);
            format!("{} {symbol} (player {})", COLOURS[colour].1, self.owner(colour).index() + 1)
        };
        let task = if self.may_swap() {
            "to place a stone or swap"
        } else if self.placements() == 0 {
            "has to pass"
        } else {
            "to place a stone"
        };
        match self.outcome() {
            None => format!("{} {task}", name(self.colour())),
            Some(outcome) => match [WHITE, BLACK].into_iter().find(|&c| outcome.winner() == Some(self.owner(c))) {
                Some(winner) => format!("{} has won with five in a line", name(winner)),
                None => "Draw: both players had to pass".to_string(),
            },
        }
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
        format!("{board}\n{}\n", self.caption(charset))
    }

    fn svg(&self, marks: &Marks) -> String {
        let last = cells(marks.last).into_iter().fold(0, |set, cell| set | 1 << cell);
        hex_text::svg(&self.sets(), last, &cells(marks.line))
    }
}
