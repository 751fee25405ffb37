//! The evaluation: rings taken off, windows of five that are nearly rows, rings near them, jumps, markers.
//!
//! All windows of a direction are looked at together: the markers of a colour in each are counted by adding five
//! shifted sets bit by bit, and whether a window holds a ring or an empty point by joining five shifted sets.

use super::board::{BOARD, STRIDES, point};
use super::lines::count_jumps;
use super::rules::{Phase, Yinsh};
use crate::bits::{Isa, Kernel, fastest};
use crate::game::{Evaluate, Player};

/// What the parts are worth, in hundredths: 100 win about 64 of 100 games between equals.
struct Weights {
    /// None, one, or two rings taken off.
    taken: [i32; 3],
    /// Windows of four own markers and an own ring, which leaves the fifth marker when it moves: for the player who
    /// moves next, and for the other one.
    ring_four: [i32; 2],
    /// Windows of four own markers and an enemy marker to be flipped: likewise.
    flip_four: [i32; 2],
    /// A window of three own markers with an own ring and no enemy ring.
    ring_three: i32,
    /// A ring that stands in or next to an own window of three or four without an enemy ring.
    attack: i32,
    /// A ring that stands in or next to such a window of the enemy's.
    defence: i32,
    /// A ring move that jumps markers. Mere slides were found to be worth nothing.
    jump: i32,
    /// A marker on the board.
    marker: i32,
    /// A ring at most two steps from the centre, while rings are placed.
    centre: i32,
    /// The right to move a ring next.
    tempo: i32,
}

/// Fitted by logistic regression to the results of 12,000 games (600,000 positions) of a one-turn search with noise
/// against itself, in the last of three rounds each played with the weights of the one before, and rounded; `centre`
/// is by hand. Against a first guess by hand they scored 80 % and more; leaving out the jumps, the places of the rings
/// or the threes loses to them with 39, 42 and 44 % at two turns.
const WEIGHTS: Weights = Weights {
    taken: [0, 180, 430],
    ring_four: [90, 36],
    flip_four: [30, 8],
    ring_three: 8,
    attack: 9,
    defence: 11,
    jump: 3,
    marker: 4,
    centre: 6,
    tempo: 12,
};

/// What is counted, in the order of [`Parts`].
const NAMES: [&str; 6] = ["rings taken", "fours", "threes", "ring places", "jumps and markers", "tempo"];

type Parts = [i32; NAMES.len()];

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
    ring_fours: i32,
    flip_fours: i32,
    ring_threes: i32,
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
            sums.ring_fours += count(fours & ringed[me]);
            sums.flip_fours += count(fours & !ringed[me] & !open);
            sums.ring_threes += count(threes & ringed[me]);
            sums.strong |= covered::<D>(threes | fours);
        }
    }
}

impl Yinsh {
    /// The parts of the evaluation for White. They stay within the limit: rings are in at most 75 of the 123
    /// windows, so that fours come to less than 75 · 90 + 48 · 30, and all the rest to less than 1,000.
    #[inline(always)]
    fn parts(&self) -> Parts {
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

        let part = |me: usize| {
            let (other, waits) = (1 - me, usize::from(self.moves_next.index() != me));
            let fours =
                WEIGHTS.ring_four[waits] * windows[me].ring_fours + WEIGHTS.flip_four[waits] * windows[me].flip_fours;
            let places = WEIGHTS.attack * count(rings[me] & near[me])
                + WEIGHTS.defence * count(rings[me] & near[other])
                + WEIGHTS.centre * count(rings[me] & centre);
            [
                WEIGHTS.taken[usize::from(self.taken[me]).min(2)],
                fours,
                WEIGHTS.ring_three * windows[me].ring_threes,
                places,
                WEIGHTS.jump * jumps[me] + WEIGHTS.marker * count(markers[me]),
                if waits == 0 { WEIGHTS.tempo } else { 0 },
            ]
        };
        let (white, black) = (part(0), part(1));
        std::array::from_fn(|i| white[i] - black[i])
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
