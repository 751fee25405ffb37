//! The header of proof files: lines of text that end with a checksum and an empty line, before the binary part.

use crate::text::shorten;
use std::io::{self, Read};

/// The version of all these files.
const VERSION: &str = "1";
/// Before the checksum, which is on the last line of a head.
const CHECKSUM: &str = "checksum ";

/// What is wrong with a header, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeadError {
    /// The file does not begin as it must.
    #[error("the first line must be `{expected} {VERSION}`, not `{found}`")]
    Title {
        /// The title it should have.
        expected: &'static str,
        /// The first line, cleaned and shortened.
        found: String,
    },
    /// It has another version.
    #[error("this is version {0}, and this program reads version {VERSION}")]
    Version(String),
    /// The header has no end.
    #[error("the head of the file does not end with a checksum and an empty line")]
    End,
    /// The file was changed, cut off or damaged.
    #[error("the file has changed since it was written: its checksum is {found}, and line {line} is `{expected}`")]
    Checksum {
        /// That of the file.
        found: String,
        /// The number of the line with the expected one.
        line: usize,
        /// What stands there.
        expected: String,
    },
    /// A wrong line.
    #[error("line {line} of the file: {what}")]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
}

/// The first line of a file with this title, with its line end.
pub(super) fn first_line(title: &str) -> String {
    format!("{title} {VERSION}\n")
}

/// The last line of a header, for a file with `head` before that line and `rest` after it.
///
/// # Errors
/// If the rest cannot be read.
pub(super) fn checksum_line(head: &[u8], mut rest: impl Read) -> io::Result<String> {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(head);
    let mut block = vec![0; 1 << 16];
    loop {
        match rest.read(&mut block)? {
            0 => return Ok(format!("{CHECKSUM}{:08x}\n", hasher.finalize())),
            length => hasher.update(&block[..length]),
        }
    }
}

/// A file with a header, split up.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadedFile<'a> {
    /// The header without its last line.
    pub head: &'a [u8],
    /// The last line with its end.
    last_line: &'a [u8],
    /// Everything after the last line, starting with the empty line.
    pub rest: &'a [u8],
}

impl<'a> HeadedFile<'a> {
    /// Splits up a file with this title and this program's version.
    pub fn read(title: &'static str, bytes: &'a [u8]) -> Result<Self, HeadError> {
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let first = String::from_utf8_lossy(first);
        match first.strip_prefix(title).and_then(|version| version.strip_prefix(' ')) {
            None => return Err(HeadError::Title { expected: title, found: shorten(&first) }),
            Some(VERSION) => {}
            Some(version) => return Err(HeadError::Version(shorten(version))),
        }
        let end = bytes.windows(2).position(|pair| pair == b"\n\n").ok_or(HeadError::End)?;
        let last = bytes[..end].iter().rposition(|&byte| byte == b'\n').ok_or(HeadError::End)? + 1;
        Ok(Self { head: &bytes[..last], last_line: &bytes[last..=end], rest: &bytes[end + 1..] })
    }

    /// Whether the checksum matches the header and `rest`, which is everything after the last line.
    pub fn check(&self, rest: impl Read) -> io::Result<Result<(), HeadError>> {
        let found = checksum_line(self.head, rest)?;
        if self.last_line == found.as_bytes() {
            return Ok(Ok(()));
        }
        let line = 1 + self.head.iter().filter(|&&byte| byte == b'\n').count();
        let expected = shorten(String::from_utf8_lossy(self.last_line).trim_end());
        let found = found.trim_start_matches(CHECKSUM).trim_end().to_string();
        Ok(Err(HeadError::Checksum { found, line, expected }))
    }

    /// The length of the header in bytes, with its last line and the empty line.
    pub fn length(&self) -> usize {
        self.head.len() + self.last_line.len() + 1
    }
}

/// The lines of a header below the first.
pub(super) struct HeadLines<'a> {
    lines: Vec<&'a str>,
    /// The next one, from 0.
    next: usize,
}

impl<'a> HeadLines<'a> {
    pub fn new(head: &'a str) -> Self {
        Self { lines: head.lines().collect(), next: 1 }
    }

    /// The rest of the next line after `word`, if it starts with that.
    fn peek(&self, word: &str) -> Option<&'a str> {
        let rest = self.lines.get(self.next)?.strip_prefix(word)?;
        // A word without a value stands alone.
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ').filter(|value| !value.is_empty()) }
    }

    /// Whether the next line starts with a word.
    pub fn is_next(&self, word: &str) -> bool {
        self.peek(word).is_some()
    }

    /// The value on the next line, which must start with `word`.
    pub fn value(&mut self, word: &str) -> Result<&'a str, HeadError> {
        let value = self.peek(word);
        self.next += 1;
        value.ok_or_else(|| self.wrong(&format!("`{word}` and its value are expected")))
    }

    /// The same for a number.
    pub fn number(&mut self, word: &str) -> Result<u64, HeadError> {
        let text = self.value(word)?;
        let number = text.parse().ok().filter(|number: &u64| number.to_string() == text);
        number.ok_or_else(|| self.wrong("a number is expected"))
    }

    /// The names and values of options.
    pub fn options(&mut self) -> Result<Vec<(String, String)>, HeadError> {
        let mut options = Vec::new();
        while self.is_next("option") {
            let option = self.value("option")?;
            let option = option.split_once(' ').ok_or_else(|| self.wrong("a name and a value are expected"))?;
            options.push((option.0.to_string(), option.1.to_string()));
        }
        Ok(options)
    }

    /// The error that the last line read is wrong.
    pub fn wrong(&self, what: &str) -> HeadError {
        let line = self.next;
        let found = self.lines.get(line - 1).map_or_else(String::new, |line| shorten(line));
        HeadError::Line { line, what: format!("{what}, not `{found}`") }
    }

    /// The error that there are no more lines.
    pub fn end(&mut self) -> Result<(), HeadError> {
        self.next += 1;
        if self.next > self.lines.len() { Ok(()) } else { Err(self.wrong("the checksum is expected")) }
    }
}
