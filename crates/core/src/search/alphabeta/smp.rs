//! What the threads of a search tell each other about its root: the last finished iteration, so that the others need not
//! finish it too, and within an iteration the decision that has raised the score.

use crate::game::Move;
use crate::search::root::RootMove;
use crate::search::score::Score;
use crate::search::sync::{AtomicU32, AtomicU64, Mutex};
use std::sync::atomic::Ordering::Relaxed;

/// The deepest iteration that a thread has finished, and the best decision that it found.
#[derive(Default)]
pub(super) struct SharedBest {
    /// The depth of the iteration, readable without waiting; 0 before the first.
    depth: AtomicU32,
    best: Mutex<Option<RootMove>>,
}

impl SharedBest {
    /// Records that the iteration of `depth` is finished and found `best`. Counts only if it is the deepest so far.
    pub fn update(&self, depth: u32, best: &RootMove) {
        let mut known = self.best.lock();
        if self.depth.load(Relaxed) < depth {
            *known = Some(best.clone());
            self.depth.store(depth, Relaxed);
        }
    }

    /// Whether the iteration of `depth` or a deeper one is finished.
    #[inline(always)]
    pub fn includes(&self, depth: u32) -> bool {
        self.depth.load(Relaxed) >= depth
    }

    /// The best decision of the deepest finished iteration, if that is `depth` or deeper.
    pub fn best(&self, depth: u32) -> Option<RootMove> {
        let known = self.best.lock();
        known.clone().filter(|_| self.includes(depth))
    }
}

/// The greatest score that a thread has found at the root at the greatest depth, and its decision. One word: the depth,
/// the score, the code of the decision, so that of two such words the greater one is better news.
#[derive(Default)]
pub(super) struct SharedRaise(AtomicU64);

impl SharedRaise {
    fn pack(depth: i32, score: Score, code: u16) -> u64 {
        (depth as u64) << 32 | ((score - Score::from(i16::MIN)) as u64) << 16 | u64::from(code)
    }

    /// Records that `mv` is worth `score` or more at `depth`.
    pub fn update(&self, depth: i32, score: Score, mv: Move) {
        self.0.fetch_max(Self::pack(depth, score, mv.to_bits()), Relaxed);
    }

    /// What is worth more than `score` at `depth`, and how much at least.
    #[inline]
    pub fn above(&self, depth: i32, score: Score) -> Option<(Score, Move)> {
        let best = self.0.load(Relaxed);
        let is_news = best > Self::pack(depth, score, u16::MAX) && best >> 32 == depth as u64;
        let score = Score::from((best >> 16) as u16) + Score::from(i16::MIN);
        Move::from_bits(best as u16).filter(|_| is_news).map(|mv| (score, mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::INFINITE;

    #[test]
    fn the_deepest_iteration_counts() {
        let finished = SharedBest::default();
        let found = |code, score| RootMove { score, ..RootMove::new(Move::new(code)) };
        assert!(!finished.includes(1) && finished.best(1).is_none());
        finished.update(3, &found(7, 30));
        finished.update(2, &found(8, 20));
        finished.update(3, &found(9, 31));
        assert!(finished.includes(3) && !finished.includes(4));
        assert_eq!(finished.best(2).map(|best| (best.mv, best.score)), Some((Move::new(7), 30)));
        assert!(finished.best(4).is_none());
    }

    #[test]
    fn only_better_news_of_the_same_depth_counts() {
        let raise = SharedRaise::default();
        assert_eq!(raise.above(0, -INFINITE), None);
        for (depth, score, code) in [(3, -20, 7), (3, -30, 8), (2, 500, 9)] {
            raise.update(depth, score, Move::new(code));
        }
        assert_eq!(raise.above(3, -21), Some((-20, Move::new(7))));
        assert_eq!((raise.above(3, -20), raise.above(2, 0), raise.above(4, -INFINITE)), (None, None, None));
        raise.update(4, -INFINITE + 1, Move::new(1));
        assert_eq!(raise.above(4, -INFINITE), Some((-INFINITE + 1, Move::new(1))));
        assert_eq!(raise.above(3, -INFINITE), None);
    }
}

#[cfg(all(test, loom))]
mod loom_tests {
    use super::*;
    use crate::search::sync::Arc;
    use loom::thread;

    fn found(depth: u32) -> RootMove {
        RootMove { score: depth as i32, ..RootMove::new(Move::new(depth as u16)) }
    }

    #[test]
    fn whoever_sees_an_iteration_finished_gets_its_best_or_a_deeper_one() {
        loom::model(|| {
            let finished = Arc::new(SharedBest::default());
            let other = thread::spawn({
                let finished = finished.clone();
                move || finished.update(2, &found(2))
            });
            let reader = thread::spawn({
                let finished = finished.clone();
                move || {
                    for depth in [2, 1] {
                        let best = finished.includes(depth).then(|| finished.best(depth));
                        let is_whole = |best: RootMove| best.score >= depth as i32 && best.pv == [best.mv];
                        assert!(best.is_none_or(|best| best.is_some_and(is_whole)));
                    }
                }
            });
            finished.update(1, &found(1));
            [other, reader].into_iter().for_each(|other| other.join().unwrap());
            assert_eq!(finished.best(1).map(|best| best.score), Some(2));
        });
    }
}
