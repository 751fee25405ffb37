//! What the first ring is worth. Searches see next to no difference between first rings, and what they see does not
//! agree with games. So where a swap is open, games say which first rings are fair, and where it is clear whether to swap.
//!
//! The games were played by the engine against itself, without a book and without a swap, from each of the 85 first
//! rings (docs/measurements.md, "The first ring of YINSH"). The middle has too few for itself; it has the mean of all
//! that is measured of its neighbours and of itself.

use super::board::{IMAGES, point};
use super::decision::Decision;
use super::position::{Phase, Yinsh};
use crate::board::bits::members;
use crate::game::MoveList;
use crate::games::swap::Swap;

/// The first rings up to symmetry: column (0 is `a`), number, and White's points in a hundred games, in YINSH and in
/// Blitz.
const SHARES: [(usize, usize, [u8; 2]); 11] = [
    (0, 2, [50, 49]),
    (0, 3, [53, 47]),
    (1, 2, [42, 42]),
    (1, 3, [56, 54]),
    (1, 4, [56, 61]),
    (2, 3, [47, 69]),
    (2, 4, [45, 57]),
    (3, 4, [47, 53]),
    (3, 5, [36, 72]),
    (4, 5, [53, 61]),
    (5, 6, [55, 60]),
];

/// A ring whose share is this near to half is fair.
const FAIR: u8 = 3;
/// A share this far from half says more about who is better off than a search does.
const CLEAR: u8 = 10;

/// The points into which symmetries turn one.
fn images(column: usize, number: usize) -> u128 {
    IMAGES.iter().fold(0, |set, image| set | 1 << image[point(column, number)])
}

impl Yinsh {
    /// White's share after each first ring, with the points to which it applies.
    fn shares(&self) -> impl Iterator<Item = (u128, u8)> {
        let variant = usize::from(self.rings_to_win == 1);
        SHARES.into_iter().map(move |(column, number, shares)| (images(column, number), shares[variant]))
    }

    /// The first ring while it may be taken over, or nothing before it is placed; `None` in all other positions.
    fn first_ring(&self) -> Option<u128> {
        let rings = self.rings[0].set();
        let is_beginning = self.phase == Phase::Place && self.swap == Swap::Open && self.markers.set() == 0;
        (is_beginning && rings.count_ones() == u32::from(self.may_swap())).then_some(rings)
    }

    /// Appends the first rings that are fair.
    pub(super) fn fair_first_rings(&self, list: &mut MoveList) {
        if self.first_ring() == Some(0) {
            let fair = self.shares().filter(|(_, share)| share.abs_diff(50) <= FAIR);
            let points = fair.fold(0, |points, (images, _)| points | images);
            list.extend(members(points).map(|at| Decision::Place(at).to_move()));
        }
    }

    /// Appends the swap, or everything else, where it is clear which is better.
    pub(super) fn answers_to_first_ring(&self, list: &mut MoveList) {
        let Some(ring) = self.first_ring().filter(|ring| *ring != 0) else { return };
        match self.shares().find(|(images, _)| images & ring != 0) {
            Some((_, share)) if share >= 50 + CLEAR => list.push(Decision::Swap.to_move()),
            Some((_, share)) if share <= 50 - CLEAR => {
                list.extend(members(self.free()).map(|at| Decision::Place(at).to_move()));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Move, Notation};
    use crate::games::yinsh::Setup;
    use crate::games::yinsh::board::BOARD;

    #[test]
    fn every_first_ring_is_measured_once() {
        let mut all = 0_u128;
        for (column, number, shares) in SHARES {
            let images = images(column, number);
            assert_eq!(all & images, 0);
            assert!(shares.iter().all(|share| (20..80).contains(share)));
            all |= images;
        }
        assert_eq!(all, BOARD);
    }

    #[test]
    fn the_first_ring_is_fair_and_the_answer_clear() {
        for (setup, clear) in [(Setup::YINSH, "d5"), (Setup::BLITZ, "d5")] {
            let start = Yinsh::start(&Setup { swap: true, ..setup });
            let list = |position: &Yinsh, of: fn(&Yinsh, &mut MoveList)| {
                let mut list = MoveList::new();
                of(position, &mut list);
                list
            };
            let fair = list(&start, Yinsh::fair_first_rings);
            assert!((12..85).contains(&fair.len()) && list(&start, Yinsh::answers_to_first_ring).is_empty());
            let after = |mv: Move| {
                let mut position = start;
                position.play(mv);
                position
            };
            for mv in fair {
                assert!(list(&after(mv), Yinsh::answers_to_first_ring).is_empty(), "the search decides");
                assert!(list(&after(mv), Yinsh::fair_first_rings).is_empty());
            }
            let answers = list(&after(start.read_move(clear).unwrap()), Yinsh::answers_to_first_ring);
            assert_eq!(answers.contains(&Decision::Swap.to_move()), answers.len() == 1);
            assert!([1, 84].contains(&answers.len()));
        }
        let without = Yinsh::start(&Setup::YINSH);
        assert!(without.first_ring().is_none());
    }
}
