//! The board: 37 spots in a `u64`, 21 lines, 42 pushes.
//!
//! A spot is bit `8 * column + row`, columns b to h as 0 to 6. Rows are counted so that all three directions are
//! straight: north is one bit on, south-east eight, north-east nine. The bits between the columns stay empty, so
//! that shifted boards do not wrap around.

use crate::board::bits::members;
use crate::board::symmetry::{self, SYMMETRIES};

/// A point of the lattice as (column, row), dots included: both run from -1 to 7.
pub type Point = (i32, i32);

/// The steps of the three directions, in bits: north, south-east, north-east.
pub const STEPS: [u32; 3] = [1, 8, 9];

/// How many lines of spots there are.
pub const LINES: usize = 21;

/// How many pushes there are: one from each end of each line.
pub const PUSHES: usize = 2 * LINES;

/// All spots.
pub const BOARD: u64 = {
    let mut set = 0;
    let mut bit = 0;
    while bit < 64 {
        if is_spot(point(bit)) {
            set |= 1 << bit;
        }
        bit += 1;
    }
    set
};

/// How many steps a point is from the centre.
pub const fn distance((column, row): Point) -> i32 {
    let (x, y) = (column - 3, row - 3);
    let (a, b, c) = (x.abs(), y.abs(), (x - y).abs());
    let most = if a > b { a } else { b };
    if most > c { most } else { c }
}

/// Whether a point is one of the 37 spots.
pub const fn is_spot(point: Point) -> bool {
    distance(point) <= 3
}

/// Whether a point is one of the 24 dots.
pub const fn is_dot(point: Point) -> bool {
    distance(point) == 4
}

/// The point of a bit.
pub const fn point(bit: usize) -> Point {
    (bit as i32 / 8, bit as i32 % 8)
}

/// The bit of a spot.
pub const fn bit((column, row): Point) -> usize {
    (8 * column + row) as usize
}

/// Where each symmetry takes each spot.
pub const IMAGES: [[u8; 64]; SYMMETRIES] = {
    let mut steps = [None; 64];
    let mut bit = 0;
    while bit < 64 {
        let (column, row) = point(bit);
        if is_spot((column, row)) {
            steps[bit] = Some((column as i8 - 3, row as i8 - 3));
        }
        bit += 1;
    }
    symmetry::images(&steps)
};

/// A line of spots.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Its spots.
    pub spots: u64,
    /// The bit of its first spot, counted from the west, on a letter from the south.
    pub first: u32,
    /// Which of [`STEPS`] it runs along.
    pub direction: usize,
}

/// The lines: seven of each direction.
pub const LINE: [Line; LINES] = {
    let mut lines = [Line { spots: 0, first: 0, direction: 0 }; LINES];
    let mut bit = 0;
    while bit < 64 {
        let mut direction = 0;
        while direction < 3 && BOARD >> bit & 1 != 0 {
            let line = &mut lines[line_of(bit, direction)];
            if line.spots == 0 {
                *line = Line { spots: 0, first: bit as u32, direction };
            }
            line.spots |= 1 << bit;
            direction += 1;
        }
        bit += 1;
    }
    lines
};

/// The line through a spot in a direction.
pub const fn line_of(bit: usize, direction: usize) -> usize {
    let (column, row) = point(bit);
    let across = match direction {
        0 => column,
        1 => row,
        _ => row - column + 3,
    };
    7 * direction + across as usize
}

/// Where a piece enters and which way it is pushed.
#[derive(Clone, Copy, Debug)]
pub struct Push {
    /// The spots of the line.
    pub line: u64,
    /// The spot that the new piece is pushed to.
    pub first: u64,
    /// All ones for a push towards higher bits, otherwise zero.
    pub upwards: u64,
    /// The step of the push as a left rotation.
    pub rotation: u32,
}

/// The pushes: numbers `2 * line` from its first spot on, `2 * line + 1` from its last spot back.
pub const PUSH: [Push; PUSHES] = {
    let mut pushes = [Push { line: 0, first: 0, upwards: 0, rotation: 0 }; PUSHES];
    let mut line = 0;
    while line < LINES {
        let Line { spots, first, direction } = LINE[line];
        let (step, last) = (STEPS[direction], 63 - spots.leading_zeros());
        pushes[2 * line] = Push { line: spots, first: 1 << first, upwards: !0, rotation: step };
        pushes[2 * line + 1] = Push { line: spots, first: 1 << last, upwards: 0, rotation: 64 - step };
        line += 1;
    }
    pushes
};

