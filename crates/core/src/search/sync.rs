//! The atomics through which search threads share memory: std's, or loom's when the models run (`--cfg loom`,
//! CONTRIBUTING.md), which try the orders in which threads may run and what each may then see.

#[cfg(not(all(test, loom)))]
pub use parking_lot::Mutex;
#[cfg(not(all(test, loom)))]
pub use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize},
};

#[cfg(all(test, loom))]
pub use loom::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize},
};

/// loom's lock with the interface of `parking_lot`'s.
#[cfg(all(test, loom))]
#[derive(Default)]
pub struct Mutex<T>(loom::sync::Mutex<T>);

#[cfg(all(test, loom))]
impl<T> Mutex<T> {
    /// Waits for the lock.
    pub fn lock(&self) -> loom::sync::MutexGuard<'_, T> {
        self.0.lock().unwrap()
    }
}

/// An atomic that no other thread can see.
pub trait Exclusive {
    /// What is in it.
    type Value;
    /// What is in it.
    fn get(&mut self) -> Self::Value;
    /// Puts something else into it.
    fn set(&mut self, value: Self::Value);
}

macro_rules! exclusive {
    ($($atomic:ty: $value:ty),+) => {$(
        impl Exclusive for $atomic {
            type Value = $value;

            #[cfg(not(all(test, loom)))]
            #[inline(always)]
            fn get(&mut self) -> $value {
                *self.get_mut()
            }

            #[cfg(not(all(test, loom)))]
            #[inline(always)]
            fn set(&mut self, value: $value) {
                *self.get_mut() = value;
            }

            #[cfg(all(test, loom))]
            fn get(&mut self) -> $value {
                self.with_mut(|inner| *inner)
            }

            #[cfg(all(test, loom))]
            fn set(&mut self, value: $value) {
                self.with_mut(|inner| *inner = value);
            }
        }
    )+};
}

exclusive!(AtomicU16: u16, AtomicU32: u32, AtomicU64: u64);
