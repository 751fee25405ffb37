//! Pictures of Yavalath.

use super::decision::placed_cell;
use super::position::{Yavalath, Yavalath3};
use crate::board::drawing::Stone;
use crate::game::{Charset, Describe, Draw, ExpectedMove, Marks, Move};
use crate::games::hex_text::{self, COLOURS, legend};

const STONES: [Stone; 3] = [Stone::White, Stone::Black, Stone::Red];

fn cells(moves: &[Move]) -> Vec<usize> {
    moves.iter().copied().filter_map(placed_cell).collect()
}

/// The stones expected next.
fn expected(marks: &Marks) -> Vec<(usize, ExpectedMove)> {
    marks.line.iter().filter_map(|expected| Some((placed_cell(expected.mv)?, *expected))).collect()
}

fn set(moves: &[Move]) -> u64 {
    cells(moves).iter().fold(0, |set, cell| set | 1 << cell)
}

impl Draw for Yavalath {
    fn terminal(&self, last: &[Move], charset: Charset) -> String {
        let seats = [0u8, 1].map(|colour| self.owner(colour).index());
        let sets = [(self.stones[0], STONES[0]), (self.stones[1], STONES[1])];
        hex_text::terminal(&sets, set(last), charset) + &legend(&seats, &self.caption(), charset)
    }

    fn svg(&self, marks: &Marks) -> String {
        let sets = [(self.stones[0], STONES[0]), (self.stones[1], STONES[1])];
        hex_text::svg(&sets, set(marks.last), &expected(marks), &self.caption())
    }
}

impl Draw for Yavalath3 {
    fn terminal(&self, last: &[Move], charset: Charset) -> String {
        let names = |mask: u8| {
            let names: Vec<&str> = (0..3).filter(|i| mask >> i & 1 != 0).map(|i| COLOURS[i].1).collect();
            names.join(" and ")
        };
        let mut caption = self.caption();
        if self.alive != 0b111 {
            caption += &format!("; eliminated: {}", names(0b111 & !self.alive));
        }
        let sets: Vec<_> = self.stones.into_iter().zip(STONES).collect();
        hex_text::terminal(&sets, set(last), charset) + &legend(&[0, 1, 2], &caption, charset)
    }

    fn svg(&self, marks: &Marks) -> String {
        let sets: Vec<_> = self.stones.into_iter().zip(STONES).collect();
        hex_text::svg(&sets, set(marks.last), &expected(marks), &self.caption())
    }
}
