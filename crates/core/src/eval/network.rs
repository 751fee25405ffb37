//! The form of all learned evaluations: a small neural network.
//!
//! Every feature of a position has a [`Row`], and the rows of all its features add up. The first number of the sum is
//! the linear unit: alone it would be a weighted sum of features. The others are hidden units. Each is clamped to 0 to
//! 1, squared, and added with its own weight, so that two things together can be worth more than the sum of both.
//! Adding a row of 16 numbers is one or two instructions on any CPU with vectors. A second layer can follow.

use crate::board::bits::{Isa, Kernel};
use crate::data::Data;
use crate::eval::weights::{self, FINENESS, WeightsError};
use crate::game::{Player, Searchable, Symmetry};
use arrayvec::ArrayVec;
use std::array;
use std::hint::black_box;

/// How many numbers a row has, the linear unit and the hidden ones, where nothing else is said.
pub const UNITS: usize = 16;

/// The integer that stands for 1 in a hidden unit.
const ONE: i32 = 1 << ONE_BITS;
const ONE_BITS: u32 = 9;
/// The integer that stands for 1 in a square, small enough that the sum of all squares times their outputs fits in 32 bits.
const FULL: i32 = 1 << SQUARE_BITS;
const SQUARE_BITS: u32 = 12;
/// A unit raised by this many bits has a square whose upper 16 bits are in parts of [`FULL`].
const SQUARE_SHIFT: u32 = (16 + SQUARE_BITS) / 2 - ONE_BITS;

/// What a feature, or several together, adds to the units: to the linear one in units of a weight ([`FINENESS`]), to
/// the hidden ones in parts of 512.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Row<const N: usize = UNITS>([i16; N]);

impl<const N: usize> Row<N> {
    /// The zero row.
    pub const ZERO: Self = Self([0; N]);

    /// A row from a function of the place; values beyond 16 bits are clamped.
    #[inline(always)]
    pub fn from_fn(mut number: impl FnMut(usize) -> i32) -> Self {
        Self(std::array::from_fn(|i| number(i).clamp(i16::MIN.into(), i16::MAX.into()) as i16))
    }

    /// The same with room for more units, to which it adds nothing, or without the last ones.
    #[inline(always)]
    pub fn resized<const M: usize>(&self) -> Row<M> {
        let mut row = Row::ZERO;
        row.0.iter_mut().zip(self.0).for_each(|(number, from)| *number = from);
        row
    }

    /// Its numbers.
    pub fn numbers(&self) -> [i32; N] {
        self.0.map(i32::from)
    }

    /// Adds another row.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        for (sum, number) in self.0.iter_mut().zip(other.0) {
            *sum = sum.saturating_add(number);
        }
    }

    /// Replaces a row that was added by another. It wraps where [`add`](Self::add) saturates: exact as long as sums fit in 16 bits.
    #[inline(always)]
    pub fn exchange(&mut self, out: &Self, other: &Self) {
        for ((sum, out), number) in self.0.iter_mut().zip(out.0).zip(other.0) {
            *sum = sum.wrapping_sub(out).wrapping_add(number);
        }
    }

    /// Adds another row this many times.
    #[inline(always)]
    pub fn add_times(&mut self, other: &Self, times: i32) {
        self.add(&Self::from_fn(|i| times * i32::from(other.0[i])));
    }

    /// The sum of several rows.
    #[inline(always)]
    pub fn sum<const ROWS: usize>(rows: [Self; ROWS]) -> Self {
        let mut sum = Self::ZERO;
        rows.iter().for_each(|row| sum.add(row));
        sum
    }
}

/// The features of a network: how many there are, and how many of them, the first, are narrow. Their rows have numbers
/// for the first [`UNITS`] units only: what is many, or takes room in tables, does not need more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureCount {
    /// All of them.
    pub all: usize,
    /// The narrow ones.
    pub narrow: usize,
}

impl From<usize> for FeatureCount {
    /// None of them is narrow.
    fn from(all: usize) -> Self {
        Self { all, narrow: 0 }
    }
}

impl FeatureCount {
    /// The first feature whose row has a number for `unit`.
    pub fn first_of(self, unit: usize) -> usize {
        if unit < UNITS { 0 } else { self.narrow }
    }
}

