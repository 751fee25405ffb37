//! The evaluation cache: recent static evaluations of one thread, so that a position met again soon is not evaluated
//! again.

use crate::search::score::Score;

/// The number of slots: few enough for a core's own cache.
const SLOTS: usize = 1 << 14;
/// The lowest bits of a slot hold the evaluation, the others are from the key. With the slot's number they make 62 bits
/// of it, so two positions are hardly ever confused.
const SCORE_BITS: u32 = 16;

/// The key's lowest bits alone choose the slot.
const _: () = assert!(SLOTS.is_power_of_two());

/// A cache of static evaluations by the key of the position.
pub struct EvalCache(Box<[u64]>);

impl EvalCache {
    /// An empty cache.
    pub fn new() -> Self {
        Self(vec![0; SLOTS].into_boxed_slice())
    }

    /// The evaluation of the position with this key; calls `evaluate` if it is not known.
    #[inline(always)]
    pub fn get_or_insert_with(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        let slot = &mut self.0[key as usize % SLOTS];
        if (*slot ^ key) >> SCORE_BITS != 0 {
            *slot = key >> SCORE_BITS << SCORE_BITS | u64::from(evaluate() as i16 as u16);
        }
        Score::from(*slot as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_known_until_another_takes_its_place() {
        let mut eval_cache = EvalCache::new();
        let key = 0x0123_4567_89ab_cdef;
        assert_eq!(eval_cache.get_or_insert_with(key, || -1_234), -1_234);
        assert_eq!(eval_cache.get_or_insert_with(key, || unreachable!()), -1_234);
        assert_eq!(eval_cache.get_or_insert_with(key ^ 1 << 63, || 56), 56);
        assert_eq!(eval_cache.get_or_insert_with(key, || 7), 7);
    }
}
