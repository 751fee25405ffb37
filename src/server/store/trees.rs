//! The variations that people keep with a game: a text from the page in its own row, read only on request, with a
//! version, so that nobody overwrites what they have not seen. What a person practises stands there, too, under a name
//! that no game has.

use super::trouble::broken;
use crate::server::says;
use crate::service::error::DeskError;
use crate::service::people::Person;
use crate::service::store::{KeptText, TreeText};
use rusqlite::{Connection, OptionalExtension, params};

/// The variations of a game; an empty text if it has none or does not exist.
///
/// # Errors
/// [`DeskError::Broken`] if the database cannot be read.
pub fn read(connection: &Connection, id: &str) -> Result<KeptText, DeskError> {
    let found = connection.prepare_cached("SELECT version, text FROM trees WHERE id = ?1").and_then(|mut select| {
        let kept = |row: &rusqlite::Row| Ok(KeptText { version: row.get::<_, i64>(0)? as u64, text: row.get(1)? });
        select.query_row([id], kept).optional()
    });
    Ok(found.map_err(broken(says::unread))?.unwrap_or_default())
}

/// The version of a game's variations.
///
/// # Errors
/// [`DeskError::Broken`] if the database cannot be read.
pub fn version(connection: &Connection, id: &str) -> Result<u64, DeskError> {
    let found = connection
        .prepare_cached("SELECT version FROM trees WHERE id = ?1")
        .and_then(|mut select| select.query_row([id], |row| row.get::<_, i64>(0)).optional());
    Ok(found.map_err(broken(says::unread))?.unwrap_or(0) as u64)
}

/// Stores the variations of a game if the stored version is still this one; returns their new version, or what is
/// stored instead.
///
/// # Errors
/// [`DeskError::Missing`] if there is no such game, [`DeskError::Broken`] if the database cannot be written.
pub fn write(
    connection: &Connection,
    id: &str,
    version: u64,
    text: &TreeText,
) -> Result<Result<u64, KeptText>, DeskError> {
    let kept = read(connection, id)?;
    if kept.version != version {
        return Ok(Err(kept));
    }
    let next = version + 1;
    let written = connection
        .prepare_cached("INSERT OR REPLACE INTO trees (id, version, text) SELECT id, ?2, ?3 FROM games WHERE id = ?1")
        .and_then(|mut insert| insert.execute(params![id, next as i64, text.as_str()]))
        .map_err(broken(says::unwritten))?;
    match written {
        0 => Err(DeskError::Missing(says::no_game())),
        _ => Ok(Ok(next)),
    }
}

/// The name of the row with what a person practises.
pub fn practice_of(person: &Person) -> String {
    format!("practice {}", person.name())
}

/// Stores what a person practises if the stored version is still this one; returns its new version, or what is stored
/// instead.
///
/// # Errors
/// [`DeskError::Broken`] if the database cannot be written.
pub fn write_practice(
    connection: &Connection,
    person: &Person,
    version: u64,
    text: &str,
) -> Result<Result<u64, KeptText>, DeskError> {
    let id = practice_of(person);
    let kept = read(connection, &id)?;
    if kept.version != version {
        return Ok(Err(kept));
    }
    let next = version + 1;
    connection
        .prepare_cached("INSERT OR REPLACE INTO trees (id, version, text) VALUES (?1, ?2, ?3)")
        .and_then(|mut insert| insert.execute(params![id, next as i64, text]))
        .map_err(broken(says::unwritten))?;
    Ok(Ok(next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::store::SqliteStore;
    use crate::service::store::Store;

    #[test]
    fn variations_of_before_move_to_rows_of_their_own_and_nothing_else_changes() {
        let folder = std::env::temp_dir().join(format!("quintet-trees-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("games.sqlite3");
        let long = format!("e5 {{{}}}", "x".repeat(600_000));
        let records = [
            ("text", format!(r#"{{"id":"text","tree":{{"text":"{long}"}},"updated":7}}"#)),
            ("none", r#"{"id":"none","tree":null,"updated":7}"#.to_string()),
            ("other", r#"{"id":"other","tree":{"kept":[1,2]},"updated":7}"#.to_string()),
            ("damaged", r#"{"id":"damaged","tree":{"text":"e5"#.to_string()),
        ];
        let before = Connection::open(&file).unwrap();
        before
            .execute_batch(
                "CREATE TABLE games (id TEXT PRIMARY KEY, updated INTEGER NOT NULL, ended TEXT, record TEXT NOT NULL) STRICT;
                 PRAGMA user_version = 2;",
            )
            .unwrap();
        for (id, record) in &records {
            before.execute("INSERT INTO games VALUES (?1, 7, NULL, ?2)", params![id, record]).unwrap();
        }
        drop(before);
        // The second time there is nothing to move.
        for _ in 0..2 {
            let store = SqliteStore::open(Some(&folder)).unwrap();
            assert_eq!(store.tree("text").unwrap(), KeptText { version: 1, text: long.clone() });
            for id in ["none", "other", "damaged"] {
                assert_eq!(store.tree(id).unwrap(), KeptText::default());
            }
            let record = |id: &str| {
                let connection = store.lock();
                connection
                    .query_row("SELECT record FROM games WHERE id = ?1", [id], |row| row.get::<_, String>(0))
                    .unwrap()
            };
            assert_eq!(record("text"), r#"{"id":"text","updated":7}"#);
            assert_eq!(record("other"), r#"{"id":"other","updated":7}"#);
            for (id, before) in [&records[1], &records[3]] {
                assert_eq!(&record(id), before);
            }
        }
        let copy = Connection::open(folder.join("games.layout-2.sqlite3")).unwrap();
        let kept: String = copy.query_row("SELECT record FROM games WHERE id = 'other'", [], |row| row.get(0)).unwrap();
        assert_eq!(kept, records[2].1);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn nobody_writes_over_variations_that_they_have_not_seen() {
        let store = SqliteStore::open(None).unwrap();
        let text = |text: &str| TreeText::new(text.to_string()).unwrap();
        assert!(matches!(store.set_tree("a", 0, &text("e5")), Err(DeskError::Missing(_))));
        store.lock().execute("INSERT INTO games (id, updated, ended, record) VALUES ('a', 1, NULL, '{}')", []).unwrap();
        assert_eq!(store.set_tree("a", 0, &text("e5")).unwrap(), Ok(1));
        let kept = KeptText { version: 1, text: "e5".to_string() };
        for version in [0, 2] {
            assert_eq!(store.set_tree("a", version, &text("d4")).unwrap(), Err(kept.clone()));
        }
        assert_eq!(store.set_tree("a", 1, &text("e5 (d4)")).unwrap(), Ok(2));
        assert_eq!((store.tree_version("a").unwrap(), store.tree("a").unwrap().text), (2, "e5 (d4)".to_string()));
        store.remove("a").unwrap();
        assert_eq!(store.tree("a").unwrap(), KeptText::default());
    }
}
