//! What a search may ask: rows that win, rows that can be made, and when a position may be evaluated.

use super::rules::{Phase, Yinsh};
use crate::game::{Game, MoveList, Outcome, SearchParams, Status, Tactics, Tunable};

impl Tactics for Yinsh {
    type Threats = ();

    #[inline(always)]
    fn threats(&self) {}

    fn relevant_moves(&self, (): &(), list: &mut MoveList) -> Status {
        let me = self.decides;
        self.moves(list);
        if self.taken[me.index()] + 1 < self.rings_to_win {
            return Status::Open;
        }
        match self.phase {
            Phase::Ring => Status::Decided(Outcome::win(me), 1),
            Phase::Row => Status::Decided(Outcome::win(me), 2),
            Phase::Move if self.keep_row_makers(list) => Status::Decided(Outcome::win(me), 3),
            Phase::Move | Phase::Place => Status::Open,
        }
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

    #[inline(always)]
    fn null_move(&self) -> Option<Self> {
        let next = self.decides.other();
        (self.phase == Phase::Move).then_some(Self { decides: next, moves_next: next, passes: 0, ..*self })
    }

    #[inline(always)]
    fn is_evaluable(&self) -> bool {
        matches!(self.phase, Phase::Move | Phase::Place)
    }

    fn tunable(&self) -> &'static Tunable {
        static YINSH: Tunable = Tunable::new(SearchParams { usual_turns: 30, ..SearchParams::DEFAULT });
        static BLITZ: Tunable = Tunable::new(SearchParams { usual_turns: 19, ..SearchParams::DEFAULT });
        if self.rings_to_win == 1 { &BLITZ } else { &YINSH }
    }
}
