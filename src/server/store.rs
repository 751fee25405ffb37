//! The store of games: an SQLite database with one row for each. Other programs can read it while the server runs; a
//! lock file beside it keeps other servers off.

pub mod backup;
mod layouts;
mod mend;
mod opening;
mod row;
mod scan;
mod trees;
mod trouble;

use super::says;
use crate::locks::LockFile;
use crate::sentence::{Sentence, foreign};
use crate::server::report;
use crate::service::error::DeskError;
use crate::service::kept_game::KeptGame;
use crate::service::people::Person;
use crate::service::store::wanted::Wanted;
use crate::service::store::{KeptText, MOST_TRIED, Store, StoredGames, TreeText};
use crate::text::counted;
use layouts::{LAYOUT, bring_up, row_sum};
use mend::note_people;
use parking_lot::{Mutex, MutexGuard};
use row::{COLUMNS, ReadRow, read_row};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use trouble::broken;

/// The database.
pub struct SqliteStore {
    connection: Mutex<Connection>,
    /// Why nothing can be written, in words; games can then only be viewed.
    closed: Option<Sentence>,
    folder_lock: Mutex<Option<LockFile>>,
}

impl SqliteStore {
    /// Opens the database in a folder, which is created if missing; without a folder games are lost at the end. A
    /// database that cannot be written is opened for reading only.
    ///
    /// # Errors
    /// [`DeskError::Broken`] that says why it cannot be used.
    pub fn open(folder: Option<&Path>) -> Result<Self, DeskError> {
        let opened = match folder {
            Some(folder) => opening::open(folder)?,
            None => {
                let mut connection = Connection::open_in_memory().map_err(broken(says::unused_store))?;
                bring_up(&mut connection, LAYOUT).map_err(broken(says::unused_store))?;
                opening::Opened { connection, closed: None, lock: None }
            }
        };
        Ok(Self {
            connection: Mutex::new(opened.connection),
            closed: opened.closed,
            folder_lock: Mutex::new(opened.lock),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock()
    }

    /// The database, to write.
    fn writable(&self) -> Result<MutexGuard<'_, Connection>, DeskError> {
        match &self.closed {
            None => Ok(self.lock()),
            Some(why) => Err(DeskError::Broken(says::read_only(why.clone()))),
        }
    }

    /// Closes the store when the server ends: everything is then in one file, and the lock is gone. Threads still
    /// running may read.
    pub fn close(&self) {
        if self.closed.is_none() {
            // Where that fails the log stays beside it, which loses nothing.
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            let _ = self.lock().query_row(checkpoint, [], |_| Ok(()));
        }
        drop(self.folder_lock.lock().take());
    }
}

/// The numbers of the games of a person and of everybody below `before`, the highest first.
fn numbers_of(connection: &Connection, person: &str, before: i64, most: usize) -> rusqlite::Result<Vec<i64>> {
    // Each half goes along its index, and no further than it is read.
    let half = |place: usize| {
        format!(
            "SELECT * FROM (SELECT number FROM people WHERE person = ?{place} AND number < ?3 ORDER BY number DESC LIMIT ?4)"
        )
    };
    let select = format!("{} UNION {} ORDER BY number DESC LIMIT ?4", half(1), half(2));
    let mut select = connection.prepare_cached(&select)?;
    select.query_map(params!["", person, before, most as i64], |row| row.get(0))?.collect()
}

impl Store for SqliteStore {
    fn save(&self, record: &KeptGame, ended: Option<&str>) -> Result<(), DeskError> {
        let text = serde_json::to_string(record).map_err(|error| DeskError::Broken(foreign(error.to_string())))?;
        let updated = record.updated as i64;
        let mut connection = self.writable()?;
        let mut write = || {
            let transaction = connection.transaction()?;
            let known = "SELECT number FROM games WHERE id = ?1";
            let known = transaction.prepare_cached(known)?.query_row([&record.id], |row| row.get(0)).optional()?;
            let number: i64 = match known {
                Some(number) => number,
                None => transaction
                    .prepare_cached("SELECT ifnull(max(number), 0) + 1 FROM games")?
                    .query_row([], |row| row.get(0))?,
            };
            let sum = row_sum(&record.id, updated, ended, &text, number);
            transaction
                .prepare_cached(
                    "INSERT INTO games (id, updated, ended, record, number, sum) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT (id) DO UPDATE SET updated = ?2, ended = ?3, record = ?4, sum = ?6",
                )?
                .execute(params![record.id, updated, ended, text, number, sum])?;
            note_people(&transaction, number, record)?;
            transaction.commit()
        };
        write().map_err(broken(says::unwritten))
    }

