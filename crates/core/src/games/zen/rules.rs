//! The rules of Zèn: what may be decided, and how a game starts.

use super::board::{NOWHERE, SIZE, SQUARES, Squares};
use super::decision::{CODES, PASS};
use super::playout::{self, Playout};
use super::position::{Pieces, Zen};
use super::setup::Setup;
use crate::board::bits::{Portable, fastest};
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating};

/// How the pieces stand at the start.
const START: Pieces = {
    const fn set(names: &[u8]) -> Squares {
        let mut set = 0;
        let mut i = 0;
        while i < names.len() {
            let column = (names[i] - b'a') as usize;
            let mut row = 0;
            i += 1;
            while i < names.len() && names[i] != b' ' {
                row = 10 * row + (names[i] - b'0') as usize;
                i += 1;
            }
            set |= 1 << (SIZE * (row - 1) + column);
            i += 1;
        }
        set
    }
    let white = set(b"a6 a11 c4 c8 e2 e10 g2 g10 i4 i8 k1 k6");
    let black = set(b"a1 b5 b7 d3 d9 f1 f11 h3 h9 j5 j7 k11");
    Pieces { pawns: [white, black], zen: SQUARES / 2, ban: NOWHERE }
};

impl Zen {
    /// Plays at random until the game ends, at most `plies` moves.
    pub fn playout_within(self, plies: usize, rng: &mut Rng) -> Option<Outcome> {
        fastest(Playout(self, plies, rng))
    }
}

impl Game for Zen {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = CODES;
    const PLAYOUT_CAP: usize = playout::CAP;
    const REPETITION: bool = true;

    fn start(setup: &Setup) -> Self {
        Self::build(setup, START, 0, 0)
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        Player::new(usize::from(self.seat & 1))
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.result
    }

    fn moves(&self, list: &mut MoveList) {
        let (steps, count) = self.steps();
        // Passing is legal only where nothing else is (rule 5).
        let steps = if count == 0 { &[PASS] } else { &steps[..count] };
        list.try_extend_from_slice(steps).expect("a list has room for all moves");
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.advance(mv);
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn count_moves(&self) -> usize {
        if self.result.is_some() {
            return 0;
        }
        self.steps().1.max(1)
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        self.pick(Portable, rng)
    }

    fn playout(self, rng: &mut Rng) -> Outcome {
        self.playout_within(Self::PLAYOUT_CAP, rng).unwrap_or(Outcome::DRAW)
    }
}

impl Seating for Zen {
    fn seats(setup: &Setup) -> usize {
        if setup.four { 4 } else { 2 }
    }

    #[inline]
    fn seat(&self) -> usize {
        usize::from(self.seat)
    }
}
