//! Search by evaluation, without playouts: a leaf gets all its children at once, each evaluated, and the best gives the
//! leaf its value.
//!
//! Children are ordered by value, and a child's place is its prior: PUCT with `1 / place`. That needs no scale, which
//! would differ from game to game as the evaluations do. With two players every node also keeps the minimax of the
//! values below it, which is mixed into the average (implicit minimax backups: Lanctot and others, "Monte Carlo Tree
//! Search with Heuristic Evaluations using Implicit Minimax Backups", 2014).

use super::bounds::OutcomeBounds;
use super::tree::{ROOT, Tree};
use super::{PROVEN_DRAW_INTERVAL, Path, Shares, Walker, shares_of, solver};
use crate::board::bits::{Rng, random_below, shuffle};
use crate::game::{MAX_MOVES, Move, MoveList, Outcome, Player, Searchable, Status};
use crate::search::score;
use arrayvec::ArrayVec;
use rand::SeedableRng;

/// The most decisions by which a turn is played on, or a threat answered, until the position can be evaluated.
const MAX_LEAF_STEPS: usize = 12;

/// A child as it is evaluated before it is visited.
struct Child {
    mv: Move,
    shares: Shares,
    /// The share that `shares` promises the player who takes the decision.
    value: f32,
    proof: Option<(Outcome, u32)>,
}

