//! Pictures of a position, for the terminal and as SVG.

use super::{Game, Move};

/// The characters that a board in the terminal may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Letters and punctuation only.
    Ascii,
    /// Any character of a common monospaced font.
    Unicode,
}

/// What a picture shows besides the position. All decisions were or will be legal when their time comes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Marks<'a> {
    /// The decisions of the turn that led here, marked on the board.
    pub last: &'a [Move],
    /// The decisions expected next (a principal variation), drawn as numbered arrows or spots.
    pub line: &'a [Move],
}

/// Pictures of a position.
pub trait Draw: Game {
    /// The board for a terminal, with coordinates, the decisions of `last` marked, and a line that says who is to
    /// do what. Ends in a newline.
    fn terminal(&self, last: &[Move], charset: Charset) -> String;
    /// The board as an SVG document.
    fn svg(&self, marks: &Marks) -> String;
}
