//! A file of answers, read request by request and compared with the requests.

use super::BatchError;
use super::request_file::BatchRequest;
use crate::files::FileError;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// The longest answer, in bytes.
const MAX_ANSWER: u64 = 64 << 20;
/// The start of every answer.
const BEGINNING: &[u8] = b"{\"request\":";

/// The fields of an answer that say which request it belongs to.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AnswerHead {
    request: u64,
    id: Option<String>,
    turn_number: Option<usize>,
    error: Option<IgnoredAny>,
    warning: Option<IgnoredAny>,
}

/// A file of answers, up to the first partial line (the program was killed while writing).
pub struct AnswerFile {
    path: PathBuf,
    source: BufReader<File>,
    /// The next answer, with its line.
    ahead: Option<(AnswerHead, Vec<u8>)>,
    /// The number of that line, from 1.
    line: u64,
    /// Where it begins, in bytes.
    place: u64,
}

impl AnswerFile {
    /// Reads an open file from its beginning.
    ///
    /// # Errors
    /// [`BatchError`] if it cannot be read or does not begin with an answer.
    pub fn new(path: &Path, file: File) -> Result<Self, BatchError> {
        let source = BufReader::with_capacity(1 << 16, file);
        let mut file = Self { path: path.to_path_buf(), source, ahead: None, line: 0, place: 0 };
        file.advance()?;
        Ok(file)
    }

    /// The number of the request that the next answer belongs to; `None` after the last.
    pub fn next_request(&self) -> Option<u64> {
        self.ahead.as_ref().map(|(head, _)| head.request)
    }

    /// Where the next answer begins, or after the last ends, in bytes.
    pub fn place(&self) -> u64 {
        self.place
    }

    /// The error that the next answer belongs to none of the requests.
    pub fn left_over(&self) -> BatchError {
        let (line, path) = (self.line, self.path.display());
        BatchError::Request(format!(
            "line {line} of `{path}` answers none of these requests, or one out of order or answered twice"
        ))
    }

    /// Appends to `lines` the lines that answer a request, each with its line end; returns whether the answer is
    /// complete. The next answer must belong to this request.
    ///
    /// # Errors
    /// [`BatchError`] if they do not answer it.
    pub fn take(&mut self, request: &BatchRequest, lines: &mut Vec<u8>) -> Result<bool, BatchError> {
        let turns = request.asked.as_ref().map_or(Vec::new(), |query| query.turn_numbers());
        let (mut warnings, mut positions) = (0, 0);
        while let Some((head, line)) = self.ahead.take_if(|(head, _)| head.request == request.number) {
            let mut fits = head.id.as_deref() == request.id();
            if head.warning.is_some() {
                warnings += 1;
                fits &= positions == 0 && warnings <= request.warnings.len();
            } else {
                fits &= warnings == request.warnings.len();
                fits &=
                    head.error.is_some() || turns.get(positions).is_some_and(|turn| head.turn_number == Some(*turn));
                positions += 1;
            }
            if !fits {
                let (line, path, number) = (self.line, self.path.display(), request.number);
                let sentence = format!("line {line} of `{path}` does not answer request {number} of these requests");
                return Err(BatchError::Request(sentence));
            }
            lines.extend(&line);
            self.place += line.len() as u64;
            self.advance()?;
            if head.error.is_some() || positions == turns.len() && head.warning.is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads the next line.
    fn advance(&mut self) -> Result<(), BatchError> {
        let mut line = Vec::new();
        let read = Read::by_ref(&mut self.source).take(MAX_ANSWER).read_until(b'\n', &mut line);
        read.map_err(FileError::of(&self.path, "read"))?;
        self.line += 1;
        let is_whole = line.last() == Some(&b'\n') && serde_json::from_slice::<IgnoredAny>(&line).is_ok();
        // A machine that died may leave zeros instead of unwritten data; files of other programs have some, too.
        let begun = line.split(|&byte| byte == 0).next().unwrap_or_default().trim_ascii_end();
        let is_begun = begun.starts_with(BEGINNING) || !begun.is_empty() && BEGINNING.starts_with(begun);
        let has_nothing = line.iter().all(|&byte| byte == 0 || byte.is_ascii_whitespace());
        let is_ours = is_begun || has_nothing || self.place > 0 && line.contains(&0);
        if !is_whole && is_ours && (line.len() as u64) < MAX_ANSWER {
            self.ahead = None;
            return Ok(());
        }
        let head = serde_json::from_slice(&line).ok().filter(|_| line.starts_with(BEGINNING) && is_whole);
        let head: AnswerHead = head.ok_or_else(|| {
            let (line, path) = (self.line, self.path.display());
            BatchError::Request(format!(
                "line {line} of `{path}` is not an answer of a batch, which starts with `request`"
            ))
        })?;
        self.ahead = Some((head, line));
        Ok(())
    }
}
