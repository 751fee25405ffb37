//! JSON Lines of games: one object a line. Lines that a program or machine has torn when it died are left out.

use super::RecordError;
use super::record::GameRecord;
use crate::files::{self, MAX_RECORDS};
use crate::text::{of_serde, one_line};
use serde::de::IgnoredAny;
use std::ops::Range;
use std::path::Path;

/// Reads a file of games. A torn line, left by a program or machine that has died, is left out.
///
/// # Errors
/// [`RecordError`] for a file that cannot be read or another line that is no game.
pub fn read(path: &Path) -> Result<Vec<GameRecord>, RecordError> {
    let bytes = files::read(path, MAX_RECORDS).map_err(RecordError::file(path, "read"))?;
    Ok(record_lines(path, &bytes)?.into_iter().filter_map(|line| line.record).collect())
}

/// A line of a file of games.
#[derive(Debug)]
pub struct RecordLine {
    /// Its number, from 1.
    pub number: usize,
    /// Where it stands in the file, with its end.
    pub bytes: Range<usize>,
    /// The game; none if the line is torn.
    pub record: Option<GameRecord>,
}

/// Reads the bytes of the file at `path`, or of a part of it that begins with a line: its lines but for the empty ones.
///
/// # Errors
/// [`RecordError::Line`] for a line that is no game nor the rest of one that a tournament has written.
pub fn record_lines(path: &Path, bytes: &[u8]) -> Result<Vec<RecordLine>, RecordError> {
    /// What every line of a tournament begins with, those of older versions too.
    const BEGINNINGS: [&[u8]; 2] = [b"{\"schema\":\"record/1\",\"tournament\":\"", b"{\"tournament\":\""];
    let mut lines: Vec<RecordLine> = Vec::new();
    let mut start = 0;
    for (index, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let (number, range) = (index + 1, start..start + line.len());
        start = range.end;
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record = match serde_json::from_slice(line) {
            Ok(record) => Some(record),
            // What is no game at all was not left by us. A machine that dies may leave zeros in place of what it has not
            // written, and another process may have gone on behind them.
            Err(error) => {
                let is_last = line.last() != Some(&b'\n');
                let text = &line[line.iter().position(|&byte| byte != 0).unwrap_or(line.len() - 1)..];
                let begins =
                    |known: &[u8]| text.starts_with(known) || is_last && !lines.is_empty() && known.starts_with(text);
                let is_torn = serde_json::from_slice::<IgnoredAny>(line).is_err();
                // Zeros alone say nothing: files of other programs have them, too.
                let begun = text.split(|&byte| byte == 0).next().unwrap_or_default().trim_ascii();
                let may_be_ours = |known: &[u8]| known.starts_with(begun) || begun.starts_with(known);
                let follows_ours = lines.iter().any(|line| line.record.is_some());
                let has_zeros = line.contains(&0) && (follows_ours || BEGINNINGS.into_iter().any(may_be_ours));
                if !(is_torn && (has_zeros || BEGINNINGS.into_iter().any(begins))) {
                    let what = format!("this is no record of a game: {}", one_line(&of_serde(&error.to_string())));
                    return Err(RecordError::Line { path: path.to_path_buf(), line: number, what });
                }
                None
            }
        };
        lines.push(RecordLine { number, bytes: range, record });
    }
    Ok(lines)
}
