//! The file that the answers of a batch are appended to.

use super::answer_file::AnswerFile;
use super::request_file::RequestFile;
use super::{BatchConfig, BatchError};
use crate::files::{self, FileError};
use crate::locks::{self, Lock};
use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

/// How much of the answers a power failure may lose.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// The file that answers are appended to. No other process may write to it meanwhile.
pub struct AnswerWriter<'a> {
    path: &'a Path,
    file: File,
    _lock: Lock,
    /// When everything written was last known to be on the disk.
    synced: Instant,
    is_dirty: bool,
}

impl<'a> AnswerWriter<'a> {
    /// Opens the file of the answers to a part of `all` requests. With `resume`, reads what it holds and returns how
    /// many requests of the part are answered; anything after the last complete answer is cut off, and `requests`
    /// continues after it.
    ///
    /// # Errors
    /// [`BatchError`] if it is in use, holds answers without `resume`, holds answers other than those to the first of
    /// these requests, or cannot be read or written.
    pub fn open(config: &'a BatchConfig, all: u64, requests: &mut RequestFile) -> Result<(Self, u64), BatchError> {
        let path = &config.answers;
        let (file, lock) = locks::append(path, &config.locking)?;
        let answered = resume(config, all, requests, &file)?;
        Ok((Self { path, file, _lock: lock, synced: Instant::now(), is_dirty: false }, answered))
    }

    /// Appends all of `bytes`, or none of them on a full disk.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), FileError> {
        files::append_whole(&mut self.file, bytes).map_err(FileError::of(self.path, "written"))?;
        self.is_dirty = true;
        self.sync_if_due()
    }

    /// Waits until everything is on the disk, if the last time is more than a second ago. Call this repeatedly.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn sync_if_due(&mut self) -> Result<(), FileError> {
        if self.is_dirty && self.synced.elapsed() >= SYNC_INTERVAL { self.sync() } else { Ok(()) }
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn sync(&mut self) -> Result<(), FileError> {
        (self.synced, self.is_dirty) = (Instant::now(), false);
        self.file.sync_data().map_err(FileError::of(self.path, "written"))
    }
}

/// Reads what the file holds, and returns how many requests of the part are answered. Anything after the last complete
/// answer is cut off, and the requests continue after it.
fn resume(config: &BatchConfig, all: u64, requests: &mut RequestFile, file: &File) -> Result<u64, BatchError> {
    let path = &config.answers;
    let written = FileError::of(path, "written");
    if file.metadata().map_err(&written)?.len() == 0 {
        return Ok(0);
    }
    if !config.resume {
        let what = "already holds answers; `--resume` continues after them, another file name starts anew";
        return Err(BatchError::Request(format!("`{}` {what}", path.display())));
    }
    let mut held = AnswerFile::new(path, file.try_clone().map_err(&written)?)?;
    let (mut answered, mut whole) = (0, 0);
    while let Some(number) = held.next_request() {
        let request = requests.next(|number| config.part.contains(number, all))?;
        let Some(request) = request.filter(|request| request.number == number) else {
            return Err(held.left_over());
        };
        if !held.take(&request, &mut Vec::new())? {
            requests.put_back(request);
            // Only the last may be broken off.
            if held.next_request().is_some() {
                return Err(held.left_over());
            }
            break;
        }
        answered += 1;
        whole = held.place();
    }
    file.set_len(whole).map_err(&written)?;
    Ok(answered)
}
