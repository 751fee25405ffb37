//! Other processes of this program, and the system's data about them.

use super::Bench;
use anyhow::{Context, Result};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

impl Bench<'_> {
    /// This program with these words, in the folder of the part.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(&self.quintet);
        command.args(words).current_dir(self.folder).stdin(Stdio::null());
        command
    }

    /// The output of a command.
    pub fn output(&self, words: &[&str]) -> Result<Output> {
        self.command(words).output().context("this program could not be started")
    }

    /// A file of the folder as text; empty if there is none.
    pub fn text(&self, file: &str) -> String {
        crate::files::read_text(&self.folder.join(file)).unwrap_or_default()
    }
}

/// The exit code and the first line of stderr.
pub fn ending(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    format!("{}: {}", output.status, crate::text::one_line(text.lines().next().unwrap_or_default()))
}

/// Waits for the end of a process, up to a time; whether it has ended.
pub fn ends_within(child: &mut Child, time: Duration) -> Result<bool> {
    let started = Instant::now();
    while started.elapsed() < time {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(false)
}

/// The resources of a process at a moment.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Usage {
    /// Memory in KiB.
    pub memory: u64,
    /// Threads.
    pub threads: u64,
    /// Open files.
    pub files: u64,
}

/// The resources of the process with this number; `None` if the system does not tell.
pub fn usage(id: u32) -> Option<Usage> {
    let status = crate::files::read(std::path::Path::new(&format!("/proc/{id}/status")), 1 << 20).ok()?;
    let status = String::from_utf8(status).ok()?;
    let number = |name: &str| {
        let rest = status.lines().find_map(|line| line.strip_prefix(name))?;
        rest.split_whitespace().next()?.parse::<u64>().ok()
    };
    let files = std::fs::read_dir(format!("/proc/{id}/fd")).ok()?.count() as u64;
    Some(Usage { memory: number("VmRSS:")?, threads: number("Threads:")?, files })
}
