//! Whether a file may be written where another already exists: one decision for all files that the program writes as a
//! whole. A table in docs/usage.md gives the rule for each output, and tests check it.

use super::{FileError, NewFile, are_same, permit};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Why a file is not written.
#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    /// A file already exists.
    #[error("`{}` already exists; `--force` replaces it", .0.display())]
    Exists(PathBuf),
    /// It is also read, maybe under another name.
    #[error("`{}` is read by the same command, so it cannot be written; give the output another name", .0.display())]
    IsRead(PathBuf),
    /// It would be written twice.
    #[error("`{}` and `{}` are the same file, but each output needs its own", .0.display(), .1.display())]
    Twice(PathBuf, PathBuf),
    /// A file appeared in its place during the work.
    #[error("a file `{}` appeared in the meantime and was kept; the output is in `{}`", .path.display(), .kept.display())]
    Appeared {
        /// Where it should be.
        path: PathBuf,
        /// Where it is.
        kept: PathBuf,
    },
    /// It cannot be written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// All files that one command writes, and those it reads.
#[derive(Debug)]
pub struct Outputs {
    /// Whether a new file replaces an existing one, in one step: `--force`.
    replaces: bool,
    read: Vec<PathBuf>,
    written: Vec<PathBuf>,
}

impl Outputs {
    /// The outputs of a command that replaces files only with `force`, with no files yet.
    pub fn new(force: bool) -> Self {
        Self { replaces: force, read: Vec::new(), written: Vec::new() }
    }

    /// The same, of a command that reads these files, too.
    #[must_use]
    pub fn reading<'a>(mut self, paths: impl IntoIterator<Item = &'a PathBuf>) -> Self {
        self.read.extend(paths.into_iter().cloned());
        self
    }

    /// Adds a file to write or continue; it must not be one that is already read or written, whatever its name.
    ///
    /// # Errors
    /// [`OutputError::IsRead`], [`OutputError::Twice`].
    pub fn set_apart(&mut self, path: &Path) -> Result<(), OutputError> {
        if self.read.iter().any(|read| are_same(read, path)) {
            return Err(OutputError::IsRead(path.to_path_buf()));
        }
        if let Some(other) = self.written.iter().find(|other| are_same(other, path)) {
            return Err(OutputError::Twice(other.clone(), path.to_path_buf()));
        }
        self.written.push(path.to_path_buf());
        Ok(())
    }

    /// Checks that a file may be written at `path`; call this before the work whose result it will hold.
    ///
    /// # Errors
    /// [`OutputError`].
    pub fn allow(&mut self, path: &Path) -> Result<OutputFile, OutputError> {
        permit().map_err(FileError::of(path, "written"))?;
        self.set_apart(path)?;
        // Anything but a regular file is refused with other words below.
        let is_there = fs::metadata(path).is_ok_and(|found| found.is_file());
        if is_there && !self.replaces {
            return Err(OutputError::Exists(path.to_path_buf()));
        }
        // Whether it can be written is best known by trying.
        drop(NewFile::create(path)?);
        Ok(OutputFile { path: path.to_path_buf(), replaces: self.replaces })
    }
}

/// A file that may be written. Until then, nothing is at its place or beside it, so that a killed program leaves
/// nothing behind.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    replaces: bool,
}

impl OutputFile {
    /// Where it will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Starts it, beside its place.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn begin(&self) -> Result<NewFile, FileError> {
        NewFile::create(&self.path)
    }

    /// Puts the started file in its place, in one step.
    ///
    /// # Errors
    /// [`OutputError::Appeared`] if a file has appeared there since this was allowed and must not be replaced,
    /// [`OutputError::File`].
    pub fn finish(self, file: NewFile) -> Result<(), OutputError> {
        let Self { path, replaces } = self;
        let kept = if replaces { file.finish().map(|_| None)? } else { file.finish_only_new()? };
        kept.map_or(Ok(()), |kept| Err(OutputError::Appeared { path, kept }))
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// As for [`finish`](Self::finish).
    pub fn finish_with(self, bytes: &[u8]) -> Result<(), OutputError> {
        let mut file = self.begin()?;
        file.write_all(bytes).map_err(FileError::of(&self.path, "written"))?;
        self.finish(file)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::Folder;
    use super::*;

    #[test]
    fn a_file_that_comes_meanwhile_stays_and_so_does_the_output() {
        let folder = Folder::new("meanwhile");
        let path = folder.0.join("a.txt");
        let output = Outputs::new(false).allow(&path).unwrap();
        fs::write(&path, "other").unwrap();
        let Err(OutputError::Appeared { kept, .. }) = output.finish_with(b"mine") else { panic!("it was written") };
        assert_eq!((fs::read(&path).unwrap(), fs::read(kept).unwrap()), (b"other".to_vec(), b"mine".to_vec()));
        assert!(matches!(Outputs::new(false).allow(&path), Err(OutputError::Exists(_))));
        Outputs::new(true).allow(&path).unwrap().finish_with(b"new").unwrap();
        assert_eq!((fs::read(&path).unwrap(), folder.names().len()), (b"new".to_vec(), 2));
    }

    #[test]
    fn a_file_is_known_by_all_its_names() {
        let folder = Folder::new("names");
        let at = |name: &str| folder.0.join(name);
        fs::write(at("a"), "a").unwrap();
        fs::hard_link(at("a"), at("hard")).unwrap();
        std::os::unix::fs::symlink("a", at("soft")).unwrap();
        std::os::unix::fs::symlink("soft", at("softer")).unwrap();
        std::os::unix::fs::symlink(".", at("here")).unwrap();
        std::os::unix::fs::symlink("new", at("to-new")).unwrap();
        for name in ["a", "./a", "hard", "soft", "softer", "here/a", "here/here/hard"] {
            for force in [false, true] {
                let refused = Outputs::new(force).reading([&at(name)]).allow(&at("a")).unwrap_err();
                assert!(matches!(refused, OutputError::IsRead(_)), "{name}: {refused}");
                let refused = Outputs::new(force).reading([&at("a")]).allow(&at(name)).unwrap_err();
                assert!(matches!(refused, OutputError::IsRead(_)), "{name}: {refused}");
            }
        }
        // Two that are not there yet.
        let mut outputs = Outputs::new(false);
        let first = outputs.allow(&at("new")).unwrap();
        assert!(matches!(outputs.allow(&at("to-new")), Err(OutputError::Twice(..))));
        assert!(matches!(outputs.allow(&at("here/new")), Err(OutputError::Twice(..))));
        let second = outputs.allow(&at("newer")).unwrap();
        first.finish_with(b"1").unwrap();
        second.finish_with(b"2").unwrap();
        assert_eq!(fs::read(at("to-new")).unwrap(), b"1");
        assert_eq!(fs::read(at("a")).unwrap(), b"a");
    }
}
