//! The lines of a client, of bounded length.

use std::io::{BufRead, Read};

/// The longest accepted line, in bytes. A game of 500 turns has some 10,000.
pub const MAX_LINE: usize = 1 << 20;

/// A line that cannot be accepted.
#[derive(Debug)]
pub struct LeftOut {
    /// Why, in a sentence.
    pub sentence: String,
    /// Its first [`MAX_LINE`] bytes, or all of it. A request of the analysis engine has its id there.
    pub beginning: Vec<u8>,
}

/// The next line without its line end, or why it was dropped; `None` at the end of the input or when it can no longer
/// be read.
pub fn next_line(input: &mut impl BufRead) -> Option<Result<String, LeftOut>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() != Some(&b'\n') && read > MAX_LINE {
        skip_line(input);
        let sentence = format!("a line of more than {MAX_LINE} bytes was ignored");
        return Some(Err(LeftOut { sentence, beginning: bytes }));
    }
    let text = String::from_utf8(bytes).map_err(|error| LeftOut {
        sentence: "a line that is not UTF-8 text was ignored".to_string(),
        beginning: error.into_bytes(),
    });
    // Neither a zero byte nor a byte order mark is white space, yet some terminals and shells send them.
    Some(text.map(|text| text.trim_matches(|c: char| c.is_whitespace() || "\0\u{feff}".contains(c)).to_string()))
}

fn skip_line(input: &mut impl BufRead) {
    loop {
        let Ok(buffer) = input.fill_buf() else { return };
        let (length, ended) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if ended {
            return;
        }
    }
}
