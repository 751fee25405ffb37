//! The rules of Pentalath.

use super::board::{captured, has_five, placements};
use crate::board::bits::{Isa, Portable, hash_key, hash_keys, members, random_below};
use crate::board::hex61::{self, BOARD, CELLS, neighbours};
use crate::board::symmetry::SYMMETRIES;
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating, Symmetry};
use crate::games::swap::Swap;

/// What can be chosen before a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// Whether seat 2 may take over the first stone instead of answering it.
    pub swap: bool,
}

/// The colours, as indices of [`Pentalath::stones`].
pub(super) const WHITE: usize = 0;
pub(super) const BLACK: usize = 1;

/// The code of a pass. Below it the codes are the cells.
const PASS_CODE: u16 = CELLS as u16;
/// The only decision of a player who may place nowhere.
pub(super) const PASS: Move = Move::new(PASS_CODE);
/// The decision to take over the first stone.
pub(super) const SWAP: Move = Move::new(PASS_CODE + 1);

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pentalath {
    stones: [u64; 2],
    key: u64,
    /// The colour that decides next.
    colour: u8,
    swap: Swap,
    /// How many passes have come in a row.
    passes: u8,
    outcome: Option<Outcome>,
}

const SALT: u64 = 0x50e7;
const STONE_KEYS: [[u64; CELLS]; 2] = [hash_keys(SALT), hash_keys(SALT + 1)];
const PASS_KEYS: [u64; 3] = [0, hash_key(SALT << 40), hash_key((SALT << 40) + 1)];
const BLACK_KEY: u64 = hash_key((SALT << 40) + 2);
const SWAP_KEYS: [u64; 2] = [hash_key((SALT << 40) + 3), hash_key((SALT << 40) + 4)];

/// The decision to place a stone.
#[inline(always)]
pub(super) const fn placement(cell: usize) -> Move {
    Move::new(cell as u16)
}

/// The cell of a placement.
pub(super) fn placed_cell(mv: Move) -> Option<usize> {
    (mv.code() < PASS_CODE).then_some(usize::from(mv.code()))
}

impl Pentalath {
    /// A position from its parts.
    pub(super) fn new(stones: [u64; 2], colour: usize, swap: Swap, passes: u8) -> Self {
        let mut position = Self { stones, key: 0, colour: colour as u8, swap, passes, outcome: None };
        position.key =
            swap.key(SWAP_KEYS) ^ PASS_KEYS[usize::from(passes)] ^ if colour == BLACK { BLACK_KEY } else { 0 };
        for (set, keys) in stones.into_iter().zip(STONE_KEYS) {
            position.key ^= members(set).fold(0, |key, cell| key ^ keys[cell]);
        }
        if passes == 2 {
            position.outcome = Some(Outcome::DRAW);
        }
        for colour in [WHITE, BLACK] {
            if has_five(stones[colour]) {
                position.outcome = Some(Outcome::win(position.owner(colour)));
            }
        }
        position
    }

    /// The cells of the white and of the black stones, in the numbering of [`hex`].
    #[inline(always)]
    pub fn stones(&self) -> [u64; 2] {
        self.stones
    }

    /// The stones of the colour that decides next, and those of the other one.
    #[inline(always)]
    pub(super) fn own_and_enemy(&self) -> (u64, u64) {
        let own = self.colour();
        (self.stones[own], self.stones[own ^ 1])
    }

    /// The colour that decides next.
    #[inline(always)]
    pub(super) fn colour(&self) -> usize {
        usize::from(self.colour & 1)
    }

    /// Where the swap stands.
    #[inline(always)]
    pub fn swap(&self) -> Swap {
        self.swap
    }

