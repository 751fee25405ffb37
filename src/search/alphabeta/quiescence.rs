//! Wins by threats, and what a position with no turns left is worth.

use super::Worker;
use crate::game::{Evaluate, MoveList};
use crate::search::pv::Variation;
use crate::search::score::{MAX_PLY, Score, WIN};
use crate::search::threats;

/// How many threats to try in search of a forced win, where turns are left and where not.
const THREATS_AT_NODE: u32 = 32;
const THREATS_AT_LEAF: u32 = 16;

impl<G: Evaluate> Worker<'_, G> {
    /// A win by threats alone, where the game looks for one and it is found without much effort.
    #[inline(always)]
    pub(super) fn forced_win<const PV: bool>(&mut self, position: &G, depth: i32, ply: usize) -> Option<Score> {
        if !self.shared.reduce || G::THREAT_DEPTH.is_none_or(|least| depth < least) {
            return None;
        }
        let most = if depth > 0 { THREATS_AT_NODE } else { THREATS_AT_LEAF };
        let most = most.min(self.next_check.saturating_sub(self.nodes) as u32);
        let (mut effort, mut line) = (most, Variation::new());
        let plies = threats::forced_win(position, &mut effort, &mut line);
        self.nodes += u64::from(most - effort);
        let end = ply + plies? as usize;
        if PV {
            line.reverse();
            *self.variations.at(ply) = line;
        }
        (end < MAX_PLY).then_some(WIN - end as Score)
    }

    /// The value of a position with no turns left: a win by threats, or the opinion, or what comes of taking what can
    /// be gained at once (quiescence search).
    #[inline(always)]
    pub(super) fn leaf<const PV: bool>(
        &mut self,
        position: &G,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if let Some(win) = self.forced_win::<PV>(position, depth, ply) {
            return win;
        }
        let mut best = self.opinion(position);
        if best >= beta || !self.shared.reduce || ply + 1 >= MAX_PLY {
            return best;
        }
        let mut gains = MoveList::new();
        position.gains(&mut gains);
        for &mv in &gains {
            alpha = alpha.max(best);
            let mut child = *position;
            child.play(mv);
            let below = depth - i32::from(child.to_move() != position.to_move());
            let value = self.value::<PV>(position, &child, below, ply, (alpha, beta));
            if self.aborted {
                return 0;
            }
            if value > best {
                best = value;
                if PV && value > alpha {
                    self.variations.extend(ply, mv);
                }
                if best >= beta {
                    break;
                }
            }
        }
        best
    }
}
