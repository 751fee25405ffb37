//! The decisions of a position, one after the other.

use super::abdada::{DeferredMoves, SearchingGuard};
use super::movepick::MovePicker;
use super::pruning::NodeLimits;
use super::{SHARED_DEPTH, SearchNode, Worker};
use crate::game::{MoveList, Searchable, Status};
use crate::search::score::{self, Bound, INFINITE, Score};
use std::ops::ControlFlow::Break;

impl<G: Searchable> Worker<'_, G> {
    /// The value of the best of `moves`. Unless a decision is left out, the value is stored in the transposition table
    /// with the depth that was asked for, even if it was searched less deep: otherwise another thread that comes to
    /// this position would search it again, and deeper because it finds the best decision there.
    #[inline(always)]
    pub(super) fn move_loop<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        limits: &NodeLimits,
        ply: usize,
        window: (Score, Score),
        moves: &mut MoveList,
    ) -> Score {
        if self.has_company() && limits.depth >= SHARED_DEPTH {
            self.search_shared_moves::<PV>(node, limits, ply, window, moves)
        } else {
            self.search_moves::<PV, false>(node, limits, ply, window, moves)
        }
    }

    /// The same together with other threads.
    #[inline(never)]
    fn search_shared_moves<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        limits: &NodeLimits,
        ply: usize,
        window: (Score, Score),
        moves: &mut MoveList,
    ) -> Score {
        let above = self.open_nodes.len();
        // The table knows nothing of what a node is worth without one of its decisions.
        if limits.excluded.is_none() {
            self.open_node::<PV>(node, limits.asked, ply, window);
        }
        let value = self.search_moves::<PV, true>(node, limits, ply, window, moves);
        self.open_nodes.truncate(above);
        value
    }

    /// The same; `SHARED` with other threads or not.
    #[inline(always)]
    fn search_moves<const PV: bool, const SHARED: bool>(
        &mut self,
        node: &SearchNode<G>,
        limits: &NodeLimits,
        ply: usize,
        window: (Score, Score),
        moves: &mut MoveList,
    ) -> Score {
        let (mut alpha, beta) = window;
        let player = node.position.to_move();
        let mut picker = MovePicker::new(self.memory, player, moves, limits.first, ply);
        let (mut best, mut best_move) = (-INFINITE, None);
        // Listed in place once a decision is to be left out.
        let (mut forcing, mut forcing_listed) = (MoveList::new(), false);
        let mut deferred = DeferredMoves::new(picker.len());
        let mut ahead = None;
        while let Some((i, late)) = deferred.pop() {
            let pruned = i >= limits.move_limit && !score::is_decided(best);
            if pruned {
                if !forcing_listed {
                    node.position.forcing_moves(&node.threats, &mut forcing);
                    forcing_listed = true;
                }
                if !forcing.contains(&picker.at(i)) {
                    continue;
                }
            }
            if SHARED
                && i > 0
                && limits.excluded.is_none()
                && let Break(value) = self.news::<PV>(node, limits.asked, ply, window, &mut alpha)
            {
                return value;
            }
            // It does not pay to sort the few left over, nor what comes late near the leaves.
            let is_sorted = |i| i < MovePicker::ALWAYS_SORTED || limits.depth > 2;
            let made = ahead.take().filter(|&(place, _)| place == i);
            let mv = if made.is_none() && !pruned && !late && is_sorted(i) { picker.pick(i) } else { picker.at(i) };
            if limits.excluded == Some(mv) {
                continue;
            }
            let child = made.map_or_else(|| node.child(mv), |(_, child)| child);
            let less = self.reduction::<PV>(&child, limits.depth, i);
            let below = node.depth_of(&child, limits.depth) + i32::from(limits.singular == Some(mv));
            // The table is not asked about leaves, and a position's key takes time.
            if below > less {
                self.shared.tt.prefetch(self.key(&child.position));
            }
            // What follows is fetched from memory meanwhile, unless the first decision may be enough.
            let next = i + 1;
            if i > 0 && !late && limits.depth > 1 && next < picker.len().min(limits.move_limit) {
                let mv = if is_sorted(next) { picker.pick(next) } else { picker.at(next) };
                let child = node.child(mv);
                self.shared.tt.prefetch(self.key(&child.position));
                ahead = Some((next, child));
            }
            let is_claimed = SHARED && i > 0;
            let claim =
                if is_claimed { self.claim(&child.position, &mut deferred) } else { Some(SearchingGuard::NONE) };
            let Some(_claim) = claim else { continue };
            let value = self.search_move::<PV>(node, &child, (below, less), ply, i == 0, (alpha, beta));
            if self.aborted {
                if !SHARED || !self.is_back(ply) {
                    return 0;
                }
                if let Break(value) = self.news::<PV>(node, limits.asked, ply, window, &mut alpha) {
                    return value;
                }
                deferred.repeat();
                continue;
            }
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            alpha = value;
            best_move = Some(mv);
            if PV {
                self.memory.pv_table.extend(ply, mv);
            }
            if alpha >= beta {
                self.memory.reward(player, mv, picker.before(i), ply, limits.depth);
                break;
            }
            if PV && SHARED {
                self.raise_open_node(alpha);
                self.store(&node.position, ply, limits.entry(best_move, best, Bound::Lower));
            }
        }
        if limits.excluded.is_none() {
            let bound = match best_move {
                _ if best >= beta => Bound::Lower,
                Some(_) => Bound::Exact,
                None => Bound::Upper,
            };
            self.store(&node.position, ply, limits.entry(best_move, best, bound));
        }
        best
    }

    /// How many turns less deep to search a decision at first (late move reductions).
    #[inline(always)]
    fn reduction<const PV: bool>(&self, child: &SearchNode<G>, depth: i32, i: usize) -> i32 {
        let less = self.shared.reductions.turns(depth, i);
        if less > 0 && (PV && i == 0 || matches!(child.position.status(&child.threats), Status::Forced)) {
            0
        } else {
            less
        }
    }

    /// The value of a decision that leads to `child`: first only whether it is better than `alpha`, `less` turns
    /// shallower.
    #[inline(always)]
    fn search_move<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        child: &SearchNode<G>,
        (below, less): (i32, i32),
        ply: usize,
        is_first: bool,
        (alpha, beta): (Score, Score),
    ) -> Score {
        let parent = &node.position;
        let mut value = -INFINITE;
        if !is_first || !PV {
            value = self.search_child::<false>(parent, child, below - less, ply, (alpha, alpha + 1));
            if less > 0 && value > alpha {
                value = self.search_child::<false>(parent, child, below, ply, (alpha, alpha + 1));
            }
        }
        if PV && (is_first || value > alpha) {
            value = self.search_child::<true>(parent, child, below, ply, (alpha, beta));
        }
        value
    }
}
