//! The numbers that steer a search, one set for each variant.
//!
//! Built with the feature `tune`, a session can have its own, so that matches find better ones.

/// What a number steers.
#[cfg(feature = "tune")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steers {
    /// How the clock is shared out.
    Clock,
    /// Alpha-beta.
    AlphaBeta,
    /// Monte-Carlo tree search.
    Tree,
}

/// One of the numbers, to tune it.
#[cfg(feature = "tune")]
#[derive(Clone, PartialEq, Debug)]
pub struct SearchParam {
    /// Its name.
    pub name: &'static str,
    /// What it steers.
    pub steers: Steers,
    /// The present value.
    pub value: i64,
    /// The values that make sense.
    pub range: std::ops::RangeInclusive<i64>,
    /// The change that a match of some hundred games may notice.
    pub step: f64,
}

#[cfg(feature = "tune")]
impl SearchParam {
    /// Whether it says that what it steers is not used at all.
    pub fn is_off(&self) -> bool {
        self.value.abs() >= i64::from(NEVER)
    }
}

/// Declares [`SearchParams`]: each number with its name, type, default; and for tuning what it steers, its range and a step.
macro_rules! search_params {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr, $steers:ident, $range:expr, $step:expr;)+) => {
        /// Every number by which a variant steers alpha-beta, MCTS and the clock. Scores are in hundredths of a unit,
        /// depths in turns.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct SearchParams {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        impl SearchParams {
            /// What a game begins with.
            pub const DEFAULT: Self = Self { $($name: $default,)+ };

            /// All numbers.
            #[cfg(feature = "tune")]
            pub fn list(&self) -> Vec<SearchParam> {
                vec![$(SearchParam {
                    name: stringify!($name),
                    steers: Steers::$steers,
                    value: self.$name as i64,
                    range: $range,
                    step: $step,
                }),+]
            }

            /// Sets the number with this name; false if there is none, or if it cannot be so large or small.
            #[cfg(feature = "tune")]
            pub fn set(&mut self, name: &str, value: i64) -> bool {
                match name {
                    $(stringify!($name) if ($range).contains(&value) => self.$name = value as $type,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

search_params! {
    /// The turns that each player takes in a usual game between good players: the clock is shared out among them.
    usual_turns: u32 = 30, Clock, 1..=200, 4.0;

    /// How much the time for a turn depends on the share of the nodes that its best decision took, in hundredths. With 100, a
    /// tenth of the nodes more than usual takes away a tenth of the time, and a tenth less adds one.
    effort_weight: i32 = 100, Clock, 0..=150, 30.0;
    /// The share of the nodes that a best decision usually takes, in hundredths.
    usual_effort: i32 = 37, Clock, 10..=90, 10.0;

    /// Threat-space search is tried with this many turns left or more; 0: at the leaves too, [`NEVER`]: nowhere.
    threat_search_depth: i32 = NEVER, AlphaBeta, 0..=NEVER as i64, 1.0;
    /// How many threats a threat-space search tries where turns are left.
    threat_search_nodes: u32 = 32, AlphaBeta, 1..=1_000, 8.0;
    /// How many threats a threat-space search tries at a leaf.
    threat_search_leaf_nodes: u32 = 16, AlphaBeta, 1..=1_000, 4.0;

    /// Late move pruning is used with at most this many turns left; -[`NEVER`]: not even with none.
    late_move_depth: i32 = 8, AlphaBeta, -(NEVER as i64)..=20, 1.0;
    /// Late move pruning keeps this many decisions plus the square of the turns left.
    late_move_base: i32 = 3, AlphaBeta, 0..=100, 1.5;

    /// Futility and reverse futility pruning are used with at most this many turns left.
    futility_depth: i32 = 5, AlphaBeta, 0..=20, 1.0;
    /// Futility pruning: the margin with no turn left.
    futility_base: i32 = 30, AlphaBeta, 0..=1_000, 15.0;
    /// Futility pruning: the extra margin for each turn left.
    futility_margin: i32 = 50, AlphaBeta, 0..=1_000, 12.0;
    /// Reverse futility pruning: the margin for each turn left.
    reverse_futility_margin: i32 = 80, AlphaBeta, 0..=1_000, 16.0;

    /// Reverse futility pruning: how many turns less of the margin are asked for where the player to move stands better than
    /// the last time.
    improving_turns: i32 = 0, AlphaBeta, 0..=3, 1.0;

    /// A null move is tried with this many turns left or more; [`NEVER`]: nowhere, as in a game in which some decision need
    /// not be better than to skip.
    null_move_depth: i32 = NEVER, AlphaBeta, 1..=NEVER as i64, 1.0;
    /// After a null move the search is shallower by this many turns,
    null_move_base: i32 = 3, AlphaBeta, 1..=10, 1.0;
    /// and by one more for every this many turns left.
    null_move_divisor: i32 = 4, AlphaBeta, 1..=20, 1.0;

    /// Late move reductions, in hundredths of a turn, with no turn left or no decision before.
    reduction_base: i32 = 50, AlphaBeta, 0..=300, 15.0;
    /// Late move reductions grow by the product of the logarithms of depth and number, divided by this (in hundredths).
    reduction_divisor: i32 = 220, AlphaBeta, 50..=1_000, 25.0;
    /// Internal iterative reduction is used with this many turns left or more.
    iterative_reduction_depth: i32 = 4, AlphaBeta, 1..=20, 1.0;

    /// Singular extensions are tried with this many turns left or more; [`NEVER`]: nowhere.
    singular_depth: i32 = NEVER, AlphaBeta, 1..=NEVER as i64, 1.0;
    /// The transposition table's entry for such a node may be this many turns shallower.
    singular_entry_depth: i32 = 3, AlphaBeta, 0..=20, 1.0;
    /// All other decisions must be worse by this much for each turn left.
    singular_margin: i32 = 10, AlphaBeta, 0..=200, 3.0;

    /// Half the width of the first aspiration window; it grows fourfold with every failure.
    aspiration_window: i32 = 40, AlphaBeta, 1..=1_000, 10.0;

    /// UCT: how much a little-tried decision is favoured, in thousandths of a point.
    uct_exploration: i32 = 700, Tree, 0..=5_000, 100.0;
    /// UCT: an untried decision is assumed to be this much worse than its parent's average, in thousandths (first-play
    /// urgency).
    first_play_reduction: i32 = 100, Tree, 0..=1_000, 40.0;
    /// UCT: a leaf gets children on this visit.
    expand_at: i64 = 4, Tree, 1..=1_000, 1.0;
    /// PUCT: how much a little-tried decision is favoured, in thousandths of a point.
    puct_exploration: i32 = 110, Tree, 0..=5_000, 25.0;
    /// PUCT: an untried decision is assumed to be this much worse than its evaluation, in thousandths of a point. Of all children
    /// the best is tried first, and the evaluation of the best of many is too good on average.
    puct_first_play: i32 = 0, Tree, 0..=1_000, 25.0;
    /// PUCT: the part of minimax in what a decision is worth, in thousandths; the rest is the average payoff.
    implicit_minimax: i32 = 500, Tree, 0..=1_000, 100.0;
}

/// A depth that no search reaches.
pub const NEVER: i32 = 1_000;
