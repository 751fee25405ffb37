//! What boards are made of: bit sets, the hexagonal board of 61 cells, drawing. Knows no game.

pub mod bits;
pub mod drawing;
pub mod hex61;
