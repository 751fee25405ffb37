//! What lies on the lines of a board, as numbers: one look-up then tells what a whole line is worth.
//!
//! The contents of a line are its cells as the digits of a number to base three: empty, own, enemy. A stone adds a
//! power of three to each line through it, so the numbers of all lines at once are a sum of one short vector for each
//! stone: no bits are gathered, and any CPU with vectors is fast at it.
//!
//! What a line is worth is not learned as such, there are too many. It is the sum of what its parts are worth: its
//! [`Pattern`]s. They are added up once, when the program starts.

use crate::bits::members;
use std::collections::BTreeSet;

/// Lines are counted up to this number, so that their numbers fill whole vectors.
const ROOM: usize = 32;

/// The longest line, in cells: the numbers of all contents of lines up to it fit in 16 bits.
const LONGEST: usize = 9;

/// The number of the empty line of `length` cells; those of shorter lines come before it.
fn first_number(length: usize) -> usize {
    (3usize.pow(length as u32) - 1) / 2
}

/// The lines of a board of up to 64 cells.
#[derive(Debug)]
pub struct Lines {
    cells: Vec<Vec<usize>>,
    /// What an own stone on a cell adds to the number of each line.
    steps: [[u16; ROOM]; 64],
    /// The numbers of the empty lines; 0, which is no line's, where there are less than [`ROOM`].
    empty: [u16; ROOM],
}

impl Lines {
    /// Lines that are given by their cells in order, at most 32 of at most nine cells.
    pub fn new(cells: Vec<Vec<usize>>) -> Self {
        let mut lines = Self { steps: [[0; ROOM]; 64], empty: [0; ROOM], cells };
        for (i, line) in lines.cells.iter().enumerate() {
            assert!(line.len() <= LONGEST);
            lines.empty[i] = first_number(line.len()) as u16;
            for (place, &cell) in line.iter().enumerate() {
                lines.steps[cell][i] = 3u16.pow(place as u32);
            }
        }
        lines
    }

    /// The number of each line's contents.
    #[inline(always)]
    fn numbers(&self, own: u64, enemy: u64) -> [u16; ROOM] {
        let mut sums = [0u16; ROOM];
        for cell in members(enemy) {
            add(&mut sums, &self.steps[cell & 63]);
        }
        for sum in &mut sums {
            *sum = sum.wrapping_add(*sum);
        }
        for cell in members(own) {
            add(&mut sums, &self.steps[cell & 63]);
        }
        add(&mut sums, &self.empty);
        sums
    }

    /// The contents of each line, cell by cell: 0 is empty, 1 own, 2 enemy.
    fn contents(&self, own: u64, enemy: u64) -> impl Iterator<Item = Vec<u8>> {
        let digit = move |cell: &usize| (own >> cell & 1) as u8 + 2 * (enemy >> cell & 1) as u8;
        self.cells.iter().map(move |line| line.iter().map(digit).collect())
    }
}

#[inline(always)]
fn add(sums: &mut [u16; ROOM], row: &[u16; ROOM]) {
    for (sum, step) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*step);
    }
}

/// A kind of part of which lines are made. Contents that mirror each other are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// So many adjacent cells of any line.
    Window(usize),
    /// All cells of a line of this length.
    Whole(usize),
    /// One cell of a line of this length, by its distance from the nearer end.
    Cell(usize),
}

impl Pattern {
    /// How many cells it has.
    fn size(self) -> usize {
        match self {
            Self::Window(size) | Self::Whole(size) => size,
            Self::Cell(_) => 1,
        }
    }

    fn fits(self, length: usize) -> bool {
        match self {
            Self::Window(size) => size <= length,
            Self::Whole(wanted) | Self::Cell(wanted) => wanted == length,
        }
    }

    /// What it is called in a weights file.
    pub fn name(self) -> String {
        match self {
            Self::Window(size) => format!("windows of {size}"),
            Self::Whole(length) => format!("lines of {length}"),
            Self::Cell(length) => format!("cells of lines of {length}"),
        }
    }
}

