//! Positions of YINSH as data.

use super::board::{BOARD, NUMBERS, PLACES, between, window};
use super::decision::{Decision, row_end};
use super::names::{colour, name};
use super::position::{POOL, Phase, RINGS, Yinsh};
use super::says;
use crate::board::bits::members;
use crate::game::describe::{
    Colour, Count, CountKind, Describe, Description, Effect, Ending, MOVE, PASS, PLACE, Piece, PieceKind, Place,
    PlaceKind, PlaceName, Shape, Task, number_word, row_touches,
};
use crate::game::says as game;
use crate::game::{Move, Outcome, Player};
use crate::games::swap;
use crate::sentence::{self, Value, joined};

const RING: PieceKind = PieceKind { id: "ring", shape: Shape::Ring, name: game::ring };
const MARKER: PieceKind = PieceKind { id: "marker", shape: Shape::Marker, name: game::marker };
pub(super) const IN_HAND: CountKind =
    CountKind { id: "ringsInHand", name: game::rings_in_hand, one: "ring in hand", many: "rings in hand" };
pub(super) const TAKEN: CountKind =
    CountKind { id: "ringsTaken", name: game::rings_taken, one: "ring taken off", many: "rings taken off" };
const MARKERS: CountKind = CountKind { id: "markers", name: game::markers, one: "marker left", many: "markers left" };
const TAKE_ROW: &str = "takeRow";
const TAKE_RING: &str = "takeRing";

pub(super) fn paint(player: Player) -> Colour {
    Colour::ALL[player.index()]
}

pub(super) fn ring(player: Player) -> Piece {
    Piece::new(RING, paint(player))
}

pub(super) fn marker(player: Player) -> Piece {
    Piece::new(MARKER, paint(player))
}

fn count(kind: CountKind, player: Option<Player>, by: i32) -> Effect {
    Effect::Count { name: kind.id, colour: player.map(paint), by }
}

impl Yinsh {
    /// The owner of the marker on a point, which must have one.
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

    /// The ends of every row that the player to decide may take, in a sentence.
    pub(super) fn row_names(&self) -> Value {
        joined(self.open_rows().into_iter().map(|(_, _, [first, last])| format!("{first}-{last}")), sentence::or)
    }

    fn go_effects(&self, from: usize, to: usize) -> Vec<Effect> {
        let me = self.decides;
        let mut effects =
            vec![Effect::Move { piece: ring(me), from: name(from), to: name(to) }, Effect::put(marker(me), name(from))];
        for at in members(between(from, to) & self.markers.set()) {
            effects.push(Effect::Flip { piece: marker(self.marker_owner(at).other()), to: name(at) });
        }
        effects.push(count(MARKERS, None, -1));
        effects
    }

    fn describe_row(&self, first: usize, direction: usize) -> Description {
        let rows = self.open_rows();
        let which = rows.iter().position(|row| (row.0, row.1) == (first, direction)).unwrap_or(0);
        let ends: Vec<[PlaceName; 2]> = rows.into_iter().map(|row| row.2).collect();
        let taken = members(window(first, direction));
        let mut effects: Vec<Effect> =
            taken.map(|at| Effect::Take { piece: marker(self.decides), from: name(at) }).collect();
        effects.push(count(MARKERS, None, 5));
        let touches = if ends.is_empty() { Vec::new() } else { row_touches(&ends, which) };
        Description { kind: TAKE_ROW, touches, choice: None, preset: false, effects }
    }
}

impl Describe for Yinsh {
    fn places() -> Vec<Place> {
        // Columns stand upright, half a step lower from one to the next.
        let place = |at: usize| {
            let (column, row) = PLACES[at % NUMBERS];
            (f64::from(column) * 0.75_f64.sqrt(), f64::from(column) / 2.0 - f64::from(row))
        };
        members(BOARD).map(|at| Place { name: name(at), kind: PlaceKind::Point, at: place(at) }).collect()
    }

    fn pieces(&self) -> Vec<(PlaceName, Piece)> {
        let markers = members(self.markers.set()).map(|at| (name(at), marker(self.marker_owner(at))));
        let rings = Player::BOTH
            .into_iter()
            .flat_map(|player| members(self.rings[player.index()].set()).map(move |at| (name(at), ring(player))));
        markers.chain(rings).collect()
    }

    fn counts(&self) -> Vec<Count> {
        let of = |kind, value: fn(&Self, Player) -> i32| {
            Player::BOTH.map(|player| Count { kind, colour: Some(paint(player)), count: value(self, player) })
        };
        let taken = |position: &Self, player: Player| i32::from(position.taken[player.index()]);
        let mut counts = of(TAKEN, taken).to_vec();
        counts.extend(of(IN_HAND, |position, player| {
            let out = position.rings[player.index()].set().count_ones() as i32;
            RINGS as i32 - out - i32::from(position.taken[player.index()])
        }));
        counts.push(Count { kind: MARKERS, colour: None, count: i32::from(POOL) - i32::from(self.marker_count) });
        counts
    }

    fn colour_of_player(&self, player: Player) -> Colour {
        paint(self.colour_of(player))
    }

    fn task(&self) -> Task {
        let task = Task::new;
        match self.phase {
            Phase::Place if self.may_swap() => task(PLACE, says::place_or_swap(), says::place_or_swap_how()),
            Phase::Place => task(PLACE, says::place(), says::place_how()),
            Phase::Move if self.reach(self.decides).count() == 0 => task(PASS, says::pass(), game::pass_how()),
            Phase::Move => task(MOVE, says::go(), says::go_how()).then(game::go_then()),
            Phase::Row => {
                let what = match self.open_rows().len() {
                    1 => says::row(),
                    rows => says::one_of_rows(number_word(rows)),
                };
                task(TAKE_ROW, what, says::row_how()).then(game::row_then())
            }
            Phase::Ring => task(TAKE_RING, says::ring(), says::ring_how()),
        }
    }

    fn ending(&self) -> Ending {
        let [white, black] = self.taken;
        let (why, reason) = if Player::BOTH.into_iter().any(|player| self.has_won(player)) {
            let reason = match self.rings_to_win {
                1 => says::ring_off(),
                rings => says::rings_off(number_word(rings.into())),
            };
            ("rings", reason)
        } else if self.marker_count >= POOL {
            ("noMarkers", says::no_marker(white, black))
        } else {
            ("passes", says::no_ring_moves(white, black))
        };
        let sentence = match self.result().and_then(Outcome::winner) {
            Some(winner) => game::won(colour(self.colour_of(winner)), reason),
            None => game::drawn(reason),
        };
        Ending { why, sentence, points: Vec::new() }
    }

    fn describe(&self, mv: Move) -> Description {
        let me = self.decides;
        match Decision::of(mv) {
            Decision::Place(at) => {
                let effects = vec![Effect::put(ring(me), name(at)), count(IN_HAND, Some(me), -1)];
                Description::new(PLACE, vec![name(at)], effects)
            }
            Decision::Go(from, to) => {
                let touches = vec![name(from), name(to)];
                Description::new(MOVE, touches, self.go_effects(from, to))
            }
            Decision::Row(first, direction) => self.describe_row(first, direction),
            Decision::Ring(at) => {
                let take = Effect::Take { piece: ring(me), from: name(at) };
                let effects = vec![take, count(TAKEN, Some(me), 1)];
                Description::new(TAKE_RING, vec![name(at)], effects)
            }
            Decision::Pass => Description::pass(Vec::new()),
            Decision::Swap => swap::describe(members(self.rings[0].set()).next().map(name)),
        }
    }
}
