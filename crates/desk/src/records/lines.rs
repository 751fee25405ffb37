//! JSON Lines of games: one object a line. Partial lines, left by a program or machine that died, are left out.

use super::RecordError;
use super::record::GameRecord;
use super::says;
use crate::sentence::Sentence;
use crate::text::{of_serde, one_line, without_mark};
use serde::de::IgnoredAny;
use std::ops::Range;
use std::path::Path;

/// A line of a file of games.
#[derive(Debug)]
pub struct RecordLine {
    /// Its number, from 1.
    pub number: usize,
    /// Its place in the file, including the line end.
    pub bytes: Range<usize>,
    /// The game; `None` for a partial line.
    pub record: Option<GameRecord>,
}

/// Reads the bytes of the file at `path`, or of a part that starts at a line: its non-empty lines.
///
/// # Errors
/// [`RecordError::Line`] for a line that is not a game nor the rest of one that a tournament has written.
pub fn record_lines(path: &Path, bytes: &[u8]) -> Result<Vec<RecordLine>, RecordError> {
    let lines = each_line(bytes).map(|line| match line.record {
        Ok(record) => Ok(RecordLine { number: line.number, bytes: line.bytes, record }),
        Err(what) => Err(RecordError::Line { path: path.to_path_buf(), line: line.number, what }),
    });
    lines.collect()
}

/// The games of a file, line by line, without partial lines; for any other line that is not a game, its error.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Result<GameRecord, Sentence>> {
    each_line(bytes).filter_map(|line| {
        let wrong = |what| says::line(line.number, what);
        line.record.map_err(wrong).transpose()
    })
}

/// The objects of a text that does not have one per line: spread over several lines, or in a list. `None` for any other
/// text, whose lines are then read one by one.
pub fn objects(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let is_json = |text: &[u8]| serde_json::from_slice::<IgnoredAny>(text).is_ok();
    let text = bytes.trim_ascii();
    let first = text.split(|&byte| byte == b'\n').next()?;
    if text.first() == Some(&b'{') && is_json(first) {
        return None;
    }
    let (mut objects, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    let (mut in_text, mut is_escaped) = (false, false);
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' if depth > 0 => in_text = !in_text,
            _ if in_text => {}
            b'{' => {
                start = if depth == 0 { at } else { start };
                depth += 1;
            }
            b'}' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    objects.push(&text[start..=at]);
                }
            }
            // Between the objects stands what a list has there.
            b'[' | b']' | b',' => {}
            _ if depth == 0 && !byte.is_ascii_whitespace() => return None,
            _ => {}
        }
    }
    (depth == 0 && objects.iter().all(|object| is_json(object))).then_some(objects)
}

/// The game of an object.
pub fn game(object: &[u8]) -> Result<GameRecord, Sentence> {
    serde_json::from_slice(object).map_err(|error| no_record(&error))
}

fn no_record(error: &serde_json::Error) -> Sentence {
    let why = one_line(&of_serde(&error.to_string()));
    if error.is_eof() { says::no_whole_record(why) } else { says::no_record(why) }
}

/// A line with its game, `None` for a partial line, or its error.
struct ReadLine {
    number: usize,
    bytes: Range<usize>,
    record: Result<Option<GameRecord>, Sentence>,
}

/// The non-empty lines of a file, one at a time: together they may take many times the memory of their text.
fn each_line(bytes: &[u8]) -> impl Iterator<Item = ReadLine> {
    let mut start = 0;
    let (mut is_first, mut follows_ours) = (true, false);
    bytes.split_inclusive(|&byte| byte == b'\n').enumerate().filter_map(move |(index, line)| {
        let (number, bytes) = (index + 1, start..start + line.len());
        start = bytes.end;
        // Files with one each may have been put together.
        let text = without_mark(line);
        if text.trim_ascii().is_empty() {
            return None;
        }
        let record = record_of(text, is_first, follows_ours);
        is_first = false;
        follows_ours |= matches!(record, Ok(Some(_)));
        Some(ReadLine { number, bytes, record })
    })
}

/// The game of a line, `None` for a partial line, or its error.
fn record_of(line: &[u8], is_first: bool, follows_ours: bool) -> Result<Option<GameRecord>, Sentence> {
    /// The start of every line of a tournament, including older versions.
    const BEGINNINGS: [&[u8]; 2] = [b"{\"schema\":\"record/1\",\"tournament\":\"", b"{\"tournament\":\""];
    let error = match serde_json::from_slice(line.trim_ascii_end()) {
        Ok(record) => return Ok(Some(record)),
        Err(error) => error,
    };
    // A line that is not a game at all was not left by quintet. A machine that dies may leave zeros instead of
    // unwritten data, and another process may have continued after them.
    let is_last = line.last() != Some(&b'\n');
    let text = &line[line.iter().position(|&byte| byte != 0).unwrap_or(line.len() - 1)..];
    let begins = |known: &[u8]| text.starts_with(known) || is_last && !is_first && known.starts_with(text);
    let is_torn = serde_json::from_slice::<IgnoredAny>(line).is_err();
    // Zeros alone say nothing: files of other programs have them, too.
    let begun = text.split(|&byte| byte == 0).next().unwrap_or_default().trim_ascii();
    let may_be_ours = |known: &[u8]| known.starts_with(begun) || begun.starts_with(known);
    let has_zeros = line.contains(&0) && (follows_ours || BEGINNINGS.into_iter().any(may_be_ours));
    if is_torn && (has_zeros || BEGINNINGS.into_iter().any(begins)) {
        return Ok(None);
    }
    Err(no_record(&error))
}
