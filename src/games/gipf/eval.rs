//! What a position is worth.

use super::rules::Gipf;
use crate::game::*;

impl Evaluate for Gipf {
    fn evaluate(&self, player: Player) -> i32 {
        let worth = |side: usize| i32::from(self.reserve[side]) * 100 + self.pieces[side].count_ones() as i32 * 90;
        let me = player.index();
        worth(me) - worth(1 - me)
    }
}
