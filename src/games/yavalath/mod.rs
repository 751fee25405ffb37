//! Yavalath, for two ([`Yavalath`]) and for three ([`Yavalath3`]): four in a line wins, three loses.
//!
//! Cameron Browne's evolutionary program Ludi invented it in 2007. It is a game of forced replies: a stone that
//! leaves one cell to a four must be answered there, and the answer may be the loser's own three.

mod draw;
mod eval;
mod eval_three;
mod notation;
mod rules;
mod rules_three;
mod tactics;

pub use rules::{Setup, Yavalath};
pub use rules_three::Yavalath3;
