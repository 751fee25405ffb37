//! A program of an arena as a process.

use crate::arena::spelling::{Fault, FaultKind};
use crate::lines::dialogue_log::ProcessLog;
use crate::lines::link::{Broken, InfoLines, Input, Link};
use crate::search::Halt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// An answer with the time that it took; a fault; or nothing, as everything is being stopped.
pub type Asked = Option<Result<(String, Duration), Fault>>;

/// A running program.
pub struct BotProcess {
    link: Option<Link>,
}

/// How often a wait checks whether everything is being stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

impl BotProcess {
    /// Starts a program with its arguments, in a folder if one is given.
    ///
    /// # Errors
    /// [`Fault`] if it cannot be started.
    pub fn start(command: &[String], dir: Option<&Path>, log: Option<ProcessLog>) -> Result<Self, Fault> {
        let fault = |what: String| Fault { kind: FaultKind::Ended, what };
        let [program, arguments @ ..] = command else { return Err(fault("no program to start is given".to_string())) };
        let mut command = Command::new(program);
        command.args(arguments);
        if let Some(dir) = dir {
            if !dir.is_dir() {
                return Err(fault(format!("the folder `{}` to start it in does not exist", dir.display())));
            }
            command.current_dir(dir);
        }
        let link = Link::start_logged(command, InfoLines::Bare, log);
        let link = link.map_err(|error| fault(format!("`{program}` could not be started: {error}")))?;
        Ok(Self { link: Some(link) })
    }

    /// Tells lines, and reads a line within this time, to the millisecond. Whatever was said before is the answer, as it
    /// is to the arena.
    pub fn ask(&mut self, lines: String, limit: Duration, halt: &Halt) -> Asked {
        let sent = Instant::now();
        let late = || Fault { kind: FaultKind::Late, what: format!("no answer within {} ms", limit.as_millis()) };
        if let Some(Err(broken)) = self.link.as_ref().map(|link| link.send(lines)) {
            return Some(Err(self.broken(broken)));
        }
        loop {
            let left = limit.saturating_sub(sent.elapsed());
            let input = self.link.as_ref().map_or(Err(Broken::Closed), |link| link.receive(left.min(POLL_INTERVAL)));
            if halt.is_halted() {
                return None;
            }
            return Some(match input {
                Ok(Input::Line { text, when, .. }) => match when.saturating_duration_since(sent) {
                    time if time > limit => Err(late()),
                    time => Ok((text, time)),
                },
                Ok(Input::TooLong | Input::Flood) => {
                    Err(Fault { kind: FaultKind::Flood, what: "a line is too long to be an answer".to_string() })
                }
                Ok(Input::NotText) => Err(Fault::unreadable("the answer is not UTF-8 text")),
                Err(Broken::TimedOut) if left.is_zero() => Err(late()),
                Err(Broken::TimedOut) => continue,
                Err(broken) => Err(self.broken(broken)),
            });
        }
    }

    fn broken(&mut self, broken: Broken) -> Fault {
        match broken {
            Broken::NotReading | Broken::TimedOut => {
                Fault { kind: FaultKind::Deaf, what: "the program does not read its input".to_string() }
            }
            Broken::Closed => {
                let how = self.link.as_mut().map_or_else(|| "the process has gone".to_string(), Link::exit_text);
                Fault { kind: FaultKind::Ended, what: how }
            }
        }
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        // With all its children. An arena, too, ends a program without a word.
        if let Some(link) = self.link.take() {
            link.end(false);
        }
    }
}
