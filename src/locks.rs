//! Locks on files and folders that several machines may reach: only one process at a time works on what is locked.
//!
//! The system's own locks vanish with the process that holds them, also on a machine that is gone. Where a file system has
//! none, a file beside the locked one says who holds it: it stays when its machine dies, and then somebody must remove it.

use crate::files::{self, NewFile};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How to take a lock.
#[derive(Clone, Copy, Debug)]
pub struct LockOptions {
    /// How long to wait for whoever has it.
    pub wait: Duration,
    /// Whether to do without: somebody else takes care that nobody works on the same.
    pub without: bool,
    /// Called once when a wait begins, with what is waited for.
    pub waiting: fn(&Path),
    /// Whether to give up waiting.
    pub stopped: fn() -> bool,
}

impl Default for LockOptions {
    fn default() -> Self {
        Self { wait: Duration::ZERO, without: false, waiting: |_| (), stopped: || false }
    }
}

/// Why there is no lock.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Somebody else has it; who, where that is known.
    #[error("`{}` is in use by {}", path.display(), by.as_deref().unwrap_or("another process"))]
    InUse {
        /// What was to be locked.
        path: PathBuf,
        /// Who has it.
        by: Option<String>,
    },
    /// Somebody else had it until the time to wait for it was over.
    #[error("`{}` is in use by {} after {} s", path.display(), by.as_deref().unwrap_or("another process"), waited.as_secs())]
    TimedOut {
        /// What was to be locked.
        path: PathBuf,
        /// Who has it.
        by: Option<String>,
        /// How long it was waited for.
        waited: Duration,
        /// That this may pass: the request was right.
        source: io::Error,
    },
    /// The wait for it was ended.
    #[error("stopped while waiting for `{}`, which another process has", .0.display())]
    Stopped(PathBuf),
    /// It cannot be had at all.
    #[error("`{}` cannot be {what}", path.display())]
    File {
        /// What was to be locked.
        path: PathBuf,
        /// What failed: it cannot be `written` or `locked`.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
}

/// A lock; it ends when this and the file that came with it are dropped.
#[derive(Debug)]
pub struct Lock {
    /// What the system's lock is on.
    file: Option<File>,
    /// The file that stands in for it.
    stand_in: Option<PathBuf>,
}

impl Lock {
    /// Puts a new file in the place of the one that is locked; nobody can lock it in between.
    ///
    /// # Errors
    /// If the new file cannot be locked or cannot take its place.
    pub fn put(&mut self, mut new: NewFile) -> io::Result<File> {
        // A file that stands in, or nothing, holds for whatever is at the path.
        if self.file.is_some() {
            new.lock()?;
        }
        let file = new.finish()?;
        if self.file.is_some() {
            self.file = Some(file.try_clone()?);
        }
        Ok(file)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(path) = &self.stand_in {
            let _ = fs::remove_file(path);
        }
    }
}

/// Opens a file to append to it, as [`files::append`] does, and lets nobody else do so.
///
/// # Errors
/// [`LockError`].
pub fn append(path: &Path, options: &LockOptions) -> Result<(File, Lock), LockError> {
    let error = |what| move |source| LockError::File { path: path.to_path_buf(), what, source };
    let wrong = error("locked");
    let (started, mut announced) = (Instant::now(), false);
    loop {
        let file = files::append(path).map_err(error("written"))?;
        if options.without {
            return Ok((file, Lock { file: None, stand_in: None }));
        }
        let by = match file.try_lock() {
            // Whoever had it may have put another file in its place.
            Ok(()) if files::is_at(&file, path) => {
                let held = file.try_clone().map_err(wrong)?;
                return Ok((file, Lock { file: Some(held), stand_in: None }));
            }
            Ok(()) => None,
            Err(TryLockError::WouldBlock) => None,
            Err(TryLockError::Error(error)) if has_no_locks(&error) => match stand_in(path).map_err(wrong)? {
                Ok(stand_in) if files::is_at(&file, path) => {
                    return Ok((file, Lock { file: None, stand_in: Some(stand_in) }));
                }
                Ok(stand_in) => {
                    let _ = fs::remove_file(stand_in);
                    None
                }
                Err(by) => Some(by),
            },
            Err(TryLockError::Error(error)) => return Err(wrong(error)),
        };
        wait(path, by, (started, &mut announced), options)?;
    }
}

