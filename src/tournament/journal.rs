//! The JSON Lines file that a tournament appends its finished games to, each in one write as soon as it is over.

use super::Error;
use crate::files::{self, FileError, MAX_RECORDS, NewFile};
use crate::locks::{self, Lock, LockOptions};
use crate::records::{GameRecord, RecordLine, record_lines};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file that games are appended to. No other process may write to it meanwhile.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    lock: Lock,
    repair: Option<Repair>,
    /// When everything written was last known to be on the disk.
    synced: Instant,
    is_dirty: bool,
}

/// What to do to a file before games are appended to it.
#[derive(Debug)]
enum Repair {
    /// Half a line at its end is removed, and a last line without a line end gets one.
    Cut { length: u64, last_is_open: bool },
    /// Only these lines stay.
    Rewrite(Vec<u8>),
}

/// How much of what was played a power failure may lose.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// The contents of a file of games when it was opened.
#[derive(Debug, Default)]
pub struct Kept {
    /// Its games, each once.
    pub records: Vec<GameRecord>,
    /// What was dropped from it, in sentences.
    pub notes: Vec<String>,
}

impl Journal {
    /// Opens a new file, or with `resume` one that may already hold games, which are returned. Dropped are partial
    /// games (the program or machine died while writing), duplicates, and rounds of a match with an earlier round
    /// missing.
    ///
    /// # Errors
    /// [`Error`] if the file holds games without `resume`, holds anything else, is in use, or cannot be read or
    /// written.
    pub fn open(path: &Path, resume: bool, locking: &LockOptions) -> Result<(Self, Kept), Error> {
        let (mut file, lock) = locks::append(path, locking)?;
        let bytes = files::read_open(&mut file, MAX_RECORDS).map_err(FileError::of(path, "read"))?;
        let lines = record_lines(path, &bytes)?;
        if !bytes.is_empty() && !resume {
            let what = "already holds games; `--resume` continues them, another file name starts anew";
            return Err(Error::request(format!("`{}` {what}", path.display())));
        }
        let mut kept = Kept::default();
        let (mut whole, mut end) = (Vec::new(), 0);
        let rounds = whole_rounds(&lines);
        let mut seen = FxHashSet::default();
        for line in lines {
            let text = &bytes[line.bytes.clone()];
            let follows = line.record.as_ref().is_some_and(|record| {
                let rounds = rounds.get(&(record.tournament.clone(), record.number));
                record.round.as_ref().is_none_or(|round| rounds.is_some_and(|whole| round.round <= *whole))
            });
            match line.record {
                None if line.bytes.end == bytes.len() => {}
                None => {
                    kept.notes.push(format!("line {} of `{}` is torn and was dropped", line.number, path.display()))
                }
                Some(record) if !seen.insert(record.key()) => {
                    kept.notes.push(format!("game {} was in `{}` twice; one is kept", record.number, path.display()));
                }
                Some(GameRecord { number, .. }) if !follows => {
                    let what = "a round before it is missing; it is played again";
                    kept.notes.push(format!("a round of game {number} in `{}` was dropped: {what}", path.display()));
                }
                Some(record) => {
                    whole.push(text);
                    end = line.bytes.end;
                    kept.records.push(record);
                }
            }
        }
        let last_is_open = whole.last().is_some_and(|line| line.last() != Some(&b'\n'));
        let repair = match kept.notes.is_empty() {
            true => Repair::Cut { length: end as u64, last_is_open },
            false if last_is_open => Repair::Rewrite([&whole.concat()[..], b"\n"].concat()),
            false => Repair::Rewrite(whole.concat()),
        };
        let synced = Instant::now();
        Ok((Self { path: path.to_path_buf(), file, lock, repair: Some(repair), synced, is_dirty: false }, kept))
    }

    /// Removes from the file what is to be dropped. Until then, or until the first game is appended, it stays as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn repair(&mut self) -> Result<(), FileError> {
        let failed = FileError::of(&self.path, "written");
        match self.repair.take() {
            None => Ok(()),
            Some(Repair::Cut { length, last_is_open }) => {
                let end = if last_is_open { &b"\n"[..] } else { &[] };
                let cut = match self.file.metadata().map(|now| now.len()) {
                    Ok(now) if now == length => Ok(()),
                    _ => self.file.set_len(length),
                };
                cut.and_then(|()| self.file.write_all(end)).map_err(failed)
            }
            Some(Repair::Rewrite(lines)) => {
                let mut new = NewFile::create(&self.path)?;
                new.write_all(&lines).map_err(failed)?;
                self.file = self.lock.put(new)?;
                Ok(())
            }
        }
    }

    /// Appends a game; it is with the operating system when this returns, and with [`Journal::sync`] on the disk.
    ///
    /// # Errors
    /// [`Error::File`].
    pub fn append(&mut self, record: &GameRecord) -> Result<(), Error> {
        self.repair()?;
        let line = serde_json::to_string(record).map_err(|error| Error::Request(error.to_string()))?;
        files::append_whole(&mut self.file, (line + "\n").as_bytes()).map_err(FileError::of(&self.path, "written"))?;
        self.is_dirty = true;
        Ok(self.sync_if_due()?)
    }

    /// Waits until all games are on the disk, if the last time is more than a second ago. Call this repeatedly.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync_if_due(&mut self) -> Result<(), FileError> {
        if self.is_dirty && self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Waits until all games are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn sync(&mut self) -> Result<(), FileError> {
        (self.synced, self.is_dirty) = (Instant::now(), false);
        self.file.sync_data().map_err(FileError::of(&self.path, "written"))
    }
}

