//! Positions set up by hand: the inverse of a position as data.
//!
//! A page that knows no rules has pieces on a board, a seat to decide, and counts beside the board. A position holds
//! more than that. The game derives the rest from the board where its rules allow it (rows on the board must be taken),
//! and otherwise assumes the usual value (nobody has just passed). Only one place decides what is legal: the
//! arrangement becomes a position text, which is then read like any other.

use super::describe::{Colour, Count, Describe, Piece, PlaceKind, PlaceName};
use super::{Notation, Seating, TextError, says};
use crate::sentence::Sentence;
use crate::text::shorten;

/// The pieces on the board, the counts beside it, and the seat to decide.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// The pieces on the board, by place (named as in [`Describe::places`]), in any order.
    pub pieces: Vec<(PlaceName, Piece)>,
    /// The seat that decides, from 0. Nobody has swapped: where seats may exchange their colours, seat 0 has White.
    pub seat: usize,
    /// The counts beside the board, by the names in [`Describe::counts`]. Counts left out follow from the board.
    pub counts: Vec<Count>,
}

impl Arrangement {
    /// The arrangement of a position. At the end of a game the seat may be any.
    pub fn of<G: Describe + Seating>(position: &G) -> Self {
        Self { pieces: position.pieces(), seat: position.seat(), counts: position.counts() }
    }

    /// The piece on a place.
    pub fn piece_on(&self, place: &str) -> Option<Piece> {
        self.pieces.iter().find(|(name, _)| name == place).map(|&(_, piece)| piece)
    }

    /// How many of a piece are on the board.
    pub fn number_of(&self, piece: Piece) -> usize {
        self.pieces.iter().filter(|(_, other)| *other == piece).count()
    }

    /// A count beside the board, if it is given.
    pub fn count(&self, name: &str, colour: Option<Colour>) -> Option<i32> {
        self.counts.iter().find(|count| count.kind.id == name && count.colour == colour).map(|count| count.count)
    }

    /// Checks that the game has these pieces, places, seats and counts.
    fn check<G: Arrange>(&self, setup: &G::Setup) -> Result<(), TextError> {
        let seats = G::seats(setup);
        if self.seat >= seats {
            return impossible(says::seats(self.seat.saturating_add(1), seats));
        }
        let (places, allowed) = (G::places(), G::pieces_to_set(setup));
        for (index, (name, piece)) in self.pieces.iter().enumerate() {
            match places.iter().find(|place| place.name == *name) {
                None => return impossible(says::no_place(shorten(name))),
                Some(place) if place.kind == PlaceKind::Dot => return impossible(says::dot(name.as_str())),
                Some(_) => {}
            }
            if !allowed.contains(piece) {
                return impossible(says::no_piece(piece_words(*piece)));
            }
            if self.pieces[..index].iter().any(|(other, _)| other == name) {
                return impossible(says::two_pieces(name.as_str()));
            }
        }
        let known = G::start(setup).counts();
        for (index, count) in self.counts.iter().enumerate() {
            let is_same = |other: &&Count| other.kind == count.kind && other.colour == count.colour;
            let what = || count_words(count);
            if !known.iter().any(|other| is_same(&other)) {
                return impossible(says::uncounted(what()));
            }
            if u8::try_from(count.count).is_err() {
                return impossible(says::no_count(what(), count.count));
            }
            if self.counts[..index].iter().any(|other| is_same(&other)) {
                return impossible(says::count_twice(what()));
            }
        }
        Ok(())
    }

    /// Checks that a position has everything that was asked for.
    fn check_position<G: Arrange>(&self, position: &G) -> Result<(), TextError> {
        let counts = position.counts();
        for given in &self.counts {
            let real = counts.iter().find(|count| count.kind == given.kind && count.colour == given.colour);
            if let Some(real) = real.filter(|real| real.count != given.count) {
                return impossible(says::wrong_count(count_words(given), real.count, given.count));
            }
        }
        if position.outcome().is_none() && position.seat() != self.seat {
            let (real, given) = (position.seat() + 1, self.seat + 1);
            return impossible(says::wrong_seat(real, given));
        }
        Ok(())
    }
}

/// A position set up by hand.
pub trait Arrange: Describe + Notation + Seating {
    /// All pieces that may lie on the board in this variant, always in the same order.
    fn pieces_to_set(setup: &Self::Setup) -> Vec<Piece>;

    /// The position that an arrangement stands for, in the phase that the rules derive from the board. All pieces,
    /// places, names of counts and the seat are those of the game, no place has two pieces, and the counts are from 0
    /// to 255. It need not be checked whether the rules can continue from it: reading its position text does that.
    ///
    /// # Errors
    /// [`TextError::Position`] for mistakes that a position text would not reveal, or not as clearly.
    fn proposed(setup: &Self::Setup, arrangement: &Arrangement) -> Result<Self, TextError>;

    /// The position that an arrangement stands for, which may be already won.
    ///
    /// # Errors
    /// [`TextError::Position`] with a sentence that says what is impossible.
    fn arranged(setup: &Self::Setup, arrangement: &Arrangement) -> Result<Self, TextError> {
        arrangement.check::<Self>(setup)?;
        let proposed = Self::proposed(setup, arrangement)?;
        let position = Self::read_position(setup, &proposed.position_text())?;
        arrangement.check_position(&position)?;
        Ok(position)
    }
}

fn impossible<T>(why: Sentence) -> Result<T, TextError> {
    Err(TextError::Position(why))
}

/// The name of a piece in a sentence, such as `white ring`.
fn piece_words(piece: Piece) -> Sentence {
    let kind = (piece.kind.name)();
    match piece.colour {
        Colour::White => says::white_piece(kind),
        Colour::Black => says::black_piece(kind),
        Colour::Red => says::red_piece(kind),
    }
}

/// The name of a count in a sentence: `rings in hand of White` for `ringsInHand`.
fn count_words(count: &Count) -> Sentence {
    let words = (count.kind.name)();
    match count.colour {
        Some(colour) => says::count_of(words, colour.said()),
        None => words,
    }
}
