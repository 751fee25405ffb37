//! The meaning of the 16 bits of a move: the cell of a placement, a pass, or the swap.

use crate::board::hex61::CELLS;
use crate::game::Move;

/// The code of a pass. Below it the codes are the cells.
const PASS_CODE: u16 = CELLS as u16;
/// The only decision of a player who cannot place a stone.
pub const PASS: Move = Move::new(PASS_CODE);
/// The decision to take over the first stone.
pub const SWAP: Move = Move::new(PASS_CODE + 1);

/// The decision to place a stone.
#[inline(always)]
pub const fn placement(cell: usize) -> Move {
    Move::new(cell as u16)
}

/// The cell of a placement.
#[inline(always)]
pub fn placed_cell(mv: Move) -> Option<usize> {
    (mv.code() < PASS_CODE).then_some(usize::from(mv.code()))
}

/// All codes are below this.
pub const CODES: usize = CELLS + 2;
