//! Which decisions to try first: what has refuted before.

use super::score::MAX_PLY;
use crate::game::{Game, Move, MoveList, Player};

/// What one search thread has learned about decisions.
#[derive(Debug)]
pub struct Memory {
    /// How often a decision has refuted, by player and code, kept within ±[`HISTORY_MAX`].
    history: Vec<i16>,
    codes: usize,
    /// Two decisions that lately refuted at each ply.
    killers: [[Option<Move>; 2]; MAX_PLY],
}

const HISTORY_MAX: i32 = 16_000;

impl Memory {
    /// A memory that knows nothing.
    pub fn new<G: Game>() -> Self {
        let codes = G::MOVE_CODES;
        Self { history: vec![0; codes * G::PLAYERS], codes, killers: [[None; 2]; MAX_PLY] }
    }

    #[inline(always)]
    fn index(&self, player: Player, mv: Move) -> usize {
        player.index() * self.codes + usize::from(mv.code())
    }

    /// `mv` refuted at `ply`, after the decisions `tried` had not.
    #[inline]
    pub fn reward(&mut self, player: Player, mv: Move, tried: &[Move], ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth.max(1) * depth.max(1)).min(400);
        self.adjust(player, mv, bonus);
        for &other in tried {
            self.adjust(player, other, -bonus);
        }
    }

    #[inline(always)]
    fn adjust(&mut self, player: Player, mv: Move, bonus: i32) {
        let index = self.index(player, mv);
        let value = i32::from(self.history[index]);
        // Pulls towards the bound, so that the newest experience counts most.
        self.history[index] = (value + 32 * bonus - value * bonus * 32 / HISTORY_MAX) as i16;
    }

    /// Scores each of `moves` into the same place of the result; higher is to be tried earlier.
    #[inline]
    pub fn scores(&self, player: Player, moves: &MoveList, first: Option<Move>, ply: usize) -> Scores {
        let killers = self.killers[ply];
        let score = |&mv: &Move| {
            if Some(mv) == first {
                i32::MAX
            } else if Some(mv) == killers[0] {
                2 * HISTORY_MAX + 1
            } else if Some(mv) == killers[1] {
                2 * HISTORY_MAX
            } else {
                i32::from(self.history[self.index(player, mv)])
            }
        };
        moves.iter().map(score).collect()
    }
}

/// The scores of a [`MoveList`], place by place.
pub type Scores = arrayvec::ArrayVec<i32, 512>;

/// Swaps the best of the decisions from `from` on into place `from`, and returns it.
#[inline]
pub fn pick(moves: &mut MoveList, scores: &mut Scores, from: usize) -> Move {
    let mut best = from;
    for i in from + 1..moves.len() {
        if scores[i] > scores[best] {
            best = i;
        }
    }
    moves.swap(from, best);
    scores.swap(from, best);
    moves[from]
}
