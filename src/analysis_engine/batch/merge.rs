//! Merges the parts of a batch into one file.

use super::BatchError;
use super::answer_file::AnswerFile;
use super::request_file::RequestFile;
use crate::files::{self, FileError, OutputFile};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The result of merging parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinOutcome {
    /// How many requests there are.
    pub all: u64,
    /// How many of them have no complete answer.
    pub missing: u64,
    /// The number of the first of these.
    pub first_missing: Option<u64>,
    /// Whether it was stopped before the end; the fields above are then meaningless.
    pub was_stopped: bool,
}

/// Writes the answers that are in `parts`, given in any order, to `output` in the order of the requests. If some are
/// missing, or once `has_stopped` says so, nothing is written.
///
/// # Errors
/// [`BatchError`] if a file cannot be read or written, if two parts answer the same request, or one has an answer to
/// none of these requests.
pub fn join(
    requests: &Path,
    parts: &[PathBuf],
    output: OutputFile,
    has_stopped: &dyn Fn() -> bool,
) -> Result<JoinOutcome, BatchError> {
    let path = output.path().to_path_buf();
    let written = FileError::of(&path, "written");
    let mut file = RequestFile::new(requests)?;
    let mut held = Vec::new();
    // The parts that have something left, the one with the next request in front.
    let mut queue = BinaryHeap::new();
    for path in parts {
        let part = files::open_to_read(path)?;
        let part = AnswerFile::new(path, part)?;
        queue.extend(part.next_request().map(|number| Reverse((number, held.len()))));
        held.push(part);
    }
    let mut out = BufWriter::with_capacity(1 << 16, output.begin()?);
    let mut outcome = JoinOutcome { all: 0, missing: 0, first_missing: None, was_stopped: false };
    let mut lines = Vec::new();
    while let Some(request) = file.next(|_| true)? {
        if has_stopped() {
            outcome.was_stopped = true;
            return Ok(outcome);
        }
        outcome.all += 1;
        let mut is_whole = false;
        lines.clear();
        if let Some(&Reverse((number, index))) = queue.peek()
            && number == request.number
        {
            queue.pop();
            let part = &mut held[index];
            is_whole = part.take(&request, &mut lines)?;
            queue.extend(part.next_request().map(|number| Reverse((number, index))));
        }
        // What is behind now comes twice, or not in its order.
        if let Some(&Reverse((number, index))) = queue.peek()
            && number <= request.number
        {
            return Err(held[index].left_over());
        }
        if is_whole {
            out.write_all(&lines).map_err(&written)?;
        } else {
            outcome.missing += 1;
            outcome.first_missing.get_or_insert(request.number);
        }
    }
    if let Some(&Reverse((_, index))) = queue.peek() {
        return Err(held[index].left_over());
    }
    if outcome.missing == 0 {
        let out = out.into_inner().map_err(|error| written(error.into_error()))?;
        output.finish(out)?;
    }
    Ok(outcome)
}
