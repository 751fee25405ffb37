//! Rows of a damaged database, read from the pages themselves where SQLite can no longer read it.
//!
//! The format is <https://www.sqlite.org/fileformat2.html>. Only leaf pages of tables are looked for, anywhere in the
//! file and in the latest state of each page in the write-ahead log. The caller must check whether a row is intact: it
//! may have been deleted, or its pages may come from different times.

use rusqlite::types::Value;
use std::collections::{BTreeMap, HashMap};

/// The header of a database, which page 1 begins with, and of a write-ahead log and of each of its frames.
const HEADER: usize = 100;
const LOG_HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The longest row, in bytes: a damaged length is not trusted.
const MAX_ROW: usize = 64 << 20;
/// The kind of a page that is a leaf of a table.
const LEAF: u8 = 0x0d;

/// The pages of a database in the order in which they were written.
pub struct Pages<'a> {
    size: usize,
    /// The known states of each page, latest last.
    states: BTreeMap<usize, Vec<&'a [u8]>>,
}

fn number(bytes: &[u8], at: usize, length: usize) -> Option<usize> {
    Some(bytes.get(at..at + length)?.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte)))
}

/// A variable-length number and its length in bytes.
fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0_u64;
    for (index, &byte) in bytes.iter().enumerate().take(9) {
        if index == 8 {
            return Some((value << 8 | u64::from(byte), 9));
        }
        value = value << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            return Some((value, index + 1));
        }
    }
    None
}

impl<'a> Pages<'a> {
    /// The pages of a database and of its write-ahead log, which may be empty.
    pub fn new(file: &'a [u8], log: &'a [u8]) -> Self {
        let is_size = |size: &usize| size.is_power_of_two() && (512..=65_536).contains(size);
        let of_file = number(file, 16, 2).map(|size| if size == 1 { 65_536 } else { size });
        let of_log = number(log, 8, 4);
        // Without either it has the size that SQLite chooses.
        let size = of_file.filter(is_size).or(of_log.filter(is_size)).unwrap_or(4_096);
        let mut pages = Self { size, states: BTreeMap::new() };
        for (index, page) in file.chunks(size).enumerate() {
            pages.states.entry(index + 1).or_default().push(page);
        }
        let mut open = Vec::new();
        let frames = || log.get(LOG_HEADER..).unwrap_or_default().chunks_exact(FRAME_HEADER + size);
        // If the header is damaged, the first frame says which round through the log this is.
        let is_of = |salts: &[u8]| frames().any(|frame| frame.get(8..16) == Some(salts));
        let salts = log.get(16..24).filter(|salts| is_of(salts)).or_else(|| frames().next()?.get(8..16));
        for frame in frames() {
            // Of an earlier round.
            if frame.get(8..16) != salts {
                continue;
            }
            let (Some(page), Some(is_last)) = (number(frame, 0, 4), number(frame, 4, 4).map(|size| size != 0)) else {
                continue;
            };
            open.push((page, &frame[FRAME_HEADER..]));
            if is_last {
                for (page, state) in open.drain(..) {
                    pages.states.entry(page).or_default().push(state);
                }
            }
        }
        pages
    }

    /// The layout given by the header, if there is one.
    pub fn layout(&self) -> Option<i64> {
        let first = self.states.get(&1)?.last()?;
        first.starts_with(b"SQLite format 3\0").then(|| number(first, 60, 4)).flatten().map(|layout| layout as i64)
    }

    fn latest(&self, page: usize) -> Option<&'a [u8]> {
        self.states.get(&page)?.last().copied()
    }

    /// All rows of all tables: first those of the latest states, then, marked as such, those of earlier ones.
    pub fn rows(&self) -> Vec<(bool, Vec<Value>)> {
        let mut rows = Vec::new();
        for (&page, states) in &self.states {
            for (age, state) in states.iter().rev().enumerate() {
                let start = if page == 1 { HEADER } else { 0 };
                if state.get(start) == Some(&LEAF) {
                    rows.extend(self.of_leaf(state, start).into_iter().map(|row| (age > 0, row)));
                }
            }
        }
        rows
    }

    fn of_leaf(&self, page: &[u8], start: usize) -> Vec<Vec<Value>> {
        let cells = number(page, start + 3, 2).unwrap_or(0);
        let places = (0..cells).map_while(|cell| number(page, start + 8 + 2 * cell, 2));
        places.filter_map(|place| columns(&self.payload(page.get(place..)?)?)).collect()
    }

    /// The contents of a cell, on its page and its overflow pages.
    fn payload(&self, cell: &[u8]) -> Option<Vec<u8>> {
        let (length, first) = varint(cell)?;
        let (_, second) = varint(cell.get(first..)?)?;
        let length = usize::try_from(length).ok().filter(|&length| length <= MAX_ROW)?;
        let cell = cell.get(first + second..)?;
        let most = self.size - 35;
        let least = (self.size - 12) * 32 / 255 - 23;
        if length <= most {
            return Some(cell.get(..length)?.to_vec());
        }
        let surplus = least + (length - least) % (self.size - 4);
        let here = if surplus <= most { surplus } else { least };
        let mut bytes = cell.get(..here)?.to_vec();
        let mut next = number(cell, here, 4)?;
        while bytes.len() < length {
            let page = self.latest(next)?;
            let part = page.get(4..)?;
            bytes.extend_from_slice(part.get(..part.len().min(length - bytes.len())).filter(|part| !part.is_empty())?);
            next = number(page, 0, 4)?;
        }
        Some(bytes)
    }
}