/// Numbers the contents of several [`Pattern`]s. What is empty has no number.
#[derive(Debug)]
pub struct Patterns {
    kinds: Vec<Kind>,
}

#[derive(Debug)]
struct Kind {
    pattern: Pattern,
    /// The number of each contents, at its value to base three (for cells, at twice the distance from the end plus the
    /// digit less one).
    numbers: Vec<Option<usize>>,
    count: usize,
}

impl Kind {
    fn weight(&self, index: usize, weights: &[i16]) -> i32 {
        self.numbers[index].map_or(0, |number| weights[number].into())
    }
}

/// Where a stone in a cell of a line has its number among those of [`Pattern::Cell`].
fn index_of_cell(place: usize, length: usize, digit: u8) -> usize {
    2 * place.min(length - 1 - place) + usize::from(digit) - 1
}

impl Patterns {
    /// Numbers the contents of the patterns one after the other, from 0.
    pub fn new(patterns: &[Pattern]) -> Self {
        let mut kinds = Vec::new();
        let mut next = 0;
        for &pattern in patterns {
            let first = next;
            let mut number = || {
                next += 1;
                Some(next - 1)
            };
            let numbers = if let Pattern::Cell(length) = pattern {
                (0..2 * length.div_ceil(2)).map(|_| number()).collect()
            } else {
                let size = pattern.size();
                let mut numbers: Vec<Option<usize>> = vec![None; 3usize.pow(size as u32)];
                for value in 1..numbers.len() {
                    let mirrored = value_of(digits(value, size).into_iter().rev());
                    numbers[value] = if mirrored < value { numbers[mirrored] } else { number() };
                }
                numbers
            };
            kinds.push(Kind { pattern, numbers, count: next - first });
        }
        Self { kinds }
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.kinds.iter().map(|kind| kind.count).sum()
    }

    /// The names of the patterns and how many numbers each has.
    pub fn groups(&self) -> impl Iterator<Item = (String, usize)> {
        self.kinds.iter().map(|kind| (kind.pattern.name(), kind.count))
    }

    /// The weights of the windows that begin with the first cell of a line.
    fn weigh_first_windows(&self, value: usize, length: usize, weights: &[i16]) -> i32 {
        let weigh = |kind: &Kind| match kind.pattern {
            Pattern::Window(size) if size <= length => kind.weight(value % 3usize.pow(size as u32), weights),
            _ => 0,
        };
        self.kinds.iter().map(weigh).sum()
    }

    /// The weights of what only lines of this length have.
    fn weigh_by_length(&self, value: usize, length: usize, weights: &[i16]) -> i32 {
        let weigh = |kind: &Kind| match kind.pattern {
            Pattern::Whole(wanted) if wanted == length => kind.weight(value, weights),
            Pattern::Cell(wanted) if wanted == length => {
                let cells = digits(value, length).into_iter().enumerate().filter(|cell| cell.1 > 0);
                cells.map(|(place, digit)| kind.weight(index_of_cell(place, length, digit), weights)).sum()
            }
            _ => 0,
        };
        self.kinds.iter().map(weigh).sum()
    }

    /// Visits the number of every pattern in a line.
    fn visit_line(&self, line: &[u8], visit: &mut dyn FnMut(usize)) {
        for kind in self.kinds.iter().filter(|kind| kind.pattern.fits(line.len())) {
            for (place, window) in line.windows(kind.pattern.size()).enumerate() {
                let value = value_of(window.iter().copied());
                let index = match kind.pattern {
                    Pattern::Cell(length) if value > 0 => index_of_cell(place, length, value as u8),
                    Pattern::Cell(_) => continue,
                    _ => value,
                };
                if let Some(number) = kind.numbers[index] {
                    visit(number);
                }
            }
        }
    }
}

/// The cells of a line's contents, from their value to base three.
fn digits(mut value: usize, length: usize) -> Vec<u8> {
    let digit = |_| {
        let digit = (value % 3) as u8;
        value /= 3;
        digit
    };
    (0..length).map(digit).collect()
}

