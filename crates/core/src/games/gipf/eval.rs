//! The evaluation of GIPF: the contents of the board's 21 lines, reserves, and, in the games with GIPF-pieces, those and all
//! pieces by their spot.
//!
//! A push moves the pieces of one line, so whole lines have their own weights. With GIPF-pieces only the first units have
//! them, and all units see the spots, which are not folded by the symmetries of the board: turned boards have slightly
//! different scores. The basic game has a narrower network without spots: from two million positions the wide one predicted
//! games better (a loss of 0.333 in place of 0.335), but was a fifth slower and played no better.

use super::board::{BOARD, IMAGES, LINE, STEPS};
use super::position::Gipf;
use super::setup::Variant;
use crate::board::bits::{Isa, Kernel, fastest, members};
use crate::data::Data;
use crate::eval::features::{Block, Features, LineNetwork, numbered};
use crate::eval::line_patterns::{LineNumbers, Pattern, Patterns};
use crate::eval::network::{AnyNetwork, Learned, Row, Scored, UNITS};
use crate::game::{Evaluate, Player};
use std::sync::LazyLock;

/// More pieces than a player can have in reserve.
const MANY: usize = 24;

/// How many spots there are.
const SPOTS: usize = BOARD.count_ones() as usize;

/// The number of the spot of each bit.
const SPOT_OF: [u8; 64] = numbered(BOARD as u128);

/// The spots by their distance from the centre.
const RINGS: [u64; 4] = {
    let mut rings = [0; 4];
    let mut bit = 0;
    while bit < 64 {
        if BOARD >> bit & 1 != 0 {
            rings[super::board::distance(super::board::point(bit)) as usize] |= 1 << bit;
        }
        bit += 1;
    }
    rings
};

/// The features of a side's GIPF-pieces: those in each of [`RINGS`], those that the next push may capture, and whether
/// there is only one.
const OF_STACKS: usize = RINGS.len() + 2;

/// The features besides the lines.
const FEATURES: Features = Features(&[Block::once(&[
    ("own reserve, by pieces", MANY),
    ("enemy reserve, by pieces", MANY),
    ("own GIPF-pieces: by distance from the centre, threatened, only one", OF_STACKS),
    ("enemy GIPF-pieces, likewise", OF_STACKS),
    ("own pieces by spot", SPOTS),
    ("enemy pieces by spot", SPOTS),
    ("own GIPF-pieces by spot", SPOTS),
    ("enemy GIPF-pieces by spot", SPOTS),
    ("turn", 1),
])]);
/// Those of the player to decide, and of the other.
const RESERVE: [usize; 2] = [FEATURES.first(0, 0, 0), FEATURES.first(0, 0, 1)];
const STACKS: [usize; 2] = [FEATURES.first(0, 0, 2), FEATURES.first(0, 0, 3)];
/// Those of all pieces of both, then of their GIPF-pieces.
const BY_SPOT: [usize; 4] =
    [FEATURES.first(0, 0, 4), FEATURES.first(0, 0, 5), FEATURES.first(0, 0, 6), FEATURES.first(0, 0, 7)];
/// More of them than a position has.
const MOST: usize = 128;
const TURN: usize = FEATURES.first(0, 0, 8);

/// A network of `N` units, of which `L` see the lines, with a second layer of `H`.
type GipfNetwork<const N: usize, const H: usize, const L: usize> = LineNetwork<2, 32, { FEATURES.count() }, 1, N, H, L>;

fn network<const N: usize, const H: usize, const L: usize>(weights: &Data) -> GipfNetwork<N, H, L> {
    let lines = LINE.iter().map(|line| members(line.spots).collect()).collect();
    LineNetwork::of(weights, &LineNumbers::new(lines), &Patterns::new(2, (4..=7).map(Pattern::Whole)))
}

/// The network of the basic game.
static BASIC: LazyLock<GipfNetwork<32, 0, 32>> = LazyLock::new(|| network(&WEIGHTS));
/// That of the games with GIPF-pieces.
static WITH_STACKS: LazyLock<GipfNetwork<64, 16, UNITS>> = LazyLock::new(|| network(&STANDARD_WEIGHTS));

/// The weights of the basic game.
pub const WEIGHTS: Data = Data::new("gipf/weights-basic.txt", include_str!("weights-basic.txt"));
/// The weights of the standard and the tournament game.
pub const STANDARD_WEIGHTS: Data = Data::new("gipf/weights-standard.txt", include_str!("weights-standard.txt"));

/// The sums of rows: lines, spots, reserves, GIPF-pieces, and the turn.
struct Sum<'a, const N: usize, const H: usize, const L: usize>(&'a Gipf, &'a GipfNetwork<N, H, L>);

impl<const N: usize, const H: usize, const L: usize> Kernel for Sum<'_, N, H, L> {
    type Output = [Row<N>; 5];

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> [Row<N>; 5] {
        let Self(position, network) = self;
        let (mut spots, mut reserve, mut stacks) = (Row::ZERO, Row::ZERO, Row::ZERO);
        let (features, count) = position.spot_features();
        features[..count].iter().for_each(|&feature| spots.add(&network.others()[usize::from(feature)]));
        position.each_reserve(|feature| reserve.add(&network.others()[feature]));
        position.each_stack_count(|feature, times| stacks.add_times(&network.others()[feature], times));
        [network.sum_of_lines(0, position.own_and_enemy()), spots, reserve, stacks, network.others()[TURN]]
    }
}

