//! The rules of Yavalath for two and for three: what may be decided, and when a game ends.

use super::decision::{SWAP, placed_cell, placement};
use super::playout::{Pick3, Playout, Playout3, Select};
use super::position::{Yavalath, Yavalath3};
use super::setup::Setup;
use crate::board::bits::{fastest, members};
use crate::board::hex61::CELLS;
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating, random_below};
use crate::games::swap::Swap;

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
        list.extend(members(self.empty()).map(placement));
        if self.may_swap() {
            list.push(SWAP);
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match placed_cell(mv) {
            Some(cell) => self.place(cell),
            None => self.take_over(),
        }
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
        let n = random_below(rng, self.count_moves() as u32);
        // Only the swap can have a number beyond the empty cells.
        if n == self.empty().count_ones() { SWAP } else { placement(fastest(Select(self.empty(), n))) }
    }

    fn playout(self, rng: &mut Rng) -> Outcome {
        self.outcome.unwrap_or_else(|| fastest(Playout(&self, rng)))
    }
}

impl Seating for Yavalath {}

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
        list.extend(members(self.legal()).map(placement));
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        self.place(usize::from(mv.code()));
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
        placement(fastest(Pick3(self, rng)))
    }

    fn playout(self, rng: &mut Rng) -> Outcome {
        fastest(Playout3(self, rng))
    }
}

impl Seating for Yavalath3 {}
