//! What must not stop the program: too few threads, too little memory, files that are none, clients that do not read,
//! numbers without end, texts that steer terminals, signals.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod answers;
mod files;
mod limits;
mod process;
mod selftest;
mod signals;
mod texts;
