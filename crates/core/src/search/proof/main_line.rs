//! A line of play that shows the result: the winner plays the strategy, the loser resists as long as possible; in a
//! draw both play theirs.

use super::strategy_walk::{ProvedPosition, SmallestImage};
use crate::game::{Game, Move, MoveList, Player, Symmetry};
use rustc_hash::{FxHashMap, FxHashSet};

/// For each position that a walk has proved, by the key of its smallest image: the most plies the game still lasts and,
/// if the side to decide has a strategy, its decision in that image.
#[derive(Default)]
pub(super) struct KnownPlies(FxHashMap<u64, (u32, Option<Move>)>);

impl KnownPlies {
    pub(super) fn note<G: Game>(&mut self, proved: &ProvedPosition<G>) {
        let (plies, answer) = self.0.entry(proved.image.key).or_default();
        *plies = proved.plies;
        // In a draw both have strategies: only that of the side to decide has an answer.
        *answer = proved.answer.or(*answer);
    }

    /// A longest line from a position proved to be won.
    pub(super) fn line<G: Symmetry>(&self, mut position: G, winner: Player) -> Vec<Move> {
        let mut line = Vec::new();
        while position.outcome().is_none() {
            let mut legal = MoveList::new();
            position.moves(&mut legal);
            let after = |mv: Move| {
                let mut child = position;
                child.play(mv);
                child
            };
            let wins = |mv: Move| after(mv).outcome().is_some_and(|outcome| outcome.winner() == Some(winner));
            let next = if position.to_move() == winner {
                legal.iter().copied().find(|&mv| wins(mv)).or_else(|| self.answer(&position, &legal))
            } else {
                legal.iter().copied().max_by_key(|&mv| self.plies(&after(mv)))
            };
            let Some(next) = next else { break };
            line.push(next);
            position.play(next);
        }
        line
    }

    /// A line from a position proved to be drawn, to its end or until a position repeats.
    pub(super) fn drawn_line<G: Symmetry>(&self, mut position: G) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = FxHashSet::default();
        while position.outcome().is_none() && seen.insert(position.key()) {
            let mut legal = MoveList::new();
            position.moves(&mut legal);
            let draws = |mv: Move| {
                let mut child = position;
                child.play(mv);
                child.outcome().is_some_and(|outcome| outcome.winner().is_none())
            };
            let next = legal.iter().copied().find(|&mv| draws(mv)).or_else(|| self.answer(&position, &legal));
            let Some(next) = next else { break };
            line.push(next);
            position.play(next);
        }
        line
    }

    fn answer<G: Symmetry>(&self, position: &G, legal: &[Move]) -> Option<Move> {
        let (image, symmetry) = SmallestImage::of(position);
        let answer = self.0.get(&image.key)?.1?;
        legal.iter().copied().find(|&mv| G::transform_move(mv, symmetry) == answer)
    }

    /// An unknown position is won with the next decision.
    fn plies<G: Symmetry>(&self, position: &G) -> u32 {
        if position.outcome().is_some() {
            return 0;
        }
        self.0.get(&SmallestImage::of(position).0.key).map_or(1, |&(plies, _)| plies)
    }
}
