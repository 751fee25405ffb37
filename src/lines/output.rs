//! Where the answers go: whole lines, from any thread, through a bounded queue to a thread that writes them; and the log
//! of both directions.
//!
//! A client that does not read blocks only the writer. Once the queue is full, `info` lines are dropped and answers
//! wait; `stop` and `quit` still work, as the reading thread waits for nothing here.

use crate::files::{self, FileError};
use parking_lot::{Condvar, Mutex, MutexGuard};
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most bytes that wait to be read by the client; a single answer may be longer.
pub const MAX_QUEUE: usize = 1 << 20;

/// Shared by everything that writes. What cannot be written is lost: the client has gone, and the end of the input
/// follows.
#[derive(Clone)]
pub struct Output(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    /// Signals that something was queued or written, or the state has changed.
    changed: Condvar,
    log: Mutex<Log>,
}

#[derive(Default)]
struct Queue {
    pieces: VecDeque<String>,
    bytes: usize,
    /// How many pieces have been written.
    written: u64,
    /// Whether to stop waiting for a client that does not read.
    hurried: bool,
    /// Whether the client has gone, or the dialogue has ended.
    lost: bool,
    /// Whether a piece is being written.
    writing: bool,
}

struct Log {
    file: Option<File>,
    started: Instant,
}

impl Output {
    /// An output to `writer`, without a log.
    ///
    /// # Errors
    /// If the writing thread cannot be started.
    pub fn new(writer: impl Write + Send + 'static) -> io::Result<Self> {
        let log = Mutex::new(Log { file: None, started: Instant::now() });
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), log });
        let for_writer = shared.clone();
        std::thread::Builder::new().name("output".into()).spawn(move || for_writer.write_all_to(writer))?;
        Ok(Self(shared))
    }

    /// Writes a line, once there is room for it.
    pub fn write_line(&self, text: &str) {
        self.0.log(">", text);
        self.0.push(format!("{text}\n"), true);
    }

    /// Writes an unimportant line, if there is room for it.
    pub fn write_info(&self, text: &str) {
        self.0.log(">", text);
        self.0.push(format!("{text}\n"), false);
    }

    /// Writes several lines, each with its end, that belong together, once there is room for them.
    pub fn write_block(&self, text: &str) {
        text.lines().for_each(|line| self.0.log(">", line));
        self.0.push(text.to_string(), true);
    }

    /// Logs input.
    pub fn log(&self, direction: &str, text: &str) {
        self.0.log(direction, text);
    }

    /// Appends the dialogue to a file from now on; an empty name ends that.
    ///
    /// # Errors
    /// If the file cannot be opened for writing; the log continues as before.
    pub fn log_to(&self, file: &str) -> Result<(), FileError> {
        let file = if file.is_empty() { None } else { Some(files::append(Path::new(file))?) };
        self.0.log.lock().file = file;
        Ok(())
    }

    /// Announces the end of the dialogue: from now on a client that reads nothing for a second counts as gone.
    pub fn hurry(&self) {
        self.0.queue().hurried = true;
        self.0.changed.notify_all();
    }

    /// Waits until everything is written, or the client counts as gone. Nothing is written after that, and the writing
    /// thread ends.
    pub fn finish(&self) {
        self.hurry();
        let mut queue = self.0.queue();
        self.0.wait_while(&mut queue, |queue| !queue.pieces.is_empty() || queue.writing);
        queue.lost = true;
        drop(queue);
        self.0.changed.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock()
    }

    /// Waits while `condition` holds, but not for a client that has gone.
    fn wait_while(&self, queue: &mut MutexGuard<Queue>, condition: impl Fn(&Queue) -> bool) {
        const PATIENCE: Duration = Duration::from_secs(1);
        let mut progress = (queue.written, Instant::now());
        while condition(queue) && !queue.lost {
            self.changed.wait_for(queue, PATIENCE);
            if queue.written != progress.0 || !queue.hurried {
                progress = (queue.written, Instant::now());
            } else if progress.1.elapsed() >= PATIENCE {
                queue.lost = true;
                queue.pieces.clear();
            }
        }
    }

    /// Queues a piece; without room, waits for it or drops the piece.
    fn push(&self, piece: String, wait: bool) {
        let full = |queue: &Queue| queue.bytes > 0 && queue.bytes + piece.len() > MAX_QUEUE;
        let mut queue = self.queue();
        if wait {
            self.wait_while(&mut queue, full);
        }
        if !queue.lost && !full(&queue) {
            queue.bytes += piece.len();
            queue.pieces.push_back(piece);
            self.changed.notify_all();
        }
    }

    /// Writes what is queued, until the client has gone. A client that never reads again blocks this thread until the
    /// end of the process.
    fn write_all_to(&self, mut writer: impl Write) {
        let mut queue = self.queue();
        loop {
            let idle = |queue: &mut Queue| queue.pieces.is_empty() && !queue.lost;
            self.changed.wait_while(&mut queue, idle);
            if queue.lost {
                return;
            }
            // All that waits in one piece: a system call for each line would take longer.
            let text: String = queue.pieces.drain(..).collect();
            queue.writing = true;
            drop(queue);
            let written = writer.write_all(text.as_bytes()).and_then(|()| writer.flush());
            queue = self.queue();
            queue.writing = false;
            queue.written += 1;
            queue.bytes -= text.len();
            queue.lost |= written.is_err();
            self.changed.notify_all();
        }
    }

    fn log(&self, direction: &str, text: &str) {
        let mut log = self.log.lock();
        let millis = log.started.elapsed().as_millis();
        if let Some(file) = &mut log.file {
            // A full disk must not end the game.
            let _ = writeln!(file, "{millis:>8} {direction} {text}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

    /// A client that reads when allowed.
    struct Slow(Receiver<()>, SyncSender<usize>);

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.recv().map_err(io::Error::other)?;
            self.1.send(bytes.len()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_client_that_does_not_read_holds_up_nothing_but_answers() {
        let ((read, allowed), (sizes, seen)) = (sync_channel(1), sync_channel(100));
        let output = Output::new(Slow(allowed, sizes)).unwrap();
        let line = "x".repeat(MAX_QUEUE / 2);
        output.write_line(&line);
        // None of these waits, and there is never more than the bound.
        (0..100).for_each(|_| output.write_info(&line));
        assert!(output.0.queue().bytes <= MAX_QUEUE);
        let answer = {
            let output = output.clone();
            std::thread::spawn(move || output.write_line(&"y".repeat(MAX_QUEUE)))
        };
        std::thread::sleep(Duration::from_millis(50));
        assert!(!answer.is_finished(), "an answer waits for room");
        read.send(()).unwrap();
        assert!(seen.recv().unwrap() > 0);
        read.send(()).ok();
        answer.join().unwrap();
        // Once it is to end, nobody waits for long.
        output.hurry();
        (0..10).for_each(|_| output.write_line(&line));
        output.finish();
    }

    #[test]
    fn the_thread_that_writes_ends_with_the_dialogue() {
        /// Signals when it is dropped, which is when its thread ends.
        struct Last(SyncSender<()>);
        impl Write for Last {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        impl Drop for Last {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        let (sender, ended) = sync_channel(1);
        let output = Output::new(Last(sender)).unwrap();
        output.write_line("a line");
        output.finish();
        assert!(ended.recv_timeout(Duration::from_secs(20)).is_ok());
    }
}
