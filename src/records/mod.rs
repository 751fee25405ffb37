//! One game as data: quintet's JSON Lines and readable text, and the formats of other programs.
//!
//! [`GameRecord`] is a game with its turns, players and result; in a tournament also its place there. [`read_kept`]
//! reads a file of games in any format.

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
pub use lines::{RecordLine, read, record_lines};
pub use own::by_rules;
pub use projection::{Content, Lost};
pub use reason::{Mark, Reason, ReportedScore, TurnInfo};
pub use record::{GameRecord, RecordVersion, Round, Seat, Turn, result, setup};
pub use says::TABLE as SENTENCES;
pub use summary::{left_out_lines, lost_line, oddity_lines};

#[cfg(test)]
pub(crate) use record::tests::sample;

use crate::files::{self, FileError, MAX_RECORDS};
use crate::sentence::{Sentence, Value, verbatim};
use std::path::{Path, PathBuf};

/// Why a record cannot be read or does not follow the rules, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Its contents make no sense.
    #[error("{0}")]
    Request(Sentence),
    /// A file that cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
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
            of_file => verbatim(of_file.to_string()),
        }
    }
}

/// Reads the game with this number (by default the first) from a file of games in any format, without keeping the
/// others. Oddities are of all games.
///
/// # Errors
/// As for [`read_kept`]. A file without such a game is none.
pub fn read_game(path: &Path, number: Option<u64>) -> Result<Imported, RecordError> {
    let mut is_found = false;
    read_kept(path, &mut |known_by, record| {
        let is_asked = !is_found && number.is_none_or(|number| known_by == number);
        is_found |= is_asked;
        is_asked.then_some(record)
    })
}

/// Reads a file of games in any format, and keeps what `keep` returns for each game and its usual number: all games may
/// take many times the memory of the file.
///
/// # Errors
/// [`RecordError`] if it cannot be read or its format is unknown. A mistake in a single game of another program is
/// reported beside the other games.
pub fn read_kept(path: &Path, keep: &mut Keep) -> Result<Imported, RecordError> {
    let bytes = files::read(path, MAX_RECORDS)?;
    read_bytes_kept(path, &bytes, None, keep)
}

/// Reads a file of games in any format one by one, as [`visit`] does.
///
/// # Errors
/// As for [`read_kept`].
pub fn visit_any(path: &Path, see: &mut dyn FnMut(ReadGame)) -> Result<Visited, RecordError> {
    let bytes = files::read(path, MAX_RECORDS)?;
    visit(path, &bytes, None, see)
}
