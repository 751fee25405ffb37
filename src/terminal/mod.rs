//! What commands share: their arguments, signals and exit codes, the folder of the user's data, boards and colours.

pub mod arguments;
pub mod board;
pub mod data_folder;
pub mod exit;
pub mod interrupt;
pub mod style;
pub mod values;

pub use arguments::{Setup, open, parse_search, parse_time, pool, set_options};

use crate::text;
use std::io::{self, Write};

/// Writes a sentence to stderr: an error, or something that is not the answer.
pub fn report(sentence: &str) {
    aside(&format!("quintet: {}", text::sentence(sentence, 240, 2_000)));
}

/// Writes a line to stderr in one piece, so that lines of several processes do not mix. If nobody reads it, the exit
/// code must do.
pub fn aside(line: &str) {
    let _ = io::stderr().write_all(format!("{line}\n").as_bytes());
}
