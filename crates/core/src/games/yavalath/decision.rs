//! The meaning of the 16 bits of a move: the cell of a placement, or the swap.

use crate::board::hex61::CELLS;
use crate::game::Move;

/// The decision to take over the first stone.
pub const SWAP: Move = Move::new(CELLS as u16);

/// The decision to place a stone.
#[inline(always)]
pub const fn placement(cell: usize) -> Move {
    Move::new(cell as u16)
}

/// The cell of a placement.
#[inline(always)]
pub fn placed_cell(mv: Move) -> Option<usize> {
    let cell = usize::from(mv.code());
    (cell < CELLS).then_some(cell)
}
