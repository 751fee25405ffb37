//! Opens every file that the program reads or writes: regular files only, without blocking, no larger than the reader
//! allows, and none at all once files are [forbidden](forbid).
//!
//! A file that is written as a whole ([`NewFile`]) appears complete or not at all, even if the program is killed or the
//! power fails; a file that is appended to may then end in half a line, which its readers cut off.

mod error;
mod growing;
mod leftovers;
mod outputs;
mod scratch;

pub use error::FileError;
pub use growing::GrowingFile;
pub use outputs::{OutputError, OutputFile, Outputs};
pub use scratch::ScratchFile;

use crate::text::without_mark;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The longest text such as a book, a configuration or a file of openings, in bytes.
pub const MAX_TEXT: u64 = 64 << 20;
/// The longest file of games, in bytes.
pub const MAX_RECORDS: u64 = 2 << 30;
/// The longest certificate, in bytes.
pub const MAX_CERTIFICATE: u64 = 1 << 30;

static FORBIDDEN: AtomicBool = AtomicBool::new(false);

/// From now on this process opens no files and starts no programs: everything here fails.
pub fn forbid() {
    FORBIDDEN.store(true, Relaxed);
}

/// Fails once files are forbidden.
///
/// # Errors
/// [`io::ErrorKind::PermissionDenied`].
pub fn permit() -> io::Result<()> {
    if FORBIDDEN.load(Relaxed) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "this process may not open files"));
    }
    Ok(())
}

/// Opens a regular file; anything else, such as a pipe or a device, could block or never end.
fn open_regular(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    permit()?;
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(nix::fcntl::OFlag::O_NONBLOCK.bits());
    }
    let is_other = |path: &Path| fs::metadata(path).is_ok_and(|found| !found.is_file());
    let not_regular = || io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file");
    let file = match options.open(path) {
        Ok(file) => file,
        Err(_) if is_other(path) => return Err(not_regular()),
        Err(error) => return Err(error),
    };
    if file.metadata()?.is_file() { Ok(file) } else { Err(not_regular()) }
}

/// The contents of a file of at most `most` bytes, without a byte order mark.
///
/// # Errors
/// If it is not a regular file, is too large, or cannot be read.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = read_open(&mut open_to_read(path)?, most).map_err(FileError::of(path, "read"))?;
    let mark = bytes.len() - without_mark(&bytes).len();
    bytes.drain(..mark);
    Ok(bytes)
}

/// The rest of an open file, if that is at most `most` bytes.
///
/// # Errors
/// If it is too large or cannot be read.
pub fn read_open(file: &mut File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Read::by_ref(file).take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("it is larger than {} MiB, the most that can be read", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

/// The text of a file, if it is at most [`MAX_TEXT`] long.
///
/// # Errors
/// As for [`read`], or if it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let not_text = |_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text");
    String::from_utf8(read(path, MAX_TEXT)?).map_err(not_text).map_err(FileError::of(path, "read"))
}

/// Opens a file for appending and reading; creates it if missing.
///
/// # Errors
/// If it is not a regular file or cannot be written.
pub fn append(path: &Path) -> Result<File, FileError> {
    open_regular(File::options().read(true).append(true).create(true), path).map_err(FileError::of(path, "written"))
}

/// Appends all of `bytes`, or none of them on a full disk.
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

/// Creates a new file and opens it for appending.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if it exists, or if it cannot be written.
pub fn create_only(path: &Path) -> io::Result<File> {
    permit()?;
    File::options().append(true).create_new(true).open(path)
}

/// The identity of a file, whatever its name: device and number.
type FileIdentity = (u64, u64);

fn identity_of(found: &fs::Metadata) -> FileIdentity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

/// Whether an open file is still the one at `path`: not if that was removed or replaced by another.
pub fn is_at(file: &File, path: &Path) -> bool {
    let places = file.metadata().ok().zip(fs::metadata(path).ok());
    places.is_some_and(|(open, there)| identity_of(&open) == identity_of(&there))
}

/// Whether two paths are of the same file, which need not exist yet: the same path, links to the same path, or (on
/// Unix, where this can be known) two names of one file.
pub fn are_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let path = follow_links(path).ok()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((fs::canonicalize(folder).ok()?, path.file_name()?.to_owned()))
    };
    let is_linked = || fs::canonicalize(a).ok().zip(fs::canonicalize(b).ok()).is_some_and(|(a, b)| a == b);
    let has_both_names = || {
        let found = fs::metadata(a).ok().zip(fs::metadata(b).ok());
        found.is_some_and(|(a, b)| identity_of(&a) == identity_of(&b))
    };
    place(a).zip(place(b)).is_some_and(|(a, b)| a == b) || is_linked() || has_both_names()
}

