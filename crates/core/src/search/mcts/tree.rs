//! The tree of MCTS: one arena of 16-byte nodes, shared by all threads without locks.
//!
//! A node only moves forward through its states: a leaf, being expanded by one thread, expanded; it may become proven
//! at any time. The children of a node are stored together behind a header with their number, and after the node
//! itself, so that one pass in place can compact what is to be kept: the subtree of the position that was played, or,
//! when the arena is full, the children of nodes with more than a few visits.

mod room;

use super::bounds::OutcomeBounds;
use crate::game::{Move, Outcome};
use crate::search::sync::{AtomicU16, AtomicU32, AtomicU64, Exclusive};
use crate::search::threads::for_each_part;
use crate::search::zeroed::{OutOfMemory, Zero, Zeroed};
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::time::Duration;

/// How much a full point adds to the sum of payoffs. Halves, thirds and quarters of a point are exact.
pub const POINT: u64 = 240;
/// The visits are in the bits above the sum of payoffs, in one word.
const VISIT: u64 = 1 << 36;
/// The most visits of a node, so that the sum stays within its bits.
pub const MAX_VISITS: i64 = (u64::MAX / VISIT) as i64;

const _: () = assert!(MAX_VISITS as u64 * POINT < VISIT);

/// The value of `children` in a leaf, and in a node that a thread is expanding.
const LEAF: u32 = 0;
const EXPANDING: u32 = u32::MAX;

/// A decision and its results.
#[derive(Default)]
pub struct TreeNode {
    /// Visits, and the payoffs of the player who takes this decision.
    stats: AtomicU64,
    /// Where the header of the children is, or [`LEAF`] or [`EXPANDING`]; in a header [`LEAF`], or the place of the
    /// parent while nodes are moved.
    children: AtomicU32,
    /// The decision that leads here; for a header the number of children.
    mv: AtomicU16,
    /// What is certain about the outcome, as [`OutcomeBounds`].
    bounds: AtomicU16,
}

// SAFETY: numbers, which have nothing to drop.
unsafe impl Zero for TreeNode {}

#[cfg(not(all(test, loom)))]
const _: () = assert!(size_of::<TreeNode>() == 16);

/// A snapshot of a node's visits and payoffs.
#[derive(Clone, Copy, Debug)]
pub struct Stats(u64);

impl Stats {
    /// How many iterations have passed through, including those under way.
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

/// The average payoff of this many points and visits.
#[inline(always)]
pub fn rate(points: i64, visits: i64) -> f32 {
    // Signed numbers, because they become floating point in one instruction.
    points as f32 / (POINT as i64 * visits) as f32
}

impl TreeNode {
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

    /// What is certain about the outcome.
    #[inline(always)]
    pub fn bounds(&self) -> OutcomeBounds {
        OutcomeBounds::from_bits(self.bounds.load(Relaxed))
    }

    /// The proven outcome and its distance in plies.
    #[inline(always)]
    pub fn proof(&self) -> Option<(Outcome, u32)> {
        self.bounds().proof()
    }

    /// Adds to what is certain about the outcome; false if it was known or the news contradict it.
    pub fn learn(&self, news: OutcomeBounds) -> bool {
        let add = |old: u16| {
            let new = OutcomeBounds::from_bits(old).with(news).to_bits();
            (new != old).then_some(new)
        };
        self.bounds.fetch_update(Relaxed, Relaxed, add).is_ok()
    }

    #[inline(always)]
    fn add<const SHARED: bool>(&self, amount: u64) {
        if SHARED {
            self.stats.fetch_add(amount, Relaxed);
        } else {
            self.stats.store(self.stats.load(Relaxed) + amount, Relaxed);
        }
    }

