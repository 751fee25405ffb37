//! Where the answers go: whole lines, flushed one by one, from any thread; and the log of both directions.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// A writer that several threads share line by line. What cannot be written is lost: the reader has gone, and
/// the end of the input follows.
pub struct Output<W: Write>(Arc<Mutex<Inner<W>>>);

struct Inner<W: Write> {
    writer: W,
    log: Option<File>,
    started: Instant,
}

impl<W: Write> Clone for Output<W> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<W: Write> Output<W> {
    /// An output to `writer`, without a log.
    pub fn new(writer: W) -> Self {
        Self(Arc::new(Mutex::new(Inner { writer, log: None, started: Instant::now() })))
    }

    fn inner(&self) -> MutexGuard<'_, Inner<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line.
    pub fn write_line(&self, text: &str) {
        let mut inner = self.inner();
        inner.log(">", text);
        let _ = writeln!(inner.writer, "{text}").and_then(|()| inner.writer.flush());
    }

    /// Writes several lines, each with its end, that belong together.
    pub fn write_block(&self, text: &str) {
        let mut inner = self.inner();
        text.lines().for_each(|line| inner.log(">", line));
        let _ = inner.writer.write_all(text.as_bytes()).and_then(|()| inner.writer.flush());
    }

    /// Notes what came in.
    pub fn log(&self, direction: &str, text: &str) {
        self.inner().log(direction, text);
    }

    /// Appends the dialogue to a file from now on; an empty name ends that.
    ///
    /// # Errors
    /// If the file cannot be opened for writing; the log goes on as it was.
    pub fn log_to(&self, file: &str) -> io::Result<()> {
        let log = match file {
            "" => None,
            name => Some(File::options().create(true).append(true).open(name)?),
        };
        self.inner().log = log;
        Ok(())
    }
}

impl<W: Write> Inner<W> {
    fn log(&mut self, direction: &str, text: &str) {
        let millis = self.started.elapsed().as_millis();
        if let Some(log) = &mut self.log {
            // A full disk must not end the game.
            let _ = writeln!(log, "{millis:>8} {direction} {text}");
        }
    }
}
