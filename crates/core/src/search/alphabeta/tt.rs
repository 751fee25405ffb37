//! The transposition table: what alpha-beta remembers about positions, shared by all its threads without locks.
//!
//! An entry is two words, the data and the key XOR the data, written one after the other with relaxed stores. If two
//! threads mix their writes the words do not match and the entry counts as absent (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search", 2002).

use crate::board::wide::share;
use crate::game::Move;
use crate::search::score::{Bound, Score};
use crate::search::sync::AtomicU64;
use crate::search::threads::for_each_part;
use crate::search::zeroed::{OutOfMemory, Zero, Zeroed};
use std::sync::atomic::Ordering::Relaxed;

/// What is remembered of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best decision found, or the one that refuted.
    pub best: Option<Move>,
    /// The score, its distance counted from the position.
    pub score: Score,
    /// How many turns deep it was searched.
    pub depth: i32,
    /// What the score says.
    pub bound: Bound,
    /// The static evaluation, if the search needed it and it fits the bits that are left.
    pub static_eval: Option<Score>,
}

/// The first bit of an entry's static evaluation, which takes all bits from there on.
const EVAL_SHIFT: u32 = 50;
/// Says that an entry has no static evaluation: the lowest number that its 14 bits can hold.
const NO_EVAL: Score = -1 << (u64::BITS - EVAL_SHIFT - 1);
/// The first bit of an entry's age.
const AGE_SHIFT: u32 = 42;

impl TtEntry {
    fn pack(self, age: u8) -> u64 {
        let static_eval = self.static_eval.filter(|eval| eval.abs() < NO_EVAL.abs()).unwrap_or(NO_EVAL);
        u64::from(self.best.map_or(0, Move::to_bits))
            | u64::from(self.score as i16 as u16) << 16
            | u64::from(self.depth.clamp(0, 255) as u8) << 32
            | (self.bound as u64 + 1) << 40
            | u64::from(age) << AGE_SHIFT
            | (static_eval as u64) << EVAL_SHIFT
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let score = Score::from((data >> 16) as u16 as i16);
        let static_eval = Some((data as i64 >> EVAL_SHIFT) as Score).filter(|&eval| eval != NO_EVAL);
        let depth = i32::from((data >> 32) as u8);
        Some(Self { best: Move::from_bits(data as u16), score, depth, bound, static_eval })
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Slots that share a cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS]);

// SAFETY: numbers, which have nothing to drop.
unsafe impl Zero for Cluster {}

/// How many slots a cluster has: four, but one in the models, so that all threads compete for it.
const SLOTS: usize = if cfg!(all(test, loom)) { 1 } else { 4 };

/// The transposition table.
pub struct TranspositionTable {
    clusters: Zeroed<Cluster>,
    age: u8,
    /// Whether nothing has been searched since it was made or cleared.
    is_empty: bool,
}

