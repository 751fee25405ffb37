//! The leaves: wins by threats alone, and quiescence search.

use super::{SearchNode, Worker};
use crate::game::{MoveList, Searchable};
use crate::search::pv::Pv;
use crate::search::score::{MAX_PLY, Score, WIN};
use crate::search::threats;

impl<G: Searchable> Worker<'_, G> {
    /// A win by threats alone, if the game looks for one and it is found without much effort.
    #[inline(always)]
    pub(super) fn threat_win<const PV: bool>(&mut self, node: &SearchNode<G>, depth: i32, ply: usize) -> Option<Score> {
        let params = self.shared.params;
        if !self.shared.selective || depth < params.threat_search_depth {
            return None;
        }
        let most = if depth > 0 { params.threat_search_nodes } else { params.threat_search_leaf_nodes };
        let most = most.min(self.next_check.saturating_sub(self.nodes) as u32);
        let (mut effort, mut pv) = (most, Pv::new());
        let plies = threats::forced_win(&node.position, &node.threats, &mut effort, &mut pv);
        self.nodes += u64::from(most - effort);
        let end = ply + plies? as usize;
        if PV {
            pv.reverse();
            *self.memory.pv_table.at(ply) = pv;
        }
        (end < MAX_PLY).then_some(WIN - end as Score)
    }

    /// The value of a position with no turns left and nothing decided: a win by threats, the static evaluation, or the
    /// value after the noisy moves.
    #[inline(always)]
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        if let Some(win) = self.threat_win::<PV>(node, depth, ply) {
            return win;
        }
        let position = &node.position;
        let mut best = self.static_eval(position);
        if best >= beta || !self.shared.selective || ply + 1 >= MAX_PLY {
            return best;
        }
        let mut noisy = MoveList::new();
        position.noisy_moves(&mut noisy);
        for &mv in &noisy {
            alpha = alpha.max(best);
            let child = node.child(mv);
            let below = node.depth_of(&child, depth);
            let value = self.search_child::<PV>(position, &child, below, ply, (alpha, beta));
            if self.aborted {
                return 0;
            }
            if value > best {
                best = value;
                if PV && value > alpha {
                    self.memory.pv_table.extend(ply, mv);
                }
                if best >= beta {
                    break;
                }
            }
        }
        best
    }
}
