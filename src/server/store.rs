//! Where games are kept: an SQLite database with one row for each.

pub mod trees;

use super::error::ServerError;
use super::kept_game::KeptGame;
use crate::files;
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The version of the layout, in the database's `user_version`. 2: turns have what the clock left, so that a program of
/// before cannot read the games. 3: variations stand in rows of their own.
const LAYOUT: i64 = 3;

/// The database.
pub struct Store {
    connection: Mutex<Connection>,
}

/// What a list of games needs.
pub struct StoredGame {
    /// The game.
    pub record: KeptGame,
    /// How it has ended, in a sentence.
    pub ended: Option<String>,
}

impl Store {
    /// Opens the database in a folder, which is made if there is none; without a folder games are lost at the end.
    ///
    /// # Errors
    /// [`ServerError::Broken`] saying why it cannot be used.
    pub fn open(folder: Option<&Path>) -> Result<Self, ServerError> {
        let connection = match folder {
            None => Connection::open_in_memory().map_err(broken("opened"))?,
            Some(folder) => {
                let cannot = |error: std::io::Error| {
                    ServerError::Broken(format!("the folder `{}` cannot be made: {error}", folder.display()))
                };
                files::create_folder(folder).map_err(cannot)?;
                Connection::open(folder.join("games.sqlite3")).map_err(broken("opened"))?
            }
        };
        let store = Self { connection: Mutex::new(connection) };
        store.prepare(folder)?;
        Ok(store)
    }

    fn prepare(&self, folder: Option<&Path>) -> Result<(), ServerError> {
        let connection = self.lock();
        let in_use = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => ServerError::Broken(
                "the games are in use by another `quintet serve`; end it, or name another folder with `--data`"
                    .to_string(),
            ),
            _ => broken("opened")(error),
        };
        // One that has just been killed may not have gone yet.
        connection.busy_timeout(Duration::from_secs(2)).map_err(broken("opened"))?;
        let layout: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(in_use)?;
        if layout > LAYOUT {
            let what = format!("the store of games is of version {layout}, which a newer quintet has written");
            return Err(ServerError::Broken(what));
        }
        // Our own may be without its version, if the first server was killed when it had just made it.
        let is_own = "SELECT (SELECT count(*) FROM sqlite_schema) = 0 OR \
            (SELECT count(*) FROM pragma_table_info('games') WHERE name IN ('id', 'updated', 'ended', 'record')) = 4";
        if !connection.query_row(is_own, [], |row| row.get::<_, bool>(0)).map_err(in_use)? {
            let what = "`games.sqlite3` is the database of another program; name another folder with `--data`";
            return Err(ServerError::Broken(what.to_string()));
        }
        if let Some(folder) = folder.filter(|_| (1..LAYOUT).contains(&layout)) {
            copy_aside(&connection, &folder.join(format!("games.layout-{layout}.sqlite3")))?;
        }
        connection
            .execute_batch(
                "PRAGMA locking_mode = EXCLUSIVE;
                 PRAGMA journal_mode = WAL;
                 PRAGMA synchronous = NORMAL;
                 CREATE TABLE IF NOT EXISTS games (
                     id TEXT PRIMARY KEY, updated INTEGER NOT NULL, ended TEXT, record TEXT NOT NULL
                 ) STRICT;
                 CREATE INDEX IF NOT EXISTS games_updated ON games (updated);",
            )
            .and_then(|()| trees::prepare(&connection, layout))
            .and_then(|()| connection.pragma_update(None, "user_version", LAYOUT))
            .map_err(in_use)
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a game; `ended` is how it has ended.
    ///
    /// # Errors
    /// [`ServerError::Broken`] if the database cannot be written.
    pub fn save(&self, record: &KeptGame, ended: Option<&str>) -> Result<(), ServerError> {
        let text = serde_json::to_string(record).map_err(|error| ServerError::Broken(error.to_string()))?;
        let connection = self.lock();
        connection
            .prepare_cached("INSERT OR REPLACE INTO games (id, updated, ended, record) VALUES (?1, ?2, ?3, ?4)")
            .and_then(|mut insert| insert.execute(params![record.id, record.updated as i64, ended, text]))
            .map(drop)
            .map_err(broken("written"))
    }

    /// A game as it was kept.
    ///
    /// # Errors
    /// [`ServerError::Broken`] if the database cannot be read.
    pub fn load(&self, id: &str) -> Result<Option<KeptGame>, ServerError> {
        let text: Option<String> = self
            .lock()
            .prepare_cached("SELECT record FROM games WHERE id = ?1")
            .and_then(|mut select| select.query_row([id], |row| row.get(0)).optional())
            .map_err(broken("read"))?;
        let read = |text: String| serde_json::from_str(&text);
        text.map(read)
            .transpose()
            .map_err(|error| ServerError::Broken(format!("the game `{id}` cannot be read: {error}")))
    }

