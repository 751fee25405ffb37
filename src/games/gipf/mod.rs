//! GIPF: the basic, the standard and the tournament game, one position type for all three.
//!
//! [`board`] is the geometry, [`decision`] what the code of a move means, [`rules`] the game, [`symmetry`] its mirror
//! images; [`notation`] and [`fen`] are the text of moves and of positions, [`draw`] the pictures, [`eval`] the opinion.

pub mod board;
pub mod decision;
pub mod draw;
pub mod eval;
pub mod notation;
pub mod position_text;
pub mod rules;
pub mod symmetry;
mod tactics;

pub use rules::{Gipf, Setup, Variant};