    fn load(&self, id: &str) -> Result<Option<KeptGame>, DeskError> {
        let row = self
            .lock()
            .prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"))
            .and_then(|mut select| select.query_row([id], read_row).optional())
            .map_err(broken(says::unread))?;
        match row {
            None => Ok(None),
            Some(ReadRow { stored: Some(stored), .. }) => Ok(Some(stored.record)),
            Some(_) => Err(DeskError::Broken(says::damaged(id))),
        }
    }

    fn list(
        &self,
        person: Option<&Person>,
        before: Option<i64>,
        most: usize,
        wanted: &Wanted,
    ) -> Result<StoredGames, DeskError> {
        let connection = self.lock();
        let tried = MOST_TRIED.max(most);
        let who = person.map_or("", Person::name);
        let numbers = numbers_of(&connection, who, before.unwrap_or(i64::MAX), tried + 1);
        let numbers = numbers.map_err(broken(says::unread))?;
        let select = format!("SELECT {COLUMNS} FROM games WHERE number = ?1");
        let mut select = connection.prepare_cached(&select).map_err(broken(says::unread))?;
        let (mut games, mut unread, mut last) = (Vec::new(), 0, None);
        let mut rest = numbers.into_iter();
        for number in rest.by_ref().take(tried) {
            last = Some(number);
            let row = select.query_row([number], read_row).optional().map_err(broken(says::unread))?;
            match row.map(|row| row.stored) {
                Some(Some(stored)) if wanted.fits(&stored.record, stored.ended.as_deref(), person) => {
                    games.push(stored)
                }
                Some(None) => unread += 1,
                _ => {}
            }
            if games.len() + unread == most {
                break;
            }
        }
        if unread > 0 {
            let what = counted(unread, "game");
            report::once(&format!("{what} in the store cannot be read; `--backup` names what the list leaves out"));
        }
        Ok(StoredGames { games, older: last.filter(|_| rest.next().is_some()), unread })
    }

    fn count(&self) -> Result<usize, DeskError> {
        let count = self.lock().query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0));
        count.map(|count| count as usize).map_err(broken(says::unread))
    }

    fn remove(&self, id: &str) -> Result<(), DeskError> {
        let mut connection = self.writable()?;
        let mut remove = || {
            let transaction = connection.transaction()?;
            transaction.execute("DELETE FROM people WHERE number = (SELECT number FROM games WHERE id = ?1)", [id])?;
            transaction.execute("DELETE FROM games WHERE id = ?1", [id])?;
            transaction.execute("DELETE FROM trees WHERE id = ?1", [id])?;
            transaction.commit()
        };
        remove().map_err(broken(says::unwritten))
    }

    fn tree(&self, id: &str) -> Result<KeptText, DeskError> {
        trees::read(&self.lock(), id)
    }

    fn tree_version(&self, id: &str) -> Result<u64, DeskError> {
        trees::version(&self.lock(), id)
    }

    fn set_tree(&self, id: &str, version: u64, text: &TreeText) -> Result<Result<u64, KeptText>, DeskError> {
        trees::write(&*self.writable()?, id, version, text)
    }

    fn practice(&self, person: &Person) -> Result<KeptText, DeskError> {
        trees::read(&self.lock(), &trees::practice_of(person))
    }

    fn set_practice(&self, person: &Person, version: u64, text: &str) -> Result<Result<u64, KeptText>, DeskError> {
        trees::write_practice(&*self.writable()?, person, version, text)
    }
}

