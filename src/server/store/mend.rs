//! Repairs a damaged store: what is intact goes into a new one, and the damaged one stays beside it.

use super::layouts::{LAYOUT, bring_up, row_sum};
use super::scan::{Pages, named};
use crate::files::{self, FileError};
use crate::service::kept_game::KeptGame;
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, params_from_iter};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The largest store that is repaired, in bytes: it is read into memory.
const MAX_STORE: u64 = 4 << 30;

/// How many games were saved, and how many are known but could not be read completely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mended {
    /// The games saved.
    pub kept: usize,
    /// Those of them in an earlier state, without the latest turns.
    pub earlier: usize,
    /// The games lost.
    pub lost: usize,
}

/// The bytes of a database and of its write-ahead log.
pub struct Damaged {
    file: Vec<u8>,
    log: Vec<u8>,
}

/// A file beside a database, such as its write-ahead log.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl Damaged {
    /// Reads a database.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let log = match files::read(&beside(path, "-wal"), MAX_STORE) {
            Err(error) if error.is_missing() => Vec::new(),
            log => log?,
        };
        Ok(Self { file: files::read(path, MAX_STORE)?, log })
    }

    /// Saves it as it is under a new name in the folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn copy_aside(&self, folder: &Path) -> io::Result<PathBuf> {
        let write = |path: &Path, bytes: &[u8]| {
            let mut file = files::create_only(path)?;
            let written = file.write_all(bytes).and_then(|()| file.sync_all());
            if written.is_err() {
                let _ = fs::remove_file(path);
            }
            written
        };
        for number in 1..1_000 {
            let path = folder.join(format!("games.damaged-{number}.sqlite3"));
            match write(&path, &self.file) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) if self.log.is_empty() => return Ok(path),
                Ok(()) => {
                    let written = write(&beside(&path, "-wal"), &self.log);
                    return written.inspect_err(|_| drop(fs::remove_file(&path))).map(|()| path);
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Puts all intact games into a new database, with what SQLite can still read of other tables. `at` is the place of
    /// the damaged one.
    ///
    /// # Errors
    /// If the new one cannot be written.
    pub fn rescue(&self, at: &Path, new: &mut Connection) -> rusqlite::Result<Mended> {
        let pages = Pages::new(&self.file, &self.log);
        let layout = pages.layout().filter(|layout| (1..=LAYOUT).contains(layout)).unwrap_or(LAYOUT);
        bring_up(new, layout)?;
        let names: Vec<String> = {
            let mut columns = new.prepare("SELECT name FROM pragma_table_info('games') ORDER BY cid")?;
            columns.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?
        };
        let (mut known, mut whole) = (BTreeSet::new(), BTreeMap::new());
        for (is_earlier, row) in pages.rows() {
            let Some(id) = id_of(&row).filter(|_| row.len() == names.len()) else { continue };
            let row = named(&names, row);
            let revision = revision(&row);
            // An earlier state of a page has what was changed since then, or deleted: it counts only where the latest is
            // damaged.
            if is_earlier && whole.get(&id).is_some_and(|(found, _, is_earlier)| !is_earlier || *found >= revision) {
                continue;
            }
            if !is_earlier {
                known.insert(id.clone());
            }
            if revision.is_some() && whole.get(&id).is_none_or(|(found, ..)| *found < revision) {
                whole.insert(id, (revision, row, is_earlier));
            }
        }
        let old = Connection::open_with_flags(at, OpenFlags::SQLITE_OPEN_READ_ONLY);
        if let Ok(old) = &old {
            known.extend(ids(old));
        }
        whole.retain(|id, (.., is_earlier)| !*is_earlier || known.contains(id));
        let places: Vec<String> = (1..=names.len()).map(|place| format!("?{place}")).collect();
        let transaction = new.transaction()?;
        let (mut kept, mut earlier) = (0, 0);
        {
            let insert = format!("INSERT OR IGNORE INTO games ({}) VALUES ({})", names.join(", "), places.join(", "));
            let mut insert = transaction.prepare(&insert)?;
            for (_, row, is_earlier) in whole.values() {
                let values = names.iter().map(|name| row.get(name.as_str()).unwrap_or(&Value::Null));
                let inserted = insert.execute(params_from_iter(values))?;
                kept += inserted;
                earlier += usize::from(*is_earlier) * inserted;
                if let (Some(Value::Integer(number)), Some(record)) = (row.get("number"), record(row)) {
                    note_people(&transaction, *number, &record)?;
                }
            }
        }
        if let Ok(old) = &old {
            copy_others(old, &transaction)?;
        }
        transaction.commit()?;
        bring_up(new, LAYOUT)?;
        Ok(Mended { kept, earlier, lost: known.len().saturating_sub(kept) })
    }
}

