//! Which decisions have refuted before: the history of all searches and the killers of each ply.

use crate::game::{Game, Move, Player};
use crate::search::score::MAX_PLY;

/// How often each decision has refuted, by player and code, within ±[`HISTORY_MAX`] (Schaeffer, "The history heuristic",
/// 1983).
#[derive(Debug)]
pub struct History {
    values: Vec<i16>,
    codes: usize,
}

const HISTORY_MAX: i32 = 16_000;

impl History {
    /// Empty.
    pub fn new<G: Game>() -> Self {
        let codes = G::MOVE_CODES;
        Self { values: vec![0; codes * G::PLAYERS], codes }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.values.fill(0);
    }

    /// Gives past results less weight from now on.
    pub fn age(&mut self) {
        self.values.iter_mut().for_each(|value| *value /= 4);
    }

    /// The values of all decisions of a player, by code.
    #[inline(always)]
    pub fn of(&self, player: Player) -> &[i16] {
        &self.values[player.index() * self.codes..][..self.codes]
    }

    /// Records that a decision refuted, or failed to if `bonus` is negative.
    #[inline(always)]
    pub fn adjust(&mut self, player: Player, mv: Move, bonus: i32) {
        let index = player.index() * self.codes + usize::from(mv.code());
        let value = i32::from(self.values[index]);
        // The lower it stands the more it moves: what has often failed sinks fast, and rises fast once it refutes.
        let moved = value + 32 * bonus - value * bonus * 32 / HISTORY_MAX;
        self.values[index] = moved.clamp(-HISTORY_MAX, HISTORY_MAX) as i16;
    }
}

/// The two decisions that lately refuted at each ply (Akl and Newborn, "The principal continuation and the killer
/// heuristic", 1977).
#[derive(Debug)]
pub struct Killers([[Option<Move>; 2]; MAX_PLY]);

impl Killers {
    /// Empty.
    pub fn new() -> Self {
        Self([[None; 2]; MAX_PLY])
    }

    /// The killers of a ply, latest first.
    #[inline(always)]
    pub fn at(&self, ply: usize) -> [Option<Move>; 2] {
        self.0[ply]
    }

    /// Records that a decision refuted at `ply`.
    pub fn add(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.0[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}
