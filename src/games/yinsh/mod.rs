//! YINSH: rings leave markers and flip those they jump; five in a row cost a ring, and who is rid of three has won.
//!
//! - `board`: the 85 points, their numbers, names, lines and symmetries;
//! - `lines`: sets of points seen along each of the three line directions, and where rings can go;
//! - `decision`: a decision and its 16-bit code;
//! - `rules`: the position, what may be decided in it and what comes of it; `quick`: the same at random;
//! - `symmetry`, `notation` with `position_text`, `draw`, `eval`: what the traits of these names ask for.

mod board;
mod decision;
mod draw;
mod eval;
mod lines;
mod notation;
mod playout;
mod position_text;
mod rules;
mod symmetry;
mod tactics;

pub use rules::{Setup, Yinsh};
