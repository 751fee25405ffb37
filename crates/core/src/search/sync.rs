//! The atomics through which search threads share memory: std's, or loom's when the models run (`--cfg loom`,
//! CONTRIBUTING.md), which try the orders in which threads may run and what each may then see.

#[cfg(not(any(all(test, loom), all(target_family = "wasm", target_feature = "atomics"))))]
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

#[cfg(all(test, loom))]
use loom::sync::{Mutex as Inner, MutexGuard};
#[cfg(all(target_family = "wasm", target_feature = "atomics"))]
use std::sync::{Mutex as Inner, MutexGuard};

/// loom's lock, or std's where workers share the memory of a WebAssembly module and `parking_lot` cannot wait, with the
/// interface of `parking_lot`'s.
#[cfg(any(all(test, loom), all(target_family = "wasm", target_feature = "atomics")))]
#[derive(Default)]
pub struct Mutex<T>(Inner<T>);

#[cfg(any(all(test, loom), all(target_family = "wasm", target_feature = "atomics")))]
impl<T> Mutex<T> {
    /// A lock that nobody has.
    pub fn new(value: T) -> Self {
        Self(Inner::new(value))
    }

    /// Waits for the lock.
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// What it has kept.
    pub fn into_inner(self) -> T {
        self.0.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
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
