//! Ctrl-C and SIGTERM: the first ends a command in good order, a second one at once, both with exit code 3.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Mutex, PoisonError};

/// What a command returns that a signal has ended.
pub const EXIT_CODE: u8 = 3;

/// What the first signal does; nothing: it ends the process at once.
type Stop = Box<dyn Fn() + Send>;
static STOP: Mutex<Option<Stop>> = Mutex::new(None);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on a signal ends the command in this way: at once, until [`finish_by`] says how to end it in good order.
/// Where no thread can be had to wait for it, a signal ends the process as it does any other.
pub fn receive() {
    let _ = ctrlc::set_handler(|| {
        let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner);
        match &*stop {
            Some(stop) if !INTERRUPTED.swap(true, SeqCst) => stop(),
            _ => process::exit(EXIT_CODE.into()),
        }
    });
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
