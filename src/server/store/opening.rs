//! Opens the database of a folder: for writing, with a lock file beside it, or if it cannot be written, for reading
//! only. A damaged one is repaired first.

use super::layouts::{LAYOUT, bring_up, copy_aside, layout_of};
use super::mend::{Damaged, beside};
use super::scan::is_log_damaged;
use super::trouble::{Trouble, plain};
use crate::files;
use crate::locks::{LockError, LockFile, LockOptions};
use crate::sentence::{Sentence, foreign};
use crate::server::report;
use crate::server::says;
use crate::service::error::DeskError;
use crate::text::counted;
use rusqlite::backup::Backup;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// The database in its folder.
pub const NAME: &str = "games.sqlite3";
/// The lock beside it.
const LOCK: &str = "games.lock";
/// A database being repaired, and one ready to replace the damaged one.
const MENDING: &str = "games.mending.sqlite3";
const MENDED: &str = "games.mended.sqlite3";
/// How long to wait for a server that has just been killed.
const WAIT: Duration = Duration::from_secs(2);
/// The first bytes of an SQLite database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The longest log that is checked for damage, in bytes: SQLite keeps it at some megabytes.
const MAX_LOG: u64 = 1 << 30;

/// An open database.
pub struct Opened {
    /// The database.
    pub connection: Connection,
    /// Why nothing can be written, in words.
    pub closed: Option<Sentence>,
    /// The lock that keeps other servers off.
    pub lock: Option<LockFile>,
}

/// Opens the database of a folder, creating both if necessary.
///
/// # Errors
/// [`DeskError::Broken`] with a sentence that says why it cannot be used.
pub fn open(folder: &Path) -> Result<Opened, DeskError> {
    files::create_folder(folder).map_err(|error| {
        DeskError::Broken(foreign(format!(
            "the folder `{}` cannot be made: {}",
            folder.display(),
            plain(&error.source)
        )))
    })?;
    let path = folder.join(NAME);
    check_kind(&path)?;
    match lock(folder)? {
        Ok(lock) => {
            let opened = finish_mending(folder).and_then(|()| to_write(folder));
            let opened = match opened {
                Err(Trouble::Damaged(what)) => mend(folder, &what),
                opened => opened,
            };
            match opened {
                Ok(connection) => Ok(Opened { connection, closed: None, lock: Some(lock) }),
                Err(trouble) => look(folder, trouble, Some(lock)),
            }
        }
        Err(why) => look(folder, Trouble::Closed(foreign(why)), None),
    }
}

/// Refuses what cannot be a database.
///
/// # Errors
/// [`DeskError::Broken`].
pub fn check_kind(path: &Path) -> Result<(), DeskError> {
    let what = match fs::metadata(path) {
        Ok(found) if found.is_dir() => "a folder",
        Ok(found) if !found.is_file() => "not a regular file",
        _ => return Ok(()),
    };
    let sentence = format!("`{}` is {what}, not a store of games", path.display());
    Err(DeskError::Broken(foreign(sentence)))
}

/// The lock of a folder, or why it has none.
fn lock(folder: &Path) -> Result<Result<LockFile, String>, DeskError> {
    match LockFile::take(&folder.join(LOCK), &LockOptions { wait: WAIT, ..LockOptions::default() }) {
        Ok(lock) => Ok(Ok(lock)),
        Err(LockError::InUse(_) | LockError::TimedOut { .. }) => Err(DeskError::Broken(foreign(format!(
            "the games in `{}` are in use by another `quintet serve`; end it, or name another folder with `--data`",
            folder.display()
        )))),
        Err(LockError::File(error)) => Ok(Err(format!(
            "`{}` cannot be {}: {}; name another folder with `--data`, or keep nothing with `--no-files`",
            error.path.display(),
            error.what,
            plain(&error.source)
        ))),
        Err(error) => Ok(Err(plain(&error))),
    }
}

/// A refusal of a database as a whole.
fn refused(path: &Path, what: &str) -> Trouble {
    Trouble::Refused(DeskError::Broken(foreign(format!("`{}` {what}", path.display()))))
}

