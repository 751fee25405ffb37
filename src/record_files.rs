//! Files of games, opened with the care of [`files`].

use crate::files::{self, FileError, MAX_RECORDS};
use crate::records::{
    GameRecord, Imported, Keep, ReadGame, RecordError, Visited, read_bytes_kept, record_lines, visit,
};
use std::path::Path;

/// Why a file of games cannot be read, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// It cannot be opened or read.
    #[error(transparent)]
    File(#[from] FileError),
    /// What stands in it makes no sense.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Reads a file of games that this program keeps for itself, without playing them by the rules again. A partial line,
/// left by a program or machine that died, is left out.
///
/// # Errors
/// [`RecordFileError`] for a file that cannot be read or another line that is not a game.
pub fn read(path: &Path) -> Result<Vec<GameRecord>, RecordFileError> {
    let bytes = files::read(path, MAX_RECORDS)?;
    Ok(record_lines(path, &bytes)?.into_iter().filter_map(|line| line.record).collect())
}

/// Reads the game with this number (by default the first) from a file of games in any format, without keeping the
/// others. Oddities are of all games.
///
/// # Errors
/// As for [`read_kept`]. A file without such a game is none.
pub fn read_game(path: &Path, number: Option<u64>) -> Result<Imported, RecordFileError> {
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
/// [`RecordFileError`] if it cannot be read or its format is unknown. A mistake in a single game of another program is
/// reported beside the other games.
pub fn read_kept(path: &Path, keep: &mut Keep) -> Result<Imported, RecordFileError> {
    let bytes = files::read(path, MAX_RECORDS)?;
    Ok(read_bytes_kept(path, &bytes, None, keep)?)
}

/// Reads a file of games in any format one by one, as [`visit`] does.
///
/// # Errors
/// As for [`read_kept`].
pub fn visit_any(path: &Path, see: &mut dyn FnMut(ReadGame)) -> Result<Visited, RecordFileError> {
    let bytes = files::read(path, MAX_RECORDS)?;
    Ok(visit(path, &bytes, None, see)?)
}
