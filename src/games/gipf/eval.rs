//! What the evaluation of GIPF is made of: the contents of the board's 21 lines, reserves, and GIPF-pieces.
//!
//! A push moves what lies on one line, so whole lines have weights of their own.

use super::board::{BOARD, LINE, STEPS};
use super::position::Gipf;
use super::setup::Variant;
use crate::board::bits::{Isa, Kernel, fastest, members};
use crate::eval::line_patterns::{LineWorth, Lines, Pattern, Patterns};
use crate::eval::network::{Learned, Network, Row};
use crate::game::{Evaluate, Player};
use std::sync::LazyLock;

/// More pieces than anybody has in reserve.
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

/// What is counted of the GIPF-pieces of a side: those in each of [`RINGS`], those that the next push may capture, and
/// whether there is but one.
const OF_STACKS: usize = RINGS.len() + 2;

struct Learnt {
    network: Network,
    lines: LineWorth<2, 32>,
    /// By whose it is (0 is to decide) and the number of pieces.
    reserve: [[Row; MANY]; 2],
    stacks: [[Row; OF_STACKS]; 2],
    turn: Row,
}

/// Where the weights of each kind begin, after those of the patterns.
const RESERVE: usize = 0;
const STACKS: usize = RESERVE + 2 * MANY;
const TURN: usize = STACKS + 2 * OF_STACKS;

impl Learnt {
    fn new(text: &str) -> Self {
        let patterns = Patterns::new(2, (4..=7).map(Pattern::Whole));
        let count = patterns.count();
        let network = Network::embedded(text, count + TURN + 1);
        let lines = Lines::new(LINE.iter().map(|line| members(line.spots).collect()).collect());
        let lines = LineWorth::new(lines, patterns, network.rows());
        let row = |index: usize| network.rows()[count + index];
        let reserve = [0, 1].map(|side| std::array::from_fn(|pieces| row(RESERVE + side * MANY + pieces)));
        let stacks = [0, 1].map(|side| std::array::from_fn(|i| row(STACKS + side * OF_STACKS + i)));
        Self { lines, reserve, stacks, turn: row(TURN), network }
    }
}

/// The weights of the basic game, and of those with GIPF-pieces.
static LEARNT: LazyLock<[Learnt; 2]> =
    LazyLock::new(|| [include_str!("weights-basic.txt"), include_str!("weights-stacks.txt")].map(Learnt::new));

/// The sums of rows: lines, reserves, GIPF-pieces, and the turn.
type Sums = [Row; 4];

struct Sum<'a>(&'a Gipf);

impl Kernel for Sum<'_> {
    type Output = Sums;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> Sums {
        let Self(position) = self;
        let learnt = position.learnt();
        let sides = position.sides();
        let [own, enemy] = sides.map(|side| position.pieces[side]);
        let reserve = |i: usize| learnt.reserve[i][usize::from(position.reserve[sides[i]]).min(MANY - 1)];
        let mut stacks = Row::ZERO;
        if position.variant != Variant::Basic {
            for (&times, row) in position.stack_counts().as_flattened().iter().zip(learnt.stacks.as_flattened()) {
                stacks.add_times(row, times);
            }
        }
        [learnt.lines.sum([own, enemy]), Row::sum([reserve(0), reserve(1)]), stacks, learnt.turn]
    }
}

impl Gipf {
    #[inline(always)]
    fn learnt(&self) -> &'static Learnt {
        &LEARNT[usize::from(self.variant != Variant::Basic)]
    }

    /// Who decides, and the other one.
    #[inline(always)]
    fn sides(&self) -> [usize; 2] {
        [self.to_decide.index(), self.to_decide.other().index()]
    }

    /// What is counted of the GIPF-pieces of who decides, and of the other one.
    #[inline(always)]
    fn stack_counts(&self) -> [[i32; OF_STACKS]; 2] {
        let count = |spots: u64| spots.count_ones() as i32;
        self.sides().map(|side| {
            let stacks = self.pieces[side] & self.stacks;
            let threatened = stacks & ends_of_threes(self.pieces[1 - side]);
            let mut counts = [0; OF_STACKS];
            for (count_in_ring, ring) in counts.iter_mut().zip(RINGS) {
                *count_in_ring = count(stacks & ring);
            }
            counts[RINGS.len()] = count(threatened);
            counts[RINGS.len() + 1] = i32::from(stacks.is_power_of_two());
            counts
        })
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
        let score = self.learnt().network.score(&Row::sum(fastest(Sum(self))));
        if player == self.to_decide { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.to_decide == Player::FIRST { 1 } else { -1 };
        let [lines, reserve, stacks, turn] = fastest(Sum(self));
        let parts = [("lines", lines), ("reserve", reserve), ("GIPF-pieces", stacks), ("turn", turn)];
        self.learnt().network.terms(sign, parts)
    }
}

impl Learned for Gipf {
    fn groups() -> Vec<(String, usize)> {
        let rest = [
            ("own reserve, by pieces", MANY),
            ("enemy reserve, by pieces", MANY),
            ("own GIPF-pieces: by distance from the centre, threatened, only one", OF_STACKS),
            ("enemy GIPF-pieces, likewise", OF_STACKS),
            ("turn", 1),
        ];
        let rest = rest.into_iter().map(|(name, count)| (name.to_string(), count));
        LEARNT[0].lines.patterns().groups().chain(rest).collect()
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let lines = &self.learnt().lines;
        let count = lines.patterns().count();
        let sides = self.sides();
        lines.visit(sides.map(|side| self.pieces[side]), &mut |number| visit(number, 1));
        for (i, side) in sides.into_iter().enumerate() {
            visit(count + RESERVE + i * MANY + usize::from(self.reserve[side]).min(MANY - 1), 1);
        }
        if self.variant != Variant::Basic {
            for (i, &times) in self.stack_counts().iter().flatten().enumerate() {
                visit(count + STACKS + i, times);
            }
        }
        visit(count + TURN, 1);
    }

    fn network(&self) -> &'static Network {
        &self.learnt().network
    }
}
