//! What can be chosen before a game of Zèn.

/// Which game of the book is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variant {
    /// The game itself, also for four.
    Zen,
    /// The book's third variant: the Zen need not touch a pawn after its move.
    Free,
}

/// A colour of pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// The pawns that stand on a6 and a11 at the start.
    White,
    /// The pawns that stand on a1 at the start.
    Black,
}

impl Colour {
    /// The other colour.
    pub fn other(self) -> Self {
        if self == Self::White { Self::Black } else { Self::White }
    }
}

/// What can be chosen before a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The game of the book.
    pub variant: Variant,
    /// The colour of the side that starts.
    pub first: Colour,
    /// Four people in two teams, instead of two people.
    pub four: bool,
}

impl Setup {
    /// The usual options of a variant: White starts, two people play.
    pub fn new(variant: Variant) -> Self {
        Self { variant, first: Colour::White, four: false }
    }
}
