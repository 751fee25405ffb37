//! GIPF: the basic, the standard and the tournament game, one position type for all three.

mod arrangement;
mod board;
mod decision;
mod describe;
mod eval;
mod names;
mod notation;
mod playout;
mod position;
mod position_text;
mod rules;
pub(crate) mod says;
mod setup;
mod symmetry;
mod tactics;

pub use eval::{STANDARD_WEIGHTS, WEIGHTS};
pub use position::Gipf;
pub use setup::{Setup, Variant};