/// How many consecutive rounds of each match there are from the first on, by tournament and number of the game.
fn whole_rounds(lines: &[RecordLine]) -> FxHashMap<(String, u64), u32> {
    let mut rounds: FxHashMap<(String, u64), Vec<u32>> = FxHashMap::default();
    for record in lines.iter().filter_map(|line| line.record.as_ref()) {
        if let Some(round) = &record.round {
            rounds.entry((record.tournament.clone(), record.number)).or_default().push(round.round);
        }
    }
    let whole = |mut rounds: Vec<u32>| {
        rounds.sort_unstable();
        rounds.dedup();
        (1..).zip(rounds).take_while(|(expected, round)| expected == round).count() as u32
    };
    rounds.into_iter().map(|(game, rounds)| (game, whole(rounds))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record_files::read;
    use crate::tournament::sample;
    use std::fs;

    fn open(path: &Path, resume: bool) -> Result<(Journal, Kept), Error> {
        Journal::open(path, resume, &LockOptions::default())
    }

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("quintet-journal-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    fn game(number: u64) -> GameRecord {
        GameRecord { number, ..sample() }
    }

    #[test]
    fn a_half_written_game_is_cut_off_and_a_broken_one_reported() {
        let folder = folder("half");
        let path = folder.join("games.jsonl");
        let (mut journal, none) = open(&path, false).unwrap();
        assert!(none.records.is_empty());
        journal.append(&game(1)).unwrap();
        let error = open(&path, true).unwrap_err().to_string();
        assert!(error.contains("is in use by another process"), "{error}");
        drop(journal);
        assert!(open(&path, false).unwrap_err().to_string().contains("already holds games"));
        File::options().append(true).open(&path).unwrap().write_all(b"{\"tournament\":\"00\",\"nu").unwrap();
        assert_eq!(read(&path).unwrap(), [game(1)]);
        let (mut journal, kept) = open(&path, true).unwrap();
        assert_eq!((&kept.records[..], kept.notes.len()), (&[game(1)][..], 0));
        journal.append(&game(2)).unwrap();
        assert_eq!(read(&path).unwrap(), [game(1), game(2)]);
        fs::write(&path, "{\"half\n{}\n").unwrap();
        assert!(read(&path).unwrap_err().to_string().starts_with("line 1 of"));
        drop(journal);
        for other in
            ["no games", "{\"half", "{\"tournament\": 5", "\n\nmy notes", "{}", "\u{1}\0 an image", "\0\0\u{7f}ELF\0"]
        {
            fs::write(&path, other).unwrap();
            for resume in [true, false] {
                let error = open(&path, resume).unwrap_err().to_string();
                assert!(error.starts_with("line "), "{other}: {error}");
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), other);
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn torn_lines_and_doubles_are_dropped_and_all_else_stays_as_it_is() {
        let folder = folder("torn");
        let path = folder.join("games.jsonl");
        let line = |number| serde_json::to_string(&game(number)).unwrap() + "\n";
        let torn = &line(2)[..60];
        let text = [&line(1), torn, &line(3), &line(4), &line(1), "\0\0\0\n", &line(5)].concat();
        fs::write(&path, &text).unwrap();
        let (mut journal, kept) = open(&path, true).unwrap();
        assert_eq!(kept.records, [1, 4, 5].map(game));
        let notes = kept.notes.join("\n");
        assert!(
            notes.contains("line 2 of") && notes.contains("line 5 of") && notes.contains("game 1 was in"),
            "{notes}"
        );
        assert_eq!(fs::read(&path).unwrap(), text.as_bytes(), "not touched before it is to be");
        assert!(open(&path, true).unwrap_err().to_string().contains("is in use"));
        journal.append(&game(6)).unwrap();
        assert!(open(&path, true).unwrap_err().to_string().contains("is in use"));
        assert_eq!(fs::read_to_string(&path).unwrap(), [1, 4, 5, 6].map(line).concat());
        drop(journal);
        let (journal, kept) = open(&path, true).unwrap();
        assert_eq!((kept.records.len(), kept.notes), (4, Vec::<String>::new()));
        drop(journal);
        // The last line lacks its end.
        fs::write(&path, [&line(1), torn, line(4).trim_end()].concat()).unwrap();
        let (mut journal, _) = open(&path, true).unwrap();
        journal.append(&game(5)).unwrap();
        assert_eq!(read(&path).unwrap(), [game(1), game(5)], "the torn one took the last along");
        drop(journal);
        fs::write(&path, [&line(1), "\0\n", line(4).trim_end()].concat()).unwrap();
        let (mut journal, _) = open(&path, true).unwrap();
        journal.append(&game(5)).unwrap();
        assert_eq!(read(&path).unwrap(), [1, 4, 5].map(game));
        fs::remove_dir_all(&folder).unwrap();
    }
}
