//! What alpha-beta leaves out: late decisions are searched less deep (late move reductions), and near the leaves only
//! those that may still matter are searched (late move pruning, futility, reverse futility). What is proven stays
//! proven, since no loss is reported before every decision has been searched.

use super::tt::TtEntry;
use crate::game::{Move, SearchParams};
use crate::search::score::{self, Bound, Score};

/// How many turns less deep to search a decision, by depth and by how many were tried before it.
#[derive(Clone)]
pub struct Reductions {
    turns: [[u8; Self::MOVES]; Self::DEPTHS],
    /// The base and the divisor it was made from.
    made_of: (i32, i32),
}

impl Reductions {
    const DEPTHS: usize = 32;
    const MOVES: usize = 64;

    /// Searches everything at full depth.
    pub const NONE: Self = Self { turns: [[0; Self::MOVES]; Self::DEPTHS], made_of: (0, 0) };

    /// Sets them to what `params` say, if they differ.
    pub fn prepare(&mut self, params: &SearchParams) {
        let made_of = (params.reduction_base, params.reduction_divisor);
        if self.made_of == made_of {
            return;
        }
        self.made_of = made_of;
        let (base, divisor) = (f64::from(made_of.0) / 100.0, f64::from(made_of.1) / 100.0);
        for (depth, row) in self.turns.iter_mut().enumerate().skip(2) {
            for (index, entry) in row.iter_mut().enumerate().skip(2) {
                let turns = base + (depth as f64).ln() * (index as f64).ln() / divisor;
                *entry = (turns as u8).min(depth as u8 - 1);
            }
        }
    }

    /// For a decision of a node of `depth`, after this many others.
    #[inline(always)]
    pub fn turns(&self, depth: i32, tried: usize) -> i32 {
        i32::from(self.turns[depth.clamp(0, Self::DEPTHS as i32 - 1) as usize][tried.min(Self::MOVES - 1)])
    }
}

/// How to search the decisions of a node.
pub struct NodeLimits {
    /// The depth to store with the value.
    pub asked: i32,
    /// How many turns deep to search, `asked` or less.
    pub depth: i32,
    /// What to try first.
    pub first: Option<Move>,
    /// What to search a turn deeper.
    pub singular: Option<Move>,
    /// This many are searched, and only the forcing moves among the others.
    pub move_limit: usize,
    /// What to leave out, to see what the node is worth without it.
    pub excluded: Option<Move>,
    /// The static evaluation to store with the value, if it was needed.
    pub static_eval: Option<Score>,
}

impl NodeLimits {
    /// All decisions to this depth.
    #[inline(always)]
    pub fn all(depth: i32, first: Option<Move>) -> Self {
        Self { asked: depth, depth, first, singular: None, move_limit: usize::MAX, excluded: None, static_eval: None }
    }

    /// What to remember of the node: its best decision, its value, and what that says.
    #[inline(always)]
    pub fn entry(&self, best: Option<Move>, score: Score, bound: Bound) -> TtEntry {
        TtEntry { best, score, depth: self.asked, bound, static_eval: self.static_eval }
    }
}

/// How many decisions of a node outside the principal variation, with `depth` turns left, are worth searching whatever
/// they do; none if the position is good enough to count as `beta` without a search. `static_eval` is its static
/// evaluation, if that makes sense here.
/// `improving` says that the player to move stands better than the last time.
#[inline(always)]
pub fn move_limit(
    params: &SearchParams,
    depth: i32,
    (alpha, beta): (Score, Score),
    static_eval: Option<Score>,
    improving: bool,
) -> usize {
    if let Some(static_eval) = static_eval.filter(|_| depth <= params.futility_depth) {
        // Reverse futility pruning: the turns left will hardly bring the evaluation down to what is asked for,
        let turns = if improving { depth - params.improving_turns } else { depth };
        if static_eval >= beta + params.reverse_futility_margin * turns && !score::is_decided(beta) {
            return 0;
        }
        // futility pruning: nor up to it.
        let reach = params.futility_base + params.futility_margin * depth;
        if static_eval + reach <= alpha && !score::is_decided(alpha) {
            return 1;
        }
    }
    // Late move pruning.
    if depth <= params.late_move_depth { (params.late_move_base + depth * depth) as usize } else { usize::MAX }
}

/// How many turns deep to search after one of `depth` has been skipped.
#[inline(always)]
pub fn null_move_depth(params: &SearchParams, depth: i32) -> i32 {
    depth - params.null_move_base - depth / params.null_move_divisor
}
