//! Positions of GIPF as data.

use super::board::{BOARD, LINE, PUSH, Point, point};
use super::decision::Decision;
use super::names::{colour, ends, point_text, spot_text};
use super::position::Gipf;
use super::says;
use super::setup::Variant;
use crate::board::bits::members;
use crate::game::describe::{
    Choice, Colour, Count, CountKind, Describe, Description, Effect, Ending, Piece, PieceKind, Place, PlaceKind,
    PlaceName, Shape, Task, number_word, row_touches,
};
use crate::game::says as game;
use crate::game::{Game, Move, Outcome, Player};
use crate::sentence::Sentence;

pub(super) const SINGLE: PieceKind = PieceKind { id: "single", shape: Shape::Chip, name: game::single };
pub(super) const GIPF: PieceKind = PieceKind { id: "gipf", shape: Shape::Stack, name: game::gipf };
pub(super) const RESERVE: CountKind =
    CountKind { id: "reserve", name: game::reserve, one: "in reserve", many: "in reserve" };
pub(super) const CAPTURED: CountKind =
    CountKind { id: "captured", name: game::captured, one: "captured", many: "captured" };
const PUSHING: &str = "push";
const TAKE_ROW: &str = "takeRow";

pub(super) fn paint(player: Player) -> Colour {
    Colour::ALL[player.index()]
}

/// The 24 dots, each once.
fn dots() -> Vec<Point> {
    let mut dots: Vec<Point> = PUSH.iter().map(|push| push.dot()).collect();
    dots.sort_unstable();
    dots.dedup();
    dots
}

/// Where a point is: columns stand upright, half a step lower from one to the next.
fn place((column, row): Point) -> (f64, f64) {
    (f64::from(column) * 0.75_f64.sqrt(), f64::from(column - 2 * row) / 2.0)
}

impl Gipf {
    /// Whose piece lies on a spot.
    fn owner(&self, spot: usize) -> Option<Player> {
        Player::BOTH.into_iter().find(|p| self.pieces[p.index()] >> spot & 1 != 0)
    }

    /// How many pieces of a player are out of the game.
    pub(super) fn captured(&self, player: Player) -> u32 {
        let own = self.pieces[player.index()];
        let pieces = own.count_ones() + (own & self.stacks).count_ones() + u32::from(self.reserve[player.index()]);
        u32::from(self.army[player.index()]).saturating_sub(pieces)
    }

    /// The piece on a spot, if there is one.
    fn piece_on(&self, spot: usize) -> Option<Piece> {
        let kind = if self.stacks >> spot & 1 != 0 { GIPF } else { SINGLE };
        self.owner(spot).map(|owner| Piece::new(kind, paint(owner)))
    }

    /// Both ends of every row that can be taken, by line.
    pub(super) fn open_ends(&self) -> Vec<(usize, [PlaceName; 2])> {
        let both = |line: usize| {
            let segment = self.segment(line);
            [segment.trailing_zeros(), 63 - segment.leading_zeros()].map(|spot| spot_text(spot as usize))
        };
        members(u64::from(self.open_rows())).map(|line| (line, both(line))).collect()
    }

    fn describe_push(&self, push: usize, stacked: bool) -> Description {
        let me = self.to_decide;
        let Some(PushedChain { dot, first, shifted }) = self.pushed_chain(push) else {
            return Description::new(PUSHING, Vec::new(), Vec::new());
        };
        let kind = if stacked { GIPF } else { SINGLE };
        let put = Effect::Put { piece: Piece::new(kind, paint(me)), to: first.clone(), via: Some(dot.clone()) };
        let by = if stacked { -2 } else { -1 };
        let mut effects = vec![put];
        effects.extend(shifted);
        effects.push(Effect::Count { name: RESERVE.id, colour: Some(paint(me)), by });
        let has_choice = self.can_stack(me.index()) && !self.must_stack(me.index());
        let choice = has_choice.then_some(Choice::Piece(kind.id));
        Description { choice, preset: has_choice && !stacked, ..Description::new(PUSHING, vec![dot, first], effects) }
    }

    /// Where a push begins and which pieces it shifts; `None` if its line is full.
    fn pushed_chain(&self, push: usize) -> Option<PushedChain> {
        let push = &PUSH[push];
        let holes = push.line & !self.occupied();
        if holes == 0 {
            return None;
        }
        let shift = |spot: usize| {
            let to = push.moved(1 << spot).trailing_zeros() as usize;
            let piece = self.piece_on(spot)?;
            Some(Effect::Move { piece, from: spot_text(spot), to: spot_text(to) })
        };
        Some(PushedChain {
            dot: point_text(push.dot()),
            first: spot_text(push.first.trailing_zeros() as usize),
            shifted: members(push.chain(holes)).filter_map(shift).collect(),
        })
    }

