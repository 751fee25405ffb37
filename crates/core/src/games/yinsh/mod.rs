//! YINSH: rings leave markers and flip those they jump; five in a row cost a ring, and the first player with three
//! rings off wins.

mod arrangement;
mod board;
mod decision;
mod describe;
mod eval;
mod first_rings;
mod lines;
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

pub use eval::{BLITZ_WEIGHTS, WEIGHTS};
pub use position::Yinsh;
pub use setup::Setup;
