//! Watches the reader of stdout: a command whose result is its output ends when the reader, such as `head`, has gone,
//! even in the middle of a search that would print nothing for hours.

use super::interrupt;
use anstream::AutoStream;
use std::io::{self, Write};

/// Ends the command, with success, once nobody reads stdout any more. For commands that write nothing but their output;
/// one that also writes files continues for their sake.
///
/// If no thread can be started, the next write shows it.
pub fn watch() {
    if pipe::is_stdout() {
        let wait = || {
            pipe::wait_for_end();
            interrupt::end_without_reader();
        };
        let _ = std::thread::Builder::new().name("reader".into()).spawn(wait);
    }
}

/// Whether an error says that the reader of stdout has gone.
pub fn has_gone(error: &anyhow::Error) -> bool {
    let causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    // The pipe may have been another, such as that of an engine.
    causes.map(io::Error::kind).any(|kind| kind == io::ErrorKind::BrokenPipe) && pipe::has_ended()
}

/// Stdout; a reader that goes away is an error, or not if files are still to be written.
pub fn stdout(has_files: bool) -> Output<AutoStream<io::StdoutLock<'static>>> {
    Output { writer: anstream::stdout().lock(), has_files }
}

/// What [`stdout`] gives.
pub struct Output<W> {
    writer: W,
    has_files: bool,
}

impl<W> Output<W> {
    fn forgive<T>(&self, error: io::Error, answer: T) -> io::Result<T> {
        let is_harmless = self.has_files && error.kind() == io::ErrorKind::BrokenPipe;
        if is_harmless { Ok(answer) } else { Err(error) }
    }
}

impl<W: Write> Write for Output<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).or_else(|error| self.forgive(error, bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().or_else(|error| self.forgive(error, ()))
    }
}

mod pipe {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::stat::{SFlag, fstat};
    use std::io;
    use std::os::fd::AsFd;

    /// Whether stdout is a pipe or a socket, whose other end somebody may close.
    pub fn is_stdout() -> bool {
        let kind = fstat(io::stdout()).map(|found| SFlag::from_bits_truncate(found.st_mode) & SFlag::S_IFMT);
        kind.is_ok_and(|kind| kind == SFlag::S_IFIFO || kind == SFlag::S_IFSOCK)
    }

    /// Waits until the other end is closed.
    pub fn wait_for_end() {
        while !is_closed(PollTimeout::NONE) {}
    }

    /// Whether the other end is closed.
    pub fn has_ended() -> bool {
        is_closed(PollTimeout::ZERO)
    }

    fn is_closed(timeout: PollTimeout) -> bool {
        let stdout = io::stdout();
        // Errors are reported whatever is asked for.
        let mut asked = [PollFd::new(stdout.as_fd(), PollFlags::empty())];
        let ends = PollFlags::POLLERR | PollFlags::POLLHUP | PollFlags::POLLNVAL;
        poll(&mut asked, timeout).is_ok() && asked[0].revents().is_some_and(|found| found.intersects(ends))
    }
}
