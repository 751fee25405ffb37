//! One game as data: quintet's JSON Lines and readable text, and the formats of other programs.
//!
//! [`GameRecord`] is a game with its turns, players and result; in a tournament also its place there. [`read_bytes`]
//! reads the bytes of a file of games in any format.

mod cleaning;
mod ending;
mod formats;
mod import;
mod lines;
mod own;
mod projection;
mod reading;
mod reason;
mod record;
mod says;
mod summary;
pub mod tables;
pub mod text;
mod turn_reader;

pub use formats::{
    FORMATS, ReadGame, RecordFormat, RecordWriter, Visited, format_names, read_bytes, read_bytes_kept, visit,
    visit_until, write,
};
pub use import::{Imported, Keep, Oddity};
pub use lines::{RecordLine, record_lines};
pub use own::by_rules;
pub use projection::{Content, Lost};
pub use reason::{Mark, Reason, ReportedScore, TurnInfo};
pub use record::{GameRecord, RecordVersion, Round, Seat, Turn, result, setup};
pub use says::TABLE as SENTENCES;
pub use summary::{left_out_lines, lost_line, oddity_lines};

#[cfg(test)]
use record::tests::sample;

use crate::sentence::{Sentence, Value};
use std::path::{Path, PathBuf};

/// Why a record cannot be read or does not follow the rules, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Its contents make no sense.
    #[error("{0}")]
    Request(Sentence),
    /// A wrong line in a file.
    #[error("line {line} of `{}`: {what}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        what: Sentence,
    },
}

impl From<crate::game::TextError> for RecordError {
    fn from(error: crate::game::TextError) -> Self {
        Self::Request(error.into())
    }
}

/// The name of text that did not come from a file.
pub const THE_TEXT: &str = "the text";

/// The name of a file in a sentence.
fn file_name(path: &Path) -> Value {
    if path == Path::new(THE_TEXT) { says::the_text().into() } else { path.display().to_string().into() }
}

impl From<RecordError> for Sentence {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Request(said) => said,
            RecordError::Line { path, line, what } => says::line_of(line, file_name(&path), what),
        }
    }
}
