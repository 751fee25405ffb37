//! Strategies by plain minimax, for small positions.

use crate::common::legal;
use quintet::game::{Game, Move, Player, Rng};
use quintet::search::proof::Goal;
use quintet::search::proof::certificate::Claim;
use rand::SeedableRng;
use std::collections::HashMap;

/// What plain minimax has found of a game.
pub struct Minimax {
    known: HashMap<(u64, Claim, u32), bool>,
    /// How many positions may still be looked at.
    pub left: u64,
}

impl Minimax {
    pub fn new(nodes: u64) -> Self {
        Self { known: HashMap::new(), left: nodes }
    }

    /// Whether the goal is reached within so many plies; `None` if too many positions would have to be looked at.
    pub fn holds<G: Game>(&mut self, position: &G, claim: Claim, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(claim.goal.reached(outcome, claim.player));
        }
        if plies == 0 {
            return Some(false);
        }
        let key = (position.key(), claim, plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let is_claimants = position.to_move() == claim.player;
        let mut holds = !is_claimants;
        for mv in legal(position) {
            if self.holds(&after(position, mv), claim, plies - 1)? == is_claimants {
                holds = is_claimants;
                break;
            }
        }
        self.known.insert(key, holds);
        Some(holds)
    }

    /// The fewest plies within which the goal is reached, if there are at most so many.
    pub fn distance<G: Game>(&mut self, position: &G, claim: Claim, most: u32) -> Option<u32> {
        for plies in 0..=most {
            if self.holds(position, claim, plies)? {
                return Some(plies);
            }
        }
        None
    }

    /// The decision that reaches the goal soonest.
    pub fn answer<G: Game>(&mut self, position: &G, claim: Claim, most: u32) -> Option<Move> {
        let plies = self.distance(position, claim, most)?;
        legal(position).into_iter().find(|&mv| self.holds(&after(position, mv), claim, plies - 1) == Some(true))
    }
}

pub fn after<G: Game>(position: &G, mv: Move) -> G {
    let mut child = *position;
    child.play(mv);
    child
}

/// A position that is won, and the decisions that lead to it from the start.
pub struct Won<G> {
    pub root: G,
    pub claim: Claim,
    pub line: Vec<Move>,
}

/// The positions of random games that are won in so many plies, from the least to the most: as many as are asked for,
/// if so many are found in `games` games. Those near the end of a game come first.
pub fn won<G: Game>(start: &G, plies: [u32; 2], count: usize, games: u64) -> Vec<Won<G>> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::seed_from_u64(seed);
        let (mut positions, mut line) = (vec![*start], Vec::new());
        while positions.last().unwrap().outcome().is_none() && line.len() < G::PLAYOUT_CAP {
            let last = *positions.last().unwrap();
            line.push(last.random_move(&mut rng));
            positions.push(after(&last, *line.last().unwrap()));
        }
        for (length, root) in positions.iter().enumerate().rev().skip(1).take(8) {
            for player in [Player::FIRST, Player::SECOND] {
                let claim = Claim { player, goal: Goal::Win };
                let distance = Minimax::new(60_000).distance(root, claim, plies[1]);
                if distance.is_some_and(|distance| distance >= plies[0]) {
                    found.push(Won { root: *root, claim, line: line[..length].to_vec() });
                    if found.len() == count {
                        return found;
                    }
                }
            }
        }
    }
    found
}
