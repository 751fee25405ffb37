//! The outcome of a step, and the comparisons that steps share. Text of the engine is quoted in short.

use crate::text::shorten;

/// Why a step fails or is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The engine did something else.
    Failed {
        /// What it should have done.
        expected: String,
        /// What it did.
        came: String,
    },
    /// The step does not apply to the engine.
    LeftOut(String),
}

impl Fault {
    /// A failure.
    pub fn failed(expected: impl Into<String>, came: impl Into<String>) -> Self {
        Self::Failed { expected: expected.into(), came: came.into() }
    }
}

/// The outcome of a step, or of a part of one.
pub type Checked<T = ()> = Result<T, Fault>;

/// `position startpos` and a line.
pub fn position(line: &[String]) -> String {
    let moves = if line.is_empty() { "" } else { " moves " };
    format!("position startpos{moves}{}", line.join(" "))
}

/// The name of an `option` line and what follows it.
pub fn option_line(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("option name ")?.split_once(" type ")
}

/// Lines quoted in a sentence.
pub fn lines_text(lines: &[String]) -> String {
    match lines {
        [] => "nothing".to_string(),
        [line] => format!("`{}`", shorten(line)),
        [line, ..] => format!("`{}` and {} more lines", shorten(line), lines.len() - 1),
    }
}

/// The lines that are not `info`.
pub fn without_info(lines: &[String]) -> Vec<String> {
    lines.iter().filter(|line| line.split_whitespace().next() != Some("info")).cloned().collect()
}

/// Fails unless the lines are one `info string` and a sentence.
pub fn expect_sentence(about: &str, lines: &[String]) -> Checked {
    match lines {
        [line] if line.strip_prefix("info string ").is_some_and(|sentence| sentence.len() > 3) => Ok(()),
        _ => Err(Fault::failed(format!("one line `info string` and a sentence about {about}"), lines_text(lines))),
    }
}

/// Fails unless there are no lines.
pub fn expect_nothing(about: &str, lines: &[String]) -> Checked {
    if lines.is_empty() { Ok(()) } else { Err(Fault::failed(format!("no answer to {about}"), lines_text(lines))) }
}

/// How many answers were missing or surplus.
pub fn count_text(surplus: i64) -> String {
    if surplus > 0 { format!("{surplus} too many") } else { format!("{} too few", -surplus) }
}
