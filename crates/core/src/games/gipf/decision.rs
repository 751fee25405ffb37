//! The meaning of the 16 bits of a move.

use super::board::{LINES, PUSHES};
use crate::game::Move;

/// The meaning of a [`Move`] of GIPF.
///
/// Codes: 0 to 41 push a single piece, 42 to 83 a GIPF-piece, then 128 for each line, one for each set of its spots.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// Push number `push` of [`PUSH`](super::board::PUSH), with a GIPF-piece if `stacked`.
    Push {
        /// The number.
        push: usize,
        /// Two pieces at once.
        stacked: bool,
    },
    /// Takes the row in line number `line` of [`LINE`](super::board::LINE): empties the spots `taken`, packed into
    /// seven bits. The other pieces of the segment are GIPF-pieces that stay.
    Row {
        /// The number.
        line: usize,
        /// The packed spots.
        taken: u16,
    },
}

const FIRST_ROW_CODE: usize = 2 * PUSHES;
const SUBSETS: usize = 128;

/// All codes are below this.
pub const CODES: usize = FIRST_ROW_CODE + LINES * SUBSETS;

impl Decision {
    /// The meaning of a move.
    #[inline(always)]
    pub fn of(mv: Move) -> Self {
        let code = mv.code() as usize;
        if code < FIRST_ROW_CODE {
            let stacked = code >= PUSHES;
            Self::Push { push: if stacked { code - PUSHES } else { code }, stacked }
        } else {
            let code = code - FIRST_ROW_CODE;
            Self::Row { line: code / SUBSETS, taken: (code % SUBSETS) as u16 }
        }
    }

    /// The move with this meaning.
    #[inline(always)]
    pub fn to_move(self) -> Move {
        Move::new(match self {
            Self::Push { push, stacked } => push + if stacked { PUSHES } else { 0 },
            Self::Row { line, taken } => FIRST_ROW_CODE + line * SUBSETS + taken as usize,
        } as u16)
    }
}