/// Checks the contents of a database.
fn check(connection: &Connection, path: &Path) -> Result<(), Trouble> {
    let layout = layout_of(connection)?;
    if layout > LAYOUT {
        let what = format!("is a store of games of version {layout}, written by a newer quintet");
        return Err(refused(path, &what));
    }
    // Our own may be without its version, if the first server was killed when it had just made it.
    let is_own = "SELECT (SELECT count(*) FROM sqlite_schema) = 0 OR \
        (SELECT count(*) FROM pragma_table_info('games') WHERE name IN ('id', 'updated', 'ended', 'record')) = 4";
    if !connection.query_row(is_own, [], |row| row.get::<_, bool>(0))? {
        return Err(refused(path, "is the database of another program; name another folder with `--data`"));
    }
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    match found.as_str() {
        "ok" => Ok(()),
        found => {
            let found = found.trim_start_matches("*** in database main ***").trim_start();
            Err(Trouble::Damaged(crate::text::sentence(found, 60, 120)))
        }
    }
}

/// Whether an existing file begins like a database.
fn begins_well(path: &Path) -> bool {
    use std::io::Read;
    let mut begin = Vec::new();
    let file = files::open_to_read(path).map_err(|error| error.source);
    let read = file.and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut begin));
    read.is_err() || begin.is_empty() || begin == MAGIC
}

fn to_write(folder: &Path) -> Result<Connection, Trouble> {
    let path = folder.join(NAME);
    let log = beside(&path, "-wal");
    if fs::metadata(&path).is_ok_and(|found| found.len() == 0) && !log.exists() {
        report::once(&format!("`{}` was empty, so a new store of games begins", path.display()));
    }
    if !begins_well(&path) {
        return Err(Trouble::Damaged("it does not begin like an SQLite database".to_string()));
    }
    if files::read(&log, MAX_LOG).is_ok_and(|log| is_log_damaged(&log)) {
        return Err(Trouble::Damaged("its write-ahead log is damaged".to_string()));
    }
    let mut connection = Connection::open(&path)?;
    // A damaged one is not to be touched.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.busy_timeout(WAIT)?;
    check(&connection, &path)?;
    if connection.is_readonly("main")? {
        return Err(Trouble::Closed(says::write_protected()));
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
    let layout = layout_of(&connection)?;
    if (1..LAYOUT).contains(&layout) {
        copy_aside(&connection, &folder.join(format!("games.layout-{layout}.sqlite3"))).map_err(Trouble::Refused)?;
    }
    // Of a removed game nothing stays, so that nothing of it comes back when a damaged store is mended.
    let modes = "PRAGMA secure_delete = ON; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";
    connection.execute_batch(modes)?;
    if layout < LAYOUT {
        bring_up(&mut connection, LAYOUT)?;
    }
    Ok(connection)
}

/// Puts what is intact into a new database, sets the damaged one aside, and opens the new one.
fn mend(folder: &Path, what: &str) -> Result<Connection, Trouble> {
    let path = folder.join(NAME);
    let closed = |error: std::io::Error| {
        Trouble::Closed(foreign(format!("it is damaged and cannot be repaired: {}", plain(&error))))
    };
    let damaged = Damaged::read(&path).map_err(|error| closed(error.source))?;
    let mending = folder.join(MENDING);
    for ending in ["", "-journal"] {
        // Of one that was killed.
        let _ = fs::remove_file(beside(&mending, ending));
    }
    let mended = {
        let mut new = Connection::open(&mending)?;
        damaged.rescue(&path, &mut new)
    };
    let mended = mended.inspect_err(|_| drop(fs::remove_file(&mending)))?;
    if mended.kept == 0 {
        let _ = fs::remove_file(&mending);
        let what = match begins_well(&path) {
            true => format!("cannot be used: {what}, and no game can be read from it"),
            false => "is not an SQLite database, so it is not a store of games".to_string(),
        };
        return Err(refused(&path, &format!("{what}; move it away, or name another folder with `--data`")));
    }
    let copy = damaged.copy_aside(folder);
    let copy = copy.inspect_err(|_| drop(fs::remove_file(&mending))).map_err(closed)?;
    drop(damaged);
    fs::rename(&mending, folder.join(MENDED)).map_err(closed)?;
    finish_mending(folder)?;
    report::once(&format!(
        "the store of games was damaged ({what}): {} kept, {} of them as they were earlier, {} could not be read; the damaged \
         store is `{}`",
        counted(mended.kept, "game"),
        mended.earlier,
        mended.lost,
        copy.display()
    ));
    to_write(folder)
}

/// Replaces the damaged database by the repaired one. That is complete, and the other has been copied, so this can be
/// repeated if it was interrupted.
fn finish_mending(folder: &Path) -> Result<(), Trouble> {
    let (mended, path) = (folder.join(MENDED), folder.join(NAME));
    if !mended.exists() {
        return Ok(());
    }
    for ending in ["-wal", "-shm", "-journal"] {
        // The log of the damaged one would be taken for that of the new one.
        match fs::remove_file(beside(&path, ending)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(Trouble::Closed(foreign(plain(&error))));
            }
            _ => {}
        }
    }
    fs::rename(&mended, &path).map_err(|error| Trouble::Closed(foreign(plain(&error))))
}

