//! Pictures of a position, for the terminal and as SVG.

use super::describe::Colour;
use super::{Game, Move};
use crate::board::drawing::Stone;

/// The characters that a board in the terminal may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    /// Letters and punctuation only.
    Ascii,
    /// Any character of a common monospaced font.
    Unicode,
}

/// A decision expected next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExpectedMove {
    /// The decision.
    pub mv: Move,
    /// In which of the turns to come, from 1.
    pub turn: usize,
    /// The colour of whoever takes it.
    pub colour: Colour,
}

impl ExpectedMove {
    /// The stone that shows whose it is.
    pub fn stone(&self) -> Stone {
        match self.colour {
            Colour::White => Stone::White,
            Colour::Black => Stone::Black,
            Colour::Red => Stone::Red,
        }
    }
}

/// What a picture shows besides the position. All decisions were or will be legal when their time comes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Marks<'a> {
    /// The decisions of the turn that led here, marked on the board.
    pub last: &'a [Move],
    /// The decisions expected next (a principal variation), drawn as arrows or ghostly pieces with the number of their turn.
    pub line: &'a [ExpectedMove],
}

/// Pictures of a position.
pub trait Draw: Game {
    /// The board for a terminal, with coordinates, the decisions of `last` marked, and a line that says who is to
    /// do what. Ends in a newline.
    fn terminal(&self, last: &[Move], charset: Charset) -> String;
    /// The board as an SVG document.
    fn svg(&self, marks: &Marks) -> String;
}