    fn describe_take(&self, line: usize, taken: u16) -> Description {
        let me = self.to_decide;
        let (segment, taken) = (self.segment(line), LINE[line].unpack(taken));
        let mut effects = Vec::new();
        for (owner, name) in [(me, RESERVE.id), (me.other(), CAPTURED.id)] {
            let leaving = taken & self.pieces[owner.index()];
            let take = |spot| Some(Effect::Take { piece: self.piece_on(spot)?, from: spot_text(spot) });
            effects.extend(members(leaving).filter_map(take));
            let by = (leaving.count_ones() + (leaving & self.stacks).count_ones()) as i32;
            if by > 0 {
                effects.push(Effect::Count { name, colour: Some(paint(owner)), by });
            }
        }
        let rows = self.open_ends();
        let which = rows.iter().position(|row| row.0 == line).unwrap_or(0);
        let ends: Vec<[PlaceName; 2]> = rows.into_iter().map(|row| row.1).collect();
        let stacks = segment & self.stacks;
        let kept = stacks & !taken;
        let choice = (stacks != 0).then(|| Choice::Keep(members(kept).map(spot_text).collect()));
        // Usually one's own stay and the enemy's go.
        let preset = stacks != 0 && kept == stacks & self.pieces[me.index()];
        let touches = if ends.is_empty() { Vec::new() } else { row_touches(&ends, which) };
        Description { kind: TAKE_ROW, touches, choice, preset, effects }
    }

    /// The ends of the rows that can be taken, in a sentence.
    fn rows_task(&self) -> Sentence {
        let rows = self.open_ends();
        match &rows[..] {
            [(line, _)] => says::row(ends(self.segment(*line))),
            _ => says::one_of_rows(number_word(rows.len())),
        }
    }
}

struct PushedChain {
    dot: PlaceName,
    first: PlaceName,
    /// The pieces that make room.
    shifted: Vec<Effect>,
}

impl Describe for Gipf {
    fn places() -> Vec<Place> {
        let dots = dots().into_iter().map(|dot| Place { name: point_text(dot), kind: PlaceKind::Dot, at: place(dot) });
        let spot = |spot| Place { name: spot_text(spot), kind: PlaceKind::Point, at: place(point(spot)) };
        members(BOARD).map(spot).chain(dots).collect()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        members(BOARD).filter_map(|spot| Some((spot_text(spot), self.piece_on(spot)?))).collect()
    }

    fn counts(&self) -> Vec<Count> {
        let count = |kind, player, count| Count { kind, colour: Some(paint(player)), count };
        let reserve = |player: Player| count(RESERVE, player, self.reserve[player.index()].into());
        let captured = |player: Player| count(CAPTURED, player, self.captured(player) as i32);
        Player::BOTH.map(reserve).into_iter().chain(Player::BOTH.map(captured)).collect()
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        paint(player)
    }

    fn task(&self) -> Task {
        let me = self.to_decide.index();
        if self.pushed.is_some() {
            Task::new(TAKE_ROW, self.rows_task(), says::row_how()).then(game::row_then())
        } else {
            let what = match (self.must_stack(me), self.can_stack(me)) {
                (true, _) => says::push_gipf(),
                (_, true) => says::push_either(),
                _ => says::push(),
            };
            Task::new(PUSHING, what, says::push_how()).then(says::push_then())
        }
    }

    fn ending(&self) -> Ending {
        let winner = self.outcome().and_then(Outcome::winner).unwrap_or(self.to_decide.other());
        let loser = winner.other();
        let has_stack = self.stacks & self.pieces[loser.index()] != 0;
        let (winner, lost) = (colour(winner), colour(loser));
        let (why, sentence) = if self.variant != Variant::Basic && !has_stack {
            ("noGipfPieces", says::no_gipf_left(winner, lost))
        } else {
            ("noReserve", says::no_piece_left(winner, lost))
        };
        Ending { why, sentence, points: Vec::new() }
    }

    fn describe(&self, mv: Move) -> Description {
        match Decision::of(mv) {
            Decision::Push { push, stacked } => self.describe_push(push, stacked),
            Decision::Row { line, taken } => self.describe_take(line, taken),
        }
    }
}
