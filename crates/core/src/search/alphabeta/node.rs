//! The value of a position to a given depth.

use super::pruning::{self, NodeLimits};
use super::tt::TtEntry;
use super::{SearchNode, Worker, from_side_to_move};
use crate::game::{MoveList, Outcome, Searchable, Status};
use crate::search::score::{self, Bound, MAX_PLY, Score, WIN};
use std::ops::ControlFlow::{self, Break, Continue};

/// The value of a position within `alpha..beta`, if its transposition table entry is enough.
#[inline(always)]
pub(super) fn tt_cutoff(entry: &TtEntry, depth: i32, ply: usize, (alpha, beta): (Score, Score)) -> Option<Score> {
    let value = score::from_tt(entry.score, ply);
    let (at_least, at_most) = (entry.bound != Bound::Upper, entry.bound != Bound::Lower);
    let (high, low) = (at_least && value >= beta, at_most && value <= alpha);
    // A proven result holds at any depth, except that a deeper search may find a sooner win.
    let proven = score::is_decided(value) && if value > 0 { high } else { low };
    (proven || (entry.depth >= depth && (high || low || entry.bound == Bound::Exact))).then_some(value)
}

impl<G: Searchable> Worker<'_, G> {
    /// The value of a position for the side to move, within `alpha..beta`.
    pub(super) fn search_node<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        depth: i32,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        let position = &node.position;
        if PV {
            self.memory.pv_table.at(ply).clear();
            self.seldepth = self.seldepth.max(ply);
        }
        if !self.count() {
            return 0;
        }
        if let Some(outcome) = position.outcome() {
            return self.outcome_score(position, outcome, ply);
        }
        if self.repetition.repeats(position.key()) {
            return 0;
        }
        if (depth <= 0 && position.is_evaluable()) || ply + 1 >= MAX_PLY {
            match position.status(&node.threats) {
                Status::Decided(outcome, plies) => {
                    return self.outcome_score(position, outcome, ply + usize::from(plies));
                }
                Status::Forced if ply + 1 < MAX_PLY => {}
                _ => return self.quiescence::<PV>(node, depth, ply, alpha, beta),
            }
        }
        // Mate distance: nothing from here can be better than a win with the next decision, or worse than a loss now.
        alpha = alpha.max(ply as Score - WIN);
        beta = beta.min(WIN - ply as Score - 1);
        if alpha >= beta {
            return alpha;
        }

        let entry = self.shared.tt.probe(self.key(position));
        let known = entry.and_then(|entry| match PV {
            true => self.found_by_another(&entry, position, depth, ply),
            false => tt_cutoff(&entry, depth, ply, (alpha, beta)),
        });
        if let Some(value) = known {
            return value;
        }

        let mut moves = MoveList::new();
        match position.pressing_moves(&node.threats, &mut moves) {
            Status::Decided(outcome, plies) => {
                if PV {
                    self.memory.pv_table.at(ply).push(moves[0]);
                }
                self.outcome_score(position, outcome, ply + usize::from(plies))
            }
            // An answer to a threat is not counted as a turn, so that a series of threats is seen to its end.
            Status::Forced => {
                let depth = depth.max(0) + 1;
                self.memory.evaluations[ply] = None;
                let limits = NodeLimits::all(depth, entry.and_then(|entry| entry.best));
                self.move_loop::<PV>(node, &limits, ply, (alpha, beta), &mut moves)
            }
            Status::Open => self.search_open_node::<PV>(node, entry, depth, ply, (alpha, beta), &mut moves),
        }
    }

    /// The same where nothing is forced or decided, so that decisions may be left out.
    #[inline(always)]
    fn search_open_node<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        entry: Option<TtEntry>,
        depth: i32,
        ply: usize,
        (alpha, beta): (Score, Score),
        moves: &mut MoveList,
    ) -> Score {
        let win = self.threat_win::<PV>(node, depth, ply);
        if let Some(win) = win.filter(|&win| win >= beta) {
            return win;
        }
        let mut limits = match self.prune::<PV>(node, entry, depth, ply, (alpha, beta)) {
            Continue(limits) => limits,
            Break(value) => return value,
        };
        if moves.is_empty() {
            node.position.open_moves(&node.threats, moves);
        }
        limits.singular = self.singular(node, entry, depth, ply, moves);
        if self.aborted {
            return 0;
        }
        let best = self.move_loop::<PV>(node, &limits, ply, (alpha, beta), moves);
        // A sooner win was asked for; if there is none, the known one stands.
        match win {
            Some(win) if win > best && !self.aborted => self.threat_win::<PV>(node, depth, ply).unwrap_or(win),
            _ => best,
        }
    }

    /// Which decisions of a node to search, or its value if none need a search.
    #[inline(always)]
    fn prune<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        entry: Option<TtEntry>,
        depth: i32,
        ply: usize,
        (alpha, beta): (Score, Score),
    ) -> ControlFlow<Score, NodeLimits> {
        let (position, params) = (&node.position, self.shared.params);
        let mut limits = NodeLimits::all(depth, entry.and_then(|entry| entry.best));
        if !self.shared.selective {
            return Continue(limits);
        }
        // What no search has yet found a best decision for is not worth the full depth.
        if depth >= params.iterative_reduction_depth && limits.first.is_none() {
            limits.depth -= 1;
        }
        if PV && params.improving_turns == 0 {
            return Continue(limits);
        }
        let known = entry.and_then(|entry| entry.static_eval);
        debug_assert!(known.is_none_or(|known| known == self.static_eval(position)));
        let static_eval = known.or_else(|| position.is_evaluable().then(|| self.static_eval(position)));
        limits.static_eval = static_eval;
        let improving = if params.improving_turns > 0 { self.is_improving(position, ply, static_eval) } else { false };
        if PV {
            return Continue(limits);
        }
        limits.move_limit = pruning::move_limit(params, limits.depth, (alpha, beta), static_eval, improving);
        if limits.move_limit == 0 {
            return Break(beta);
        }
        if static_eval >= Some(beta) && self.null_move_cutoff(node, depth, ply, beta) {
            if !self.aborted {
                let (best, bound) = (limits.first, Bound::Lower);
                self.store(position, ply, TtEntry { best, score: beta, depth, bound, static_eval });
            }
            return Break(beta);
        }
        Continue(limits)
    }

    /// Whether the player to move stands better than the last time; keeps the static evaluation for the nodes below.
    #[inline(always)]
    fn is_improving(&mut self, position: &G, ply: usize, static_eval: Option<Score>) -> bool {
        let player = position.to_move();
        self.memory.evaluations[ply] = static_eval.map(|now| (player, now));
        static_eval.is_some_and(|now| self.memory.is_improving(ply, player, now))
    }

    /// Whether the position is worth `beta` even after skipping the turn (null move pruning).
    #[inline(always)]
    fn null_move_cutoff(&mut self, node: &SearchNode<G>, depth: i32, ply: usize, beta: Score) -> bool {
        let params = self.shared.params;
        if depth < params.null_move_depth || score::is_decided(beta) {
            return false;
        }
        let Some(position) = node.position.skip() else { return false };
        let skipped = SearchNode { position, threats: position.threats_after(&node.threats) };
        let below = pruning::null_move_depth(params, depth);
        self.search_child::<false>(&node.position, &skipped, below, ply, (beta - 1, beta)) >= beta
    }

    /// The value, for the side to move in `position`, of a game that ends `ply` plies from the root.
    #[inline(always)]
    pub(super) fn outcome_score(&self, position: &G, outcome: Outcome, ply: usize) -> Score {
        from_side_to_move(position, self.root_player, |player| score::of_outcome::<G>(outcome, player, ply))
    }
}
