//! An opinion about a position of Zèn: how far a side is from coming together, and what it has to do it with.
//!
//! The weights were fitted by logistic regression to the results of 2,400 games of two-ply searches with some noise,
//! so that 100 stands for an advantage that wins 64 %. Tried and left out because they told nothing more: the number
//! of groups, mobility, closeness to the middle of the board, enemy pawns next to own pieces, and the moment of
//! inertia in place of distances.

use super::board::{NOWHERE, SQUARES, Squares, group, neighbours, place};
use super::rules::Zen;
use super::setup::Colour;
use crate::bits::{Isa, Kernel, fastest, members};
use crate::game::{Evaluate, Player};

/// What each thing counts for the side that has it.
const WEIGHTS: Weights = Weights { pawn: 158, outside: -37, spread: -28, zen: -53, threat: 375, turn: 44 };

struct Weights {
    /// A pawn.
    pawn: i32,
    /// A piece outside the largest group (the Zen belongs to both sides).
    outside: i32,
    /// A square between a piece and the centre of its side.
    spread: i32,
    /// A square between the Zen and the centre of the side.
    zen: i32,
    /// A win on the next move unless it is stopped.
    threat: i32,
    /// The turn to move.
    turn: i32,
}

/// Names of the parts, in the order of [`Zen::parts`].
const NAMES: [&str; 5] = ["pawns", "outside", "spread", "zen", "turn"];

impl Zen {
    /// What speaks for `colour`, the other side not regarded.
    #[inline(always)]
    fn parts(&self, colour: Colour) -> [i32; 5] {
        let army = self.army(colour);
        let pawns = self.pawns[colour as usize].count_ones() as i32;
        let (spread, zen) = distances(army, self.zen());
        let turn = if self.colour() == colour {
            WEIGHTS.turn
        } else {
            WEIGHTS.threat * i32::from(self.skipped().winning_move().is_some())
        };
        [WEIGHTS.pawn * pawns, WEIGHTS.outside * outside(army), spread, zen, turn]
    }
}

/// The number of pieces outside the largest group.
#[inline(always)]
fn outside(army: Squares) -> i32 {
    let mut rest = army & neighbours(army);
    let mut largest = i32::from(army != 0);
    while rest != 0 {
        let found = group(rest, rest & rest.wrapping_neg());
        largest = largest.max(found.count_ones() as i32);
        rest ^= found;
    }
    army.count_ones() as i32 - largest
}

/// The weighted distances (in king's steps) of the pieces and of the Zen from their centre of mass.
#[inline(always)]
fn distances(army: Squares, zen: usize) -> (i32, i32) {
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
    // All in units of 1/n square, so that nothing is rounded and turned boards get the same score.
    let count = n as i16;
    let from_centre = |column: i16, row: i16| i16::max((count * column - sums[0]).abs(), (count * row - sums[1]).abs());
    let mut all = 0;
    for (&column, &row) in places[0].iter().zip(&places[1]) {
        all += from_centre(column, row);
    }
    all -= (ROOM as i16 - count) * from_centre(0, 0);
    let per_square = |weight: i32, distance: i16| weight * i32::from(distance) / i32::from(count);
    let [column, row] = PLACE[zen];
    let to_zen = if zen == NOWHERE { 0 } else { from_centre(column, row) };
    (per_square(WEIGHTS.spread, all), per_square(WEIGHTS.zen, to_zen))
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

impl Evaluate for Zen {
    const SWING: Option<i32> = Some(80);

    fn evaluate(&self, player: Player) -> i32 {
        /// The score for White.
        struct Score<'a>(&'a Zen);

        impl Kernel for Score<'_> {
            type Output = i32;

            #[inline(always)]
            fn run<I: Isa>(self, _isa: I) -> i32 {
                let [white, black] = [Colour::White, Colour::Black].map(|colour| self.0.parts(colour));
                white.iter().sum::<i32>() - black.iter().sum::<i32>()
            }
        }

        let score = fastest(Score(self));
        if self.colour_of(player) == Colour::White { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let own = self.parts(self.colour_of(Player::FIRST));
        let other = self.parts(self.colour_of(Player::SECOND));
        let differences = own.iter().zip(other).map(|(own, other)| own - other);
        NAMES.into_iter().zip(differences).collect()
    }
}
