//! What boards are made of: bit sets, the hexagonal board of 61 cells and its lines, the symmetries of hexagons, board
//! text. It knows no game.

pub mod bits;
pub mod board_text;
pub mod hex61;
pub mod hex61_lines;
pub(crate) mod says;
pub mod symmetry;
pub mod wide;
