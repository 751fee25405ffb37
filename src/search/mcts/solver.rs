//! What the tree proves: score bounds, backed up from the ends of the game (after Cazenave and Saffidine, "Score
//! Bounded Monte-Carlo Tree Search", 2010), for any number of players who each maximise their own share.

use super::bounds::Certain;
use super::tree::{Node, ROOT, Tree};
use super::{Path, Walker};
use crate::game::{Game, Outcome, Player};

/// What is certain of a node whose `children` are the choices of one of `players`. Those that promise no more than
/// another is certain to give do not count: he takes that one. Among equals he keeps to what is `known` of the node,
/// because those above have concluded from it; another thread may since have proven a choice that did not count.
fn certain(known: Certain, children: &[Node], chooser: Player, players: usize) -> Certain {
    let floor = children.iter().map(|child| child.certain().at_least(chooser, players)).fold(0.0, f32::max);
    let (mut sure, mut never) = (!0, !0);
    let mut best: Option<(i64, Outcome, u32)> = None;
    let mut complete = true;
    for child in children {
        let its = child.certain();
        match its.proof() {
            Some((outcome, plies)) if outcome.payoff(chooser) == floor && known.allows(outcome) => {
                // A win is wanted soon, anything else late.
                let speed = if floor == 1.0 { -i64::from(plies) } else { i64::from(plies) };
                if best.is_none_or(|(most, ..)| speed > most) {
                    best = Some((speed, outcome, plies));
                }
            }
            Some((outcome, _)) if floor > 0.0 && outcome.payoff(chooser) <= floor => continue,
            None if its.is_beaten(floor, chooser, players) => continue,
            _ => complete = false,
        }
        sure &= its.sure();
        never &= its.never();
    }
    match best {
        Some((_, outcome, plies)) if complete => Certain::proven(outcome, plies + 1),
        // No choice counts: what was `known` is newer than what this thread has seen of the children.
        _ if sure & never != 0 => known,
        _ => Certain::bounds(sure | u8::from(floor > 0.0) << chooser.index(), never),
    }
}

/// What a choice of `player`, one of `players`, is worth if that needs no search: if it is proven, or is beaten by the
/// `floor` that another choice is certain to give, which makes it worth nothing.
#[inline(always)]
pub(super) fn known_share(of: Certain, player: Player, players: usize, floor: f32) -> Option<f32> {
    if of == Certain::default() {
        return None;
    }
    match of.proof() {
        Some((outcome, _)) => Some(outcome.payoff(player)),
        None => of.is_beaten(floor, player, players).then_some(0.0),
    }
}

/// Learns what the children tell of the node at `at`, where `player` decides; false if that was known.
pub(super) fn learn_from_children<G: Game>(tree: &Tree, at: u32, player: Player) -> bool {
    let node = tree.node(at);
    node.learn(certain(node.certain(), tree.child_nodes(at), player, G::PLAYERS))
}

impl<G: Game> Walker<'_, G> {
    /// Learns what the children tell of the node at the end of `path`, where `player` decides, and of those above. Two
    /// threads that prove brothers at the same time may each miss the other's proof; whoever comes by next makes up
    /// for it.
    pub(super) fn make_up_proof(&self, path: &Path, at: u32, player: Player) {
        if learn_from_children::<G>(self.shared.tree, at, player) {
            self.back_up_proof(path);
        }
    }

    /// Something has become certain of the last node of `path`: learns what that tells of those above.
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

    fn certain_of(children: &[Certain], players: usize) -> Certain {
        certain_beyond(Certain::default(), children, players)
    }

    fn certain_beyond(known: Certain, children: &[Certain], players: usize) -> Certain {
        let node = |&its: &Certain| {
            let node = Node::default();
            node.learn(its);
            node
        };
        certain(known, &children.iter().map(node).collect::<Vec<_>>(), ME, players)
    }

    #[test]
    fn a_draw_is_proven_when_nothing_promises_more() {
        let [draw, loss] = [Outcome::DRAW, Outcome::loss(ME)].map(|outcome| Certain::proven(outcome, 4));
        let [open, at_most_a_draw] = [0, 0b10].map(|sure| Certain::bounds(sure, 0));
        assert_eq!(certain_of(&[draw, loss, at_most_a_draw], 2), Certain::proven(Outcome::DRAW, 5));
        assert_eq!(certain_of(&[draw, loss, open], 2), Certain::bounds(0b01, 0));
        assert_eq!(certain_of(&[loss, at_most_a_draw], 2), Certain::bounds(0b10, 0));
        assert_eq!(certain_of(&[loss, open], 2), open);
        assert_eq!(known_share(at_most_a_draw, ME, 2, 0.5), Some(0.0));
        assert_eq!(known_share(at_most_a_draw, ME, 2, 0.0), None);
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

    #[test]
    fn a_choice_does_not_beat_itself() {
        // Who shares is settled, how soon is not.
        let settled = Certain::bounds(0b011, 0b100);
        assert_eq!(certain_of(&[settled, Certain::proven(Outcome::loss(ME), 1)], 3), settled);
        assert_eq!(known_share(settled, ME, 3, 0.5), None);
        assert_eq!(known_share(Certain::bounds(0b010, 0b100), ME, 3, 0.5), Some(0.0));
    }

    #[test]
    fn among_equals_what_was_known_stands() {
        let proven = |mask: u8, plies| Certain::proven(Outcome::shared(mask), plies);
        let [with_the_second, with_the_third] = [proven(0b011, 1), proven(0b101, 7)];
        let both = [with_the_second, with_the_third];
        assert_eq!(certain_of(&both, 3), proven(0b101, 8));
        assert_eq!(certain_beyond(Certain::bounds(0b001, 0b100), &both, 3), proven(0b011, 2));
        let node = Node::default();
        assert!(node.learn(Certain::bounds(0b001, 0b100)));
        assert!(!node.learn(proven(0b101, 8)) && node.proof().is_none());
        assert!(node.learn(proven(0b011, 2)) && node.learn(proven(0b011, 4)));
        assert!(!node.learn(proven(0b101, 8)));
        assert_eq!(node.proof(), Some((Outcome::shared(0b011), 4)));
    }
}
