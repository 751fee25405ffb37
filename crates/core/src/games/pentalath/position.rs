//! A position of Pentalath: its data, and the effect of a decision.

use super::board::{captured, has_five, placements};
use crate::board::bits::{hash_key, hash_keys, members};
use crate::board::hex61::{BOARD, CELLS, neighbours};
use crate::game::{Outcome, Player};
use crate::games::swap::Swap;

/// The colours, as indices of [`Pentalath::stones`].
pub(super) const WHITE: usize = 0;
pub(super) const BLACK: usize = 1;

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pentalath {
    /// The stones of White and of Black.
    pub(super) stones: [u64; 2],
    pub(super) key: u64,
    /// The colour that decides next.
    colour: u8,
    pub(super) swap: Swap,
    /// How many passes have come in a row.
    pub(super) passes: u8,
    pub(super) outcome: Option<Outcome>,
}

const SALT: u64 = 0x50e7;
const STONE_KEYS: [[u64; CELLS]; 2] = [hash_keys(SALT), hash_keys(SALT + 1)];
const PASS_KEYS: [u64; 3] = [0, hash_key(SALT << 40), hash_key((SALT << 40) + 1)];
const BLACK_KEY: u64 = hash_key((SALT << 40) + 2);
const SWAP_KEYS: [u64; 2] = [hash_key((SALT << 40) + 3), hash_key((SALT << 40) + 4)];

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

    /// The cells of the white and of the black stones, in the numbering of [`hex61`](crate::board::hex61).
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

    /// The empty cells.
    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        BOARD & !(self.stones[WHITE] | self.stones[BLACK])
    }

    /// The owner of a colour.
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
    fn set_passes(&mut self, passes: u8) {
        self.key ^= PASS_KEYS[usize::from(self.passes)] ^ PASS_KEYS[usize::from(passes)];
        self.passes = passes;
    }

    /// Takes over the first stone.
    #[inline(always)]
    pub(super) fn take_over(&mut self) {
        self.swap.change(Swap::Done, &mut self.key, SWAP_KEYS);
    }

    /// Places a stone of the colour that decides next.
    #[inline(always)]
    pub(super) fn place(&mut self, cell: usize) {
        if self.may_swap() {
            self.swap.change(Swap::No, &mut self.key, SWAP_KEYS);
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
        self.end_turn();
    }

    /// Passes.
    #[inline(always)]
    pub(super) fn pass(&mut self) {
        if self.may_swap() {
            self.swap.change(Swap::No, &mut self.key, SWAP_KEYS);
        }
        self.set_passes(self.passes + 1);
        if self.passes == 2 {
            self.outcome = Some(Outcome::DRAW);
        }
        self.end_turn();
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        self.colour ^= 1;
        self.key ^= BLACK_KEY;
    }
}