/// The rows of all features, what the hidden units are worth, and a second layer of `H` units, none in most games.
///
/// A unit of the second layer is a weighted sum of the squares of the first, clamped and squared like those, so it can
/// value what several of them have in common.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network<const N: usize = UNITS, const H: usize = 0> {
    rows: Vec<Row<N>>,
    /// How many features, the first, are narrow.
    narrow: usize,
    /// The output weight of each unit, in units of a weight; the linear unit has none.
    output: [i16; N],
    /// What each unit of the second layer takes of each square of the first, in parts of 512. The place of the linear
    /// unit has what is always added.
    second: [[i16; N]; H],
    /// The output weight of each unit of the second layer, in units of a weight.
    second_output: [i16; H],
}

impl<const N: usize, const H: usize> Network<N, H> {
    /// How many numbers it has with these features.
    pub fn size(features: impl Into<FeatureCount>) -> usize {
        let features = features.into();
        let of_rows = (0..N).map(|unit| features.all - features.first_of(unit)).sum::<usize>();
        of_rows + N - 1 + H * (N + 1)
    }

    /// The most that a hidden unit can be worth, in units of a weight, so that all of them fit in 32 bits.
    const MOST_OUTPUT: i32 = i32::MAX / FULL / (N + H - 1) as i32;
    /// The most that a unit of the second layer can take of one of the first, in parts of 512, for the same reason.
    const MOST_SECOND: i32 = i32::MAX / FULL / (N as i32);

    /// The network with weights from training: rows and outputs in natural logarithms of odds (the linear unit) and as
    /// multiples of a hidden unit's greatest value. `per_logit` hundredths make one such logarithm.
    pub fn new(weights: &Layers<'_, N>, per_logit: f64) -> Self {
        let Layers { rows, narrow, output, second, second_output } = *weights;
        let fine = per_logit * f64::from(FINENESS);
        let whole = |number: f32, scale: f64| (f64::from(number) * scale).round() as i32;
        let scale = |unit| if unit == 0 { fine } else { f64::from(ONE) };
        let features = FeatureCount { all: rows.len(), narrow };
        let number = |feature: usize, unit| match feature < features.first_of(unit) {
            true => 0,
            false => whole(rows[feature][unit], scale(unit)),
        };
        let within = |number: i32, most: i32| number.clamp(-most, most).clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let worth = |number: f32| within(whole(number, fine), Self::MOST_OUTPUT);
        let mut output = output.map(worth);
        output[0] = 0;
        Self {
            rows: (0..rows.len()).map(|feature| Row::from_fn(|unit| number(feature, unit))).collect(),
            narrow,
            output,
            second: array::from_fn(|j| second[j].map(|number| within(whole(number, ONE.into()), Self::MOST_SECOND))),
            second_output: array::from_fn(|j| worth(second_output[j])),
        }
    }

    /// The network of a game's weights.
    ///
    /// # Panics
    /// If they have not been provided or do not have these features, which is a mistake in the program.
    pub fn of(weights: &Data, features: impl Into<FeatureCount>) -> Self {
        match Self::read(weights.needed(), features) {
            Ok(network) => network,
            Err(error) => panic!("{}: {error}", weights.name),
        }
    }

    /// Reads a file written by [`write`](Self::write).
    ///
    /// # Errors
    /// [`WeightsError`] that says what is wrong.
    pub fn read(text: &str, features: impl Into<FeatureCount>) -> Result<Self, WeightsError> {
        let features = features.into();
        let (numbers, expected) = (weights::read(text)?, Self::size(features));
        if numbers.len() != expected {
            return Err(WeightsError::Count { found: numbers.len(), expected });
        }
        let mut rows = vec![Row::ZERO; features.all];
        let mut rest = numbers.as_slice();
        for unit in 0..N {
            let of_unit = &mut rows[features.first_of(unit)..];
            let (numbers, others) = rest.split_at(of_unit.len());
            of_unit.iter_mut().zip(numbers).for_each(|(row, &number)| row.0[unit] = number);
            rest = others;
        }
        let (outputs, rest) = rest.split_at(N - 1);
        let (taken, second_outputs) = rest.split_at(H * N);
        let mut output = [0; N];
        output[1..].copy_from_slice(outputs);
        let second: [[i16; N]; H] = array::from_fn(|unit| array::from_fn(|i| taken[unit * N + i]));
        let beyond = |numbers: &[i16], most| numbers.iter().copied().find(|number| i32::from(*number).abs() > most);
        for outputs in [outputs, second_outputs] {
            if let Some(found) = beyond(outputs, Self::MOST_OUTPUT) {
                return Err(WeightsError::Output { found, most: Self::MOST_OUTPUT });
            }
        }
        if let Some(found) = beyond(taken, Self::MOST_SECOND) {
            return Err(WeightsError::Taken { found, most: Self::MOST_SECOND });
        }
        let second_output = array::from_fn(|unit| second_outputs[unit]);
        Ok(Self { rows, narrow: features.narrow, output, second, second_output })
    }

