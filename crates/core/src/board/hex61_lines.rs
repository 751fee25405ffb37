//! Lines of three and of four on the board of [`hex61`](super::hex61): those that a stone makes, and those nearly
//! complete.
//!
//! Yavalath needs this for one stone in every step of a random game ([`made`]), and for all cells at once when a search
//! looks for threats ([`completions`], [`half_fours`]). For one stone a small lookup table is fastest; for all cells,
//! steps of whole sets are.

use super::bits::{Isa, Portable};
use super::hex61::{BOARD, CELLS, STEPS};

/// A window of the six cells within three steps of a stone along one line, seen with the stone's index turned to 0:
/// the bits of its cells, a factor that gathers them into the top six bits, and for each content of the window
/// whether stone and window make a line of at least three, or of at least four.
///
/// If the CPU has PEXT, that packs the window in another order without a multiplication, and uses its own tables.
struct Window {
    cells: u64,
    gather: u64,
    gathered: LongLines,
    packed: LongLines,
}

/// For each key of a window (a bit number), whether it is a line of at least three, or of at least four.
struct LongLines {
    threes: u64,
    fours: u64,
}

impl Window {
    const fn new(step: i32, gather: u64) -> Self {
        let (gathered, packed) = (LongLines { threes: 0, fours: 0 }, LongLines { threes: 0, fours: 0 });
        let mut window = Self { cells: 0, gather, gathered, packed };
        let offsets = [-3, -2, -1, 1, 2, 3];
        let mut i = 0;
        while i < 6 {
            window.cells |= 1 << (step * offsets[i]).rem_euclid(61);
            i += 1;
        }
        let mut used = 0u64;
        let mut filled = 0u32;
        while filled < 64 {
            let (mut bits, mut packed) = (0u64, 0u64);
            let mut i = 0;
            while i < 6 {
                let bit = 1 << (step * offsets[i]).rem_euclid(61);
                if filled >> i & 1 != 0 {
                    bits |= bit;
                    packed |= 1 << (window.cells & (bit - 1)).count_ones();
                }
                i += 1;
            }
            let key = window.key(bits);
            assert!(used >> key & 1 == 0, "the factor must give every content a key of its own");
            used |= 1 << key;
            let run = 1 + (filled >> 3).trailing_ones() + (filled << 29).leading_ones();
            window.gathered.enter(key, run);
            window.packed.enter(packed, run);
            filled += 1;
        }
        window
    }

    #[inline(always)]
    const fn key(&self, turned: u64) -> u64 {
        (turned & self.cells).wrapping_mul(self.gather) >> 58
    }

    /// In bit 0 of each: whether there is a line of at least three, of at least four.
    #[inline(always)]
    fn lines<I: Isa>(&self, isa: I, turned: u64) -> LongLines {
        let (key, lines) = match I::FAST_EXTRACT {
            true => (isa.extract(turned, self.cells), &self.packed),
            false => (self.key(turned), &self.gathered),
        };
        LongLines { threes: lines.threes >> key, fours: lines.fours >> key }
    }
}

impl LongLines {
    const fn enter(&mut self, key: u64, run: u32) {
        self.threes |= ((run >= 3) as u64) << key;
        self.fours |= ((run >= 4) as u64) << key;
    }
}

/// One window for each of [`STEPS`]. The factors were found by trying random sparse ones.
const WINDOWS: [Window; 3] = [
    Window::new(1, 0x0244_0000_1010_0008),
    Window::new(13, 0x4202_0120_00c0_1000),
    Window::new(14, 0x0000_1004_08a2_4000),
];

/// For each cell the cells within three steps along a line, with that cell's index turned to 0.
const NEAR: [u64; CELLS] = {
    let mut near = [0; CELLS];
    let mut at = 0;
    while at < CELLS {
        let mut line = 0;
        while line < 3 {
            let mut way = 0;
            while way < 2 {
                let step = STEPS[line][way];
                let mut reached: u64 = 1 << at;
                let mut count = 0;
                while count < 3 {
                    reached = step.apply(reached);
                    near[at] |= turned_to_zero(reached, at) & BOARD;
                    count += 1;
                }
                way += 1;
            }
            line += 1;
        }
        at += 1;
    }
    near
};

/// `set` with every index lowered by `cell` (modulo 61), and some bits above 60 that [`NEAR`] cuts off.
#[inline(always)]
const fn turned_to_zero(set: u64, cell: usize) -> u64 {
    (set >> cell) | (set << (61 - cell))
}

/// The lines that a stone makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    /// No line of three or more.
    Nothing,
    /// A line of exactly three, and none longer.
    Three,
    /// A line of four or more.
    Four,
}

/// The longest line through `cell`, which need not be in `stones` itself.
#[inline(always)]
pub fn made(stones: u64, cell: usize) -> Made {
    made_on(Portable, stones, cell)
}

