//! Sets of points seen along all three line directions at once, and where rings can go.
//!
//! In a [`Lines`] each set is held three times, turned so that the lines of one direction are runs of adjacent bits.
//! Then the rings of a player slide and jump all at the same time, by carries of an addition in one sense and by
//! shifts in the other; six 64-bit lanes are worked on alike, which compilers turn into vector instructions.

use super::board::{BOARD, IMAGES, NUMBERS, VIEWS};
use crate::board::bits::members;

/// How many lanes a set has: three views in two halves each.
pub const LANES: usize = 6;

/// A set of points in three views. Lanes `2 * d` and `2 * d + 1` are the halves of the view along direction `d`;
/// view 0 is the set itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines(pub [u64; LANES]);

/// One point in all three views.
const SPOTS: [Lines; NUMBERS] = {
    let mut spots = [Lines::EMPTY; NUMBERS];
    let mut from = 0;
    while from < NUMBERS {
        let mut view = 0;
        while view < 3 {
            let to = IMAGES[VIEWS[view]][from] as usize;
            if to != 0 {
                spots[from].0[2 * view + to / 64] = 1 << (to % 64);
            }
            view += 1;
        }
        from += 1;
    }
    spots
};

/// The board without pieces in each lane: the columns are the same in every view.
const EMPTY_BOARD: Lines = {
    let halves = [BOARD as u64, (BOARD >> 64) as u64];
    Lines([halves[0], halves[1], halves[0], halves[1], halves[0], halves[1]])
};

/// The point behind each bit of a view.
const SEEN: [[u8; NUMBERS]; 3] = {
    let mut seen = [[0; NUMBERS]; 3];
    let mut from = 0;
    while from < NUMBERS {
        let mut view = 0;
        while view < 3 {
            let to = IMAGES[VIEWS[view]][from] as usize;
            if to != 0 {
                seen[view][to] = from as u8;
            }
            view += 1;
        }
        from += 1;
    }
    seen
};

impl Lines {
    /// No point.
    pub const EMPTY: Self = Self([0; LANES]);

    /// The points of `set` in all views.
    pub fn new(set: u128) -> Self {
        members(set).fold(Self::EMPTY, |lines, point| lines.xor(Self::spot(point)))
    }

    /// A single point.
    #[inline(always)]
    pub fn spot(point: usize) -> Self {
        SPOTS[point % NUMBERS]
    }

    /// The points that belong to one of two sets only.
    #[inline(always)]
    pub fn xor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    /// The set as one number.
    #[inline(always)]
    pub fn set(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
}

/// The point behind bit `bit` of lane `lane`.
#[inline(always)]
pub fn point_of(lane: usize, bit: usize) -> usize {
    SEEN[lane / 2][lane % 2 * 64 + bit % 64] as usize
}

/// Where the rings of one player can go, in each lane: towards higher bits and towards lower bits. No two rings reach
/// the same point in the same direction along a line, so a bit identifies the ring: it is the next one behind.
pub struct Reach {
    /// Points reached towards higher bits.
    pub up: [u64; LANES],
    /// Points reached towards lower bits.
    pub down: [u64; LANES],
}

impl Reach {
    /// The destinations of the rings `own`, given the rings of the other player and all markers.
    #[inline(always)]
    pub fn new(own: &Lines, other: &Lines, markers: &Lines) -> Self {
        let mut reach = Self { up: [0; LANES], down: [0; LANES] };
        for i in 0..LANES {
            let (rings, markers) = (own.0[i], markers.0[i]);
            let empty = EMPTY_BOARD.0[i] & !(rings | other.0[i] | markers);
            let (slides, jumps) = up(rings, empty, markers);
            reach.up[i] = slides | jumps;
            let (slides, jumps) = down(rings, empty, markers);
            reach.down[i] = slides | jumps;
        }
        reach
    }

    /// How many moves there are.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        (0..LANES).map(|i| self.up[i].count_ones() + self.down[i].count_ones()).sum()
    }
}

/// How many moves of each player's rings jump markers.
#[inline(always)]
pub fn count_jumps(rings: &[Lines; 2], markers: &Lines) -> [i32; 2] {
    // Both players' lanes in one array fill whole vector registers.
    let mut jumps = [[0; 2]; 2 * LANES];
    for (i, jumps) in jumps.iter_mut().enumerate() {
        let (own, markers) = (rings[i / LANES].0[i % LANES], markers.0[i % LANES]);
        let empty = EMPTY_BOARD.0[i % LANES] & !(rings[0].0[i % LANES] | rings[1].0[i % LANES] | markers);
        *jumps = [up(own, empty, markers).1, down(own, empty, markers).1];
    }
    let count = |lanes: &[[u64; 2]]| lanes.iter().flatten().map(|ends| ends.count_ones() as i32).sum();
    [count(&jumps[..LANES]), count(&jumps[LANES..])]
}

/// Destinations towards higher bits: slides and jumps. A one added to the lowest bit of a run of ones clears the run
/// and sets the bit behind it: once for the empty points behind a ring, once for the markers behind those.
#[inline(always)]
fn up(rings: u64, empty: u64, markers: u64) -> (u64, u64) {
    let next = rings << 1;
    let slid = empty + (next & empty);
    let jumped = markers + ((next | (slid & !empty)) & markers);
    (empty & !slid, jumped & !markers & empty)
}

/// Destinations towards lower bits: slides and jumps. No carry goes this way, so the runs are filled in steps of one,
/// two and four. A line has ten points: up to nine empty ones to slide over, or eight markers to jump.
#[inline(always)]
fn down(rings: u64, empty: u64, markers: u64) -> (u64, u64) {
    let (first, fours) = fill_seven(rings, empty);
    let slid = first | (fours & (first >> 4));
    let (jumped, _) = fill_seven((slid >> 1) & markers, markers);
    (slid & !rings, (jumped >> 1) & empty)
}

/// The points of `from` and up to seven in a row below each that belong to `set`; and the points of `set` with three
/// more above them.
#[inline(always)]
fn fill_seven(from: u64, set: u64) -> (u64, u64) {
    let pairs = set & (set >> 1);
    let fours = pairs & (pairs >> 2);
    let one = from | (set & (from >> 1));
    let three = one | (pairs & (one >> 2));
    (three | (fours & (three >> 4)), fours)
}
