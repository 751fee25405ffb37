//! Temporary files for data that would not fit in memory.

use super::{FileError, create_beside, permit};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A temporary file for data that would not fit in memory: it starts empty and is gone at the end, even if the process
/// is killed.
#[derive(Debug)]
pub struct ScratchFile {
    /// The file, to write and to read.
    pub file: File,
    path: PathBuf,
}

impl ScratchFile {
    /// Creates one beside `path`, with a name that starts like that one.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let made = permit().and_then(|()| create_beside(path, "scratch"));
        let (file, path) = made.map_err(FileError::of(path, "written"))?;
        // It lasts as long as it is open.
        std::fs::remove_file(&path).map_err(FileError::of(&path, "removed"))?;
        Ok(Self { file, path })
    }

    /// Where it was made.
    pub fn path(&self) -> &Path {
        &self.path
    }
}
