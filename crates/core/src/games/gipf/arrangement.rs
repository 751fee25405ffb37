//! Positions of GIPF set up by hand.
//!
//! Pieces not on the board are in reserve, unless given as captured. A player with a row is the one who pushed. In the
//! tournament game a player without a single piece on the board may still bring in GIPF-pieces.

use super::board::{self, BOARD};
use super::describe::{CAPTURED, GIPF, RESERVE, SINGLE, paint};
use super::names::{colour, spot_text};
use super::position::Gipf;
use super::position_text::singles_in_rows;
use super::says;
use super::setup::{Setup, Variant};
use crate::board::bits::members;
use crate::game::describe::{CountKind, Piece};
use crate::game::says as game;
use crate::game::{Arrange, Arrangement, Game, Player, TextError};

/// How many pieces of a player are in reserve, if `on_board` are on the board and there are `army` in all.
fn reserve(arrangement: &Arrangement, player: Player, on_board: u32, army: u8) -> Result<u8, TextError> {
    let off = i32::from(army) - on_board as i32;
    let given = |what: CountKind| arrangement.count(what.id, Some(paint(player)));
    let (in_reserve, captured) = match (given(RESERVE), given(CAPTURED)) {
        (None, None) => (off, 0),
        (None, Some(captured)) => (off - captured, captured),
        (Some(in_reserve), None) => (in_reserve, off - in_reserve),
        (Some(in_reserve), Some(captured)) => (in_reserve, captured),
    };
    if in_reserve < 0 || captured < 0 || in_reserve + captured != off {
        let on_board = says::on_board(on_board);
        let parts = match (in_reserve.max(0), captured.max(0)) {
            (0, 0) => on_board,
            (some, 0) => says::with_reserve(on_board, some),
            (0, some) => says::with_captured(on_board, some),
            (some, more) => says::with_both(on_board, some, more),
        };
        return Err(TextError::Position(says::wrong_sum(colour(player), parts, army)));
    }
    Ok(in_reserve as u8)
}

impl Arrange for Gipf {
    fn pieces_to_set(setup: &Setup) -> Vec<Piece> {
        let has_stacks = setup.variant != Variant::Basic;
        let kinds = [Some(SINGLE), has_stacks.then_some(GIPF)];
        kinds.into_iter().flatten().flat_map(|kind| Player::BOTH.map(|side| Piece::new(kind, paint(side)))).collect()
    }

    fn proposed(setup: &Setup, arrangement: &Arrangement) -> Result<Self, TextError> {
        let set = |kind| {
            Player::BOTH.map(|side| {
                let holds =
                    |spot: &usize| arrangement.piece_on(&spot_text(*spot)) == Some(Piece::new(kind, paint(side)));
                members(BOARD).filter(holds).fold(0_u64, |set, spot| set | 1 << spot)
            })
        };
        let (singles, stacks) = (set(SINGLE), set(GIPF));
        let me = Player::new(arrangement.seat);
        let mut position = Self {
            pieces: [singles[0] | stacks[0], singles[1] | stacks[1]],
            stacks: stacks[0] | stacks[1],
            to_decide: me,
            ..Self::start(setup)
        };
        for side in Player::BOTH {
            let index = side.index();
            let on_board = singles[index].count_ones() + 2 * stacks[index].count_ones();
            position.reserve[index] = reserve(arrangement, side, on_board, position.army[index])?;
            position.may_stack[index] = setup.variant == Variant::Tournament && singles[index] == 0;
        }
        // Rows of GIPF-pieces alone may have been left.
        if Player::BOTH.into_iter().any(|side| singles_in_rows(&position, side) != 0) {
            if !board::has_row(position.pieces[me.index()]) {
                return Err(TextError::Position(game::row_first(colour(me.other()), colour(me))));
            }
            position.pushed = Some(me);
        }
        Ok(position)
    }
}
