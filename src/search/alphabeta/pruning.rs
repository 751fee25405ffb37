//! What alpha-beta leaves out: late decisions are searched less deep, and near the leaves only those are searched that
//! may still matter. What is proven stays proven, since no loss is told before every decision has been searched.

use crate::game::{Evaluate, Move};
use crate::search::score::{self, Score};
use std::sync::LazyLock;

/// By how many turns less deep to look at a decision, by the depth and by how many were tried before it.
pub type Reductions = [[u8; 64]; 32];

/// Late move reductions.
pub static REDUCTIONS: LazyLock<Reductions> = LazyLock::new(|| {
    let mut table = NO_REDUCTIONS;
    for (depth, row) in table.iter_mut().enumerate().skip(2) {
        for (index, entry) in row.iter_mut().enumerate().skip(2) {
            let turns = 0.5 + (depth as f64).ln() * (index as f64).ln() / 2.2;
            *entry = (turns as u8).min(depth as u8 - 1);
        }
    }
    table
});

/// Everything at full depth.
pub static NO_REDUCTIONS: Reductions = [[0; 64]; 32];

/// How to search the decisions of a node.
pub struct Plan {
    /// As of what depth the value is remembered.
    pub asked: i32,
    /// How many turns deep to search, `asked` or less.
    pub depth: i32,
    /// What to try first.
    pub first: Option<Move>,
    /// What to search a turn deeper.
    pub singular: Option<Move>,
    /// So many are searched, and of the others only those that gain or threaten something.
    pub width: usize,
    /// What to leave out, to see what the node is worth without it.
    pub excluded: Option<Move>,
}

/// The width of a node with more turns left is not limited.
const NARROW_DEPTH: i32 = 8;
/// How far, in hundredths of a unit, a turn may be expected to move the opinion.
const SWING: i32 = 80;
/// With more turns left no position is judged by its opinion.
const FUTILE_DEPTH: i32 = 5;
/// With fewer turns left it does not pay to skip one.
pub const NULL_DEPTH: i32 = 3;

/// How many decisions of a node outside the principal variation, with `depth` turns left, are worth searching whatever
/// they do; none if the position is so good that it may pass for `beta` without any. `opinion` is its static evaluation,
/// if that makes sense here.
#[inline(always)]
pub fn width<G: Evaluate>(depth: i32, (alpha, beta): (Score, Score), opinion: Option<Score>) -> usize {
    if depth > NARROW_DEPTH {
        return usize::MAX;
    }
    if let Some(opinion) = opinion.filter(|_| depth <= FUTILE_DEPTH) {
        // Reverse futility pruning: the turns left will hardly bring the opinion down to what is asked for,
        if opinion >= beta + SWING * depth && !score::is_decided(beta) {
            return 0;
        }
        // futility pruning: nor up to it.
        if opinion + 30 + 50 * depth <= alpha && !score::is_decided(alpha) {
            return 1;
        }
    }
    // Late move pruning.
    if G::NARROW { 3 + (depth * depth) as usize } else { usize::MAX }
}

/// How many turns deep to search where one of `depth` has been skipped.
#[inline(always)]
pub fn null_depth(depth: i32) -> i32 {
    depth - 3 - depth / 4
}
