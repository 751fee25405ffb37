//! An opinion about a position of Zèn: how far a side is from coming together, and what it has to do it with.
//!
//! Each side is described by a few small numbers that are looked up, with other rows for the side to move, and by where on
//! the board its pieces are. Tried and left out because they told nothing more: the number of groups, mobility, enemy
//! pawns next to own pieces, pairs of neighbours, pieces outside the largest group when gaps of a square count as joined,
//! and the moment of inertia in place of distances.

use super::board::{NOWHERE, SQUARES, Squares, group, neighbours, place};
use super::position::Zen;
use super::shape::{OFFSETS, Shape, pair};
use crate::board::bits::{Isa, Kernel, fastest, members};
use crate::eval::network::{Learned, Network, Row};
use crate::game::{Evaluate, Game, Player};
use std::sync::LazyLock;

/// More pawns than a side has.
const PAWNS: usize = 13;
/// More pieces than can be outside the largest group.
const OUTSIDE: usize = 13;
/// Sums of distances of so many squares and more are alike.
const SPREAD: usize = 64;
/// Distances from the centre of the side, in half squares; greater ones are alike.
const AWAY: usize = 24;

/// How many values the numbers that describe a side have: pawns, pieces outside the largest group, the sum of the
/// distances of all pieces from their centre, that of the Zen, that of the farthest piece.
const SIZES: [usize; 5] = [PAWNS, OUTSIDE, SPREAD, AWAY, AWAY];

/// Squares that a turn or a mirror image brings to each other are of one class.
const CLASSES: usize = pair(6, 0);

/// Where the rows of a side's numbers begin, and after them those of its pawns by the class of their square and of its
/// pieces by their offset from the centre.
const STARTS: [usize; SIZES.len() + 1] = {
    let mut starts = [0; SIZES.len() + 1];
    let mut i = 0;
    while i < SIZES.len() {
        starts[i + 1] = starts[i] + SIZES[i];
        i += 1;
    }
    starts
};
const SQUARE: usize = STARTS[SIZES.len()];
const OFFSET: usize = SQUARE + CLASSES;
const SIDE: usize = OFFSET + OFFSETS;
/// The rows in a file: those of the side to move, of the other, of the Zen by the class of its square, of a win that the
/// other threatens, of the turn.
const ZEN: usize = 2 * SIDE;
const THREAT: usize = ZEN + CLASSES;
const TURN: usize = THREAT + 1;

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::embedded(include_str!("weights.txt"), TURN + 1));

impl Zen {
    /// Visits the places of all rows that count for the side to move, or for the other.
    #[inline(always)]
    fn each_of_side(&self, side: usize, mut visit: impl FnMut(usize)) {
        let colour = if side == 0 { self.colour() } else { self.colour().other() };
        let pawns = self.pawns[colour as usize];
        let army = self.army(colour);
        let shape = Shape::of(army, self.zen());
        let numbers = [pawns.count_ones() as usize, outside(army), shape.spread, shape.zen, shape.farthest];
        for ((number, size), start) in numbers.into_iter().zip(SIZES).zip(STARTS) {
            visit(side * SIDE + start + number.min(size - 1));
        }
        members(pawns).for_each(|square| visit(side * SIDE + SQUARE + class(square)));
        shape.offsets().for_each(|offset| visit(side * SIDE + OFFSET + offset));
    }

    /// The place of the Zen's row, if it is on the board.
    #[inline(always)]
    fn zen_place(&self) -> Option<usize> {
        (self.zen() != NOWHERE).then(|| ZEN + class(self.zen()))
    }

    /// Whether the side that is not to move would win with its next move.
    #[inline(always)]
    fn is_threatened(&self) -> bool {
        self.skipped().winning_move().is_some()
    }
}

/// The number of pieces outside the largest group.
#[inline(always)]
fn outside(army: Squares) -> usize {
    let mut rest = army & neighbours(army);
    let mut largest = u32::from(army != 0);
    while rest != 0 {
        let found = group(rest, rest & rest.wrapping_neg());
        largest = largest.max(found.count_ones());
        rest ^= found;
    }
    (army.count_ones() - largest) as usize
}

/// The class of a square.
#[inline(always)]
fn class(square: usize) -> usize {
    static CLASS: [u8; 128] = {
        let mut table = [0; 128];
        let mut square = 0;
        while square < SQUARES {
            let (column, row) = place(square);
            table[square] = pair(column.abs_diff(5) as usize, row.abs_diff(5) as usize) as u8;
            square += 1;
        }
        table
    };
    CLASS[square & 127].into()
}

/// The sums of rows of the side to move, of the other, of the Zen, and of the threat and the turn.
struct Sums<'a>(&'a Zen);

impl Kernel for Sums<'_> {
    type Output = [Row; 4];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> [Row; 4] {
        let rows = NETWORK.rows();
        let sum = |side: usize| {
            let mut sum = Row::ZERO;
            self.0.each_of_side(side, |place| sum.add(&rows[place]));
            sum
        };
        let zen = self.0.zen_place().map_or(Row::ZERO, |place| rows[place]);
        let threat = if self.0.is_threatened() { rows[THREAT] } else { Row::ZERO };
        [sum(0), sum(1), zen, Row::sum([threat, rows[TURN]])]
    }
}

impl Evaluate for Zen {
    fn evaluate(&self, player: Player) -> i32 {
        let score = NETWORK.score(&Row::sum(fastest(Sums(self))));
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        let [own, other, zen, turn] = fastest(Sums(self));
        let parts = [("side to move", own), ("other side", other), ("Zen", zen), ("threat and turn", turn)];
        NETWORK.terms(sign, parts)
    }
}

impl Learned for Zen {
    fn groups() -> Vec<(String, usize)> {
        let names = ["pawns", "outside", "spread", "distance of the Zen", "farthest piece"];
        let numbers = names.into_iter().zip(SIZES).chain([("pawns by square", CLASSES), ("pieces by offset", OFFSETS)]);
        let of_side = |side| numbers.clone().map(move |(name, count)| (format!("{side}: {name}"), count));
        let rest =
            [("Zen by square", CLASSES), ("threat", 1), ("turn", 1)].map(|(name, count)| (name.to_string(), count));
        of_side("side to move").chain(of_side("other side")).chain(rest).collect()
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        for side in 0..2 {
            self.each_of_side(side, |place| visit(place, 1));
        }
        if let Some(place) = self.zen_place() {
            visit(place, 1);
        }
        visit(THREAT, i32::from(self.is_threatened()));
        visit(TURN, 1);
    }

    fn network(&self) -> &'static Network {
        &NETWORK
    }
}
