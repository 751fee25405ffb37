//! The layouts of the store: each has a step that makes it from the one before, whatever version has left the store.

use crate::sentence::foreign;
use crate::service::error::DeskError;
use rusqlite::{Connection, TransactionBehavior, params};
use std::path::Path;

/// The step from one layout to the next.
type LayoutStep = fn(&Connection) -> rusqlite::Result<()>;

/// All layouts, in order, by their number in the database's `user_version`. Once released, a step stays as it is.
const STEPS: &[(i64, LayoutStep)] = &[(1, games), (2, clocks), (3, trees), (4, people)];

/// The layout that this program writes.
pub const LAYOUT: i64 = STEPS[STEPS.len() - 1].0;

/// One row for each game.
fn games(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS games (
             id TEXT PRIMARY KEY, updated INTEGER NOT NULL, ended TEXT, record TEXT NOT NULL
         ) STRICT;
         CREATE INDEX IF NOT EXISTS games_updated ON games (updated);",
    )
}

/// Turns have the time left on the clock: no other tables, but an older program cannot read the games.
fn clocks(_: &Connection) -> rusqlite::Result<()> {
    Ok(())
}

/// Variations have their own rows: those in the records move there. A damaged record has none to move, and stays as it
/// is.
fn trees(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS trees (id TEXT PRIMARY KEY, version INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
         INSERT OR IGNORE INTO trees (id, version, text)
             SELECT id, 1, json_extract(record, '$.tree.text') FROM games
             WHERE CASE WHEN json_valid(record) THEN json_type(record, '$.tree.text') END = 'text';
         UPDATE games SET record = json_remove(record, '$.tree')
             WHERE CASE WHEN json_valid(record) THEN json_type(record, '$.tree') END <> 'null';",
    )
}

/// Games are numbered in the order in which they were started, each row has a checksum, and games have owners: older
/// ones are everybody's.
fn people(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(
        "ALTER TABLE games ADD COLUMN number INTEGER;
         ALTER TABLE games ADD COLUMN sum INTEGER;
         DROP INDEX IF EXISTS games_updated;
         WITH ordered AS (SELECT id, row_number() OVER (ORDER BY updated, rowid) AS number FROM games)
             UPDATE games SET number = ordered.number FROM ordered WHERE games.id = ordered.id;
         CREATE UNIQUE INDEX games_number ON games (number);
         CREATE TABLE people (person TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (person, number))
             STRICT, WITHOUT ROWID;
         CREATE INDEX people_number ON people (number);
         INSERT INTO people SELECT '', number FROM games;",
    )?;
    let mut rows = connection.prepare("SELECT id, updated, ended, record, number FROM games")?;
    let mut change = connection.prepare("UPDATE games SET sum = ?1 WHERE id = ?2")?;
    let mut rows = rows.query([])?;
    let mut sums: Vec<(i64, String)> = Vec::new();
    while let Some(row) = rows.next()? {
        let (id, ended): (String, Option<String>) = (row.get(0)?, row.get(2)?);
        sums.push((row_sum(&id, row.get(1)?, ended.as_deref(), row.get_ref(3)?.as_str()?, row.get(4)?), id));
    }
    for (sum, id) in sums {
        change.execute(params![sum, id])?;
    }
    Ok(())
}

/// The checksum of a row of games.
pub fn row_sum(id: &str, updated: i64, ended: Option<&str>, record: &str, number: i64) -> i64 {
    let mut hasher = crc32fast::Hasher::new();
    for part in [id, ended.unwrap_or("\u{1}"), record] {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.update(&updated.to_le_bytes());
    hasher.update(&number.to_le_bytes());
    i64::from(hasher.finalize())
}

/// The layout of a database; 0: it is new.
///
/// # Errors
/// The error from SQLite.
pub fn layout_of(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Takes the missing steps up to a layout, all or none of them.
///
/// # Errors
/// The error from SQLite.
pub fn bring_up(connection: &mut Connection, to: i64) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let layout = layout_of(&transaction)?;
    for (_, step) in STEPS.iter().filter(|(number, _)| (layout + 1..=to).contains(number)) {
        step(&transaction)?;
    }
    transaction.pragma_update(None, "user_version", layout.max(to))?;
    transaction.commit()
}

/// Saves a copy of a store left by an older program beside it, before this program changes it.
///
/// # Errors
/// [`DeskError::Broken`] if the copy cannot be written.
pub fn copy_aside(connection: &Connection, copy: &Path) -> Result<(), DeskError> {
    if copy.exists() {
        return Ok(());
    }
    let unfinished = copy.with_extension("new");
    // Of one that was killed.
    let _ = std::fs::remove_file(&unfinished);
    let cannot = |error: String| DeskError::Broken(foreign(format!("`{}` cannot be written: {error}", copy.display())));
    let written = connection.execute("VACUUM INTO ?1", [unfinished.to_string_lossy()]);
    written.map_err(|error| cannot(error.to_string()))?;
    std::fs::rename(&unfinished, copy).map_err(|error| cannot(error.to_string()))
}
