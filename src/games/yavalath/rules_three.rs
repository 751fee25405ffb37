//! The rules of Yavalath for three.

use crate::board::bits::{Isa, Kernel, fastest, hash_keys, members};
use crate::board::hex61::{self, BOARD, CELLS};
use crate::board::hex61_lines::{Made, completions, made};
use crate::board::symmetry::SYMMETRIES;
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating, Symmetry, random_below};

/// A position of Yavalath for three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Yavalath3 {
    /// The stones of White, Black and Red.
    pub(super) stones: [u64; 3],
    pub(super) key: u64,
    /// The colour to decide, which is also the player.
    pub(super) colour: u8,
    /// The players still in the game, as a bit mask.
    pub(super) alive: u8,
    pub(super) outcome: Option<Outcome>,
}

const STONE_KEYS: [[u64; CELLS]; 3] = [hash_keys(4), hash_keys(5), hash_keys(6)];
const COLOUR_KEYS: [u64; 3] = hash_keys(7);
const ALIVE_KEYS: [u64; 8] = hash_keys(8);

impl Yavalath3 {
    /// A position built from its parts, with its key.
    pub(super) fn new(stones: [u64; 3], colour: u8, alive: u8, outcome: Option<Outcome>) -> Self {
        let mut key = COLOUR_KEYS[usize::from(colour)] ^ ALIVE_KEYS[usize::from(alive)];
        for (set, keys) in stones.iter().zip(&STONE_KEYS) {
            key = members(*set).fold(key, |key, cell| key ^ keys[cell]);
        }
        Self { stones, key, colour, alive, outcome }
    }

    /// The empty cells.
    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        BOARD & !(self.stones[0] | self.stones[1] | self.stones[2])
    }

    /// The next player still in the game after `colour`.
    #[inline(always)]
    pub(super) fn next(colour: u8, alive: u8) -> u8 {
        let after = (colour + 1) % 3;
        if alive >> after & 1 != 0 { after } else { (after + 1) % 3 }
    }

    /// The cells that would complete a four of the next player, and must be filled.
    #[inline(always)]
    fn threats(&self, empty: u64) -> u64 {
        completions(self.stones[usize::from(Self::next(self.colour, self.alive))], empty).fours
    }

    /// The cells where the player to move may place.
    #[inline(always)]
    pub(super) fn legal(&self) -> u64 {
        let empty = self.empty();
        match self.threats(empty) {
            0 => empty,
            threats => threats | completions(self.stones[usize::from(self.colour)], empty).fours,
        }
    }
}

impl Game for Yavalath3 {
    type Setup = ();

    const PLAYERS: usize = 3;
    const MOVE_CODES: usize = CELLS;
    const PLAYOUT_CAP: usize = CELLS;

    fn start((): &()) -> Self {
        Self::new([0; 3], 0, 0b111, None)
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        Player::new(usize::from(self.colour))
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn moves(&self, list: &mut MoveList) {
        list.extend(members(self.legal()).map(|cell| Move::new(cell as u16)));
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        let (cell, colour) = (usize::from(mv.code()), usize::from(self.colour));
        let mine = self.stones[colour] | 1 << cell;
        self.stones[colour] = mine;
        let made = made(mine, cell);
        let mut alive = self.alive;
        if made == Made::Three {
            alive &= !(1 << colour);
            self.key ^= ALIVE_KEYS[usize::from(self.alive)] ^ ALIVE_KEYS[usize::from(alive)];
            self.alive = alive;
        }
        let next = Self::next(self.colour, alive);
        self.key ^= STONE_KEYS[colour][cell] ^ COLOUR_KEYS[colour] ^ COLOUR_KEYS[usize::from(next)];
        if made == Made::Four {
            self.outcome = Some(Outcome::win(self.to_move()));
        } else if alive.is_power_of_two() || self.empty() == 0 {
            self.outcome = Some(Outcome::shared(alive));
        }
        self.colour = next;
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        if self.outcome.is_some() { 0 } else { self.legal().count_ones() as usize }
    }

    fn random_move(&self, rng: &mut Rng) -> Move {
        fastest(Pick(self, rng))
    }

    fn playout(self, rng: &mut Rng) -> Outcome {
        struct Playout<'a>(Yavalath3, &'a mut Rng);
        impl Kernel for Playout<'_> {
            type Output = Outcome;
            #[inline(always)]
            fn run<I: Isa>(self, isa: I) -> Outcome {
                let Self(mut position, rng) = self;
                loop {
                    if let Some(outcome) = position.outcome {
                        return outcome;
                    }
                    position.play(Pick(&position, rng).run(isa));
                }
            }
        }
        fastest(Playout(self, rng))
    }
}

/// A random legal cell.
struct Pick<'a>(&'a Yavalath3, &'a mut Rng);

impl Kernel for Pick<'_> {
    type Output = Move;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Move {
        let legal = self.0.legal();
        Move::new(isa.select(legal, random_below(self.1, legal.count_ones())) as u16)
    }
}

impl Seating for Yavalath3 {}

impl Symmetry for Yavalath3 {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        Self::new(self.stones.map(|set| hex61::transform(set, index)), self.colour, self.alive, self.outcome)
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        Move::new(hex61::transform_cell(usize::from(mv.code()), index) as u16)
    }

    fn exchange_sides(&self) -> Option<Self> {
        None
    }
}
