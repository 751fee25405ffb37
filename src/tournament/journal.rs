//! The file of JSON Lines that a tournament appends its finished games to, each in one piece as soon as it is over.

use super::Error;
use crate::files::{self, MAX_RECORDS};
use crate::records::{GameRecord, parse};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file that games are appended to. Nobody else may write to it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// When what was written was last known to be on the disk.
    synced: Instant,
}

/// So much of what was played may be lost when the power fails.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

impl Journal {
    /// Opens a new file, or with `resume` one that may hold games already, which are returned. What is left of a game
    /// in the middle of whose writing the program was killed is cut off.
    ///
    /// # Errors
    /// [`Error`] if the file holds games and is not to be continued, holds anything else, is in use, or cannot be read or
    /// written.
    pub fn open(path: &Path, resume: bool) -> Result<(Self, Vec<GameRecord>), Error> {
        let mut file = lock(path)?;
        let bytes = files::read_open(&mut file, MAX_RECORDS).map_err(Error::file(path, "read"))?;
        let (records, rest) = parse(path, &bytes)?;
        if !bytes.is_empty() && !resume {
            let what = "holds games already; `--resume` continues them, another name begins anew";
            return Err(Error::request(format!("`{}` {what}", path.display())));
        }
        if rest > 0 {
            let whole = (bytes.len() - rest) as u64;
            file.set_len(whole).map_err(Error::file(path, "written"))?;
        } else if bytes.last().is_some_and(|&byte| byte != b'\n') {
            file.write_all(b"\n").map_err(Error::file(path, "written"))?;
        }
        Ok((Self { path: path.to_path_buf(), file, synced: Instant::now() }, records))
    }

    /// Appends a game; it is with the operating system when this returns, and within a second or with
    /// [`Journal::sync`] on the disk.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn append(&mut self, record: &GameRecord) -> Result<(), Error> {
        let line = serde_json::to_string(record).map_err(|error| Error::Request(error.to_string()))?;
        append_whole(&mut self.file, (line + "\n").as_bytes()).map_err(Error::file(&self.path, "written"))?;
        if self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Waits until all games are on the disk.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn sync(&mut self) -> Result<(), Error> {
        self.synced = Instant::now();
        self.file.sync_data().map_err(Error::file(&self.path, "written"))
    }
}

/// Opens a file to append games to, which no other tournament appends to.
///
/// # Errors
/// [`Error`] if one does, or the file cannot be written.
pub fn lock(path: &Path) -> Result<File, Error> {
    let file = files::append(path).map_err(Error::file(path, "written"))?;
    if file.try_lock().is_err() {
        return Err(Error::request(format!("`{}` is in use by another tournament", path.display())));
    }
    Ok(file)
}

/// Appends all of `bytes`, or on a full disk nothing of them.
///
/// # Errors
/// If they cannot be written.
pub fn append_whole(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    let before = file.metadata()?.len();
    let written = file.write_all(bytes);
    if written.is_err() {
        // If that fails, too, the reader cuts it off.
        let _ = file.set_len(before);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{read, sample};
    use std::fs;

    #[test]
    fn a_half_written_game_is_cut_off_and_a_broken_one_reported() {
        let folder = std::env::temp_dir().join(format!("quintet-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("games.jsonl");
        let _ = fs::remove_file(&path);
        let (mut journal, none) = Journal::open(&path, false).unwrap();
        assert!(none.is_empty());
        journal.append(&sample()).unwrap();
        assert!(Journal::open(&path, true).is_err(), "in use");
        drop(journal);
        assert!(Journal::open(&path, false).is_err(), "not to be overwritten");
        File::options().append(true).open(&path).unwrap().write_all(b"{\"tournament\":\"00\",\"nu").unwrap();
        assert_eq!(read(&path).unwrap(), [sample()]);
        let (mut journal, found) = Journal::open(&path, true).unwrap();
        assert_eq!(found.len(), 1);
        journal.append(&sample()).unwrap();
        assert_eq!(read(&path).unwrap(), [sample(), sample()]);
        fs::write(&path, "{\"half\n{}\n").unwrap();
        assert!(read(&path).unwrap_err().to_string().starts_with("line 1 of"));
        drop(journal);
        for other in ["no games", "{\"half", "{\"tournament\": 5", "\n\nmy notes", "{}"] {
            fs::write(&path, other).unwrap();
            assert!(Journal::open(&path, true).is_err() && Journal::open(&path, false).is_err(), "{other}");
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}
