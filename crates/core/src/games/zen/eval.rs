//! The evaluation of Zèn: how far a side's pieces are from being connected, and the means for it.
//!
//! Each side is described by a few small numbers that are looked up, with other rows for the side to move, and by where
//! on the board its pieces are. The squares are not folded by the symmetries of the board, so that a unit can see a part
//! of it; turned boards have slightly different scores. Tried and left out because they added nothing: the number of
//! groups, mobility, enemy pawns next to own pieces, pairs of neighbours, pieces outside the largest group when gaps of
//! a square count as joined, and the moment of inertia instead of distances.

use super::board::{NOWHERE, SQUARES, Squares, group, neighbours, turn};
use super::position::Zen;
use super::shape::{OFFSETS, Shape};
use crate::board::bits::{Isa, Kernel, fastest, hash_key, members};
use crate::data::Data;
use crate::eval::features::{Block, Features, turned_cells};
use crate::eval::network::{AnyNetwork, Learned, Network, Row, Scored};
use crate::game::{Evaluate, Game, Player, Symmetry};
use std::cell::Cell;
use std::sync::LazyLock;

/// More pawns than a side has.
const PAWNS: usize = 13;
/// More pieces than can be outside the largest group.
const OUTSIDE: usize = 13;
/// Sums of distances of this many squares and more are alike.
const SPREAD: usize = 64;
/// Distances from the centre of the side, in half squares; greater ones are alike.
const AWAY: usize = 24;

/// More features than a side has: its numbers, twelve pawns, and all pieces once more.
const MOST: usize = 32;

/// The features. The first five of a side are the numbers that describe it, and how many values they have: pawns,
/// pieces outside the largest group, the sum of the distances of all pieces from their centre, the distance of the Zen,
/// that of the farthest piece. Then come its pawns by their square, and its pieces by their offset from the centre.
const FEATURES: Features = Features(&[
    Block {
        views: &["side to move", "other side"],
        groups: &[
            ("pawns", PAWNS),
            ("outside", OUTSIDE),
            ("spread", SPREAD),
            ("distance of the Zen", AWAY),
            ("farthest piece", AWAY),
            ("pawns by square", SQUARES),
            ("pieces by offset", OFFSETS),
        ],
    },
    Block::once(&[("Zen by square", SQUARES), ("threat", 1), ("turn", 1)]),
]);

/// Where the groups of a side begin.
struct Side {
    numbers: [usize; 5],
    squares: usize,
    offsets: usize,
}

impl Side {
    const fn new(side: usize) -> Self {
        let mut numbers = [0; 5];
        let mut i = 0;
        while i < numbers.len() {
            numbers[i] = FEATURES.first(0, side, i);
            i += 1;
        }
        Self { numbers, squares: FEATURES.first(0, side, 5), offsets: FEATURES.first(0, side, 6) }
    }
}

/// The side to move, and the other.
const SIDES: [Side; 2] = [Side::new(0), Side::new(1)];
const ZEN: usize = FEATURES.first(1, 0, 0);
/// The other side would win with its next move.
const THREAT: usize = FEATURES.first(1, 0, 1);
const TURN: usize = FEATURES.first(1, 0, 2);

/// Hidden units, and those of the second layer.
const UNITS: usize = 64;
const SECOND: usize = 16;

/// The weights.
pub const WEIGHTS: Data = Data::new("zen/weights.txt", include_str!("weights.txt"));
static NETWORK: LazyLock<Network<UNITS, SECOND>> = LazyLock::new(|| Network::of(&WEIGHTS, FEATURES.count()));

impl Zen {
    /// All features of the side to move (0), or of the other, at the start of the array, and their number. A list keeps
    /// the sum of their rows in registers.
    #[inline(always)]
    fn features_of_side(&self, side: usize) -> ([u16; MOST], usize) {
        let colour = if side == 0 { self.colour() } else { self.colour().other() };
        let pawns = self.pawns[colour as usize];
        let army = self.army(colour);
        let shape = Shape::of(army, self.zen());
        let Side { numbers, squares, offsets } = &SIDES[side];
        let sizes = [PAWNS, OUTSIDE, SPREAD, AWAY, AWAY];
        let values = [pawns.count_ones() as usize, outside(army), shape.spread, shape.zen, shape.farthest];
        let mut features = [0; MOST];
        for i in 0..numbers.len() {
            features[i] = (numbers[i] + values[i].min(sizes[i] - 1)) as u16;
        }
        let mut count = numbers.len();
        for square in members(pawns) {
            features[count & (MOST - 1)] = (squares + square) as u16;
            count += 1;
        }
        for offset in shape.offsets() {
            features[count & (MOST - 1)] = (offsets + offset) as u16;
            count += 1;
        }
        (features, count)
    }

