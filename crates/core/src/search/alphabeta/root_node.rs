//! The decisions at the root.

use super::abdada::{DeferredMoves, SearchingGuard};
use super::news::OpenRoot;
use super::{SHARED_DEPTH, SearchNode, Worker};
use crate::game::{Move, Searchable};
use crate::search::root::RootMove;
use crate::search::score::{Bound, INFINITE, Score};

impl<G: Searchable> Worker<'_, G> {
    /// Searches the root moves, after `better` ones that come before them, to `depth` turns and returns the best score;
    /// the best is then first. If the root `is_shared`, what other threads find at it counts.
    pub(super) fn search_root(
        &mut self,
        root: &SearchNode<G>,
        moves: &mut [RootMove],
        better: usize,
        depth: i32,
        window: (Score, Score),
        is_shared: bool,
    ) -> Score {
        let (mut alpha, beta) = window;
        let mut best = -INFINITE;
        let mut best_index = 0;
        self.count();
        let mut deferred = DeferredMoves::new(moves.len());
        let mut searched = vec![false; moves.len()];
        loop {
            let raising = self.raising_move(moves, &searched);
            let Some(i) = raising.or_else(|| deferred.pop().map(|(i, _)| i)) else { break };
            if searched[i] {
                continue;
            }
            let child = root.child(moves[i].mv);
            let is_claimed = raising.is_none() && i > 0 && depth >= SHARED_DEPTH;
            let claim =
                if is_claimed { self.claim(&child.position, &mut deferred) } else { Some(SearchingGuard::NONE) };
            let Some(_claim) = claim else { continue };
            if let Some(progress) = &mut self.progress {
                progress.search_move(moves[i].mv, better + i + 1, depth as u32);
            }
            let before = self.nodes;
            let value = self.search_root_move(root, &child, depth, i == 0, (alpha, beta));
            moves[i].effort += self.nodes - before;
            if self.aborted {
                if !self.is_back(0) {
                    break;
                }
                // Unless it was taken out of turn.
                if raising.is_none() {
                    deferred.repeat();
                }
                continue;
            }
            searched[i] = true;
            if is_shared {
                self.share_root(depth, value, alpha, moves[i].mv);
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
        self.open_root = None;
        // Where no decision has reached the window, another than the first may have the greatest upper bound.
        let found = &mut moves[best_index];
        if found.score < best {
            (found.score, found.bound) = (best, Bound::Upper);
        }
        // The best first; the others keep their order, which is that of earlier iterations.
        moves[..=best_index].rotate_right(1);
        best
    }

    /// The place of the decision that another thread has found to be worth more than what this one knows of, unless it
    /// has been searched: then the two disagree.
    fn raising_move(&mut self, moves: &[RootMove], searched: &[bool]) -> Option<usize> {
        let root = self.open_root.as_mut()?;
        let (score, mv) = self.shared.raise.above(root.asked, root.score)?;
        root.score = score;
        moves.iter().position(|found| found.mv == mv).filter(|&i| !searched[i])
    }

    /// Tells other threads that a decision of the root is worth `value`, if that is more than `alpha`, and listens for
    /// better ones of theirs.
    fn share_root(&mut self, depth: i32, value: Score, alpha: Score, mv: Move) {
        if value > alpha {
            self.shared.raise.update(depth, value, mv);
        }
        let known = self.open_root.as_ref().map_or(alpha, |root| root.score);
        self.open_root = Some(OpenRoot { asked: depth, score: known.max(value) });
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