/// [`made`] for an instruction set, for use in a [`Kernel`](crate::board::bits::Kernel).
#[inline(always)]
pub fn made_on<I: Isa>(isa: I, stones: u64, cell: usize) -> Made {
    let turned = turned_to_zero(stones, cell) & NEAR[cell];
    let lines = [0, 1, 2].map(|i: usize| WINDOWS[i].lines(isa, turned));
    if (lines[0].threes | lines[1].threes | lines[2].threes) & 1 == 0 {
        Made::Nothing
    } else if (lines[0].fours | lines[1].fours | lines[2].fours) & 1 == 0 {
        Made::Three
    } else {
        Made::Four
    }
}

/// The cells where one more stone would complete a line: of four or more, or of exactly three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Completions {
    /// Cells that make a line of four or more.
    pub fours: u64,
    /// Cells that make a line of three and none of four.
    pub threes: u64,
}

impl Completions {
    /// Restricts them to the `empty` cells.
    #[inline(always)]
    pub const fn on(self, empty: u64) -> Self {
        Self { fours: self.fours & empty, threes: self.threes & empty }
    }
}

/// The [`Completions`] of `stones` on the `empty` cells, for all cells at once.
#[inline(always)]
pub const fn completions(stones: u64, empty: u64) -> Completions {
    let (mut fours, mut threes) = (0, 0);
    let mut line = 0;
    while line < 3 {
        let [up, down] = STEPS[line];
        // Cells with one, two, three stones in a row directly below them, and above them.
        let below1 = up.apply(stones);
        let above1 = down.apply(stones);
        let below2 = up.apply(stones & below1);
        let above2 = down.apply(stones & above1);
        let below3 = up.apply(stones & below2);
        let above3 = down.apply(stones & above2);
        fours |= below3 | above3 | (below2 & above1) | (below1 & above2);
        threes |= below2 | above2 | (below1 & above1);
        line += 1;
    }
    Completions { fours: fours & empty, threes: threes & empty & !fours }
}

/// The empty cells of all windows of four that hold two of `stones` and are empty otherwise: one more stone there
/// makes three of four.
#[inline(always)]
pub const fn half_fours(stones: u64, empty: u64) -> u64 {
    let mut found = 0;
    let mut line = 0;
    while line < 3 {
        let [up, down] = STEPS[line];
        // Of each cell and the one below it: both on the board and free of others, one stone, two stones.
        let (below, open) = (up.apply(stones), stones | empty);
        let free = open & up.apply(open);
        let (one, two) = (free & (stones ^ below), free & stones & below);
        // The same of the two cells below those.
        let twice_up = [up.apply(up.apply(free)), up.apply(up.apply(one)), up.apply(up.apply(two))];
        let [free2, one2, two2] = twice_up;
        let windows = free & free2 & ((one & one2) | (two & !one2 & !two2) | (two2 & !one & !two));
        let upper = windows | down.apply(windows);
        found |= upper | down.apply(down.apply(upper));
        line += 1;
    }
    found & empty
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Rng;
    use crate::board::hex61::{cell, coordinates, windows};
    use rand::{Rng as _, SeedableRng};

    /// The length of the line through `at` along one axis, counted cell by cell.
    fn run(stones: u64, at: usize, axis: (i32, i32)) -> usize {
        let count = |sign: i32| {
            let (column, number) = coordinates(at);
            (1..9)
                .map_while(|i| cell(column + sign * i * axis.0, number + sign * i * axis.1))
                .take_while(|&c| stones >> c & 1 != 0)
                .count()
        };
        1 + count(1) + count(-1)
    }

    #[test]
    fn half_fours_are_found_as_by_counting() {
        let mut rng = Rng::seed_from_u64(8);
        for _ in 0..5_000 {
            let stones = rng.next_u64() & rng.next_u64() & BOARD;
            let empty = rng.next_u64() & BOARD & !stones;
            let free = |window: &u64| window & !(stones | empty) == 0;
            let half = windows(4).filter(free).filter(|window| (window & stones).count_ones() == 2);
            assert_eq!(half_fours(stones, empty), half.fold(0, |found, window| found | window & empty));
        }
    }

    #[test]
    fn lines_are_found_as_by_counting() {
        let mut rng = Rng::seed_from_u64(7);
        for round in 0..20_000 {
            let sparse = if round % 2 == 0 { rng.next_u64() } else { u64::MAX };
            let stones = rng.next_u64() & sparse & BOARD;
            let empty = BOARD & !stones;
            let found = completions(stones, empty);
            for at in 0..CELLS {
                let longest = [(0, 1), (1, 0), (1, 1)].map(|axis| run(stones, at, axis)).into_iter().max().unwrap();
                let expected = match longest {
                    ..=2 => Made::Nothing,
                    3 => Made::Three,
                    _ => Made::Four,
                };
                assert_eq!(made(stones, at), expected);
                #[cfg(target_arch = "x86_64")]
                if let Some(isa) = crate::board::bits::V3::detect() {
                    assert_eq!(made_on(isa, stones, at), expected);
                }
                let open = empty >> at & 1 != 0;
                assert_eq!(found.fours >> at & 1 != 0, open && expected == Made::Four);
                assert_eq!(found.threes >> at & 1 != 0, open && expected == Made::Three);
            }
        }
    }
}
