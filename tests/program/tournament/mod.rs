//! Tournaments through the real binary: every format in every game, engines that misbehave, and tournaments that are
//! killed and go on.

mod books;
mod damage;
mod data;
mod fastchess;
mod faults;
mod formats;
mod machines;
mod matches;
mod resume;
pub mod runs;
