//! What lies on the lines of a board, as numbers: one look-up then finds what a whole line is worth.
//!
//! The contents of a line are its cells as the digits of a number: 0 is empty, and each kind of piece has a digit. With
//! own and enemy stones that is a number to base three. A piece adds its digit times a power of the base to each line
//! through it, so the numbers of all lines at once are a sum of one short vector for each piece: no bits are gathered,
//! and any CPU with vectors is fast at it.
//!
//! What a line is worth is not learned as such, there are too many. It is the sum of what its parts are worth: the rows
//! of its [`Pattern`]s. They are added up once, when the program starts.

use crate::board::bits::{BitSet, members};
use crate::eval::network::{Row, UNITS};
use arrayvec::ArrayVec;
use std::collections::BTreeSet;

/// The number of the empty line of `length` cells, if a cell has `base` contents; those of shorter lines come before
/// it.
fn first_number(base: usize, length: usize) -> usize {
    (base.pow(length as u32) - 1) / (base - 1)
}

/// The most lines through a cell: three whole ones, in as many parts as windows need ([`cut`]).
const MOST_THROUGH: usize = 12;

/// At most `ROOM` lines of a board of up to 128 cells, with this many `KINDS` of pieces. It is best if `ROOM` numbers
/// of 16 bits fill whole vectors.
#[derive(Clone, Debug)]
pub struct LineNumbers<const KINDS: usize, const ROOM: usize> {
    cells: Vec<Vec<usize>>,
    /// What a piece of the first kind on a cell adds to the number of each line.
    steps: Box<[[u16; ROOM]; 128]>,
    /// The numbers of the empty lines; 0, which is no line's, where there are less than `ROOM`.
    empty: [u16; ROOM],
    /// The lines through each cell.
    through: Box<[ArrayVec<u8, MOST_THROUGH>; 128]>,
}

impl<const KINDS: usize, const ROOM: usize> LineNumbers<KINDS, ROOM> {
    /// How many contents a cell has.
    const BASE: usize = KINDS + 1;

    /// LineNumbers that are given by their cells in order.
    ///
    /// # Panics
    /// If there are too many, or one is so long that the numbers of its contents do not fit in 16 bits.
    pub fn new(cells: Vec<Vec<usize>>) -> Self {
        let through = Box::new([const { ArrayVec::new_const() }; 128]);
        let mut lines = Self { steps: Box::new([[0; ROOM]; 128]), empty: [0; ROOM], cells, through };
        for (i, line) in lines.cells.iter().enumerate() {
            assert!(first_number(Self::BASE, line.len() + 1) <= 1 << 16);
            lines.empty[i] = first_number(Self::BASE, line.len()) as u16;
            for (place, &cell) in line.iter().enumerate() {
                lines.steps[cell][i] = Self::BASE.pow(place as u32) as u16;
                lines.through[cell].push(i as u8);
            }
        }
        lines
    }

    /// The number of each line's contents, from the cells of each kind of piece.
    #[inline(always)]
    fn numbers<S: BitSet>(&self, pieces: [S; KINDS]) -> [u16; ROOM] {
        // Those of the last kind are added most often, once for each kind up to it.
        let (mut numbers, mut sums) = (self.empty, [0u16; ROOM]);
        for set in pieces.into_iter().rev() {
            for cell in members(set) {
                add(&mut sums, &self.steps[cell & 127]);
            }
            add(&mut numbers, &sums);
        }
        numbers
    }

    /// The contents of each line, cell by cell: 0 is empty, 1 the first kind of piece.
    fn contents<S: BitSet>(&self, pieces: [S; KINDS]) -> impl Iterator<Item = Vec<u8>> {
        let mut board = [0; 128];
        for (digit, set) in (1..).zip(pieces) {
            members(set).for_each(|cell| board[cell] = digit);
        }
        self.cells.iter().map(move |line| line.iter().map(|&cell| board[cell]).collect())
    }
}

#[inline(always)]
fn add<const ROOM: usize>(sums: &mut [u16; ROOM], row: &[u16; ROOM]) {
    for (sum, step) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*step);
    }
}

/// A sum of rows while tables are made.
type Sum<const N: usize> = [i32; N];