impl Push {
    /// The pieces in the way: those from the first spot to the nearest of `holes`, which are all the holes of the line
    /// and at least one.
    #[inline(always)]
    pub fn chain(&self, holes: u64) -> u64 {
        self.line & (below(holes) & self.upwards | above(holes) & !self.upwards)
    }

    /// Pieces of the chain, moved on by one spot.
    #[inline(always)]
    pub fn moved(&self, pieces: u64) -> u64 {
        pieces.rotate_left(self.rotation)
    }

    /// The dot where the piece is put on.
    pub fn dot(&self) -> Point {
        let (column, row) = point(self.first.trailing_zeros() as usize);
        match self.rotation {
            1 => (column, row - 1),
            8 => (column - 1, row),
            9 => (column - 1, row - 1),
            63 => (column, row + 1),
            56 => (column + 1, row),
            _ => (column + 1, row + 1),
        }
    }
}

/// The lowest of `holes`, if there is one.
#[inline(always)]
pub fn lowest(holes: u64) -> u64 {
    holes & holes.wrapping_neg()
}

/// The highest of `holes`, if there is one.
#[inline(always)]
pub fn highest(holes: u64) -> u64 {
    let others = !above(holes);
    others & !(others >> 1)
}

/// All bits below the lowest of `holes`; all bits if there is none.
#[inline(always)]
pub fn below(holes: u64) -> u64 {
    lowest(holes).wrapping_sub(1)
}

/// All bits above the highest of `holes`; all bits if there is none.
#[inline(always)]
pub fn above(holes: u64) -> u64 {
    !u64::MAX.checked_shr(holes.leading_zeros()).unwrap_or(0)
}

/// The spots at which four adjacent members of `pieces` begin, `step` after `step`.
#[inline(always)]
pub fn fours(pieces: u64, step: u32) -> u64 {
    let twos = pieces & (pieces >> step);
    twos & (twos >> (2 * step))
}

/// Whether four members of `pieces` are adjacent on a line.
#[inline(always)]
pub fn has_row(pieces: u64) -> bool {
    fours(pieces, STEPS[0]) | fours(pieces, STEPS[1]) | fours(pieces, STEPS[2]) != 0
}

/// The lines with four adjacent members of `pieces`, one bit a line.
#[inline]
pub fn rows(pieces: u64) -> u32 {
    let mut lines = 0;
    for (direction, step) in STEPS.into_iter().enumerate() {
        for spot in members(fours(pieces, step)) {
            lines |= 1 << line_of(spot, direction);
        }
    }
    lines
}

impl Line {
    /// The segment that a row takes off: the row of `pieces` in this line and all `occupied` spots that continue it
    /// without a hole. There must be a row.
    #[inline]
    pub fn segment(&self, pieces: u64, occupied: u64) -> u64 {
        let start = fours(pieces & self.spots, STEPS[self.direction]).trailing_zeros();
        let (holes, lower) = (self.spots & !occupied, (1 << start) - 1);
        self.spots & below(holes & !lower) & above(holes & lower)
    }

    /// Spots of this line as seven bits, the first spot lowest.
    #[inline]
    pub fn pack(&self, spots: u64) -> u16 {
        members(self.spots).enumerate().fold(0, |packed, (i, bit)| packed | ((spots >> bit & 1) as u16) << i)
    }

    /// The spots that [`pack`](Line::pack) packed.
    #[inline]
    pub fn unpack(&self, packed: u16) -> u64 {
        members(u64::from(packed)).fold(0, |spots, i| spots | 1 << (self.first + i as u32 * STEPS[self.direction]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_has_its_size() {
        assert_eq!(BOARD.count_ones(), 37);
        assert!(LINE.iter().all(|line| (4..=7).contains(&line.spots.count_ones())));
        let mut dots: Vec<Point> = PUSH.iter().map(Push::dot).collect();
        assert!(dots.iter().all(|&dot| is_dot(dot)));
        dots.sort_unstable();
        dots.dedup();
        assert_eq!(dots.len(), 24);
    }

    #[test]
    fn lines_pack_and_unpack() {
        for line in LINE {
            assert_eq!(line.unpack(line.pack(BOARD)), line.spots);
        }
    }

    #[test]
    fn a_segment_reaches_from_hole_to_hole() {
        let line = &LINE[line_of(bit((3, 0)), 0)];
        assert_eq!(line.pack(line.segment(line.unpack(0b0111_1000), line.unpack(0b0111_1101))), 0b0111_1100);
        assert_eq!(line.segment(line.unpack(0b0001_1110), line.spots), line.spots);
    }
}