impl TranspositionTable {
    /// An empty table of about `kibibytes` KiB.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(kibibytes: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { clusters: Zeroed::new((kibibytes.max(1) << 10) / size_of::<Cluster>())?, age: 0, is_empty: true })
    }

    /// Has the system give all of its memory now, on this many threads.
    pub fn touch(&mut self, threads: usize) {
        self.clusters.touch(threads);
    }

    /// Whether all of its memory has been touched.
    pub fn is_touched(&self) -> bool {
        self.clusters.is_touched()
    }

    /// Forgets everything, on this many threads.
    pub fn clear(&mut self, threads: usize) {
        if !self.is_empty {
            for_each_part(&mut self.clusters, threads, |part| part.fill_with(Cluster::default));
        }
        self.age = 0;
        self.is_empty = true;
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub fn new_search(&mut self) {
        self.age = self.age.wrapping_add(1);
        self.is_empty = false;
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        // The high half of the product spreads the keys evenly over any number of clusters.
        &self.clusters[share(key, self.clusters.len())]
    }

    /// Prefetches a position that will be probed soon.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing; the address is that of a live cluster.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.cluster(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry for the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                return TtEntry::unpack(data);
            }
        }
        None
    }

    /// Stores `entry`, replacing the same position or the shallowest or oldest of its cluster.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let mut victim = &self.cluster(key).0[0];
        let mut least = i32::MAX;
        for slot in &self.cluster(key).0 {
            let data = slot.data.load(Relaxed);
            if slot.check.load(Relaxed) ^ data == key {
                // A move is worth keeping when the new search found none.
                entry.best = entry.best.or(Move::from_bits(data as u16));
                victim = slot;
                break;
            }
            let stale = self.age.wrapping_sub((data >> AGE_SHIFT) as u8);
            let worth = i32::from((data >> 32) as u8) - 8 * i32::from(stale);
            let worth = if data == 0 { i32::MIN } else { worth };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = entry.pack(self.age);
        victim.check.store(key ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// How full the table is with entries of the present search, in thousandths, from a sample.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let present = |slot: &&Slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && (data >> AGE_SHIFT) as u8 == self.age
        };
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(present).count();
        (used * 1000 / (sample.len() * SLOTS)) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::hash_key;

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let mut tt = TranspositionTable::new(1024).unwrap();
        tt.new_search();
        let entry = |i: u64| TtEntry {
            best: Move::from_bits(i as u16),
            score: (i % 60_000) as Score - 30_000,
            depth: (i % 200) as i32,
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][i as usize % 3],
            static_eval: Some((17 * i) as Score % 16_383 - 8_191).filter(|_| !i.is_multiple_of(5)),
        };
        for i in 1..1_000 {
            tt.store(hash_key(i), entry(i));
        }
        let found = (1..1_000).filter(|&i| tt.probe(hash_key(i)) == Some(entry(i))).count();
        assert!(found > 990, "{found} of 999");
        assert!((1_000..9_000).all(|i| tt.probe(hash_key(i)).is_none()));
        tt.clear(2);
        assert!((1..1_000).all(|i| tt.probe(hash_key(i)).is_none()));
    }

    #[test]
    fn an_evaluation_that_does_not_fit_is_not_kept() {
        let entry = |static_eval| TtEntry { best: None, score: -7, depth: 3, bound: Bound::Exact, static_eval };
        for eval in -20_000..=20_000 {
            let kept = TtEntry::unpack(entry(Some(eval)).pack(255));
            assert_eq!(kept, Some(entry(Some(eval).filter(|eval| eval.abs() <= 8_191))));
        }
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let tt = TranspositionTable::new(1024).unwrap();
        let key = hash_key(5);
        tt.store(key, TtEntry { best: None, score: 7, depth: 3, bound: Bound::Exact, static_eval: Some(-7) });
        for slot in &tt.cluster(key).0 {
            slot.data.fetch_xor(1 << 20, Relaxed);
        }
        assert_eq!(tt.probe(key), None);
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use crate::search::sync::Arc;
    use loom::thread;

    fn entry(code: u16) -> TtEntry {
        let (score, depth) = (code.into(), code.into());
        TtEntry { best: Some(Move::new(code)), score, depth, bound: Bound::Exact, static_eval: Some(-score) }
    }

    /// All keys share its only slot.
    fn smallest() -> TranspositionTable {
        TranspositionTable { clusters: Zeroed::new(1).unwrap(), age: 0, is_empty: true }
    }

    /// Stores entries with these keys and codes, the first here and each other on a thread of its own, while another
    /// probes a key: it finds nothing there, or the whole of an entry with one of the codes `fine`. It runs last at first, since loom does not try to let it run
    /// before a write of what the writer itself has just read; but then it reads what was there before as well.
    fn probe_beside(tt: TranspositionTable, stored: &[(u64, u16)], key: u64, fine: &[u16]) -> Arc<TranspositionTable> {
        let tt = Arc::new(tt);
        let store = |&(key, code): &(u64, u16)| {
            let tt = tt.clone();
            thread::spawn(move || tt.store(key, entry(code)))
        };
        let mut others: Vec<_> = stored[1..].iter().map(store).collect();
        let prober = thread::spawn({
            let (tt, fine) = (tt.clone(), fine.to_vec());
            move || {
                let found = tt.probe(key);
                assert!(found.is_none_or(|found| fine.iter().any(|&code| found == entry(code))));
            }
        });
        others.push(prober);
        tt.store(stored[0].0, entry(stored[0].1));
        others.into_iter().for_each(|other| other.join().unwrap());
        tt
    }

    #[test]
    fn what_two_threads_store_is_found_whole_or_not_at_all() {
        loom::model(|| {
            probe_beside(smallest(), &[(1, 11), (2, 22)], 1, &[11]);
        });
    }

    #[test]
    fn of_two_entries_for_one_position_one_is_found_whole_or_none() {
        loom::model(|| {
            let tt = smallest();
            tt.store(1, entry(10));
            probe_beside(tt, &[(1, 11), (1, 12)], 1, &[10, 11, 12]);
        });
    }

    #[test]
    fn what_is_being_replaced_is_found_whole_or_not_at_all() {
        for (key, fine) in [(1, 11), (2, 22)] {
            loom::model(move || {
                let tt = smallest();
                tt.store(1, entry(11));
                let tt = probe_beside(tt, &[(2, 22)], key, &[fine]);
                assert_eq!((tt.probe(1), tt.probe(2)), (None, Some(entry(22))));
            });
        }
    }
}
