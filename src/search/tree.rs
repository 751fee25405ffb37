//! The tree of MCTS: one arena of 16-byte nodes, shared by all threads without locks.
//!
//! A node only moves forward through its states: a leaf, being expanded by one thread, expanded; and at any time it
//! may become proven. The children of a node lie next to each other behind a header that tells their number. When
//! the arena is full the tree stops growing and the search goes on in it.

use super::memory::room_for;
use crate::game::{Move, Outcome, Player};
use rayon::prelude::*;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64};

/// How much a full point adds to the sum of payoffs. Halves, thirds and quarters of a point are exact.
pub const POINT: u64 = 240;
/// The visits stand above the sum of payoffs, in one word.
const VISIT: u64 = 1 << 36;
/// No node is visited more often, so that the sum stays within its bits.
pub const MAX_VISITS: i64 = (u64::MAX / VISIT) as i64;

const _: () = assert!(MAX_VISITS as u64 * POINT < VISIT);

/// `children` of a leaf, and of a node that a thread is just expanding.
const LEAF: u32 = 0;
const EXPANDING: u32 = u32::MAX;

/// A decision and what has come of it.
#[derive(Default)]
pub struct Node {
    /// Visits, and the payoffs of the player who takes this decision.
    stats: AtomicU64,
    children: AtomicU32,
    /// The decision that leads here; for a header the number of children.
    mv: AtomicU16,
    /// What is certain of the outcome: a [`Certain`].
    certain: AtomicU16,
}

const _: () = assert!(size_of::<Node>() == 16);

/// A snapshot of a node's visits and payoffs.
#[derive(Clone, Copy, Debug)]
pub struct Stats(u64);

impl Stats {
    /// How many iterations have come through, those under way included.
    #[inline(always)]
    pub fn visits(self) -> i64 {
        (self.0 / VISIT) as i64
    }

    /// The sum of payoffs, in units of `1 /` [`POINT`]. Iterations under way count as losses.
    #[inline(always)]
    pub fn points(self) -> i64 {
        (self.0 % VISIT) as i64
    }

    /// The average payoff of the player who takes the decision, from 0 to 1.
    #[inline(always)]
    pub fn rate(self) -> f32 {
        rate(self.points(), self.visits().max(1))
    }
}

/// The average payoff of so many points and visits.
#[inline(always)]
pub fn rate(points: i64, visits: i64) -> f32 {
    // Signed numbers, because they become floating point in one instruction.
    points as f32 / (POINT as i64 * visits) as f32
}

/// What is certain of a position's outcome: who gets a share of the point (bits 0 to 2), who gets none (bits 3 to 5),
/// and one more than the plies to the end if that is all (the bits above; 0 if the outcome is open).
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Certain(u16);

impl Certain {
    /// The outcome is proven, so many plies away.
    pub fn proven(outcome: Outcome, plies: u32) -> Self {
        debug_assert!(outcome.mask() < 8);
        Self(Self::bounds(outcome.mask(), !outcome.mask()).0 | (plies.min(1_000) as u16 + 1) << 6)
    }

    /// The players of the mask `sure` get a share, those of `never` get none.
    pub fn bounds(sure: u8, never: u8) -> Self {
        Self(u16::from(sure & 7) | u16::from(never & 7) << 3)
    }

    /// Who gets a share for certain, as a bit mask.
    pub fn sure(self) -> u8 {
        self.0 as u8 & 7
    }

    /// Who gets none for certain, as a bit mask.
    pub fn never(self) -> u8 {
        (self.0 >> 3) as u8 & 7
    }

    /// The proven outcome and its distance in plies.
    #[inline(always)]
    pub fn proof(self) -> Option<(Outcome, u32)> {
        (self.0 >> 6 != 0).then(|| (Outcome::shared(self.sure()), u32::from(self.0 >> 6) - 1))
    }

    /// Whether the outcome is still possible.
    pub fn allows(self, outcome: Outcome) -> bool {
        self.sure() & !outcome.mask() == 0 && self.never() & outcome.mask() == 0
    }