/// Opens a database that cannot be written, for reading only.
fn look(folder: &Path, trouble: Trouble, lock: Option<LockFile>) -> Result<Opened, DeskError> {
    let why = match trouble {
        Trouble::Closed(why) => why,
        Trouble::Damaged(why) => foreign(why),
        Trouble::Refused(error) => return Err(error),
    };
    let path = folder.join(NAME);
    if fs::metadata(&path).map_or(true, |found| found.len() == 0) {
        let what = format!("no games can be kept in `{}`: {why}", folder.display());
        return Err(DeskError::Broken(foreign(what)));
    }
    let connection = match to_read(&path) {
        Ok(connection) => connection,
        Err(Trouble::Refused(error)) => return Err(error),
        // What SQLite cannot read without writing beside it is read from the bytes.
        Err(Trouble::Closed(_) | Trouble::Damaged(_)) => in_memory(&path)?,
    };
    report::once(&format!(
        "the games in `{}` can only be looked at ({why}): turns, new games and deletions are refused",
        folder.display()
    ));
    Ok(Opened { connection, closed: Some(why), lock })
}

/// Opens a database to read it, without writing anything.
///
/// # Errors
/// [`Trouble`].
pub fn to_read(path: &Path) -> Result<Connection, Trouble> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let checked = |connection: Connection| {
        connection.busy_timeout(WAIT)?;
        check(&connection, path)?;
        Ok(connection)
    };
    let opened = Connection::open_with_flags(path, flags).map_err(Trouble::from).and_then(checked);
    let has_log = fs::metadata(beside(path, "-wal")).is_ok_and(|log| log.len() > 0);
    let connection = match opened {
        Err(Trouble::Closed(_)) if !has_log => {
            // Nobody can write it, so it has no log and needs none.
            let name: String = path.to_string_lossy().bytes().map(|byte| format!("%{byte:02x}")).collect();
            checked(Connection::open_with_flags(format!("file:{name}?immutable=1"), flags)?)?
        }
        opened => opened?,
    };
    if layout_of(&connection)? == LAYOUT {
        return Ok(connection);
    }
    // One of before is brought up in memory.
    let mut copy = Connection::open_in_memory()?;
    Backup::new(&connection, &mut copy)?.step(-1)?;
    bring_up(&mut copy, LAYOUT)?;
    Ok(copy)
}

/// The intact part of a database, in memory.
fn in_memory(path: &Path) -> Result<Connection, DeskError> {
    let broken = |error: String| DeskError::Broken(foreign(format!("`{}` cannot be read: {error}", path.display())));
    let damaged = Damaged::read(path).map_err(|error| broken(plain(&error.source)))?;
    let mut connection = Connection::open_in_memory().map_err(|error| broken(error.to_string()))?;
    let mended = damaged.rescue(path, &mut connection).map_err(|error| broken(error.to_string()))?;
    if mended.kept == 0 {
        return Err(broken("no game in it is whole".to_string()));
    }
    if mended.lost > 0 {
        report::once(&format!(
            "`{}` is damaged: {} can be looked at, {} cannot be read",
            path.display(),
            counted(mended.kept, "game"),
            mended.lost
        ));
    }
    Ok(connection)
}
