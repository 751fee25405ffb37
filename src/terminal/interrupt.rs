//! Ctrl-C and SIGTERM: the first ends a command cleanly, a second one at once. `--stop` does the former after a time.

use super::exit::Exit;
use parking_lot::Mutex;
use std::process;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

/// Does the same as a signal after a time.
///
/// # Errors
/// If no thread can be started to wait.
pub fn come_after(time: Duration) -> std::io::Result<()> {
    let wait = move || {
        thread::sleep(time);
        // It is not a second signal.
        if !has_come() {
            answer();
        }
    };
    thread::Builder::new().spawn(wait).map(drop)
}

/// What the first signal does; `None`: it ends the process at once.
pub type StopAction = Box<dyn Fn() + Send>;
static STOP: Mutex<Option<StopAction>> = Mutex::new(None);
/// What has happened: [`NOTHING`], [`SIGNAL`] or [`NO_READER`].
static COME: AtomicU8 = AtomicU8::new(NOTHING);
const NOTHING: u8 = 0;
const SIGNAL: u8 = 1;
const NO_READER: u8 = 2;

/// Handles signals from now on: a signal ends the command at once, until [`finish_by`] says how to end it cleanly. If
/// no thread can be started to wait for it, a signal ends the process as usual.
pub fn receive() {
    let _ = ctrlc::set_handler(answer);
}

fn answer() {
    let stop = STOP.lock();
    match &*stop {
        Some(stop) if COME.fetch_max(SIGNAL, SeqCst) == NOTHING => stop(),
        _ => process::exit(Exit::Incomplete as i32),
    }
}

/// Ends the command because its reader is gone: as the first signal does, but with success, and at once if that takes
/// long.
pub fn end_without_reader() -> ! {
    const SOON: Duration = Duration::from_secs(2);
    COME.store(NO_READER, SeqCst);
    let stop = STOP.lock();
    if let Some(stop) = &*stop {
        stop();
        thread::sleep(SOON);
    }
    process::exit(0)
}

/// The first signal calls `stop`, which makes the command end soon.
pub fn finish_by(stop: impl Fn() + Send + 'static) {
    *STOP.lock() = Some(Box::new(stop));
}

/// Does something that a signal waits for, and replaces the action of the first signal from then on, so that no signal
/// falls between the two. `act` must print nothing.
pub fn finish_after<T>(act: impl FnOnce() -> (T, StopAction)) -> T {
    let mut stop = STOP.lock();
    let (done, next) = act();
    *stop = Some(next);
    done
}

/// Whether a signal has come, which then counts as handled: the command continues, and the next signal is again a first
/// one.
pub fn take() -> bool {
    COME.swap(NOTHING, SeqCst) != NOTHING
}

/// Counts a line editor's Ctrl-C as the first signal.
pub fn note() {
    COME.store(SIGNAL, SeqCst);
}

/// Whether a signal has come.
pub fn has_come() -> bool {
    COME.load(SeqCst) != NOTHING
}

/// The exit of a command whose work is complete or not. A reader that has gone has seen enough.
pub fn exit(is_whole: bool) -> Exit {
    if is_whole || is_without_reader() { Exit::Whole } else { Exit::Incomplete }
}

/// Whether nobody reads the output any more, so that nothing requested is missing.
pub fn is_without_reader() -> bool {
    COME.load(SeqCst) == NO_READER
}
