//! The text file of games that a tournament appends to.

use super::Error;
use crate::files::{self, FileError, MAX_RECORDS, NewFile};
use crate::locks::{self, Lock, LockOptions};
use crate::records::text::BEGINNING;
use crate::records::{GameRecord, RecordError, text};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// An open text file of games. No other process may write to it meanwhile.
#[derive(Debug)]
pub struct TextFile {
    path: PathBuf,
    file: File,
    _lock: Lock,
}

impl TextFile {
    /// Opens a file to append games to; half a game at its end, left by a program that was killed, is cut off. For a
    /// resumed tournament its games are passed in: they are rewritten, and those of other tournaments stay.
    ///
    /// # Errors
    /// [`Error`] if the file is in use, holds anything but games as text, or cannot be written.
    pub fn open(path: &Path, resumed: Option<(&str, &[GameRecord])>, locking: &LockOptions) -> Result<Self, Error> {
        let written = FileError::of(path, "written");
        let (mut file, mut lock) = locks::append(path, locking)?;
        let bytes = files::read_open(&mut file, MAX_RECORDS).map_err(FileError::of(path, "read"))?;
        let old = String::from_utf8_lossy(&bytes);
        let (games, whole) = whole_games(&old).map_err(|error| {
            let what = "it is not a text of games, so nothing is written to it";
            Error::request(format!("`{}`: {error}; {what}", path.display()))
        })?;
        if let Some((tournament, records)) = resumed {
            let others = games.iter().filter(|game| game.tournament != tournament);
            let mut new = NewFile::create(path)?;
            for record in others.chain(records) {
                new.write_all(text::write(record).as_bytes()).map_err(&written)?;
            }
            let file = lock.put(new)?;
            Ok(Self { path: path.to_path_buf(), file, _lock: lock })
        } else {
            // A whole game whose last line end is missing gets it; what is not UTF-8 is in no whole game.
            file.set_len(whole as u64).map_err(&written)?;
            let end = old[..whole].trim_end().len();
            let missing = if end == 0 { "" } else { &"\n\n"[(whole - end).min(2)..] };
            file.write_all(missing.as_bytes()).map_err(&written)?;
            Ok(Self { path: path.to_path_buf(), file, _lock: lock })
        }
    }

    /// Appends a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), FileError> {
        files::append_whole(&mut self.file, text::write(record).as_bytes())
            .map_err(FileError::of(&self.path, "written"))
    }
}

/// The games of a text whose last one may be cut off, and the length of the complete ones in bytes.
fn whole_games(text: &str) -> Result<(Vec<GameRecord>, usize), RecordError> {
    let error = match text::read(text) {
        Ok(games) => return Ok((games, text.len())),
        Err(error) => error,
    };
    let starts = || text.lines().map(|line| line.as_ptr() as usize - text.as_ptr() as usize);
    let is_start = |&at: &usize| text[at..].starts_with(BEGINNING) || BEGINNING.starts_with(&text[at..]);
    // If there is something wrong before the last game, that is not half of a game. The last line may look like the
    // beginning of one and be that of another tag.
    let starts: Vec<usize> = starts().filter(is_start).collect();
    let whole = starts.iter().rev().take(2).find_map(|&start| Some((text::read(&text[..start]).ok()?, start)));
    whole.ok_or(error)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::sample;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("quintet-text-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    fn open(path: &Path, resumed: Option<(&str, &[GameRecord])>) -> Result<TextFile, Error> {
        TextFile::open(path, resumed, &LockOptions::default())
    }

    #[test]
    fn a_text_cut_anywhere_is_gone_on_with() {
        let folder = folder("cut");
        let path = folder.join("games.txt");
        let mut other = sample();
        other.tournament = "another".into();
        let games = text::write(&other) + &text::write(&sample());
        let first = text::write(&other).len();
        for cut in first..games.len() {
            std::fs::write(&path, &games[..cut]).unwrap();
            let mut file = open(&path, None).unwrap();
            assert!(open(&path, None).unwrap_err().to_string().contains("is in use"));
            file.append(&sample()).unwrap();
            drop(file);
            let read = text::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
            // Only the last line end is not needed.
            let whole = if cut >= games.len() - 2 { 3 } else { 2 };
            assert_eq!(read.len(), whole, "cut at {cut}");
            std::fs::write(&path, &games[..cut]).unwrap();
            let mut file = open(&path, Some(("00", &[sample(), sample()]))).unwrap();
            assert!(open(&path, None).unwrap_err().to_string().contains("is in use"));
            file.append(&sample()).unwrap();
            let read = text::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(read, [other.clone(), sample(), sample(), sample()], "cut at {cut}");
        }
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_is_no_text_of_games_stays_as_it_is() {
        let folder = folder("other");
        let path = folder.join("notes.txt");
        for other in ["my notes", "{\"tournament\":\"", "my notes\n[Game \"chess\"]\n", "\n"] {
            std::fs::write(&path, other).unwrap();
            let empty = other.trim().is_empty();
            assert_eq!(open(&path, None).is_ok(), empty, "{other}");
            assert_eq!(open(&path, Some(("00", &[]))).is_ok(), empty, "{other}");
            assert!(empty || std::fs::read_to_string(&path).unwrap() == other);
        }
        std::fs::remove_dir_all(folder).unwrap();
    }
}
