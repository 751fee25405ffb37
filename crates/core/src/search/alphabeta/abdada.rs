//! The positions that the threads of one search are working on, so that each starts with what no other is doing
//! (simplified ABDADA, after Weill, "The ABDADA distributed minimax search algorithm", 1996, and Kerrigan).
//!
//! A lock-free set of keys that may forget: it changes only the order in which decisions are searched.

use crate::game::MAX_MOVES;
use crate::search::sync::AtomicU64;
use arrayvec::ArrayVec;
use std::sync::atomic::Ordering::Relaxed;

/// The positions that are being searched.
pub struct SearchingTable(Box<[KeyCluster]>);

/// Four keys in half a cache line; 0 is an empty slot.
type KeyCluster = [AtomicU64; 4];

/// Far more than there are threads times decisions on the way to a leaf.
#[cfg(not(all(test, loom)))]
const CLUSTERS: usize = 1 << 12;
#[cfg(all(test, loom))]
const CLUSTERS: usize = 1;

impl SearchingTable {
    /// Nothing is being searched.
    pub fn new() -> Self {
        Self((0..CLUSTERS).map(|_| KeyCluster::default()).collect())
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &KeyCluster {
        &self.0[key as usize % CLUSTERS]
    }

    /// Marks the position with this key as being searched until the guard is dropped; without room for the key, no
    /// other thread knows. `None` if another thread is searching it and `deferred` has put it off.
    #[inline(always)]
    pub fn claim(&self, key: u64, deferred: &mut DeferredMoves) -> Option<SearchingGuard<'_>> {
        let slots = self.cluster(key);
        if slots.iter().any(|slot| slot.load(Relaxed) == key) && deferred.defer() {
            return None;
        }
        let free = slots.iter().find(|slot| slot.load(Relaxed) == 0);
        free.inspect(|slot| slot.store(key, Relaxed));
        Some(SearchingGuard(free))
    }
}

/// A position that a thread is searching.
pub struct SearchingGuard<'a>(Option<&'a AtomicU64>);

impl SearchingGuard<'_> {
    /// Marks nothing.
    pub const NONE: Self = Self(None);
}

impl Drop for SearchingGuard<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.store(0, Relaxed);
        }
    }
}

/// The order in which a thread takes the decisions of a node, by their places: deferred ones come last.
pub struct DeferredMoves {
    next: usize,
    len: usize,
    places: ArrayVec<u16, MAX_MOVES>,
}

impl DeferredMoves {
    /// The places from 0 up to but not including `len`, in order.
    #[inline(always)]
    pub fn new(len: usize) -> Self {
        Self { next: 0, len, places: ArrayVec::new() }
    }

    /// The next place, and whether it was deferred.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(usize, bool)> {
        let at = self.next;
        self.next += 1;
        if at < self.len { Some((at, false)) } else { Some((usize::from(*self.places.get(at - self.len)?), true)) }
    }

    /// Defers the last place; false if it has been deferred already.
    #[inline(always)]
    pub fn defer(&mut self) -> bool {
        self.next <= self.len && self.places.try_push((self.next - 1) as u16).is_ok()
    }

    /// Has the last place come again at once, instead of being deferred.
    #[inline(always)]
    pub fn repeat(&mut self) {
        self.next -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_thread_searches_is_deferred_once() {
        let searching = SearchingTable::new();
        let keys = [11, 12, 13];
        let elsewhere = searching.claim(12, &mut DeferredMoves::new(1));
        let mut deferred = DeferredMoves::new(keys.len());
        let mut order = Vec::new();
        while let Some((i, late)) = deferred.pop() {
            if let Some(_claim) = searching.claim(keys[i], &mut deferred) {
                order.push((keys[i], late));
            }
        }
        assert_eq!(order, [(11, false), (13, false), (12, true)]);
        drop(elsewhere);
        let mut deferred = DeferredMoves::new(1);
        deferred.pop();
        assert!(searching.claim(12, &mut deferred).is_some(), "nobody searches it any more");
    }

    #[test]
    fn a_full_cluster_forgets_and_never_blocks() {
        let searching = SearchingTable::new();
        let mut deferred = DeferredMoves::new(1);
        let claims: Vec<_> = (1..10).map(|i| searching.claim(i * CLUSTERS as u64, &mut deferred)).collect();
        assert!(claims.iter().all(Option::is_some));
        drop(claims);
        assert!(searching.0.iter().flatten().all(|slot| slot.load(Relaxed) == 0));
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use crate::search::sync::{Arc, Exclusive};
    use loom::thread;
    use std::collections::BTreeMap;

    /// Takes places as a search does: how often each was searched and deferred.
    fn search(searching: &SearchingTable, keys: &[u64]) -> BTreeMap<u64, (u32, u32)> {
        let mut deferred = DeferredMoves::new(keys.len());
        let mut taken: BTreeMap<u64, (u32, u32)> = BTreeMap::new();
        while let Some((i, _)) = deferred.pop() {
            let (searched, put_off) = taken.entry(keys[i]).or_default();
            match searching.claim(keys[i], &mut deferred) {
                Some(_claim) => *searched += 1,
                None => *put_off += 1,
            }
        }
        taken
    }

    /// Looks at what was written last, in each order of the writes. An ordinary load would not do: loom forgets that a
    /// thread's own writes keep their order once another thread has read the earlier one.
    fn are_claims_given_back(searching: Arc<SearchingTable>) -> bool {
        let mut searching = Arc::try_unwrap(searching).ok().expect("all threads have ended");
        searching.0.iter_mut().flatten().all(|slot| slot.get() == 0)
    }

    fn is_searched_once(taken: &BTreeMap<u64, (u32, u32)>, keys: &[u64]) -> bool {
        taken.len() == keys.len() && taken.values().all(|&(searched, put_off)| searched == 1 && put_off <= 1)
    }

    #[test]
    fn every_place_is_searched_once_and_every_claim_given_back() {
        loom::model(|| {
            let searching = Arc::new(SearchingTable::new());
            let other = thread::spawn({
                let searching = searching.clone();
                move || assert!(is_searched_once(&search(&searching, &[1, 2]), &[1, 2]))
            });
            assert!(is_searched_once(&search(&searching, &[2, 1]), &[1, 2]));
            other.join().unwrap();
            assert!(are_claims_given_back(searching));
        });
    }

    #[test]
    fn what_has_been_claimed_before_is_deferred() {
        loom::model(|| {
            let searching = Arc::new(SearchingTable::new());
            let claim = searching.claim(1, &mut DeferredMoves::new(1));
            let other = thread::spawn({
                let searching = searching.clone();
                move || search(&searching, &[1, 2])
            });
            // No third claims anything, so that nobody can take this one's slot.
            assert_eq!(other.join().unwrap(), BTreeMap::from([(1, (1, 1)), (2, (1, 0))]));
            drop(claim);
            assert!(are_claims_given_back(searching));
        });
    }
}
