//! What must not stop the program: files that are none, clients that do not read,
//! numbers without end, texts that steer terminals, signals.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

// Tests run in the order of their names. This one takes two minutes, so it is the first, and the others go on beside it.
#[path = "selftest.rs"]
mod a_selftest;
mod answers;
mod files;
mod process;
mod signals;
mod texts;
mod threads;
