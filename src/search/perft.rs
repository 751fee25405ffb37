//! Counting the ways on from a position: the test of all rules, and a measure of their speed.

use super::StopToken;
use crate::game::{Game, Move, MoveList};
use rayon::prelude::*;

/// No perft goes deeper, in decisions or turns. A turn has at most about a dozen decisions and a frame of the recursion
/// less than 2 KiB, so that it stays within the 2 MiB of stack that a thread has by default.
pub const MAX_DEPTH: u32 = 64;

/// So many levels of the tree are shared out among threads: enough for any number of them. A thread that waits for
/// others begins other work on top of its stack, so this may not go on to any depth.
const SHARED_LEVELS: u32 = 3;

/// What a perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Sequences of exactly so many decisions.
    Decisions,
    /// Sequences of exactly so many whole turns.
    Turns,
}

/// For each decision in `position` the number of sequences that begin with it and are `depth` (1 to [`MAX_DEPTH`]) long.
/// A finished game counts at its own length only. Uses the threads of the current rayon pool; `None` if stopped.
///
/// # Panics
/// If `depth` is out of range.
pub fn divide<G: Game>(position: &G, depth: u32, unit: Unit, stop_token: &StopToken) -> Option<Vec<(Move, u64)>> {
    assert!((1..=MAX_DEPTH).contains(&depth), "a perft is 1 to {MAX_DEPTH} deep");
    let counter = Counter { unit, stop_token };
    let counts = children(position)
        .into_par_iter()
        .map(|(mv, child)| (mv, counter.count_from(position, &child, depth, SHARED_LEVELS - 1)))
        .collect();
    (!stop_token.stopped()).then_some(counts)
}

struct Counter<'a> {
    unit: Unit,
    stop_token: &'a StopToken,
}

impl Counter<'_> {
    /// The sequences from `parent` that begin with the step to `child`; so many `levels` are shared between threads.
    fn count_from<G: Game>(&self, parent: &G, child: &G, depth: u32, levels: u32) -> u64 {
        let over = child.outcome().is_some();
        let complete = self.unit == Unit::Decisions || over || child.to_move() != parent.to_move();
        let left = depth - u32::from(complete);
        match left {
            0 => 1,
            _ if over => 0,
            1 if self.unit == Unit::Decisions => child.count_moves() as u64,
            // Too little is left to be worth sharing, or to ask whether to stop.
            3.. if self.stop_token.stopped() => 0,
            3.. if levels > 0 => {
                let next = children(child).into_par_iter();
                next.map(|(_, next)| self.count_from(child, &next, left, levels - 1)).sum()
            }
            _ => {
                let mut list = MoveList::new();
                child.moves(&mut list);
                let step = |&mv: &Move| {
                    let mut next = *child;
                    next.play(mv);
                    self.count_from(child, &next, left, 0)
                };
                list.iter().map(step).sum()
            }
        }
    }
}

fn children<G: Game>(position: &G) -> Vec<(Move, G)> {
    let mut list = MoveList::new();
    if position.outcome().is_none() {
        position.moves(&mut list);
    }
    let play = |&mv: &Move| {
        let mut child = *position;
        child.play(mv);
        (mv, child)
    };
    list.iter().map(play).collect()
}
