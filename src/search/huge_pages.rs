//! Memory for large arrays that are read in no order: the table and the tree.

/// An empty vector with room for `count` items, on huge pages where the system has some. Otherwise finding the page of
/// an address takes about as long as reading from it.
pub fn room_for<T>(count: usize) -> Vec<T> {
    let mut room = Vec::with_capacity(count);
    #[cfg(target_os = "linux")]
    ask_for_huge_pages(room.spare_capacity_mut());
    room
}

#[cfg(target_os = "linux")]
fn ask_for_huge_pages<T>(memory: &mut [std::mem::MaybeUninit<T>]) {
    use nix::sys::mman::{MmapAdvise, madvise};
    use std::ptr::NonNull;
    /// A page of usual size, to which the bounds are rounded; larger ones are multiples of it.
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
    fn there_is_room_and_all_of_it_can_be_used() {
        for count in [0, 1, 5_000, 1_000_000] {
            let mut room = room_for::<u64>(count);
            assert!(room.capacity() >= count);
            let before = room.as_ptr();
            room.extend(0..count as u64);
            assert_eq!(room.as_ptr(), before);
            assert!(room.iter().copied().eq(0..count as u64));
        }
    }
}
