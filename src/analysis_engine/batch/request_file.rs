//! The file of the requests, read piece by piece.

use super::super::refused;
use super::BatchError;
use crate::analysis::{ErrorAnswer, Query, Request, WarningAnswer, read};
use crate::files::{self, FileError};
use crate::lines::reading::{LeftOut, next_line};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A request of a batch.
pub struct BatchRequest {
    /// Its number, from 0 in the order of the file.
    pub number: u64,
    /// The warnings.
    pub warnings: Vec<WarningAnswer>,
    /// The request, or why it is refused.
    pub asked: Result<Box<Query>, ErrorAnswer>,
    /// Whether it asks for answers during its search, which a batch does not give.
    pub asks_for_reports: bool,
}

impl BatchRequest {
    /// Parses a line, or the reader's error in its place.
    fn new(number: u64, line: Result<String, LeftOut>) -> Self {
        let refusal = |error| Self { number, warnings: Vec::new(), asked: Err(error), asks_for_reports: false };
        match line.map(|line| read(&line)) {
            Err(line) => refusal(refused(line)),
            Ok(Err(error)) => refusal(error),
            Ok(Ok((Request::Action(action), _))) => {
                let sentence = "a batch has no actions; each line must be a query with positions to search".to_string();
                refusal(ErrorAnswer::new(Some(action.id), Some("action".to_string()), sentence))
            }
            Ok(Ok((Request::Query(mut query), warnings))) => {
                let asks_for_reports = query.report_during_search_every.take().is_some();
                Self { number, warnings, asked: Ok(query), asks_for_reports }
            }
        }
    }

    /// The id in its answers.
    pub fn id(&self) -> Option<&str> {
        match &self.asked {
            Ok(query) => Some(&query.id),
            Err(error) => error.id.as_deref(),
        }
    }
}

/// A file of requests, one a line.
pub struct RequestFile {
    path: PathBuf,
    source: WatchedReader,
    /// How many requests have been read.
    count: u64,
    /// The request that was put back.
    pending: Option<BatchRequest>,
}

impl RequestFile {
    /// Opens it.
    ///
    /// # Errors
    /// [`BatchError::File`].
    pub fn new(path: &Path) -> Result<Self, BatchError> {
        let file = files::open_to_read(path)?;
        let source = WatchedReader { source: BufReader::with_capacity(1 << 16, file), failed: None };
        Ok(Self { path: path.to_path_buf(), source, count: 0, pending: None })
    }

    /// How many requests a file has.
    ///
    /// # Errors
    /// [`BatchError::File`].
    pub fn count(path: &Path) -> Result<u64, BatchError> {
        let mut file = Self::new(path)?;
        while file.line()?.is_some() {}
        Ok(file.count)
    }

    /// The next line that is not empty.
    fn line(&mut self) -> Result<Option<Result<String, LeftOut>>, BatchError> {
        while let Some(line) = next_line(&mut self.source) {
            if line.as_ref().is_ok_and(String::is_empty) {
                continue;
            }
            self.count += 1;
            return Ok(Some(line));
        }
        match self.source.failed.take() {
            Some(error) => Err(FileError::of(&self.path, "read")(error).into()),
            None => Ok(None),
        }
    }

    /// The next request of the part; `None` after the last. The others are skipped.
    ///
    /// # Errors
    /// [`BatchError::File`].
    pub fn next(&mut self, is_meant: impl Fn(u64) -> bool) -> Result<Option<BatchRequest>, BatchError> {
        if let Some(request) = self.pending.take() {
            return Ok(Some(request));
        }
        while let Some(line) = self.line()? {
            let number = self.count - 1;
            if is_meant(number) {
                return Ok(Some(BatchRequest::new(number, line)));
            }
        }
        Ok(None)
    }

    /// Puts a request back; it comes next.
    pub fn put_back(&mut self, request: BatchRequest) {
        self.pending = Some(request);
    }
}

/// A reader that remembers why it failed, so that a failure does not look like the end of the file.
struct WatchedReader {
    source: BufReader<File>,
    failed: Option<io::Error>,
}

impl Read for WatchedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for WatchedReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.source.fill_buf() {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                let kind = error.kind();
                self.failed = Some(error);
                Err(kind.into())
            }
            // A second time, as the borrow of the first would last too long.
            Ok(_) => self.source.fill_buf(),
            Err(error) => Err(error),
        }
    }

    fn consume(&mut self, count: usize) {
        self.source.consume(count);
    }
}
