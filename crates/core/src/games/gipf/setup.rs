//! What can be chosen before a game of GIPF.

/// Which GIPF is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// Single pieces only.
    Basic,
    /// The six pieces of the start are GIPF-pieces.
    Standard,
    /// An empty board, to which the players bring their GIPF-pieces first.
    Tournament,
}

/// The choices before a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The variant.
    pub variant: Variant,
    /// Extra pieces in reserve for White and for Black, 0 to 3 for one of them: the handicap.
    pub extra: [u8; 2],
}

impl Setup {
    /// A game without handicap.
    pub const fn new(variant: Variant) -> Self {
        Self { variant, extra: [0, 0] }
    }

    /// How many pieces each side has, on the board and in reserve together.
    pub fn army(&self) -> [u8; 2] {
        let pieces = if self.variant == Variant::Basic { 15 } else { 18 };
        self.extra.map(|extra| pieces + extra)
    }
}
