//! The numbers that steer a search, one set for each variant.
//!
//! Built with the feature `tune`, each can be set as an option of the engine; otherwise they are constants.

/// Declares [`SearchParams`]: each number with its name, type, default, and range for tuning.
macro_rules! search_params {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty = $default:expr, $range:expr;)+) => {
        /// Every number by which a variant steers alpha-beta, MCTS and the clock. Scores are in hundredths of a unit,
        /// depths in turns.
        #[derive(Clone, Copy, PartialEq, Debug)]
        pub struct SearchParams {
            $($(#[doc = $doc])+ pub $name: $type,)+
        }

        impl SearchParams {
            /// What a game begins with.
            pub const DEFAULT: Self = Self { $($name: $default,)+ };

            /// The name, the present value and the range of each number.
            #[cfg(feature = "tune")]
            pub fn list(&self) -> Vec<(&'static str, i64, std::ops::RangeInclusive<i64>)> {
                vec![$((stringify!($name), self.$name as i64, $range)),+]
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
    usual_turns: u32 = 30, 1..=200;

    /// Threat-space search is tried with this many turns left or more; 0: at the leaves too, [`NEVER`]: nowhere.
    threat_search_depth: i32 = NEVER, 0..=NEVER as i64;
    /// How many threats a threat-space search tries where turns are left.
    threat_search_nodes: u32 = 32, 1..=1_000;
    /// How many threats a threat-space search tries at a leaf.
    threat_search_leaf_nodes: u32 = 16, 1..=1_000;

    /// Late move pruning is used with at most this many turns left; -[`NEVER`]: not even with none.
    late_move_depth: i32 = 8, -(NEVER as i64)..=20;
    /// Late move pruning keeps this many decisions plus the square of the turns left.
    late_move_base: i32 = 3, 0..=100;

    /// Futility and reverse futility pruning are used with at most this many turns left.
    futility_depth: i32 = 5, 0..=20;
    /// Futility pruning: the margin with no turn left.
    futility_base: i32 = 30, 0..=1_000;
    /// Futility pruning: the extra margin for each turn left.
    futility_margin: i32 = 50, 0..=1_000;
    /// Reverse futility pruning: the margin for each turn left.
    reverse_futility_margin: i32 = 80, 0..=1_000;

    /// A null move is tried with this many turns left or more.
    null_move_depth: i32 = 3, 1..=20;
    /// After a null move the search is shallower by this many turns,
    null_move_base: i32 = 3, 1..=10;
    /// and by one more for every this many turns left.
    null_move_divisor: i32 = 4, 1..=20;

    /// Late move reductions, in hundredths of a turn, with no turn left or no decision before.
    reduction_base: i32 = 50, 0..=300;
    /// Late move reductions grow by the product of the logarithms of depth and number, divided by this (in hundredths).
    reduction_divisor: i32 = 220, 50..=1_000;
    /// Internal iterative reduction is used with this many turns left or more.
    iterative_reduction_depth: i32 = 4, 1..=20;

    /// Singular extensions are tried with this many turns left or more; [`NEVER`]: nowhere.
    singular_depth: i32 = NEVER, 1..=NEVER as i64;
    /// The transposition table's entry for such a node may be this many turns shallower.
    singular_entry_depth: i32 = 3, 0..=20;
    /// All other decisions must be worse by this much for each turn left.
    singular_margin: i32 = 10, 0..=200;

    /// Half the width of the first aspiration window; it grows fourfold with every failure.
    aspiration_window: i32 = 40, 1..=1_000;

    /// UCT: how much a little-tried decision is favoured, in thousandths of a point.
    uct_exploration: i32 = 700, 0..=5_000;
    /// UCT: an untried decision is assumed to be this much worse than its parent's average, in thousandths (first-play
    /// urgency).
    first_play_reduction: i32 = 100, 0..=1_000;
    /// UCT: a leaf gets children on this visit.
    expand_at: i64 = 4, 1..=1_000;
    /// PUCT: how much a little-tried decision is favoured, in thousandths of a point.
    puct_exploration: i32 = 110, 0..=5_000;
    /// PUCT: the part of minimax in what a decision is worth, in thousandths; the rest is the average payoff.
    implicit_minimax: i32 = 500, 0..=1_000;

    /// Proof search: a difference of this much in static evaluation makes the first proof and disproof numbers of a
    /// position differ e-fold.
    proof_spread: i32 = 2_000, 1..=10_000;
    /// Proof search: the side to decide is assumed to be this much better than its static evaluation.
    proof_tempo: i32 = 0, 0..=1_000;
}

/// A depth that no search reaches.
pub const NEVER: i32 = 1_000;

/// The parameters of a variant; they can be changed in builds for tuning.
pub struct Tunable {
    initial: SearchParams,
    #[cfg(feature = "tune")]
    changed: parking_lot::RwLock<Option<&'static SearchParams>>,
}

impl Tunable {
    /// Starts with these.
    pub const fn new(initial: SearchParams) -> Self {
        Self {
            initial,
            #[cfg(feature = "tune")]
            changed: parking_lot::RwLock::new(None),
        }
    }

    /// The present numbers.
    #[cfg(not(feature = "tune"))]
    #[inline(always)]
    pub fn get(&'static self) -> &'static SearchParams {
        &self.initial
    }

    /// The present numbers.
    #[cfg(feature = "tune")]
    pub fn get(&'static self) -> &'static SearchParams {
        let changed = self.changed.read();
        changed.unwrap_or(&self.initial)
    }

    /// Sets a number by name; false if there is none of that name or the value is out of range. Running searches keep
    /// the old numbers, so these are never freed.
    #[cfg(feature = "tune")]
    pub fn set(&'static self, name: &str, value: i64) -> bool {
        let mut new = *self.get();
        let done = new.set(name, value);
        if done {
            *self.changed.write() = Some(Box::leak(Box::new(new)));
        }
        done
    }
}
