//! Lines of five, groups and their liberties on the board of [`hex61`](crate::board::hex61), all cells at once.

use crate::board::hex61::{BOARD, CELLS, STEPS, neighbours};

/// One of the three directions of a line. Its steps are rotations, as said in [`hex61`](crate::board::hex61).
#[derive(Clone, Copy)]
pub struct Axis {
    /// By how much one step up raises the index (modulo 61).
    step: u32,
    /// The cells that have a cell below them.
    entered: u64,
    /// The cells that are the upper end of five in a line.
    pub windows: u64,
}

/// The three axes.
pub const AXES: [Axis; 3] = [Axis::new(0, 1), Axis::new(1, 13), Axis::new(2, 14)];

impl Axis {
    const fn new(line: usize, step: u32) -> Self {
        let up = STEPS[line][0];
        let entered = up.apply(BOARD);
        Self { step, entered, windows: up.apply(up.apply(up.apply(entered))) }
    }

    /// `set` moved `count` steps up. What leaves the board comes in at the other side or lies above bit 60, so the
    /// result is only good where something else says that those steps exist.
    #[inline(always)]
    pub const fn raised(self, set: u64, count: u32) -> u64 {
        let amount = self.step * count % CELLS as u32;
        (set << amount) | (set >> (CELLS as u32 - amount))
    }

    /// The same downwards.
    #[inline(always)]
    const fn lowered(self, set: u64, count: u32) -> u64 {
        self.raised(set, CELLS as u32 - count)
    }

    /// The upper stones of each two, three and four in a row. Each pair of stones proves that its step stays on the
    /// board, so a row needs no further mask.
    #[inline(always)]
    const fn rows(self, stones: u64) -> [u64; 3] {
        let pairs = stones & self.raised(stones, 1) & self.entered;
        let triples = pairs & self.raised(pairs, 1);
        [pairs, triples, triples & self.raised(pairs, 2)]
    }
}

/// Whether `stones` have five in a line.
#[inline(always)]
pub const fn has_five(stones: u64) -> bool {
    let mut fives = 0;
    let mut i = 0;
    while i < 3 {
        let [_, triples, _] = AXES[i].rows(stones);
        fives |= triples & AXES[i].raised(triples, 2);
        i += 1;
    }
    fives != 0
}

/// The cells of `empty` where one more stone makes five in a line.
#[inline(always)]
pub const fn completions(stones: u64, empty: u64) -> u64 {
    let mut found = 0;
    let mut i = 0;
    while i < 3 {
        let axis = AXES[i];
        let [pairs, triples, quads] = axis.rows(stones);
        // Cells with that many stones in a row directly below them, and above them.
        let below1 = axis.raised(stones, 1);
        let below2 = axis.raised(pairs, 1);
        let below3 = axis.raised(triples, 1);
        let below4 = axis.raised(quads, 1);
        let above1 = axis.lowered(stones & axis.entered, 1);
        let above2 = axis.lowered(axis.lowered(pairs, 1) & axis.entered, 1);
        let above3 = axis.lowered(axis.lowered(triples, 2) & axis.entered, 1);
        let above4 = axis.lowered(axis.lowered(quads, 3) & axis.entered, 1);
        found |= above4 | (axis.entered & (below4 | (below3 & above1) | (below2 & above2) | (below1 & above3)));
        i += 1;
    }
    found & empty
}

/// The cells of `empty` in windows of five that hold three of `stones` and are empty otherwise: one more stone there
/// makes four of five.
#[inline(always)]
pub const fn almost_fives(stones: u64, empty: u64) -> u64 {
    let mut found = 0;
    let mut i = 0;
    while i < 3 {
        let axis = AXES[i];
        let [s0, s1, s2, s3, s4] =
            [stones, axis.raised(stones, 1), axis.raised(stones, 2), axis.raised(stones, 3), axis.raised(stones, 4)];
        let (odd, twos) = add(s0, s1, s2);
        let (odd, more) = add(odd, s3, s4);
        let threes = odd & (twos ^ more);
        let open = stones | empty;
        let pairs = open & axis.raised(open, 1);
        let free = pairs & axis.raised(pairs, 2) & axis.raised(open, 4);
        let tops = threes & free & axis.windows;
        let upper = tops | axis.lowered(tops, 1);
        found |= upper | axis.lowered(upper, 2) | axis.lowered(tops, 4);
        i += 1;
    }
    found & empty
}

/// The cells next to each cell.
pub const NEIGHBOURS: [u64; CELLS] = {
    let mut sets = [0; CELLS];
    let mut at = 0;
    while at < CELLS {
        sets[at] = neighbours(1 << at);
        at += 1;
    }
    sets
};

