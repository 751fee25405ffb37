//! What a position is worth: lines that can still become five, groups short of liberties, stones, the middle.

use super::board::{AXES, add, weak_groups};
use super::rules::Pentalath;
use crate::bits::{Isa, Kernel, fastest};
use crate::game::{EVAL_LIMIT, Evaluate, Game, Player};
use crate::hex::{BOARD, cell, neighbours};

/// All weights, in hundredths of a unit.
struct Weights {
    /// A window of five in a line without enemy stones, by the number of own stones in it less one.
    windows: [i32; 4],
    /// A stone of a group in atari: of the colour to decide, which may still save it, and of the other one.
    atari: [i32; 2],
    /// The same for groups with two liberties.
    two_liberties: [i32; 2],
    /// Each group of one of these kinds, whatever its size.
    weak_group: i32,
    /// A stone on the board.
    stone: i32,
    /// A stone within one, two and three steps of the centre, each counted again for the wider ring.
    centre: [i32; 3],
    /// To be the one who decides.
    tempo: i32,
}

/// Picked from 36 sets, each of which played 400 games against the set then in use (a plain alpha-beta, 8,000 nodes a
/// decision, standard error 0.02). Against the first guess they scored 0.567 ± 0.026 in 300 games at 25,000 nodes. The
/// scale is a logistic fit to the results of such games.
const WEIGHTS: Weights = Weights {
    windows: [3, 12, 60, 180],
    atari: [-75, -210],
    two_liberties: [-30, -75],
    weak_group: -45,
    stone: 30,
    centre: [9, 9, 9],
    tempo: 75,
};

/// The most that lines, and liberties, may count, so that the sum of all stays below [`EVAL_LIMIT`].
const MOST: i32 = 3_500;

const _: () = {
    let [one, two, three] = WEIGHTS.centre;
    let centre = 7 * one + 19 * two + 37 * three;
    assert!(2 * MOST + 61 * WEIGHTS.stone + centre + WEIGHTS.tempo < EVAL_LIMIT);
};

/// The cells within one, two and three steps of the centre.
const RINGS: [u64; 3] = {
    let Some(centre) = cell(4, 4) else { panic!("e5 is on the board") };
    let one = neighbours(1 << centre) | 1 << centre;
    let two = one | neighbours(one);
    [one, two, two | neighbours(two)]
};

const NAMES: [&str; 5] = ["lines", "liberties", "stones", "centre", "tempo"];

/// The parts of the score, each for the colour that decides next.
struct Parts {
    own: u64,
    enemy: u64,
}

impl Kernel for Parts {
    type Output = [i32; 5];

    #[inline(always)]
    fn run<I: Isa>(self, _isa: I) -> [i32; 5] {
        let Self { own, enemy } = self;
        let empty = BOARD & !(own | enemy);
        let difference = |mask: u64| (own & mask).count_ones() as i32 - (enemy & mask).count_ones() as i32;
        let centre = RINGS.into_iter().zip(WEIGHTS.centre).map(|(ring, weight)| weight * difference(ring)).sum();
        let liberties = liberties(own, empty, 0) - liberties(enemy, empty, 1);
        [
            lines(own, enemy).clamp(-MOST, MOST),
            liberties.clamp(-MOST, MOST),
            WEIGHTS.stone * difference(BOARD),
            centre,
            WEIGHTS.tempo,
        ]
    }
}

/// The open windows of `own` less those of `enemy`, weighted by the stones in them.
#[inline(always)]
fn lines(own: u64, enemy: u64) -> i32 {
    let mut counts = [0; 4];
    for axis in AXES {
        // Bit p stands for the window whose upper end is p; the five sets bring its cells there. In a window that
        // is open to one side all stones are of the other, so the stones of both can be counted in one go.
        let shift = |stones| [0, 1, 2, 3, 4].map(|i| axis.raised(stones, i));
        let ([a, b, c, d, e], [f, g, h, i, j]) = (shift(own), shift(enemy));
        let ours = axis.windows & !(f | g | h | i | j);
        let theirs = axis.windows & !(a | b | c | d | e);
        let (ones, twos1) = add(a | f, b | g, c | h);
        let (ones, twos2) = add(ones, d | i, e | j);
        let (twos, fours) = (twos1 ^ twos2, twos1 & twos2);
        for (count, set) in counts.iter_mut().zip([ones, twos, ones & twos, fours]) {
            *count += (set & ours).count_ones() as i32 - (set & theirs).count_ones() as i32;
        }
    }
    // A window with three is among the ones, the twos and those that are both.
    let [one, two, three, four] = WEIGHTS.windows;
    let weights = [one, two, three - two - one, four];
    counts.into_iter().zip(weights).map(|(count, weight)| count * weight).sum()
}

/// What the groups short of liberties cost; `side` is 0 for the colour that decides next.
#[inline(always)]
fn liberties(stones: u64, empty: u64, side: usize) -> i32 {
    let mut score = 0;
    weak_groups(stones, empty, |group, liberties| {
        let weights = if liberties.is_power_of_two() { WEIGHTS.atari } else { WEIGHTS.two_liberties };
        score += WEIGHTS.weak_group + weights[side] * group.count_ones() as i32;
    });
    score
}

impl Pentalath {
    fn parts(&self) -> [i32; 5] {
        let (own, enemy) = self.own_and_enemy();
        fastest(Parts { own, enemy })
    }
}

impl Evaluate for Pentalath {
    const SWING: Option<i32> = Some(80);

    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        let score: i32 = self.parts().into_iter().sum();
        if player == self.to_move() { score } else { -score }
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let sign = if self.to_move() == Player::FIRST { 1 } else { -1 };
        NAMES.into_iter().zip(self.parts().map(|part| sign * part)).collect()
    }
}