    /// The games that were changed last, the newest first. One that cannot be read is left out.
    ///
    /// # Errors
    /// [`ServerError::Broken`] if the database cannot be read.
    pub fn list(&self, most: usize) -> Result<Vec<StoredGame>, ServerError> {
        let connection = self.lock();
        let mut select = connection
            .prepare_cached("SELECT record, ended FROM games ORDER BY updated DESC, rowid DESC LIMIT ?1")
            .map_err(broken("read"))?;
        let rows = select
            .query_map([most as i64], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?)))
            .map_err(broken("read"))?;
        let read = |(text, ended): (String, Option<String>)| {
            Some(StoredGame { record: serde_json::from_str(&text).ok()?, ended })
        };
        Ok(rows.flatten().filter_map(read).collect())
    }

    /// As if the disk were full, or not any more.
    #[cfg(test)]
    pub fn set_full(&self, is_full: bool) {
        self.lock().execute_batch(&format!("PRAGMA query_only = {}", u8::from(is_full))).unwrap();
    }

    /// How many games there are.
    ///
    /// # Errors
    /// [`ServerError::Broken`] if the database cannot be read.
    pub fn count(&self) -> Result<usize, ServerError> {
        let count = self.lock().query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
        count.map(|count| count as usize).map_err(broken("read"))
    }

    /// Forgets a game.
    ///
    /// # Errors
    /// [`ServerError::Broken`] if the database cannot be written.
    pub fn remove(&self, id: &str) -> Result<(), ServerError> {
        let connection = self.lock();
        let removed = connection.execute("DELETE FROM games WHERE id = ?1", [id]);
        // Variations without a game are never found; the game goes first.
        removed
            .and_then(|_| connection.execute("DELETE FROM trees WHERE id = ?1", [id]))
            .map(drop)
            .map_err(broken("written"))
    }
}

/// Keeps a store as an older program has left it, beside it, before this program changes it.
fn copy_aside(connection: &Connection, copy: &Path) -> Result<(), ServerError> {
    if copy.exists() {
        return Ok(());
    }
    let unfinished = copy.with_extension("new");
    // Of one that was killed.
    let _ = std::fs::remove_file(&unfinished);
    let cannot = |error: String| ServerError::Broken(format!("`{}` cannot be written: {error}", copy.display()));
    let written = connection.execute("VACUUM INTO ?1", [unfinished.to_string_lossy()]);
    written.map_err(|error| cannot(error.to_string()))?;
    std::fs::rename(&unfinished, copy).map_err(|error| cannot(error.to_string()))
}

/// The database cannot be what.
fn broken(what: &'static str) -> impl Fn(rusqlite::Error) -> ServerError {
    move |error| ServerError::Broken(format!("the store of games cannot be {what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::hosted_game::{HostedGame, NewGame};
    use crate::server::kept_game::SeatSetup;

    #[test]
    fn a_store_of_before_is_copied_aside_once_and_one_of_later_is_refused() {
        let folder = std::env::temp_dir().join(format!("quintet-store-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        drop(Store::open(Some(&folder)).unwrap());
        let change = |sql: &str| Connection::open(folder.join("games.sqlite3")).unwrap().execute_batch(sql).unwrap();
        change("PRAGMA user_version = 1; INSERT INTO games VALUES ('a', 1, NULL, '{}')");
        drop(Store::open(Some(&folder)).unwrap());
        let copy = Connection::open(folder.join("games.layout-1.sqlite3")).unwrap();
        let seen = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!((seen("PRAGMA user_version"), seen("SELECT count(*) FROM games")), (1, 1));
        let store = Store::open(Some(&folder)).unwrap();
        assert_eq!(store.count().unwrap(), 1);
        drop(store);
        change(&format!("PRAGMA user_version = {}", LAYOUT + 1));
        assert!(Store::open(Some(&folder)).err().unwrap().to_string().contains("a newer quintet"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_is_kept_is_found_again_and_can_be_removed() {
        let store = Store::open(None).unwrap();
        let new = NewGame {
            game: "yavalath".to_string(),
            options: [].into(),
            start: None,
            moves: vec!["e5".to_string()],
            seats: vec![SeatSetup::Person { name: None }; 2],
            clock: None,
            pace_ms: 0,
        };
        let hosted = HostedGame::new("one".to_string(), new).unwrap();
        store.save(hosted.record(), None).unwrap();
        assert_eq!(store.load("one").unwrap().as_ref(), Some(hosted.record()));
        assert_eq!((store.list(9).unwrap().len(), store.count().unwrap()), (1, 1));
        // One that does not fit its game is refused, not believed.
        let damaged = KeptGame { seats: Vec::new(), ..hosted.record().clone() };
        assert!(HostedGame::reopened(damaged).is_err());
        assert!(HostedGame::reopened(hosted.record().clone()).is_ok());
        store.remove("one").unwrap();
        assert_eq!((store.load("one").unwrap(), store.count().unwrap()), (None, 0));
    }
}
