//! The pipes to a child process, and how it ends.
//!
//! Three threads serve a child: one reads its lines, one writes to it, one drains its stderr. So a child that does not
//! read, or does not stop writing, cannot block a game. Both queues are bounded, so it cannot fill the memory either: a
//! reader whose queue is full lets the pipe fill up, and the child waits. The reader collects `info` lines until
//! another line comes, so that an engine with many of them does not wake the game.

use super::dialogue_log::ProcessLog;
use crate::files;
use crate::records::{ReportedScore, TurnInfo};
use crate::text::one_line;
use parking_lot::Mutex;
use process_wrap::std::{ChildWrapper, CommandWrap, ProcessGroup};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

/// The longest accepted line, in bytes.
pub const MAX_LINE: usize = 1 << 18;
/// How many lines wait to be read by the game.
const LINES: usize = 256;
/// How many messages wait to be read by the child.
const MESSAGES: usize = 64;
/// How much of stderr is kept for the record, in bytes.
const STDERR_TAIL: usize = 300;
/// How long a child may take to end after `quit`, or once it has closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// More bytes of `info` lines than this without another line are a flood.
pub const FLOOD: usize = 16 << 20;

/// Output of a child.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A line.
    Line {
        /// The line without its end.
        text: String,
        /// When it was read.
        when: Instant,
        /// The summary of the `info` lines before it.
        info: TurnInfo,
    },
    /// More than [`FLOOD`] bytes of `info` lines.
    Flood,
    /// A line that is not UTF-8.
    NotText,
    /// A line longer than [`MAX_LINE`].
    TooLong,
}

/// What happens to `info` lines other than `info string`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InfoLines {
    /// They are summarised with the next other line.
    Summed,
    /// Each comes as its own line.
    Each,
    /// No line is one, and every line comes with its blanks.
    Bare,
}

/// A running child process.
pub struct Link {
    child: Box<dyn ChildWrapper>,
    input: Option<SyncSender<Vec<u8>>>,
    lines: Receiver<Input>,
    stderr_tail: Arc<Mutex<VecDeque<u8>>>,
    /// Disconnected once stderr has been read to the end.
    drained: Receiver<()>,
    log: Option<ProcessLog>,
}

/// Why a message cannot be delivered or a line received.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// The child does not read.
    NotReading,
    /// The child has closed its output or its input.
    Closed,
    /// Nothing came in time.
    TimedOut,
}

