//! UCT: the upper confidence bound, first-play urgency, and uniformly random playouts.

use super::{CURIOSITY, Path, Walker};
use crate::bits::random_below;
use crate::game::{Evaluate, MoveList, Outcome, Outlook, Player};
use crate::search::tree::{POINT, ROOT, rate};

/// How much a little-tried decision is favoured, in payoff: the constant of UCT.
const EXPLORATION: f32 = 0.7;
/// An untried decision is taken for so much worse than its parent has done.
const UNTRIED: f32 = 0.1;
/// A leaf gets children with this visit.
const EXPAND_AT: i64 = 4;

/// What became of a leaf.
enum Growth {
    Leaf,
    Expanded,
    Proven(Outcome),
}

impl<G: Evaluate> Walker<'_, G> {
    /// One iteration: down the tree, a playout, and back.
    pub(super) fn iteration<const SHARED: bool>(&mut self) {
        let tree = self.shared.tree;
        let mut position = self.shared.root.position;
        let mut path = Path::new();
        let mut at = ROOT;
        tree.node(ROOT).visit::<SHARED>();
        let outcome = loop {
            let node = tree.node(at);
            if at != ROOT {
                if let Some((outcome, _)) = node.proof() {
                    if SHARED {
                        self.back_up_proof(&path);
                    }
                    break outcome;
                }
                if let Some(outcome) = position.outcome() {
                    node.prove(outcome, 0);
                    self.back_up_proof(&path);
                    break outcome;
                }
                if self.line.repeats(position.key()) {
                    break Outcome::DRAW;
                }
                if !node.is_expanded() {
                    match self.grow(at, &position) {
                        Growth::Proven(outcome) => {
                            self.back_up_proof(&path);
                            break outcome;
                        }
                        Growth::Leaf => break position.playout(&mut self.rng),
                        Growth::Expanded => {}
                    }
                }
            }
            let Some(child) = self.select(at, position.to_move()).filter(|_| !path.is_full()) else {
                if SHARED {
                    self.make_up_proof(&path, at, position.to_move());
                }
                break position.playout(&mut self.rng);
            };
            path.push((child, position.to_move()));
            tree.node(child).visit::<SHARED>();
            self.line.push(position.key());
            if let Some(mv) = tree.node(child).decision() {
                position.play(mv);
            }
            at = child;
        };
        self.line.rewind();
        for &(at, player) in &path {
            let points = (outcome.payoff(player) * POINT as f32) as u64;
            if points > 0 {
                tree.node(at).reward::<SHARED>(points);
            }
        }
    }

    /// Looks at a leaf: it may be decided, may stay a leaf, or gets children.
    fn grow(&mut self, at: u32, position: &G) -> Growth {
        let (tree, node) = (self.shared.tree, self.shared.tree.node(at));
        let visits = node.stats().visits();
        match position.glance() {
            Outlook::Open if visits < EXPAND_AT => return Growth::Leaf,
            Outlook::Decided(outcome, plies) => {
                node.prove(outcome, u32::from(plies));
                return Growth::Proven(outcome);
            }
            _ => {}
        }
        let mut moves = MoveList::new();
        if let Outlook::Decided(outcome, plies) = position.outlook(&mut moves) {
            node.prove(outcome, u32::from(plies));
            return Growth::Proven(outcome);
        }
        // Untried children are tried in their order, which therefore must not favour one side of the board.
        for i in (1..moves.len()).rev() {
            moves.swap(i, random_below(&mut self.rng, i as u32 + 1) as usize);
        }
        if tree.expand(at, &moves) || node.is_expanded() { Growth::Expanded } else { Growth::Leaf }
    }

    /// The child to go to: the best by UCT among those tried and the first untried one. None if all are proven and
    /// lose, which another thread is just about to back up, or has missed.
    #[inline(always)]
    fn select(&self, at: u32, player: Player) -> Option<u32> {
        let tree = self.shared.tree;
        let node = tree.node(at);
        let visits = node.stats().visits();
        let log = (visits.max(1) as f32).ln() * EXPLORATION * EXPLORATION;
        let restricted = at == ROOT && self.restricted;
        let (mut best, mut best_value) = (None, f32::MIN);
        // A proven draw tells nothing new: now and then the best of the others is looked at instead.
        let curious = visits % CURIOSITY == 0;
        let mut known = None;
        let (mut points, mut tried) = (0, 0);
        for (place, child) in tree.children(at).zip(tree.child_nodes(at)) {
            if restricted && !self.shared.is_allowed(child) {
                continue;
            }
            let stats = child.stats();
            let value = match child.proof() {
                Some((outcome, _)) => match outcome.payoff(player) {
                    0.0 => continue,
                    _ if curious => {
                        known = Some(place);
                        continue;
                    }
                    share => share,
                },
                None if stats.visits() == 0 => {
                    // The children behind it are untried as well.
                    let expected = if tried > 0 { rate(points, tried) } else { 0.5 };
                    if expected - UNTRIED + log.sqrt() > best_value {
                        best = Some(place);
                    }
                    break;
                }
                None => {
                    points += stats.points();
                    tried += stats.visits();
                    // One division for both terms: this line is most of what a search does.
                    let share = 1.0 / stats.visits() as f32;
                    stats.points() as f32 * (share / POINT as f32) + (log * share).sqrt()
                }
            };
            if value > best_value {
                (best, best_value) = (Some(place), value);
            }
        }
        best.or(known)
    }
}
