//! A copy of the store, made while a server runs or not, and checked before it gets its name.

use super::mend::beside;
use super::opening::{NAME, check_kind, to_read};
use super::row::{COLUMNS, read_row};
use super::trouble::{Trouble, plain, words};
use crate::files::Outputs;
use crate::sentence::foreign;
use crate::service::error::DeskError;
use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};
use std::path::Path;

/// The contents of a copy.
#[derive(Debug)]
pub struct BackedUp {
    /// How many games.
    pub games: usize,
    /// The names of those that are damaged, in the store as in the copy.
    pub damaged: Vec<String>,
}

/// Copies the store of a folder to a new file.
///
/// # Errors
/// [`DeskError`] with a sentence if there is no store, the file exists, or the copy is incomplete; then there is no
/// copy.
pub fn back_up(folder: &Path, to: &Path) -> Result<BackedUp, DeskError> {
    let refused = |what: String| DeskError::Refused(foreign(what));
    let path = folder.join(NAME);
    check_kind(&path)?;
    if !path.exists() {
        return Err(refused(format!("there are no games in `{}`", folder.display())));
    }
    let mut outputs = Outputs::new(false).reading([&path, &beside(&path, "-wal")]);
    let output = outputs.allow(to).map_err(|error| match error {
        crate::files::OutputError::Exists(path) => {
            refused(format!("`{}` already exists; a backup replaces nothing", path.display()))
        }
        error => refused(plain(&error)),
    })?;
    let cannot = |what: String| {
        let mended = "a server started on it repairs what it can";
        refused(format!("`{}` cannot be backed up ({what}); {mended}", path.display()))
    };
    let from = to_read(&path).map_err(|trouble| match trouble {
        Trouble::Refused(error) => error,
        Trouble::Closed(what) => cannot(what.to_string()),
        Trouble::Damaged(what) => cannot(what),
    })?;
    let file = output.begin().map_err(|error| refused(plain(&error)))?;
    let written = |what: String| refused(format!("`{}` cannot be written: {what}", to.display()));
    let backed_up = copy(&from, file.path()).map_err(|error| written(words(&error).to_string()))?;
    let backed_up = backed_up.ok_or_else(|| written("what was written is incomplete".to_string()))?;
    output.finish(file).map_err(|error| refused(plain(&error)))?;
    Ok(backed_up)
}

/// Copies all pages as of one moment and checks the result; `None` if it is incomplete.
fn copy(from: &Connection, path: &Path) -> rusqlite::Result<Option<BackedUp>> {
    let mut to = Connection::open(path)?;
    {
        // In one step, so that a server that writes meanwhile does not have it begin again.
        let backup = Backup::new(from, &mut to)?;
        while backup.step(-1)? != StepResult::Done {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }
    // A file of its own: no log lies beside it.
    to.execute_batch("PRAGMA journal_mode = DELETE")?;
    let found: String = to.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found != "ok" {
        return Ok(None);
    }
    let mut select = to.prepare(&format!("SELECT {COLUMNS} FROM games"))?;
    let mut rows = select.query([])?;
    let (mut games, mut damaged) = (0, Vec::new());
    while let Some(row) = rows.next()? {
        games += 1;
        if read_row(row)?.stored.is_none() {
            damaged.push(row.get::<_, String>(0).unwrap_or_default());
        }
    }
    Ok(Some(BackedUp { games, damaged }))
}
