//! Memory for large arrays that are read in random order: the table and the tree. It begins with zeros, on huge pages where the
//! system has them: otherwise translating an address takes about as long as reading from it.
//!
//! The system gives a page when it is first written to, which takes as long as clearing it. A short search writes to few pages
//! of a large table, so none is touched before; who wants no search to wait for a page touches all of them beforehand.

use super::threads::for_each_part;
#[cfg(not(any(target_family = "wasm", all(test, loom))))]
use mapped::Memory;
#[cfg(any(target_family = "wasm", all(test, loom)))]
use plain::Memory;
use std::ops::{Deref, DerefMut};

/// The system does not give the memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("out of memory")]
pub struct OutOfMemory;

/// What is empty if all its bytes are zero.
///
/// # Safety
/// A value whose bytes are all zero must be valid, and nothing may be lost if a value is not dropped.
pub(super) unsafe trait Zero: Default + Send {}

// SAFETY: a number, which has nothing to drop.
unsafe impl Zero for super::sync::AtomicU16 {}

/// An array that begins with zeros.
pub(super) struct Zeroed<T> {
    memory: Memory<T>,
    is_touched: bool,
}

impl<T: Zero> Zeroed<T> {
    /// `count` items.
    pub fn new(count: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { memory: Memory::new(count)?, is_touched: false })
    }

    /// Has the system give all of the memory now, on this many `threads`.
    pub fn touch(&mut self, threads: usize) {
        /// No system has smaller pages.
        const PAGE: usize = 1 << 12;
        if std::mem::replace(&mut self.is_touched, true) {
            return;
        }
        let step = (PAGE / size_of::<T>()).max(1);
        for_each_part(self, threads, |part| {
            for item in part.iter_mut().step_by(step) {
                let byte = std::ptr::from_mut(item).cast::<u8>();
                // SAFETY: the byte is one of an item that is lent to us alone, and stays what it was.
                unsafe { byte.write_volatile(byte.read_volatile()) };
            }
        });
    }

    /// Whether all of the memory has been touched.
    pub fn is_touched(&self) -> bool {
        self.is_touched || self.is_empty()
    }
}

impl<T> Default for Zeroed<T> {
    /// No items.
    fn default() -> Self {
        Self { memory: Memory::default(), is_touched: false }
    }
}

impl<T> Deref for Zeroed<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        self.memory.items()
    }
}

impl<T> DerefMut for Zeroed<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        self.memory.items_mut()
    }
}

/// Pages of the system, which are zero.
#[cfg(not(any(target_family = "wasm", all(test, loom))))]
mod mapped {
    use super::{OutOfMemory, Zero};
    use memmap2::MmapMut;
    use std::marker::PhantomData;
    use std::ptr::NonNull;

    pub struct Memory<T> {
        /// The first item, and how many there are.
        items: (NonNull<T>, usize),
        /// Where they are.
        _pages: Option<MmapMut>,
        owned: PhantomData<T>,
    }

    // SAFETY: the pages are owned, so the items may be used wherever an array of them may.
    unsafe impl<T: Send> Send for Memory<T> {}
    // SAFETY: as above.
    unsafe impl<T: Sync> Sync for Memory<T> {}

    impl<T> Default for Memory<T> {
        fn default() -> Self {
            Self { items: (NonNull::dangling(), 0), _pages: None, owned: PhantomData }
        }
    }

    impl<T: Zero> Memory<T> {
        pub fn new(count: usize) -> Result<Self, OutOfMemory> {
            /// A page begins at a multiple of this at least.
            const LEAST_PAGE: usize = 1 << 12;
            const { assert!(align_of::<T>() <= LEAST_PAGE) };
            let bytes = count.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
            let bytes = bytes.ok_or(OutOfMemory)?;
            if bytes == 0 {
                return Ok(Self::default());
            }
            let mut pages = MmapMut::map_anon(bytes).map_err(|_| OutOfMemory)?;
            // Nothing is lost if it is refused.
            #[cfg(target_os = "linux")]
            let _ = pages.advise(memmap2::Advice::HugePage);
            let first = NonNull::from(&mut pages[..]).cast();
            Ok(Self { items: (first, count), _pages: Some(pages), owned: PhantomData })
        }
    }

    impl<T> Memory<T> {
        #[inline(always)]
        pub fn items(&self) -> &[T] {
            // SAFETY: `new` has found room for the items in pages that live as long as this, and they are valid (`Zero`).
            unsafe { std::slice::from_raw_parts(self.items.0.as_ptr(), self.items.1) }
        }

        #[inline(always)]
        pub fn items_mut(&mut self) -> &mut [T] {
            // SAFETY: as above, and this is lent to us alone.
            unsafe { std::slice::from_raw_parts_mut(self.items.0.as_ptr(), self.items.1) }
        }
    }
}

/// For WebAssembly, which cannot ask for pages, and for loom, whose atomics are more than their bytes.
#[cfg(any(target_family = "wasm", all(test, loom)))]
mod plain {
    use super::{OutOfMemory, Zero};

    pub struct Memory<T>(Vec<T>);

    impl<T> Default for Memory<T> {
        fn default() -> Self {
            Self(Vec::new())
        }
    }

    impl<T: Zero> Memory<T> {
        pub fn new(count: usize) -> Result<Self, OutOfMemory> {
            let mut items = Vec::new();
            items.try_reserve_exact(count).map_err(|_| OutOfMemory)?;
            items.resize_with(count, T::default);
            Ok(Self(items))
        }
    }

    impl<T> Memory<T> {
        #[inline(always)]
        pub fn items(&self) -> &[T] {
            &self.0
        }

        #[inline(always)]
        pub fn items_mut(&mut self) -> &mut [T] {
            &mut self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    #[repr(align(64))]
    struct Line([u64; 8]);

    // SAFETY: numbers, which have nothing to drop.
    unsafe impl Zero for Line {}

    #[test]
    fn all_of_it_is_there_or_nothing() {
        for (count, threads) in [(0, 1), (1, 2), (5_000, 1), (100_000, 3)] {
            let mut items = Zeroed::<Line>::new(count).unwrap();
            assert!(items.len() == count && items.iter().all(|item| item.0 == [0; 8]));
            items.iter_mut().zip(0..).for_each(|(item, value)| item.0[0] = value);
            assert_eq!(items.is_touched(), count == 0);
            items.touch(threads);
            assert!(items.is_touched());
            assert!(items.iter().map(|item| item.0[0]).eq(0..count as u64));
        }
        assert_eq!(Zeroed::<Line>::new(usize::MAX / 16).err(), Some(OutOfMemory));
    }
}
