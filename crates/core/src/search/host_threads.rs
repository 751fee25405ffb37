//! Threads that the host of a WebAssembly module starts: workers that share its memory and call [`help`]. The module itself
//! can start none.

use super::sync::AtomicBool;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often one who waits looks whether a thread has gone for ever.
const LOOK: Duration = Duration::from_millis(100);

type Job = Box<dyn FnOnce() + Send>;

/// Threads that wait for work.
struct HostThreads {
    state: Mutex<State>,
    has_work: Condvar,
}

struct State {
    /// How many wait and have no job yet.
    idle: usize,
    jobs: VecDeque<Job>,
}

static THREADS: HostThreads = HostThreads::new();

/// Whether a thread has ended in the middle of its work.
static IS_BROKEN: AtomicBool = AtomicBool::new(false);

/// To be called before a thread ends by a panic, which ends it without a word: nobody shall wait for it for ever.
pub fn give_up() {
    IS_BROKEN.store(true, Ordering::Relaxed);
}

/// What is locked here is whole whenever a lock is given back.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the host calls on each of its threads: works for the searches from now on.
pub fn help() -> ! {
    loop {
        THREADS.work_once();
    }
}

/// Like [`beside`](super::threads::beside), on as many of the host's threads as are free.
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub(super) fn beside<R, W: FnOnce() + Send>(others: impl Iterator<Item = W>, first: impl FnOnce() -> R) -> (R, usize) {
    THREADS.beside(others, first)
}

impl HostThreads {
    const fn new() -> Self {
        let state = State { idle: 0, jobs: VecDeque::new() };
        Self { state: Mutex::new(state), has_work: Condvar::new() }
    }

    /// Waits for a job and does it.
    fn work_once(&self) {
        let mut state = lock(&self.state);
        state.idle += 1;
        let job = loop {
            match state.jobs.pop_front() {
                Some(job) => break job,
                None => state = self.has_work.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(state);
        job();
    }

    fn beside<R, W: FnOnce() + Send>(&self, others: impl Iterator<Item = W>, first: impl FnOnce() -> R) -> (R, usize) {
        let running = Running::default();
        // Whatever becomes of `first`, nothing that the others borrow goes before they have ended.
        let _end = WaitForAll(&running);
        let mut threads = 1;
        for other in others {
            let mut state = lock(&self.state);
            if state.idle == 0 {
                break;
            }
            state.idle -= 1;
            let ended = Ended(&running);
            *lock(&running.count) += 1;
            let job: Box<dyn FnOnce() + Send + '_> = Box::new(move || {
                let _ended = ended;
                other();
            });
            // SAFETY: `_end` waits until each job has been dropped, so none outlives what it borrows.
            let job = unsafe { std::mem::transmute::<Box<dyn FnOnce() + Send + '_>, Job>(job) };
            state.jobs.push_back(job);
            self.has_work.notify_one();
            threads += 1;
        }
        (first(), threads)
    }
}

/// How many jobs have not ended.
#[derive(Default)]
struct Running {
    count: Mutex<usize>,
    none_is: Condvar,
}

/// Counts a job as ended when it is dropped, which is after what it has borrowed was used last.
struct Ended<'a>(&'a Running);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        let mut count = lock(&self.0.count);
        *count -= 1;
        // Under the lock: afterwards the one who waits may be gone, and this with it.
        self.0.none_is.notify_all();
    }
}

/// Waits for all jobs when it is dropped.
struct WaitForAll<'a>(&'a Running);

impl Drop for WaitForAll<'_> {
    fn drop(&mut self) {
        let mut count = lock(&self.0.count);
        while *count > 0 {
            count = self.0.none_is.wait_timeout(count, LOOK).unwrap_or_else(PoisonError::into_inner).0;
            assert!(*count == 0 || !IS_BROKEN.load(Ordering::Relaxed), "another thread of this search has panicked");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::sync::AtomicUsize;

    /// Starts this many threads, which help for ever.
    fn helped_by(count: usize) -> &'static HostThreads {
        let threads: &HostThreads = Box::leak(Box::new(HostThreads::new()));
        for _ in 0..count {
            std::thread::spawn(|| {
                loop {
                    threads.work_once();
                }
            });
        }
        threads
    }

    fn wait_until_idle(threads: &HostThreads, count: usize) {
        while lock(&threads.state).idle < count {
            std::thread::yield_now();
        }
    }

    #[test]
    fn as_many_work_as_are_free_and_all_have_ended_with_the_first() {
        let threads = helped_by(2);
        for round in 0..200 {
            wait_until_idle(threads, 2);
            let (wanted, sum) = (round % 2 * 3 + 2, AtomicUsize::new(0));
            let others = (0..wanted).map(|_| || _ = sum.fetch_add(1, Ordering::Relaxed));
            let (answer, count) = threads.beside(others, || 7);
            assert_eq!((answer, sum.into_inner() + 1), (7, count));
            // One that is done already may be free again before all are asked.
            assert!((3..=wanted + 1).contains(&count), "{count} of {wanted}");
        }
        assert_eq!(helped_by(0).beside([|| ()].into_iter(), || 1), (1, 1), "nobody is there");
    }

    #[test]
    fn what_is_borrowed_outlives_a_first_that_panics() {
        let threads = helped_by(1);
        wait_until_idle(threads, 1);
        let has_begun = AtomicUsize::new(0);
        let has_ended = AtomicUsize::new(0);
        let other = || {
            has_begun.store(1, Ordering::SeqCst);
            std::thread::sleep(std::time::Duration::from_millis(20));
            has_ended.store(1, Ordering::SeqCst);
        };
        let first = || {
            while has_begun.load(Ordering::SeqCst) == 0 {
                std::thread::yield_now();
            }
            panic!("as it must");
        };
        let ended =
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| threads.beside([other].into_iter(), first)));
        assert!(ended.is_err_and(|panic| panic.downcast_ref() == Some(&"as it must")));
        assert_eq!(has_ended.load(Ordering::SeqCst), 1);
    }
}
