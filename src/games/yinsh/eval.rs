//! The evaluation: rings taken, windows of five that are nearly rows, freedom of the rings, markers.
//!
//! All windows of a direction are looked at together: the markers of a colour in each are counted by adding five
//! shifted sets bit by bit, and whether a window holds a ring or an empty point by joining five shifted sets.

use super::board::{BOARD, STRIDES};
use super::rules::Yinsh;
use crate::bits::{BitSet, Isa, Kernel, fastest};
use crate::game::{Evaluate, Player};

/// What the parts are worth, in hundredths: 100 win about 64 of 100 games between equals.
struct Weights {
    /// The first, the first two … rings taken off.
    taken: [i32; 3],
    /// A window with four own markers whose fifth point is an enemy marker or an own ring: one move may make it a row.
    hot_four: i32,
    /// A window with four own markers and an empty point.
    open_four: i32,
    /// A window with three own markers whose other points are enemy markers or own rings.
    hot_three: i32,
    /// A window with three own markers, no enemy ring and an empty point.
    open_three: i32,
    /// A ring move.
    mobility: i32,
    /// A marker on the board.
    marker: i32,
    /// The right to move a ring next.
    tempo: i32,
}

const WEIGHTS: Weights = Weights {
    taken: [0, 300, 700],
    hot_four: 60,
    open_four: 40,
    hot_three: 25,
    open_three: 15,
    mobility: 3,
    marker: 5,
    tempo: 30,
};

/// What is counted, in the order of [`NAMES`].
type Parts = [i32; NAMES.len()];

const NAMES: [&str; 6] = ["rings taken", "fours", "threes", "mobility", "markers", "tempo"];

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

/// What is on the board, as sets.
struct Sets {
    rings: [u128; 2],
    markers: [u128; 2],
    empty: u128,
}

impl Sets {
    /// Adds what the windows of direction `D` are worth to each player: fours and threes.
    #[inline(always)]
    fn add_windows<const D: usize>(&self, fours: &mut [i32; 2], threes: &mut [i32; 2]) {
        let open = touched::<D>(self.empty);
        for me in 0..2 {
            let possible = WINDOWS[D] & !touched::<D>(self.rings[1 - me]);
            let (three, four) = threes_and_fours::<D>(self.markers[me]);
            let (three, four) = (three & possible, four & possible);
            let count = |set: u128| set.len() as i32;
            fours[me] += WEIGHTS.hot_four * count(four & !open) + WEIGHTS.open_four * count(four & open);
            threes[me] += WEIGHTS.hot_three * count(three & !open) + WEIGHTS.open_three * count(three & open);
        }
    }
}

impl Yinsh {
    /// The parts of the evaluation for White.
    #[inline(always)]
    fn parts(&self) -> Parts {
        let rings = self.rings.map(|rings| rings.set());
        let markers = [self.markers_of(Player::FIRST), self.markers_of(Player::SECOND)];
        let empty = BOARD & !(rings[0] | rings[1] | self.markers.set());
        let (mut fours, mut threes) = ([0; 2], [0; 2]);
        let sets = Sets { rings, markers, empty };
        sets.add_windows::<0>(&mut fours, &mut threes);
        sets.add_windows::<1>(&mut fours, &mut threes);
        sets.add_windows::<2>(&mut fours, &mut threes);
        let taken = self.taken.map(|rings| WEIGHTS.taken[usize::from(rings).min(2)]);
        let mobility = |player| WEIGHTS.mobility * self.reach(player).len() as i32;
        let marker = |player: usize| WEIGHTS.marker * markers[player].len() as i32;
        let tempo = if self.moves_next == Player::FIRST { WEIGHTS.tempo } else { -WEIGHTS.tempo };
        [
            taken[0] - taken[1],
            fours[0] - fours[1],
            threes[0] - threes[1],
            mobility(Player::FIRST) - mobility(Player::SECOND),
            marker(0) - marker(1),
            tempo,
        ]
    }
}

struct Score<'a>(&'a Yinsh);

impl Kernel for Score<'_> {
    type Output = Parts;

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> Parts {
        self.0.parts()
    }
}

impl Evaluate for Yinsh {
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let score: i32 = fastest(Score(self)).iter().sum();
        if player == Player::FIRST { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        NAMES.into_iter().zip(self.parts()).collect()
    }
}
