//! Tuning the numbers that steer a search by games of the engine against itself.
//!
//! [`spsa`] says which numbers two sides play with and what is learned from the result, [`journal`] keeps the results. `games` plays, in
//! builds with the feature `tune`. The same options give the same numbers, on any number of threads and however often the program was
//! stopped.

#[cfg(feature = "tune")]
pub mod games;
pub mod journal;
pub mod spsa;

use crate::files::FileError;
use crate::tournament;
use std::path::PathBuf;

/// Why numbers cannot be tuned, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// The request makes no sense.
    #[error("{0}")]
    Request(String),
    /// The folder has the journal of another tuning.
    #[error("`{}` is of another tuning: choose another folder, or give the options it was begun with", .0.display())]
    Other(PathBuf),
    /// A journal makes no sense.
    #[error("`{}` is damaged at line {line}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] tournament::Error),
}
