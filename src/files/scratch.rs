//! Files for what would not fit in memory.

use super::{FileError, create_beside, permit};
use std::fs::File;
use std::path::{Path, PathBuf};

/// A file to keep for a while what would not fit in memory: it begins empty, has a name that no other file has, and is
/// gone at the end, on Unix also when the process is killed.
#[derive(Debug)]
pub struct ScratchFile {
    /// The file, to write and to read.
    pub file: File,
    path: PathBuf,
}

impl ScratchFile {
    /// Begins one beside `path`, with a name that begins like that one.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let made = permit().and_then(|()| create_beside(path, "scratch"));
        let (file, path) = made.map_err(FileError::of(path, "written"))?;
        let scratch = Self { file, path };
        if cfg!(unix) {
            // It lasts as long as it is open.
            std::fs::remove_file(&scratch.path).map_err(FileError::of(&scratch.path, "removed"))?;
        }
        Ok(scratch)
    }

    /// Where it is, or was made.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for ScratchFile {
    fn drop(&mut self) {
        if !cfg!(unix) {
            // Whatever it holds can be made again.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
