//! A decision and its 16-bit code: seven bits for a point, the rest for the other point or for the kind.

use super::board::{NUMBERS, STRIDES};
use crate::game::Move;

/// One choice by one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// A ring is placed on a point.
    Place(usize),
    /// A ring goes from the first point, where it leaves a marker, to the second.
    Go(usize, usize),
    /// The five markers from a point in a direction (of [`STRIDES`]) are taken.
    Row(usize, usize),
    /// The ring on a point is taken.
    Ring(usize),
    /// No ring can go.
    Pass,
    /// The first ring is taken over.
    Swap,
}

/// The kinds lie in the place of a first point, where no point has these numbers.
const PLACE: usize = 0;
const RING: usize = 1;
/// The decisions without a point have it in the place of the second point.
const PASS: usize = 2;
const SWAP_POINT: usize = 1;
const ROW: usize = 113;

/// All codes are below this.
pub const CODES: usize = (ROW + 3) * NUMBERS;

impl Decision {
    /// The code of the decision.
    #[inline(always)]
    pub fn to_move(self) -> Move {
        let (high, low) = match self {
            Self::Place(point) => (PLACE, point),
            Self::Go(from, to) => (from, to),
            Self::Row(first, direction) => (ROW + direction, first),
            Self::Ring(point) => (RING, point),
            Self::Pass => (PASS, 0),
            Self::Swap => (PASS, SWAP_POINT),
        };
        Move::new((high * NUMBERS + low) as u16)
    }

    /// The decision of a code.
    #[inline(always)]
    pub fn of(mv: Move) -> Self {
        let (high, low) = (usize::from(mv.code()) / NUMBERS, usize::from(mv.code()) % NUMBERS);
        match high {
            PLACE => Self::Place(low),
            RING => Self::Ring(low),
            PASS if low == SWAP_POINT => Self::Swap,
            PASS => Self::Pass,
            ROW.. => Self::Row(low, (high - ROW) % 3),
            from => Self::Go(from, low),
        }
    }

    /// The decision to take the row between two ends, if they are five apart on a line.
    pub fn row(a: usize, b: usize) -> Option<Self> {
        let direction = STRIDES.iter().position(|&stride| a.abs_diff(b) == 4 * stride as usize)?;
        Some(Self::Row(a.min(b), direction))
    }
}

/// The end of a row, given its first point and its direction.
pub fn row_end(first: usize, direction: usize) -> usize {
    first + 4 * STRIDES[direction] as usize
}
