//! Yavalath, for two ([`Yavalath`]) and for three ([`Yavalath3`]): four in a line wins, three loses.
//!
//! Cameron Browne's evolutionary program Ludi invented it in 2007. It is a game of forced replies: a stone that
//! leaves one cell to a four must be answered there, and the answer may be the loser's own three.

mod arrangement;
mod decision;
mod describe;
mod eval;
mod eval_three;
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
pub use eval_three::THREE_WEIGHTS;
pub use position::{Yavalath, Yavalath3};
pub use setup::Setup;