    /// An iteration passes through; until [`TreeNode::reward`] it counts as a loss, which sends other threads elsewhere
    /// (virtual loss).
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
    /// The size that was asked for, in KiB.
    kibibytes: usize,
    nodes: Zeroed<TreeNode>,
    /// The value of each node to the player who takes its decision, from 0 to 1 in units of `1 /` [`WHOLE`]; empty in a
    /// tree without values.
    values: Zeroed<AtomicU16>,
    used: AtomicU32,
    /// With this root, the children of nodes with fewer visits have been forgotten.
    least_visits: i64,
}

/// The value of a certain win.
const WHOLE: f32 = u16::MAX as f32;

/// Where the root is.
pub const ROOT: u32 = 0;

/// An arena with less free room than this, in nodes, counts as full: several threads may be about to expand a node.
const RESERVE: usize = 4096;

/// How many nodes of this many bytes fit in a tree of `kibibytes` KiB.
fn nodes_in(kibibytes: usize, bytes: usize) -> usize {
    /// A tree without room for this, in KiB, would always be full.
    const LEAST: usize = 256;
    (kibibytes.max(LEAST) << 10) / bytes
}

impl Tree {
    /// A tree with room for about `kibibytes` KiB of nodes, with an empty root.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(kibibytes: usize) -> Result<Self, OutOfMemory> {
        Self::of_nodes(kibibytes, nodes_in(kibibytes, size_of::<TreeNode>()))
    }

    /// The same with room for the value of each node: a tree for search by evaluation.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn with_values(kibibytes: usize) -> Result<Self, OutOfMemory> {
        let bytes = size_of::<TreeNode>() + size_of::<AtomicU16>();
        let mut tree = Self::of_nodes(kibibytes, nodes_in(kibibytes, bytes))?;
        tree.values = Zeroed::new(tree.nodes.len())?;
        Ok(tree)
    }

    fn of_nodes(kibibytes: usize, count: usize) -> Result<Self, OutOfMemory> {
        let nodes = Zeroed::new(count.min(EXPANDING as usize - 1))?;
        Ok(Self { kibibytes, nodes, values: Zeroed::default(), used: AtomicU32::new(1), least_visits: 0 })
    }

    /// The size that was asked for, in KiB.
    pub fn kibibytes(&self) -> usize {
        self.kibibytes
    }

    /// Whether the nodes have values.
    pub fn has_values(&self) -> bool {
        !self.values.is_empty()
    }

    /// The value of a node to the player who takes its decision, from 0 to 1. Only in a tree with values.
    #[inline(always)]
    pub fn value(&self, at: u32) -> f32 {
        f32::from(self.values[at as usize].load(Relaxed)) * (1.0 / WHOLE)
    }

    /// Changes the value of a node; false if it was the same already. Only in a tree with values.
    #[inline(always)]
    pub fn set_value(&self, at: u32, value: f32) -> bool {
        let new = (value * WHOLE + 0.5) as u16;
        let place = &self.values[at as usize];
        let changed = place.load(Relaxed) != new;
        place.store(new, Relaxed);
        changed
    }

    /// Has the system give all of its memory now, on this many threads.
    pub fn touch(&mut self, threads: usize) {
        self.nodes.touch(threads);
        self.values.touch(threads);
    }

    /// Whether all of its memory has been touched.
    pub fn is_touched(&self) -> bool {
        self.nodes.is_touched() && self.values.is_touched()
    }

    /// Forgets everything, on this many threads.
    pub fn clear(&mut self, threads: usize) {
        let used = self.used.get() as usize;
        for_each_part(&mut self.nodes[..used], threads, |part| part.fill_with(TreeNode::default));
        self.used.set(1);
        self.least_visits = 0;
    }

    /// The visits a node needs for its children to be worth their room. With fewer they would soon be forgotten.
    #[inline(always)]
    pub fn least_visits(&self) -> i64 {
        self.least_visits
    }

    /// A node by its place.
    #[inline(always)]
    pub fn node(&self, at: u32) -> &TreeNode {
        &self.nodes[at as usize]
    }

    /// The places of a node's children; none for a leaf.
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
    pub fn child_nodes(&self, at: u32) -> &[TreeNode] {
        let places = self.children(at);
        &self.nodes[places.start as usize..places.end as usize]
    }

    /// How full the arena is, in thousandths.
    pub fn hashfull(&self) -> u32 {
        (u64::from(self.used.load(Relaxed)) * 1000 / self.nodes.len() as u64) as u32
    }

    /// Adds the children of a leaf. False if another thread adds or has added them, or the tree is full.
    pub fn expand(&self, at: u32, moves: &[Move]) -> bool {
        self.expand_with(at, moves, |_, _| {})
    }

    /// The same; `prepare` gets the place and number of each child before any other thread can see it.
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

    /// Makes sure that the root has these children, if necessary by forgetting everything and calling `expand`.
    pub fn ensure_root(&mut self, moves: &[Move], threads: usize, expand: impl FnOnce(&Self)) {
        if !moves.iter().all(|&mv| self.child_by(ROOT, mv).is_some()) {
            self.clear(threads);
            expand(self);
        }
    }

    /// Makes the position after `moves` the root: keeps what the tree knows about it and forgets the rest.
    pub fn reroot(&mut self, moves: &[Move], threads: usize) {
        let found = moves.iter().try_fold(ROOT, |at, &mv| self.child_by(at, mv));
        match found {
            Some(ROOT) => {}
            Some(root) => {
                self.least_visits = 0;
                self.compact(root, threads);
            }
            None => self.clear(threads),
        }
    }

    /// Whether the root's visit count is close to overflow.
    #[inline(always)]
    pub fn is_worn(&self) -> bool {
        /// Far more than the iterations that can be under way at once.
        const MARGIN: i64 = 1_000_000;
        self.node(ROOT).stats().visits() + MARGIN > MAX_VISITS
    }

    /// Whether there may soon be no room left for the children of another node.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.used.load(Relaxed) as usize + RESERVE > self.nodes.len()
    }

    /// An upper estimate of how long [`Tree::prune`] takes: twice the time measured on a busy machine.
    pub fn time_to_prune(&self) -> Duration {
        Duration::from_nanos(self.nodes.len() as u64 * 20)
    }
}

