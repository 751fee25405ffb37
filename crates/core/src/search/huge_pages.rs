//! Memory for large arrays that are read in random order: the table and the tree.

use super::threads::for_each_part;
use std::mem::MaybeUninit;

/// The system does not give the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("out of memory")]
pub struct OutOfMemory;

/// `count` default items, on huge pages where the system has them: otherwise translating an address takes about as long
/// as reading from it. All pages are touched, by this many `threads`, so that no search has to wait for one.
pub(super) fn filled<T: Default + Send>(count: usize, threads: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut room = Vec::new();
    room.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
    let items = &mut room.spare_capacity_mut()[..count];
    #[cfg(target_os = "linux")]
    ask_for_huge_pages(items);
    for_each_part(items, threads, |part: &mut [MaybeUninit<T>]| {
        for item in part {
            item.write(T::default());
        }
    });
    // SAFETY: there is room for `count` items, and each of them has been written.
    unsafe { room.set_len(count) };
    Ok(room)
}

#[cfg(target_os = "linux")]
fn ask_for_huge_pages<T>(memory: &mut [MaybeUninit<T>]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;
    /// The usual page size, to which the bounds are rounded; larger pages are multiples of it.
    const PAGE: usize = 1 << 16;
    let length = size_of_val(memory);
    let bytes = NonNull::from(memory).cast::<u8>();
    let skip = bytes.align_offset(PAGE);
    let Some(length) = length.checked_sub(skip).map(|rest| rest - rest % PAGE).filter(|&length| length > 0) else {
        return;
    };
    // SAFETY: `skip` is within the memory. Advice changes nothing that a program can see, and the memory is lent to us
    // for writing. Nothing is lost if it is refused.
    let _ = unsafe { madvise(bytes.add(skip).cast(), length, MmapAdvise::MADV_HUGEPAGE) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_it_is_there_or_nothing() {
        for (count, threads) in [(0, 1), (1, 2), (5_000, 1), (1_000_000, 3)] {
            let mut items = filled::<u64>(count, threads).unwrap();
            assert!(items.len() == count && items.iter().all(|&item| item == 0));
            items.iter_mut().zip(0..).for_each(|(item, value)| *item = value);
            assert!(items.into_iter().eq(0..count as u64));
        }
        assert_eq!(filled::<u64>(usize::MAX / 16, 1), Err(OutOfMemory));
    }
}
