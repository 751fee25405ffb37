//! Zèn l'initié: bring all your pawns and the red Zen together.
//!
//! [`board`] has the geometry, `rules` the game, `threats` what is won at once, `eval` an opinion, `notation` the
//! text and `draw` the pictures. Variants: `zen` and `zen-free` (the Zen may move away from all pawns).

pub mod board;
mod draw;
mod eval;
mod notation;
mod rules;
mod setup;
mod shape;
mod tactics;
mod threats;

pub use rules::Zen;
pub use setup::{Colour, Setup, Variant};
pub use threats::Threat;
