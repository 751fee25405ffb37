//! Counting the ways on from a position: the test of all rules, and a measure of their speed.

use super::Ticket;
use crate::game::{Game, Move, MoveList};
use rayon::prelude::*;

/// What a perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Sequences of exactly so many decisions.
    Decisions,
    /// Sequences of exactly so many whole turns.
    Turns,
}

/// For each decision in `position` the number of sequences that begin with it and are `depth` (at least 1) long.
/// A finished game counts at its own length only. Uses the threads of the current rayon pool; `None` if stopped.
pub fn divide<G: Game>(position: &G, depth: u32, unit: Unit, ticket: &Ticket) -> Option<Vec<(Move, u64)>> {
    let counts = children(position)
        .into_par_iter()
        .map(|(mv, child)| (mv, after(position, &child, depth, unit, ticket)))
        .collect();
    (!ticket.stopped()).then_some(counts)
}

/// The sequences from `parent` that begin with the step to `child`.
fn after<G: Game>(parent: &G, child: &G, depth: u32, unit: Unit, ticket: &Ticket) -> u64 {
    let over = child.outcome().is_some();
    let complete = unit == Unit::Decisions || over || child.to_move() != parent.to_move();
    let left = depth - u32::from(complete);
    match left {
        0 => 1,
        _ if over => 0,
        1 if unit == Unit::Decisions => child.count_moves() as u64,
        2 | 1 => {
            let mut list = MoveList::new();
            child.moves(&mut list);
            let step = |&mv: &Move| {
                let mut next = *child;
                next.play(mv);
                after(child, &next, left, unit, ticket)
            };
            list.iter().map(step).sum()
        }
        _ if ticket.stopped() => 0,
        // Deep enough to be worth sharing between threads.
        _ => children(child).par_iter().map(|(_, next)| after(child, next, left, unit, ticket)).sum(),
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
