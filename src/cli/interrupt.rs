//! Ctrl-C and SIGTERM: the first ends a command in good order, a second one at once. So does `--stop` after a time.
//!
//! A scheduler has to tell work that is whole from work that was stopped, so that what waits for it does not begin with
//! half of it: what is stopped before its end returns 3.

use super::arguments::parse_time;
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// What a command returns that was stopped before its end, or has got only parts of what it needs.
pub const INCOMPLETE: u8 = 3;

/// When to stop of itself, for every subcommand that can be resumed.
#[derive(clap::Args)]
pub struct Stop {
    /// Stop in good order after this time, such as 55m or 23h, as a signal does, with exit code 3
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    stop: Option<Duration>,
}

impl Stop {
    /// From now on the time runs.
    ///
    /// # Errors
    /// If no thread can be had to wait.
    pub fn start(&self) -> std::io::Result<()> {
        let Some(time) = self.stop else { return Ok(()) };
        let wait = move || {
            thread::sleep(time);
            answer();
        };
        thread::Builder::new().spawn(wait).map(drop)
    }
}

/// The exit code of work that is whole or not.
pub fn exit_code(is_whole: bool) -> ExitCode {
    if is_whole { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) }
}

/// What the first signal does; nothing: it ends the process at once.
type StopAction = Box<dyn Fn() + Send>;
static STOP: Mutex<Option<StopAction>> = Mutex::new(None);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on a signal ends the command in this way: at once, until [`finish_by`] says how to end it in good order.
/// Where no thread can be had to wait for it, a signal ends the process as it does any other.
pub fn receive() {
    let _ = ctrlc::set_handler(answer);
}

fn answer() {
    let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner);
    match &*stop {
        Some(stop) if !INTERRUPTED.swap(true, SeqCst) => stop(),
        _ => process::exit(INCOMPLETE.into()),
    }
}

/// The first signal calls `stop`, which makes the command end soon.
pub fn finish_by(stop: impl Fn() + Send + 'static) {
    *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(stop));
}

/// Whether a signal has come, which counts as answered then: the command goes on, and the next signal is a first one.
pub fn take() -> bool {
    INTERRUPTED.swap(false, SeqCst)
}

/// What a line editor has taken for Ctrl-C counts as the first signal.
pub fn note() {
    INTERRUPTED.store(true, SeqCst);
}

/// Whether a signal has come.
pub fn has_come() -> bool {
    INTERRUPTED.load(SeqCst)
}
