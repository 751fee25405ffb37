//! The positions of Yavalath, for two and for three players: their data, and the effect of a stone.

use crate::board::bits::{hash_keys, members};
use crate::board::hex61::{BOARD, CELLS};
use crate::board::hex61_lines::{Made, completions, made};
use crate::game::{Outcome, Player};
use crate::games::swap::Swap;

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

/// The part of a position's key for each stone of each colour.
pub(super) const STONE_KEYS: [[u64; CELLS]; 2] = [hash_keys(1), hash_keys(2)];
const STATE_KEYS: [u64; 3] = hash_keys(3);
const BLACK_KEY: u64 = STATE_KEYS[0];
const SWAP_KEYS: [u64; 2] = [STATE_KEYS[1], STATE_KEYS[2]];

impl Yavalath {
    /// A position built from its parts, with its key.
    pub(super) fn new(stones: [u64; 2], colour: u8, swap: Swap, outcome: Option<Outcome>) -> Self {
        let mut position = Self { stones, key: 0, colour, swap, outcome };
        position.key = position.key_without_stones();
        for (set, keys) in stones.iter().zip(&STONE_KEYS) {
            position.key = members(*set).fold(position.key, |key, cell| key ^ keys[cell]);
        }
        position
    }

    /// The part of the key from the colour to decide and the swap.
    #[inline(always)]
    pub(super) fn key_without_stones(&self) -> u64 {
        self.swap.key(SWAP_KEYS) ^ if self.colour == 1 { BLACK_KEY } else { 0 }
    }

    /// The same stones with the other colour to decide, and no swap any more.
    #[inline(always)]
    pub(super) fn skipped(&self) -> Self {
        let mut position = Self { key: self.key ^ BLACK_KEY, colour: self.colour ^ 1, ..*self };
        position.swap.change(self.swap.closed(), &mut position.key, SWAP_KEYS);
        position
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

    /// Takes over the first stone.
    #[inline(always)]
    pub(super) fn take_over(&mut self) {
        self.swap.change(Swap::Done, &mut self.key, SWAP_KEYS);
    }

    /// Places a stone of the colour to decide.
    #[inline(always)]
    pub(super) fn place(&mut self, cell: usize) {
        if self.may_swap() {
            self.swap.change(Swap::No, &mut self.key, SWAP_KEYS);
        }
        let colour = usize::from(self.colour);
        let mine = self.stones[colour] | 1 << cell;
        self.stones[colour] = mine;
        self.key ^= STONE_KEYS[colour][cell] ^ BLACK_KEY;
        let mover = self.owner(self.colour);
        self.colour ^= 1;
        self.outcome = match made(mine, cell) {
            Made::Nothing if self.empty() == 0 => Some(Outcome::DRAW),
            Made::Nothing => None,
            Made::Three => Some(Outcome::loss(mover)),
            Made::Four => Some(Outcome::win(mover)),
        };
    }
}

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

const THREE_STONE_KEYS: [[u64; CELLS]; 3] = [hash_keys(4), hash_keys(5), hash_keys(6)];
const COLOUR_KEYS: [u64; 3] = hash_keys(7);
const ALIVE_KEYS: [u64; 8] = hash_keys(8);

impl Yavalath3 {
    /// A position built from its parts, with its key.
    pub(super) fn new(stones: [u64; 3], colour: u8, alive: u8, outcome: Option<Outcome>) -> Self {
        let mut key = COLOUR_KEYS[usize::from(colour)] ^ ALIVE_KEYS[usize::from(alive)];
        for (set, keys) in stones.iter().zip(&THREE_STONE_KEYS) {
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

    /// Places a stone of the player to move.
    #[inline(always)]
    pub(super) fn place(&mut self, cell: usize) {
        let colour = usize::from(self.colour);
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
        self.key ^= THREE_STONE_KEYS[colour][cell] ^ COLOUR_KEYS[colour] ^ COLOUR_KEYS[usize::from(next)];
        if made == Made::Four {
            self.outcome = Some(Outcome::win(Player::new(colour)));
        } else if alive.is_power_of_two() || self.empty() == 0 {
            self.outcome = Some(Outcome::shared(alive));
        }
        self.colour = next;
    }
}