    /// The file of the network, with features in groups given by name and size: for every unit the weights of the
    /// features, without the narrow ones where those have none, then the output weights of the hidden units, then the
    /// second layer. Narrow features are in groups of their own.
    pub fn write(&self, remarks: &[String], groups: &[(String, usize)]) -> String {
        let name =
            |unit: usize, group: &str| if unit == 0 { group.to_string() } else { format!("unit {unit}: {group}") };
        let features = FeatureCount { all: self.rows.len(), narrow: self.narrow };
        let begins = groups.iter().scan(0, |next, group| Some(std::mem::replace(next, *next + group.1)));
        let groups: Vec<_> = groups.iter().zip(begins).collect();
        let of_unit = |unit| {
            let groups = groups.iter().filter(move |(_, begin)| *begin >= features.first_of(unit));
            groups.map(move |((group, count), _)| (name(unit, group), *count))
        };
        let of_second = (1..=H).map(|unit| (format!("second layer, unit {unit}"), N));
        let second_outputs = (H > 0).then(|| ("output of the second layer".to_string(), H));
        let all = (0..N).flat_map(of_unit).chain([("output of the units".to_string(), N - 1)]);
        let all = all.chain(of_second).chain(second_outputs);
        let column = |unit: usize| self.rows[features.first_of(unit)..].iter().map(move |row| row.0[unit]);
        let numbers = (0..N).flat_map(column).chain(self.output[1..].iter().copied());
        let numbers: Vec<i16> = numbers.chain(self.second.into_iter().flatten()).chain(self.second_output).collect();
        weights::write(remarks, &all.collect::<Vec<_>>(), &numbers)
    }

    /// The rows of the features.
    pub fn rows(&self) -> &[Row<N>] {
        &self.rows
    }

    /// The output of the hidden units for a sum, in units of a weight.
    #[inline(always)]
    fn hidden(&self, sum: &Row<N>) -> i32 {
        // Not by `map` or `array::from_fn`, which are not inlined and so would lack the instructions of this CPU.
        let mut squares = sum.0;
        for number in &mut squares {
            *number = square(*number);
        }
        // What the second layer always adds: the linear unit's own square means nothing, and has no output.
        squares[0] = FULL as i16;
        // Hidden from the compiler, which would keep the squares in 32 bits and pack them again for each unit.
        let mut worth = dot(black_box(&squares), &self.output);
        let (mut sums, mut second) = ([0; H], [0; H]);
        for (sum, taken) in sums.iter_mut().zip(&self.second) {
            *sum = dot(black_box(&squares), taken);
        }
        for (second, sum) in second.iter_mut().zip(sums) {
            *second = square((sum >> SQUARE_BITS).clamp(0, ONE) as i16);
        }
        worth += dot(&second, &self.second_output);
        worth >> SQUARE_BITS
    }

    /// The evaluation, in hundredths of a unit, of a position whose features add up to `sum`.
    #[inline(always)]
    pub fn score(&self, sum: &Row<N>) -> i32 {
        weights::score(i32::from(sum.0[0]) + self.hidden(sum))
    }

