//! The hexagonal board of 61 cells on which Yavalath and Pentalath are played, as 61 bits of a `u64`.
//!
//! A hexagon of side 5 tiles the plane, and its 61 cells are the residues modulo 61: with the centre e5 as 0, one
//! step north (e6) is +1, one step east (f5) is +13, and the step between them (f6) is +14. So a step of *every*
//! cell at once is a rotation by 1, 13 or 14 in 61 bits, and a turn of the board by 60° is a multiplication by 14,
//! because 14² = 13 and 14³ = −1 (modulo 61). Whatever leaves the board would come in again at the other side;
//! the masks of [`STEPS`] cut that off.

use crate::board::bits::{Isa, Portable, members};

/// The number of cells.
pub const CELLS: usize = 61;
/// The set of all cells.
pub const BOARD: u64 = (1 << CELLS) - 1;
/// How many ways there are to turn and mirror the board.
pub const SYMMETRIES: usize = 12;

/// The index of the cell in `column` (0 is `a`) and with `number` (0 is written 1), which must be on the board.
const fn index(column: i32, number: i32) -> usize {
    (number - 4 + 13 * (column - 4)).rem_euclid(61) as usize
}

/// Whether there is such a cell.
const fn exists(column: i32, number: i32) -> bool {
    let (q, r) = (column - 4, number - 4);
    q.abs() <= 4 && r.abs() <= 4 && (q - r).abs() <= 4
}

/// Column and number of each cell, both from 0.
const COORDINATES: [(i8, i8); CELLS] = {
    let mut table = [(i8::MIN, i8::MIN); CELLS];
    let mut column = 0;
    while column < 9 {
        let mut number = 0;
        while number < 9 {
            if exists(column, number) {
                let cell = index(column, number);
                assert!(table[cell].0 == i8::MIN, "two cells share an index");
                table[cell] = (column as i8, number as i8);
            }
            number += 1;
        }
        column += 1;
    }
    table
};

/// The cell in `column` (0 is `a`) with `number` (0 is written 1).
pub const fn cell(column: i32, number: i32) -> Option<usize> {
    if exists(column, number) { Some(index(column, number)) } else { None }
}

/// Column and number of a cell, both from 0.
pub const fn coordinates(cell: usize) -> (i32, i32) {
    (COORDINATES[cell].0 as i32, COORDINATES[cell].1 as i32)
}

/// The name of a cell, such as `e5`.
pub fn name(cell: usize) -> String {
    let (column, number) = coordinates(cell);
    format!("{}{}", char::from(b'a' + column as u8), number + 1)
}

/// The cell with this name, letter in any case.
pub fn read_name(text: &str) -> Option<usize> {
    match *text.as_bytes() {
        [letter, digit @ b'1'..=b'9'] if letter.is_ascii_alphabetic() => {
            cell(i32::from(letter.to_ascii_lowercase()) - i32::from(b'a'), i32::from(digit - b'1'))
        }
        _ => None,
    }
}

/// One of the six directions: by how much the index grows (modulo 61), and the cells that can be entered so.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    amount: u32,
    entered: u64,
}

impl Step {
    const fn new(columns: i32, numbers: i32) -> Self {
        let mut entered = 0;
        let mut at = 0;
        while at < CELLS {
            let (column, number) = coordinates(at);
            if exists(column - columns, number - numbers) {
                entered |= 1 << at;
            }
            at += 1;
        }
        Self { amount: (13 * columns + numbers).rem_euclid(61) as u32, entered }
    }

    /// The cells one step away from those of `set`.
    #[inline(always)]
    pub const fn apply(self, set: u64) -> u64 {
        ((set << self.amount) | (set >> (61 - self.amount))) & self.entered
    }
}

/// The three lines through a cell, each as a step and its reverse: same letter, same number, both growing.
pub const STEPS: [[Step; 2]; 3] =
    [[Step::new(0, 1), Step::new(0, -1)], [Step::new(1, 0), Step::new(-1, 0)], [Step::new(1, 1), Step::new(-1, -1)]];

/// The 27 lines of the board, each as its cells in order.
pub fn lines() -> Vec<Vec<usize>> {
    let mut lines = Vec::new();
    for [step, _] in STEPS {
        for end in members(BOARD & !step.apply(BOARD)) {
            let next = |&cell: &usize| {
                let set = step.apply(1 << cell);
                (set != 0).then(|| set.trailing_zeros() as usize)
            };
            lines.push(std::iter::successors(Some(end), next).collect());
        }
    }
    lines
}

/// The cells next to any of `set`.
#[inline(always)]
pub const fn neighbours(set: u64) -> u64 {
    let mut all = 0;
    let mut line = 0;
    while line < 3 {
        all |= STEPS[line][0].apply(set) | STEPS[line][1].apply(set);
        line += 1;
    }
    all
}

