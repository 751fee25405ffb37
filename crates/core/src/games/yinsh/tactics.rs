//! What a search may ask: rows that win, rows that can be made, and whether a position may be evaluated.

use super::board::{around, between, fifths, has_five};
use super::decision::Decision;
use super::position::{Phase, Yinsh};
use crate::board::wide::raised;
use crate::game::{Game, Move, MoveList, Outcome, SearchParams, Status, Tactics};

impl Tactics for Yinsh {
    type Threats = ();

    #[inline(always)]
    fn threats(&self) {}

    #[inline]
    fn relevant_moves(&self, (): &(), list: &mut MoveList) -> Status {
        let me = self.decides;
        self.moves(list);
        if self.taken[me.index()] + 1 < self.rings_to_win {
            return Status::Open;
        }
        let win = || Outcome::win(self.owner(me));
        match self.phase {
            Phase::Ring => Status::Decided(win(), 1),
            Phase::Row if self.rings[me.index()].set() != 0 => Status::Decided(win(), 2),
            Phase::Move if self.keep_row_makers(list) => Status::Decided(win(), 3),
            Phase::Move | Phase::Place | Phase::Row => Status::Open,
        }
    }

    /// With two rings to take off and more nothing is decided.
    #[inline(always)]
    fn pressing_moves(&self, (): &(), list: &mut MoveList) -> Status {
        if self.taken[self.decides.index()] + 1 < self.rings_to_win {
            return Status::Open;
        }
        self.relevant_moves(&(), list)
    }

    #[inline]
    fn noisy_moves(&self, list: &mut MoveList) {
        if self.phase == Phase::Move && self.may_make_row() {
            self.moves(list);
            if !self.keep_row_makers(list) {
                list.clear();
            }
        }
    }

    /// Not past a row that the other side has left standing: that side would have to take it first.
    #[inline(always)]
    fn skip(&self) -> Option<Self> {
        let next = self.decides.other();
        let may_skip = self.phase == Phase::Move && !self.has_row(next);
        may_skip.then_some(Self { decides: next, moves_next: next, passes: 0, ..*self })
    }

    #[inline(always)]
    fn is_evaluable(&self) -> bool {
        matches!(self.phase, Phase::Move | Phase::Place)
    }

    fn fair_moves(&self, list: &mut MoveList) {
        self.fair_first_rings(list);
    }

    fn clear_answers(&self, list: &mut MoveList) {
        self.answers_to_first_ring(list);
    }

    fn params(&self) -> &'static SearchParams {
        const BLITZ: SearchParams = SearchParams { usual_turns: 19, null_move_depth: 3, ..SearchParams::DEFAULT };
        const YINSH: SearchParams = SearchParams { usual_turns: 30, improving_turns: 1, ..BLITZ };
        if self.rings_to_win == 1 { &BLITZ } else { &YINSH }
    }
}

impl Yinsh {
    /// Whether the points of a row to come are there: they hold markers or the ring that leaves one.
    #[inline(always)]
    fn may_make_row(&self) -> bool {
        has_five(self.markers.set() | self.rings[self.decides.index()].set())
    }

    /// Keeps only the ring moves that make a row of the mover's, if there are any.
    fn keep_row_makers(&self, list: &mut MoveList) -> bool {
        if !self.may_make_row() {
            return false;
        }
        let me = self.decides;
        let (own, markers) = (self.markers_of(me), self.markers.set());
        let enemy = markers & !own;
        let fifth = fifths(own);
        let makes_row = |mv: Move| match Decision::of(mv) {
            Decision::Go(from, to) => {
                let flips = between(from, to) & markers;
                // A move that changes two points of a row goes from one of them over enemy markers next to it.
                let start = raised(1, from);
                let may = (flips | start) & fifth != 0 || flips & enemy & around(start) != 0;
                may && has_five((own ^ flips) | start)
            }
            _ => false,
        };
        let mut makers = 0;
        for i in 0..list.len() {
            if makes_row(list[i]) {
                list.swap(makers, i);
                makers += 1;
            }
        }
        if makers > 0 {
            list.truncate(makers);
        }
        makers > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rng;
    use crate::games::yinsh::Setup;
    use rand::SeedableRng;

    #[test]
    fn noisy_moves_are_those_that_make_a_row() {
        let mut rng = Rng::seed_from_u64(7);
        let mut count = 0;
        for _ in 0..300 {
            let mut position = Yinsh::start(&Setup::YINSH);
            while position.outcome().is_none() {
                if position.phase == Phase::Move {
                    let (mut all, mut noisy) = (MoveList::new(), MoveList::new());
                    position.moves(&mut all);
                    all.retain(|&mut mv| {
                        let mut after = position;
                        after.play(mv);
                        after.has_row(position.decides)
                    });
                    position.noisy_moves(&mut noisy);
                    assert_eq!(noisy, all, "{position:?}");
                    count += noisy.len();
                }
                position.play(position.random_move(&mut rng));
            }
        }
        assert!(count > 1_000, "{count}");
    }
}
