//! Scores of alpha-beta: static evaluations near zero, proven results far out, with the distance to the end.

use crate::game::{EVAL_LIMIT, Game, Outcome, Player};

/// A score in hundredths of a unit for the side to move, or a proven result.
pub type Score = i32;

/// A win on the spot. A win in `n` plies scores `WIN - n`, a loss in `n` plies `n - WIN`.
pub const WIN: Score = 30_000;
/// No line of play in a search is longer than this, in plies.
pub const MAX_PLY: usize = 200;
/// The least score of a proven win; the greatest of a proven loss is its opposite.
pub const LEAST_WIN: Score = WIN - MAX_PLY as Score;
/// Beyond every score.
pub const INFINITE: Score = WIN + 1;

const _: () = assert!(EVAL_LIMIT < LEAST_WIN && INFINITE < i16::MAX as Score);

/// Whether a score tells a proven win or loss.
#[inline(always)]
pub const fn is_decided(score: Score) -> bool {
    score.abs() >= LEAST_WIN
}

/// The score for `player` of a game that ends `ply` plies from the root with `outcome`.
#[inline(always)]
pub fn of_outcome<G: Game>(outcome: Outcome, player: Player, ply: usize) -> Score {
    let share = outcome.payoff(player);
    if share == 1.0 {
        WIN - ply as Score
    } else if share == 0.0 {
        ply as Score - WIN
    } else {
        ((share - 1.0 / G::PLAYERS as f32) * EVAL_LIMIT as f32) as Score
    }
}

/// A parent's value by way of a child. `search` is given the parent's window as the child sees it and returns the
/// child's value. Nothing else in the search negates a score.
#[inline(always)]
pub fn through_child(same_side: bool, alpha: Score, beta: Score, search: impl FnOnce(Score, Score) -> Score) -> Score {
    if same_side { search(alpha, beta) } else { -search(-beta, -alpha) }
}

/// A score as the transposition table keeps it: a distance counted from the position instead of from the root.
#[inline(always)]
pub const fn to_tt(score: Score, ply: usize) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        score + ply as Score
    } else {
        score - ply as Score
    }
}

/// The inverse of [`to_tt`].
#[inline(always)]
pub const fn from_tt(score: Score, ply: usize) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        score - ply as Score
    } else {
        score + ply as Score
    }
}

/// What a score says about the value that is sought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at most this.
    Upper,
    /// The value is at least this.
    Lower,
    /// The value is this.
    Exact,
}

/// A score as it is reported.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// An estimate, in hundredths of a unit.
    Score(Score),
    /// The side to move wins in so many plies.
    Win(u32),
    /// The side to move loses in so many plies.
    Loss(u32),
}

impl Verdict {
    /// The same, but a proof of more than one ply only as a score near the greatest: what static tactics prove and leave
    /// out knows no repetition, so such a proof may lead through a position whose third time is a draw.
    pub(super) fn without_distant_proof(self) -> Self {
        match self {
            Self::Win(2..) => Self::Score(EVAL_LIMIT - 1),
            Self::Loss(2..) => Self::Score(1 - EVAL_LIMIT),
            other => other,
        }
    }
}

impl From<Score> for Verdict {
    fn from(score: Score) -> Self {
        if !is_decided(score) {
            Self::Score(score)
        } else if score > 0 {
            Self::Win((WIN - score) as u32)
        } else {
            Self::Loss((WIN + score) as u32)
        }
    }
}

/// The win probability of a score: the logistic curve on which 100 hundredths are 64 %, as in chess.
pub fn win_rate(score: Score) -> f64 {
    1.0 / (1.0 + 10f64.powf(-f64::from(score) / 400.0))
}

/// The score of a win probability, the inverse of [`win_rate`].
pub fn of_win_rate(rate: f64) -> Score {
    let rate = rate.clamp(1e-6, 1.0 - 1e-6);
    ((400.0 * (rate / (1.0 - rate)).log10()).round() as Score).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transposition_table_keeps_distances_from_the_position() {
        for score in [0, 57, -9_999, WIN - 12, 12 - WIN] {
            assert_eq!(from_tt(to_tt(score, 5), 5), score);
        }
        assert_eq!(Verdict::from(from_tt(to_tt(WIN - 12, 5), 7)), Verdict::Win(14));
    }

    #[test]
    fn rates_and_scores_are_inverse() {
        for score in [-800, -100, 0, 33, 1_500] {
            assert_eq!(of_win_rate(win_rate(score)), score);
        }
    }
}