    /// The least share of `player`, one of `players`.
    #[inline(always)]
    pub fn at_least(self, player: Player, players: usize) -> f32 {
        if self.sure() >> player.index() & 1 == 0 {
            return 0.0;
        }
        let never = self.never() & ((1 << players) - 1);
        1.0 / (players as u32 - never.count_ones()) as f32
    }

    /// The greatest share of `player`.
    #[inline(always)]
    pub fn at_most(self, player: Player) -> f32 {
        if self.never() >> player.index() & 1 != 0 {
            return 0.0;
        }
        Outcome::shared(self.sure() | 1 << player.index()).payoff(player)
    }

    /// Whether `player`, one of `players`, has no use for it: another choice is certain to give him the share `floor`,
    /// and this one, which may give less, gives no more.
    #[inline(always)]
    pub fn is_beaten(self, floor: f32, player: Player, players: usize) -> bool {
        floor > 0.0 && self.at_most(player) <= floor && self.at_least(player, players) < floor
    }
}

impl Node {
    /// Visits and payoffs.
    #[inline(always)]
    pub fn stats(&self) -> Stats {
        Stats(self.stats.load(Relaxed))
    }

    /// The decision that leads here. Only a root has none.
    #[inline(always)]
    pub fn decision(&self) -> Option<Move> {
        Move::from_bits(self.mv.load(Relaxed))
    }

    /// What is certain of the outcome.
    #[inline(always)]
    pub fn certain(&self) -> Certain {
        Certain(self.certain.load(Relaxed))
    }

    /// The proven outcome and its distance in plies.
    #[inline(always)]
    pub fn proof(&self) -> Option<(Outcome, u32)> {
        self.certain().proof()
    }

    /// Adds to what is certain of the outcome; false if that was known, or the news contradict it.
    pub fn learn(&self, news: Certain) -> bool {
        let add = |old: u16| {
            let known = Certain(old);
            let new = match (news.proof(), known.proof()) {
                (Some((outcome, _)), _) if !known.allows(outcome) => old,
                (Some(_), _) => news.0,
                (None, Some(_)) => old,
                (None, None) => old | news.0,
            };
            (new != old).then_some(new)
        };
        self.certain.fetch_update(Relaxed, Relaxed, add).is_ok()
    }

    #[inline(always)]
    fn add<const SHARED: bool>(&self, amount: u64) {
        if SHARED {
            self.stats.fetch_add(amount, Relaxed);
        } else {
            self.stats.store(self.stats.load(Relaxed) + amount, Relaxed);
        }
    }

    /// An iteration comes through; until [`Node::reward`] it looks like a loss and drives other threads away.
    #[inline(always)]
    pub fn visit<const SHARED: bool>(&self) {
        self.add::<SHARED>(VISIT);
    }

    /// The iteration has ended with this payoff, in units of `1 /` [`POINT`].
    #[inline(always)]
    pub fn reward<const SHARED: bool>(&self, points: u64) {
        self.add::<SHARED>(points);
    }

    /// Whether the node has children.
    #[inline(always)]
    pub fn is_expanded(&self) -> bool {
        let children = self.children.load(Acquire);
        children != LEAF && children != EXPANDING
    }
}

/// The arena.
pub struct Tree {
    nodes: Vec<Node>,
    /// What each node is worth to the player who takes its decision, from 0 to 1 in units of `1 /` [`WHOLE`]; empty
    /// in a tree that keeps no values.
    values: Vec<AtomicU16>,
    used: AtomicU32,
}

/// The value of a sure win.
const WHOLE: f32 = u16::MAX as f32;

/// Where the root is.
pub const ROOT: u32 = 0;

impl Tree {
    /// A tree with room for about `mebibytes` MiB of nodes, with a root that nothing is known of.
    pub fn new(mebibytes: usize) -> Self {
        Self::of_nodes((mebibytes.max(1) << 20) / size_of::<Node>())
    }

