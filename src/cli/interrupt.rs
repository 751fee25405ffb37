//! Ctrl-C and SIGTERM: the first ends a command in good order, a second one at once. So does `--stop` after a time.
//!
//! A scheduler has to tell work that is whole from work that was stopped, so that what waits for it does not begin with
//! half of it: what is stopped before its end returns 3.

use parking_lot::Mutex;
use std::process::{self, ExitCode};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

/// What a command returns that was stopped before its end, or has got only parts of what it needs.
pub const INCOMPLETE: u8 = 3;

/// Does after a time what a signal does.
///
/// # Errors
/// If no thread can be had to wait.
pub fn come_after(time: Duration) -> std::io::Result<()> {
    let wait = move || {
        thread::sleep(time);
        // It is no second signal.
        if !has_come() {
            answer();
        }
    };
    thread::Builder::new().spawn(wait).map(drop)
}

/// The exit code of work that is whole or not. To be asked for before the result is printed, so that it holds even if
/// nobody reads that.
pub fn exit_code(is_whole: bool) -> ExitCode {
    // Who has gone has seen enough.
    let is_whole = is_whole || IS_WITHOUT_READER.load(SeqCst);
    NOT_WHOLE.store(!is_whole, SeqCst);
    if is_whole { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) }
}

/// Whether nobody reads any more what is printed, so that nothing is short of what was asked for.
pub fn is_without_reader() -> bool {
    IS_WITHOUT_READER.load(SeqCst)
}

/// What the first signal does; nothing: it ends the process at once.
type StopAction = Box<dyn Fn() + Send>;
static STOP: Mutex<Option<StopAction>> = Mutex::new(None);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static NOT_WHOLE: AtomicBool = AtomicBool::new(false);
static ENDED_A_WAIT: AtomicBool = AtomicBool::new(false);
static IS_WITHOUT_READER: AtomicBool = AtomicBool::new(false);

/// From now on a signal ends the command in this way: at once, until [`finish_by`] says how to end it in good order.
/// Where no thread can be had to wait for it, a signal ends the process as it does any other.
pub fn receive() {
    let _ = ctrlc::set_handler(answer);
}

fn answer() {
    let stop = STOP.lock();
    match &*stop {
        Some(stop) if !INTERRUPTED.swap(true, SeqCst) => stop(),
        _ => process::exit(INCOMPLETE.into()),
    }
}

/// Nobody wants the result any more: ends the command as the first signal does, but with success, and at once if that is
/// not done soon.
pub fn end_without_reader() -> ! {
    const SOON: Duration = Duration::from_secs(2);
    IS_WITHOUT_READER.store(true, SeqCst);
    let stop = STOP.lock();
    if let Some(stop) = &*stop {
        INTERRUPTED.store(true, SeqCst);
        stop();
        thread::sleep(SOON);
    }
    process::exit(0)
}

/// The first signal calls `stop`, which makes the command end soon.
pub fn finish_by(stop: impl Fn() + Send + 'static) {
    *STOP.lock() = Some(Box::new(stop));
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

/// Whether a signal has come, for those who wait for a lock: if so, the wait ends.
pub fn ends_wait() -> bool {
    let has_come = has_come();
    ENDED_A_WAIT.fetch_or(has_come, SeqCst);
    has_come
}

/// Whether a wait for a lock was ended by a signal, so that the error which follows is none of the work's.
pub fn has_ended_a_wait() -> bool {
    ENDED_A_WAIT.load(SeqCst)
}

/// The exit code that was last asked for; success if none was.
pub fn last_exit_code() -> ExitCode {
    exit_code(!NOT_WHOLE.load(SeqCst))
}