/// The value to base three of cells, the first counting least.
fn value_of(digits: impl DoubleEndedIterator<Item = u8>) -> usize {
    digits.rev().fold(0, |value, digit| 3 * value + usize::from(digit))
}

/// What all lines of a board are worth together, by their patterns.
pub struct LineWorth {
    lines: Lines,
    patterns: Patterns,
    /// What each line is worth, by the number of its contents.
    worth: Box<[i16; 1 << 16]>,
}

impl LineWorth {
    /// Adds up the weights of the patterns for all contents of all lines. They come first in `weights`. A sum beyond 16
    /// bits counts as the most that they hold.
    pub fn new(lines: Lines, patterns: Patterns, weights: &[i16]) -> Self {
        let mut worth = Box::new([0; 1 << 16]);
        let lengths: BTreeSet<usize> = lines.cells.iter().map(Vec::len).collect();
        // The windows of a line are those that begin with its first cell, and those of the rest of the line.
        let mut windows = vec![0];
        for length in 1..=lengths.last().copied().unwrap_or(0) {
            let of_first = |value| patterns.weigh_first_windows(value, length, weights);
            windows = (0..3usize.pow(length as u32)).map(|value| windows[value / 3] + of_first(value)).collect();
            if lengths.contains(&length) {
                for (value, sum) in windows.iter().enumerate() {
                    let sum = sum + patterns.weigh_by_length(value, length, weights);
                    worth[first_number(length) + value] = sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
                }
            }
        }
        Self { lines, patterns, worth }
    }

    /// The patterns.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The sum of the weights of all patterns on the board.
    #[inline(always)]
    pub fn sum(&self, own: u64, enemy: u64) -> i32 {
        let numbers = self.lines.numbers(own, enemy);
        numbers.iter().map(|&number| i32::from(self.worth[usize::from(number)])).sum()
    }

    /// Visits the number of every pattern on the board.
    pub fn visit(&self, own: u64, enemy: u64, visit: &mut dyn FnMut(usize)) {
        self.lines.contents(own, enemy).for_each(|line| self.patterns.visit_line(&line, visit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three lines of a little board: two that cross in cell 7, and one apart.
    fn lines() -> Lines {
        Lines::new(vec![vec![5, 6, 7, 8], vec![20, 7, 21, 22, 23], vec![40, 41, 42, 43]])
    }

    const PATTERNS: [Pattern; 4] = [Pattern::Window(3), Pattern::Whole(4), Pattern::Cell(4), Pattern::Cell(5)];

    #[test]
    fn looking_up_lines_is_adding_up_patterns() {
        let patterns = Patterns::new(&PATTERNS);
        let weights: Vec<i16> = (0..patterns.count()).map(|i| (i * i % 97) as i16 - 40).collect();
        let worth = LineWorth::new(lines(), patterns, &weights);
        for (own, enemy) in [(0, 0), (1 << 7, 1 << 5 | 1 << 22), (0b1111 << 5, 0b1110 << 20), (0, 0b11 << 41)] {
            let mut sum = 0;
            worth.visit(own, enemy, &mut |number| sum += i32::from(weights[number]));
            assert_eq!(worth.sum(own, enemy), sum);
        }
    }

    #[test]
    fn mirrored_contents_are_one() {
        let patterns = Patterns::new(&PATTERNS);
        let visited = |line: &[u8]| {
            let mut numbers = Vec::new();
            patterns.visit_line(line, &mut |number| numbers.push(number));
            numbers.sort_unstable();
            numbers
        };
        for value in 0..243 {
            let line = digits(value, 5);
            let mirrored: Vec<u8> = line.iter().rev().copied().collect();
            assert_eq!(visited(&line), visited(&mirrored));
            assert_eq!(value_of(line.into_iter()), value);
        }
        // 27 windows of three, of which 9 are their own mirror images, are 18 with the empty one.
        assert_eq!(patterns.groups().next(), Some(("windows of 3".to_string(), 17)));
        assert!(visited(&[0; 5]).is_empty());
    }
}