/// Where each symmetry takes each cell: turns by 60° for even numbers, mirrored and turned for odd ones.
const IMAGES: [[u8; CELLS]; SYMMETRIES] = {
    let mut table = [[0; CELLS]; SYMMETRIES];
    let mut at = 0;
    while at < CELLS {
        let (column, number) = coordinates(at);
        let mut image = [at, index(number, column)];
        let mut turn = 0;
        while turn < 6 {
            table[2 * turn][at] = image[0] as u8;
            table[2 * turn + 1][at] = image[1] as u8;
            image = [image[0] * 14 % 61, image[1] * 14 % 61];
            turn += 1;
        }
        at += 1;
    }
    table
};

/// Where symmetry `index` takes a cell; number 0 leaves all where they are.
pub fn transform_cell(cell: usize, index: usize) -> usize {
    usize::from(IMAGES[index][cell])
}

/// Where symmetry `index` takes a set of cells.
pub fn transform(set: u64, index: usize) -> u64 {
    members(set).fold(0, |turned, cell| turned | 1 << transform_cell(cell, index))
}

/// A window of the six cells within three steps of a stone along one line, seen with the stone's index turned to 0:
/// the bits of its cells, a factor that gathers them into the top six bits, and for each content of the window
/// whether stone and window make a line of at least three, or of at least four.
///
/// Where the CPU has PEXT, that packs the window in another order without a multiplication, and has its own tables.
struct Window {
    cells: u64,
    gather: u64,
    gathered: Lines,
    packed: Lines,
}

/// For each key of a window (a bit number), whether it is a line of at least three, or of at least four.
struct Lines {
    threes: u64,
    fours: u64,
}

impl Window {
    const fn new(step: i32, gather: u64) -> Self {
        let (gathered, packed) = (Lines { threes: 0, fours: 0 }, Lines { threes: 0, fours: 0 });
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
            assert!(used >> key & 1 == 0, "the factor must tell all contents apart");
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
    fn lines<I: Isa>(&self, isa: I, turned: u64) -> Lines {
        let (key, lines) = match I::FAST_EXTRACT {
            true => (isa.extract(turned, self.cells), &self.packed),
            false => (self.key(turned), &self.gathered),
        };
        Lines { threes: lines.threes >> key, fours: lines.fours >> key }
    }
}

impl Lines {
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
    let mut table = [0; CELLS];
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
                    table[at] |= turned_to_zero(reached, at) & BOARD;
                    count += 1;
                }
                way += 1;
            }
            line += 1;
        }
        at += 1;
    }
    table
};

/// `set` with every index lowered by `cell` (modulo 61), and some bits above 60 that [`NEAR`] cuts off.
#[inline(always)]
const fn turned_to_zero(set: u64, cell: usize) -> u64 {
    (set >> cell) | (set << (61 - cell))
}

/// What a stone makes of the lines through it.
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

/// [`made`] with the means of an instruction set, for use in a [`Kernel`](crate::board::bits::Kernel).
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
    /// What is left of them if only `empty` cells are empty any more.
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

/// All windows of so many cells of a line.
#[cfg(test)]
pub fn windows(size: i32) -> impl Iterator<Item = u64> {
    let starts = (0..CELLS).flat_map(|at| [(0, 1), (1, 0), (1, 1)].map(|axis| (coordinates(at), axis)));
    starts.filter_map(move |((column, number), (x, y))| {
        (0..size).try_fold(0, |window, i| Some(window | 1 << cell(column + i * x, number + i * y)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Rng;
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

    #[test]
    fn neighbours_are_those_of_the_rules() {
        for at in 0..CELLS {
            let (c, n) = coordinates(at);
            let around = [(c, n + 1), (c, n - 1), (c + 1, n), (c - 1, n), (c + 1, n + 1), (c - 1, n - 1)];
            let expected = around.iter().filter_map(|&(c, n)| cell(c, n)).fold(0, |set, cell| set | 1 << cell);
            assert_eq!(neighbours(1 << at), expected);
            assert_eq!(read_name(&name(at).to_uppercase()), Some(at));
        }
        assert_eq!(read_name("a6"), None);
        assert_eq!(name(0), "e5");
    }

    #[test]
    fn symmetries_keep_neighbours_and_give_nine_classes() {
        for index in 0..SYMMETRIES {
            for at in 0..CELLS {
                assert_eq!(transform(neighbours(1 << at), index), neighbours(transform(1 << at, index)));
            }
        }
        let lowest = |at| (0..SYMMETRIES).map(|index| transform_cell(at, index)).min();
        let classes: std::collections::BTreeSet<_> = (0..CELLS).map(lowest).collect();
        assert_eq!(classes.len(), 9);
    }
}
