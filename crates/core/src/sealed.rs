//! Text files that reveal changes: a title with the version of the format, a checksum, and the contents.
//!
//! ```text
//! quintet book 2
//! checksum 0123456789abcdef
//! …
//! ```
//! A line end may be a line feed or a carriage return and a line feed.

use crate::board::bits::fnv_1a_64;
use crate::text::shorten;

/// How a text differs from what was written, in one sentence without a full stop.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SealError {
    /// It does not begin as it must.
    #[error("the first line must be `{expected}`, not `{found}`")]
    Title {
        /// The title it should have.
        expected: &'static str,
        /// The first line, cleaned and shortened.
        found: String,
    },
    /// It was changed, cut off or damaged.
    #[error("the file has changed since it was written: its checksum is {found}, the one on line 2 `{expected}`")]
    Checksum {
        /// The checksum of the contents.
        found: String,
        /// The second line.
        expected: String,
    },
}

/// The 16 hexadecimal digits of FNV-1a (64 bits) over all lines, each with a line feed.
fn checksum(body: &str) -> String {
    let lines: String = body.lines().flat_map(|line| [line, "\n"]).collect();
    format!("{:016x}", fnv_1a_64(lines.as_bytes()))
}

/// The file with this title and these lines.
pub fn seal(title: &str, body: &str) -> String {
    format!("{title}\nchecksum {}\n{body}", checksum(body))
}

/// The contents of a file with this title, after its first two lines.
///
/// # Errors
/// [`SealError`] if it has another title or was changed.
pub fn unseal<'a>(title: &'static str, text: &'a str) -> Result<&'a str, SealError> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    if first.trim_end() != title {
        return Err(SealError::Title { expected: title, found: shorten(first.trim_end()) });
    }
    let (second, body) = rest.split_once('\n').unwrap_or((rest, ""));
    let found = checksum(body);
    match second.trim_end().strip_prefix("checksum ") {
        Some(expected) if expected == found => Ok(body),
        expected => Err(SealError::Checksum { found, expected: shorten(expected.unwrap_or(second.trim_end())) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_is_noticed() {
        let text = seal("notes 1", "a 1\nb 2\n");
        assert_eq!(unseal("notes 1", &text), Ok("a 1\nb 2\n"));
        assert!(unseal("notes 1", &text.replace('\n', "\r\n")).is_ok());
        assert!(matches!(unseal("notes 2", &text), Err(SealError::Title { .. })));
        let checksum = |text: &str| matches!(unseal("notes 1", text), Err(SealError::Checksum { .. }));
        assert!(checksum(&text.replace("b 2", "b 3")) && checksum("notes 1\n") && checksum("notes 1\na 1\nb 2\n"));
        for end in "notes 1\n".len()..text.len() - 1 {
            assert!(checksum(&text[..end]), "cut at {end}");
        }
        // The sentence tells a person who changed it on purpose what to write.
        let changed = text.replace("b 2", "b 3");
        let Err(SealError::Checksum { found, expected }) = unseal("notes 1", &changed) else { panic!("{changed}") };
        assert!(unseal("notes 1", &changed.replace(&expected, &found)).is_ok());
    }
}
