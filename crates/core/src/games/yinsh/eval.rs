//! The evaluation: what lies in every window of five points, jumps, markers, rings taken off.
//!
//! The windows show rows and near rows, and which rings can make or break them. Their weights are the same for all;
//! those of each side's counts depend on whose turn it is and how many rings the side has taken off.

use super::board::{BOARD, STRIDES, around, point};
use super::lines::count_jumps;
use super::position::{Phase, Yinsh};
use crate::board::bits::{Isa, Kernel, fastest, members};
use crate::data::Data;
use crate::eval::features::{Block, Features, LineNetwork};
use crate::eval::line_patterns::{LineNumbers, Pattern, Patterns, cut};
use crate::eval::network::{AnyNetwork, Learned, Row, Scored};
use crate::game::{Evaluate, Player};
use std::sync::LazyLock;

/// The kinds of pieces, in the order of [`Yinsh::pieces`].
const KINDS: usize = 4;
/// The points of a window.
const WINDOW: usize = 5;
/// The parts of all lines that are looked up, and room for more to fill whole vectors.
const ROOM: usize = 80;

/// The numbers of rings taken off that differ while a game goes on: 0, 1 and 2.
const PHASES: usize = 3;

/// The features besides the lines: each side's counts, by the rings it has taken off; the rings that both have taken
/// off; and the turn.
const FEATURES: Features = Features(&[
    Block {
        views: &[
            "side to move with 0 rings off",
            "side to move with 1 rings off",
            "side to move with 2 rings off",
            "other side with 0 rings off",
            "other side with 1 rings off",
            "other side with 2 rings off",
        ],
        groups: &[("moves that jump, markers, rings near the centre while they are placed", COUNTS)],
    },
    Block::once(&[("rings off, by those of the side to move and of the other", PHASES * PHASES), ("turn", 1)]),
]);
/// How many things are counted for each side.
const COUNTS: usize = 3;
/// Where the counts begin, by side (0 is to move) and rings taken off.
const COUNTED: [[usize; PHASES]; 2] = [
    [FEATURES.first(0, 0, 0), FEATURES.first(0, 1, 0), FEATURES.first(0, 2, 0)],
    [FEATURES.first(0, 3, 0), FEATURES.first(0, 4, 0), FEATURES.first(0, 5, 0)],
];
const TAKEN: usize = FEATURES.first(1, 0, 0);
const TURN: usize = FEATURES.first(1, 0, 1);

type YinshNetwork = LineNetwork<KINDS, ROOM, { FEATURES.count() }>;

fn network(weights: &Data) -> YinshNetwork {
    let patterns = Patterns::new(KINDS, [Pattern::Window(WINDOW)]);
    LineNetwork::of(weights, &LineNumbers::new(parts_of_lines()), &patterns)
}

/// The networks of YINSH, and of Blitz.
static NETWORKS: [LazyLock<YinshNetwork>; 2] =
    [LazyLock::new(|| network(&WEIGHTS)), LazyLock::new(|| network(&BLITZ_WEIGHTS))];

/// The weights of YINSH.
pub const WEIGHTS: Data = Data::new("yinsh/weights-yinsh.txt", include_str!("weights-yinsh.txt"));
/// The weights of Blitz.
pub const BLITZ_WEIGHTS: Data = Data::new("yinsh/weights-blitz.txt", include_str!("weights-blitz.txt"));

/// The parts of all lines: the contents of a whole line would be too many.
fn parts_of_lines() -> Vec<Vec<usize>> {
    let mut parts = Vec::new();
    for stride in STRIDES {
        let begins = BOARD & !(BOARD << stride);
        for begin in members(begins) {
            let line: Vec<usize> = (begin..).step_by(stride as usize).take_while(|&p| BOARD >> p & 1 != 0).collect();
            parts.append(&mut cut(&line, WINDOW));
        }
    }
    parts
}

/// The points at most two steps from f6.
const CENTRE: u128 = around(around(1 << point(5, 6)));

#[inline(always)]
fn count(set: u128) -> i32 {
    set.count_ones() as i32
}

