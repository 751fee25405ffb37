//! What can be chosen before a game of Yavalath for two.

/// Whether the first stone may be taken over: the game's one option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Seat 2 may say `swap` as its first turn.
    pub swap: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { swap: true }
    }
}
