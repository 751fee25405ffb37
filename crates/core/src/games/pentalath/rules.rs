//! The rules of Pentalath: what may be decided, and when a game ends.

use super::decision::{CODES, PASS, SWAP, placed_cell, placement};
use super::playout::{self, Playout};
use super::position::{Pentalath, WHITE};
use super::setup::Setup;
use crate::board::bits::{Isa, Portable, fastest, members, random_below};
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating};
use crate::games::swap::Swap;

impl Game for Pentalath {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = CODES;
    const PLAYOUT_CAP: usize = playout::CAP;
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
        match placed_cell(mv) {
            Some(cell) => self.place(cell),
            None if mv == SWAP => self.take_over(),
            None => self.pass(),
        }
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
        if count == 0 && !self.may_swap() {
            return PASS;
        }
        match random_below(rng, count.max(1) + u32::from(self.may_swap())) {
            choice if choice < count => placement(Portable.select(cells, choice) as usize),
            0 if count == 0 => PASS,
            _ => SWAP,
        }
    }

    #[inline]
    fn playout(mut self, rng: &mut Rng) -> Outcome {
        // The loop of the playout knows no swap.
        while self.swap == Swap::Open && self.outcome.is_none() {
            self.play(self.random_move(rng));
        }
        self.outcome.unwrap_or_else(|| fastest(Playout { position: self, rng }))
    }
}

impl Seating for Pentalath {}
