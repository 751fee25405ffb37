//! The evaluation: rings taken off, windows of five that are nearly rows, rings near them, jumps, markers.
//!
//! What is counted for each side has weights by whose turn it is and by how many rings the side has taken off. All
//! windows of a direction are looked at together: the markers of a colour in each are counted by adding five shifted
//! sets bit by bit, and whether a window holds a ring or an empty point by joining five shifted sets.

use super::board::{BOARD, STRIDES, point};
use super::lines::count_jumps;
use super::rules::{Phase, Yinsh};
use crate::bits::{Isa, Kernel, fastest};
use crate::game::{Evaluate, Learned, Player};
use crate::weights;
use std::sync::LazyLock;

/// What is counted for each side.
const COUNTS: [&str; 10] = [
    "four markers and an own ring",
    "four markers and an enemy one",
    "four markers and an empty point",
    "three markers and an own ring but no enemy one",
    "three markers and no empty point or enemy ring",
    "own rings in or next to three or four",
    "enemy rings in or next to three or four",
    "moves that jump",
    "markers",
    "rings near the centre while they are placed",
];

/// The weights in a file: for each of 0, 1 and 2 rings taken off, of the side to move and then of the other, those of
/// [`COUNTS`]; for each number of rings that the side to move has taken off, and the other; and the turn.
const PHASES: usize = 3;
const SIDE: usize = PHASES * COUNTS.len();
const TAKEN: usize = 2 * SIDE;
const TURN: usize = TAKEN + PHASES * PHASES;

struct Learnt {
    weights: Vec<i16>,
    /// By side and rings taken off.
    counts: [[[i32; COUNTS.len()]; PHASES]; 2],
    taken: [[i32; PHASES]; PHASES],
    turn: i32,
}

static LEARNT: LazyLock<Learnt> = LazyLock::new(|| {
    let weights = weights::embedded(include_str!("weights.txt"), TURN + 1);
    let weight = |index: usize| i32::from(weights[index]);
    let of_phase = |side: usize, phase| std::array::from_fn(|i| weight(side * SIDE + phase * COUNTS.len() + i));
    let counts = [0, 1].map(|side| [0, 1, 2].map(|phase| of_phase(side, phase)));
    let taken = [0, 1, 2].map(|own| [0, 1, 2].map(|enemy| weight(TAKEN + PHASES * own + enemy)));
    Learnt { counts, taken, turn: weight(TURN), weights }
});

/// The points at most two steps from f6.
const CENTRE: u128 = around(around(1 << point(5, 6)));

/// First points of the windows that lie on the board, by direction.
const WINDOWS: [u128; 3] = {
    let mut windows = [BOARD; 3];
    let mut i = 0;
    while i < 12 {
        windows[i / 4] &= BOARD >> ((i as u32 % 4 + 1) * STRIDES[i / 4]);
        i += 1;
    }
    windows
};

/// The windows of direction `D` that hold a point of `set`.
#[inline(always)]
fn touched<const D: usize>(set: u128) -> u128 {
    let two = set | (set >> STRIDES[D]);
    two | (two >> (2 * STRIDES[D])) | (set >> (4 * STRIDES[D]))
}

/// The points of the windows of direction `D` that begin at a point of `set`.
#[inline(always)]
fn covered<const D: usize>(set: u128) -> u128 {
    let two = set | (set << STRIDES[D]);
    two | (two << (2 * STRIDES[D])) | (set << (4 * STRIDES[D]))
}

/// The points of `set` and their neighbours, some of which may lie off the board.
#[inline(always)]
const fn around(set: u128) -> u128 {
    let [a, b, c] = STRIDES;
    set | (set << a) | (set >> a) | (set << b) | (set >> b) | (set << c) | (set >> c)
}

/// The windows of direction `D` that hold exactly three and exactly four points of `set`.
#[inline(always)]
fn threes_and_fours<const D: usize>(set: u128) -> (u128, u128) {
    let add = |a: u128, b: u128, c: u128| {
        let half = a ^ b;
        (half ^ c, (a & b) | (half & c))
    };
    let (ones, carry) = add(set, set >> STRIDES[D], set >> (2 * STRIDES[D]));
    let (ones, carry_too) = add(ones, set >> (3 * STRIDES[D]), set >> (4 * STRIDES[D]));
    (ones & (carry ^ carry_too), !ones & carry & carry_too)
}

#[inline(always)]
fn count(set: u128) -> i32 {
    set.count_ones() as i32
}

/// What is on the board, as sets.
struct Sets {
    rings: [u128; 2],
    markers: [u128; 2],
    empty: u128,
}

/// The windows of one player, added up over the directions.
#[derive(Clone, Copy, Default)]
struct Windows {
    /// The first five of [`COUNTS`].
    counts: [i32; 5],
    /// The points of all windows with three or four own markers and no enemy ring.
    strong: u128,
}

