//! The features of a learned evaluation, described once: one [`Features`] gives their names in a weights file, their
//! numbers, and their rows in a network.
//!
//! In most evaluations the patterns on the lines of the board come first, see [`LineNetwork`].

use super::line_patterns::{KnownLines, LineNumbers, LineWorth, Patterns};
use super::network::{FeatureCount, Network, Row, UNITS};
use crate::board::bits::{BitSet, members};
use crate::board::symmetry::SYMMETRIES;
use crate::data::Data;

/// The same groups of features for each of several views, such as the side to move and the other one.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The names of the views; a single view needs no name.
    pub views: &'static [&'static str],
    /// The name of each group, and how many features it has.
    pub groups: &'static [(&'static str, usize)],
}

impl Block {
    /// Groups that occur once.
    pub const fn once(groups: &'static [(&'static str, usize)]) -> Self {
        Self { views: &[""], groups }
    }

    /// How many features a view has before a group.
    const fn before(&self, group: usize) -> usize {
        let (mut count, mut i) = (0, 0);
        while i < group {
            count += self.groups[i].1;
            i += 1;
        }
        count
    }

    const fn count_of_view(&self) -> usize {
        self.before(self.groups.len())
    }
}

/// The features of an evaluation, in the order of its weights file.
#[derive(Clone, Copy, Debug)]
pub struct Features(pub &'static [Block]);

impl Features {
    /// The number of the first feature of a group, given by its place among those of a view of a block.
    pub const fn first(&self, block: usize, view: usize, group: usize) -> usize {
        let (mut first, mut i) = (0, 0);
        while i < block {
            first += self.0[i].views.len() * self.0[i].count_of_view();
            i += 1;
        }
        first
            + if block < self.0.len() { view * self.0[block].count_of_view() + self.0[block].before(group) } else { 0 }
    }

    /// How many there are.
    pub const fn count(&self) -> usize {
        self.first(self.0.len(), 0, 0)
    }

    /// The groups with their names in a weights file.
    pub fn groups(&self) -> impl Iterator<Item = (String, usize)> {
        let of_view = |(block, view): (&'static Block, &'static str)| {
            block.groups.iter().map(move |&(name, count)| (name_in_view(view, name), count))
        };
        self.0.iter().flat_map(|block| block.views.iter().map(move |&view| (block, view))).flat_map(of_view)
    }
}

fn name_in_view(view: &str, name: &str) -> String {
    if view.is_empty() { name.to_string() } else { format!("{view}: {name}") }
}

/// The number of each point of a board among its points, from 0, by its bit.
pub const fn numbered<const BITS: usize>(board: u128) -> [u8; BITS] {
    let mut numbers = [0; BITS];
    let (mut bit, mut next) = (0, 0);
    while bit < BITS {
        if board >> bit & 1 != 0 {
            numbers[bit] = next;
            next += 1;
        }
        bit += 1;
    }
    numbers
}

/// What each of `symmetries` makes of `features` features, of which some are the `cells` of a board, by number, from each of
/// `firsts` on; the others stay as they are. `image` is where a symmetry takes a cell.
pub fn turned_cells(
    symmetries: usize,
    features: usize,
    firsts: &[usize],
    cells: usize,
    image: impl Fn(usize, usize) -> usize,
) -> Vec<Vec<u16>> {
    let turned = |feature: usize, index| {
        let first = firsts.iter().find(|&&first| (first..first + cells).contains(&feature));
        first.map_or(feature, |first| first + image(feature - first, index)) as u16
    };
    (0..symmetries).map(|index| (0..features).map(|feature| turned(feature, index)).collect()).collect()
}

/// A network whose first features are the patterns on the lines of a board, in each of this many `VIEWS`; `OTHERS`
/// others follow. The rows of the lines have `L` numbers: all `N`, or as many as [narrow](FeatureCount) ones. With this
/// many `KINDS` of pieces and `ROOM` for lines as in [`LineNumbers`].
pub struct LineNetwork<
    const KINDS: usize,
    const ROOM: usize,
    const OTHERS: usize,
    const VIEWS: usize = 1,
    const N: usize = UNITS,
    const H: usize = 0,
    const L: usize = UNITS,
> {
    network: Network<N, H>,
    lines: [LineWorth<KINDS, ROOM, L>; VIEWS],
    /// Repeated here so that the place of a row is known at compile time.
    others: [Row<N>; OTHERS],
}

impl<
    const KINDS: usize,
    const ROOM: usize,
    const OTHERS: usize,
    const VIEWS: usize,
    const N: usize,
    const H: usize,
    const L: usize,
> LineNetwork<KINDS, ROOM, OTHERS, VIEWS, N, H, L>
{
    /// The network of a game's weights.
    ///
    /// # Panics
    /// If they have not been provided or are for other features, which is a mistake in the program.
    pub fn of(weights: &Data, lines: &LineNumbers<KINDS, ROOM>, patterns: &Patterns) -> Self {
        const { assert!(L == N || L == UNITS) }
        let count = patterns.count();
        let in_lines = VIEWS * count;
        let narrow = if L < N { in_lines } else { 0 };
        let network = Network::of(weights, FeatureCount { all: in_lines + OTHERS, narrow });
        let (rows, others) = network.rows().split_at(in_lines);
        let rows: Vec<Row<L>> = rows.iter().map(Row::resized).collect();
        let of_view = |view| LineWorth::new(lines.clone(), patterns.clone(), &rows[view * count..]);
        Self { lines: std::array::from_fn(of_view), others: std::array::from_fn(|other| others[other]), network }
    }

    /// The network itself.
    pub fn network(&self) -> &Network<N, H> {
        &self.network
    }

    /// The groups of all features with their names in a weights file.
    pub fn groups(&self, views: [&str; VIEWS], others: Features) -> Vec<(String, usize)> {
        let of_view = |(lines, view): (&LineWorth<KINDS, ROOM, L>, &str)| {
            let groups = lines.patterns().groups().map(|(name, count)| (name_in_view(view, &name), count));
            groups.collect::<Vec<_>>()
        };
        self.lines.iter().zip(views).flat_map(of_view).chain(others.groups()).collect()
    }

    /// The sum of the rows of all patterns on the board in a view, from the cells of each kind of piece.
    #[inline(always)]
    pub fn sum_of_lines<S: BitSet>(&self, view: usize, pieces: [S; KINDS]) -> Row<N> {
        self.lines[view].sum(pieces).resized()
    }

    /// The lines of a position, ready for [`sum_with`](Self::sum_with).
    #[inline(always)]
    pub fn known_lines<S: BitSet>(&self, view: usize, pieces: [S; KINDS]) -> KnownLines<ROOM, L> {
        self.lines[view].known(pieces)
    }

    /// The sum of all patterns with one more piece, of the kind `kind`, on an empty cell.
    #[inline(always)]
    pub fn sum_with(&self, view: usize, known: &KnownLines<ROOM, L>, cell: usize, kind: usize) -> Row<N> {
        self.lines[view].sum_with(known, cell, kind).resized()
    }

    /// The rows of the other features.
    #[inline(always)]
    pub fn others(&self) -> &[Row<N>; OTHERS] {
        &self.others
    }

    /// What each symmetry makes of each feature ([`Learned::turns`](super::network::Learned::turns)), if all points of the
    /// `board`, [`numbered`], are features, from each of `firsts` of the others on. `images` is where each takes the points.
    pub fn turns<const BITS: usize>(
        &self,
        firsts: &[usize],
        board: u128,
        images: &[[u8; BITS]; SYMMETRIES],
    ) -> Vec<Vec<u16>> {
        let points: Vec<usize> = members(board).collect();
        let numbers = numbered::<BITS>(board);
        let image = |point: usize, index: usize| numbers[usize::from(images[index][points[point]])].into();
        let firsts: Vec<usize> = firsts.iter().map(|&first| self.number_of_other(first)).collect();
        turned_cells(SYMMETRIES, self.network.rows().len(), &firsts, points.len(), image)
    }

    /// Visits the number of every pattern on the board in a view; each is there once.
    pub fn visit_lines<S: BitSet>(&self, view: usize, pieces: [S; KINDS], visit: &mut dyn FnMut(usize, i32)) {
        let first = view * self.lines[view].patterns().count();
        self.lines[view].visit(pieces, &mut |pattern| visit(first + pattern, 1));
    }

    /// The number among all features of one of the others.
    pub fn number_of_other(&self, other: usize) -> usize {
        self.network.rows().len() - OTHERS + other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_groups() {
        const SIDES: Block = Block { views: &["own", "enemy"], groups: &[("pawns", 13), ("spread", 64)] };
        const FEATURES: Features = Features(&[SIDES, Block::once(&[("turn", 1)])]);
        let groups =
            [("own: pawns", 13), ("own: spread", 64), ("enemy: pawns", 13), ("enemy: spread", 64), ("turn", 1)];
        assert!(FEATURES.groups().eq(groups.map(|(name, count)| (name.to_string(), count))));
        let places = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0)];
        let mut number = 0;
        for ((block, view, group), (_, count)) in places.into_iter().zip(groups) {
            assert_eq!(FEATURES.first(block, view, group), number);
            number += count;
        }
        assert_eq!(FEATURES.count(), number);
    }
}