    /// The evaluation in named parts times `sign`, from the sums of their features: the linear unit of each, and last
    /// the output of the hidden units for all together.
    pub fn terms<const PARTS: usize>(
        &self,
        sign: i32,
        parts: [(&'static str, Row<N>); PARTS],
    ) -> Vec<(&'static str, i32)> {
        let sum = Row::sum(parts.map(|part| part.1));
        let linear = parts.map(|(name, row)| (name, sign * i32::from(row.0[0])));
        weights::parts(linear.into_iter().chain([("all together", sign * self.hidden(&sum))]))
    }
}

/// A unit clamped to 0 to 1 and squared, in parts of [`FULL`]. In 16 bits: the upper half of a product.
#[inline(always)]
fn square(number: i16) -> i16 {
    let within = i32::from(number.clamp(0, ONE as i16) << SQUARE_SHIFT);
    ((within * within) >> 16) as i16
}

/// The sum of products, as many at once as fit the widest vectors.
#[inline(always)]
fn dot<const K: usize>(a: &[i16; K], b: &[i16; K]) -> i32 {
    const LANES: usize = 16;
    const { assert!(K.is_multiple_of(LANES)) }
    let mut sums = [0; LANES];
    for (a, b) in a.chunks_exact(LANES).zip(b.chunks_exact(LANES)) {
        for lane in 0..LANES {
            sums[lane] += i32::from(a[lane]) * i32::from(b[lane]);
        }
    }
    sums.iter().sum()
}

/// The score of rows that add up, computed where they are.
pub struct Scored<'a, K, const N: usize, const H: usize = 0>(pub &'a Network<N, H>, pub K);

impl<K: Kernel<Output = [Row<N>; ROWS]>, const N: usize, const H: usize, const ROWS: usize> Kernel
    for Scored<'_, K, N, H>
{
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> i32 {
        self.0.score(&Row::sum(self.1.run(isa)))
    }
}

/// What a network in training is made of, in floating point.
#[derive(Clone, Copy, Debug)]
pub struct Layers<'a, const N: usize> {
    /// The rows of the features.
    pub rows: &'a [[f32; N]],
    /// How many of them, the first, are narrow ([`FeatureCount`]).
    pub narrow: usize,
    /// The outputs of the hidden units.
    pub output: &'a [f32; N],
    /// For each unit of the second layer what is always added, and what it takes of each unit after the linear one.
    pub second: &'a [[f32; N]],
    /// The outputs of the second layer.
    pub second_output: &'a [f32],
}

/// A [`Network`] of any width.
pub trait AnyNetwork: Sync {
    /// How many numbers its rows have, and how many units its second layer.
    fn units(&self) -> [usize; 2];

    /// How many of its features, the first, are narrow.
    fn narrow(&self) -> usize;

    /// What each feature adds to the linear unit, in units of a weight.
    fn linear(&self) -> Vec<i32>;

    /// The evaluation of a position with these features, each a number and its count.
    fn score_of(&self, features: &[(usize, i32)]) -> i32;
}

impl<const N: usize, const H: usize> AnyNetwork for Network<N, H> {
    fn units(&self) -> [usize; 2] {
        [N, H]
    }

    fn narrow(&self) -> usize {
        self.narrow
    }

    fn linear(&self) -> Vec<i32> {
        self.rows.iter().map(|row| row.numbers()[0]).collect()
    }

    fn score_of(&self, features: &[(usize, i32)]) -> i32 {
        let mut sum = Row::ZERO;
        features.iter().for_each(|&(feature, times)| sum.add_times(&self.rows[feature], times));
        self.score(&sum)
    }
}

/// An evaluation that can be learned from games: a [`Network`] over the features of a position.
///
/// Features are counted from a player's view, so that exchanging the sides changes nothing. The evaluation is
/// [`Network::score`] of the sum of all features' rows.
pub trait Learned: Searchable + Symmetry {
    /// The features in groups: the name of each, which starts with a letter, and its size. The last one is a single
    /// feature that every position has.
    fn groups() -> Vec<(String, usize)>;

    /// For each symmetry of the board the feature that it makes of each feature, by number. Without any, turned boards have
    /// the same features.
    fn turns() -> Vec<Vec<u16>> {
        Vec::new()
    }

    /// The players whose evaluations are trained. With two players that is the one to move, since the other's is the
    /// opposite.
    fn viewers(&self) -> ArrayVec<Player, 3> {
        [self.to_move()].into_iter().collect()
    }

    /// Visits the features of an [evaluable](crate::game::Tactics::is_evaluable) unfinished position, as seen by one of
    /// [`viewers`](Learned::viewers): its number and count. Counts of one feature from several visits add up.
    fn features(&self, player: Player, visit: &mut dyn FnMut(usize, i32));

