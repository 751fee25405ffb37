//! Locks on files and folders that several machines may reach: only one process at a time works on what is locked.
//!
//! The system's locks vanish with the process that holds them, also on a machine that is gone. Some file systems have none;
//! there a lock is refused, and [`LockOptions::without`] goes on without it.

use crate::files::{self, FileError, NewFile};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How to take a lock.
#[derive(Clone, Copy, Debug)]
pub struct LockOptions {
    /// How long to wait for the holder.
    pub wait: Duration,
    /// Whether to do without: somebody else takes care that nobody works on the same.
    pub without: bool,
    /// Whether the user can choose to do without, by `--no-lock`.
    pub can_be_without: bool,
    /// Called once when a wait begins, with what is waited for.
    pub waiting: fn(&Path),
    /// Whether to give up waiting.
    pub stopped: fn() -> bool,
}

impl Default for LockOptions {
    fn default() -> Self {
        Self { wait: Duration::ZERO, without: false, can_be_without: false, waiting: |_| (), stopped: || false }
    }
}

/// Why there is no lock.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else has it.
    #[error("`{}` is in use by another process", .0.display())]
    InUse(PathBuf),
    /// Somebody else had it until the time to wait for it was over.
    #[error("`{}` is in use by another process after {} s", path.display(), waited.as_secs())]
    TimedOut {
        /// What was to be locked.
        path: PathBuf,
        /// How long it was waited for.
        waited: Duration,
    },
    /// The wait for it was ended.
    #[error("stopped while waiting for `{}`, which another process is using", .0.display())]
    Stopped(PathBuf),
    /// It cannot be had at all.
    #[error(transparent)]
    File(#[from] FileError),
}

/// A lock; it ends when this and the file that came with it are dropped.
#[derive(Debug)]
pub struct Lock(Option<File>);

impl Lock {
    /// Puts a new file in the place of the one that is locked; nobody can lock it in between.
    ///
    /// # Errors
    /// If the new file cannot be locked or cannot take its place.
    pub fn put(&mut self, mut new: NewFile) -> Result<File, FileError> {
        let Some(held) = &mut self.0 else { return new.finish() };
        new.lock()?;
        let failed = FileError::of(&new.target, "written");
        *held = new.finish()?;
        held.try_clone().map_err(failed)
    }
}

/// Opens a file to append to it, as [`files::append`] does, and lets nobody else do so.
///
/// # Errors
/// [`LockError`].
pub fn append(path: &Path, options: &LockOptions) -> Result<(File, Lock), LockError> {
    let hint = options.can_be_without;
    let failed = FileError::of(path, if hint { "locked (`--no-lock` continues without a lock)" } else { "locked" });
    let (started, mut announced) = (Instant::now(), false);
    loop {
        let file = files::append(path)?;
        if options.without {
            return Ok((file, Lock(None)));
        }
        match file.try_lock() {
            // The holder may have put another file in its place.
            Ok(()) if files::is_at(&file, path) => {
                let held = file.try_clone().map_err(failed)?;
                return Ok((file, Lock(Some(held))));
            }
            Ok(()) | Err(TryLockError::WouldBlock) => {}
            Err(TryLockError::Error(error)) => return Err(failed(error).into()),
        }
        wait(path, (started, &mut announced), options)?;
    }
}

/// A lock file, such as one in a folder that only one process works in. It is there only while somebody holds it.
#[derive(Debug)]
pub struct LockFile {
    /// Without a lock there is no file.
    path: Option<PathBuf>,
    _lock: Lock,
}

impl LockFile {
    /// Takes it.
    ///
    /// # Errors
    /// [`LockError`].
    pub fn take(path: &Path, options: &LockOptions) -> Result<Self, LockError> {
        if options.without {
            return Ok(Self { path: None, _lock: Lock(None) });
        }
        let (file, lock) = append(path, options)?;
        let source = match file.metadata() {
            Ok(found) if found.len() == 0 => None,
            // It would be removed at the end.
            Ok(_) => Some(io::Error::new(io::ErrorKind::InvalidData, "it is not empty, so it is not a lock")),
            Err(error) => Some(error),
        };
        source.map_or(Ok(()), |source| Err(FileError::of(path, "locked")(source)))?;
        Ok(Self { path: Some(path.to_path_buf()), _lock: lock })
    }
}

impl Drop for LockFile {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // Who waits for it sees that it has gone, and takes a new one.
            let _ = fs::remove_file(path);
        }
    }
}

fn wait(path: &Path, (started, announced): (Instant, &mut bool), options: &LockOptions) -> Result<(), LockError> {
    /// Time between two tries.
    const PAUSE: Duration = Duration::from_millis(200);
    if (options.stopped)() {
        return Err(LockError::Stopped(path.to_path_buf()));
    }
    let (path, waited) = (path.to_path_buf(), options.wait);
    if waited.is_zero() {
        return Err(LockError::InUse(path));
    }
    if started.elapsed() >= waited {
        return Err(LockError::TimedOut { path, waited });
    }
    if !*announced {
        *announced = true;
        (options.waiting)(&path);
    }
    sleep(PAUSE);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("quintet-locks-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        path
    }

    #[test]
    fn a_lock_is_waited_for_and_taken_on_what_is_there_then() {
        let folder = folder("wait");
        let path = folder.join("games.jsonl");
        let (_, first) = append(&path, &LockOptions::default()).unwrap();
        let error = append(&path, &LockOptions::default()).unwrap_err();
        assert!(error.to_string().ends_with("games.jsonl` is in use by another process"), "{error}");
        let stopped = LockOptions { wait: Duration::MAX, stopped: || true, ..LockOptions::default() };
        assert!(matches!(append(&path, &stopped), Err(LockError::Stopped(_))));
        assert!(append(&path, &LockOptions { without: true, ..LockOptions::default() }).is_ok());
        let waiter = std::thread::spawn({
            let path = path.clone();
            move || append(&path, &LockOptions { wait: Duration::from_secs(60), ..LockOptions::default() })
        });
        sleep(Duration::from_millis(300));
        // Another file takes its place meanwhile, as when doubles are dropped.
        fs::write(folder.join("new"), "new").unwrap();
        fs::rename(folder.join("new"), &path).unwrap();
        drop(first);
        let (file, _lock) = waiter.join().unwrap().unwrap();
        assert!(files::is_at(&file, &path));
        assert!(matches!(append(&path, &LockOptions::default()), Err(LockError::InUse(_))));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_has_its_lock_file_only_while_somebody_works_in_it() {
        let folder = folder("folder");
        let path = folder.join("lock");
        let lock = LockFile::take(&path, &LockOptions::default()).unwrap();
        assert!(path.exists());
        assert!(matches!(LockFile::take(&path, &LockOptions::default()), Err(LockError::InUse(_))));
        drop(lock);
        assert!(!path.exists() && LockFile::take(&path, &LockOptions::default()).is_ok());
        fs::remove_dir_all(folder).unwrap();
    }
}