#[cfg(test)]
mod damage_law;
#[cfg(test)]
mod same_law;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rng;
    use crate::registry::GameLine;
    use crate::server::machine::ThisMachine;
    use crate::service::hosted_game::{HostedGame, NewGame};
    use crate::service::kept_game::SeatSetup;
    use crate::service::people::Company;
    use rand::{RngExt, SeedableRng};
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    #[test]
    fn a_store_of_before_is_copied_aside_once_and_one_of_later_is_refused() {
        let folder = std::env::temp_dir().join(format!("quintet-store-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir(&folder).unwrap();
        let change = |sql: &str| Connection::open(folder.join("games.sqlite3")).unwrap().execute_batch(sql).unwrap();
        let text = serde_json::to_string(&damage_law::record("a", 1, "")).unwrap();
        change(&format!(
            "CREATE TABLE games (id TEXT PRIMARY KEY, updated INTEGER NOT NULL, ended TEXT, record TEXT NOT NULL) STRICT;
             CREATE INDEX games_updated ON games (updated);
             PRAGMA user_version = 1; INSERT INTO games VALUES ('a', 1, NULL, '{text}')"
        ));
        drop(SqliteStore::open(Some(&folder)).unwrap());
        let copy = Connection::open(folder.join("games.layout-1.sqlite3")).unwrap();
        let seen = |sql: &str| copy.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
        assert_eq!((seen("PRAGMA user_version"), seen("SELECT count(*) FROM games")), (1, 1));
        let store = SqliteStore::open(Some(&folder)).unwrap();
        // A game of before is everybody's, and whole.
        let listed = store.list(Some(damage_law::somebody().people()[0]), None, 9, &Wanted::default()).unwrap();
        assert_eq!((listed.games.len(), listed.unread, store.count().unwrap()), (1, 0, 1));
        assert_eq!(store.load("a").unwrap().unwrap(), damage_law::record("a", 1, ""));
        drop(store);
        change(&format!("PRAGMA user_version = {}", LAYOUT + 1));
        assert!(SqliteStore::open(Some(&folder)).err().unwrap().to_string().contains("a newer quintet"));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    /// Whatever is started, changed and removed while somebody goes through a list: each game that was theirs all the
    /// time is seen once, no other person's is seen, and the list ends.
    #[test]
    fn a_list_has_each_game_once_whatever_happens_meanwhile() {
        let mut rng = Rng::seed_from_u64(11);
        for _ in 0..25 {
            let store = SqliteStore::open(None).unwrap();
            let people: Vec<Company> = (0..3).map(|_| damage_law::somebody()).collect();
            let mut games: BTreeMap<String, Option<usize>> = BTreeMap::new();
            let mut next = 0;
            let mut start = |games: &mut BTreeMap<String, Option<usize>>, owner: usize| {
                next += 1;
                let mut record = damage_law::record(&format!("g{next}"), 1, "");
                record.company = people.get(owner).cloned();
                store.save(&record, None).unwrap();
                games.insert(record.id, Some(owner).filter(|&owner| owner < 3));
            };
            for _ in 0..40 {
                start(&mut games, rng.random_range(0..4));
            }
            let mut lasting = games.clone();
            let (mut seen, mut before) = (Vec::new(), None);
            let person = people[0].people()[0].clone();
            loop {
                let listed = store.list(Some(&person), before, 1 + rng.random_range(0..7), &Wanted::default()).unwrap();
                seen.extend(listed.games.iter().map(|stored| stored.record.id.clone()));
                before = listed.older;
                if before.is_none() {
                    break;
                }
                for _ in 0..3 {
                    let any = games.keys().nth(rng.random_range(0..games.len())).unwrap().clone();
                    match rng.random_range(0..3) {
                        0 => start(&mut games, rng.random_range(0..4)),
                        1 => {
                            let mut record = store.load(&any).unwrap().unwrap();
                            (record.revision, record.updated) = (record.revision + 1, rng.random_range(0..9_999));
                            store.save(&record, Some("ended")).unwrap();
                        }
                        _ => {
                            store.remove(&any).unwrap();
                            games.remove(&any);
                            lasting.remove(&any);
                        }
                    }
                }
            }
            let once: BTreeSet<&String> = seen.iter().collect();
            assert_eq!(once.len(), seen.len());
            for (id, owner) in &lasting {
                assert_eq!(once.contains(id), owner.is_none_or(|owner| owner == 0), "{id}");
            }
        }
    }

    #[test]
    fn what_is_no_store_is_called_by_its_name() {
        let folder = damage_law::Folder::new("kinds");
        let path = folder.0.join("games.sqlite3");
        let said = || SqliteStore::open(Some(&folder.0)).err().unwrap().to_string();
        std::fs::create_dir(&path).unwrap();
        assert!(said().contains("is a folder"), "{}", said());
        std::fs::remove_dir(&path).unwrap();
        for text in ["a letter", "SQLite format 2 and what else there may be"] {
            std::fs::write(&path, text).unwrap();
            assert!(said().contains("is not an SQLite database"), "{}", said());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        std::fs::remove_file(&path).unwrap();
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE games (a); CREATE TABLE b (c);").unwrap();
        assert!(said().contains("the database of another program"), "{}", said());
        // Nothing but the refused file is left.
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
        // An empty one is what a server leaves that is killed at once.
        std::fs::write(&path, "").unwrap();
        assert_eq!(SqliteStore::open(Some(&folder.0)).unwrap().count().unwrap(), 0);
    }

    #[test]
    fn a_store_is_copied_and_read_while_it_is_used_and_kept_from_other_servers() {
        let folder = damage_law::Folder::new("backup");
        let store = SqliteStore::open(Some(&folder.0)).unwrap();
        for number in 0..20 {
            store.save(&damage_law::record(&format!("g{number}"), 1, &"x".repeat(400 * number)), None).unwrap();
        }
        let said = SqliteStore::open(Some(&folder.0)).err().unwrap().to_string();
        assert!(said.contains("in use by another") && said.contains(&folder.0.display().to_string()), "{said}");
        let copy = folder.0.join("copy.sqlite3");
        let backed_up = backup::back_up(&folder.0, &copy).unwrap();
        assert_eq!((backed_up.games, backed_up.damaged.len()), (20, 0));
        let said = backup::back_up(&folder.0, &copy).unwrap_err().to_string();
        assert!(said.contains("already exists"), "{said}");
        // Onto the store itself it does not go either.
        let said = backup::back_up(&folder.0, &folder.0.join("games.sqlite3")).unwrap_err().to_string();
        assert!(said.contains("is read by the same command"), "{said}");
        store.save(&damage_law::record("later", 1, ""), None).unwrap();
        drop(store);
        assert_eq!(backup::back_up(&folder.0, &folder.0.join("second.sqlite3")).unwrap().games, 21);
        // The copy is a store.
        let other = damage_law::Folder::new("restored");
        std::fs::rename(&copy, other.0.join("games.sqlite3")).unwrap();
        let restored = SqliteStore::open(Some(&other.0)).unwrap();
        assert_eq!(restored.load("g7").unwrap().unwrap(), damage_law::record("g7", 1, &"x".repeat(2_800)));
        assert_eq!(restored.count().unwrap(), 20);
        let said = backup::back_up(&damage_law::Folder::new("none").0, Path::new("x")).unwrap_err().to_string();
        assert!(said.contains("no games"), "{said}");
    }

    #[test]
    fn what_is_kept_is_found_again_and_can_be_removed() {
        let store = SqliteStore::open(None).unwrap();
        let machine = Arc::new(ThisMachine::default());
        let new = NewGame {
            line: GameLine { game: "yavalath".to_string(), moves: vec!["e5".to_string()], ..GameLine::default() },
            seats: vec![SeatSetup::Person { name: None }; 2],
            company: None,
            clock: None,
            pace_ms: 0,
        };
        let hosted = HostedGame::new("one".to_string(), new, machine.clone()).unwrap();
        store.save(hosted.record(), None).unwrap();
        assert_eq!(store.load("one").unwrap().as_ref(), Some(hosted.record()));
        assert_eq!(
            (store.list(None, None, 9, &Wanted::default()).unwrap().games.len(), store.count().unwrap()),
            (1, 1)
        );
        // One that does not fit its game is refused, not believed.
        let damaged = KeptGame { seats: Vec::new(), ..hosted.record().clone() };
        expect_test::expect!["the game `one` cannot be opened: its seats do not fit its game"]
            .assert_eq(&HostedGame::reopened(damaged, machine.clone()).err().unwrap().to_string());
        assert!(HostedGame::reopened(hosted.record().clone(), machine.clone()).is_ok());
        store.remove("one").unwrap();
        assert_eq!((store.load("one").unwrap(), store.count().unwrap()), (None, 0));
    }
}