    /// How many passes have come in a row.
    pub fn passes(&self) -> u8 {
        self.passes
    }

    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        BOARD & !(self.stones[WHITE] | self.stones[BLACK])
    }

    /// Who owns a colour.
    #[inline(always)]
    pub(super) fn owner(&self, colour: usize) -> Player {
        self.swap.owner(colour)
    }

    /// Whether the first stone may be taken over now.
    #[inline(always)]
    pub(super) fn may_swap(&self) -> bool {
        self.swap == Swap::Open && self.colour() == BLACK
    }

    /// The cells where the colour that decides next may place a stone.
    #[inline(always)]
    pub(super) fn placements(&self) -> u64 {
        let (own, enemy) = self.own_and_enemy();
        placements(own, enemy)
    }

    #[inline(always)]
    fn set_swap(&mut self, swap: Swap) {
        self.key ^= self.swap.key(SWAP_KEYS) ^ swap.key(SWAP_KEYS);
        self.swap = swap;
    }

    #[inline(always)]
    fn set_passes(&mut self, passes: u8) {
        self.key ^= PASS_KEYS[usize::from(self.passes)] ^ PASS_KEYS[usize::from(passes)];
        self.passes = passes;
    }

    #[inline(always)]
    fn place(&mut self, cell: usize) {
        if self.may_swap() {
            self.set_swap(Swap::No);
        }
        let (us, them) = (self.colour(), self.colour() ^ 1);
        self.stones[us] |= 1 << cell;
        self.key ^= STONE_KEYS[us][cell];
        let dead = captured(self.stones[them], neighbours(self.empty()), cell);
        self.stones[them] ^= dead;
        self.key ^= members(dead).fold(0, |key, cell| key ^ STONE_KEYS[them][cell]);
        if has_five(self.stones[us]) {
            self.outcome = Some(Outcome::win(self.owner(us)));
        }
        self.set_passes(0);
    }
}

impl Game for Pentalath {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = CELLS + 2;
    const PLAYOUT_CAP: usize = 300;
    const REPETITION: bool = true;

    fn start(setup: &Setup) -> Self {
        Self::new([0; 2], WHITE, Swap::at_start(setup.swap), 0)
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        self.owner(self.colour())
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    #[inline]
    fn moves(&self, list: &mut MoveList) {
        let cells = self.placements();
        list.extend(members(cells).map(placement));
        if cells == 0 {
            list.push(PASS);
        }
        if self.may_swap() {
            list.push(SWAP);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        if mv == SWAP {
            return self.set_swap(Swap::Done);
        }
        if let Some(cell) = placed_cell(mv) {
            self.place(cell);
        } else {
            self.set_passes(self.passes + 1);
            if self.passes == 2 {
                self.outcome = Some(Outcome::DRAW);
            }
        }
        self.colour ^= 1;
        self.key ^= BLACK_KEY;
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome.is_some() {
            return 0;
        }
        // Who may place nowhere has one decision, the pass.
        self.placements().count_ones().max(1) as usize + usize::from(self.may_swap())
    }

    fn random_move(&self, rng: &mut Rng) -> Move {
        let cells = self.placements();
        let count = cells.count_ones();
        if count == 0 {
            return PASS;
        }
        let choice = random_below(rng, count + u32::from(self.may_swap()));
        if choice == count { SWAP } else { placement(Portable.select(cells, choice) as usize) }
    }

    #[inline]
    fn playout(self, rng: &mut Rng) -> Outcome {
        super::playout::playout(self, rng)
    }
}

impl Seating for Pentalath {}

impl Symmetry for Pentalath {
    const SYMMETRIES: usize = SYMMETRIES;

    fn transform(&self, index: usize) -> Self {
        let stones = self.stones.map(|set| hex61::transform(set, index));
        Self::new(stones, self.colour(), self.swap, self.passes)
    }

    fn transform_move(mv: Move, index: usize) -> Move {
        placed_cell(mv).map_or(mv, |cell| placement(hex61::transform_cell(cell, index)))
    }

    fn exchange_sides(&self) -> Option<Self> {
        let [white, black] = self.stones;
        let exchanged = Self::new([black, white], self.colour() ^ 1, self.swap, self.passes);
        (self.swap != Swap::Open).then_some(exchanged)
    }
}
