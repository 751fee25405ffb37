//! The keys of many different positions.

use rustc_hash::FxHashSet;

/// The bits of a key that choose its set.
const BITS: u32 = 6;

/// A set of keys, at 10 to 21 bytes each, depending on how full it is. It consists of many small sets, so that it never
/// needs a second copy of everything while it grows.
#[derive(Debug)]
pub struct KeySet([FxHashSet<u64>; 1 << BITS]);

impl Default for KeySet {
    fn default() -> Self {
        Self(std::array::from_fn(|_| FxHashSet::default()))
    }
}

impl KeySet {
    /// Adds a key; returns whether it is new.
    pub fn insert(&mut self, key: u64) -> bool {
        self.0[(key >> (u64::BITS - BITS)) as usize].insert(key)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(FxHashSet::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(FxHashSet::is_empty)
    }
}
