//! A store in memory.

use super::wanted::Wanted;
use super::{KeptText, MOST_TRIED, Store, StoredGame, StoredGames, TreeText};
use crate::service::error::DeskError;
use crate::service::kept_game::KeptGame;
use crate::service::people::{Company, Person};
use crate::service::says;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};

/// The games of a store in memory.
#[derive(Default)]
pub struct MemoryStore(Mutex<Games>);

#[derive(Default)]
struct Games {
    /// By their numbers, which grow with each new game.
    games: BTreeMap<i64, StoredGame>,
    numbers: HashMap<String, i64>,
    trees: HashMap<String, KeptText>,
    /// By the names of the people.
    practice: HashMap<String, KeptText>,
}

/// A game of a store in memory as it can be written and read again.
#[derive(Serialize, Deserialize)]
pub struct MemoryRow {
    number: i64,
    record: KeptGame,
    ended: Option<String>,
    #[serde(default)]
    tree: KeptText,
}

impl MemoryRow {
    /// Its number in the order of beginning.
    pub fn number(&self) -> i64 {
        self.number
    }
}

/// What a person practises, as it can be written and read again.
#[derive(Serialize, Deserialize)]
pub struct PracticeRow {
    person: String,
    practice: KeptText,
}

impl MemoryStore {
    /// What a person of this name practises.
    pub fn practice_row(&self, person: &str) -> Option<PracticeRow> {
        let practice = self.0.lock().practice.get(person)?.clone();
        Some(PracticeRow { person: person.to_string(), practice })
    }

    /// Stores what was written of somebody's practice.
    pub fn restore_practice(&self, row: PracticeRow) {
        self.0.lock().practice.insert(row.person, row.practice);
    }

    /// A game with all that is stored of it.
    pub fn row(&self, id: &str) -> Option<MemoryRow> {
        let kept = self.0.lock();
        let number = *kept.numbers.get(id)?;
        let StoredGame { record, ended } = kept.games.get(&number)?.clone();
        Some(MemoryRow { number, record, ended, tree: kept.trees.get(id).cloned().unwrap_or_default() })
    }

    /// Stores a game that was written. If two have the same number, as programs have written them that did not see each
    /// other's games, the later one counts as the latest of all.
    pub fn restore(&self, row: MemoryRow) {
        let mut kept = self.0.lock();
        let MemoryRow { number, record, ended, tree } = row;
        let is_taken = kept.games.get(&number).is_some_and(|other| other.record.id != record.id);
        let next = kept.games.last_key_value().map_or(1, |(last, _)| last + 1);
        let number = if is_taken { next } else { number };
        if tree.version > 0 {
            kept.trees.insert(record.id.clone(), tree);
        }
        kept.numbers.insert(record.id.clone(), number);
        kept.games.insert(number, StoredGame { record, ended });
    }
}

impl Store for MemoryStore {
    fn save(&self, record: &KeptGame, ended: Option<&str>) -> Result<(), DeskError> {
        let mut kept = self.0.lock();
        let known = kept.numbers.get(&record.id).copied();
        let number = known.unwrap_or_else(|| kept.games.last_key_value().map_or(1, |(last, _)| last + 1));
        kept.numbers.insert(record.id.clone(), number);
        kept.games.insert(number, StoredGame { record: record.clone(), ended: ended.map(str::to_string) });
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<KeptGame>, DeskError> {
        let kept = self.0.lock();
        let stored = kept.numbers.get(id).and_then(|number| kept.games.get(number));
        Ok(stored.map(|stored| stored.record.clone()))
    }

    fn list(
        &self,
        person: Option<&Person>,
        before: Option<i64>,
        most: usize,
        wanted: &Wanted,
    ) -> Result<StoredGames, DeskError> {
        let kept = self.0.lock();
        let has_part = |company: &Company| person.is_some_and(|person| company.includes(person));
        let is_theirs = |(_, stored): &(&i64, &StoredGame)| stored.record.company.as_ref().is_none_or(has_part);
        let mut theirs = kept.games.range(..before.unwrap_or(i64::MAX)).rev().filter(is_theirs);
        let (mut games, mut last) = (Vec::new(), None);
        for (&number, stored) in theirs.by_ref().take(MOST_TRIED.max(most)) {
            last = Some(number);
            if wanted.fits(&stored.record, stored.ended.as_deref(), person) {
                games.push(stored.clone());
            }
            if games.len() == most {
                break;
            }
        }
        Ok(StoredGames { games, older: last.filter(|_| theirs.next().is_some()), unread: 0 })
    }

    fn count(&self) -> Result<usize, DeskError> {
        Ok(self.0.lock().games.len())
    }

    fn remove(&self, id: &str) -> Result<(), DeskError> {
        let mut kept = self.0.lock();
        if let Some(number) = kept.numbers.remove(id) {
            kept.games.remove(&number);
        }
        kept.trees.remove(id);
        Ok(())
    }

    fn tree(&self, id: &str) -> Result<KeptText, DeskError> {
        Ok(self.0.lock().trees.get(id).cloned().unwrap_or_default())
    }

    fn tree_version(&self, id: &str) -> Result<u64, DeskError> {
        Ok(self.0.lock().trees.get(id).map_or(0, |tree| tree.version))
    }

    fn set_tree(&self, id: &str, version: u64, text: &TreeText) -> Result<Result<u64, KeptText>, DeskError> {
        let mut kept = self.0.lock();
        let now = kept.trees.get(id).cloned().unwrap_or_default();
        if now.version != version {
            return Ok(Err(now));
        }
        if !kept.numbers.contains_key(id) {
            return Err(DeskError::Missing(says::no_game()));
        }
        let tree = KeptText { version: version + 1, text: text.as_str().to_string() };
        kept.trees.insert(id.to_string(), tree);
        Ok(Ok(version + 1))
    }

    fn practice(&self, person: &Person) -> Result<KeptText, DeskError> {
        Ok(self.0.lock().practice.get(person.name()).cloned().unwrap_or_default())
    }

    fn set_practice(&self, person: &Person, version: u64, text: &str) -> Result<Result<u64, KeptText>, DeskError> {
        let mut kept = self.0.lock();
        let now = kept.practice.entry(person.name().to_string()).or_default();
        if now.version != version {
            return Ok(Err(now.clone()));
        }
        *now = KeptText { version: version + 1, text: text.to_string() };
        Ok(Ok(version + 1))
    }
}
