//! Which positions the threads of one search are looking at, so that each begins with what no other is doing
//! (simplified ABDADA, after Weill, "The ABDADA distributed minimax search algorithm", 1996, and Kerrigan).
//!
//! It is a set of keys without locks that may forget: what it says changes only in which order decisions are searched.

use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The positions that are being searched.
pub struct Busy(Box<[Cluster]>);

/// Four keys that share half a cache line; 0 is none.
type Cluster = [AtomicU64; 4];

/// Far more than there are threads times decisions on the way to a leaf.
const CLUSTERS: usize = 1 << 12;

impl Busy {
    /// Nothing is being searched.
    pub fn new() -> Self {
        Self((0..CLUSTERS).map(|_| Cluster::default()).collect())
    }

    #[inline(always)]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.0[key as usize % CLUSTERS]
    }

    /// Tells that a thread begins to search the position with this key, until the claim is dropped; without room for the
    /// key nobody will know. If another thread is searching it and `queue` can put it off, that is done instead.
    #[inline(always)]
    pub fn claim(&self, key: u64, queue: &mut Queue) -> Option<Claim<'_>> {
        let slots = self.cluster(key);
        if slots.iter().any(|slot| slot.load(Relaxed) == key) && queue.put_off() {
            return None;
        }
        let free = slots.iter().find(|slot| slot.load(Relaxed) == 0);
        free.inspect(|slot| slot.store(key, Relaxed));
        Some(Claim(free))
    }
}

/// A position that a thread is searching.
pub struct Claim<'a>(Option<&'a AtomicU64>);

impl Claim<'_> {
    /// Of what nobody is told.
    pub const NONE: Self = Self(None);
}

impl Drop for Claim<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.store(0, Relaxed);
        }
    }
}

/// In which order a thread takes the decisions of a node, by their places: those put off come last.
pub struct Queue {
    next: usize,
    len: usize,
    put_off: ArrayVec<usize, 8>,
}

impl Queue {
    /// The places from 0 to before `len`, in order.
    #[inline(always)]
    pub fn new(len: usize) -> Self {
        Self { next: 0, len, put_off: ArrayVec::new() }
    }

    /// The next place, and whether it had been put off.
    #[inline(always)]
    pub fn pop(&mut self) -> Option<(usize, bool)> {
        let at = self.next;
        self.next += 1;
        if at < self.len { Some((at, false)) } else { Some((*self.put_off.get(at - self.len)?, true)) }
    }

    /// Puts off the place that came last; false if it is too late for that or there are too many.
    #[inline(always)]
    pub fn put_off(&mut self) -> bool {
        self.next <= self.len && self.put_off.try_push(self.next - 1).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_thread_searches_is_put_off_once() {
        let busy = Busy::new();
        let keys = [11, 12, 13];
        let elsewhere = busy.claim(12, &mut Queue::new(1));
        let mut queue = Queue::new(keys.len());
        let mut order = Vec::new();
        while let Some((i, late)) = queue.pop() {
            if let Some(_claim) = busy.claim(keys[i], &mut queue) {
                order.push((keys[i], late));
            }
        }
        assert_eq!(order, [(11, false), (13, false), (12, true)]);
        drop(elsewhere);
        let mut queue = Queue::new(1);
        queue.pop();
        assert!(busy.claim(12, &mut queue).is_some(), "nobody searches it any more");
    }

    #[test]
    fn a_full_cluster_forgets_and_never_blocks() {
        let busy = Busy::new();
        let mut queue = Queue::new(1);
        let claims: Vec<_> = (1..10).map(|i| busy.claim(i * CLUSTERS as u64, &mut queue)).collect();
        assert!(claims.iter().all(Option::is_some));
        drop(claims);
        assert!(busy.0.iter().flatten().all(|slot| slot.load(Relaxed) == 0));
    }
}
