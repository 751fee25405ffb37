//! What can be chosen before a game of YINSH.

/// What can be chosen before a game: the variant, and whether the first ring may be taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// How many rings a player has to take off to win.
    pub rings_to_win: u8,
    /// Seat 2 may say `swap` as its first turn.
    pub swap: bool,
}

impl Setup {
    /// The game as published: three rings win.
    pub const YINSH: Self = Self { rings_to_win: 3, swap: false };
    /// The short game: one ring wins.
    pub const BLITZ: Self = Self { rings_to_win: 1, swap: false };
}
