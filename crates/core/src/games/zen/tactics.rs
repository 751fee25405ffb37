//! What a search may ask: immediate wins.

use super::position::Zen;
use crate::game::{Game, MoveList, Outcome, SearchParams, Status, Tactics};

impl Tactics for Zen {
    type Threats = ();

    #[inline(always)]
    fn threats(&self) {}

    fn relevant_moves(&self, (): &(), list: &mut MoveList) -> Status {
        match self.winning_move() {
            Some(mv) => {
                list.push(mv);
                Status::Decided(Outcome::win(self.to_move()), 1)
            }
            None => {
                self.moves(list);
                Status::Open
            }
        }
    }

    fn skip(&self) -> Option<Self> {
        Some(self.without_passes().skipped())
    }

    fn params(&self) -> &'static SearchParams {
        const ZEN: SearchParams = SearchParams { improving_turns: 1, ..SearchParams::DEFAULT };
        if self.is_free() { &SearchParams::DEFAULT } else { &ZEN }
    }
}
