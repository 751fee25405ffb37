//! A position set up by hand: the inverse of a position as data.
//!
//! A page that knows no rule has pieces on a board, somebody who decides, and what lies beside the board. That does not
//! say all that a position holds. What it leaves open, the game derives from the board where its rules allow that (rows
//! that are there have to be taken); the rest gets the value that it has most of the time (nobody has just passed).
//! What is legal is said in one place alone: what comes of an arrangement is read as a position text.

use super::describe::{Colour, Count, Describe, Piece, PlaceKind, PlaceName};
use super::{Notation, Seating, TextError, says};
use crate::sentence::Sentence;
use crate::text::shorten;

/// What lies on the board and beside it, and who decides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arrangement {
    /// What lies on the board: places as [`Describe::places`] names them, in any order.
    pub pieces: Vec<(PlaceName, Piece)>,
    /// The seat that decides, from 0. Nobody has swapped: where seats may exchange their colours, seat 0 has White.
    pub seat: usize,
    /// What there is beside the board, by the names of [`Describe::counts`]. What is left out follows from the board.
    pub counts: Vec<Count>,
}

impl Arrangement {
    /// What a position shows. At the end of a game the seat is anybody's.
    pub fn of<G: Describe + Seating>(position: &G) -> Self {
        Self { pieces: position.pieces(), seat: position.seat(), counts: position.counts() }
    }

    /// What lies on a place.
    pub fn piece_on(&self, place: &str) -> Option<Piece> {
        self.pieces.iter().find(|(name, _)| name == place).map(|&(_, piece)| piece)
    }

    /// How many there are of a piece on the board.
    pub fn number_of(&self, piece: Piece) -> usize {
        self.pieces.iter().filter(|(_, other)| *other == piece).count()
    }

    /// How many there are of something beside the board, if that is given.
    pub fn count(&self, name: &str, colour: Option<Colour>) -> Option<i32> {
        self.counts.iter().find(|count| count.kind.id == name && count.colour == colour).map(|count| count.count)
    }

    /// Whether the game has these pieces, places, seats and counts.
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

    /// Whether a position has what has been asked for.
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

/// A position that is set up by hand.
pub trait Arrange: Describe + Notation + Seating {
    /// All pieces that may lie on the board in this variant, always in the same order.
    fn pieces_to_set(setup: &Self::Setup) -> Vec<Piece>;

    /// The position that an arrangement stands for, in the phase that the rules derive from the board. All pieces,
    /// places, names of counts and the seat are those of the game, no place has two pieces, and the counts are from 0
    /// to 255. Whether the rules can go on from it need not be asked; its position text must tell.
    ///
    /// # Errors
    /// [`TextError::Position`] for what a position text would not tell, or not as clearly.
    fn proposed(setup: &Self::Setup, arrangement: &Arrangement) -> Result<Self, TextError>;

    /// The position that an arrangement stands for. It may be one in which somebody has won.
    ///
    /// # Errors
    /// [`TextError::Position`] saying in a sentence what is impossible.
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

/// A piece in a sentence, such as `white ring`.
fn piece_words(piece: Piece) -> Sentence {
    let kind = (piece.kind.name)();
    match piece.colour {
        Colour::White => says::white_piece(kind),
        Colour::Black => says::black_piece(kind),
        Colour::Red => says::red_piece(kind),
    }
}

/// What is counted, in a sentence: `rings in hand of White` for `ringsInHand`.
fn count_words(count: &Count) -> Sentence {
    let words = (count.kind.name)();
    match count.colour {
        Some(colour) => says::count_of(words, colour.said()),
        None => words,
    }
}
