//! The one error of files.

use std::io;
use std::path::{Path, PathBuf};

/// What cannot be done with a file or folder.
#[derive(Debug, thiserror::Error)]
#[error("`{}` cannot be {what}", path.display())]
pub struct FileError {
    /// Which one.
    pub path: PathBuf,
    /// What was to be done with it, such as `read`.
    pub what: &'static str,
    /// Why not.
    pub source: io::Error,
}

impl FileError {
    /// What makes of an error of the system the one of doing something with a file.
    pub fn of(path: &Path, what: &'static str) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| Self { path: path.clone(), what, source }
    }

    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }
}
