//! A row of the store, trusted only if its checksum is right.

use super::layouts::row_sum;
use crate::service::store::StoredGame;
use rusqlite::Row;

/// The row of a game as read.
pub struct ReadRow {
    /// The game, or `None` if the row is damaged.
    pub stored: Option<StoredGame>,
}

/// The columns that [`read_row`] makes a game from.
pub const COLUMNS: &str = "games.id, updated, ended, record, games.number, sum";

/// A row with these columns, and whether its checksum is right.
///
/// # Errors
/// The error from SQLite.
pub fn read_row(row: &Row<'_>) -> rusqlite::Result<ReadRow> {
    let number = row.get(4)?;
    let read = || {
        let (id, updated, ended): (String, i64, Option<String>) =
            (row.get(0).ok()?, row.get(1).ok()?, row.get(2).ok()?);
        let text = row.get_ref(3).ok()?.as_str().ok()?;
        let sum: i64 = row.get(5).ok()?;
        let is_whole = row_sum(&id, updated, ended.as_deref(), text, number) == sum;
        let record = serde_json::from_str(text).ok().filter(|_| is_whole)?;
        Some(StoredGame { record, ended })
    };
    Ok(ReadRow { stored: read() })
}
