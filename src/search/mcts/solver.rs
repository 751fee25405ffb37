//! What the tree proves: score bounds, backed up from the ends of the game (after Cazenave and Saffidine, "Score
//! Bounded Monte-Carlo Tree Search", 2010), for any number of players who each maximise their own share.

use super::{Path, Walker};
use crate::game::{Game, Outcome, Player};
use crate::search::tree::{Certain, Node, ROOT};

/// What is certain of a node whose `children` are the choices of one of `players`. Those that promise no more than
/// another is certain to give do not count: he takes that one.
pub(super) fn certain(children: &[Node], chooser: Player, players: usize) -> Certain {
    let floor = children.iter().map(|child| child.certain().at_least(chooser, players)).fold(0.0, f32::max);
    let (mut sure, mut never) = (!0, !0);
    let mut best: Option<(i64, Outcome, u32)> = None;
    let mut complete = true;
    for child in children {
        let known = child.certain();
        match known.proof() {
            Some((outcome, plies)) if outcome.payoff(chooser) == floor => {
                // A win is wanted soon, anything else late.
                let speed = if floor == 1.0 { -i64::from(plies) } else { i64::from(plies) };
                if best.is_none_or(|(most, ..)| speed > most) {
                    best = Some((speed, outcome, plies));
                }
            }
            _ if floor > 0.0 && known.at_most(chooser) <= floor => continue,
            _ => complete = false,
        }
        sure &= known.sure();
        never &= known.never();
    }
    match best {
        Some((_, outcome, plies)) if complete => Certain::proven(outcome, plies + 1),
        _ => Certain::bounds(sure | u8::from(floor > 0.0) << chooser.index(), never),
    }
}

/// What a choice of `player` is worth if that needs no search: if it is proven, or promises no more than the `floor` that
/// another choice is certain to give, which makes it worth nothing.
#[inline(always)]
pub(super) fn known_share(of: Certain, player: Player, floor: f32) -> Option<f32> {
    if of == Certain::default() {
        return None;
    }
    match of.proof() {
        Some((outcome, _)) => Some(outcome.payoff(player)),
        None => (floor > 0.0 && of.at_most(player) <= floor).then_some(0.0),
    }
}

impl<G: Game> Walker<'_, G> {
    /// Learns what the children tell of the node at the end of `path`, where `player` decides, and of those above. Two
    /// threads that prove brothers at the same time may each miss the other's proof; whoever comes by next makes up
    /// for it.
    pub(super) fn make_up_proof(&self, path: &Path, at: u32, player: Player) {
        if self.learn_from_children(at, player) {
            self.back_up_proof(path);
        }
    }

    /// Something has become certain of the last node of `path`: learns what that tells of those above.
    pub(super) fn back_up_proof(&self, path: &Path) {
        for step in (0..path.len()).rev() {
            let parent = if step == 0 { ROOT } else { path[step - 1].0 };
            if !self.learn_from_children(parent, path[step].1) {
                return;
            }
        }
    }

    /// Learns what the children tell of the node at `at`, where `player` decides; false if that was known.
    pub(super) fn learn_from_children(&self, at: u32, player: Player) -> bool {
        let tree = self.shared.tree;
        tree.node(at).learn(certain(tree.child_nodes(at), player, G::PLAYERS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: Player = Player::FIRST;

    fn certain_of(children: &[Certain], players: usize) -> Certain {
        let node = |&known: &Certain| {
            let node = Node::default();
            node.learn(known);
            node
        };
        certain(&children.iter().map(node).collect::<Vec<_>>(), ME, players)
    }

    #[test]
    fn a_draw_is_proven_when_nothing_promises_more() {
        let [draw, loss] = [Outcome::DRAW, Outcome::loss(ME)].map(|outcome| Certain::proven(outcome, 4));
        let [open, at_most_a_draw] = [0, 0b10].map(|sure| Certain::bounds(sure, 0));
        assert_eq!(certain_of(&[draw, loss, at_most_a_draw], 2), Certain::proven(Outcome::DRAW, 5));
        assert_eq!(certain_of(&[draw, loss, open], 2), Certain::bounds(0b01, 0));
        assert_eq!(certain_of(&[loss, at_most_a_draw], 2), Certain::bounds(0b10, 0));
        assert_eq!(certain_of(&[loss, open], 2), open);
        assert_eq!(known_share(at_most_a_draw, ME, 0.5), Some(0.0));
        assert_eq!(known_share(at_most_a_draw, ME, 0.0), None);
    }

    #[test]
    fn of_three_players_one_may_be_out() {
        let [thirds, halves] = [0b111, 0b011].map(|mask| Certain::proven(Outcome::shared(mask), 1));
        let out = Certain::bounds(0, 0b001);
        assert_eq!(certain_of(&[thirds, out], 3), Certain::proven(Outcome::shared(0b111), 2));
        assert_eq!(certain_of(&[halves, Certain::bounds(0b110, 0)], 3), Certain::proven(Outcome::shared(0b011), 2));
        assert_eq!(certain_of(&[out, out], 3), out);
        assert_eq!((halves.at_least(ME, 3), out.at_most(ME)), (0.5, 0.0));
        assert_eq!(Certain::bounds(0b010, 0b100).at_most(ME), 0.5);
    }
}
