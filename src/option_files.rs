//! The files that options name, opened with the care of [`files`].

use crate::files;
use crate::options::OptionFiles;
use crate::search::proof::proof_file::{ProofFile, ProofFileError};
use std::io;
use std::path::Path;

/// The files of this machine.
pub struct MachineFiles;

/// Opens a proof file.
///
/// # Errors
/// [`ProofFileError`] if it cannot be read, or its header is wrong.
pub fn proof_file(path: &Path) -> Result<ProofFile, ProofFileError> {
    ProofFile::new(files::open_to_read(path).map_err(|error| error.source)?)
}

impl OptionFiles for MachineFiles {
    fn book(&self, path: &Path) -> io::Result<String> {
        files::read_text(path).map_err(|error| error.source)
    }

    fn proofs(&self, path: &Path) -> Result<ProofFile, ProofFileError> {
        proof_file(path)
    }

    fn are_same(&self, one: &Path, other: &Path) -> bool {
        files::are_same(one, other)
    }
}