impl Link {
    /// Starts a process in its own group, so that it can be ended with all its children, and Ctrl-C ends the tournament
    /// but not the engines.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(command: Command, info_lines: InfoLines) -> std::io::Result<Self> {
        Self::start_logged(command, info_lines, None)
    }

    /// The same, with the dialogue logged.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start_logged(mut command: Command, info_lines: InfoLines, log: Option<ProcessLog>) -> std::io::Result<Self> {
        files::permit()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut command = CommandWrap::from(command);
        command.wrap(ProcessGroup::leader());
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(LINES);
        let (input, messages) = sync_channel(MESSAGES);
        let stderr_tail = Arc::default();
        let (draining, drained) = sync_channel(0);
        if let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin().take(), child.stdout().take(), child.stderr().take())
        {
            let (words, reader_log, drain_log) = (Arc::clone(&stderr_tail), log.clone(), log.clone());
            let spawn = |work: Box<dyn FnOnce() + Send>| std::thread::Builder::new().spawn(work).map(drop);
            let served = spawn(Box::new(move || read(stdout, &sender, info_lines, reader_log.as_ref())))
                .and_then(|()| spawn(Box::new(move || write(stdin, &messages))))
                .and_then(|()| spawn(Box::new(move || drain(stderr, &words, drain_log.as_ref(), draining))));
            if let Err(error) = served {
                // Nobody would serve it.
                let _ = child.start_kill();
                let _ = child.wait();
                return Err(error);
            }
        }
        if let Some(log) = &log {
            log.note(&format!("process {} begins", child.id()));
        }
        Ok(Self { child, input: Some(input), lines, stderr_tail, drained, log })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends text, with its line ends, as one piece.
    ///
    /// # Errors
    /// [`Broken::NotReading`] or [`Broken::Closed`].
    pub fn send(&self, text: impl Into<Vec<u8>>) -> Result<(), Broken> {
        let text = text.into();
        // The log is written while the child reads already.
        let logged = self.log.as_ref().map(|log| (log, String::from_utf8_lossy(&text).into_owned()));
        let sent = self.input.as_ref().map(|input| input.try_send(text));
        if let Some((log, text)) = logged {
            log.sent(&text);
        }
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(TrySendError::Full(_))) => Err(Broken::NotReading),
            Some(Err(TrySendError::Disconnected(_))) | None => Err(Broken::Closed),
        }
    }

    /// The next line, if one comes within `patience`.
    ///
    /// # Errors
    /// [`Broken::TimedOut`] or [`Broken::Closed`].
    pub fn receive(&self, patience: Duration) -> Result<Input, Broken> {
        self.lines.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => Broken::TimedOut,
            RecvTimeoutError::Disconnected => Broken::Closed,
        })
    }

    /// How the process has ended and the last line it wrote to stderr, as a clause.
    pub fn exit_text(&mut self) -> String {
        // The pipes close a moment before the status can be asked for.
        let status = self.wait(GRACE);
        let how = match status.map(|status| (status.code(), status)) {
            Some((Some(code), _)) => format!("the process ended with exit code {code}"),
            Some((None, status)) => format!("the process was ended by a {status}"),
            None => "the process closed its output".to_string(),
        };
        if status.is_some() {
            // Its stderr is read by another thread. If a child of its own keeps stderr open, that never ends.
            let _ = self.drained.recv_timeout(GRACE);
        }
        let mut words = self.stderr_tail.lock();
        let text = String::from_utf8_lossy(words.make_contiguous()).into_owned();
        match text.lines().rev().map(str::trim).find(|line| !line.is_empty()) {
            Some(line) => format!("{how}, saying `{}`", one_line(line)),
            None => how,
        }
    }

    /// Closes the child's input, once it has read what was sent.
    pub fn close_input(&mut self) {
        // The writer ends once it has delivered everything.
        self.input = None;
    }

    /// Waits for the end of the process.
    pub fn wait(&mut self, patience: Duration) -> Option<std::process::ExitStatus> {
        let started = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if started.elapsed() < patience => std::thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// The same for a process that may write much at its end and would wait for a reader.
    fn wait_while_it_talks(&mut self, patience: Duration) {
        let started = Instant::now();
        while started.elapsed() < patience && self.wait(Duration::ZERO).is_none() {
            match self.receive(Duration::from_millis(1)) {
                Ok(_) | Err(Broken::TimedOut | Broken::NotReading) => {}
                Err(Broken::Closed) => {
                    self.wait(patience.saturating_sub(started.elapsed()));
                    return;
                }
            }
        }
    }

    /// Ends the process: with `quit` and some time, or at once.
    pub fn end(mut self, politely: bool) {
        if politely && self.send("quit\n").is_ok() {
            self.close_input();
            self.wait_while_it_talks(GRACE);
        }
        // With all its children. There may be nobody left in the group.
        let _ = self.child.start_kill();
        let status = self.child.wait();
        if let Some(log) = &self.log {
            log.note(&status.map_or("the process has gone".to_string(), |status| format!("ended: {status}")));
        }
    }
}

/// Passes lines on until the output is closed or the receiver is gone.
fn read(output: ChildStdout, sender: &SyncSender<Input>, info_lines: InfoLines, log: Option<&ProcessLog>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    let (mut info, mut info_bytes) = (TurnInfo::default(), 0);
    loop {
        bytes.clear();
        let limit = MAX_LINE as u64 + 1;
        match output.by_ref().take(limit).read_until(b'\n', &mut bytes) {
            // A line without its end is none: the child has gone in the middle of it.
            Ok(_) if bytes.last() != Some(&b'\n') && bytes.len() <= MAX_LINE => return,
            Ok(_) => {}
            Err(_) => return,
        }
        let when = Instant::now();
        if let Some(log) = log {
            log.received(String::from_utf8_lossy(&bytes).trim_end());
        }
        let trimmed = |text| match info_lines {
            InfoLines::Bare => str::trim_end_matches(text, ['\n', '\r']),
            InfoLines::Summed | InfoLines::Each => str::trim(text),
        };
        let input = match std::str::from_utf8(&bytes).map(trimmed) {
            _ if bytes.len() > MAX_LINE => Input::TooLong,
            Ok(line)
                if info_lines == InfoLines::Summed
                    && line.starts_with("info ")
                    && !line.starts_with("info string ") =>
            {
                read_info(line, &mut info);
                info_bytes += bytes.len();
                if info_bytes <= FLOOD {
                    continue;
                }
                Input::Flood
            }
            Ok(line) => Input::Line { text: line.to_string(), when, info },
            Err(_) => Input::NotText,
        };
        (info, info_bytes) = (TurnInfo::default(), 0);
        if sender.send(input).is_err() {
            return;
        }
    }
}