/// A part that lines are made of. Mirrored contents count as the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Windows of this many adjacent cells of any line.
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

    /// Its name in a weights file.
    pub fn name(self) -> String {
        match self {
            Self::Window(size) => format!("windows of {size}"),
            Self::Whole(length) => format!("lines of {length}"),
            Self::Cell(length) => format!("cells of lines of {length}"),
        }
    }
}

/// The parts of a line in which each window of `size` cells lies in exactly one: two of them in each part, except for
/// the last one. For boards whose whole lines have too many contents for lookup.
pub fn cut(line: &[usize], size: usize) -> Vec<Vec<usize>> {
    let mut parts = Vec::new();
    let mut rest = line;
    while rest.len() >= size {
        parts.push(rest[..rest.len().min(size + 1)].to_vec());
        rest = &rest[2.min(rest.len())..];
    }
    parts
}

/// Numbers the contents of several [`Pattern`]s. Empty contents have no number.
#[derive(Clone, Debug)]
pub struct Patterns {
    /// How many contents a cell has.
    base: usize,
    patterns: Vec<PatternNumbers>,
}

/// The numbers of one pattern.
#[derive(Clone, Debug)]
struct PatternNumbers {
    pattern: Pattern,
    /// The number of each contents, at its value (for cells, see [`Patterns::index_of_cell`]).
    numbers: Vec<Option<usize>>,
    count: usize,
}

impl PatternNumbers {
    /// Adds the row of what is at `index` to `sum`.
    fn add<const N: usize>(&self, index: usize, rows: &[Row<N>], sum: &mut Sum<N>) {
        if let Some(number) = self.numbers[index] {
            sum.iter_mut().zip(rows[number].numbers()).for_each(|(sum, number)| *sum += number);
        }
    }
}

impl Patterns {
    /// Numbers the contents of the patterns one after the other, from 0, if there are this many kinds of pieces.
    pub fn new(kinds_of_pieces: usize, patterns: impl IntoIterator<Item = Pattern>) -> Self {
        let base = kinds_of_pieces + 1;
        let mut all = Vec::new();
        let mut next = 0;
        for pattern in patterns {
            let first = next;
            let mut number = || {
                next += 1;
                Some(next - 1)
            };
            let numbers = if let Pattern::Cell(length) = pattern {
                (0..kinds_of_pieces * length.div_ceil(2)).map(|_| number()).collect()
            } else {
                let size = pattern.size();
                let mut numbers: Vec<Option<usize>> = vec![None; base.pow(size as u32)];
                for value in 1..numbers.len() {
                    let mirrored = value_of(base, digits(base, value, size).into_iter().rev());
                    numbers[value] = if mirrored < value { numbers[mirrored] } else { number() };
                }
                numbers
            };
            all.push(PatternNumbers { pattern, numbers, count: next - first });
        }
        Self { base, patterns: all }
    }

    /// Where the number of a piece in a cell of a line is among those of [`Pattern::Cell`].
    fn index_of_cell(&self, place: usize, length: usize, digit: u8) -> usize {
        (self.base - 1) * place.min(length - 1 - place) + usize::from(digit) - 1
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.patterns.iter().map(|numbers| numbers.count).sum()
    }

    /// The names of the patterns and how many numbers each has.
    pub fn groups(&self) -> impl Iterator<Item = (String, usize)> {
        self.patterns.iter().map(|numbers| (numbers.pattern.name(), numbers.count))
    }

    /// Adds the rows of the windows that start at the first cell of a line.
    fn add_first_windows<const N: usize>(&self, value: usize, length: usize, rows: &[Row<N>], sum: &mut Sum<N>) {
        for numbers in &self.patterns {
            if let Pattern::Window(size) = numbers.pattern
                && size <= length
            {
                numbers.add(value % self.base.pow(size as u32), rows, sum);
            }
        }
    }

    /// Adds the rows of patterns that only lines of this length have.
    fn add_by_length<const N: usize>(&self, value: usize, length: usize, rows: &[Row<N>], sum: &mut Sum<N>) {
        for numbers in &self.patterns {
            match numbers.pattern {
                Pattern::Whole(wanted) if wanted == length => numbers.add(value, rows, sum),
                Pattern::Cell(wanted) if wanted == length => {
                    let cells = digits(self.base, value, length).into_iter().enumerate().filter(|cell| cell.1 > 0);
                    cells.for_each(|(place, digit)| numbers.add(self.index_of_cell(place, length, digit), rows, sum));
                }
                _ => {}
            }
        }
    }

