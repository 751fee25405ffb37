//! What can be chosen before a game of Pentalath.

/// What can be chosen before a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Whether seat 2 may take over the first stone instead of answering it.
    pub swap: bool,
}
