//! Positions of YINSH that are set up by hand.
//!
//! As long as there is no marker, rings that are not on the board are in hand and placed next. After that they have been
//! taken off; a board with markers that lacks others, as exercises do, goes on without them.

use super::board::BOARD;
use super::describe::{IN_HAND, TAKEN, marker, paint, ring};
use super::lines::Lines;
use super::names::{colour, name};
use super::position::{Phase, RINGS, Yinsh};
use super::says;
use super::setup::Setup;
use crate::board::bits::members;
use crate::game::describe::{CountKind, Piece};
use crate::game::{Arrange, Arrangement, Game, Player, TextError};
use crate::games::swap::Swap;
use crate::sentence::Sentence;

fn impossible<T>(why: Sentence) -> Result<T, TextError> {
    Err(TextError::Position(why))
}

/// Whether the rings have been placed and one has been moved.
fn has_begun(arrangement: &Arrangement) -> bool {
    Player::BOTH.into_iter().any(|side| arrangement.number_of(marker(side)) > 0)
}

/// How many rings a player has taken off.
fn rings_taken(setup: &Setup, arrangement: &Arrangement, player: Player) -> Result<u8, TextError> {
    let rings = arrangement.number_of(ring(player));
    let on_board = says::on_board(colour(player), rings);
    let Some(off) = RINGS.checked_sub(rings as u32) else {
        return impossible(says::too_many(on_board, RINGS));
    };
    let (off, most) = (off as i32, i32::from(setup.rings_to_win));
    let given = |what: CountKind| arrangement.count(what.id, Some(paint(player)));
    let (in_hand, taken) = match (given(IN_HAND), given(TAKEN)) {
        (Some(in_hand), Some(taken)) => (in_hand, taken),
        (Some(in_hand), None) => (in_hand, off - in_hand),
        (None, Some(taken)) => (off - taken, taken),
        (None, None) if !has_begun(arrangement) => (off, 0),
        (None, None) if off <= most => (0, off),
        (None, None) => return impossible(says::say_how_many(on_board, most)),
    };
    if in_hand < 0 || taken < 0 || in_hand + taken != off {
        let (in_hand, taken) = (in_hand.max(0), taken.max(0));
        return impossible(says::wrong_sum(on_board, in_hand, taken, RINGS));
    }
    Ok(taken as u8)
}

impl Yinsh {
    /// The decision of `me`, and who moves a ring next. A row of the other side has been left standing: it is taken at the
    /// start of their next turn.
    fn phase_of_board(&self, me: Player) -> Result<(Phase, Player), TextError> {
        let (you, has_won) = (me.other(), Player::BOTH.map(|side| self.has_won(side)));
        let places = |side: Player| self.marker_count == 0 && self.rings_to_place(side) > 0;
        match has_won {
            [true, true] => impossible(says::both_took()),
            [true, false] | [false, true] => Ok((Phase::Move, me)),
            _ if self.has_row(me) => Ok((Phase::Row, you)),
            _ if places(me) => Ok((Phase::Place, Player::FIRST)),
            _ if places(you) => impossible(says::rings_first(colour(you), colour(me))),
            _ => Ok((Phase::Move, me)),
        }
    }
}

impl Arrange for Yinsh {
    fn pieces_to_set(_setup: &Setup) -> Vec<Piece> {
        Player::BOTH.map(ring).into_iter().chain(Player::BOTH.map(marker)).collect()
    }

    fn proposed(setup: &Setup, arrangement: &Arrangement) -> Result<Self, TextError> {
        let set = |piece| {
            let holds = |at: &usize| arrangement.piece_on(&name(*at)) == Some(piece);
            members(BOARD).filter(holds).fold(0_u128, |set, at| set | 1 << at)
        };
        let [white, black] = Player::BOTH.map(|side| set(marker(side)));
        let [first, second] = Player::BOTH.map(|side| rings_taken(setup, arrangement, side));
        let me = Player::new(arrangement.seat);
        let board = Self {
            rings: Player::BOTH.map(|side| Lines::new(set(ring(side)))),
            markers: Lines::new(white | black),
            white,
            taken: [first?, second?],
            marker_count: (white | black).count_ones() as u8,
            decides: me,
            ..Self::start(setup)
        };
        let (phase, moves_next) = board.phase_of_board(me)?;
        let rings = board.rings.map(|rings| rings.set().count_ones());
        let swap = Swap::on_board(setup.swap && phase == Phase::Place, rings, arrangement.seat);
        Ok(Self { phase, moves_next, swap, ..board })
    }
}
