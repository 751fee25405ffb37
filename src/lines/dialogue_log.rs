//! The log of the dialogue between a tournament and its engines: one line for each of theirs, with the time and the
//! engine.

use crate::date::Date;
use crate::files::{self, FileError};
use crate::text::clean;
use parking_lot::Mutex;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// An open log, shared by all engines.
#[derive(Clone, Debug)]
pub struct DialogueLog(Arc<Mutex<File>>);

impl DialogueLog {
    /// Opens a file to append to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(Self(Arc::new(Mutex::new(files::append(path)?))))
    }

    /// The log of one process, whose name marks its lines.
    pub fn of(&self, process: String) -> ProcessLog {
        ProcessLog { log: self.clone(), process }
    }
}

/// The log of one process.
#[derive(Clone, Debug)]
pub struct ProcessLog {
    log: DialogueLog,
    process: String,
}

impl ProcessLog {
    /// Logs lines sent to the engine.
    pub fn sent(&self, text: &str) {
        text.lines().for_each(|line| self.write('>', line));
    }

    /// Logs a line from the engine.
    pub fn received(&self, line: &str) {
        self.write('<', line);
    }

    /// Logs how the process started or ended.
    pub fn note(&self, what: &str) {
        self.write('#', what);
    }

    fn write(&self, direction: char, line: &str) {
        let time = Date::now().text_with_millis();
        let line = format!("{time} {} {direction} {}\n", self.process, clean(line, usize::MAX));
        let mut file = self.log.0.lock();
        // On a full disk the games matter more.
        let _ = file.write_all(line.as_bytes());
    }
}
