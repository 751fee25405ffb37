//! An opinion about a position of Zèn: how far a side is from coming together, and what it has to do it with.
//!
//! Each side is described by a few small numbers that are looked up, with other weights for the side to move. Tried and
//! left out because they told nothing more: the number of groups, mobility, closeness to the middle of the board, enemy
//! pawns next to own pieces, and the moment of inertia in place of distances.

use super::board::{NOWHERE, SQUARES, Squares, group, neighbours, place};
use super::rules::Zen;
use crate::bits::{Isa, Kernel, fastest, members};
use crate::game::{Evaluate, Game, Player};
use crate::network::{Learned, Network, Row};
use std::sync::LazyLock;

/// More pawns than a side has.
const PAWNS: usize = 13;
/// More pieces than can be outside the largest group.
const OUTSIDE: usize = 13;
/// Sums of distances of so many squares and more are alike.
const SPREAD: usize = 64;
/// Distances of the Zen from the centre of the side, in half squares; greater ones are alike.
const ZEN: usize = 24;

/// Where the weights of a side's numbers begin: pawns, pieces outside the largest group, the sum of the distances of all
/// pieces from their centre, the distance of the Zen from it.
const STARTS: [usize; 4] = [0, PAWNS, PAWNS + OUTSIDE, PAWNS + OUTSIDE + SPREAD];
const SIDE: usize = STARTS[3] + ZEN;
/// The weights in a file: those of the side to move, of the other, of a win that the other threatens, of the turn.
const THREAT: usize = 2 * SIDE;
const TURN: usize = THREAT + 1;

static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::embedded(include_str!("weights.txt"), TURN + 1));

impl Zen {
    /// The places among a side's weights of the numbers that describe it.
    #[inline(always)]
    fn describe(&self, army: Squares, pawns: Squares) -> [usize; 4] {
        let (spread, zen) = distances(army, self.zen());
        let pawns = pawns.count_ones() as usize;
        let numbers = [pawns.min(PAWNS - 1), outside(army).min(OUTSIDE - 1), spread.min(SPREAD - 1), zen.min(ZEN - 1)];
        std::array::from_fn(|i| STARTS[i] + numbers[i])
    }

    /// The places of all four numbers of the side to move and of the other.
    #[inline(always)]
    fn described(&self) -> [[usize; 4]; 2] {
        let own = self.colour();
        [own, own.other()].map(|colour| self.describe(self.army(colour), self.pawns[colour as usize]))
    }

    /// Whether the side that is not to move would win with its next move.
    #[inline(always)]
    fn is_threatened(&self) -> bool {
        self.skipped().winning_move().is_some()
    }
}

/// The number of pieces outside the largest group.
#[inline(always)]
fn outside(army: Squares) -> usize {
    let mut rest = army & neighbours(army);
    let mut largest = u32::from(army != 0);
    while rest != 0 {
        let found = group(rest, rest & rest.wrapping_neg());
        largest = largest.max(found.count_ones());
        rest ^= found;
    }
    (army.count_ones() - largest) as usize
}

/// The sum of the distances (in king's steps) of the pieces from their centre of mass in squares, and that of the Zen in
/// half squares.
#[inline(always)]
fn distances(army: Squares, zen: usize) -> (usize, usize) {
    /// Twelve pawns and the Zen, filled up to whole vectors.
    const ROOM: usize = 16;
    let mut places = [[0; ROOM]; 2];
    let mut sums = [0; 2];
    let mut n = 0;
    for square in members(army) {
        let [column, row] = PLACE[square & 127];
        places[0][n & (ROOM - 1)] = column;
        places[1][n & (ROOM - 1)] = row;
        sums[0] += column;
        sums[1] += row;
        n += 1;
    }
    if n == 0 {
        return (0, 0);
    }
    // All in units of 1/n square, so that nothing is rounded before the sum and turned boards get the same score.
    let count = n as i16;
    let from_centre = |column: i16, row: i16| i16::max((count * column - sums[0]).abs(), (count * row - sums[1]).abs());
    let mut all = 0;
    for (&column, &row) in places[0].iter().zip(&places[1]) {
        all += from_centre(column, row);
    }
    all -= (ROOM as i16 - count) * from_centre(0, 0);
    let [column, row] = PLACE[zen];
    let to_zen = if zen == NOWHERE { 0 } else { from_centre(column, row) };
    (all as usize / n, 2 * to_zen as usize / n)
}

/// Column and row of each square.
static PLACE: [[i16; 2]; 128] = {
    let mut table = [[0; 2]; 128];
    let mut square = 0;
    while square < SQUARES {
        let (column, row) = place(square);
        table[square] = [column as i16, row as i16];
        square += 1;
    }
    table
};

/// The sums of rows of the side to move, of the other, and of the threat and the turn.
struct Sums<'a>(&'a Zen);

impl Kernel for Sums<'_> {
    type Output = [Row; 3];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> [Row; 3] {
        let rows = NETWORK.rows();
        let sum = |first: usize, places: [usize; 4]| Row::sum(places.map(|i| rows[first + i]));
        let [own, other] = self.0.described();
        let threat = if self.0.is_threatened() { rows[THREAT] } else { Row::ZERO };
        [sum(0, own), sum(SIDE, other), Row::sum([threat, rows[TURN]])]
    }
}

impl Evaluate for Zen {
    fn evaluate(&self, player: Player) -> i32 {
        let score = NETWORK.score(&Row::sum(fastest(Sums(self))));
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        let [own, other, turn] = fastest(Sums(self));
        NETWORK.terms(sign, [("side to move", own), ("other side", other), ("threat and turn", turn)])
    }
}

impl Learned for Zen {
    fn groups() -> Vec<(String, usize)> {
        let names = [("pawns", PAWNS), ("outside", OUTSIDE), ("spread", SPREAD), ("distance of the Zen", ZEN)];
        let sides = ["side to move", "other side"];
        let groups = sides.into_iter().flat_map(|side| names.map(|(name, count)| (format!("{side}: {name}"), count)));
        groups.chain([("threat".to_string(), 1), ("turn".to_string(), 1)]).collect()
    }

    fn features(&self, visit: &mut dyn FnMut(usize, i32)) {
        for (side, places) in self.described().into_iter().enumerate() {
            places.into_iter().for_each(|place| visit(side * SIDE + place, 1));
        }
        visit(THREAT, i32::from(self.is_threatened()));
        visit(TURN, 1);
    }

    fn network(&self) -> &'static Network {
        &NETWORK
    }
}
