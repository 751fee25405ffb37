//! What other threads find about the positions on the way to the node that a thread is searching. It asks the
//! transposition table before each decision, and every [`CHECK_EVERY`](super::CHECK_EVERY) nodes in the middle of one. If
//! a position is settled, it leaves what it is searching below and goes on there.

use super::node::tt_cutoff;
use super::tt::TtEntry;
use super::{SearchNode, Worker};
use crate::game::Searchable;
use crate::search::score::{self, Bound, Score};
use std::ops::ControlFlow::{self, Break, Continue};

/// A position that is being searched, below the root.
pub(super) struct OpenNode {
    key: u64,
    /// How many turns deep it was asked for.
    asked: i32,
    ply: usize,
    alpha: Score,
    beta: Score,
    /// Whether it is on the principal variation.
    is_pv: bool,
}

/// The root of the iteration that is being searched.
pub(super) struct OpenRoot {
    /// How many turns deep it was asked for.
    pub asked: i32,
    /// The greatest score of a decision that this thread knows of.
    pub score: Score,
}

impl OpenNode {
    /// Whether an entry of the transposition table ends its search or raises the lower end of its window.
    fn is_news(&self, entry: &TtEntry) -> bool {
        if !self.is_pv {
            return tt_cutoff(entry, self.asked, self.ply, (self.alpha, self.beta)).is_some();
        }
        entry.depth >= self.asked
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => raised_alpha(entry, self.ply, self.beta) > self.alpha,
                Bound::Upper => false,
            }
    }
}

/// The window's lower end once another thread has found a decision worth the entry's score or more: one less than that,
/// so that this thread finds it too.
fn raised_alpha(entry: &TtEntry, ply: usize, beta: Score) -> Score {
    score::from_tt(entry.score, ply).min(beta) - 1
}

impl<G: Searchable> Worker<'_, G> {
    /// Whether other threads search as well.
    #[inline(always)]
    pub(super) fn has_company(&self) -> bool {
        self.shared.searching.is_some()
    }

    /// Begins to listen for news of a node, until it is taken from the open ones.
    #[inline(always)]
    pub(super) fn open_node<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        asked: i32,
        ply: usize,
        (alpha, beta): (Score, Score),
    ) {
        self.open_nodes.push(OpenNode { key: self.key(&node.position), asked, ply, alpha, beta, is_pv: PV });
    }

    /// Raises the lower end of the window in which the node that is being searched waits for news.
    #[inline(always)]
    pub(super) fn raise_open_node(&mut self, alpha: Score) {
        if let Some(node) = self.open_nodes.last_mut() {
            node.alpha = alpha;
        }
    }

    /// Looks for news of the nodes on the way, the one nearest to the root first. If there is some, the search goes back
    /// to that node: until then it is aborted.
    pub(super) fn listen(&mut self) {
        let is_raised = |root: &OpenRoot| self.shared.raise.above(root.asked, root.score).is_some();
        let is_news = |node: &&OpenNode| self.shared.tt.probe(node.key).is_some_and(|entry| node.is_news(&entry));
        self.interrupted = if self.open_root.as_ref().is_some_and(is_raised) {
            Some(0)
        } else {
            self.open_nodes.iter().find(is_news).map(|node| node.ply)
        };
        self.aborted = self.interrupted.is_some();
    }

    /// Whether the search was only aborted to come back to this ply; it goes on then.
    #[inline]
    pub(super) fn is_back(&mut self, ply: usize) -> bool {
        let is_back = self.interrupted == Some(ply);
        if is_back {
            (self.interrupted, self.aborted) = (None, false);
        }
        is_back
    }

    /// The node's value, if another thread has finished it meanwhile. If that thread knows only a bound, raises `alpha`.
    #[inline(always)]
    pub(super) fn news<const PV: bool>(
        &mut self,
        node: &SearchNode<G>,
        asked: i32,
        ply: usize,
        window: (Score, Score),
        alpha: &mut Score,
    ) -> ControlFlow<Score> {
        let Some(entry) = self.shared.tt.probe(self.key(&node.position)) else { return Continue(()) };
        if !PV {
            return tt_cutoff(&entry, asked, ply, window).map_or(Continue(()), Break);
        }
        if let Some(value) = self.found_by_another(&entry, &node.position, asked, ply) {
            return Break(value);
        }
        if entry.depth >= asked && entry.bound == Bound::Lower {
            *alpha = (*alpha).max(raised_alpha(&entry, ply, window.1));
            self.raise_open_node(*alpha);
        }
        Continue(())
    }

    /// The value of a principal variation position if the threads share the work and another has just found it.
    #[inline(always)]
    pub(super) fn found_by_another(&mut self, entry: &TtEntry, position: &G, depth: i32, ply: usize) -> Option<Score> {
        if !self.has_company() || entry.bound != Bound::Exact || entry.depth < depth {
            return None;
        }
        self.memory.pv_table.recall(ply, position, self.shared.tt, self.salt);
        Some(score::from_tt(entry.score, ply))
    }
}
