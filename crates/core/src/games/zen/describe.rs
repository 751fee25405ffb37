//! Positions of Zèn as data.

use super::board::{NOWHERE, SQUARES, place};
use super::decision::squares_of;
use super::names::name;
use super::position::Zen;
use super::says;
use super::setup::Colour as Side;
use super::threats::Threat;
use crate::board::bits::members;
use crate::game::describe::{
    Colour, Describe, Description, Effect, Ending, MOVE, PASS, Piece, PieceKind, Place, PlaceKind, PlaceName, Shape,
    Task,
};
use crate::game::says as game;
use crate::game::{Move, Player};

pub(super) const PAWN: PieceKind = PieceKind { id: "pawn", shape: Shape::Pawn, name: game::pawn };
pub(super) const ZEN: PieceKind = PieceKind { id: "zen", shape: Shape::Enso, name: game::zen };

/// The points that win a match.
const MATCH_TARGET: u32 = 7;

fn paint(side: Side) -> Colour {
    Colour::ALL[side as usize]
}

impl Zen {
    fn piece_on(&self, square: usize) -> Option<Piece> {
        Some(match self.piece(square)? {
            'w' => Piece::new(PAWN, Colour::White),
            'b' => Piece::new(PAWN, Colour::Black),
            _ => Piece::new(ZEN, Colour::Red),
        })
    }

    /// The change of the banned square, which is `after` from now on.
    fn ban_effect(&self, after: usize) -> Option<Effect> {
        let place = (after != NOWHERE).then(|| name(after));
        (after != self.ban()).then_some(Effect::Ban { place })
    }
}

impl Describe for Zen {
    fn places() -> Vec<Place> {
        let at = |square| {
            let (column, row) = place(square);
            (f64::from(column), f64::from(-row))
        };
        (0..SQUARES).map(|square| Place { name: name(square), kind: PlaceKind::Square, at: at(square) }).collect()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        (0..SQUARES).filter_map(|square| Some((name(square), self.piece_on(square)?))).collect()
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        paint(self.colour_of(player))
    }

    fn banned_piece(&self) -> Option<(PieceKind, PlaceName)> {
        (self.ban() != NOWHERE).then(|| (ZEN, name(self.ban())))
    }

    fn task(&self) -> Task {
        if self.steps().1 == 0 {
            return Task::new(PASS, says::pass(), game::pass_how());
        }
        let what = if self.zen() == NOWHERE { says::go() } else { says::go_with_zen() };
        Task::new(MOVE, what, says::go_how()).then(game::go_then())
    }

    fn ending(&self) -> Ending {
        let connected = |side: Side| self.connected(side);
        let sides = [Side::White, Side::Black].into_iter().filter(|&side| connected(side));
        let armies = sides.clone().fold(0, |all, side| all | self.army(side));
        let points = members(armies).map(name).collect();
        match sides.collect::<Vec<_>>()[..] {
            [winner] => {
                let sentence = says::won(winner.said(), self.points().unwrap_or(0));
                Ending { why: "connected", sentence, points }
            }
            [] => Ending { why: "passes", sentence: game::drawn(says::nobody_moves()), points },
            _ => Ending { why: "connected", sentence: game::drawn(says::both_connected()), points },
        }
    }

    fn describe(&self, mv: Move) -> Description {
        let Some((from, to)) = squares_of(mv) else {
            return Description::pass(self.ban_effect(NOWHERE).into_iter().collect());
        };
        let captured = self.piece_on(to).map(|piece| Effect::Take { piece, from: name(to) });
        let moved = self.piece_on(from).map(|piece| Effect::Move { piece, from: name(from), to: name(to) });
        let ban = self.ban_effect(if from == self.zen() { from } else { NOWHERE });
        let effects = captured.into_iter().chain(moved).chain(ban).collect();
        Description::new(MOVE, vec![name(from), name(to)], effects)
    }

    fn round_points(&self) -> Option<u32> {
        self.points()
    }

    fn match_target() -> Option<u32> {
        Some(MATCH_TARGET)
    }

    fn warning(&self) -> Option<&'static str> {
        match self.threat() {
            Threat::None => None,
            Threat::Check => Some("check"),
            Threat::Mate => Some("mate"),
        }
    }
}
