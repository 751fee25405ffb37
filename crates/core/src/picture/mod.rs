//! Boards as pictures: SVG for paper and pages, text for terminals. All games share this code, which uses the
//! description of a position as data ([`Describe`](crate::game::describe::Describe)); games draw nothing themselves.

mod board;
pub mod sheet;
mod svg;
mod terminal;

pub use board::{Board, PlaceState};
pub use svg::{Expected, Over, SHAPES, svg};
pub use terminal::{Charset, Drawing, Layout, Look, signs, text};

use crate::game::describe::{Colour, Piece, PieceKind, PlaceName};
use std::collections::BTreeSet;

/// What a picture shows of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The name of the game.
    pub game: &'static str,
    /// The board and what lies on it.
    pub board: Board,
    /// The places that the last turn has changed.
    pub last: Vec<PlaceName>,
    /// The places that show why the game has ended.
    pub ending: Vec<PlaceName>,
    /// The place where a piece may not go back to.
    pub banned: Option<PlaceName>,
    /// The places where a legal decision may start.
    pub legal: BTreeSet<PlaceName>,
    /// Who plays.
    pub sides: Vec<Side>,
    /// The pieces that are nobody's.
    pub neutral: Vec<Piece>,
    /// Other information, such as `51 markers left`.
    pub remarks: Vec<String>,
    /// Who has to do what, or how the game ended.
    pub caption: String,
}

/// A seat, for the lines below a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// Its number, from 1.
    pub seat: usize,
    /// The colour it plays.
    pub colour: Colour,
    /// The kinds of its pieces on the board.
    pub kinds: Vec<PieceKind>,
    /// What it has beside the board, such as `5 rings in hand`, and whether it is out of the game.
    pub notes: Vec<String>,
}

impl Side {
    /// Such as `White: 5 rings in hand`; nothing if there is nothing to say.
    pub fn noted(&self) -> Option<String> {
        (!self.notes.is_empty()).then(|| format!("{}: {}", self.colour.name(), self.notes.join(", ")))
    }

    /// Such as `White (seat 1, you): 5 rings in hand`; `who` is what is added to the seat.
    pub fn words(&self, who: &str) -> String {
        let name = format!("{} (seat {}{who})", self.colour.name(), self.seat);
        if self.notes.is_empty() { name } else { format!("{name}: {}", self.notes.join(", ")) }
    }
}
