//! Tables as CSV (RFC 4180): lines that end with CR LF, commas, quotation marks where a cell needs them.
//!
//! Texts from outside are always in quotation marks, so a player called `NA`, `007` or nothing differs from a missing value,
//! which is an empty cell. A text that a spreadsheet would take for a formula has an apostrophe before it.

use std::borrow::Cow;

/// One cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell<'a> {
    /// Nothing is known.
    Missing,
    /// A number, written plainly: no unit, no exponent, no separators of thousands.
    Number(String),
    /// A word of ours, such as the name of a game.
    Word(Cow<'a, str>),
    /// A text from outside, such as a name or a comment.
    Text(Cow<'a, str>),
}

impl<'a> Cell<'a> {
    /// A word of ours.
    pub fn word(word: impl Into<Cow<'a, str>>) -> Self {
        Self::Word(word.into())
    }

    /// A text from outside.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(text.into())
    }

    /// A text from outside, missing if it is empty.
    pub fn text_or_missing(text: &'a str) -> Self {
        if text.is_empty() { Self::Missing } else { Self::text(text) }
    }

    /// A whole number.
    pub fn count(number: impl Into<i128>) -> Self {
        Self::Number(number.into().to_string())
    }

    /// A number; missing if it is not finite.
    pub fn number(number: f64) -> Self {
        // Adding nothing makes a negative zero positive.
        if number.is_finite() { Self::Number((number + 0.0).to_string()) } else { Self::Missing }
    }

    /// What a cell makes of a value that may be missing.
    pub fn of<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Missing, cell)
    }

    fn write(&self, line: &mut String) {
        let (text, always) = match self {
            Self::Missing => return,
            Self::Number(text) => return line.push_str(text),
            Self::Word(text) => (text, false),
            Self::Text(text) => (text, true),
        };
        let text = guarded(text);
        if always || text.contains([',', '"', '\r', '\n']) {
            line.push('"');
            line.push_str(&text.replace('"', "\"\""));
            line.push('"');
        } else {
            line.push_str(&text);
        }
    }
}

/// Whether a spreadsheet may take what begins so for a formula (OWASP, "CSV Injection"), also in full width.
fn begins_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'])
}

/// A text that no spreadsheet takes for a formula. A reader that takes the first apostrophe away where a formula stands behind one or more
/// has the text again, as one that begins so by itself gets another.
fn guarded(text: &str) -> Cow<'_, str> {
    if begins_formula(text.trim_start_matches('\'')) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// A line of a table.
pub fn line(cells: &[Cell]) -> String {
    let mut line = String::new();
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            line.push(',');
        }
        cell.write(&mut line);
    }
    line + "\r\n"
}

/// The first line of a table, which names its columns.
pub fn header(columns: &[&str]) -> String {
    columns.join(",") + "\r\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_written_as_rfc_4180_has_them() {
        let cells = [
            Cell::count(-7),
            Cell::Missing,
            Cell::number(-0.0),
            Cell::number(1e21),
            Cell::number(f64::NAN),
            Cell::word("p1win"),
            Cell::word("a,b"),
            Cell::text("Bob \"the bold\""),
            Cell::text(""),
            Cell::text("two\nlines"),
        ];
        let expected = "-7,,0,1000000000000000000000,,p1win,\"a,b\",\"Bob \"\"the bold\"\"\",\"\",\"two\nlines\"\r\n";
        assert_eq!(line(&cells), expected);
        assert_eq!(header(&["a", "b"]), "a,b\r\n");
    }

    #[test]
    fn no_text_is_a_formula() {
        for (text, written) in [
            ("=1+1", "'=1+1"),
            ("-fast", "'-fast"),
            ("'=x", "''=x"),
            ("it's", "it's"),
            ("'tis", "'tis"),
            ("＝1", "'＝1"),
            ("a=b", "a=b"),
        ] {
            assert_eq!(line(&[Cell::text(text)]), format!("\"{written}\"\r\n"));
        }
    }
}
