//! The hexagonal board of 61 cells on which Yavalath and Pentalath are played, as 61 bits of a `u64`.
//!
//! A hexagon of side 5 tiles the plane, and its 61 cells are the residues modulo 61: with the centre e5 as 0, one step
//! north (e6) is +1, one step east (f5) is +13, and the step between them (f6) is +14. So a step of *every* cell at
//! once is a rotation by 1, 13 or 14 in 61 bits. Anything that leaves the board would come in again on the other side;
//! the masks of [`STEPS`] prevent that.

use crate::board::bits::members;
use crate::board::symmetry::{self, SYMMETRIES};

/// The number of cells.
pub const CELLS: usize = 61;
/// The set of all cells.
pub const BOARD: u64 = (1 << CELLS) - 1;

/// The index of the cell in `column` (0 is `a`) and with `number` (0 is written 1), which must be on the board.
const fn index(column: i32, number: i32) -> usize {
    (number - 4 + 13 * (column - 4)).rem_euclid(61) as usize
}

/// Whether there is such a cell.
const fn exists(column: i32, number: i32) -> bool {
    let (q, r) = (column - 4, number - 4);
    q.abs() <= 4 && r.abs() <= 4 && (q - r).abs() <= 4
}

/// Column and number of each cell, both from 0.
const COORDINATES: [(i8, i8); CELLS] = {
    let mut coordinates = [(i8::MIN, i8::MIN); CELLS];
    let mut column = 0;
    while column < 9 {
        let mut number = 0;
        while number < 9 {
            if exists(column, number) {
                let cell = index(column, number);
                assert!(coordinates[cell].0 == i8::MIN, "two cells share an index");
                coordinates[cell] = (column as i8, number as i8);
            }
            number += 1;
        }
        column += 1;
    }
    coordinates
};

/// The cell in `column` (0 is `a`) with `number` (0 is written 1).
pub const fn cell(column: i32, number: i32) -> Option<usize> {
    if exists(column, number) { Some(index(column, number)) } else { None }
}

/// Column and number of a cell, both from 0.
pub const fn coordinates(cell: usize) -> (i32, i32) {
    (COORDINATES[cell].0 as i32, COORDINATES[cell].1 as i32)
}

/// The name of a cell, such as `e5`.
pub fn name(cell: usize) -> String {
    let (column, number) = coordinates(cell);
    format!("{}{}", char::from(b'a' + column as u8), number + 1)
}

/// The cell with this name; case does not matter.
pub fn read_name(text: &str) -> Option<usize> {
    match *text.as_bytes() {
        [letter, digit @ b'1'..=b'9'] if letter.is_ascii_alphabetic() => {
            cell(i32::from(letter.to_ascii_lowercase()) - i32::from(b'a'), i32::from(digit - b'1'))
        }
        _ => None,
    }
}

/// One of the six directions: how much the index grows by (modulo 61), and the cells that can be entered this way.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    amount: u32,
    entered: u64,
}

impl Step {
    const fn new(columns: i32, numbers: i32) -> Self {
        let mut entered = 0;
        let mut at = 0;
        while at < CELLS {
            let (column, number) = coordinates(at);
            if exists(column - columns, number - numbers) {
                entered |= 1 << at;
            }
            at += 1;
        }
        Self { amount: (13 * columns + numbers).rem_euclid(61) as u32, entered }
    }

    /// The cells one step away from those of `set`.
    #[inline(always)]
    pub const fn apply(self, set: u64) -> u64 {
        ((set << self.amount) | (set >> (61 - self.amount))) & self.entered
    }
}

/// The three lines through a cell, each as a step and its reverse: same letter, same number, both growing.
pub const STEPS: [[Step; 2]; 3] =
    [[Step::new(0, 1), Step::new(0, -1)], [Step::new(1, 0), Step::new(-1, 0)], [Step::new(1, 1), Step::new(-1, -1)]];

/// The 27 lines of the board, each as its cells in order.
pub fn lines() -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for [step, _] in STEPS {
        for end in members(BOARD & !step.apply(BOARD)) {
            let next = |&cell: &usize| {
                let set = step.apply(1 << cell);
                (set != 0).then(|| set.trailing_zeros() as usize)
            };
            lines.push(std::iter::successors(Some(end), next).collect());
        }
    }
    lines
}

/// The cells next to any of `set`.
#[inline(always)]
pub const fn neighbours(set: u64) -> u64 {
    let mut all = 0;
    let mut line = 0;
    while line < 3 {
        all |= STEPS[line][0].apply(set) | STEPS[line][1].apply(set);
        line += 1;
    }
    all
}

/// Where each symmetry takes each cell.
const IMAGES: [[u8; CELLS]; SYMMETRIES] = {
    let mut steps = [None; CELLS];
    let mut at = 0;
    while at < CELLS {
        let (column, number) = COORDINATES[at];
        steps[at] = Some((column - 4, number - 4));
        at += 1;
    }
    symmetry::images(&steps)
};

/// Where symmetry `index` takes a cell; number 0 changes nothing.
pub const fn transform_cell(cell: usize, index: usize) -> usize {
    IMAGES[index][cell] as usize
}

/// Where symmetry `index` takes a set of cells.
pub fn transform(set: u64, index: usize) -> u64 {
    symmetry::image_of_set(set, &IMAGES[index])
}

/// All windows of this many cells of a line.
#[cfg(test)]
pub fn windows(size: i32) -> impl Iterator<Item = u64> {
    let starts = (0..CELLS).flat_map(|at| [(0, 1), (1, 0), (1, 1)].map(|axis| (coordinates(at), axis)));
    starts.filter_map(move |((column, number), (x, y))| {
        (0..size).try_fold(0, |window, i| Some(window | 1 << cell(column + i * x, number + i * y)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_those_of_the_rules() {
        for at in 0..CELLS {
            let (c, n) = coordinates(at);
            let around = [(c, n + 1), (c, n - 1), (c + 1, n), (c - 1, n), (c + 1, n + 1), (c - 1, n - 1)];
            let expected = around.iter().filter_map(|&(c, n)| cell(c, n)).fold(0, |set, cell| set | 1 << cell);
            assert_eq!(neighbours(1 << at), expected);
            assert_eq!(read_name(&name(at).to_uppercase()), Some(at));
        }
        assert_eq!(read_name("a6"), None);
        assert_eq!(name(0), "e5");
    }

    #[test]
    fn symmetries_keep_neighbours_and_give_nine_classes() {
        for index in 0..SYMMETRIES {
            for at in 0..CELLS {
                assert_eq!(transform(neighbours(1 << at), index), neighbours(transform(1 << at, index)));
            }
        }
        let lowest = |at| (0..SYMMETRIES).map(|index| transform_cell(at, index)).min();
        let classes: std::collections::BTreeSet<_> = (0..CELLS).map(lowest).collect();
        assert_eq!(classes.len(), 9);
    }
}
