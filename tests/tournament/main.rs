//! Tournaments through the real binary: every format in every game, engines that misbehave, and tournaments that are
//! killed and go on.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod books;
mod damage;
mod data;
mod fastchess;
mod faults;
mod formats;
mod machines;
mod matches;
mod resume;
mod runs;
