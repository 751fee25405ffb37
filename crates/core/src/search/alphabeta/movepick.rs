//! The order in which the decisions of a position are tried: the transposition table's, killers, history.

use super::memory::ThreadMemory;
use crate::game::{MAX_MOVES, Move, MoveList, Player};
use arrayvec::ArrayVec;

/// The decisions of a position, sorted only as far as needed.
pub struct MovePicker<'a> {
    moves: &'a mut MoveList,
    /// Place by place; higher is to be tried earlier.
    scores: ArrayVec<i16, MAX_MOVES>,
}

impl<'a> MovePicker<'a> {
    /// This many decisions are sorted at any depth.
    pub const ALWAYS_SORTED: usize = 8;

    /// The decisions `moves` of `player` at `ply`; `first` comes first.
    #[inline]
    pub fn new(
        memory: &ThreadMemory,
        player: Player,
        moves: &'a mut MoveList,
        first: Option<Move>,
        ply: usize,
    ) -> Self {
        let [killer, other_killer] = memory.killers.at(ply);
        let history = memory.history.of(player);
        let mut scores: ArrayVec<i16, MAX_MOVES> = moves.iter().map(|mv| history[usize::from(mv.code())]).collect();
        // Few of a list are special, so it is quicker to look for these than to look at each for all of them.
        for (rank, special) in [(0, other_killer), (1, killer), (2, first)] {
            if let Some(place) = special.and_then(|special| moves.iter().position(|&mv| mv == special)) {
                scores[place] = i16::MAX - 2 + rank;
            }
        }
        Self { moves, scores }
    }

    /// How many decisions there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The decision now at a place.
    #[inline(always)]
    pub fn at(&self, place: usize) -> Move {
        self.moves[place]
    }

    /// The decisions before a place.
    #[inline(always)]
    pub fn before(&self, place: usize) -> &[Move] {
        &self.moves[..place]
    }

    /// Swaps the best of the decisions from `from` on into place `from`, and returns it.
    #[inline]
    pub fn pick(&mut self, from: usize) -> Move {
        // First the highest score, many at a time, then its place.
        let rest = &self.scores[from..];
        let highest = rest.iter().fold(i16::MIN, |highest, &score| highest.max(score));
        let best = from + rest.iter().position(|&score| score == highest).unwrap_or(0);
        self.moves.swap(from, best);
        self.scores.swap(from, best);
        self.moves[from]
    }
}
