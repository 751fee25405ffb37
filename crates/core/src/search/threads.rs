//! The threads of a search: as many as were asked for, or as many as can be started.

use super::sync::{AtomicUsize, Mutex};
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

/// Whether the target has threads.
pub(super) const HAS_THREADS: bool = cfg!(any(not(target_family = "wasm"), target_feature = "atomics"));

/// The most threads of a search that an option may offer: one where the target has none.
pub const MAX_THREADS: usize = if HAS_THREADS { 256 } else { 1 };

#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
pub(super) use super::host_threads::beside;

/// Runs `first` here and each of `others` on its own thread meanwhile, as long as the system has threads; the rest are
/// left out. Returns the result of `first` and the number of threads, including this one.
#[cfg(not(all(target_family = "wasm", target_feature = "atomics")))]
pub(super) fn beside<R, W: FnOnce() + Send>(others: impl Iterator<Item = W>, first: impl FnOnce() -> R) -> (R, usize) {
    std::thread::scope(|scope| {
        let mut threads = 1;
        for other in others {
            let thread = std::thread::Builder::new().name("search".into()).stack_size(super::STACK_SIZE);
            if thread.spawn_scoped(scope, other).is_err() {
                break;
            }
            threads += 1;
        }
        (first(), threads)
    })
}

/// Calls `work` with parts of `0..length` of at most `part` numbers, at least 1, on `threads` threads or as many as can
/// be started; with all of it if there is only one thread.
pub(super) fn for_each_range(length: usize, part: usize, threads: usize, work: impl Fn(Range<usize>) + Sync) {
    if threads <= 1 || length <= part {
        return work(0..length);
    }
    let next = AtomicUsize::new(0);
    let run = || {
        loop {
            let start = next.fetch_add(part, Relaxed);
            if start >= length {
                return;
            }
            work(start..length.min(start + part));
        }
    };
    beside((1..threads.min(length.div_ceil(part))).map(|_| run), run);
}

/// How many items of an array to give to a thread at once, so that a delayed thread leaves some to the others and no
/// thread is started for almost nothing.
pub(super) fn part_of_array(length: usize, threads: usize) -> usize {
    (length / (threads * 4)).max(1 << 14)
}

/// Calls `work` with parts of `items`, each once, on `threads` threads or as many as can be started.
pub(super) fn for_each_part<T: Send>(items: &mut [T], threads: usize, work: impl Fn(&mut [T]) + Sync) {
    let length = items.len();
    let rest = Mutex::new(items);
    for_each_range(length, part_of_array(length, threads), threads, |range| {
        let mut rest = rest.lock();
        let (part, others) = std::mem::take(&mut *rest).split_at_mut(range.len());
        *rest = others;
        drop(rest);
        work(part);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once_on_any_number_of_threads() {
        for (length, threads) in [(0, 1), (1, 9), (100_000, 1), (100_000, 2), (100_001, 7), (70_000, 64)] {
            let mut items = vec![0u8; length];
            for_each_part(&mut items, threads, |part| part.iter_mut().for_each(|item| *item += 1));
            assert!(items.iter().all(|&item| item == 1), "{length} on {threads}");
            let sum = AtomicUsize::new(0);
            for_each_range(length, 1 + length / 10, threads, |range| _ = sum.fetch_add(range.sum::<usize>(), Relaxed));
            assert_eq!(sum.load(Relaxed), (0..length).sum::<usize>());
        }
    }

    #[test]
    fn others_run_beside_the_first() {
        let (sender, received) = std::sync::mpsc::channel();
        let others = (0..3).map(|number| {
            let sender = sender.clone();
            move || sender.send(number).unwrap()
        });
        let (mut found, threads) = beside(others, || received.iter().take(3).collect::<Vec<i32>>());
        found.sort_unstable();
        assert_eq!((found, threads), (vec![0, 1, 2], 4));
    }
}