/// What of `among` hangs together with `seeds`, a part of it. Stops early once all of `wanted` is found.
#[inline(always)]
pub const fn connected(seeds: u64, among: u64, wanted: u64) -> u64 {
    let mut found = seeds;
    while wanted & !found != 0 {
        let next = found | (neighbours(found) & among);
        if next == found {
            break;
        }
        found = next;
    }
    found
}

/// The enemy stones without liberties once `cell` is one of the `own` stones: those that it captures.
///
/// `breathing` are the cells with an empty neighbour. A group lives if one of its stones is among them, so only
/// groups with a stone next to `cell` that is not are worth following.
#[inline(always)]
pub const fn captured(enemy: u64, breathing: u64, cell: usize) -> u64 {
    let suspects = NEIGHBOURS[cell] & enemy & !breathing;
    if suspects == 0 {
        return 0;
    }
    let alive = connected(enemy & breathing, enemy, suspects);
    if suspects & !alive == 0 { 0 } else { enemy & !alive }
}

/// What placing a stone on the empty `cell` captures; `None` if it is suicide.
#[inline(always)]
pub const fn place(own: u64, enemy: u64, cell: usize) -> Option<u64> {
    let stone = 1 << cell;
    let own = own | stone;
    let breathing = neighbours(BOARD & !(own | enemy));
    let captured = captured(enemy, breathing, cell);
    if captured != 0 || connected(own & breathing, own, stone) & stone != 0 { Some(captured) } else { None }
}

/// The empty cells where a stone may be placed.
#[inline(always)]
pub fn placements(own: u64, enemy: u64) -> u64 {
    let empty = BOARD & !(own | enemy);
    let eyes = empty & !neighbours(empty);
    if eyes == 0 { empty } else { empty & !suicides(own, enemy, empty, eyes) }
}

/// The `eyes`, that is empty cells without empty neighbours, where a stone would be suicide.
#[inline(always)]
fn suicides(own: u64, enemy: u64, empty: u64, eyes: u64) -> u64 {
    // Next to a group of one's own that reaches a larger space there is no suicide.
    let alive = connected(own & neighbours(empty & !eyes), own, own);
    let doubtful = eyes & !neighbours(alive);
    crate::board::bits::members(doubtful)
        .filter(|&eye| place(own, enemy, eye).is_none())
        .fold(0, |found, eye| found | 1 << eye)
}

/// Whether some group of `stones` has no liberty.
pub const fn has_dead_group(stones: u64, empty: u64) -> bool {
    connected(stones & neighbours(empty), stones, stones) != stones
}

/// Calls `visit` with each group of `stones` that has at most two liberties, and with these.
#[inline(always)]
pub fn weak_groups(stones: u64, empty: u64, mut visit: impl FnMut(u64, u64)) {
    // A stone with three empty neighbours gives its group three liberties. Most groups have such a stone.
    let strong = connected(stones & with_three_of_six(empty), stones, stones);
    let mut rest = stones & !strong;
    while rest != 0 {
        let group = connected(rest & rest.wrapping_neg(), rest, rest);
        let liberties = neighbours(group) & empty;
        if liberties.count_ones() <= 2 {
            visit(group, liberties);
        }
        rest &= !group;
    }
}

/// The cells with at least three neighbours in `set`.
#[inline(always)]
const fn with_three_of_six(set: u64) -> u64 {
    let [[a, b], [c, d], [e, f]] = STEPS;
    let (ones1, twos1) = add(a.apply(set), b.apply(set), c.apply(set));
    let (ones2, twos2) = add(d.apply(set), e.apply(set), f.apply(set));
    let (twos, fours) = add(twos1, twos2, ones1 & ones2);
    fours | (twos & (ones1 ^ ones2))
}

/// Adds up three sets cell by cell: the cells with an odd sum, and those with two or more.
#[inline(always)]
pub const fn add(a: u64, b: u64, c: u64) -> (u64, u64) {
    (a ^ b ^ c, (a & b) | (c & (a ^ b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::Rng;
    use crate::board::hex61::windows;
    use rand::{Rng as _, SeedableRng};

    #[test]
    fn almost_fives_are_found_as_by_counting() {
        let mut rng = Rng::seed_from_u64(5);
        for _ in 0..5_000 {
            let stones = rng.next_u64() & rng.next_u64() & BOARD;
            let empty = rng.next_u64() & BOARD & !stones;
            let free = |window: &u64| window & !(stones | empty) == 0;
            let three = windows(5).filter(free).filter(|window| (window & stones).count_ones() == 3);
            assert_eq!(almost_fives(stones, empty), three.fold(0, |found, window| found | window & empty));
        }
    }
}