/// Creates a new folder.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`] if something is there, or if it cannot be created.
pub fn create_only_folder(path: &Path) -> Result<(), FileError> {
    permit().and_then(|()| fs::create_dir(path)).map_err(FileError::of(path, "made"))
}

/// Creates a folder and its parents, unless it exists.
///
/// # Errors
/// If that cannot be done.
pub fn create_folder(path: &Path) -> Result<(), FileError> {
    let made = permit().and_then(|()| fs::create_dir_all(path)).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => io::Error::new(io::ErrorKind::NotADirectory, "it is a file, not a folder"),
        _ => error,
    });
    made.map_err(FileError::of(path, "made"))
}

/// Whether a folder has nothing in it, or does not exist.
///
/// # Errors
/// If it cannot be read.
pub fn is_empty_folder(path: &Path) -> Result<bool, FileError> {
    match permit().and_then(|()| fs::read_dir(path)) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(FileError::of(path, "read")(error)),
    }
}

/// Removes a file that may be gone already, and then its folder if nothing else is in that.
///
/// # Errors
/// If the file cannot be removed.
pub fn remove_with_folder(path: &Path) -> Result<(), FileError> {
    match permit().and_then(|()| fs::remove_file(path)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(FileError::of(path, "removed")(error)),
        _ => {}
    }
    // Others may have files there.
    let _ = path.parent().map(fs::remove_dir);
    Ok(())
}

/// The regular files of a folder with this ending, the latest written first.
///
/// # Errors
/// If the folder cannot be read.
pub fn newest_first(folder: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    permit()?;
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_meant = path.extension().is_some_and(|extension| extension == ending);
        // Another process may have taken it away.
        if let Ok(known) = fs::metadata(&path)
            && is_meant
            && known.is_file()
        {
            found.push((known.modified()?, path));
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().rev().map(|(_, path)| path).collect())
}

/// Writes a file as a whole.
///
/// # Errors
/// If it cannot be written; the old file then remains.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let mut file = NewFile::create(path)?;
    file.write_all(bytes).map_err(FileError::of(path, "written"))?;
    file.finish().map(drop)
}

/// A file that is put in its place only when finished: until then it has another name beside it. Links and permissions
/// are kept.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    beside: PathBuf,
    /// Its place.
    pub(crate) target: PathBuf,
    finished: bool,
    /// Whether the lock is more than a mark that the file is being written.
    stays_locked: bool,
}

