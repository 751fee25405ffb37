//! UCT: the upper confidence bound, first-play urgency, and uniformly random playouts.

use super::bounds::OutcomeBounds;
use super::tree::{POINT, ROOT, rate};
use super::{PROVEN_DRAW_INTERVAL, Path, Shares, Walker, shares_of, solver};
use crate::board::bits::shuffle;
use crate::game::{MoveList, Player, Searchable, Status};

impl<G: Searchable> Walker<'_, G> {
    /// Looks at the leaf at the end of `path` and returns its value if it is decided or stays a leaf. Otherwise it has
    /// children now.
    pub(super) fn expand_or_playout(&mut self, path: &Path, at: u32, position: &G) -> Option<Shares> {
        let (tree, node) = (self.shared.tree, self.shared.tree.node(at));
        let mut moves = MoveList::new();
        let status = if let Some(outcome) = position.outcome() {
            Status::Decided(outcome, 0)
        } else {
            let threats = position.threats();
            match position.status(&threats) {
                Status::Open if node.stats().visits() < self.shared.exploration.expand_at.max(tree.least_visits()) => {
                    return Some(self.playout(position));
                }
                decided @ Status::Decided(..) => decided,
                _ => position.relevant_moves(&threats, &mut moves),
            }
        };
        if let Status::Decided(outcome, plies) = status {
            node.learn(OutcomeBounds::proven(outcome, u32::from(plies)));
            self.back_up_proof(path);
            return Some(shares_of::<G>(outcome));
        }
        // Untried children are tried in their order, which therefore must not favour one side of the board.
        shuffle(&mut self.rng, &mut moves);
        let grown = tree.expand(at, &moves) || node.is_expanded();
        (!grown).then(|| self.playout(position))
    }

    /// The payoffs of a uniformly random playout.
    pub(super) fn playout(&mut self, position: &G) -> Shares {
        shares_of::<G>(position.playout(&mut self.rng))
    }

    /// The child to go to: the best by UCT among those tried and the first untried one. `None` if all are proven
    /// losses, which another thread is about to back up, or has missed.
    #[inline(always)]
    pub(super) fn select(&self, at: u32, player: Player) -> Option<u32> {
        let tree = self.shared.tree;
        let node = tree.node(at);
        let visits = node.stats().visits();
        let log = (visits.max(1) as f32).ln() * self.shared.exploration.uct * self.shared.exploration.uct;
        let restricted = at == ROOT && self.restricted;
        let floor = if restricted { 0.0 } else { node.bounds().at_least(player, G::PLAYERS) };
        let (mut best, mut best_value) = (None, f32::MIN);
        // A proven draw tells nothing new: now and then the best of the others is looked at instead.
        let skip_known = visits % PROVEN_DRAW_INTERVAL == 0;
        let mut known = None;
        let (mut points, mut tried) = (0, 0);
        for (place, child) in tree.children(at).zip(tree.child_nodes(at)) {
            if restricted && !self.shared.is_allowed(child) {
                continue;
            }
            let stats = child.stats();
            let value = match solver::known_share(child.bounds(), player, G::PLAYERS, floor) {
                Some(0.0) => continue,
                Some(_) if skip_known => {
                    known = Some(place);
                    continue;
                }
                Some(share) => share,
                None if stats.visits() == 0 => {
                    // The children behind it are untried as well.
                    let expected = if tried > 0 { rate(points, tried) } else { 0.5 };
                    if expected - self.shared.exploration.first_play_reduction + log.sqrt() > best_value {
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
