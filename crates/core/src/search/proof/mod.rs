//! Proofs of what a side at least reaches, whatever the other does, and certificates that others can check.

pub mod certificate;
mod dfpn;
mod expansion;
pub mod head;
mod main_line;
pub mod numbers;
pub mod proof_file;
mod proof_table;
pub mod saved_table;
pub mod solution;
pub mod solver;
pub mod strategy_walk;
mod worker;

use crate::game::{Outcome, Player};

/// What a side is claimed to reach, at least.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// It wins alone.
    Win,
    /// It has a share of the point: a draw or a win.
    Draw,
}

impl Goal {
    /// Whether `player` has reached it in a game that has ended with `outcome`.
    #[inline(always)]
    pub fn reached(self, outcome: Outcome, player: Player) -> bool {
        match self {
            Self::Win => outcome.winner() == Some(player),
            Self::Draw => outcome.includes(player),
        }
    }

    /// The word for it in files: `win` or `draw`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
        }
    }
}
