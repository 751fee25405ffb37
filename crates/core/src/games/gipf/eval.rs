//! The evaluation of GIPF: the contents of the board's 21 lines, reserves, and GIPF-pieces.
//!
//! A push moves the pieces of one line, so whole lines have their own weights.

use super::board::{BOARD, LINE, STEPS};
use super::position::Gipf;
use super::setup::Variant;
use crate::board::bits::{Isa, Kernel, fastest, members};
use crate::data::Data;
use crate::eval::features::{Block, Features, LineNetwork};
use crate::eval::line_patterns::{LineNumbers, Pattern, Patterns};
use crate::eval::network::{AnyNetwork, Learned, Row, Scored};
use crate::game::{Evaluate, Player};
use std::sync::LazyLock;

/// More pieces than a player can have in reserve.
const MANY: usize = 24;

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
    ("turn", 1),
])]);
/// Those of the player to decide, and of the other.
const RESERVE: [usize; 2] = [FEATURES.first(0, 0, 0), FEATURES.first(0, 0, 1)];
const STACKS: [usize; 2] = [FEATURES.first(0, 0, 2), FEATURES.first(0, 0, 3)];
const TURN: usize = FEATURES.first(0, 0, 4);

type GipfNetwork = LineNetwork<2, 32, { FEATURES.count() }, 1, UNITS>;

fn network(weights: &Data) -> GipfNetwork {
    let lines = LINE.iter().map(|line| members(line.spots).collect()).collect();
    LineNetwork::of(weights, &LineNumbers::new(lines), &Patterns::new(2, (4..=7).map(Pattern::Whole)))
}

/// The network of each variant.
static NETWORKS: [LazyLock<GipfNetwork>; 3] = [
    LazyLock::new(|| network(&WEIGHTS)),
    LazyLock::new(|| network(&STANDARD_WEIGHTS)),
    LazyLock::new(|| network(&TOURNAMENT_WEIGHTS)),
];

/// The weights of the basic game.
pub const WEIGHTS: Data = Data::new("gipf/weights-basic.txt", include_str!("weights-basic.txt"));
/// The weights of the standard game.
pub const STANDARD_WEIGHTS: Data = Data::new("gipf/weights-standard.txt", include_str!("weights-standard.txt"));
/// The weights of the tournament game.
pub const TOURNAMENT_WEIGHTS: Data = Data::new("gipf/weights-tournament.txt", include_str!("weights-tournament.txt"));

/// How wide the network is. A feature is the contents of a whole line, so only the units combine several lines.
const UNITS: usize = 32;

/// The sums of rows: lines, reserves, GIPF-pieces, and the turn.
type Sums = [Row<UNITS>; 4];

struct Sum<'a>(&'a Gipf);

impl Kernel for Sum<'_> {
    type Output = Sums;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Sums {
        let Self(position) = self;
        let network = position.line_network();
        let (mut reserve, mut stacks) = (Row::ZERO, Row::ZERO);
        position.each_reserve(|feature| reserve.add(&network.others()[feature]));
        position.each_stack_count(|feature, times| stacks.add_times(&network.others()[feature], times));
        [network.sum_of_lines(0, position.own_and_enemy()), reserve, stacks, network.others()[TURN]]
    }
}

impl Gipf {
    #[inline(always)]
    fn line_network(&self) -> &'static GipfNetwork {
        &NETWORKS[match self.variant {
            Variant::Basic => 0,
            Variant::Standard => 1,
            Variant::Tournament => 2,
        }]
    }

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
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let score = fastest(Scored(self.line_network().network(), Sum(self)));
        if player == self.to_decide { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.to_decide == Player::FIRST { 1 } else { -1 };
        let [lines, reserve, stacks, turn] = fastest(Sum(self));
        let parts = [("lines", lines), ("reserve", reserve), ("GIPF-pieces", stacks), ("turn", turn)];
        self.line_network().network().terms(sign, parts)
    }
}

impl Learned for Gipf {
    fn groups() -> Vec<(String, usize)> {
        NETWORKS[0].groups([""], FEATURES)
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let network = self.line_network();
        network.visit_lines(0, self.own_and_enemy(), visit);
        self.each_reserve(|feature| visit(network.number_of_other(feature), 1));
        self.each_stack_count(|feature, times| visit(network.number_of_other(feature), times));
        visit(network.number_of_other(TURN), 1);
    }

    fn network(&self) -> &'static dyn AnyNetwork {
        self.line_network().network()
    }
}
