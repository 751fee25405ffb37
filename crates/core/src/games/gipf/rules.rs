//! The rules of GIPF in its three variants: what may be decided, and how a game starts.

use super::board::{self, LINE, PUSHES};
use super::decision::{self, Decision};
use super::playout::{self, Playout};
use super::position::Gipf;
use super::setup::{Setup, Variant};
use crate::board::bits::{fastest, hash_key};
use crate::board::wide::product;
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating};

impl Game for Gipf {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = decision::CODES;
    const PLAYOUT_CAP: usize = playout::CAP;
    const REPETITION: bool = true;

    fn start(setup: &Setup) -> Self {
        let spots = |points: [board::Point; 3]| points.iter().fold(0, |set, &point| set | 1 << board::bit(point));
        let (white, black) = match setup.variant {
            Variant::Tournament => (0, 0),
            _ => (spots([(0, 3), (3, 0), (6, 6)]), spots([(0, 0), (3, 6), (6, 3)])),
        };
        let in_hand = if setup.variant == Variant::Tournament { 18 } else { 12 };
        Self {
            pieces: [white, black],
            stacks: if setup.variant == Variant::Standard { white | black } else { 0 },
            declined: 0,
            reserve: setup.extra.map(|extra| in_hand + extra),
            army: setup.army(),
            may_stack: [setup.variant == Variant::Tournament; 2],
            to_decide: Player::FIRST,
            pushed: None,
            variant: setup.variant,
        }
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        self.to_decide
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    #[inline]
    fn moves(&self, list: &mut MoveList) {
        if self.pushed.is_some() {
            return self.list_rows(list);
        }
        let (first, count) = self.push_codes();
        let occupied = self.occupied();
        for (line, _) in LINE.iter().enumerate().filter(|(_, line)| line.spots & !occupied != 0) {
            for code in (first..first + count).step_by(PUSHES) {
                list.push(Move::new((code + 2 * line) as u16));
                list.push(Move::new((code + 2 * line + 1) as u16));
            }
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) {
        match Decision::of(mv) {
            Decision::Push { push, stacked } => self.push(push, stacked),
            Decision::Row { line, taken } => self.take(line, taken),
        }
    }

    /// Made from the whole position when asked for: that is two multiplications, where keeping it up to date would
    /// take a look at every piece that a push shifts.
    #[inline]
    fn key(&self) -> u64 {
        const SALT: [u64; 4] =
            [hash_key(0x6769_7066), hash_key(0x6769_7067), hash_key(0x6769_7068), hash_key(0x6769_7069)];
        let fold = |a: u64, b: u64| {
            let product = product(a, b);
            product as u64 ^ (product >> 64) as u64
        };
        let phase = match self.pushed {
            None => 0,
            Some(pusher) => 1 + pusher.index() as u64,
        };
        let rest = u64::from(self.declined)
            | (self.to_decide.index() as u64) << 32
            | phase << 34
            | u64::from(self.may_stack[0]) << 36
            | u64::from(self.may_stack[1]) << 37
            | u64::from(self.reserve[0]) << 40
            | u64::from(self.reserve[1]) << 48;
        let pieces = fold(self.pieces[0] ^ SALT[0], self.pieces[1] ^ SALT[1]);
        fold(pieces ^ self.stacks, rest ^ SALT[2]) ^ SALT[3]
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        if self.pushed.is_some() {
            return self.count_rows();
        }
        let occupied = self.occupied();
        let open = LINE.iter().filter(|line| line.spots & !occupied != 0).count();
        self.push_codes().1 / PUSHES * 2 * open
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        self.choose(rng)
    }

    fn playout(self, rng: &mut Rng) -> Outcome {
        fastest(Playout { position: self, rng })
    }
}

impl Seating for Gipf {}