/// The columns of a row.
fn columns(payload: &[u8]) -> Option<Vec<Value>> {
    let (length, mut at) = varint(payload)?;
    let end = usize::try_from(length).ok().filter(|&end| end <= payload.len())?;
    let mut rest = payload.get(end..)?;
    let mut columns = Vec::new();
    while at < end {
        let (kind, length) = varint(payload.get(at..end)?)?;
        at += length;
        let size = match kind {
            0 | 8 | 9 => 0,
            1..=4 => kind as usize,
            5 => 6,
            6 | 7 => 8,
            10 | 11 => return None,
            _ => usize::try_from((kind - 12) / 2).ok()?,
        };
        let (bytes, after) = rest.split_at_checked(size)?;
        rest = after;
        columns.push(match kind {
            0 => Value::Null,
            8 | 9 => Value::Integer(kind as i64 - 8),
            1..=6 => {
                let sign = if bytes[0] >= 0x80 { -1 } else { 0 };
                Value::Integer(bytes.iter().fold(sign, |sum: i64, &byte| sum << 8 | i64::from(byte)))
            }
            7 => Value::Real(f64::from_be_bytes(bytes.try_into().ok()?)),
            _ if kind % 2 == 0 => Value::Blob(bytes.to_vec()),
            _ => Value::Text(String::from_utf8(bytes.to_vec()).ok()?),
        });
    }
    Some(columns)
}

/// A row by the names of its columns, in their order; a row of an earlier layout has fewer.
pub fn named(names: &[String], row: Vec<Value>) -> HashMap<&str, Value> {
    names.iter().map(String::as_str).zip(row).collect()
}

/// Whether frames of a write-ahead log that belong to it follow one whose checksum is wrong: SQLite drops all of them.
/// An incomplete frame at the end is what a power failure leaves, and held nothing that was confirmed.
pub fn is_log_damaged(log: &[u8]) -> bool {
    let Some(size) = number(log, 8, 4).filter(|size| size.is_power_of_two() && (512..=65_536).contains(size)) else {
        // A log that was begun is empty or has a header.
        return log.iter().any(|&byte| byte != 0);
    };
    let is_big = log[3] & 1 == 1;
    let sum = |start: (u32, u32), bytes: &[u8]| {
        bytes.chunks_exact(8).fold(start, |(mut a, mut b), word| {
            let read = |at: usize| {
                let word = [word[at], word[at + 1], word[at + 2], word[at + 3]];
                if is_big { u32::from_be_bytes(word) } else { u32::from_le_bytes(word) }
            };
            a = a.wrapping_add(read(0)).wrapping_add(b);
            b = b.wrapping_add(read(4)).wrapping_add(a);
            (a, b)
        })
    };
    let is =
        |sum: (u32, u32), bytes: Option<&[u8]>| bytes == Some(&[sum.0.to_be_bytes(), sum.1.to_be_bytes()].concat()[..]);
    let Some(head) = log.get(..LOG_HEADER) else { return true };
    let mut known = sum((0, 0), &head[..24]);
    if !is(known, head.get(24..32)) {
        return true;
    }
    let mut is_broken = false;
    for frame in log[LOG_HEADER..].chunks_exact(FRAME_HEADER + size) {
        if frame.get(8..16) != log.get(16..24) {
            is_broken = true;
            continue;
        }
        if is_broken {
            return true;
        }
        known = sum(sum(known, &frame[..8]), &frame[FRAME_HEADER..]);
        is_broken = !is(known, frame.get(16..24));
    }
    false
}
