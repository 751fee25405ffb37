//! The board of Zèn: 121 squares, 64 lines, and lookup tables for moves.
//!
//! Square `11 * row + column` is a bit of a `u128`; a1 is square 0, k11 square 120. Tables that are indexed by a
//! square have 128 entries, so that `square & 127` needs no bounds check.

use crate::board::wide::Wide;

/// Squares in a row, and in a column.
pub const SIZE: usize = 11;
/// Squares of the board.
pub const SQUARES: usize = SIZE * SIZE;
/// Stands for "no square" where a square is stored; [`single`] makes it the empty set.
pub const NOWHERE: usize = SQUARES;
/// Rows, columns and both kinds of diagonals.
pub const LINES: usize = 64;
/// The ways to turn and mirror a square board.
pub const SYMMETRIES: usize = 8;

/// A set of squares.
pub type Squares = u128;

/// All squares.
pub const BOARD: Squares = (1 << SQUARES) - 1;

/// Directions as (column, row): `d` and `d ^ 4` are opposite, `d & 3` is the axis, and the first four lead to
/// higher squares.
pub const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// What one step in each direction adds to the number of a square.
pub const STEP: [i32; 8] = {
    let mut step = [0; 8];
    let mut d = 0;
    while d < 8 {
        step[d] = DIRECTIONS[d].1 * SIZE as i32 + DIRECTIONS[d].0;
        d += 1;
    }
    step
};

/// The square in this column and row (both from 0), if it is on the board.
pub const fn square_at(column: i32, row: i32) -> Option<usize> {
    let size = SIZE as i32;
    if column < 0 || row < 0 || column >= size || row >= size { None } else { Some((row * size + column) as usize) }
}

/// Column and row of a square, both from 0.
pub const fn place(square: usize) -> (i32, i32) {
    ((square % SIZE) as i32, (square / SIZE) as i32)
}

/// The set of one square; empty for [`NOWHERE`].
#[inline(always)]
pub fn single(square: usize) -> Squares {
    *single_at(square)
}

/// The same, where it lies.
#[inline(always)]
pub fn single_at(square: usize) -> &'static Squares {
    static SINGLE: [Squares; 128] = {
        let mut sets = [0; 128];
        let mut s = 0;
        while s < SQUARES {
            sets[s] = 1 << s;
            s += 1;
        }
        sets
    };
    &SINGLE[square & 127]
}

/// The data that a piece on a square needs to move.
#[derive(Clone, Copy)]
pub struct View {
    /// The squares ahead in each direction.
    pub ray: [Squares; 8],
    /// How many those are.
    pub reach: [u8; 8],
    /// The number of the line through the square along each axis.
    pub line: [u8; 4],
    /// How many squares of that line lie behind the square, against the first four directions.
    pub place: [u8; 4],
    /// The up to eight squares around.
    pub around: Squares,
}

/// The view from each square.
pub static VIEW: [View; 128] = {
    let mut views = [View { ray: [0; 8], reach: [0; 8], line: [0; 4], place: [0; 4], around: 0 }; 128];
    let mut s = 0;
    while s < SQUARES {
        let (column, row) = place(s);
        let mut d = 0;
        while d < 8 {
            let (dx, dy) = DIRECTIONS[d];
            let mut k = 1;
            while let Some(to) = square_at(column + k * dx, row + k * dy) {
                views[s].ray[d] |= 1 << to;
                if k == 1 {
                    views[s].around |= 1 << to;
                }
                k += 1;
            }
            views[s].reach[d] = (k - 1) as u8;
            d += 1;
        }
        let mut axis = 0;
        while axis < 4 {
            views[s].place[axis] = views[s].reach[axis + 4];
            axis += 1;
        }
        views[s].line = [row as u8, 11 + column as u8, (22 + 10 + column - row) as u8, (43 + column + row) as u8];
        s += 1;
    }
    views
};

/// All squares moved one column to the left, and moved one to the right.
#[inline(always)]
fn sides(set: Wide) -> Wide {
    const FIRST_COLUMN: Squares = {
        let mut column = 0;
        let mut row = 0;
        while row < SIZE {
            column |= 1 << (row * SIZE);
            row += 1;
        }
        column
    };
    const NOT_FIRST: Squares = !FIRST_COLUMN;
    const NOT_LAST: Squares = !(FIRST_COLUMN << (SIZE - 1));
    (set & Wide::new(&NOT_LAST)).up::<1>() | (set & Wide::new(&NOT_FIRST)).down::<1>()
}

#[inline(always)]
fn spread_wide(set: Wide) -> Wide {
    let wide = set | sides(set);
    wide | wide.up::<{ SIZE as u32 }>() | wide.down::<{ SIZE as u32 }>()
}

/// The set and all squares next to it (and bits beyond the board, which the caller masks off).
#[inline(always)]
pub fn spread(set: Squares) -> Squares {
    spread_wide(Wide::new(&set)).set()
}

/// The squares that touch a square of the set (and bits beyond the board, which the caller masks off).
#[inline(always)]
pub fn neighbours(set: Squares) -> Squares {
    let set = Wide::new(&set);
    let sides = sides(set);
    let wide = set | sides;
    (sides | wide.up::<{ SIZE as u32 }>() | wide.down::<{ SIZE as u32 }>()).set()
}

/// The part of `set` that hangs together with `seed`, which lies in it.
#[inline(always)]
pub fn group(set: Squares, seed: Squares) -> Squares {
    let (set, mut group) = (Wide::new(&set), Wide::new(&seed));
    loop {
        let grown = spread_wide(group) & set;
        if grown == group {
            return group.set();
        }
        group = grown;
    }
}

/// The number of the square to which symmetry `index` takes `square`; [`NOWHERE`] stays.
pub const fn turn(square: usize, index: usize) -> usize {
    if square == NOWHERE {
        return NOWHERE;
    }
    let (mut column, mut row) = (square % SIZE, square / SIZE);
    if index & 1 != 0 {
        column = SIZE - 1 - column;
    }
    if index & 2 != 0 {
        row = SIZE - 1 - row;
    }
    if index & 4 != 0 {
        (column, row) = (row, column);
    }
    row * SIZE + column
}