impl NewFile {
    /// Starts a file for `path`.
    ///
    /// # Errors
    /// If something other than a regular file is there, or nothing can be written there.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        Self::begin(path).map_err(FileError::of(path, "written"))
    }

    fn begin(path: &Path) -> io::Result<Self> {
        permit()?;
        let target = follow_links(path)?;
        let old = fs::metadata(&target);
        if let Ok(old) = &old {
            // Also that it may be written: to rename over it would need no permission.
            drop(open_regular(File::options().write(true), &target)?);
            debug_assert!(old.is_file());
        }
        leftovers::remove(&target);
        let (file, beside) = create_beside(&target, "new")?;
        let new = Self { file, beside, target, finished: false, stays_locked: false };
        if let Ok(old) = old {
            fs::set_permissions(&new.beside, old.permissions())?;
        }
        Ok(new)
    }

    /// Where it is until it is finished, for code that writes it by path.
    pub fn path(&self) -> &Path {
        &self.beside
    }

    /// Locks it against others, now and in its final place.
    ///
    /// # Errors
    /// If the system cannot do that.
    pub fn lock(&mut self) -> Result<(), FileError> {
        let locked = self.file.try_lock().map_err(io::Error::from);
        locked.map_err(FileError::of(&self.target, "locked"))?;
        self.stays_locked = true;
        Ok(())
    }

    /// Puts the file in its place, in one step that is safe from power loss when this returns, and returns it open for
    /// appending.
    ///
    /// # Errors
    /// If the disk is full or failing; the old file then remains.
    pub fn finish(mut self) -> Result<File, FileError> {
        let placed = self.file.sync_all().and_then(|()| fs::rename(&self.beside, &self.target));
        let file = placed.and_then(|()| {
            self.end();
            self.file.try_clone()
        });
        file.map_err(FileError::of(&self.target, "written"))
    }

    /// It is in its place, or kept beside it.
    fn end(&mut self) {
        self.finished = true;
        if !self.stays_locked {
            let _ = self.file.unlock();
        }
        sync_folder(&self.target);
    }

    /// As [`finish`](Self::finish), but if another file has appeared in its place meanwhile, that stays, and this one,
    /// which may have taken hours, is kept beside it. Returns where.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish).
    pub fn finish_only_new(mut self) -> Result<Option<PathBuf>, FileError> {
        self.place_only_new().map_err(FileError::of(&self.target, "written"))
    }

    fn place_only_new(&mut self) -> io::Result<Option<PathBuf>> {
        self.file.sync_all()?;
        let placed = match fs::hard_link(&self.beside, &self.target) {
            Ok(()) => fs::remove_file(&self.beside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) if fs::symlink_metadata(&self.target).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
            // Not every file system has several names for a file.
            Err(_) => fs::rename(&self.beside, &self.target),
        };
        let kept = match placed {
            Ok(()) => None,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Under another name than what killed processes leave, which is removed.
                let kept = self.beside.with_extension("kept");
                fs::rename(&self.beside, &kept)?;
                Some(kept)
            }
            Err(error) => return Err(error),
        };
        self.end();
        Ok(kept)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.finished {
            // It holds nothing that anybody has been promised.
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Creates a file beside another, under a longer name, to write and read.
fn create_beside(path: &Path, ending: &str) -> io::Result<(File, PathBuf)> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    // Leftovers of a killed process with the same number, as in containers, do no harm.
    let mut numbers = (0..100).map(|n| if n == 0 { String::new() } else { format!(".{n}") });
    loop {
        let number = numbers.next().ok_or(io::ErrorKind::AlreadyExists)?;
        let mut name = name.to_owned();
        name.push(format!(".{}{number}.{ending}", std::process::id()));
        let beside = path.with_file_name(name);
        match File::options().read(true).append(true).create_new(true).open(&beside) {
            Ok(file) if leftovers::claim(&file, &beside) => return Ok((file, beside)),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

/// Syncs the folder of a file: only then is the file's name on the disk. Not every system can do that.
fn sync_folder(path: &Path) {
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

/// Where a file is, or will be, behind any links.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    /// As many links as Linux follows.
    const LINKS: usize = 40;
    let mut path = path.to_path_buf();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            // It is none, or nothing is there yet.
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "too many links lead on from it"))
}

/// Opens a file for reading piece by piece, however large it is.
///
/// # Errors
/// If it is not a regular file or cannot be read.
pub fn open_to_read(path: &Path) -> Result<File, FileError> {
    open_regular(File::options().read(true), path).map_err(FileError::of(path, "read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) struct Folder(pub PathBuf);

    impl Folder {
        pub fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("quintet-files-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
        pub fn names(&self) -> Vec<String> {
            let mut names: Vec<String> =
                fs::read_dir(&self.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_new_file_appears_whole_or_not_at_all() {
        let folder = Folder::new("whole");
        let path = folder.0.join("a.txt");
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"half").unwrap();
        assert!(!path.exists());
        drop(file);
        assert!(folder.names().is_empty());
        write(&path, b"all").unwrap();
        let mut file = NewFile::create(&path).unwrap();
        file.write_all(b"other").unwrap();
        assert_eq!(read_text(&path).unwrap(), "all");
        file.finish().unwrap().write_all(b" and more").unwrap();
        assert_eq!(read_text(&path).unwrap(), "other and more");
        assert_eq!(folder.names(), ["a.txt"]);
    }

    #[test]
    fn what_is_too_large_or_no_text_is_refused() {
        let folder = Folder::new("large");
        let path = folder.0.join("a.txt");
        write(&path, &[b'x'; 100]).unwrap();
        assert_eq!(read(&path, 100).unwrap().len(), 100);
        assert_eq!(read(&path, 99).unwrap_err().source.kind(), io::ErrorKind::FileTooLarge);
        write(&path, b"\xff").unwrap();
        assert!(read_text(&path).unwrap_err().source.to_string().contains("UTF-8"));
        assert!(read(&folder.0, 99).unwrap_err().source.to_string().contains("regular"));
    }

    #[test]
    fn links_and_permissions_stay_and_devices_are_refused() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = Folder::new("links");
        let (file, link) = (folder.0.join("file"), folder.0.join("link"));
        symlink("file", &link).unwrap();
        write(&link, b"1").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        write(&link, b"2").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(read_text(&file).unwrap(), "2");
        for device in ["/dev/zero", "/dev/full", "/dev/null"] {
            let device = Path::new(device);
            for error in [read(device, 9).err(), append(device).err(), NewFile::create(device).err()] {
                assert!(error.is_some_and(|error| error.source.to_string().contains("regular")), "{device:?}");
            }
        }
        let pipe = folder.0.join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for error in [read(&pipe, 9).unwrap_err(), append(&pipe).unwrap_err(), NewFile::create(&pipe).unwrap_err()] {
            assert!(error.source.to_string().contains("regular"), "{error:?}");
        }
    }
}
