//! The meaning of the 16 bits of a move: the squares that a piece goes from and to, or a pass.

use super::board::NOWHERE;
use crate::game::Move;

/// The decision of a player who cannot move.
pub const PASS: Move = Move::new((NOWHERE << 7) as u16);

/// All codes are below this.
pub const CODES: usize = PASS.code() as usize + 1;

/// A move from one square to another.
#[inline(always)]
pub fn step(from: usize, to: usize) -> Move {
    Move::new((from << 7 | to) as u16)
}

/// The squares of a move; `None` for a pass.
#[inline(always)]
pub fn squares_of(mv: Move) -> Option<(usize, usize)> {
    if mv == PASS { None } else { Some((usize::from(mv.code() >> 7), usize::from(mv.code() & 127))) }
}