    /// The feature of the Zen, if it is on the board.
    #[inline(always)]
    fn zen_feature(&self) -> Option<usize> {
        (self.zen() != NOWHERE).then(|| ZEN + self.zen())
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

/// The sum of the rows of the side to move (0), or of the other.
struct SumOfSide<'a>(&'a Zen, usize);

impl Kernel for SumOfSide<'_> {
    type Output = Row<UNITS>;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Row<UNITS> {
        let (features, count) = self.0.features_of_side(self.1);
        let mut sum = Row::ZERO;
        features[..count].iter().for_each(|&feature| sum.add(&NETWORK.rows()[usize::from(feature)]));
        sum
    }
}

/// What is known of one side: a decision rarely changes the other one, and a search meets few placements of each.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct KnownSide {
    sum: Row<UNITS>,
    pawns: Squares,
    zen: u8,
    side: u8,
}

impl KnownSide {
    const NONE: Self = Self { sum: Row::ZERO, pawns: 0, zen: 0, side: u8::MAX };
}

/// How many sides a thread remembers: 384 KiB of them.
const KNOWN_SIDES: usize = 1 << 11;

thread_local! {
    /// The sides that this thread has evaluated last. Only their sums are kept, so it changes no score.
    static KNOWN: Cell<Vec<KnownSide>> = const { Cell::new(Vec::new()) };
}

impl Zen {
    /// The sum of the rows of the side to move (0), or of the other.
    #[inline(always)]
    fn sum_of_side(&self, side: usize, known: &mut [KnownSide]) -> Row<UNITS> {
        let colour = if side == 0 { self.colour() } else { self.colour().other() };
        let (pawns, zen) = (self.pawns[colour as usize], self.zen() as u8);
        let key = hash_key(pawns as u64 ^ u64::from(zen) << 57) ^ hash_key((pawns >> 64) as u64 ^ (side as u64) << 60);
        let place = &mut known[key as usize % KNOWN_SIDES];
        if (place.pawns, place.zen, place.side) != (pawns, zen, side as u8) {
            *place = KnownSide { sum: fastest(SumOfSide(self, side)), pawns, zen, side: side as u8 };
        }
        place.sum
    }
}

/// The sums of rows of the side to move, of the other, of the Zen, and of the threat and the turn.
struct Sums<'a>(&'a Zen);

impl Kernel for Sums<'_> {
    type Output = [Row<UNITS>; 4];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> [Row<UNITS>; 4] {
        let Self(position) = self;
        // Taken out, since a closure that borrows it would be compiled for any CPU.
        let mut known = KNOWN.take();
        if known.is_empty() {
            known.resize(KNOWN_SIDES, KnownSide::NONE);
        }
        let [own, enemy] = [position.sum_of_side(0, &mut known), position.sum_of_side(1, &mut known)];
        KNOWN.set(known);
        let rows = NETWORK.rows();
        let zen = position.zen_feature().map_or(Row::ZERO, |feature| rows[feature]);
        let threat = if position.is_threatened() { rows[THREAT] } else { Row::ZERO };
        [own, enemy, zen, Row::sum([threat, rows[TURN]])]
    }
}

impl Evaluate for Zen {
    const TURNS_ALIKE: bool = false;

    fn evaluate(&self, player: Player) -> i32 {
        let score = fastest(Scored(&*NETWORK, Sums(self)));
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
        FEATURES.groups().collect()
    }

    fn turns() -> Vec<Vec<u16>> {
        let squares = [SIDES[0].squares, SIDES[1].squares, ZEN];
        turned_cells(Self::SYMMETRIES, FEATURES.count(), &squares, SQUARES, turn)
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        for side in 0..2 {
            let (features, count) = self.features_of_side(side);
            features[..count].iter().for_each(|&feature| visit(feature.into(), 1));
        }
        if let Some(feature) = self.zen_feature() {
            visit(feature, 1);
        }
        visit(THREAT, i32::from(self.is_threatened()));
        visit(TURN, 1);
    }

    fn network(&self) -> &'static dyn AnyNetwork {
        &*NETWORK
    }
}
