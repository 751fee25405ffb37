//! Which decisions to try first: what has refuted before.

use crate::game::{Game, Move, MoveList, Player};
use crate::search::score::MAX_PLY;

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

    /// A new search begins: what earlier ones learned counts less, and what refuted at a ply is of another line.
    pub fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 4);
        self.killers = [[None; 2]; MAX_PLY];
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
        // The lower it stands the more it moves: what has often failed sinks fast, and rises fast once it refutes.
        let moved = value + 32 * bonus - value * bonus * 32 / HISTORY_MAX;
        self.history[index] = moved.clamp(-HISTORY_MAX, HISTORY_MAX) as i16;
    }

    /// Scores each of `moves` into the same place of the result; higher is to be tried earlier.
    #[inline]
    pub fn scores(&self, player: Player, moves: &MoveList, first: Option<Move>, ply: usize) -> Scores {
        let [killer, other_killer] = self.killers[ply];
        let history = &self.history[player.index() * self.codes..][..self.codes];
        let mut scores: Scores = moves.iter().map(|mv| history[usize::from(mv.code())]).collect();
        // Few of a list are special, so it is quicker to look for these than to look at each for all of them.
        for (rank, special) in [(0, other_killer), (1, killer), (2, first)] {
            if let Some(place) = special.and_then(|special| moves.iter().position(|&mv| mv == special)) {
                scores[place] = i16::MAX - 2 + rank;
            }
        }
        scores
    }
}

/// The scores of a [`MoveList`], place by place.
pub type Scores = arrayvec::ArrayVec<i16, 512>;

/// Swaps the best of the decisions from `from` on into place `from`, and returns it.
#[inline]
pub fn pick(moves: &mut MoveList, scores: &mut Scores, from: usize) -> Move {
    // First the highest score, many at a time, then its place.
    let rest = &scores[from..];
    let highest = rest.iter().fold(i16::MIN, |highest, &score| highest.max(score));
    let best = from + rest.iter().position(|&score| score == highest).unwrap_or(0);
    moves.swap(from, best);
    scores.swap(from, best);
    moves[from]
}
