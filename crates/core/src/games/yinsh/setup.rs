//! What can be chosen before a game of YINSH.

/// What can be chosen before a game: only the variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The name of the variant: `yinsh` or `yinsh-blitz`.
    pub name: &'static str,
    /// How many rings a player has to take off to win.
    pub rings_to_win: u8,
}

impl Setup {
    /// The game as published: three rings win.
    pub const YINSH: Self = Self { name: "yinsh", rings_to_win: 3 };
    /// The short game: one ring wins.
    pub const BLITZ: Self = Self { name: "yinsh-blitz", rings_to_win: 1 };
}
