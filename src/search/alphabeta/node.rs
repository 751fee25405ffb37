//! Principal variation search: the value of a position to a given depth.
//!
//! Depth counts turns: it shrinks when another player comes to decide, and a position is judged only where a turn
//! starts. With two players it is negamax; with more it is paranoid, the root player against all others.

use super::abdada::Queue;
use super::history::pick;
use super::pruning::{self, NULL_DEPTH, Plan};
use super::tt::{Bound, Entry};
use super::{SHARED_DEPTH, Worker, seen};
use crate::game::{Evaluate, MoveList, Outlook};
use crate::search::root::RootMove;
use crate::search::score::{self, INFINITE, MAX_PLY, Score, WIN};

/// The value of a position within `alpha..beta`, if what the table has of it tells.
#[inline(always)]
fn settled_by(entry: &Entry, depth: i32, ply: usize, (alpha, beta): (Score, Score)) -> Option<Score> {
    let value = score::from_table(entry.score, ply);
    let (at_least, at_most) = (entry.bound != Bound::Upper, entry.bound != Bound::Lower);
    let (high, low) = (at_least && value >= beta, at_most && value <= alpha);
    // A proven result holds at any depth, except that a deeper search may find a sooner win.
    let proven = score::is_decided(value) && if value > 0 { high } else { low };
    (proven || (entry.depth >= depth && (high || low || entry.bound == Bound::Exact))).then_some(value)
}

