//! The folder of a training or calibration, which one process at a time may write.

use super::TrainError;
use crate::files;
use crate::locks::{LockError, LockFile, LockOptions};
use std::path::{Path, PathBuf};

/// Creates the folder if missing, and takes its lock.
///
/// # Errors
/// [`TrainError::Lock`] if that is taken, [`TrainError::Stopped`] if the wait for it was ended, [`TrainError::File`].
pub fn take(folder: &Path, options: &LockOptions) -> Result<LockFile, TrainError> {
    files::create_folder(folder)?;
    LockFile::take(&folder.join("lock"), options).map_err(|error| match error {
        LockError::Stopped(_) => TrainError::Stopped,
        // What is in use is all of the folder.
        LockError::InUse(_) => TrainError::Lock(LockError::InUse(folder.into())),
        LockError::TimedOut { waited, .. } => TrainError::Lock(LockError::TimedOut { path: folder.into(), waited }),
        error => TrainError::Lock(error),
    })
}

/// Checks that the results may be written: in a folder where the work was started, the files are its own.
///
/// # Errors
/// [`TrainError::Foreign`] if one exists but none of `begun`, the files that the work starts with.
pub fn check_results(begun: &[PathBuf], results: &[PathBuf]) -> Result<(), TrainError> {
    let is_begun = begun.iter().any(|path| path.exists());
    match results.iter().find(|path| path.exists()).filter(|_| !is_begun) {
        Some(path) => Err(TrainError::Foreign(path.clone())),
        None => Ok(()),
    }
}
