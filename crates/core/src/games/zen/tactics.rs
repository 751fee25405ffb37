//! What a search may ask: immediate wins.

use super::position::Zen;
use crate::game::{Game, MoveList, Outcome, SearchParams, Status, Tactics};

impl Tactics for Zen {
    type Threats = ();

    #[inline(always)]
    fn threats(&self) {}

    fn relevant_moves(&self, (): &(), list: &mut MoveList) -> Status {
        let status = self.pressing_moves(&(), list);
        if status == Status::Open {
            self.moves(list);
        }
        status
    }

    #[inline(always)]
    fn pressing_moves(&self, (): &(), list: &mut MoveList) -> Status {
        match self.winning_move() {
            Some(mv) => {
                list.push(mv);
                Status::Decided(Outcome::win(self.to_move()), 1)
            }
            None => Status::Open,
        }
    }

    #[inline(always)]
    fn open_moves(&self, (): &(), list: &mut MoveList) {
        self.moves(list);
    }

    fn skip(&self) -> Option<Self> {
        Some(self.without_passes().skipped())
    }

    fn params(&self) -> &'static SearchParams {
        // Found by `quintet tune zen`, and better in the free Zen too.
        const ZEN: SearchParams = SearchParams {
            late_move_base: 2,
            futility_depth: 6,
            futility_base: 8,
            futility_margin: 69,
            reverse_futility_margin: 32,
            improving_turns: 1,
            reduction_base: 9,
            reduction_divisor: 249,
            iterative_reduction_depth: 6,
            aspiration_window: 33,
            ..SearchParams::DEFAULT
        };
        const FREE: SearchParams = SearchParams { improving_turns: 0, ..ZEN };
        if self.is_free() { &FREE } else { &ZEN }
    }
}
