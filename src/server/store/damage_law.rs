//! The law of damaged stores: whatever happens to the files, every game is one that was stored or is reported as lost,
//! and the damaged store stays beside the repaired one.

use super::SqliteStore;
use crate::game::Rng;
use crate::server::machine::ThisMachine;
use crate::service::kept_game::{KeptGame, SeatSetup};
use crate::service::people::{Company, Person};
use crate::service::store::Store as _;
use crate::service::store::wanted::Wanted;
use rand::{RngExt, SeedableRng};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// A folder that is removed at the end of a test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("quintet-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Somebody who has started a game for two.
pub fn somebody() -> Company {
    let machine = ThisMachine::default();
    Company::new(&machine, Person::new(&machine).unwrap(), &[true, true]).unwrap()
}

/// A game that has this text somewhere.
pub fn record(id: &str, revision: u64, text: &str) -> KeptGame {
    let seat = SeatSetup::Person { name: Some(text.to_string()) };
    let kept = json!({
        "id": id, "revision": revision, "game": "yavalath", "options": {}, "start": null, "seats": [seat, seat],
        "clock": null, "paceMs": 0, "rounds": [], "turns": [], "decisions": [], "undone": [], "ended": null,
        "offer": null, "paused": false, "problem": null, "rematch": null, "tree": null, "updated": 1_000 + revision,
    });
    serde_json::from_value(kept).unwrap()
}

/// All states of a game; `None` at the end if it was removed.
type Pasts = BTreeMap<String, Vec<Option<KeptGame>>>;

/// A store with a history: its file and its log as left by a killed server, or by one that ended.
fn store(rng: &mut Rng, is_killed: bool) -> (Pasts, Vec<u8>, Vec<u8>) {
    let folder = Folder::new("whole");
    let mut history = Pasts::new();
    let mut store = SqliteStore::open(Some(&folder.0)).unwrap();
    for step in 0..120 {
        if step == 60 {
            // From here on the log grows.
            drop(store);
            store = SqliteStore::open(Some(&folder.0)).unwrap();
        }
        let id = format!("g{}", rng.random_range(0..30));
        let past = history.entry(id.clone()).or_default();
        if past.last().is_some_and(Option::is_some) && rng.random_range(0..8) == 0 {
            store.remove(&id).unwrap();
            past.push(None);
            continue;
        }
        let length = [0, 30, 900, 9_000][rng.random_range(0..4)];
        let text: String = (0..length / 2).map(|_| char::from(b'a' + rng.random_range(0..26) as u8)).collect();
        let mut record = record(&id, step + 1, &text);
        record.company = (step % 3 == 0).then(somebody);
        store.save(&record, None).unwrap();
        past.push(Some(record));
    }
    if !is_killed {
        drop(store);
    }
    let read = |name: &str| fs::read(folder.0.join(name)).unwrap_or_default();
    (history, read("games.sqlite3"), read("games.sqlite3-wal"))
}

fn flip(rng: &mut Rng, bytes: &mut [u8], count: usize) {
    for _ in 0..count.min(bytes.len()) {
        let at = rng.random_range(0..bytes.len());
        bytes[at] ^= 1 << rng.random_range(0..8);
    }
}

#[test]
fn a_damaged_store_gives_what_was_kept_or_says_what_is_lost() {
    let mut rng = Rng::seed_from_u64(48);
    let stores: Vec<_> = (0..6).map(|number| store(&mut rng, number % 2 == 0)).collect();
    let folder = Folder::new("damaged");
    let at = |name: &str| folder.0.join(name);
    let (mut games, mut latest, mut refused, mut mended) = (0, 0, 0, 0);
    for case in 0..300 {
        let (history, file, log) = &stores[case % stores.len()];
        let (mut file, mut log) = (file.clone(), log.clone());
        let kind = case / stores.len() % 7;
        match kind {
            0 => flip(&mut rng, &mut file, 1),
            1 => {
                let count = rng.random_range(2..40);
                flip(&mut rng, &mut file, count);
            }
            2 => file.truncate(rng.random_range(0..file.len())),
            3 => log.truncate(rng.random_range(0..log.len() + 1)),
            4 => {
                let count = rng.random_range(1..9);
                flip(&mut rng, &mut log, count);
            }
            5 => {
                let pages = file.len() / 4_096;
                let (one, two) = (rng.random_range(0..pages), rng.random_range(0..pages));
                for offset in 0..4_096 {
                    file.swap(one * 4_096 + offset, two * 4_096 + offset);
                }
            }
            _ => {
                let begin = rng.random_range(0..file.len());
                let end = (begin + rng.random_range(1..9_000)).min(file.len());
                file[begin..end].fill([0, 0xff][case % 2]);
            }
        }
        for entry in fs::read_dir(&folder.0).unwrap() {
            fs::remove_file(entry.unwrap().path()).unwrap();
        }
        fs::write(at("games.sqlite3"), &file).unwrap();
        if !log.is_empty() {
            fs::write(at("games.sqlite3-wal"), &log).unwrap();
        }
        let store = match SqliteStore::open(Some(&folder.0)) {
            Ok(store) => store,
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("games.sqlite3"), "case {case}: {error}");
                assert_eq!(fs::read(at("games.sqlite3")).unwrap(), file, "case {case}: {error}");
                assert_eq!(fs::read(at("games.sqlite3-wal")).unwrap_or_default(), log, "case {case}: {error}");
                continue;
            }
        };
        let was_mended = at("games.damaged-1.sqlite3").exists();
        if was_mended {
            mended += 1;
            assert_eq!(fs::read(at("games.damaged-1.sqlite3")).unwrap(), file, "case {case}");
            assert_eq!(fs::read(at("games.damaged-1.sqlite3-wal")).unwrap_or_default(), log, "case {case}");
        }
        let mut found = 0;
        for (id, past) in history {
            games += 1;
            let now = past.last().unwrap();
            match store.load(id) {
                Ok(game) if game == *now => {
                    latest += 1;
                    found += usize::from(game.is_some());
                }
                // What it once was: only a damaged log may have had more, or a store that was mended.
                Ok(game) => {
                    let is_known = game.is_none() || past.contains(&game);
                    assert!(is_known, "case {case}, {id}: a game that never was");
                    assert!(was_mended || matches!(kind, 2..=4), "case {case}, {id}: lost in silence");
                    found += usize::from(game.is_some());
                }
                Err(error) => assert!(error.to_string().contains("damaged"), "case {case}, {id}: {error}"),
            }
        }
        // The list has the same.
        let everybody = store.list(None, None, 999, &Wanted::default()).unwrap();
        assert!(everybody.games.len() <= found);
        assert!(store.count().unwrap() >= found, "case {case}");
        // It can be written, and read again.
        let new = record("new", 1, "");
        store.save(&new, None).unwrap();
        drop(store);
        assert_eq!(SqliteStore::open(Some(&folder.0)).unwrap().load("new").unwrap(), Some(new), "case {case}");
    }
    eprintln!("300 damaged stores: {mended} mended, {refused} refused; {latest} of {games} games as they were last");
    assert!(latest * 10 >= games * 8 && refused <= 30 && mended >= 100);
}
