//! The rules of Yavalath for two.

use crate::board::bits::{Dice, Isa, Kernel, fastest, hash_keys, members};
use crate::board::hex61::{self, BOARD, CELLS};
use crate::board::hex61_lines::{Made, made, made_on};
use crate::board::symmetry::SYMMETRIES;
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating, Symmetry, random_below};
use crate::games::swap::Swap;

/// Whether the first stone may be taken over: the game's one option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Seat 2 may say `swap` as its first turn.
    pub swap: bool,
}

impl Default for Setup {
    fn default() -> Self {
        Self { swap: true }
    }
}

/// A position of Yavalath for two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Yavalath {
    /// The stones of White and of Black.
    pub(super) stones: [u64; 2],
    pub(super) key: u64,
    /// The colour to decide: 0 is White.
    pub(super) colour: u8,
    pub(super) swap: Swap,
    pub(super) outcome: Option<Outcome>,
}

/// The decision to swap; all others are the cell.
pub(super) const SWAP: Move = Move::new(CELLS as u16);

const STONE_KEYS: [[u64; CELLS]; 2] = [hash_keys(1), hash_keys(2)];
const STATE_KEYS: [u64; 3] = hash_keys(3);
const BLACK_KEY: u64 = STATE_KEYS[0];
const SWAP_KEYS: [u64; 2] = [STATE_KEYS[1], STATE_KEYS[2]];

impl Yavalath {
    /// A position built from its parts, with its key.
    pub(super) fn new(stones: [u64; 2], colour: u8, swap: Swap, outcome: Option<Outcome>) -> Self {
        let mut key = if colour == 1 { BLACK_KEY } else { 0 };
        key ^= swap.key(SWAP_KEYS);
        for (set, keys) in stones.iter().zip(&STONE_KEYS) {
            key = members(*set).fold(key, |key, cell| key ^ keys[cell]);
        }
        Self { stones, key, colour, swap, outcome }
    }

    /// The empty cells.
    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        BOARD & !(self.stones[0] | self.stones[1])
    }

    /// The player who owns a colour.
    #[inline(always)]
    pub(super) fn owner(&self, colour: u8) -> Player {
        self.swap.owner(usize::from(colour))
    }

    /// Whether the first stone may be taken over now.
    #[inline(always)]
    pub(super) fn may_swap(&self) -> bool {
        self.swap == Swap::Open && self.colour == 1
    }

    #[inline(always)]
    fn set_swap(&mut self, swap: Swap) {
        self.key ^= self.swap.key(SWAP_KEYS) ^ swap.key(SWAP_KEYS);
        self.swap = swap;
    }
}

impl Game for Yavalath {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = CELLS + 1;
    const PLAYOUT_CAP: usize = CELLS + 1;

    fn start(setup: &Setup) -> Self {
        Self::new([0; 2], 0, Swap::at_start(setup.swap), None)
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        self.owner(self.colour)
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn moves(&self, list: &mut MoveList) {
        list.extend(members(self.empty()).map(|cell| Move::new(cell as u16)));
        if self.may_swap() {
            list.push(SWAP);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if mv == SWAP {
            return self.set_swap(Swap::Done);
        }
        if self.may_swap() {
            self.set_swap(Swap::No);
        }
        let (cell, colour) = (usize::from(mv.code()), usize::from(self.colour));
        let mine = self.stones[colour] | 1 << cell;
        self.stones[colour] = mine;
        self.key ^= STONE_KEYS[colour][cell] ^ BLACK_KEY;
        let mover = self.to_move();
        self.colour ^= 1;
        self.outcome = match made(mine, cell) {
            Made::Nothing if self.empty() == 0 => Some(Outcome::DRAW),
            Made::Nothing => None,
            Made::Three => Some(Outcome::loss(mover)),
            Made::Four => Some(Outcome::win(mover)),
        };
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn count_moves(&self) -> usize {
        match self.outcome {
            Some(_) => 0,
            None => self.empty().count_ones() as usize + usize::from(self.may_swap()),
        }
    }

    fn random_move(&self, rng: &mut Rng) -> Move {
        struct Pick(u64, u32);
        impl Kernel for Pick {
            type Output = Move;
            #[inline(always)]
            fn run<I: Isa>(self, isa: I) -> Move {
                Move::new(isa.select(self.0, self.1) as u16)
            }
        }
        let n = random_below(rng, self.count_moves() as u32);
        // Only the swap can have a number beyond the empty cells.
        if self.may_swap() && n == CELLS as u32 - 1 { SWAP } else { fastest(Pick(self.empty(), n)) }
    }

    fn playout(self, rng: &mut Rng) -> Outcome {
        self.outcome.unwrap_or_else(|| fastest(Playout(&self, rng)))
    }
}

/// Random decisions to the end.
struct Playout<'a>(&'a Yavalath, &'a mut Rng);

impl Kernel for Playout<'_> {
    type Output = Outcome;

    #[inline(always)]
    fn run<I: Isa>(self, isa: I) -> Outcome {
        let Self(position, rng) = self;
        let mut dice = Dice::new(rng);
        let mut empty = position.empty();
        let mut left = empty.count_ones();
        let colour = usize::from(position.colour);
        let (mut mine, mut theirs) = (position.stones[colour], position.stones[1 - colour]);
        let mut mover = position.to_move();
        if position.swap == Swap::Open {
            // A first stone makes no line, and a swap only exchanges the players.
            if position.colour == 0 {
                let cell = isa.select(empty, dice.below(left));
                left -= 1;
                empty ^= 1 << cell;
                (mine, theirs) = (theirs, 1 << cell);
                mover = mover.other();
            }
            if dice.below(left + 1) == left {
                mover = mover.other();
            }
        }
        while left > 0 {
            let cell = isa.select(empty, dice.below(left)) as usize;
            left -= 1;
            empty ^= 1 << cell;
            match made_on(isa, mine, cell) {
                Made::Nothing => {}
                Made::Three => return Outcome::loss(mover),
                Made::Four => return Outcome::win(mover),
            }
            (mine, theirs) = (theirs, mine | 1 << cell);
            mover = mover.other();
        }
        Outcome::DRAW
    }
}

impl Seating for Yavalath {}

impl Symmetry for Yavalath {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        Self::new(self.stones.map(|set| hex61::transform(set, index)), self.colour, self.swap, self.outcome)
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        if mv == SWAP { SWAP } else { Move::new(hex61::transform_cell(usize::from(mv.code()), index) as u16) }
    }

    fn exchange_sides(&self) -> Option<Self> {
        let outcome = self.outcome.map(|o| o.winner().map_or(Outcome::DRAW, |winner| Outcome::win(winner.other())));
        let [white, black] = self.stones;
        (self.swap != Swap::Open).then(|| Self::new([black, white], self.colour ^ 1, self.swap, outcome))
    }
}
