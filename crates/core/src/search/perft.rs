//! Perft: counts the legal sequences from a position, to test the rules and to measure their speed.

use super::StopToken;
use super::sync::AtomicU64;
use super::threads::for_each_range;
use crate::game::{Game, Move, MoveList};
use std::sync::atomic::Ordering::Relaxed;

/// The greatest depth of a perft, in decisions or turns. A turn has at most about a dozen decisions and a frame of the
/// recursion less than 2 KiB, so it stays within the default 2 MiB stack of a thread.
pub const MAX_DEPTH: u32 = 64;

/// What a perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Sequences of exactly this many decisions.
    Decisions,
    /// Sequences of exactly this many whole turns.
    Turns,
}

/// For each decision in `position` the number of sequences of length `depth` (1 to [`MAX_DEPTH`]) that start with it,
/// counted by this many `threads` or as many as can be started. A finished game counts at its own length only. `None`
/// if stopped.
///
/// # Panics
/// If `depth` is out of range.
pub fn divide<G: Game>(
    position: &G,
    depth: u32,
    unit: Unit,
    threads: usize,
    stop_token: &StopToken,
) -> Option<Vec<(Move, u64)>> {
    assert!((1..=MAX_DEPTH).contains(&depth), "a perft is 1 to {MAX_DEPTH} deep");
    let counter = Counter { unit, stop_token };
    let children = children(position);
    let counts: Vec<AtomicU64> = children.iter().map(|_| AtomicU64::new(0)).collect();
    // What the threads share: the decisions after each first one. Few levels down there is nothing to be shared.
    let shared = |child: &G| {
        let mut list = MoveList::new();
        if threads > 1 && depth > 2 && child.outcome().is_none() {
            child.moves(&mut list);
        }
        list
    };
    let tasks: Vec<(usize, Option<Move>)> = (0..children.len())
        .flat_map(|first| match shared(&children[first].1).to_vec() {
            list if list.is_empty() => vec![(first, None)],
            list => list.into_iter().map(|second| (first, Some(second))).collect(),
        })
        .collect();
    for_each_range(tasks.len(), 1, threads, |range| {
        for &(first, second) in &tasks[range] {
            let child = &children[first].1;
            let count = match second {
                None => counter.count_from(position, child, depth),
                Some(second) => {
                    let mut next = *child;
                    next.play(second);
                    counter.count_from(child, &next, depth - u32::from(counter.is_complete(position, child)))
                }
            };
            counts[first].fetch_add(count, Relaxed);
        }
    });
    let counted = children.iter().zip(counts).map(|(&(mv, _), count)| (mv, count.load(Relaxed))).collect();
    (!stop_token.stopped()).then_some(counted)
}

struct Counter<'a> {
    unit: Unit,
    stop_token: &'a StopToken,
}

impl Counter<'_> {
    /// Whether the step from `parent` to `child` counts.
    fn is_complete<G: Game>(&self, parent: &G, child: &G) -> bool {
        self.unit == Unit::Decisions || child.outcome().is_some() || child.to_move() != parent.to_move()
    }

    /// The sequences from `parent` that begin with the step to `child`.
    fn count_from<G: Game>(&self, parent: &G, child: &G, depth: u32) -> u64 {
        let over = child.outcome().is_some();
        let left = depth - u32::from(self.is_complete(parent, child));
        match left {
            0 => 1,
            _ if over => 0,
            1 if self.unit == Unit::Decisions => child.count_moves() as u64,
            // Less is counted sooner than asked whether to stop.
            3.. if self.stop_token.stopped() => 0,
            _ => {
                let mut list = MoveList::new();
                child.moves(&mut list);
                let step = |&mv: &Move| {
                    let mut next = *child;
                    next.play(mv);
                    self.count_from(child, &next, left)
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
