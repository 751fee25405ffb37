//! The rules of YINSH: what may be decided, and how a game starts.

use super::decision::{CODES, Decision};
use super::lines::Lines;
use super::playout::{Count, Playout, RandomMove, RingMoves};
use super::position::{POOL, Phase, Yinsh};
use super::setup::Setup;
use crate::board::bits::{fastest, hash_keys, members};
use crate::board::wide::product;
use crate::game::{Game, Move, MoveList, Outcome, Player, Rng, Seating, random_below};
use crate::games::swap::Swap;

impl Game for Yinsh {
    type Setup = Setup;

    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = CODES;
    /// No game is longer: 10 rings placed and a swap; 5 rows and rings taken at most; 51 + 5 · 5 ring moves, as each uses up a
    /// marker and only a row brings back five; before each of them one pass.
    const PLAYOUT_CAP: usize = 11 + 2 * 5 + 2 * (POOL as usize + 5 * 5) + 2;

    fn start(setup: &Setup) -> Self {
        Self {
            rings: [Lines::EMPTY; 2],
            markers: Lines::EMPTY,
            white: 0,
            taken: [0; 2],
            rings_to_win: setup.rings_to_win,
            marker_count: 0,
            phase: Phase::Place,
            decides: Player::FIRST,
            moves_next: Player::FIRST,
            passes: 0,
            swap: Swap::at_start(setup.swap),
        }
    }

    #[inline(always)]
    fn to_move(&self) -> Player {
        self.owner(self.decides)
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn moves(&self, list: &mut MoveList) {
        match self.phase {
            Phase::Place => {
                list.extend(members(self.free()).map(|point| Decision::Place(point).to_move()));
                if self.may_swap() {
                    list.push(Decision::Swap.to_move());
                }
            }
            Phase::Ring => list.extend(members(self.single_points()).map(|point| Decision::Ring(point).to_move())),
            Phase::Row => {
                for (direction, rows) in self.rows(self.decides).into_iter().enumerate() {
                    list.extend(members(rows).map(|first| Decision::Row(first, direction).to_move()));
                }
            }
            Phase::Move => fastest(RingMoves(self, list)),
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.decide(Decision::of(mv));
    }

    /// A hash of the whole position at once, by folded 64-bit products as in XXH3. A move changes many points, so this
    /// is cheaper than updating a Zobrist key, and costs nothing where the key is not needed, as in playouts.
    #[inline]
    fn key(&self) -> u64 {
        const SECRETS: [u64; 10] = hash_keys(0x59);
        let fold = |i: usize, a: u64, b: u64| {
            let product = product(a ^ SECRETS[i], b ^ SECRETS[i + 1]);
            product as u64 ^ (product >> 64) as u64
        };
        let half = |half: usize| {
            let black = self.markers.0[half] & !((self.white >> (64 * half)) as u64);
            let white = (self.white >> (64 * half)) as u64;
            fold(4 * half, self.rings[0].0[half], self.rings[1].0[half]) ^ fold(4 * half + 2, white, black)
        };
        let state = [
            self.phase as u8,
            self.decides.index() as u8,
            self.moves_next.index() as u8,
            self.passes,
            self.taken[0],
            self.taken[1],
            self.swap.key([1, 2]) as u8,
            0,
        ];
        fold(8, half(0) ^ half(1), u64::from_le_bytes(state))
    }

    #[inline]
    fn count_moves(&self) -> usize {
        if self.outcome().is_some() {
            return 0;
        }
        match self.phase {
            Phase::Move => fastest(Count(self)),
            Phase::Row => self.rows(self.decides).map(u128::count_ones).iter().sum::<u32>() as usize,
            Phase::Place | Phase::Ring => self.single_points().count_ones() as usize + usize::from(self.may_swap()),
        }
    }

    #[inline]
    fn random_move(&self, rng: &mut Rng) -> Move {
        if self.may_swap() && random_below(rng, self.free().count_ones() + 1) == 0 {
            return Decision::Swap.to_move();
        }
        fastest(RandomMove(self, rng))
    }

    #[inline]
    fn playout(mut self, rng: &mut Rng) -> Outcome {
        // The loop of the playout knows no swap.
        while self.swap == Swap::Open {
            self.play(self.random_move(rng));
        }
        fastest(Playout(self, rng))
    }
}

impl Seating for Yinsh {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;

    /// No position is known in which neither player can move, so the first pass is only said to have been.
    #[test]
    fn two_passes_end_the_game() {
        let blocked = "WWWW/1BBBBB1/8/9/10/9/10/9/8/7/4 w 1,0 move w 0";
        let mut position = Yinsh::read_position(&Setup::YINSH, blocked).unwrap();
        position.passes = 1;
        assert_eq!(position.outcome(), None);
        position.play(Decision::Pass.to_move());
        for (taken, winner) in [([1, 0], Some(Player::FIRST)), ([1, 1], None), ([1, 2], Some(Player::SECOND))] {
            position.taken = taken;
            assert_eq!(position.outcome().map(Outcome::winner), Some(winner));
        }
    }
}