/// A lock file, such as one in a folder that only one process works in. It is there only while somebody holds it.
#[derive(Debug)]
pub struct LockFile {
    /// Without a lock there is no file.
    path: Option<PathBuf>,
    lock: Lock,
}

impl LockFile {
    /// Takes it.
    ///
    /// # Errors
    /// [`LockError`].
    pub fn take(path: &Path, options: &LockOptions) -> Result<Self, LockError> {
        if options.without {
            return Ok(Self { path: None, lock: Lock { file: None, stand_in: None } });
        }
        let (file, lock) = append(path, options)?;
        let source = match file.metadata() {
            Ok(found) if found.len() == 0 => None,
            // It would be removed at the end.
            Ok(_) => Some(io::Error::new(io::ErrorKind::InvalidData, "it is not empty, so it is no lock")),
            Err(error) => Some(error),
        };
        if let Some(source) = source {
            return Err(LockError::File { path: path.to_path_buf(), what: "locked", source });
        }
        Ok(Self { path: Some(path.to_path_buf()), lock })
    }

    /// The file that stands in for a lock, where the file system has none.
    pub fn stand_in(&self) -> Option<&Path> {
        self.lock.stand_in.as_deref()
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

fn wait(
    path: &Path,
    by: Option<String>,
    (started, announced): (Instant, &mut bool),
    options: &LockOptions,
) -> Result<(), LockError> {
    /// Time between two tries.
    const PAUSE: Duration = Duration::from_millis(200);
    if (options.stopped)() {
        return Err(LockError::Stopped(path.to_path_buf()));
    }
    let (path, waited) = (path.to_path_buf(), options.wait);
    if waited.is_zero() {
        return Err(LockError::InUse { path, by });
    }
    if started.elapsed() >= waited {
        return Err(LockError::TimedOut { path, by, waited, source: io::ErrorKind::TimedOut.into() });
    }
    if !*announced {
        *announced = true;
        (options.waiting)(&path);
    }
    sleep(PAUSE);
    Ok(())
}

/// Whether an error says that the file system has no locks, rather than that somebody has this one.
fn has_no_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    {
        use nix::errno::Errno;
        let known = [Errno::ENOLCK, Errno::ENOSYS, Errno::EOPNOTSUPP, Errno::ENOTSUP, Errno::EINVAL];
        if error.raw_os_error().is_some_and(|code| known.iter().any(|errno| *errno as i32 == code)) {
            return true;
        }
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Makes the file that stands in for a lock on `path`, or says who has it.
fn stand_in(path: &Path) -> io::Result<Result<PathBuf, String>> {
    let stand_in = beside(path, ".lock")?;
    let own = Holder::own();
    for _ in 0..2 {
        match files::create_only(&stand_in) {
            Ok(mut file) => {
                return match writeln!(file, "{} {} {}", own.host, own.id, own.begun) {
                    Ok(()) => Ok(Ok(stand_in)),
                    Err(error) => {
                        // Without a name in it nobody could take it over.
                        let _ = fs::remove_file(&stand_in);
                        Err(error)
                    }
                };
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
        let text = files::read_text(&stand_in).unwrap_or_default();
        let holder = Holder::read(&text);
        if !holder.as_ref().is_some_and(|holder| holder.host == own.host && !holder.is_running()) {
            let who = holder.map_or("an unknown process".to_string(), |holder| {
                format!("process {} on {}", holder.id, crate::text::shorten(&holder.host))
            });
            return Ok(Err(format!("{who}; if that has gone, remove `{}`", stand_in.display())));
        }
        // Of two who take over at the same time one moves it away, and the other must not take away what is new.
        let aside = beside(path, &format!(".lock.{}", own.id))?;
        if fs::rename(&stand_in, &aside).is_ok() {
            if files::read_text(&aside).unwrap_or_default() != text {
                let _ = fs::hard_link(&aside, &stand_in);
            }
            let _ = fs::remove_file(&aside);
        }
    }
    Ok(Err(format!("another process; `{}` says which", stand_in.display())))
}

/// The path of a file beside another, with a longer name.
fn beside(path: &Path, ending: &str) -> io::Result<PathBuf> {
    let mut name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_owned();
    name.push(ending);
    Ok(path.with_file_name(name))
}

/// A process of a machine. When it begun tells it from a later one with the same number, as in containers.
struct Holder {
    host: String,
    id: u32,
    begun: String,
}

impl Holder {
    fn own() -> Self {
        let id = std::process::id();
        Self { host: host(), id, begun: begun(id) }
    }

    fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (host, id, begun) = (words.next()?, words.next()?, words.next()?);
        Some(Self { host: host.to_string(), id: id.parse().ok()?, begun: begun.to_string() })
    }

    /// Whether it runs, if it is of this machine; also if that cannot be known.
    fn is_running(&self) -> bool {
        begun(self.id) == self.begun
    }
}

/// When a process of this machine begun, in whatever unit the system has; `-` where there is none, or that cannot be known.
fn begun(id: u32) -> String {
    let unknown = || "-".to_string();
    if !cfg!(target_os = "linux") {
        return unknown();
    }
    let stat = files::read_text(Path::new(&format!("/proc/{id}/stat"))).unwrap_or_default();
    // The name of the program, in parentheses, may hold blanks; the 20th field behind it is the time.
    let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
    behind.split_whitespace().nth(19).map_or_else(unknown, str::to_string)
}

/// The name of this machine.
fn host() -> String {
    #[cfg(unix)]
    if let Ok(name) = nix::unistd::gethostname() {
        return name.to_string_lossy().into_owned();
    }
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "localhost".to_string())
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
        assert!(append(&path, &LockOptions::default()).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_folder_has_its_lock_file_only_while_somebody_works_in_it() {
        let folder = folder("folder");
        let path = folder.join("lock");
        let lock = LockFile::take(&path, &LockOptions::default()).unwrap();
        assert!(path.exists() && LockFile::take(&path, &LockOptions::default()).is_err());
        drop(lock);
        assert!(!path.exists() && LockFile::take(&path, &LockOptions::default()).is_ok());
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn where_there_are_no_locks_a_file_stands_in() {
        let folder = folder("stand-in");
        let path = folder.join("games.jsonl");
        let beside = stand_in(&path).unwrap().unwrap();
        assert_eq!(beside, folder.join("games.jsonl.lock"));
        let by = stand_in(&path).unwrap().unwrap_err();
        assert!(by.starts_with(&format!("process {} on ", std::process::id())), "{by}");
        // Of a process that has gone, of one that had the same number, of another machine.
        fs::write(&beside, format!("{} 4194999 77\n", host())).unwrap();
        assert!(stand_in(&path).unwrap().is_ok());
        fs::write(&beside, format!("{} {} 1\n", host(), std::process::id())).unwrap();
        assert!(stand_in(&path).unwrap().is_ok());
        fs::write(&beside, "elsewhere 1 5\n").unwrap();
        assert!(stand_in(&path).unwrap().unwrap_err().contains("process 1 on elsewhere; if that has gone, remove `"));
        fs::write(&beside, "").unwrap();
        assert!(stand_in(&path).unwrap().unwrap_err().contains("unknown"));
        assert!(has_no_locks(&io::Error::from_raw_os_error(nix::errno::Errno::ENOLCK as i32)));
        assert!(!has_no_locks(&io::Error::from_raw_os_error(nix::errno::Errno::EACCES as i32)));
        fs::remove_dir_all(folder).unwrap();
    }
}