    /// The network in use for this variant.
    fn network(&self) -> &'static dyn AnyNetwork;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network<const N: usize, const H: usize>(narrow: usize) -> Network<N, H> {
        let row = |k: f32| std::array::from_fn(|i| if i == 0 { k } else { k / (2 * i) as f32 });
        let second: Vec<[f32; N]> =
            (0..H).map(|unit| array::from_fn(|i| ((unit + 2 * i) % 7) as f32 / 4.0 - 0.75)).collect();
        let layers = Layers {
            rows: &[row(1.0), row(-0.25), row(0.5)],
            narrow,
            output: &array::from_fn(|i| ((i % 16) as f32 - 3.0) / 4.0),
            second: &second,
            second_output: &array::from_fn::<f32, H, _>(|unit| unit as f32 / 4.0 - 0.5),
        };
        Network::new(&layers, 100.0)
    }

    fn is_read<const N: usize, const H: usize>(narrow: usize) {
        let network = network::<N, H>(narrow);
        let features = |all| FeatureCount { all, narrow };
        let groups = [("windows".to_string(), 2), ("turn".to_string(), 1)];
        let text = network.write(&["made by a test".to_string()], &groups);
        assert_eq!(Network::read(&text, features(3)), Ok(network.clone()));
        assert!(network.rows()[..narrow].iter().all(|row| row.resized::<UNITS>().resized() == *row));
        let [found, expected] = [3, 4].map(|all| Network::<N, H>::size(features(all)));
        assert_eq!(Network::<N, H>::read(&text, features(4)), Err(WeightsError::Count { found, expected }));
        let mut worth_more = network;
        let most = Network::<N, H>::MOST_OUTPUT;
        worth_more.output[1] = i16::MIN;
        let read = Network::<N, H>::read(&worth_more.write(&[], &groups), features(3));
        match most < 1 << 15 {
            true => assert_eq!(read, Err(WeightsError::Output { found: i16::MIN, most })),
            false => assert_eq!(read, Ok(worth_more.clone())),
        }
        if let Some(second) = worth_more.second.first_mut() {
            worth_more.output[1] = 0;
            second[1] = i16::MIN;
            let read = Network::<N, H>::read(&worth_more.write(&[], &groups), features(3));
            assert_eq!(read, Err(WeightsError::Taken { found: i16::MIN, most: Network::<N, H>::MOST_SECOND }));
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for narrow in [0, 2] {
            is_read::<16, 0>(narrow);
            is_read::<32, 0>(narrow);
            is_read::<64, 16>(narrow);
        }
    }

    fn scores<const N: usize, const H: usize>() {
        let network = network::<N, H>(0);
        for counts in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 1], [3, 2, 0], [0, 5, 1]] {
            let mut sum = Row::ZERO;
            network.rows().iter().zip(counts).for_each(|(row, times)| sum.add_times(row, times));
            let x = f64::from(counts[0]) - 0.25 * f64::from(counts[1]) + 0.5 * f64::from(counts[2]);
            let square = |i: usize| (x / (2 * i) as f64).clamp(0.0, 1.0).powi(2);
            let unit = |i: usize| square(i) * ((i % 16) as f64 - 3.0) / 4.0;
            let taken = |unit: usize, i: usize| ((unit + 2 * i) % 7) as f64 / 4.0 - 0.75;
            let second = |unit: usize| taken(unit, 0) + (1..N).map(|i| taken(unit, i) * square(i)).sum::<f64>();
            let of_second = |unit: usize| second(unit).clamp(0.0, 1.0).powi(2) * (unit as f64 / 4.0 - 0.5);
            let score = 100.0 * (x + (1..N).map(unit).sum::<f64>() + (0..H).map(of_second).sum::<f64>());
            assert!(
                (f64::from(network.score(&sum)) - score).abs() < 1.0 + N as f64 / 16.0,
                "{counts:?}: {} {score}",
                network.score(&sum)
            );
            let terms = network.terms(1, [("a", sum), ("b", Row::ZERO)]);
            assert_eq!(terms.iter().map(|term| term.1).sum::<i32>(), network.score(&sum));
        }
    }

    #[test]
    fn the_score_is_that_of_the_network_with_real_numbers() {
        scores::<16, 0>();
        scores::<32, 0>();
        scores::<64, 16>();
    }

    #[test]
    fn sums_stop_at_what_they_can_hold() {
        let mut sum = Row::<UNITS>::from_fn(|_| 1 << 20);
        sum.add(&sum.clone());
        assert_eq!(sum.numbers(), [i32::from(i16::MAX); UNITS]);
        sum.add_times(&Row::from_fn(|_| -2), 1 << 14);
        assert_eq!(sum.numbers(), [-1; UNITS]);
    }
}
