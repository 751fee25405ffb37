//! The decisions at the root.

use super::abdada::DeferredMoves;
use super::{SearchNode, Worker};
use crate::game::Searchable;
use crate::search::root::RootMove;
use crate::search::score::{Bound, INFINITE, Score};

impl<G: Searchable> Worker<'_, G> {
    /// Searches the root moves, after `better` ones that come before them, to `depth` turns and returns the best score;
    /// the best is then first.
    pub(super) fn search_root(
        &mut self,
        root: &SearchNode<G>,
        moves: &mut [RootMove],
        better: usize,
        depth: i32,
        window: (Score, Score),
    ) -> Score {
        let (mut alpha, beta) = window;
        let mut best = -INFINITE;
        let mut best_index = 0;
        self.count();
        let mut deferred = DeferredMoves::new(moves.len());
        while let Some((i, _)) = deferred.pop() {
            let child = root.child(moves[i].mv);
            let Some(_claim) = self.claim(&child.position, depth, i, &mut deferred) else { continue };
            if let Some(progress) = &mut self.progress {
                progress.search_move(moves[i].mv, better + i + 1, depth as u32);
            }
            let value = self.search_root_move(root, &child, depth, i == 0, (alpha, beta));
            if self.aborted {
                break;
            }
            let root_move = &mut moves[i];
            root_move.score = -INFINITE;
            if i == 0 || value > alpha {
                root_move.score = value;
                root_move.bound = match value {
                    _ if value <= alpha => Bound::Upper,
                    _ if value >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                root_move.pv.clear();
                root_move.pv.push(root_move.mv);
                root_move.pv.extend_from_slice(self.memory.pv_table.at(1));
            }
            if value > best {
                (best, best_index) = (value, i);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // Where no decision has reached the window, another than the first may have the greatest upper bound.
        let found = &mut moves[best_index];
        if found.score < best {
            (found.score, found.bound) = (best, Bound::Upper);
        }
        // The best first; the others keep their order, which is that of earlier iterations.
        moves[..=best_index].rotate_right(1);
        best
    }

    /// The value of a root move; for all but the first, the search first asks only whether they are better than
    /// `alpha`.
    fn search_root_move(
        &mut self,
        root: &SearchNode<G>,
        child: &SearchNode<G>,
        depth: i32,
        is_first: bool,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let below = root.depth_of(child, depth);
        if !is_first {
            let value = self.search_child::<false>(&root.position, child, below, 0, (alpha, alpha + 1));
            if value <= alpha || self.aborted {
                return value;
            }
        }
        self.search_child::<true>(&root.position, child, below, 0, (alpha, beta))
    }
}