    /// Visits the number of every pattern in a line.
    fn visit_line(&self, line: &[u8], visit: &mut dyn FnMut(usize)) {
        for numbers in self.patterns.iter().filter(|numbers| numbers.pattern.fits(line.len())) {
            for (place, window) in line.windows(numbers.pattern.size()).enumerate() {
                let value = value_of(self.base, window.iter().copied());
                let index = match numbers.pattern {
                    Pattern::Cell(length) if value > 0 => self.index_of_cell(place, length, value as u8),
                    Pattern::Cell(_) => continue,
                    _ => value,
                };
                if let Some(number) = numbers.numbers[index] {
                    visit(number);
                }
            }
        }
    }
}

/// The cells of a line's contents, from their value.
fn digits(base: usize, mut value: usize, length: usize) -> Vec<u8> {
    let digit = |_| {
        let digit = (value % base) as u8;
        value /= base;
        digit
    };
    (0..length).map(digit).collect()
}

/// The value of cells, the first counting least.
fn value_of(base: usize, digits: impl DoubleEndedIterator<Item = u8>) -> usize {
    digits.rev().fold(0, |value, digit| base * value + usize::from(digit))
}

/// The numbers of all lines of a position, and the sum of what they are worth.
#[derive(Clone, Copy, Debug)]
pub struct KnownLines<const ROOM: usize, const N: usize = UNITS> {
    numbers: [u16; ROOM],
    sum: Row<N>,
}

impl<const ROOM: usize, const N: usize> KnownLines<ROOM, N> {
    /// Of no position.
    pub const NONE: Self = Self { numbers: [0; ROOM], sum: Row::ZERO };
}

/// The sum over all lines of a board, by their patterns.
pub struct LineWorth<const KINDS: usize, const ROOM: usize, const N: usize = UNITS> {
    lines: LineNumbers<KINDS, ROOM>,
    patterns: Patterns,
    /// The sum of each line, by the number of its contents.
    worth: Box<[Row<N>; 1 << 16]>,
}

impl<const KINDS: usize, const ROOM: usize, const N: usize> LineWorth<KINDS, ROOM, N> {
    /// Adds up the rows of the patterns for all contents of all lines. They are first in `rows`.
    pub fn new(lines: LineNumbers<KINDS, ROOM>, patterns: Patterns, rows: &[Row<N>]) -> Self {
        let base = LineNumbers::<KINDS, ROOM>::BASE;
        let mut worth = vec![Row::ZERO; 1 << 16];
        let lengths: BTreeSet<usize> = lines.cells.iter().map(Vec::len).collect();
        // The windows of a line are those that begin with its first cell, and those of the rest of the line.
        let mut windows = vec![[0; N]];
        for length in 1..=lengths.last().copied().unwrap_or(0) {
            let of_value = |value: usize| {
                let mut sum = windows[value / base];
                patterns.add_first_windows(value, length, rows, &mut sum);
                sum
            };
            windows = (0..base.pow(length as u32)).map(of_value).collect();
            if lengths.contains(&length) {
                for (value, &sum) in windows.iter().enumerate() {
                    let mut sum = sum;
                    patterns.add_by_length(value, length, rows, &mut sum);
                    worth[first_number(base, length) + value] = Row::from_fn(|unit| sum[unit]);
                }
            }
        }
        let worth = worth.into_boxed_slice().try_into().expect("a row for each number of 16 bits");
        Self { lines, patterns, worth }
    }

    /// The patterns.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The sum of the rows of all patterns on the board, from the cells of each kind of piece.
    #[inline(always)]
    pub fn sum<S: BitSet>(&self, pieces: [S; KINDS]) -> Row<N> {
        self.known(pieces).sum
    }

    /// The same, ready for positions with one more piece.
    #[inline(always)]
    pub fn known<S: BitSet>(&self, pieces: [S; KINDS]) -> KnownLines<ROOM, N> {
        let numbers = self.lines.numbers(pieces);
        let mut sum = Row::ZERO;
        for &number in &numbers[..self.lines.cells.len()] {
            sum.add(&self.worth[usize::from(number)]);
        }
        KnownLines { numbers, sum }
    }

