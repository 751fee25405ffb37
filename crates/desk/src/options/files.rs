//! The files that options name, behind a trait: each caller brings its own way to read them.

use super::EngineOptions;
use super::says;
use crate::registry;
use crate::search::proof::proof_file::{ProofFile, ProofFileError};
use crate::sentence::{Sentence, foreign};
use crate::session::Session;
use crate::text::shorten;
use std::io;
use std::path::Path;

/// Reads the files that options name.
pub trait OptionFiles {
    /// The text of a book.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn book(&self, path: &Path) -> io::Result<String>;
    /// The text of a game's built-in book, if it has one.
    fn own_book(&self, game: &str) -> Option<&'static str> {
        registry::book(game)
    }
    /// A file of proofs, open.
    ///
    /// # Errors
    /// [`ProofFileError`] if it cannot be read, or its header is wrong.
    fn proofs(&self, path: &Path) -> Result<ProofFile, ProofFileError>;
    /// Whether two names are those of one file.
    fn are_same(&self, one: &Path, other: &Path) -> bool;
}

/// No files: for callers that set no option that names one.
pub struct WithoutFiles;

impl OptionFiles for WithoutFiles {
    fn book(&self, _path: &Path) -> io::Result<String> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn proofs(&self, _path: &Path) -> Result<ProofFile, ProofFileError> {
        Err(io::Error::from(io::ErrorKind::Unsupported).into())
    }

    fn are_same(&self, one: &Path, other: &Path) -> bool {
        one == other
    }
}

/// Nothing at all, not even the books of the program: for callers that only check options.
pub struct Unread;

impl OptionFiles for Unread {
    fn book(&self, path: &Path) -> io::Result<String> {
        WithoutFiles.book(path)
    }

    fn own_book(&self, _game: &str) -> Option<&'static str> {
        None
    }

    fn proofs(&self, path: &Path) -> Result<ProofFile, ProofFileError> {
        WithoutFiles.proofs(path)
    }

    fn are_same(&self, one: &Path, other: &Path) -> bool {
        WithoutFiles.are_same(one, other)
    }
}

/// Opens the file of an option, as [`EngineOptions::open_book`] does.
pub(super) type OpenFile = fn(&EngineOptions, &mut dyn Session, &dyn OptionFiles) -> Result<(), Sentence>;

impl EngineOptions {
    /// Opens the book of the game that these options ask for, or closes the one that is open.
    ///
    /// # Errors
    /// One sentence, if the file cannot be read or is not a book of this game.
    pub fn open_book(&self, session: &mut dyn Session, files: &dyn OptionFiles) -> Result<(), Sentence> {
        let file = Some(&self.book_file).filter(|file| self.own_book && !file.is_empty());
        let text = file.map(|file| {
            let read = files.book(Path::new(file));
            read.map_err(|error| says::unread_book(shorten(file), error.to_string()))
        });
        match text.transpose()? {
            Some(text) => session.open_book(Some(&text)),
            None if self.own_book => session.open_book(files.own_book(session.name())),
            None => session.open_book(None),
        }
        .map_err(|error| foreign(error.to_string()))
    }

    /// Opens the proof file that these options name, or closes the one that is open.
    ///
    /// # Errors
    /// One sentence, if the file cannot be read or is about another game.
    pub fn open_proofs(&self, session: &mut dyn Session, files: &dyn OptionFiles) -> Result<(), Sentence> {
        let file = Some(&self.proof_file).filter(|file| !file.is_empty());
        let opened = file.map(|file| files.proofs(Path::new(file))).transpose();
        opened
            .and_then(|file| session.use_proofs(file))
            .map_err(|error| says::unused_proofs(shorten(&self.proof_file), error.to_string()))
    }

    /// Whether the dialogue may be appended to a file: not to one that these options read.
    ///
    /// # Errors
    /// One sentence.
    pub fn check_log(&self, log: &str, files: &dyn OptionFiles) -> Result<(), Sentence> {
        let is_log = |file: &&String| !file.is_empty() && files.are_same(Path::new(file), Path::new(log));
        let book = Some(&self.book_file).filter(|_| self.own_book);
        match book.into_iter().chain([&self.proof_file]).find(is_log) {
            Some(file) if !log.is_empty() => Err(says::log_is_read(shorten(file))),
            _ => Ok(()),
        }
    }

    /// Applies `changed`, if `open` can open the file that it names.
    pub(super) fn change(
        &mut self,
        changed: Self,
        session: &mut dyn Session,
        files: &dyn OptionFiles,
        open: OpenFile,
    ) -> Result<(), Sentence> {
        changed.check_log(&changed.log_file, files)?;
        open(&changed, session, files)?;
        *self = changed;
        Ok(())
    }
}