impl Gipf {
    /// The player to decide, and the other one.
    #[inline(always)]
    fn sides(&self) -> [usize; 2] {
        [self.to_decide.index(), self.to_decide.other().index()]
    }

    /// The pieces of the player to decide, and of the other one.
    #[inline(always)]
    fn own_and_enemy(&self) -> [u64; 2] {
        self.sides().map(|side| self.pieces[side])
    }

    /// The features of the pieces by their spot, at the start of the array, and their number: none in the basic game. A list
    /// keeps the sum of their rows in registers.
    #[inline(always)]
    fn spot_features(&self) -> ([u16; MOST], usize) {
        let [own, enemy] = self.own_and_enemy();
        let (mut features, mut count) = ([0; MOST], 0);
        if self.variant == Variant::Basic {
            return (features, count);
        }
        for (first, pieces) in BY_SPOT.into_iter().zip([own, enemy, own & self.stacks, enemy & self.stacks]) {
            for bit in members(pieces) {
                features[count & (MOST - 1)] = first as u16 + u16::from(SPOT_OF[bit]);
                count += 1;
            }
        }
        (features, count)
    }

    /// The evaluation in named parts.
    fn terms_of<const N: usize, const H: usize, const L: usize>(
        &self,
        network: &GipfNetwork<N, H, L>,
    ) -> Vec<(&'static str, i32)> {
        let sign = if self.to_decide == Player::FIRST { 1 } else { -1 };
        let [lines, spots, reserve, stacks, turn] = fastest(Sum(self, network));
        let parts = [("lines", lines), ("spots", spots), ("reserve", reserve), ("GIPF-pieces", stacks), ("turn", turn)];
        network.network().terms(sign, parts)
    }

    /// Visits the features of the reserves.
    #[inline(always)]
    fn each_reserve(&self, mut visit: impl FnMut(usize)) {
        for (first, side) in RESERVE.into_iter().zip(self.sides()) {
            visit(first + usize::from(self.reserve[side]).min(MANY - 1));
        }
    }

    /// Visits the features of the GIPF-pieces, and how often there is each.
    #[inline(always)]
    fn each_stack_count(&self, mut visit: impl FnMut(usize, i32)) {
        if self.variant == Variant::Basic {
            return;
        }
        for (first, counts) in STACKS.into_iter().zip(self.stack_counts()) {
            // Most are not there.
            for (i, times) in counts.into_iter().enumerate().filter(|&(_, times)| times != 0) {
                visit(first + i, times);
            }
        }
    }

    /// The GIPF-piece features of the player to decide, and of the other one.
    #[inline(always)]
    fn stack_counts(&self) -> [[i32; OF_STACKS]; 2] {
        let count = |spots: u64| spots.count_ones() as i32;
        let of_side = |side: usize| {
            let stacks = self.pieces[side] & self.stacks;
            let threatened = stacks & ends_of_threes(self.pieces[1 - side]);
            let mut counts = [0; OF_STACKS];
            for (count_in_ring, ring) in counts.iter_mut().zip(RINGS) {
                *count_in_ring = count(stacks & ring);
            }
            counts[RINGS.len()] = count(threatened);
            counts[RINGS.len() + 1] = i32::from(stacks.is_power_of_two());
            counts
        };
        // Not by `map`, which is not inlined and so would lack the instructions of this CPU.
        let [own, enemy] = self.sides();
        [of_side(own), of_side(enemy)]
    }
}

/// The spots at either end of three adjacent `pieces`.
#[inline(always)]
fn ends_of_threes(pieces: u64) -> u64 {
    STEPS.into_iter().fold(0, |ends, step| {
        let threes = pieces & (pieces >> step) & (pieces >> (2 * step));
        ends | (threes << (3 * step)) | (threes >> step)
    })
}

impl Evaluate for Gipf {
    const TURNS_ALIKE: bool = false;

    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let score = match self.variant {
            Variant::Basic => fastest(Scored(BASIC.network(), Sum(self, &BASIC))),
            Variant::Standard | Variant::Tournament => fastest(Scored(WITH_STACKS.network(), Sum(self, &WITH_STACKS))),
        };
        if player == self.to_decide { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        match self.variant {
            Variant::Basic => self.terms_of(&BASIC),
            Variant::Standard | Variant::Tournament => self.terms_of(&WITH_STACKS),
        }
    }
}

impl Learned for Gipf {
    fn groups() -> Vec<(String, usize)> {
        BASIC.groups([""], FEATURES)
    }

    fn turns() -> Vec<Vec<u16>> {
        BASIC.turns(&BY_SPOT, BOARD.into(), &IMAGES)
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        // Both networks number them alike.
        let network = &*BASIC;
        network.visit_lines(0, self.own_and_enemy(), visit);
        let (spots, count) = self.spot_features();
        spots[..count].iter().for_each(|&feature| visit(network.number_of_other(feature.into()), 1));
        self.each_reserve(|feature| visit(network.number_of_other(feature), 1));
        self.each_stack_count(|feature, times| visit(network.number_of_other(feature), times));
        visit(network.number_of_other(TURN), 1);
    }

    fn network(&self) -> &'static dyn AnyNetwork {
        match self.variant {
            Variant::Basic => BASIC.network(),
            Variant::Standard | Variant::Tournament => WITH_STACKS.network(),
        }
    }
}
