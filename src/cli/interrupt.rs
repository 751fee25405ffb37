//! Ctrl-C and SIGTERM: the first ends a command in good order, a second one at once. So does `--stop` after a time.

use super::exit::Exit;
use parking_lot::Mutex;
use std::process;
use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use std::thread;
use std::time::Duration;

/// Does after a time what a signal does.
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

/// What the first signal does; nothing: it ends the process at once.
pub type StopAction = Box<dyn Fn() + Send>;
static STOP: Mutex<Option<StopAction>> = Mutex::new(None);
/// What has come: [`NOTHING`], [`SIGNAL`] or [`NO_READER`].
static COME: AtomicU8 = AtomicU8::new(NOTHING);
const NOTHING: u8 = 0;
const SIGNAL: u8 = 1;
const NO_READER: u8 = 2;

/// From now on a signal ends the command in this way: at once, until [`finish_by`] says how to end it in good order.
/// Where no thread can be started to wait for it, a signal ends the process as it does any other.
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

/// Nobody wants the result any more: ends the command as the first signal does, but with success, and at once if that is
/// not done soon.
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

/// Does something that a signal waits for, and takes over what the first signal does from then on: no signal falls between
/// the two. `act` prints nothing.
pub fn finish_after<T>(act: impl FnOnce() -> (T, StopAction)) -> T {
    let mut stop = STOP.lock();
    let (done, next) = act();
    *stop = Some(next);
    done
}

/// Whether a signal has come, which counts as answered then: the command goes on, and the next signal is a first one.
pub fn take() -> bool {
    COME.swap(NOTHING, SeqCst) != NOTHING
}

/// What a line editor has taken for Ctrl-C counts as the first signal.
pub fn note() {
    COME.store(SIGNAL, SeqCst);
}

/// Whether a signal has come.
pub fn has_come() -> bool {
    COME.load(SeqCst) != NOTHING
}

/// How a command ends whose work is whole or not. Who has gone has seen enough.
pub fn exit(is_whole: bool) -> Exit {
    if is_whole || is_without_reader() { Exit::Whole } else { Exit::Incomplete }
}

/// Whether nobody reads any more what is printed, so that nothing is short of what was asked for.
pub fn is_without_reader() -> bool {
    COME.load(SeqCst) == NO_READER
}