    /// The same, with room for the value of each node: a tree that is searched by evaluation.
    pub fn with_values(mebibytes: usize) -> Self {
        let mut tree = Self::of_nodes((mebibytes.max(1) << 20) / (size_of::<Node>() + size_of::<AtomicU16>()));
        tree.values = room_for(tree.nodes.len());
        tree.values.par_extend(tree.nodes.par_iter().map(|_| AtomicU16::new(0)));
        tree
    }

    fn of_nodes(count: usize) -> Self {
        let count = count.min(EXPANDING as usize - 1);
        let mut nodes = room_for(count);
        nodes.par_extend((0..count).into_par_iter().map(|_| Node::default()));
        Self { nodes, values: Vec::new(), used: AtomicU32::new(1) }
    }

    /// Whether the nodes have values.
    pub fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    /// What a node is worth to the player who takes its decision, from 0 to 1. Only in a tree with values.
    #[inline(always)]
    pub fn value(&self, at: u32) -> f32 {
        f32::from(self.values[at as usize].load(Relaxed)) * (1.0 / WHOLE)
    }

    /// Changes what a node is worth; false if it was worth that already. Only in a tree with values.
    #[inline(always)]
    pub fn set_value(&self, at: u32, value: f32) -> bool {
        let new = (value * WHOLE + 0.5) as u16;
        let place = &self.values[at as usize];
        let changed = place.load(Relaxed) != new;
        place.store(new, Relaxed);
        changed
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        let used = *self.used.get_mut() as usize;
        self.nodes[..used].par_iter_mut().for_each(|node| *node = Node::default());
        *self.used.get_mut() = 1;
    }

    /// A node by its place.
    #[inline(always)]
    pub fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// The places of a node's children: none if it is a leaf.
    #[inline(always)]
    pub fn children(&self, at: u32) -> std::ops::Range<u32> {
        let header = self.node(at).children.load(Acquire);
        if header == LEAF || header == EXPANDING {
            return 0..0;
        }
        header + 1..header + 1 + u32::from(self.node(header).mv.load(Relaxed))
    }

    /// The children of a node.
    #[inline(always)]
    pub fn child_nodes(&self, at: u32) -> &[Node] {
        let places = self.children(at);
        &self.nodes[places.start as usize..places.end as usize]
    }

    /// How much of the arena is taken, in thousandths.
    pub fn permille(&self) -> u32 {
        (u64::from(self.used.load(Relaxed)) * 1000 / self.nodes.len() as u64) as u32
    }

    /// Gives a leaf its children. False if another thread is at it, or has done it, or there is no room.
    pub fn expand(&self, at: u32, moves: &[Move]) -> bool {
        self.expand_with(at, moves, |_, _| {})
    }

    /// The same; `prepare` is given the place and the number of each child before anybody else can see it.
    #[inline]
    pub fn expand_with(&self, at: u32, moves: &[Move], prepare: impl Fn(u32, usize)) -> bool {
        let node = self.node(at);
        if node.children.compare_exchange(LEAF, EXPANDING, AcqRel, Relaxed).is_err() {
            return false;
        }
        let Some(header) = self.allocate(moves.len() as u32 + 1) else {
            node.children.store(LEAF, Release);
            return false;
        };
        self.node(header).mv.store(moves.len() as u16, Relaxed);
        for (number, (place, mv)) in (header + 1..).zip(moves).enumerate() {
            self.node(place).mv.store(mv.to_bits(), Relaxed);
            prepare(place, number);
        }
        node.children.store(header, Release);
        true
    }

    fn allocate(&self, count: u32) -> Option<u32> {
        let room = |used: u32| used.checked_add(count).filter(|&end| end as usize <= self.nodes.len());
        self.used.fetch_update(Relaxed, Relaxed, room).ok()
    }

    /// A node's child by this decision, if it has one.
    fn child_by(&self, at: u32, mv: Move) -> Option<u32> {
        self.children(at).find(|&child| self.node(child).decision() == Some(mv))
    }

