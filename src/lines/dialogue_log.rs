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
pub struct DialogueLog(Arc<Mutex<Kept>>);

/// Where a log is kept.
#[derive(Debug)]
enum Kept {
    /// In a file, all of it.
    File(File),
    /// In memory, only what is written to stderr: at most [`MAX_SAID`] bytes at a time.
    Said(String),
}

/// How much of stderr is kept in memory.
const MAX_SAID: usize = 1 << 16;

impl DialogueLog {
    /// Opens a file to append to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Ok(Self(Arc::new(Mutex::new(Kept::File(files::append(path)?)))))
    }

    /// Only what is written to stderr, to be taken out of memory.
    pub fn of_stderr() -> Self {
        Self(Arc::new(Mutex::new(Kept::Said(String::new()))))
    }

    /// What has been written to stderr since the last time, its end if it is too long; nothing of a file.
    pub fn take_said(&self) -> String {
        match &mut *self.0.lock() {
            Kept::File(_) => String::new(),
            Kept::Said(text) => std::mem::take(text),
        }
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

    /// Logs a line that the engine wrote to stderr.
    pub fn said(&self, line: &str) {
        self.write('!', line);
    }

    /// Logs how the process started or ended.
    pub fn note(&self, what: &str) {
        self.write('#', what);
    }

    fn write(&self, direction: char, line: &str) {
        match &mut *self.log.0.lock() {
            Kept::File(file) => {
                let time = Date::now().text_with_millis();
                let line = format!("{time} {} {direction} {}\n", self.process, clean(line, usize::MAX));
                // On a full disk the games matter more.
                let _ = file.write_all(line.as_bytes());
            }
            Kept::Said(text) if direction == '!' => {
                text.push_str(&clean(line, usize::MAX));
                text.push('\n');
                let excess = text.len().saturating_sub(MAX_SAID);
                let cut = (excess..).find(|at| text.is_char_boundary(*at)).unwrap_or_default();
                text.drain(..cut);
            }
            Kept::Said(_) => {}
        }
    }
}
