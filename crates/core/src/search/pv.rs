//! The principal variation.

use super::score::MAX_PLY;
use crate::game::Move;
use arrayvec::ArrayVec;

/// A principal variation, decision by decision.
pub type Pv = ArrayVec<Move, MAX_PLY>;