/// So many decisions are tried in order at any depth.
const SORTED: usize = 8;
impl<G: Evaluate> Worker<'_, G> {
    /// Searches the root decisions and returns the best score; the best comes first then.
    pub(super) fn root(&mut self, position: &G, moves: &mut [RootMove], depth: i32, window: (Score, Score)) -> Score {
        let (mut alpha, beta) = window;
        let mut best = -INFINITE;
        let mut best_index = 0;
        self.count();
        let mut queue = Queue::new(moves.len());
        while let Some((i, _)) = queue.pop() {
            let root_move = &mut moves[i];
            let mut child = *position;
            child.play(root_move.mv);
            let Some(_claim) = self.claim(&child, depth, i, &mut queue) else { continue };
            let below = depth - i32::from(child.to_move() != position.to_move());
            let mut value = -INFINITE;
            if i > 0 {
                value = self.value::<false>(position, &child, below, 0, (alpha, alpha + 1));
            }
            if i == 0 || (value > alpha && !self.aborted) {
                value = self.value::<true>(position, &child, below, 0, (alpha, beta));
            }
            if self.aborted {
                break;
            }
            root_move.score = -INFINITE;
            if i == 0 || value > alpha {
                root_move.score = value;
                root_move.variation.clear();
                root_move.variation.push(root_move.mv);
                root_move.variation.extend_from_slice(self.variations.at(1));
            }
            if value > best {
                (best, best_index) = (value, i);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        // The best first; the others keep their order, which is that of earlier iterations.
        moves[..=best_index].rotate_right(1);
        best
    }

    /// The value of a position for the side to move, within `alpha..beta`.
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &G,
        mut depth: i32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        if PV {
            self.variations.at(ply).clear();
            self.deepest = self.deepest.max(ply);
        }
        if !self.count() {
            return 0;
        }
        if let Some(outcome) = position.outcome() {
            return seen(position, self.root_player, |player| score::of_outcome::<G>(outcome, player, ply));
        }
        if self.line.repeats(position.key()) {
            return 0;
        }
        if (depth <= 0 && position.settled()) || ply + 1 >= MAX_PLY {
            match position.glance() {
                Outlook::Decided(outcome, plies) => {
                    let end = ply + usize::from(plies);
                    return seen(position, self.root_player, |player| score::of_outcome::<G>(outcome, player, end));
                }
                Outlook::Forced if ply + 1 < MAX_PLY => {}
                _ => return self.leaf::<PV>(position, depth, ply, alpha, beta),
            }
        }
        // No line from here can be better than a win with the next decision, or worse than a loss now.
        alpha = alpha.max(ply as Score - WIN);
        beta = beta.min(WIN - ply as Score - 1);
        if alpha >= beta {
            return alpha;
        }

        let key = position.key() ^ self.salt;
        let entry = self.shared.table.probe(key);
        if PV && let Some(value) = entry.and_then(|entry| self.done_by_another(&entry, position, depth, ply)) {
            return value;
        }
        if !PV && let Some(value) = entry.and_then(|entry| settled_by(&entry, depth, ply, (alpha, beta))) {
            return value;
        }

        let mut moves = MoveList::new();
        let outlook = position.outlook(&mut moves);
        let win = if outlook == Outlook::Open { self.forced_win::<PV>(position, depth, ply) } else { None };
        if let Some(win) = win.filter(|&win| win >= beta) {
            return win;
        }
        let first = entry.and_then(|entry| entry.best);
        // What no search has yet found a best decision for is not worth the full depth (internal iterative reduction).
        let less = i32::from(outlook == Outlook::Open && depth >= 4 && first.is_none() && self.shared.reduce);
        let mut width = usize::MAX;
        match outlook {
            Outlook::Decided(outcome, plies) => {
                if PV {
                    self.variations.at(ply).push(moves[0]);
                }
                let end = ply + usize::from(plies);
                return seen(position, self.root_player, |player| score::of_outcome::<G>(outcome, player, end));
            }
            // An answer to a threat is not counted as a turn, so that a series of threats is seen to its end.
            Outlook::Forced => depth = depth.max(0) + 1,
            Outlook::Open if !PV && self.shared.reduce => {
                let opinion = position.settled().then(|| self.opinion(position));
                width = pruning::width::<G>(depth - less, (alpha, beta), opinion);
                if width == 0 {
                    return beta;
                }
                if opinion >= Some(beta) && self.can_wait(position, depth, ply, beta) {
                    if !self.aborted {
                        self.store(position, ply, Entry { best: first, score: beta, depth, bound: Bound::Lower });
                    }
                    return beta;
                }
            }
            Outlook::Open => {}
        }
        let singular = if outlook == Outlook::Open { self.singular(position, entry, depth, ply, &moves) } else { None };
        if self.aborted {
            return 0;
        }
        let plan = Plan { asked: depth, depth: depth - less, first, singular, width, excluded: None };
        let best = self.best_of::<PV>(position, &plan, ply, (alpha, beta), &mut moves);
        // A sooner win was asked for; if there is none, the known one stands.
        match win {
            Some(win) if win > best && !self.aborted => self.forced_win::<PV>(position, depth, ply).unwrap_or(win),
            _ => best,
        }
    }

    /// Whether the position is worth `beta` even if the turn is skipped (null move pruning).
    #[inline(always)]
    fn can_wait(&mut self, position: &G, depth: i32, ply: usize, beta: Score) -> bool {
        depth >= NULL_DEPTH
            && !score::is_decided(beta)
            && position.null_move().is_some_and(|skipped| {
                self.value::<false>(position, &skipped, pruning::null_depth(depth), ply, (beta - 1, beta)) >= beta
            })
    }

    /// The value of the best of `moves`. Unless one is left out it is remembered in the table as of the depth that was
    /// asked for, though it may be searched less deep: when another thread comes to this position it would do so again,
    /// and deeper, because it finds the best decision here.
    #[inline(always)]
    pub(super) fn best_of<const PV: bool>(
        &mut self,
        position: &G,
        plan: &Plan,
        ply: usize,
        window: (Score, Score),
        moves: &mut MoveList,
    ) -> Score {
        let &Plan { asked, depth, first, singular, width, excluded } = plan;
        let (mut alpha, beta) = window;
        let player = position.to_move();
        let mut scores = self.memory.scores(player, moves, first, ply);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut forcing = None;
        let mut queue = Queue::new(moves.len());
        while let Some((i, late)) = queue.pop() {
            let narrowed = i >= width && !score::is_decided(best);
            if narrowed && !forcing.get_or_insert_with(|| listed(|list| position.forcing(list))).contains(&moves[i]) {
                continue;
            }
            // Another thread may have finished this node meanwhile, or know more of it.
            if i > 0
                && excluded.is_none()
                && depth >= SHARED_DEPTH
                && self.shared.busy.is_some()
                && let Some(entry) = self.shared.table.probe(position.key() ^ self.salt)
            {
                if !PV && let Some(value) = settled_by(&entry, asked, ply, window) {
                    return value;
                }
                if PV && let Some(value) = self.done_by_another(&entry, position, asked, ply) {
                    return value;
                }
                // One less than it has found, so that this thread finds that decision too.
                if PV && entry.depth >= asked && entry.bound == Bound::Lower {
                    alpha = alpha.max(score::from_table(entry.score, ply) - 1).min(beta - 1);
                }
            }
            // It does not pay to sort the few left over, nor what comes late near the leaves.
            let sorted = !narrowed && (i < SORTED || depth > 2) && !late;
            let mv = if sorted { pick(moves, &mut scores, i) } else { moves[i] };
            if excluded == Some(mv) {
                continue;
            }
            let mut child = *position;
            child.play(mv);
            let below = depth - i32::from(child.to_move() != player) + i32::from(singular == Some(mv));
            let mut less = i32::from(self.reductions[depth.clamp(0, 31) as usize][i.min(63)]);
            if less > 0 && (PV && i == 0 || matches!(child.glance(), Outlook::Forced)) {
                less = 0;
            }
            // The table is not asked about leaves, and a position's key takes time.
            if below > less {
                self.shared.table.prefetch(child.key() ^ self.salt);
            }
            let Some(_claim) = self.claim(&child, depth, i, &mut queue) else { continue };
            let mut value = -INFINITE;
            if i > 0 || !PV {
                value = self.value::<false>(position, &child, below - less, ply, (alpha, alpha + 1));
                if less > 0 && value > alpha {
                    value = self.value::<false>(position, &child, below, ply, (alpha, alpha + 1));
                }
            }
            if PV && (i == 0 || value > alpha) {
                value = self.value::<true>(position, &child, below, ply, (alpha, beta));
            }
            if self.aborted {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_move = Some(mv);
                    if PV {
                        self.variations.extend(ply, mv);
                    }
                    if alpha >= beta {
                        self.memory.reward(player, mv, &moves[..i], ply, depth);
                        break;
                    }
                    if PV && self.shared.busy.is_some() {
                        self.store(
                            position,
                            ply,
                            Entry { best: best_move, score: best, depth: asked, bound: Bound::Lower },
                        );
                    }
                }
            }
        }
        let bound = match best_move {
            _ if best >= beta => Bound::Lower,
            Some(_) => Bound::Exact,
            None => Bound::Upper,
        };
        if excluded.is_none() {
            self.store(position, ply, Entry { best: best_move, score: best, depth: asked, bound });
        }
        best
    }

    /// The value of a position of the principal variation if the threads share the work and one has just found it.
    #[inline(always)]
    fn done_by_another(&mut self, entry: &Entry, position: &G, depth: i32, ply: usize) -> Option<Score> {
        if self.shared.busy.is_none() || entry.bound != Bound::Exact || entry.depth < depth {
            return None;
        }
        self.variations.recall(ply, position, self.shared.table, self.salt);
        Some(score::from_table(entry.score, ply))
    }
}

/// The decisions that `append` appends.
#[inline(always)]
fn listed(append: impl FnOnce(&mut MoveList)) -> MoveList {
    let mut list = MoveList::new();
    append(&mut list);
    list
}
