//! What must not stop the program: files that are none, clients that do not read,
//! numbers without end, texts that steer terminals, signals.

mod answers;
mod files;
pub mod process;
mod signals;
mod texts;
mod threads;
