//! The files of work shared by several machines, each with the records of some games, read as if they were one.

use super::TrainError;
use super::range::GameRange;
use super::stored::{Stored, StoredReader};
use std::iter::Take;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// The first line of a file with the records of only some games, made as `about` says.
pub fn about_part(about: &str, games: GameRange) -> String {
    format!("{about}, games {games}")
}

/// A file with the records of the games from `from` up to but not including `to`, if it is complete.
#[derive(Clone, Debug)]
struct PartFile {
    path: PathBuf,
    from: u64,
    to: u64,
}

/// The games in a file whose records were made as `about` says. One that is not a part has the first games.
fn find<T: Stored>(path: PathBuf, about: &str) -> Result<PartFile, TrainError> {
    let reader = match StoredReader::<T>::open(&path) {
        Err(error) if error.is_missing() => {
            return Err(TrainError::Missing(format!("{} is missing", path.display())));
        }
        reader => reader?,
    };
    let rest = reader.about().and_then(|found| found.strip_prefix(about));
    if rest == Some("") {
        return Ok(PartFile { to: count(reader)?, from: 0, path });
    }
    match rest.and_then(|rest| rest.strip_prefix(", games ")).map(str::parse) {
        Some(Ok(GameRange { from, to })) => Ok(PartFile { path, from, to }),
        _ => Err(TrainError::Mismatch { found: reader.shown(), expected: about.to_string(), path }),
    }
}

fn count<T: Stored>(reader: StoredReader<T>) -> Result<u64, TrainError> {
    let mut number = 0;
    for record in reader {
        record?;
        number += 1;
    }
    Ok(number)
}

/// The records of all parts in the order of their games. If one is missing, the next item is [`TrainError::Missing`].
#[derive(Debug)]
pub struct JoinedParts<T> {
    /// In the order of their games.
    parts: Vec<PartFile>,
    /// The next part to open.
    next: usize,
    reader: Option<Take<StoredReader<T>>>,
    /// Records read so far.
    number: u64,
    /// The name of the records, for sentences.
    game: String,
    of: PhantomData<T>,
}

impl<T: Stored> JoinedParts<T> {
    /// The records of these files, made as `about` says, which starts with the name of the game.
    ///
    /// # Errors
    /// [`TrainError::Missing`] if one is not there, [`TrainError::Mismatch`] if one was made in another way,
    /// [`TrainError::Overlap`] if two have the same game, [`TrainError::File`].
    pub fn open(paths: impl IntoIterator<Item = PathBuf>, about: &str) -> Result<Self, TrainError> {
        let parts = paths.into_iter().map(|path| find::<T>(path, about));
        let mut parts = parts.collect::<Result<Vec<_>, _>>()?;
        parts.sort_by_key(|part| (part.from, part.to));
        if let Some((a, b)) = parts.iter().zip(&parts[1.min(parts.len())..]).find(|(a, b)| b.from < a.to) {
            return Err(TrainError::Overlap { paths: [a.path.clone(), b.path.clone()], game: b.from });
        }
        let game = about.split(',').next().unwrap_or_default().to_string();
        Ok(Self { parts, next: 0, reader: None, number: 0, game, of: PhantomData })
    }

    /// The file that the last record came from.
    pub fn path(&self) -> &Path {
        self.parts[..self.next].last().map_or(Path::new(""), |part| &part.path)
    }

    /// How many games there are if none is missing.
    pub fn games(&self) -> u64 {
        self.parts.last().map_or(0, |part| part.to)
    }

    /// The games without a record in any part, for a sentence; `to` is how many there should be.
    ///
    /// # Errors
    /// [`TrainError::File`].
    pub fn missing(&self, to: u64) -> Result<TrainError, TrainError> {
        let mut missing: Vec<GameRange> = Vec::new();
        let mut note = |from: u64, to: u64| match missing.last_mut() {
            Some(last) if last.to == from => last.to = to,
            _ => missing.push(GameRange { from, to }),
        };
        let mut known = 0;
        for part in &self.parts {
            if known < part.from {
                note(known, part.from);
            }
            let found = part.from + count(StoredReader::<T>::open(&part.path)?)?;
            if found < part.to {
                note(found, part.to);
            }
            known = part.to;
        }
        if known < to {
            note(known, to);
        }
        let list: Vec<String> = missing.iter().map(GameRange::to_string).collect();
        Ok(TrainError::Missing(format!("the games {} of `{}` are missing", list.join(", "), self.game)))
    }

    fn read(&mut self) -> Result<Option<T>, TrainError> {
        loop {
            if let Some(record) = self.reader.as_mut().and_then(Iterator::next) {
                self.number += 1;
                return Ok(Some(record?));
            }
            let known = self.parts[..self.next].last().map_or(0, |part| part.to);
            let Some(part) = self.parts.get(self.next).filter(|_| self.number == known) else {
                return if self.number < self.games() { Err(self.missing(self.games())?) } else { Ok(None) };
            };
            if part.from > self.number {
                return Err(self.missing(self.games())?);
            }
            self.reader = Some(StoredReader::open(&part.path)?.take((part.to - part.from) as usize));
            self.next += 1;
        }
    }
}

impl<T: Stored> Iterator for JoinedParts<T> {
    type Item = Result<T, TrainError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
