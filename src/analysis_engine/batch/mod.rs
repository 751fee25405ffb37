//! A batch: answers the requests of one file in another, in order, on one machine or in parts on many.
//!
//! Each answer carries the number of its request, so that a part can be [continued](run_batch) and parts can be
//! [joined](join) whatever ids the requests have. No answer depends on the part, on the number of workers, or on how
//! often the work was interrupted, as long as no request is limited by time. docs/json.md describes it for users.

mod answer_file;
mod answer_writer;
mod merge;
mod request_file;
mod run;
mod window;

pub use merge::{JoinOutcome, join};
pub use run::{BatchOutcome, run_batch};
pub use window::BatchControl;

use crate::analysis::Response;
use crate::files::{FileError, OutputError};
use crate::locks::{LockError, LockOptions};
use crate::part::Part;
use schemars::JsonSchema;
use serde::Serialize;
use std::io;
use std::path::PathBuf;

/// A line of a batch's file of answers.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct BatchAnswer {
    /// The number of the request, from 0 in the order of the file; empty lines do not count.
    pub request: u64,
    /// The answers.
    #[serde(flatten)]
    pub response: Response,
}

/// What to answer, and how.
#[derive(Clone, Debug)]
pub struct BatchConfig {
    /// The file of the requests.
    pub requests: PathBuf,
    /// The file of the answers.
    pub answers: PathBuf,
    /// Which of the requests to answer.
    pub part: Part,
    /// Whether to continue after the answers already in the file; otherwise it must have none.
    pub resume: bool,
    /// How to lock the file of the answers.
    pub locking: LockOptions,
    /// The game of requests that name none.
    pub game: String,
    /// How many requests are searched at the same time, at least 1.
    pub workers: usize,
    /// The memory of each search without a node limit, which is also the most, in MiB.
    pub hash: usize,
}

/// Why a batch cannot be answered or joined, in one sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The request makes no sense.
    #[error("{0}")]
    Request(String),
    /// The file of the answers cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The joined file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// There are no threads to search with.
    #[error("no thread could be started to search on")]
    Threads(#[source] io::Error),
    /// A file that cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}