/// Records what an `info` line reports about the best move.
fn read_info(line: &str, info: &mut TurnInfo) {
    let mut words = line.split_whitespace();
    let mut new = *info;
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
        match word {
            "depth" => new.depth = number().and_then(|depth| u32::try_from(depth).ok()),
            "nodes" => new.nodes = number().and_then(|nodes| u64::try_from(nodes).ok()),
            "time" => new.time_ms = number().and_then(|time| u64::try_from(time).ok()),
            "multipv" if number() != Some(1) => return,
            "score" => {
                let kind = words.next();
                let value = words.next().and_then(|word| word.parse().ok());
                new.score = match kind {
                    Some("cp") => value.map(ReportedScore::Cp),
                    Some("mate") => value.map(ReportedScore::Mate),
                    _ => None,
                };
            }
            // What was reported before says more than a bound.
            "lowerbound" | "upperbound" => new.score = info.score,
            "pv" => break,
            _ => {}
        }
    }
    *info = new;
}

fn write(mut input: ChildStdin, messages: &Receiver<Vec<u8>>) {
    for text in messages {
        if input.write_all(&text).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

/// Keeps the end of what is written to stderr, and logs it line by line. `_draining` is dropped when all has been read.
fn drain(
    mut errors: ChildStderr,
    stderr_tail: &Mutex<VecDeque<u8>>,
    log: Option<&ProcessLog>,
    _draining: SyncSender<()>,
) {
    let mut bytes = [0; 4096];
    let mut line = Vec::new();
    while let Ok(read @ 1..) = errors.read(&mut bytes) {
        if let Some(log) = log {
            for piece in bytes[..read].split_inclusive(|byte| *byte == b'\n') {
                line.extend_from_slice(piece);
                if piece.ends_with(b"\n") || line.len() > MAX_LINE {
                    log.said(String::from_utf8_lossy(&line).trim_end());
                    line.clear();
                }
            }
        }
        let mut words = stderr_tail.lock();
        words.extend(&bytes[..read]);
        let excess = words.len().saturating_sub(STDERR_TAIL);
        words.drain(..excess);
    }
    if let Some(log) = log.filter(|_| !line.is_empty()) {
        log.said(String::from_utf8_lossy(&line).trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_info_line_about_the_best_move_counts() {
        let mut info = TurnInfo::default();
        read_info("info depth 3 seldepth 5 multipv 1 score cp -12 nodes 345 nps 1 pv depth score cp 99", &mut info);
        read_info("info depth 9 multipv 2 score cp 77 nodes 999", &mut info);
        read_info("info nodes 400", &mut info);
        assert_eq!(
            info,
            TurnInfo { score: Some(ReportedScore::Cp(-12)), depth: Some(3), nodes: Some(400), time_ms: None }
        );
        read_info("info depth 4 score cp 50 lowerbound nodes 400 pv upperbound", &mut info);
        assert_eq!(
            info,
            TurnInfo { score: Some(ReportedScore::Cp(-12)), depth: Some(4), nodes: Some(400), time_ms: None }
        );
        read_info("info depth 3 currmove d4 currmovenumber 3 nodes 400 nps 7 hashfull 2 time 4000", &mut info);
        read_info("info score mate -4 depth -1 nodes x", &mut info);
        let time_ms = Some(4000);
        assert_eq!(info, TurnInfo { score: Some(ReportedScore::Mate(-4)), depth: None, nodes: None, time_ms });
    }
}
