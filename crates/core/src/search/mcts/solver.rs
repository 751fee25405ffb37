//! The solver: what the tree proves, as score bounds backed up from the ends of the game (after Cazenave and Saffidine,
//! "Score Bounded Monte-Carlo Tree Search", 2010), for any number of players who each maximise their own share.

use super::bounds::OutcomeBounds;
use super::tree::{ROOT, Tree, TreeNode};
use super::{Path, Walker};
use crate::game::{Game, Outcome, Player};

/// What is certain about a node whose `children` are the choices of one of `players`. Choices that promise no more than
/// another is certain to give do not count. Among equal choices it keeps to what is already `known` about the node,
/// because the nodes above rely on it; another thread may since have proven a choice that did not count.
fn bounds_from_children(known: OutcomeBounds, children: &[TreeNode], chooser: Player, players: usize) -> OutcomeBounds {
    let floor = children.iter().map(|child| child.bounds().at_least(chooser, players)).fold(0.0, f32::max);
    let (mut winners_certain, mut winners_excluded) = (!0, !0);
    let mut best: Option<(i64, Outcome, u32)> = None;
    let mut complete = true;
    for child in children {
        let its = child.bounds();
        match its.proof() {
            Some((outcome, plies)) if outcome.payoff(chooser) == floor && known.allows(outcome) => {
                // A win is wanted soon, anything else late.
                let speed = if floor == 1.0 { -i64::from(plies) } else { i64::from(plies) };
                if best.is_none_or(|(most, ..)| speed > most) {
                    best = Some((speed, outcome, plies));
                }
            }
            Some((outcome, _)) if floor > 0.0 && outcome.payoff(chooser) <= floor => continue,
            None if its.is_dominated(floor, chooser, players) => continue,
            _ => complete = false,
        }
        winners_certain &= its.winners_certain();
        winners_excluded &= its.winners_excluded();
    }
    match best {
        Some((_, outcome, plies)) if complete => OutcomeBounds::proven(outcome, plies + 1),
        // No choice counts: what was `known` is newer than what this thread has seen of the children.
        _ if winners_certain & winners_excluded != 0 => known,
        _ => OutcomeBounds::new(winners_certain | u8::from(floor > 0.0) << chooser.index(), winners_excluded),
    }
}

/// The value of a choice for `player`, one of `players`, if no search is needed: it is proven, or worth nothing because
/// another choice is certain to give the `floor`.
#[inline(always)]
pub(super) fn known_share(of: OutcomeBounds, player: Player, players: usize, floor: f32) -> Option<f32> {
    if of == OutcomeBounds::default() {
        return None;
    }
    match of.proof() {
        Some((outcome, _)) => Some(outcome.payoff(player)),
        None => of.is_dominated(floor, player, players).then_some(0.0),
    }
}

/// Updates the node at `at`, where `player` decides, from its children; false if nothing is new.
pub(super) fn learn_from_children<G: Game>(tree: &Tree, at: u32, player: Player) -> bool {
    let node = tree.node(at);
    node.learn(bounds_from_children(node.bounds(), tree.child_nodes(at), player, G::PLAYERS))
}