/// Records the owner of a game, if that has changed.
///
/// # Errors
/// The error from SQLite.
pub fn note_people(connection: &Connection, number: i64, record: &KeptGame) -> rusqlite::Result<()> {
    let people = match &record.company {
        None => vec![""],
        Some(company) => company.people().into_iter().map(|person| person.name()).collect(),
    };
    let mut known = connection.prepare_cached("SELECT person FROM people WHERE number = ?1 ORDER BY person")?;
    let known: Vec<String> = known.query_map([number], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    if known == people {
        return Ok(());
    }
    connection.execute("DELETE FROM people WHERE number = ?1", [number])?;
    let mut insert = connection.prepare_cached("INSERT INTO people (person, number) VALUES (?1, ?2)")?;
    for person in people {
        insert.execute(rusqlite::params![person, number])?;
    }
    Ok(())
}

/// The name of a game at the beginning of what may be its row.
fn id_of(row: &[Value]) -> Option<String> {
    let is_name = |id: &str| (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match row.first() {
        Some(Value::Text(id)) if is_name(id) => Some(id.clone()),
        _ => None,
    }
}

fn record(row: &HashMap<&str, Value>) -> Option<KeptGame> {
    let Some(Value::Text(record)) = row.get("record") else { return None };
    serde_json::from_str(record).ok()
}

/// The revision of the game in an intact row.
fn revision(row: &HashMap<&str, Value>) -> Option<u64> {
    let (Some(Value::Text(id)), Some(Value::Integer(updated)), Some(Value::Text(text))) =
        (row.get("id"), row.get("updated"), row.get("record"))
    else {
        return None;
    };
    let ended = match row.get("ended") {
        Some(Value::Text(ended)) => Some(ended.as_str()),
        Some(Value::Null) => None,
        _ => return None,
    };
    // Rows of before have no checksum.
    let is_whole = match (row.get("number"), row.get("sum")) {
        (None, None) => true,
        (Some(Value::Integer(number)), Some(Value::Integer(sum))) => {
            row_sum(id, *updated, ended, text, *number) == *sum
        }
        _ => false,
    };
    record(row).filter(|record| is_whole && record.id == *id).map(|record| record.revision)
}

/// The names of all games that SQLite finds.
fn ids(old: &Connection) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for order in ["id", "id DESC", "rowid", "rowid DESC"] {
        let Ok(mut select) = old.prepare(&format!("SELECT id FROM games ORDER BY {order}")) else { continue };
        let Ok(rows) = select.query_map([], |row| row.get::<_, String>(0)) else { continue };
        found.extend(rows.map_while(Result::ok).filter(|id| id_of(&[Value::Text(id.clone())]).is_some()));
    }
    found
}

/// Copies what can be read of tables other than those of games and people.
fn copy_others(old: &Connection, new: &Connection) -> rusqlite::Result<()> {
    let select = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('games', 'people') \
                  AND name NOT LIKE 'sqlite_%'";
    let mut select = new.prepare(select)?;
    let names = select.query_map([], |row| row.get::<_, String>(0))?.collect::<rusqlite::Result<Vec<_>>>()?;
    for name in names {
        let Ok(mut select) = old.prepare(&format!("SELECT * FROM \"{name}\"")) else { continue };
        let count = select.column_count();
        let places = vec!["?"; count].join(", ");
        let mut insert = new.prepare(&format!("INSERT OR IGNORE INTO \"{name}\" VALUES ({places})"))?;
        let Ok(mut rows) = select.query([]) else { continue };
        while let Ok(Some(row)) = rows.next() {
            let values: rusqlite::Result<Vec<Value>> = (0..count).map(|column| row.get(column)).collect();
            if let Ok(values) = values {
                insert.execute(params_from_iter(values))?;
            }
        }
    }
    Ok(())
}