    /// Makes sure that the root has these children, if need be by forgetting all that is known and calling `expand`.
    pub fn plant(&mut self, moves: &[Move], expand: impl FnOnce(&Self)) {
        if !moves.iter().all(|&mv| self.child_by(ROOT, mv).is_some()) {
            self.clear();
            expand(self);
        }
    }

    /// Makes the position after `moves` the root: what the tree knows of it is kept, all else is forgotten.
    pub fn advance(&mut self, moves: &[Move]) {
        let found = moves.iter().try_fold(ROOT, |at, &mv| self.child_by(at, mv));
        let Some(root) = found else {
            self.clear();
            return;
        };
        if root == ROOT {
            return;
        }
        let kept = self.extract(root);
        self.clear();
        *self.used.get_mut() = kept.len() as u32;
        for (at, (node, value)) in kept.into_iter().enumerate() {
            self.nodes[at] = node;
            if let Some(place) = self.values.get_mut(at) {
                *place = value;
            }
        }
    }

    /// A copy of the subtree at `root`, laid out anew from place 0, without the decision that leads to it.
    fn extract(&self, root: u32) -> Vec<(Node, AtomicU16)> {
        let copy = |at: u32| {
            let node = self.node(at);
            let value = self.values.get(at as usize).map_or(0, |value| value.load(Relaxed));
            let node = Node {
                stats: AtomicU64::new(node.stats.load(Relaxed)),
                children: AtomicU32::new(LEAF),
                mv: AtomicU16::new(node.mv.load(Relaxed)),
                certain: AtomicU16::new(node.certain.load(Relaxed)),
            };
            (node, AtomicU16::new(value))
        };
        let mut kept = vec![copy(root)];
        kept[0].0.mv = AtomicU16::new(0);
        // Pairs of the place in the old arena and in the new one whose children are still to be copied.
        let mut pending = vec![(root, ROOT)];
        while let Some((old, new)) = pending.pop() {
            let children = self.children(old);
            if children.is_empty() {
                continue;
            }
            let header = kept.len() as u32;
            kept[new as usize].0.children = AtomicU32::new(header);
            kept.push(copy(children.start - 1));
            for child in children {
                pending.push((child, kept.len() as u32));
                kept.push(copy(child));
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(codes: std::ops::Range<u16>) -> Vec<Move> {
        codes.map(Move::new).collect()
    }

    #[test]
    fn the_subtree_survives_an_advance() {
        let mut tree = Tree::with_values(1);
        assert!(tree.expand(ROOT, &moves(0..10)));
        assert!(!tree.expand(ROOT, &moves(0..10)));
        let child = tree.children(ROOT).start + 3;
        tree.node(child).visit::<true>();
        tree.node(child).reward::<false>(POINT / 2);
        assert!(tree.expand(child, &moves(20..25)));
        let grandchild = tree.children(child).start;
        assert!(tree.node(grandchild).learn(Certain::proven(Outcome::DRAW, 4)));
        assert!(tree.set_value(grandchild, 0.5) && !tree.set_value(grandchild, 0.5));
        tree.advance(&moves(3..4));
        assert!((tree.value(tree.children(ROOT).start) - 0.5).abs() < 1e-4);
        assert_eq!((tree.node(ROOT).stats().visits(), tree.node(ROOT).stats().rate()), (1, 0.5));
        assert_eq!(tree.child_nodes(ROOT).len(), 5);
        assert_eq!(tree.child_nodes(ROOT)[0].proof(), Some((Outcome::DRAW, 4)));
        assert_eq!(tree.child_nodes(ROOT)[4].decision(), Some(Move::new(24)));
        tree.advance(&moves(7..8));
        assert!(!tree.node(ROOT).is_expanded());
    }

    #[test]
    fn a_full_arena_stops_growing() {
        let tree = Tree::new(1);
        let mut at = ROOT;
        while tree.expand(at, &moves(0..500)) {
            at = tree.children(at).start;
        }
        assert!(!tree.node(at).is_expanded() && tree.permille() > 990);
    }
}
