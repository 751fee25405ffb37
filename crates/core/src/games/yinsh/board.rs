//! The board: 85 intersections on three sets of parallel lines.
//!
//! A point is known by a number, `10 * column + row + 2`. That one formula gives everything else its speed: a step
//! along a line is +1 (same letter), +10 (same number) or +11 (both grow), and a step off the board does not land on
//! another point; the points of a column are adjacent bits with a gap before the next column; and no column
//! straddles bit 64, so that each half of a set of points can be worked on alone.

use crate::board::symmetry::{self, SYMMETRIES};
use crate::board::wide::raised;

/// The lowest and highest row of each column, `a` to `k`.
pub const ROWS: [(usize, usize); COLUMNS] =
    [(2, 5), (1, 7), (1, 8), (1, 9), (1, 10), (2, 10), (2, 11), (3, 11), (4, 11), (5, 11), (7, 10)];

/// How many columns there are, `a` to `k`.
pub const COLUMNS: usize = 11;

/// Point numbers are below this, so that tables by point need no bounds checks beyond a mask of 7 bits.
pub const NUMBERS: usize = 128;

/// The difference between the numbers of neighbours on a line, by direction: same letter, same number, both grow.
pub const STRIDES: [u32; 3] = [1, 10, 11];

/// The symmetries that lay direction 0, 1 and 2 along the columns: none, the mirror that exchanges letters and
/// numbers, a turn by a sixth.
pub const VIEWS: [usize; 3] = [0, 6, 1];

/// The number of the point in `column` (0 is `a`) and `row`.
pub const fn point(column: usize, row: usize) -> usize {
    10 * column + row + 2
}

/// Whether the board has a point there.
pub const fn on_board(column: i32, row: i32) -> bool {
    if column < 0 || column >= COLUMNS as i32 {
        return false;
    }
    let (low, high) = ROWS[column as usize];
    low as i32 <= row && row <= high as i32
}

/// All points.
pub const BOARD: u128 = {
    let mut board = 0;
    let mut column = 0;
    while column < COLUMNS {
        let (low, high) = ROWS[column];
        board |= ((1 << (high - low + 1)) - 1) << point(column, low);
        column += 1;
    }
    board
};

/// Column (0 is `a`) and row of each point; (0, 0) for numbers that are not points.
pub const PLACES: [(u8, u8); NUMBERS] = {
    let mut places = [(0, 0); NUMBERS];
    let mut column = 0;
    while column < COLUMNS {
        let mut row = ROWS[column].0;
        while row <= ROWS[column].1 {
            places[point(column, row)] = (column as u8, row as u8);
            row += 1;
        }
        column += 1;
    }
    places
};

/// Where each symmetry takes each point. Numbers that are not points stay 0.
pub const IMAGES: [[u8; NUMBERS]; SYMMETRIES] = {
    let mut steps = [None; NUMBERS];
    let mut number = 0;
    while number < NUMBERS {
        if BOARD >> number & 1 != 0 {
            // From the centre f6.
            steps[number] = Some((PLACES[number].0 as i8 - 5, PLACES[number].1 as i8 - 6));
        }
        number += 1;
    }
    symmetry::images(&steps)
};

/// The points strictly between two on a line.
#[inline(always)]
pub fn between(a: usize, b: usize) -> u128 {
    raised(STEPS[a.abs_diff(b) % NUMBERS], a.min(b) + 1)
}

/// By the difference of two point numbers: the points strictly between, as steps from the first one after the
/// lower. A difference gives the direction, as lines are at most ten long.
const STEPS: [u128; NUMBERS] = {
    let mut steps = [0; NUMBERS];
    let mut direction = 0;
    while direction < 3 {
        let stride = STRIDES[direction] as usize;
        let mut length = 1;
        let mut set = 0;
        while length <= 9 {
            steps[length * stride] = set;
            set |= 1 << (length * stride - 1);
            length += 1;
        }
        direction += 1;
    }
    steps
};

/// The first points of all windows of five in direction `D` whose points all belong to `set`.
#[inline(always)]
pub fn fives<const D: usize>(set: u128) -> u128 {
    let pairs = set & (set >> STRIDES[D]);
    let fours = pairs & (pairs >> (2 * STRIDES[D]));
    fours & (set >> (4 * STRIDES[D]))
}

/// Whether `set` has five adjacent points in a line.
#[inline(always)]
pub fn has_five(set: u128) -> bool {
    (fives::<0>(set) | fives::<1>(set) | fives::<2>(set)) != 0
}

/// The points that would make five adjacent points in a line of four of `set`; some may belong to it or lie off the
/// board.
#[inline(always)]
pub fn fifths(set: u128) -> u128 {
    let of_direction = |stride: u32| {
        let at = |place: u32| set >> (place * stride);
        let (first, last) = (at(0) & at(1), at(3) & at(4));
        (at(1) & at(2) & last)
            | (at(0) & at(2) & last) << stride
            | (first & last) << (2 * stride)
            | (first & at(2) & at(4)) << (3 * stride)
            | (first & at(2) & at(3)) << (4 * stride)
    };
    of_direction(STRIDES[0]) | of_direction(STRIDES[1]) | of_direction(STRIDES[2])
}

/// The points of `set` and their neighbours, some of which may lie off the board.
#[inline(always)]
pub const fn around(set: u128) -> u128 {
    let [a, b, c] = STRIDES;
    set | (set << a) | (set >> a) | (set << b) | (set >> b) | (set << c) | (set >> c)
}

/// The window of five points from `first` in direction `direction`.
#[inline(always)]
pub fn window(first: usize, direction: usize) -> u128 {
    const SHAPES: [u128; 3] = {
        let mut shapes = [0; 3];
        let mut i = 0;
        while i < 15 {
            shapes[i / 5] |= 1 << ((i % 5) as u32 * STRIDES[i / 5]);
            i += 1;
        }
        shapes
    };
    raised(SHAPES[direction], first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::members;

    #[test]
    fn a_step_off_the_board_is_no_point() {
        assert_eq!(BOARD.count_ones(), 85);
        for from in members(BOARD) {
            let (column, row) = (i32::from(PLACES[from].0), i32::from(PLACES[from].1));
            for (direction, (x, y)) in [(0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
                let ahead = from + STRIDES[direction] as usize;
                assert_eq!(BOARD >> ahead & 1 != 0, on_board(column + x, row + y));
                let behind = from - (STRIDES[direction] as usize).min(from);
                assert_eq!(BOARD >> behind & 1 != 0, on_board(column - x, row - y));
            }
        }
    }

    #[test]
    fn columns_lie_apart_within_a_half() {
        for (column, (low, high)) in ROWS.into_iter().enumerate() {
            assert_eq!(point(column, low) / 64, point(column, high) / 64);
            assert_eq!(BOARD >> (point(column, high) + 1) & 1, 0);
        }
    }

    #[test]
    fn a_view_lays_its_direction_along_the_columns() {
        for direction in 0..3 {
            for from in members(BOARD) {
                let next = from + STRIDES[direction] as usize;
                if BOARD >> next & 1 != 0 {
                    let view = &IMAGES[VIEWS[direction]];
                    assert_eq!(view[from] + 1, view[next]);
                }
            }
        }
    }
}
