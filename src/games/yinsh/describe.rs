//! Positions of YINSH as data.

use super::board::{BOARD, between, window};
use super::decision::{Decision, row_end};
use super::draw::{picture_size, position_of};
use super::names::{colour, name};
use super::position::{POOL, Phase, RINGS, Yinsh};
use super::says;
use crate::board::bits::members;
use crate::game::describe::{
    self, Colour, Count, DecisionKind, Describe, Description, Effect, Ending, Piece, PieceKind, Place, PlaceKind,
    PlaceName, Task, Why, number_word, row_touches,
};
use crate::game::says as game;
use crate::game::{Move, Outcome, Player, Tactics};

const SIDES: [Player; 2] = [Player::FIRST, Player::SECOND];

pub(super) fn paint(player: Player) -> Colour {
    Colour::ALL[player.index()]
}

pub(super) fn ring(player: Player) -> Piece {
    Piece::new(PieceKind::Ring, paint(player))
}

pub(super) fn marker(player: Player) -> Piece {
    Piece::new(PieceKind::Marker, paint(player))
}

fn count(name: &'static str, player: Option<Player>, by: i32) -> Effect {
    Effect::Count { name, colour: player.map(paint), by }
}

impl Yinsh {
    /// Who owns the marker on a point, which must have one.
    fn marker_owner(&self, at: usize) -> Player {
        if self.white >> at & 1 != 0 { Player::FIRST } else { Player::SECOND }
    }

    /// Every row that the player to decide may take: its first point, its direction and its ends.
    fn open_rows(&self) -> Vec<(usize, usize, [PlaceName; 2])> {
        let rows = self.rows(self.decides).into_iter().enumerate();
        let of = |(direction, firsts): (usize, u128)| members(firsts).map(move |first| (first, direction));
        let named = |(first, direction)| (first, direction, [name(first), name(row_end(first, direction))]);
        rows.flat_map(of).map(named).collect()
    }

    fn go_effects(&self, from: usize, to: usize) -> Vec<Effect> {
        let me = self.decides;
        let mut effects =
            vec![Effect::Move { piece: ring(me), from: name(from), to: name(to) }, Effect::put(marker(me), name(from))];
        for at in members(between(from, to) & self.markers.set()) {
            effects.push(Effect::Flip { piece: marker(self.marker_owner(at).other()), to: name(at) });
        }
        effects.push(count("markers", None, -1));
        effects
    }

    fn describe_row(&self, first: usize, direction: usize) -> Description {
        let rows = self.open_rows();
        let which = rows.iter().position(|row| (row.0, row.1) == (first, direction)).unwrap_or(0);
        let ends: Vec<[PlaceName; 2]> = rows.into_iter().map(|row| row.2).collect();
        let taken = members(window(first, direction));
        let mut effects: Vec<Effect> =
            taken.map(|at| Effect::Take { piece: marker(self.decides), from: name(at) }).collect();
        effects.push(count("markers", None, 5));
        let touches = if ends.is_empty() { Vec::new() } else { row_touches(&ends, which) };
        Description { kind: DecisionKind::TakeRow, touches, choice: None, preset: false, effects }
    }
}

impl Describe for Yinsh {
    fn places() -> Vec<Place> {
        members(BOARD).map(|at| Place { name: name(at), kind: PlaceKind::Point, at: position_of(at) }).collect()
    }

    fn picture() -> (f64, f64) {
        picture_size()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        let markers = members(self.markers.set()).map(|at| (name(at), marker(self.marker_owner(at))));
        let rings = SIDES
            .into_iter()
            .flat_map(|player| members(self.rings[player.index()].set()).map(move |at| (name(at), ring(player))));
        markers.chain(rings).collect()
    }

    fn counts(&self) -> Vec<Count> {
        let of = |name, value: fn(&Self, Player) -> i32| {
            SIDES.map(|player| Count { name, colour: Some(paint(player)), count: value(self, player) })
        };
        let taken = |position: &Self, player: Player| i32::from(position.taken[player.index()]);
        let mut counts = of("ringsTaken", taken).to_vec();
        counts.extend(of("ringsInHand", |position, player| {
            let out = position.rings[player.index()].set().count_ones() as i32;
            RINGS as i32 - out - i32::from(position.taken[player.index()])
        }));
        counts.push(Count { name: "markers", colour: None, count: i32::from(POOL) - i32::from(self.marker_count) });
        counts
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        paint(player)
    }

    fn task(&self) -> Task {
        let task = |phase, what, how| Task { phase, what, how };
        match self.phase {
            Phase::Place => task(describe::Phase::Place, says::place(), says::place_how()),
            Phase::Move if self.reach(self.decides).count() == 0 => {
                task(describe::Phase::Pass, says::pass(), game::pass_how())
            }
            Phase::Move => task(describe::Phase::Move, says::go(), says::go_how()),
            Phase::Row => {
                let what = match self.open_rows().len() {
                    1 => says::row(),
                    rows => says::one_of_rows(number_word(rows)),
                };
                task(describe::Phase::TakeRow, what, says::row_how())
            }
            Phase::Ring => task(describe::Phase::TakeRing, says::ring(), says::ring_how()),
        }
    }

    fn ending(&self) -> Ending {
        let [white, black] = self.taken;
        let (why, reason) = if SIDES.into_iter().any(|player| self.has_won(player)) {
            let reason = match self.rings_to_win {
                1 => says::ring_off(),
                rings => says::rings_off(number_word(rings.into())),
            };
            (Why::Rings, reason)
        } else if self.marker_count >= POOL {
            (Why::NoMarkers, says::no_marker(white, black))
        } else {
            (Why::Passes, says::no_ring_moves(white, black))
        };
        let sentence = match self.result().and_then(Outcome::winner) {
            Some(winner) => game::won(colour(winner), reason),
            None => game::drawn(reason),
        };
        Ending { why, sentence, points: Vec::new() }
    }

    fn with_turn_passed(&self) -> Option<Self> {
        self.null_move()
    }

    fn describe(&self, mv: Move) -> Description {
        let me = self.decides;
        match Decision::of(mv) {
            Decision::Place(at) => {
                let effects = vec![Effect::put(ring(me), name(at)), count("ringsInHand", Some(me), -1)];
                Description::new(DecisionKind::Place, vec![name(at)], effects)
            }
            Decision::Go(from, to) => {
                let touches = vec![name(from), name(to)];
                Description::new(DecisionKind::Move, touches, self.go_effects(from, to))
            }
            Decision::Row(first, direction) => self.describe_row(first, direction),
            Decision::Ring(at) => {
                let take = Effect::Take { piece: ring(me), from: name(at) };
                let effects = vec![take, count("ringsTaken", Some(me), 1)];
                Description::new(DecisionKind::TakeRing, vec![name(at)], effects)
            }
            Decision::Pass => Description::pass(Vec::new()),
        }
    }
}
