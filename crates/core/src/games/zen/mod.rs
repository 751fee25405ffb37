//! Zèn l'initié: bring all your pawns and the red Zen together. Variants: `zen` and `zen-free`, in which the Zen may
//! move away from all pawns.

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
mod shape;
mod symmetry;
mod tactics;
mod threats;

pub use eval::WEIGHTS;
pub use position::Zen;
pub use setup::{Colour, Setup, Variant};
pub use threats::Threat;
