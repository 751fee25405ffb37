//! Static evaluation.

use super::{Game, Player};

/// The range of [`Evaluate::evaluate`]: scores stay strictly between `-EVAL_LIMIT` and `EVAL_LIMIT`.
pub const EVAL_LIMIT: i32 = 10_000;

/// The static evaluation of a position.
pub trait Evaluate: Game {
    /// Whether a board that is turned or mirrored ([`Symmetry`](super::Symmetry)) has exactly the same evaluation.
    const TURNS_ALIKE: bool = true;

    /// How good a position that has not ended is for `player`, in hundredths of a unit; 0 is even. With two players
    /// the scores of both sum to 0.
    fn evaluate(&self, player: Player) -> i32;

    /// The scores of all players, as by [`evaluate`](Evaluate::evaluate). The position has not ended and lies one decision after
    /// `before`. A search that evaluates all children of a position uses this, so that they can share work.
    fn evaluate_all(&self, before: &Self) -> [i32; 3] {
        let _ = before;
        let mut scores = [0; 3];
        for (player, score) in scores[..Self::PLAYERS].iter_mut().enumerate() {
            *score = self.evaluate(Player::new(player));
        }
        scores
    }

    /// The named terms that [`evaluate`](Evaluate::evaluate) adds up, for the first player, as the command `eval` shows
    /// them. They sum to `evaluate(Player::FIRST)`.
    fn terms(&self) -> Vec<(&'static str, i32)> {
        vec![("total", self.evaluate(Player::FIRST))]
    }
}
