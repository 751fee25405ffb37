//! What a position is worth: material above all, then what is about to become a row, then the place of the pieces.

use super::board::{BOARD, Point, STEPS, bit};
use super::rules::{Gipf, Variant};
use crate::bits::{Isa, Kernel, fastest};
use crate::game::*;

/// What each thing is worth, in hundredths of a unit. Patterns are counted for each of the three directions.
#[derive(Debug)]
struct Weights {
    /// A piece in reserve.
    reserve: i32,
    /// What it means to have only so many of them.
    scarce: [i32; 5],
    /// A single piece on the board.
    single: i32,
    /// A GIPF-piece on the board.
    stack: i32,
    /// Only one GIPF-piece on the board.
    last_stack: i32,
    /// Two adjacent own pieces.
    pair: i32,
    /// Two own pieces with a hole between them.
    split_pair: i32,
    /// A hole at either end of three adjacent own pieces.
    open_three: i32,
    /// A hole or an enemy piece where an own one would complete four from within.
    gap: i32,
    /// An enemy piece at either end of three adjacent own ones, so that a fourth captures it.
    capture: i32,
    /// What is added if that is a GIPF-piece.
    stack_capture: i32,
    /// An own piece on one of the seven spots in the middle.
    centre: i32,
    /// An own piece on one of the twelve spots around those.
    ring: i32,
    /// What is added for a GIPF-piece on either.
    stack_inside: i32,
    /// To be the one to decide.
    turn: i32,
}

/// The weights of the basic game, and of those with GIPF-pieces, where material decides less.
///
/// Fitted to the results of some 20,000 games of a search of three turns (two with GIPF-pieces) against itself, with
/// a random move now and then and with handicaps, by logistic regression; then rounded. Patterns that proved to be
/// worth nothing have been left out, as an own three without anything at its ends.
const WEIGHTS: [Weights; 2] = [
    Weights {
        reserve: 115,
        scarce: [-780, -125, -55, -15, -15],
        single: 98,
        stack: 0,
        last_stack: 0,
        pair: 11,
        split_pair: 6,
        open_three: 8,
        gap: 14,
        capture: 18,
        stack_capture: 0,
        centre: 12,
        ring: 5,
        stack_inside: 0,
        turn: 11,
    },
    Weights {
        reserve: 66,
        scarce: [-720, -230, -100, -35, -35],
        single: 54,
        stack: 118,
        last_stack: -45,
        pair: 10,
        split_pair: 7,
        open_three: 0,
        gap: 0,
        capture: 13,
        stack_capture: 24,
        centre: 5,
        ring: 5,
        stack_inside: -20,
        turn: 9,
    },
];

const fn spots(points: &[Point]) -> u64 {
    let (mut set, mut i) = (0, 0);
    while i < points.len() {
        set |= 1 << bit(points[i]);
        i += 1;
    }
    set
}

const CENTRE: u64 = spots(&[(3, 3), (3, 4), (4, 4), (4, 3), (3, 2), (2, 2), (2, 3)]);

const RING: u64 =
    spots(&[(3, 5), (4, 5), (5, 5), (5, 4), (5, 3), (4, 2), (3, 1), (2, 1), (1, 1), (1, 2), (1, 3), (2, 4)]);

/// What one side has.
#[derive(Default)]
struct Parts {
    material: i32,
    rows: i32,
    captures: i32,
    place: i32,
    turn: i32,
}

impl Parts {
    #[inline(always)]
    fn sum(&self) -> i32 {
        self.material + self.rows + self.captures + self.place + self.turn
    }
}

#[inline(always)]
fn count(spots: u64) -> i32 {
    spots.count_ones() as i32
}

impl Gipf {
    #[inline(always)]
    fn parts(&self, side: usize) -> Parts {
        let with_stacks = self.variant != Variant::Basic;
        let weights = &WEIGHTS[usize::from(with_stacks)];
        let (own, enemy) = (self.pieces[side], self.pieces[1 - side]);
        let holes = BOARD & !(own | enemy);
        let reserve = self.reserve[side];
        let mut parts = Parts {
            material: weights.reserve * i32::from(reserve)
                + weights.scarce.get(usize::from(reserve)).unwrap_or(&0)
                + weights.single * count(own & !self.stacks),
            place: weights.centre * count(own & CENTRE) + weights.ring * count(own & RING),
            turn: if self.to_decide.index() == side { weights.turn } else { 0 },
            ..Parts::default()
        };
        let mut threatened_stacks = 0;
        for step in STEPS {
            let twos = own & (own >> step);
            let splits = own & (own >> (2 * step));
            let threes = twos & (own >> (2 * step));
            let ends = (threes << (3 * step)) | (threes >> step);
            let gaps = (twos & (own >> (3 * step))) << (2 * step) | (splits & (own >> (3 * step))) << step;
            parts.rows += weights.pair * count(twos)
                + weights.split_pair * count(splits << step & holes)
                + weights.open_three * count(ends & holes)
                + weights.gap * count(gaps & BOARD & !own);
            parts.captures += weights.capture * count(ends & enemy);
            threatened_stacks += count(ends & enemy & self.stacks);
        }
        if with_stacks {
            let stacks = own & self.stacks;
            parts.material += weights.stack * count(stacks) + if count(stacks) == 1 { weights.last_stack } else { 0 };
            parts.place += weights.stack_inside * count(stacks & (CENTRE | RING));
            parts.captures += weights.stack_capture * threatened_stacks;
        }
        parts
    }
}

struct Score<'a> {
    position: &'a Gipf,
    player: Player,
}

impl Kernel for Score<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Isa>(self, _: I) -> i32 {
        self.position.parts(self.player.index()).sum() - self.position.parts(self.player.other().index()).sum()
    }
}

impl Evaluate for Gipf {
    #[inline]
    fn evaluate(&self, player: Player) -> i32 {
        fastest(Score { position: self, player })
    }

    fn terms(&self) -> Vec<(&'static str, i32)> {
        let (white, black) = (self.parts(0), self.parts(1));
        vec![
            ("material", white.material - black.material),
            ("rows", white.rows - black.rows),
            ("captures", white.captures - black.captures),
            ("place", white.place - black.place),
            ("turn", white.turn - black.turn),
        ]
    }
}