/// The share that the evaluation promises each player; with two players, [`score::win_rate`].
fn payoffs_by_evaluation<G: Searchable>(position: &G, before: Option<&G>) -> Shares {
    let mut shares = [0.0; 3];
    if G::PLAYERS == 2 {
        let me = position.to_move();
        let share = score::share(position.evaluate(me));
        shares[me.index()] = share;
        shares[me.other().index()] = 1.0 - share;
        return shares;
    }
    let scores = match before {
        Some(before) => position.evaluate_all(before),
        None => {
            std::array::from_fn(|player| if player < G::PLAYERS { position.evaluate(Player::new(player)) } else { 0 })
        }
    };
    for (share, score) in shares[..G::PLAYERS].iter_mut().zip(scores) {
        *share = score::share(score);
    }
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// The share that a position promises each player, and its result if that is certain. `parent` are the threats one
/// decision earlier, if known.
pub(super) fn evaluate_leaf<G: Searchable>(
    position: &G,
    before: Option<(&G, &G::Threats)>,
    rng: &mut Rng,
) -> (Shares, Option<(Outcome, u32)>) {
    let (mut position, mut parent) = (*position, before.map(|(_, threats)| *threats));
    let mut moves = MoveList::new();
    for steps in 0..MAX_LEAF_STEPS {
        let proven = |outcome, plies| (shares_of::<G>(outcome), (steps == 0).then_some((outcome, plies)));
        if let Some(outcome) = position.outcome() {
            return proven(outcome, 0);
        }
        let threats = parent.map_or_else(|| position.threats(), |parent| position.threats_after(&parent));
        let status = match position.status(&threats) {
            Status::Open if position.is_evaluable() => {
                let before = before.filter(|_| steps == 0).map(|(before, _)| before);
                return (payoffs_by_evaluation(&position, before), None);
            }
            decided @ Status::Decided(..) => decided,
            _ => {
                moves.clear();
                position.relevant_moves(&threats, &mut moves)
            }
        };
        if let Status::Decided(outcome, plies) = status {
            return proven(outcome, u32::from(plies));
        }
        let mv = if position.is_evaluable() {
            moves[random_below(rng, moves.len() as u32) as usize]
        } else {
            best_by_evaluation(&position, &moves)
        };
        position.play(mv);
        parent = Some(threats);
    }
    (position.outcome().map_or_else(|| payoffs_by_evaluation(&position, None), shares_of::<G>), None)
}

/// The decision after which the evaluation is best for the player who takes it. A random one would too often finish a
/// turn badly, giving away a ring or a GIPF-piece for nothing.
fn best_by_evaluation<G: Searchable>(position: &G, moves: &[Move]) -> Move {
    let me = position.to_move();
    let after = |mv: Move| {
        let mut child = *position;
        child.play(mv);
        child.outcome().map_or_else(|| child.evaluate(me), |outcome| score::of_outcome::<G>(outcome, me, 0))
    };
    moves.iter().copied().max_by_key(|&mv| after(mv)).unwrap_or(moves[0])
}

/// Evaluates all children, and puts the best first.
fn evaluate_children<G: Searchable>(
    position: &G,
    threats: &G::Threats,
    moves: &[Move],
    rng: &mut Rng,
) -> ArrayVec<Child, MAX_MOVES> {
    let me = position.to_move();
    let mut children: ArrayVec<Child, MAX_MOVES> = moves
        .iter()
        .map(|&mv| {
            let mut child = *position;
            child.play(mv);
            let (shares, proof) = evaluate_leaf(&child, Some((position, threats)), rng);
            Child { mv, shares, value: shares[me.index()], proof }
        })
        .collect();
    // Equals stand in no order that favours one side of the board.
    shuffle(rng, &mut children);
    children.sort_unstable_by(|a, b| b.value.total_cmp(&a.value));
    children
}

/// Adds these children to a leaf. False if it already has children or the tree is full.
fn expand(tree: &Tree, at: u32, children: &[Child]) -> bool {
    let moves: MoveList = children.iter().map(|child| child.mv).collect();
    tree.expand_with(at, &moves, |place, number| {
        tree.set_value(place, children[number].value);
        if let Some((outcome, plies)) = children[number].proof {
            tree.node(place).learn(OutcomeBounds::proven(outcome, plies));
        }
    })
}

/// Gives the root its children.
pub(super) fn expand_root<G: Searchable>(tree: &Tree, position: &G, moves: &[Move], seed: u64) {
    let children = evaluate_children(position, &position.threats(), moves, &mut Rng::seed_from_u64(seed));
    expand(tree, ROOT, &children);
    solver::learn_from_children::<G>(tree, ROOT, position.to_move());
}

impl<G: Searchable> Walker<'_, G> {
    /// Gives the leaf at the end of `path` its children, and returns its value.
    pub(super) fn expand_by_evaluation(&mut self, path: &Path, at: u32, position: &G) -> Shares {
        let (tree, node) = (self.shared.tree, self.shared.tree.node(at));
        let mut moves = MoveList::new();
        let threats = position.threats();
        let (shares, learned) = if let Status::Decided(outcome, plies) = position.relevant_moves(&threats, &mut moves) {
            (shares_of::<G>(outcome), node.learn(OutcomeBounds::proven(outcome, u32::from(plies))))
        } else {
            let children = evaluate_children(position, &threats, &moves, &mut self.rng);
            let grown = expand(tree, at, &children);
            (children[0].shares, grown && solver::learn_from_children::<G>(tree, at, position.to_move()))
        };
        if learned {
            self.back_up_proof(path);
        }
        self.back_up_values(path, &shares);
        shares
    }

    /// Backs up a new value of the last node of `path` by minimax, as far as values change.
    fn back_up_values(&self, path: &Path, shares: &Shares) {
        let tree = self.shared.tree;
        let Some(&(last, chooser)) = path.last() else { return };
        if !tree.set_value(last, shares[chooser.index()]) || G::PLAYERS > 2 {
            return;
        }
        for step in (1..path.len()).rev() {
            let ((parent, above), (_, below)) = (path[step - 1], path[step]);
            let best = tree.children(parent).map(|child| tree.value(child)).fold(0.0, f32::max);
            if !tree.set_value(parent, if above == below { best } else { 1.0 - best }) {
                return;
            }
        }
    }

    /// The child to go to: the best by PUCT among those tried and the first untried one. `None` if all are proven
    /// losses, which another thread is about to back up, or has missed.
    #[inline(always)]
    pub(super) fn select_puct(&self, at: u32, player: Player) -> Option<u32> {
        let tree = self.shared.tree;
        let visits = tree.node(at).stats().visits();
        let exploration = self.shared.exploration.puct * (visits.max(1) as f32).sqrt();
        let first_play = self.shared.exploration.puct_first_play;
        let minimax = if G::PLAYERS == 2 { self.shared.exploration.implicit_minimax } else { 0.0 };
        let restricted = at == ROOT && self.restricted;
        let floor = if restricted { 0.0 } else { tree.node(at).bounds().at_least(player, G::PLAYERS) };
        let (mut best, mut best_value) = (None, f32::MIN);
        // A proven draw tells nothing new: now and then the best of the others is looked at instead.
        let skip_known = visits % PROVEN_DRAW_INTERVAL == 0;
        let mut known = None;
        for (i, (place, child)) in tree.children(at).zip(tree.child_nodes(at)).enumerate() {
            if restricted && !self.shared.is_allowed(child) {
                continue;
            }
            let tried = child.stats().visits();
            let bonus = || exploration / ((i + 1) as f32 * (tried + 1) as f32);
            let value = match solver::known_share(child.bounds(), player, G::PLAYERS, floor) {
                Some(0.0) => continue,
                Some(_) if skip_known => {
                    known = Some(place);
                    continue;
                }
                Some(share) => share,
                None if tried == 0 => {
                    // The children behind it are untried as well, and no better.
                    if tree.value(place) - first_play + bonus() > best_value {
                        best = Some(place);
                    }
                    break;
                }
                None => {
                    let average = child.stats().rate();
                    average + minimax * (tree.value(place) - average) + bonus()
                }
            };
            if value > best_value {
                (best, best_value) = (Some(place), value);
            }
        }
        best.or(known)
    }
}
