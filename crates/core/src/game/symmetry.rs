//! The symmetries of a game.

use super::{Game, Move};

/// The symmetries of a game, including the exchange of sides: for laws in the tests, openings and books.
pub trait Symmetry: Game {
    /// How many ways there are to turn and mirror the board; number 0 leaves it as it is.
    const SYMMETRIES: usize;
    /// The position turned by symmetry `index`.
    fn transform(&self, index: usize) -> Self;
    /// The decision turned by symmetry `index`.
    fn transform_move(mv: Move, index: usize) -> Move;
    /// The smallest key of the position's images: the same for positions that differ only by a symmetry.
    #[inline]
    fn canonical_key(&self) -> u64 {
        (1..Self::SYMMETRIES).map(|index| self.transform(index).key()).fold(self.key(), u64::min)
    }

    /// The position with all colours exchanged and the other side to decide, which has the same decisions; `None` if the
    /// rules have no such position (a swap still open, more than two players, sides that move in different directions).
    fn exchange_sides(&self) -> Option<Self>;
    /// The position with the same board and the same side to decide in a game in which nobody can swap; each side has
    /// as much to gain as here. `None` if it is such a position already, or while the swap is open.
    fn without_swap(&self) -> Option<Self> {
        None
    }
    /// Whether a swap may still come.
    fn is_swap_open(&self) -> bool {
        false
    }
}
