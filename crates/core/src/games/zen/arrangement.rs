//! Positions of Zèn that are set up by hand.

use super::board::{NOWHERE, SQUARES, single};
use super::describe::{PAWN, ZEN};
use super::names::name;
use super::position::{Pieces, Zen};
use super::position_text::check_numbers;
use super::setup::Setup;
use crate::game::describe::{Colour, Piece};
use crate::game::{Arrange, Arrangement, TextError};

/// White's pawns, Black's pawns, and the Zen.
const PIECES: [Piece; 3] =
    [Piece::new(PAWN, Colour::White), Piece::new(PAWN, Colour::Black), Piece::new(ZEN, Colour::Red)];

impl Arrange for Zen {
    fn pieces_to_set(_setup: &Setup) -> Vec<Piece> {
        PIECES.to_vec()
    }

    fn proposed(setup: &Setup, arrangement: &Arrangement) -> Result<Self, TextError> {
        check_numbers(PIECES.map(|piece| arrangement.number_of(piece))).map_err(TextError::Position)?;
        let on = |piece| (0..SQUARES).filter(move |&square| arrangement.piece_on(&name(square)) == Some(piece));
        let [white, black, mut zen] = PIECES.map(on);
        let pawns = [white, black].map(|squares| squares.fold(0, |set, square| set | single(square)));
        let pieces = Pieces { pawns, zen: zen.next().unwrap_or(NOWHERE), ban: NOWHERE };
        Ok(Self::build(setup, pieces, arrangement.seat, 0))
    }
}
