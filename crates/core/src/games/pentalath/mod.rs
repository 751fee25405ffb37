//! Pentalath: five in a row on 61 hexagons, with stones captured as in Go.
//!
//! A group dies when its last empty neighbour is filled, and a stone may not be placed where its own group would
//! have none. Both are questions about the whole board at once here: the cells with an empty neighbour are six
//! rotations of one word, and they decide most placements.

mod arrangement;
mod board;
mod decision;
mod describe;
mod eval;
mod notation;
mod playout;
mod position;
mod position_text;
mod rules;
pub(crate) mod says;
mod setup;
mod symmetry;
mod tactics;

pub use eval::WEIGHTS;
pub use position::Pentalath;
pub use setup::Setup;