impl<G: Game> Walker<'_, G> {
    /// Updates the node at the end of `path`, where `player` decides, from its children, and the nodes above. Two
    /// threads that prove siblings at the same time may each miss the other's proof; the next visit makes up for it.
    pub(super) fn make_up_proof(&self, path: &Path, at: u32, player: Player) {
        if learn_from_children::<G>(self.shared.tree, at, player) {
            self.back_up_proof(path);
        }
    }

    /// Something new is certain about the last node of `path`: updates the nodes above.
    pub(super) fn back_up_proof(&self, path: &Path) {
        for step in (0..path.len()).rev() {
            let parent = if step == 0 { ROOT } else { path[step - 1].0 };
            if !learn_from_children::<G>(self.shared.tree, parent, path[step].1) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Player = Player::FIRST;

    fn certain_of(children: &[OutcomeBounds], players: usize) -> OutcomeBounds {
        certain_beyond(OutcomeBounds::default(), children, players)
    }

    fn certain_beyond(known: OutcomeBounds, children: &[OutcomeBounds], players: usize) -> OutcomeBounds {
        let node = |&its: &OutcomeBounds| {
            let node = TreeNode::default();
            node.learn(its);
            node
        };
        bounds_from_children(known, &children.iter().map(node).collect::<Vec<_>>(), ME, players)
    }

    #[test]
    fn a_draw_is_proven_when_nothing_promises_more() {
        let [draw, loss] = [Outcome::DRAW, Outcome::loss(ME)].map(|outcome| OutcomeBounds::proven(outcome, 4));
        let [open, at_most_a_draw] = [0, 0b10].map(|winners_certain| OutcomeBounds::new(winners_certain, 0));
        assert_eq!(certain_of(&[draw, loss, at_most_a_draw], 2), OutcomeBounds::proven(Outcome::DRAW, 5));
        assert_eq!(certain_of(&[draw, loss, open], 2), OutcomeBounds::new(0b01, 0));
        assert_eq!(certain_of(&[loss, at_most_a_draw], 2), OutcomeBounds::new(0b10, 0));
        assert_eq!(certain_of(&[loss, open], 2), open);
        assert_eq!(known_share(at_most_a_draw, ME, 2, 0.5), Some(0.0));
        assert_eq!(known_share(at_most_a_draw, ME, 2, 0.0), None);
    }

    #[test]
    fn of_three_players_one_may_be_out() {
        let [thirds, halves] = [0b111, 0b011].map(|mask| OutcomeBounds::proven(Outcome::shared(mask), 1));
        let out = OutcomeBounds::new(0, 0b001);
        assert_eq!(certain_of(&[thirds, out], 3), OutcomeBounds::proven(Outcome::shared(0b111), 2));
        assert_eq!(
            certain_of(&[halves, OutcomeBounds::new(0b110, 0)], 3),
            OutcomeBounds::proven(Outcome::shared(0b011), 2)
        );
        assert_eq!(certain_of(&[out, out], 3), out);
        assert_eq!((halves.at_least(ME, 3), out.at_most(ME)), (0.5, 0.0));
        assert_eq!(OutcomeBounds::new(0b010, 0b100).at_most(ME), 0.5);
    }

    #[test]
    fn a_choice_does_not_beat_itself() {
        // Who shares is certain, how soon is not.
        let shared = OutcomeBounds::new(0b011, 0b100);
        assert_eq!(certain_of(&[shared, OutcomeBounds::proven(Outcome::loss(ME), 1)], 3), shared);
        assert_eq!(known_share(shared, ME, 3, 0.5), None);
        assert_eq!(known_share(OutcomeBounds::new(0b010, 0b100), ME, 3, 0.5), Some(0.0));
    }

    #[test]
    fn among_equals_what_was_known_stands() {
        let proven = |mask: u8, plies| OutcomeBounds::proven(Outcome::shared(mask), plies);
        let [with_the_second, with_the_third] = [proven(0b011, 1), proven(0b101, 7)];
        let both = [with_the_second, with_the_third];
        assert_eq!(certain_of(&both, 3), proven(0b101, 8));
        assert_eq!(certain_beyond(OutcomeBounds::new(0b001, 0b100), &both, 3), proven(0b011, 2));
        let node = TreeNode::default();
        assert!(node.learn(OutcomeBounds::new(0b001, 0b100)));
        assert!(!node.learn(proven(0b101, 8)) && node.proof().is_none());
        assert!(node.learn(proven(0b011, 2)) && node.learn(proven(0b011, 4)));
        assert!(!node.learn(proven(0b101, 8)));
        assert_eq!(node.proof(), Some((Outcome::shared(0b011), 4)));
    }
}
