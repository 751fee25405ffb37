//! Merging books: entries for the same position become one, and the turns that lead from the start of one to the start
//! of another are added.
//!
//! Everything here depends on which books there are, not on their order: where one must be chosen, its contents decide.

use super::{Book, BookError, BookNode, BookReply, after, canonical, passed_up};
use crate::game::{Move, Playable};
use crate::search::score::Score;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The decisions that lead from one position to another, each with the position in which it is taken; and the last
/// position.
pub(super) struct Way<G> {
    steps: Vec<(G, Move)>,
    end: G,
}

/// A node's contents, for an order that depends on nothing else.
type NodeContent = (Reverse<usize>, Vec<(u64, Move, Score, u32, u64)>, Option<Score>);

impl<G> BookNode<G> {
    fn content(&self) -> NodeContent {
        let of = |reply: &BookReply| (reply.child, reply.mv, reply.score, reply.games, reply.points.to_bits());
        let mut replies: Vec<_> = self.replies.iter().map(of).collect();
        replies.sort_unstable();
        (Reverse(replies.len()), replies, self.others)
    }
}

impl<G: Playable> Book<G> {
    /// The decisions that lead from the start of this book to the start of `other`, whose turns start at `root`.
    pub(super) fn way_to(&self, other: &Self, root: G) -> Result<Way<G>, BookError> {
        if other.start == self.start {
            return Ok(Way { steps: Vec::new(), end: other.start });
        }
        let none = || BookError::Way { from: self.start.position_text(), to: other.start.position_text() };
        let mut position = root;
        let mut steps = (position == self.start).then(Vec::new);
        for turn in &other.way {
            for mv in position.read_turn(turn).map_err(|_| none())? {
                if let Some(steps) = &mut steps {
                    steps.push((position, mv));
                }
                position.play(mv);
                if position == self.start {
                    steps = Some(Vec::new());
                }
            }
        }
        match steps {
            Some(steps) if position == other.start => Ok(Way { steps, end: position }),
            _ => Err(none()),
        }
    }

    /// Adds everything from other books.
    pub(super) fn unite(&mut self, others: Vec<Self>) {
        let mut found: FxHashMap<u64, Vec<BookNode<G>>> = FxHashMap::default();
        let own = std::mem::take(&mut self.nodes);
        for (key, node) in own.into_iter().chain(others.into_iter().flat_map(|other| other.nodes)) {
            found.entry(key).or_default().push(node);
        }
        for (key, mut nodes) in found {
            nodes.sort_by_cached_key(BookNode::content);
            let mut nodes = nodes.into_iter();
            // The one with the most replies. Those that it does not have are added, and the games counted together.
            let Some(mut node) = nodes.next() else { continue };
            for reply in nodes.flat_map(|other| other.replies) {
                match node.replies.iter_mut().find(|known| known.child == reply.child) {
                    Some(known) => {
                        known.games = known.games.saturating_add(reply.games);
                        known.points += reply.points;
                    }
                    None => node.replies.push(reply),
                }
            }
            self.nodes.insert(key, node);
        }
    }

    /// The canonical positions on ways that the book does not have.
    pub(super) fn unknown_on(&self, ways: &[Way<G>]) -> Vec<G> {
        let positions = ways.iter().flat_map(|way| way.steps.iter().map(|(position, _)| *position).chain([way.end]));
        let images = positions.map(|position| canonical(&position).0).map(|image| (image.key(), image));
        let unknown: BTreeMap<u64, G> = images.filter(|(key, _)| !self.nodes.contains_key(key)).collect();
        unknown.into_values().filter(|position| position.outcome().is_none()).collect()
    }

    /// Enters each decision of the ways among the replies to its position, if it is not there.
    pub(super) fn add_ways(&mut self, ways: &[Way<G>]) {
        let step = |(position, mv): &(G, Move)| {
            let (image, symmetry) = canonical(position);
            let mv = G::transform_move(*mv, symmetry);
            (image.key(), canonical(&after(image, mv)).0.key(), mv)
        };
        let steps: BTreeSet<(u64, u64, Move)> = ways.iter().flat_map(|way| way.steps.iter().map(step)).collect();
        // All scores first: what is entered changes what positions are worth.
        let reply = |&(key, child, mv): &(u64, u64, Move)| {
            let (node, next) = (self.nodes.get(&key)?, self.nodes.get(&child)?);
            let same_side = after(node.position, mv).to_move() == node.position.to_move();
            let score = passed_up(same_side, next.value());
            Some((key, BookReply { mv, child, score, games: 0, points: 0.0 }))
        };
        let replies: Vec<(u64, BookReply)> = steps.iter().filter_map(reply).collect();
        for (key, reply) in replies {
            if let Some(node) = self.nodes.get_mut(&key)
                && node.replies.iter().all(|known| known.child != reply.child)
            {
                node.replies.push(reply);
            }
        }
    }
}
