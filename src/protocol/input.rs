//! The reading thread, which blocks only on its input.

use super::Event;
use super::command::{self, Command};
use crate::lines::output::Output;
use crate::lines::reading::next_line;
use crate::search::StopSource;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::Sender;

/// The most lines that wait to be executed; further ones are dropped.
pub const MAX_WAITING: usize = 100_000;
/// The most bytes of waiting lines.
pub const MAX_WAITING_BYTES: usize = 64 << 20;

/// How much is waiting to be executed, and how much was dropped because too much was.
#[derive(Clone, Default)]
pub struct Waiting(Arc<Counts>);

#[derive(Default)]
struct Counts {
    lines: AtomicUsize,
    bytes: AtomicUsize,
    left_out: AtomicUsize,
}

/// A waiting line; it stops waiting when this is dropped.
pub struct WaitingLine {
    waiting: Waiting,
    bytes: usize,
}

impl Waiting {
    /// Counts a line that starts to wait; `None` if there are too many.
    fn begin(&self, bytes: usize) -> Option<WaitingLine> {
        let Counts { lines, bytes: all, left_out } = &*self.0;
        if lines.load(SeqCst) >= MAX_WAITING || all.load(SeqCst) + bytes > MAX_WAITING_BYTES {
            left_out.fetch_add(1, SeqCst);
            return None;
        }
        lines.fetch_add(1, SeqCst);
        all.fetch_add(bytes, SeqCst);
        Some(WaitingLine { waiting: self.clone(), bytes })
    }

    /// How many lines were dropped since the last call.
    pub(super) fn take_left_out(&self) -> usize {
        self.0.left_out.swap(0, SeqCst)
    }
}

impl Drop for WaitingLine {
    fn drop(&mut self) {
        self.waiting.0.lines.fetch_sub(1, SeqCst);
        self.waiting.0.bytes.fetch_sub(self.bytes, SeqCst);
    }
}

/// Reads lines until the input ends and passes them on as commands, each with a stop token for the job it may start.
/// `stop` and `quit` take effect at once.
pub(super) fn read_lines(
    mut input: impl BufRead,
    stops: &StopSource,
    output: &Output,
    waiting: &Waiting,
    events: &Sender<Event>,
) {
    while let Some(line) = next_line(&mut input) {
        let bytes = line.as_ref().map_or(0, String::len);
        let parsed = line.map_err(|line| line.sentence).and_then(|line| {
            output.log("<", &line);
            command::parse(&line)
        });
        let Some(parsed) = parsed.transpose() else { continue };
        match parsed {
            Ok(Command::Stop) => {
                stops.stop();
                continue;
            }
            Ok(Command::Quit) => {
                stops.stop();
                output.hurry();
                // The receiver is gone once the main loop has ended.
                let _ = events.send(Event::Quit);
                return;
            }
            parsed => {
                let Some(line) = waiting.begin(bytes) else { continue };
                if events.send(Event::Line(parsed, stops.token(), line)).is_err() {
                    return;
                }
            }
        }
    }
    let _ = events.send(Event::End);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines::reading::MAX_LINE;
    use std::sync::mpsc::channel;

    #[test]
    fn what_waits_is_bounded_and_stop_and_quit_are_heard_all_the_same() {
        let (events, received) = channel();
        let (stops, waiting) = (StopSource::default(), Waiting::default());
        let token = stops.token();
        let input = "d\n".repeat(MAX_WAITING + 50) + "stop\nquit\n";
        let output = Output::new(std::io::sink()).unwrap();
        read_lines(std::io::Cursor::new(input), &stops, &output, &waiting, &events);
        assert!(token.stopped());
        let all: Vec<Event> = received.try_iter().collect();
        assert!(all.len() == MAX_WAITING + 1 && matches!(all.last(), Some(Event::Quit)));
        assert_eq!((waiting.take_left_out(), waiting.take_left_out()), (50, 0));
        drop(all);
        assert_eq!(waiting.0.bytes.load(SeqCst) + waiting.0.lines.load(SeqCst), 0);
        let long = "d".repeat(MAX_LINE - 10) + "\n";
        read_lines(std::io::Cursor::new(long.repeat(100)), &stops, &output, &waiting, &events);
        let kept = received.try_iter().count();
        assert!((MAX_WAITING_BYTES / MAX_LINE..70).contains(&kept), "{kept}");
    }
}