impl Yinsh {
    #[inline(always)]
    fn line_network(&self) -> &'static YinshNetwork {
        &NETWORKS[usize::from(self.rings_to_win == 1)]
    }

    /// The counts of White and Black.
    #[inline(always)]
    fn counts(&self) -> [[i32; COUNTS]; 2] {
        let jumps = count_jumps(&self.rings, &self.markers);
        let centre = if self.phase == Phase::Place { CENTRE } else { 0 };
        Player::BOTH.map(|player| {
            let i = player.index();
            [jumps[i], count(self.markers_of(player)), count(self.rings[i].set() & centre)]
        })
    }

    /// The colour whose turn it is or comes next. While rows are taken that need not be the one to decide.
    #[inline(always)]
    fn turn_of(&self) -> Player {
        if self.phase == Phase::Place { self.decides } else { self.moves_next }
    }

    /// The points with each kind of piece: markers of the side to move and of the other, rings of both.
    #[inline(always)]
    fn pieces(&self) -> [u128; KINDS] {
        let [me, you] = [self.turn_of(), self.turn_of().other()];
        let rings = |player: Player| self.rings[player.index()].set();
        [self.markers_of(me), self.markers_of(you), rings(me), rings(you)]
    }

    /// The side whose turn it is, and the other.
    #[inline(always)]
    fn sides(&self) -> [usize; 2] {
        [self.turn_of().index(), self.turn_of().other().index()]
    }

    /// How many rings a side has taken off, as far as it matters while the game goes on.
    #[inline(always)]
    fn phase_of(&self, side: usize) -> usize {
        usize::from(self.taken[side]).min(PHASES - 1)
    }

    /// The first of the features that are counted for one side (0 is to move), and how often there is each.
    #[inline(always)]
    fn counted(&self, side: usize, counts: &[[i32; COUNTS]; 2]) -> (usize, [i32; COUNTS]) {
        let colour = self.sides()[side];
        (COUNTED[side][self.phase_of(colour)], counts[colour])
    }

    /// The feature of the rings that both sides have taken off.
    #[inline(always)]
    fn taken_feature(&self) -> usize {
        let [own, enemy] = self.sides().map(|side| self.phase_of(side));
        TAKEN + PHASES * own + enemy
    }
}

/// The sums of rows: the lines, the rings taken off and the turn, and all that is counted of each side.
struct Sums<'a>(&'a Yinsh);

impl Kernel for Sums<'_> {
    type Output = [Row; 4];

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> [Row; 4] {
        let Self(position) = self;
        let (network, counts) = (position.line_network(), position.counts());
        let sum = |side: usize| {
            let mut sum = Row::ZERO;
            let (first, times) = position.counted(side, &counts);
            let rows = &network.others()[first..first + COUNTS];
            rows.iter().zip(times).for_each(|(row, times)| sum.add_times(row, times));
            sum
        };
        let taken = network.others()[position.taken_feature()];
        let lines = network.sum_of_lines(0, position.pieces());
        [lines, Row::sum([taken, network.others()[TURN]]), sum(0), sum(1)]
    }
}

impl Evaluate for Yinsh {
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let score = fastest(Scored(self.line_network().network(), Sums(self)));
        if player == self.owner(self.turn_of()) { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.owner(self.turn_of()) == Player::FIRST { 1 } else { -1 };
        let [lines, rings, own, enemy] = fastest(Sums(self));
        let parts = [("lines", lines), ("rings taken and turn", rings), ("side to move", own), ("other side", enemy)];
        self.line_network().network().terms(sign, parts)
    }
}

impl Learned for Yinsh {
    fn groups() -> Vec<(String, usize)> {
        NETWORKS[0].groups([""], FEATURES)
    }

    fn features(&self, _mover: Player, visit: &mut dyn FnMut(usize, i32)) {
        let (network, counts) = (self.line_network(), self.counts());
        network.visit_lines(0, self.pieces(), visit);
        for side in 0..2 {
            let (first, times) = self.counted(side, &counts);
            (first..).zip(times).for_each(|(feature, times)| visit(network.number_of_other(feature), times));
        }
        visit(network.number_of_other(self.taken_feature()), 1);
        visit(network.number_of_other(TURN), 1);
    }

    fn network(&self) -> &'static dyn AnyNetwork {
        self.line_network().network()
    }
}