    /// The sum with one more piece, of the kind `kind`, on `cell`, which is empty.
    #[inline(always)]
    pub fn sum_with(&self, known: &KnownLines<ROOM, N>, cell: usize, kind: usize) -> Row<N> {
        let (mut sum, steps) = (known.sum, &self.lines.steps[cell & 127]);
        for &line in &self.lines.through[cell & 127] {
            let (before, step) = (known.numbers[usize::from(line)], steps[usize::from(line)]);
            let after = before.wrapping_add((kind as u16 + 1) * step);
            sum.exchange(&self.worth[usize::from(before)], &self.worth[usize::from(after)]);
        }
        sum
    }

    /// Visits the number of every pattern on the board.
    pub fn visit<S: BitSet>(&self, pieces: [S; KINDS], visit: &mut dyn FnMut(usize)) {
        self.lines.contents(pieces).for_each(|line| self.patterns.visit_line(&line, visit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three lines of a small board: two that cross in cell 7, and one separate.
    fn lines<const KINDS: usize>() -> LineNumbers<KINDS, 16> {
        LineNumbers::new(vec![vec![5, 6, 7, 8], vec![20, 7, 21, 22, 23], vec![40, 41, 42, 43]])
    }

    const PATTERNS: [Pattern; 4] = [Pattern::Window(3), Pattern::Whole(4), Pattern::Cell(4), Pattern::Cell(5)];

    fn check<const KINDS: usize>(boards: &[[u64; KINDS]]) {
        let patterns = Patterns::new(KINDS, PATTERNS);
        let row = |i: usize| Row::from_fn(|unit| ((i + unit) * i % 97) as i32 - 40);
        let rows: Vec<Row> = (0..patterns.count()).map(row).collect();
        let worth = LineWorth::new(lines::<KINDS>(), patterns, &rows);
        for &pieces in boards {
            let mut sum = Row::ZERO;
            worth.visit(pieces, &mut |number| sum.add(&rows[number]));
            assert_eq!(worth.sum(pieces), sum);
            let known = worth.known(pieces);
            for cell in (5..44).filter(|cell| pieces.iter().all(|set| set >> cell & 1 == 0)) {
                for kind in 0..KINDS {
                    let mut more = pieces;
                    more[kind] |= 1 << cell;
                    assert_eq!(worth.sum_with(&known, cell, kind), worth.sum(more));
                }
            }
        }
    }

    #[test]
    fn a_window_of_a_line_lies_in_one_of_its_parts() {
        for length in 0..12 {
            let line: Vec<usize> = (10..10 + length).collect();
            let parts = cut(&line, 4);
            assert!(parts.iter().all(|part| part.len() <= 5));
            let windows: Vec<&[usize]> = parts.iter().flat_map(|part| part.windows(4)).collect();
            assert_eq!(windows, line.windows(4).collect::<Vec<_>>());
        }
    }

    #[test]
    fn looking_up_lines_is_adding_up_patterns() {
        check(&[[0, 0], [1 << 7, 1 << 5 | 1 << 22], [0b1111 << 5, 0b1110 << 20], [0, 0b11 << 41]]);
        check(&[[0; 4], [1 << 7, 1 << 5 | 1 << 22, 1 << 20, 1 << 8], [0, 1 << 40, 0b11 << 41, 0b111 << 21]]);
    }

    #[test]
    fn mirrored_contents_are_one() {
        let patterns = Patterns::new(2, PATTERNS);
        let visited = |line: &[u8]| {
            let mut numbers = Vec::new();
            patterns.visit_line(line, &mut |number| numbers.push(number));
            numbers.sort_unstable();
            numbers
        };
        for value in 0..243 {
            let line = digits(3, value, 5);
            let mirrored: Vec<u8> = line.iter().rev().copied().collect();
            assert_eq!(visited(&line), visited(&mirrored));
            assert_eq!(value_of(3, line.into_iter()), value);
        }
        // 27 windows of three, of which 9 are their own mirror images, are 18 with the empty one.
        assert_eq!(patterns.groups().next(), Some(("windows of 3".to_string(), 17)));
        assert!(visited(&[0; 5]).is_empty());
    }
}