#[cfg(all(test, loom))]
mod loom_tests;

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(codes: std::ops::Range<u16>) -> Vec<Move> {
        codes.map(Move::new).collect()
    }

    #[test]
    fn the_subtree_survives_an_advance() {
        let mut tree = Tree::with_values(1024).unwrap();
        assert!(tree.expand(ROOT, &moves(0..10)));
        assert!(!tree.expand(ROOT, &moves(0..10)));
        let child = tree.children(ROOT).start + 3;
        tree.node(child).visit::<true>();
        tree.node(child).reward::<false>(POINT / 2);
        assert!(tree.expand(child, &moves(20..25)));
        let grandchild = tree.children(child).start;
        assert!(tree.node(grandchild).learn(OutcomeBounds::proven(Outcome::DRAW, 4)));
        assert!(tree.set_value(grandchild, 0.5) && !tree.set_value(grandchild, 0.5));
        tree.reroot(&moves(3..4), 2);
        assert!((tree.value(tree.children(ROOT).start) - 0.5).abs() < 1e-4);
        assert_eq!((tree.node(ROOT).stats().visits(), tree.node(ROOT).stats().rate()), (1, 0.5));
        assert_eq!(tree.child_nodes(ROOT).len(), 5);
        assert_eq!(tree.child_nodes(ROOT)[0].proof(), Some((Outcome::DRAW, 4)));
        assert_eq!(tree.child_nodes(ROOT)[4].decision(), Some(Move::new(24)));
        tree.reroot(&moves(7..8), 1);
        assert!(!tree.node(ROOT).is_expanded());
    }

    #[test]
    fn pruning_forgets_what_few_visits_have_found() {
        let mut tree = Tree::with_values(1024).unwrap();
        assert!(tree.expand(ROOT, &moves(0..400)));
        // The children of the root have 1, 2, 3 visits and so on, and children that are worth as much.
        for (visits, child) in (1..).zip(tree.children(ROOT)) {
            (0..visits).for_each(|_| tree.node(child).visit::<false>());
            let worth = f32::from(visits) / 1000.0;
            if tree.expand_with(child, &moves(visits..visits + 300), |place, _| _ = tree.set_value(place, worth)) {
                assert!(tree.node(child).learn(OutcomeBounds::new(1, 0)));
            }
        }
        let expanded = tree.child_nodes(ROOT).iter().filter(|node| node.is_expanded()).count();
        assert!(tree.is_full() && expanded > 150);
        tree.prune(2);
        assert!(!tree.is_full() && (250..=500).contains(&tree.hashfull()), "{} thousandths", tree.hashfull());
        let least = tree.child_nodes(ROOT).iter().find(|node| node.is_expanded()).map(|node| node.stats().visits());
        assert_eq!((least, tree.least_visits()), (Some(128), 128));
        for (visits, child) in (1..).zip(tree.children(ROOT)) {
            assert_eq!(tree.node(child).decision(), Some(Move::new(visits - 1)));
            assert_eq!(tree.node(child).stats().visits(), i64::from(visits));
            let known = usize::from(visits) <= expanded;
            assert_eq!(tree.node(child).bounds(), OutcomeBounds::new(u8::from(known), 0));
            assert_eq!(tree.node(child).is_expanded(), known && visits >= 128);
            for (number, grandchild) in (0..).zip(tree.children(child)) {
                assert_eq!(tree.node(grandchild).decision(), Some(Move::new(visits + number)));
                assert!((tree.value(grandchild) - f32::from(visits) / 1000.0).abs() < 1e-4);
            }
        }
        // What has become free is as new.
        let leaf = tree.children(ROOT).start;
        assert!(tree.expand(leaf, &moves(0..500)));
        let is_new = |node: &TreeNode| node.stats().visits() == 0 && !node.is_expanded() && node.proof().is_none();
        assert!(tree.child_nodes(leaf).iter().all(is_new));
        tree.reroot(&moves(0..1), 1);
        assert_eq!((tree.child_nodes(ROOT).len(), tree.least_visits()), (500, 0));
    }

    #[test]
    fn a_tree_that_was_visited_too_often_counts_on() {
        let mut tree = Tree::new(1024).unwrap();
        assert!(tree.expand(ROOT, &moves(0..3)));
        let first = tree.children(ROOT).start;
        let most = MAX_VISITS as u64 - 5;
        for (at, visits, points) in [(ROOT, most, most * POINT / 4), (first, 7, 7 * POINT), (first + 1, 1, POINT / 2)] {
            tree.node(at).add::<false>(visits * VISIT + points);
        }
        assert!(tree.is_worn());
        tree.halve(2);
        assert!(!tree.is_worn());
        let stats = |at| (tree.node(at).stats().visits(), tree.node(at).stats().rate());
        assert_eq!(stats(ROOT).0, most.div_ceil(2) as i64);
        assert!((stats(ROOT).1 - 0.25).abs() < 1e-4);
        // What has been visited at all stays so, and what has not does not.
        assert_eq!((stats(first), stats(first + 1), stats(first + 2).0), ((4, 1.0), (1, 0.5), 0));
        tree.node(ROOT).visit::<true>();
        assert_eq!(stats(ROOT).0, most.div_ceil(2) as i64 + 1);
    }

    #[test]
    fn a_full_arena_stops_growing() {
        let tree = Tree::new(1024).unwrap();
        let mut at = ROOT;
        while tree.expand(at, &moves(0..500)) {
            at = tree.children(at).start;
        }
        assert!(!tree.node(at).is_expanded() && tree.hashfull() > 990);
    }
}
