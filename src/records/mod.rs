//! One game as data: JSON Lines and a readable text of our own.
//!
//! [`GameRecord`] is a game with its turns, players and result; those of tournaments say more about where they belong.

mod reason;
mod record;
pub mod text;

pub use reason::{Reason, ReportedScore, TurnInfo};
pub use record::{GameRecord, Round, Seat, Turn, parse, read, result, setup};

#[cfg(test)]
pub(crate) use record::tests::sample;

use std::io;
use std::path::{Path, PathBuf};

/// Why a record cannot be read, or is not as the rules have it, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// What it says makes no sense.
    #[error("{0}")]
    Request(String),
    /// A file that cannot be read or written.
    #[error("`{}` cannot be {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was to be done with it, such as `read`.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
    /// A line of a file that is not what it should be.
    #[error("line {line} of `{}`: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

impl RecordError {
    fn file(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_path_buf();
        move |source| Self::File { path, what, source }
    }
}
