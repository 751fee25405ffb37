//! How the pieces of a side lie around their centre of mass.

use super::board::{NOWHERE, SQUARES, Squares, place};
use crate::board::bits::members;

/// Twelve pawns and the Zen, filled up to whole vectors.
const ROOM: usize = 16;

/// Half squares of column and row between a piece and the centre; greater distances are alike.
const REACH: usize = 12;
/// The classes of offsets from the centre: what turns and mirror images bring to each other are one.
pub const OFFSETS: usize = pair(REACH, 0);

/// The number of a pair of numbers, whatever their order. Pairs whose greater number is less come before it.
pub const fn pair(x: usize, y: usize) -> usize {
    let (more, less) = if x > y { (x, y) } else { (y, x) };
    more * (more + 1) / 2 + less
}

/// How the pieces of a side lie.
pub struct Shape {
    pieces: usize,
    /// The sum of their distances (in king's steps) from the centre, in squares.
    pub spread: usize,
    /// The distance of the Zen in half squares; none without a Zen.
    pub zen: usize,
    /// That of the farthest piece.
    pub farthest: usize,
    offsets: [u16; ROOM],
}

impl Shape {
    /// That of these pieces, the Zen among them if it is on the board.
    #[inline(always)]
    pub fn of(army: Squares, zen: usize) -> Self {
        let mut places = [[0; ROOM]; 2];
        let mut sums = [0; 2];
        let mut pieces = 0;
        for square in members(army) {
            for (axis, place) in PLACE[square & 127].into_iter().enumerate() {
                places[axis][pieces & (ROOM - 1)] = place;
                sums[axis] += place;
            }
            pieces += 1;
        }
        // All in units of 1/n square, so that nothing is rounded before the sum and turned boards get the same score.
        let n = pieces as i16;
        let from_centre = |place: [i16; 2]| [0, 1].map(|axis| (n * place[axis] - sums[axis]).abs());
        let half_squares = HALF_SQUARES[pieces & (ROOM - 1)];
        let (mut all, mut farthest, mut offsets) = (0, 0, [0; ROOM]);
        for i in 0..ROOM {
            let [x, y] = from_centre([places[0][i], places[1][i]]);
            let distance = if i < pieces { x.max(y) } else { 0 };
            all += distance;
            farthest = farthest.max(distance);
            let [x, y] = [x, y].map(|units| ((units as u16).wrapping_mul(half_squares) >> 11).min(REACH as u16 - 1));
            let (more, less) = (x.max(y), x.min(y));
            offsets[i] = more * (more + 1) / 2 + less;
        }
        let [x, y] = from_centre(PLACE[zen & 127]);
        let to_zen = if zen == NOWHERE { 0 } else { x.max(y) };
        let share = pieces.max(1);
        let [zen, farthest] = [to_zen, farthest].map(|distance| 2 * distance as usize / share);
        Self { pieces, spread: all as usize / share, zen, farthest, offsets }
    }

    /// The class of each piece's offset from the centre.
    #[inline(always)]
    pub fn offsets(&self) -> impl Iterator<Item = usize> {
        self.offsets.into_iter().take(self.pieces).map(usize::from)
    }
}

/// By the number of pieces: a distance in units of 1/n square times this, over 2¹¹, is in half squares, rounded down; exactly
/// so below [`REACH`], and within 16 bits, which vectors are best at. A single piece is at its own centre.
static HALF_SQUARES: [u16; ROOM] = {
    let mut factors = [0; ROOM];
    let mut pieces = 2;
    while pieces < ROOM {
        factors[pieces] = (2u32 << 11).div_ceil(pieces as u32) as u16;
        pieces += 1;
    }
    factors
};

/// Column and row of each square.
static PLACE: [[i16; 2]; 128] = {
    let mut places = [[0; 2]; 128];
    let mut square = 0;
    while square < SQUARES {
        let (column, row) = place(square);
        places[square] = [column as i16, row as i16];
        square += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_whole_half_squares() {
        for pieces in 2..=13_u32 {
            // No piece is farther from the centre than ten squares.
            for units in 0..=10 * pieces {
                let found = (units as u16).wrapping_mul(HALF_SQUARES[pieces as usize]) >> 11;
                let (found, exact) = (u32::from(found), 2 * units / pieces);
                assert_eq!(found.min(REACH as u32 - 1), exact.min(REACH as u32 - 1), "{units}/{pieces}");
            }
        }
    }

    #[test]
    fn a_shape_is_measured_from_the_centre() {
        let at = |column, row| (0..SQUARES).find(|&square| place(square) == (column, row)).unwrap();
        // The centre is 1/4 of a square to the right of the column of three.
        let column = [at(3, 4), at(3, 5), at(3, 6)];
        let zen = at(4, 5);
        let army = column.iter().chain([&zen]).fold(0, |army, square| army | 1 << square);
        let shape = Shape::of(army, zen);
        assert_eq!((shape.spread, shape.zen, shape.farthest), (3, 1, 2));
        // Half squares, rounded down: the piece in the middle is at no distance, the Zen at one.
        let mut offsets: Vec<usize> = shape.offsets().collect();
        offsets.sort_unstable();
        assert_eq!(offsets, [pair(0, 0), pair(1, 0), pair(2, 0), pair(2, 0)]);
        let far = Shape::of(1 << at(0, 0) | 1 << at(10, 10), NOWHERE);
        assert_eq!((far.spread, far.zen, far.farthest), (10, 0, 10));
        assert!(far.offsets().eq([pair(10, 10); 2]));
        assert_eq!(Shape::of(1 << zen, zen).offsets().collect::<Vec<_>>(), [0]);
        assert_eq!(Shape::of(0, NOWHERE).offsets().count(), 0);
    }
}
