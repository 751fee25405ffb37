//! The error type for files.

use std::io;
use std::path::{Path, PathBuf};

/// Something that cannot be done with a file or folder.
#[derive(Debug, thiserror::Error)]
#[error("`{}` cannot be {what}", path.display())]
pub struct FileError {
    /// Which one.
    pub path: PathBuf,
    /// The operation, such as `read`.
    pub what: &'static str,
    /// Why not.
    pub source: io::Error,
}

impl FileError {
    /// Turns a system error into the error of an operation on a file.
    pub fn of(path: &Path, what: &'static str) -> impl Fn(io::Error) -> Self + use<> {
        let path = path.to_path_buf();
        move |source| Self { path: path.clone(), what, source }
    }

    /// Whether there is no such file.
    pub fn is_missing(&self) -> bool {
        self.source.kind() == io::ErrorKind::NotFound
    }
}
