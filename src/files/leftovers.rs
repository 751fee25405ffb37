//! Leftovers of killed processes: files that were to replace another and never did. The next process that writes to the
//! same place removes them.
//!
//! A file being written is locked by its writer, and the lock ends with the process, on whatever machine. So one that
//! can be locked is a leftover. On file systems without locks, nothing is removed.

use super::is_at;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;

/// Claims a file just created at `path` as being written: false if another process has just mistaken it for a leftover.
pub fn claim(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Ok(()) => is_at(file, path),
        Err(fs::TryLockError::WouldBlock) => false,
        // There are no locks, so nobody removes it.
        Err(fs::TryLockError::Error(_)) => true,
    }
}

/// Removes the leftovers of killed processes for `target`.
pub fn remove(target: &Path) {
    let Some(name) = target.file_name() else { return };
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // What cannot be seen or removed does no harm.
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.file_name().is_some_and(|found| is_left_of(found, name))
            && fs::symlink_metadata(&path).is_ok_and(|found| found.is_file())
            && let Ok(file) = File::options().append(true).open(&path)
            && file.try_lock().is_ok()
            && is_at(&file, &path)
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether a file has the name of an unfinished one: `NAME.PROCESS.new` or `NAME.PROCESS.N.new`.
fn is_left_of(found: &OsStr, name: &OsStr) -> bool {
    let (Some(found), Some(name)) = (found.to_str(), name.to_str()) else { return false };
    let middle = found.strip_prefix(name).and_then(|rest| rest.strip_prefix('.')?.strip_suffix(".new"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    middle.is_some_and(|middle| middle.split('.').count() <= 2 && middle.split('.').all(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::NewFile;

    #[test]
    fn only_what_nobody_writes_any_more_is_removed() {
        let folder = std::env::temp_dir().join(format!("quintet-leftovers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let at = |name: &str| folder.join(name);
        let target = at("a.txt");
        let (left, others) =
            (["a.txt.1.new", "a.txt.77.3.new"], ["a.txt.new", "a.txt.1.x.new", "b.a.txt.1.new", "a.txt.1"]);
        left.iter().chain(&others).for_each(|name| fs::write(at(name), "half").unwrap());
        fs::create_dir(at("a.txt.2.new")).unwrap();
        let first = NewFile::create(&target).unwrap();
        let second = NewFile::create(&target).unwrap();
        assert!(left.iter().all(|name| !at(name).exists()) && others.iter().all(|name| at(name).exists()));
        assert!(at("a.txt.2.new").is_dir());
        // What is still being written is not.
        first.finish().unwrap();
        second.finish().unwrap();
        let written = NewFile::create(&target).unwrap();
        remove(&target);
        let kept = written.finish().unwrap();
        // What is in its place is locked no longer.
        File::open(&target).unwrap().try_lock().unwrap();
        drop(kept);
        fs::remove_dir_all(&folder).unwrap();
    }
}
