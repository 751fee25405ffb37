//! What a proof search remembers about positions, shared by all its threads without locks.
//!
//! An entry is two words, the data and the key XOR the data, so that an entry mixed from two threads counts as absent
//! (as in alpha-beta's transposition table). If there is no room, the entry with the smallest subtree is replaced:
//! results that took long stay, and lost ones are soon found again.

use super::numbers::{INFINITE, KnownNumbers, NUMBER_BITS, ProofNumbers};
use crate::board::bits::hash_key;
use crate::board::wide::share;
use crate::search::sync::AtomicU64;
use crate::search::zeroed::{OutOfMemory, Zero, Zeroed};
use std::sync::atomic::Ordering::Relaxed;

#[derive(Default)]
struct ProofSlot {
    check: AtomicU64,
    data: AtomicU64,
}

const SLOTS: usize = 4;

/// Slots that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct ProofCluster([ProofSlot; SLOTS]);

// SAFETY: numbers, which have nothing to drop.
unsafe impl Zero for ProofCluster {}

/// The table of a proof search.
pub struct ProofTable {
    clusters: Zeroed<ProofCluster>,
}

/// An entry as stored in files: its key, and the numbers with the size of the subtree.
pub type RawEntry = [u64; 2];

/// The size of a subtree as stored: its logarithm, in quarters of a doubling.
fn size_class(nodes: u64) -> u64 {
    let log = nodes.max(1).ilog2();
    u64::from(log) * 4 + if log >= 2 { nodes >> (log - 2) & 3 } else { 0 }
}

const SIZE_SHIFT: u32 = 2 * NUMBER_BITS;
const PLIES_SHIFT: u32 = SIZE_SHIFT + 8;

fn pack(KnownNumbers { numbers, plies }: KnownNumbers, nodes: u64) -> u64 {
    let words = u64::from(numbers.proof) | u64::from(numbers.disproof) << NUMBER_BITS;
    words | size_class(nodes) << SIZE_SHIFT | u64::from(plies) << PLIES_SHIFT
}

fn unpack(data: u64) -> KnownNumbers {
    let number = |data: u64| (data & u64::from(INFINITE)) as u32;
    let numbers = ProofNumbers { proof: number(data), disproof: number(data >> NUMBER_BITS) };
    KnownNumbers { numbers, plies: (data >> PLIES_SHIFT) as u8 }
}

/// The [`size_class`] of an entry.
fn size_of_entry(data: u64) -> u64 {
    data >> SIZE_SHIFT & 0xff
}

/// Whether the numbers can be those of an entry; an empty one has none.
fn is_possible(known: KnownNumbers) -> bool {
    let ProofNumbers { proof, disproof } = known.numbers;
    match (proof, disproof) {
        (0, other) | (other, 0) => other == INFINITE,
        _ => proof != INFINITE && disproof != INFINITE,
    }
}

impl ProofTable {
    /// An empty table of about `kibibytes` KiB.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(kibibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { clusters: Zeroed::new((kibibytes.max(1) << 10) / size_of::<ProofCluster>())? })
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &ProofCluster {
        // The smallest of several keys is small more often than not, so it does not spread evenly by itself.
        &self.clusters[share(hash_key(key), self.clusters.len())]
    }

    /// The entry for the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<KnownNumbers> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if data != 0 && slot.check.load(Relaxed) ^ data == key {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers what is known about a position whose search took this many nodes.
    #[inline]
    pub fn store(&self, key: u64, known: KnownNumbers, nodes: u64) {
        self.put(key, pack(known, nodes));
    }

    #[inline]
    fn put(&self, key: u64, data: u64) {
        let mut victim = &self.cluster(key).0[0];
        let mut least = u64::MAX;
        for slot in &self.cluster(key).0 {
            let present = slot.data.load(Relaxed);
            if present != 0 && slot.check.load(Relaxed) ^ present == key {
                victim = slot;
                break;
            }
            let size = if present == 0 { 0 } else { 1 + size_of_entry(present) };
            if size < least {
                least = size;
                victim = slot;
            }
        }
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// How full it is, in thousandths, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(1_000)];
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(|slot| slot.data.load(Relaxed) != 0).count();
        (used * 1000 / (sample.len() * SLOTS).max(1)) as u32
    }

    /// The entries that took more than one node; the others are soon found again.
    pub fn entries(&self) -> impl Iterator<Item = RawEntry> {
        let slots = self.clusters.iter().flat_map(|cluster| &cluster.0);
        slots.filter_map(|slot| {
            let data = slot.data.load(Relaxed);
            let key = slot.check.load(Relaxed) ^ data;
            (size_of_entry(data) > 0 && is_possible(unpack(data))).then_some([key, data])
        })
    }

    /// Adds an entry; false if it is not a possible one.
    pub fn insert(&self, [key, data]: RawEntry) -> bool {
        let is_entry = data != 0 && is_possible(unpack(data));
        if is_entry {
            self.put(key, data);
        }
        is_entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_took_long_stays() {
        let proof_table = ProofTable::new(1).unwrap();
        let numbers = |n: u32| KnownNumbers { numbers: ProofNumbers { proof: n, disproof: 2 * n }, plies: n as u8 };
        for key in 1..=10_000u32 {
            proof_table.store(key.into(), numbers(key), if key % 1_000 == 0 { 500 } else { 1 });
        }
        assert!((1..=10).all(|i| proof_table.probe(i * 1_000) == Some(numbers(i as u32 * 1_000))));
        assert_eq!(proof_table.entries().count(), 10);
        assert!(
            (1..=10_000u32).filter_map(|key| Some((key, proof_table.probe(key.into())?))).all(|(k, n)| n == numbers(k))
        );
        proof_table.store(1_000, KnownNumbers::decided(true, 7), 600);
        assert_eq!(proof_table.probe(1_000), Some(KnownNumbers::decided(true, 7)));
        let copy = ProofTable::new(1).unwrap();
        assert!(proof_table.entries().all(|entry| copy.insert(entry)));
        assert_eq!(copy.probe(1_000), Some(KnownNumbers::decided(true, 7)));
        assert!(!copy.insert([5, 0]) && !copy.insert([5, 5 << NUMBER_BITS]));
        assert_eq!(proof_table.hashfull(), 1_000);
    }
}