impl Sets {
    /// Adds the windows of direction `D` of both players.
    #[inline(always)]
    fn add_windows<const D: usize>(&self, windows: &mut [Windows; 2]) {
        let open = touched::<D>(self.empty);
        let ringed = self.rings.map(touched::<D>);
        for (me, sums) in windows.iter_mut().enumerate() {
            let possible = WINDOWS[D] & !ringed[1 - me];
            let (threes, fours) = threes_and_fours::<D>(self.markers[me]);
            let (threes, fours) = (threes & possible, fours & possible);
            let sets =
                [fours & ringed[me], fours & !ringed[me] & !open, fours & open, threes & ringed[me], threes & !open];
            sums.counts.iter_mut().zip(sets).for_each(|(sum, set)| *sum += count(set));
            sums.strong |= covered::<D>(threes | fours);
        }
    }
}

impl Yinsh {
    /// What is counted for White and for Black.
    #[inline(always)]
    fn counts(&self) -> [[i32; COUNTS.len()]; 2] {
        let rings = self.rings.map(|rings| rings.set());
        let markers = [self.markers_of(Player::FIRST), self.markers_of(Player::SECOND)];
        let sets = Sets { rings, markers, empty: BOARD & !(rings[0] | rings[1] | self.markers.set()) };
        let mut windows = [Windows::default(); 2];
        sets.add_windows::<0>(&mut windows);
        sets.add_windows::<1>(&mut windows);
        sets.add_windows::<2>(&mut windows);
        let jumps = count_jumps(&self.rings, &self.markers);
        let near = windows.map(|sums| around(sums.strong));
        let centre = if self.phase == Phase::Place { CENTRE } else { 0 };
        [0, 1].map(|me| {
            let [a, b, c, d, e] = windows[me].counts;
            let (attack, defence) = (count(rings[me] & near[me]), count(rings[1 - me] & near[me]));
            [a, b, c, d, e, attack, defence, jumps[me], count(markers[me]), count(rings[me] & centre)]
        })
    }

    /// The side that moves a ring next, and the other. While rows are taken that need not be the one to decide.
    #[inline(always)]
    fn sides(&self) -> [usize; 2] {
        [self.moves_next.index(), self.moves_next.other().index()]
    }

    /// How many rings a side has taken off, as far as it matters while the game goes on.
    #[inline(always)]
    fn phase_of(&self, side: usize) -> usize {
        usize::from(self.taken[side]).min(PHASES - 1)
    }
}

/// The sums of weights: the rings taken off and the turn, and all that is counted of each side.
struct Sums<'a>(&'a Yinsh);

impl Kernel for Sums<'_> {
    type Output = [i32; 3];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> [i32; 3] {
        let Self(position) = self;
        let (sides, counts) = (position.sides(), position.counts());
        let phases = sides.map(|side| position.phase_of(side));
        let sum = |i: usize| -> i32 {
            let weights = &LEARNT.counts[i][phases[i]];
            counts[sides[i]].iter().zip(weights).map(|(count, weight)| count * weight).sum()
        };
        [LEARNT.taken[phases[0]][phases[1]] + LEARNT.turn, sum(0), sum(1)]
    }
}

impl Evaluate for Yinsh {
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let score = weights::score(fastest(Sums(self)).into_iter().sum());
        if player == self.moves_next { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.moves_next == Player::FIRST { 1 } else { -1 };
        let [rings, own, enemy] = fastest(Sums(self)).map(|sum| sign * sum);
        weights::parts([("rings taken and turn", rings), ("side to move", own), ("other side", enemy)])
    }
}

impl Learned for Yinsh {
    fn groups() -> Vec<(String, usize)> {
        let sides = ["side to move", "other side"];
        let name = |side: &str, taken: usize| format!("{side} with {taken} rings off: {}", COUNTS.join(", "));
        let counts = sides.into_iter().flat_map(|side| (0..PHASES).map(move |taken| (name(side, taken), COUNTS.len())));
        let rest = [("rings off, by those of the side to move and of the other", PHASES * PHASES), ("turn", 1)];
        counts.chain(rest.into_iter().map(|(name, count)| (name.to_string(), count))).collect()
    }

    fn features(&self, visit: &mut dyn FnMut(usize, i32)) {
        let (sides, counts) = (self.sides(), self.counts());
        let sign = if self.decides == self.moves_next { 1 } else { -1 };
        for (i, side) in sides.into_iter().enumerate() {
            for (k, &times) in counts[side].iter().enumerate() {
                visit(i * SIDE + self.phase_of(side) * COUNTS.len() + k, sign * times);
            }
        }
        visit(TAKEN + PHASES * self.phase_of(sides[0]) + self.phase_of(sides[1]), sign);
        visit(TURN, sign);
    }

    fn weights(&self) -> &'static [i16] {
        &LEARNT.weights
    }
}
