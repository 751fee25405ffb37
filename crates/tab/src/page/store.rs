//! The games of a browser, and what is practised: in memory, as a module cannot wait for the host's database. The host gives them when the desk is opened,
//! and keeps what changes before it tells anybody of it.

use parking_lot::Mutex;
use quintet_desk::service::error::DeskError;
use quintet_desk::service::kept_game::KeptGame;
use quintet_desk::service::people::Person;
use quintet_desk::service::store::memory::{MemoryRow, MemoryStore, PracticeRow};
use quintet_desk::service::store::wanted::Wanted;
use quintet_desk::service::store::{KeptText, Store, StoredGames, TreeText};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A game, or what a person practises, as the host keeps it. What stands in the row is no business of the host's.
#[derive(Deserialize)]
pub struct KeptRow {
    row: String,
}

/// What has changed: a row, or `None` once it is removed.
#[derive(Serialize)]
pub struct Kept {
    id: String,
    row: Option<String>,
}

/// What begins the names of rows that are no games'.
const PRACTICE: &str = "practice ";

/// The store.
pub struct TabStore {
    games: MemoryStore,
    /// The names of the rows that have changed since the host was told.
    changed: Mutex<BTreeSet<String>>,
}

impl TabStore {
    /// With the games that the host has. What cannot be read, as a newer page has written it, stays with the host.
    pub fn new(rows: Vec<KeptRow>) -> Self {
        let games = MemoryStore::default();
        let practised: Vec<PracticeRow> = rows.iter().filter_map(|kept| serde_json::from_str(&kept.row).ok()).collect();
        let mut rows: Vec<MemoryRow> = rows.iter().filter_map(|kept| serde_json::from_str(&kept.row).ok()).collect();
        rows.sort_by_key(MemoryRow::number);
        practised.into_iter().for_each(|row| games.restore_practice(row));
        rows.into_iter().for_each(|row| games.restore(row));
        Self { games, changed: Mutex::default() }
    }

    fn note(&self, id: &str) {
        self.changed.lock().insert(id.to_string());
    }

    /// What has changed since the last time.
    pub fn take_changes(&self) -> Vec<Kept> {
        let changed = std::mem::take(&mut *self.changed.lock());
        let kept = |id: String| {
            let row = match id.strip_prefix(PRACTICE) {
                Some(person) => self.games.practice_row(person).and_then(|row| serde_json::to_string(&row).ok()),
                None => self.games.row(&id).and_then(|row| serde_json::to_string(&row).ok()),
            };
            Kept { id, row }
        };
        changed.into_iter().map(kept).collect()
    }
}

impl Store for TabStore {
    fn save(&self, record: &KeptGame, ended: Option<&str>) -> Result<(), DeskError> {
        self.note(&record.id);
        self.games.save(record, ended)
    }

    fn load(&self, id: &str) -> Result<Option<KeptGame>, DeskError> {
        self.games.load(id)
    }

    fn list(
        &self,
        person: Option<&Person>,
        before: Option<i64>,
        most: usize,
        wanted: &Wanted,
    ) -> Result<StoredGames, DeskError> {
        self.games.list(person, before, most, wanted)
    }

    fn count(&self) -> Result<usize, DeskError> {
        self.games.count()
    }

    fn remove(&self, id: &str) -> Result<(), DeskError> {
        self.note(id);
        self.games.remove(id)
    }

    fn tree(&self, id: &str) -> Result<KeptText, DeskError> {
        self.games.tree(id)
    }

    fn tree_version(&self, id: &str) -> Result<u64, DeskError> {
        self.games.tree_version(id)
    }

    fn set_tree(&self, id: &str, version: u64, text: &TreeText) -> Result<Result<u64, KeptText>, DeskError> {
        let set = self.games.set_tree(id, version, text)?;
        if set.is_ok() {
            self.note(id);
        }
        Ok(set)
    }

    fn practice(&self, person: &Person) -> Result<KeptText, DeskError> {
        self.games.practice(person)
    }

    fn set_practice(&self, person: &Person, version: u64, text: &str) -> Result<Result<u64, KeptText>, DeskError> {
        let set = self.games.set_practice(person, version, text)?;
        if set.is_ok() {
            self.note(&format!("{PRACTICE}{}", person.name()));
        }
        Ok(set)
    }
}
