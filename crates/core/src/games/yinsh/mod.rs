//! YINSH: rings leave markers and flip those they jump; five in a row cost a ring, and who is rid of three has won.

mod arrangement;
mod board;
mod decision;
mod describe;
mod eval;
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

pub use position::Yinsh;
pub use setup::Setup;
