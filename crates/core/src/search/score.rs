//! Scores of alpha-beta: static evaluations near zero, proven results far out, with the distance to the end.

use crate::game::{EVAL_LIMIT, Game, Outcome, Player};
use std::sync::LazyLock;

/// A score in hundredths of a unit for the side to move, or a proven result.
pub type Score = i32;

/// A win on the spot. A win in `n` plies scores `WIN - n`, a loss in `n` plies `n - WIN`.
pub const WIN: Score = 30_000;
/// The longest line of play in a search, in plies.
pub const MAX_PLY: usize = 200;
/// The lowest score of a proven win; its negative is the highest of a proven loss.
pub const LEAST_WIN: Score = WIN - MAX_PLY as Score;
/// Beyond every score.
pub const INFINITE: Score = WIN + 1;

const _: () = assert!(EVAL_LIMIT < LEAST_WIN && INFINITE < i16::MAX as Score);

/// Whether a score is a proven win or loss.
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

/// A parent's value from a child. `search` gets the parent's window as the child sees it and returns the child's value.
/// Nothing else in the search negates a score.
#[inline(always)]
pub fn through_child(same_side: bool, alpha: Score, beta: Score, search: impl FnOnce(Score, Score) -> Score) -> Score {
    if same_side { search(alpha, beta) } else { -search(-beta, -alpha) }
}

/// A score as the transposition table stores it: with the distance from the position instead of from the root.
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

/// The inverse of [`to_tt`]. A result farther from the root than any line of a search stays a result, at the greatest
/// distance.
#[inline(always)]
pub const fn from_tt(score: Score, ply: usize) -> Score {
    if !is_decided(score) {
        score
    } else if score > 0 {
        let score = score - ply as Score;
        if score < LEAST_WIN { LEAST_WIN } else { score }
    } else {
        let score = score + ply as Score;
        if score > -LEAST_WIN { -LEAST_WIN } else { score }
    }
}

/// How a score relates to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at most this.
    Upper,
    /// The value is at least this.
    Lower,
    /// The value is this.
    Exact,
}

/// The plies to a proven result: at least 1, as a searched position has not ended, and at most
/// [`LONGEST`](Self::LONGEST).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MateDistance(u16);

impl MateDistance {
    /// The longest line that is counted, in plies: alpha-beta follows [`MAX_PLY`], tree search some 500, and a proof
    /// that may last longer is reported with this length.
    pub const LONGEST: u32 = 1_000;

    /// This number of plies, or the nearest possible one.
    pub const fn nearest(plies: u32) -> Self {
        match plies {
            0 => Self(1),
            1..=Self::LONGEST => Self(plies as u16),
            _ => Self(Self::LONGEST as u16),
        }
    }

    /// The number of plies.
    pub const fn plies(self) -> u32 {
        self.0 as u32
    }
}

/// A score as reported.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// An estimate, in hundredths of a unit.
    Score(Score),
    /// The side to move wins in this many plies.
    Win(MateDistance),
    /// The side to move loses in this many plies.
    Loss(MateDistance),
    /// A proved draw.
    Draw,
}

impl Verdict {
    /// The side to move wins in `plies`, at least 1.
    pub const fn win_in(plies: u32) -> Self {
        Self::Win(MateDistance::nearest(plies))
    }

    /// The side to move loses in `plies`, at least 1.
    pub const fn loss_in(plies: u32) -> Self {
        Self::Loss(MateDistance::nearest(plies))
    }

    /// The verdict of a score; `None` for one beyond all results, which stands for an unknown decision.
    pub const fn of_score(score: Score) -> Option<Self> {
        match score {
            _ if score.abs() >= WIN => None,
            _ if !is_decided(score) => Some(Self::Score(score)),
            1.. => Some(Self::win_in((WIN - score) as u32)),
            _ => Some(Self::loss_in((WIN + score) as u32)),
        }
    }

    /// The score of this verdict, with its distance limited to what scores can hold.
    pub const fn score(self) -> Score {
        const fn reach(distance: MateDistance) -> Score {
            let plies = distance.plies() as Score;
            if plies > MAX_PLY as Score { MAX_PLY as Score } else { plies }
        }
        match self {
            Self::Score(score) => score,
            Self::Win(distance) => WIN - reach(distance),
            Self::Loss(distance) => reach(distance) - WIN,
            Self::Draw => 0,
        }
    }

    /// The share of the point that the side to move may expect, from 0 to 1, of a verdict on the
    /// [common scale](crate::calibration).
    pub fn share(self) -> f64 {
        match self {
            Self::Score(score) => win_rate(score),
            Self::Win(_) => 1.0,
            Self::Loss(_) => 0.0,
            Self::Draw => 0.5,
        }
    }

    /// If the winner is proven: in how many plies the side to move wins, or loses if negative.
    pub const fn mate(self) -> Option<i32> {
        match self {
            Self::Score(_) | Self::Draw => None,
            Self::Win(distance) => Some(distance.plies() as i32),
            Self::Loss(distance) => Some(-(distance.plies() as i32)),
        }
    }

    /// The score in hundredths, if the winner is not proven.
    pub const fn cp(self) -> Option<Score> {
        match self {
            Self::Score(_) | Self::Draw => Some(self.score()),
            Self::Win(_) | Self::Loss(_) => None,
        }
    }

    /// The same, but a proof of more than one ply becomes only a score near the maximum: static tactics ignore
    /// repetition, so such a proof may pass through a position whose third occurrence is a draw.
    pub(super) const fn without_distant_proof(self) -> Self {
        match self {
            Self::Win(distance) if distance.plies() > 1 => Self::Score(EVAL_LIMIT - 1),
            Self::Loss(distance) if distance.plies() > 1 => Self::Score(1 - EVAL_LIMIT),
            other => other,
        }
    }
}

/// The win probability of a score: the logistic curve on which 100 hundredths are 64 %, as in chess.
pub fn win_rate(score: Score) -> f64 {
    1.0 / (1.0 + 10f64.powf(-f64::from(score) / 400.0))
}

/// The greatest score whose share of the point is kept.
const KEPT: Score = 1_500;
static SHARES: LazyLock<[f32; 2 * KEPT as usize + 1]> =
    LazyLock::new(|| std::array::from_fn(|place| win_rate(place as Score - KEPT) as f32));

/// [`win_rate`] in single precision, for a tree search, which asks for it very often.
#[inline(always)]
pub fn share(score: Score) -> f32 {
    let place = score.wrapping_add(KEPT) as usize;
    SHARES.get(place).copied().unwrap_or_else(|| win_rate(score) as f32)
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
        assert_eq!(Verdict::of_score(from_tt(to_tt(WIN - 12, 5), 7)), Some(Verdict::win_in(14)));
        // Far from the root a result stays one.
        for sign in [-1, 1] {
            assert_eq!(from_tt(sign * (LEAST_WIN + 3), 9), sign * LEAST_WIN);
        }
    }

    #[test]
    fn no_score_is_a_distance_that_no_line_has() {
        for score in -INFINITE - 5..=INFINITE + 5 {
            let verdict = Verdict::of_score(score);
            assert_eq!(verdict.is_none(), score.abs() >= WIN, "{score}");
            let Some(verdict) = verdict else { continue };
            assert_eq!(verdict.score(), score);
            let mate = verdict.mate().map_or(0, i32::abs);
            assert_eq!(verdict.cp().is_some(), mate == 0, "{score}");
            assert!(mate <= MAX_PLY as i32, "{score}");
        }
        for even in [Verdict::Draw, Verdict::Score(0)] {
            assert_eq!((even.share(), even.cp(), even.mate(), even.score()), (0.5, Some(0), None, 0));
        }
        for (plies, held) in [(0, 1), (1, 1), (250, 250), (1_000, 1_000), (1_001, 1_000), (u32::MAX, 1_000)] {
            assert_eq!(MateDistance::nearest(plies).plies(), held);
        }
    }

    #[test]
    fn rates_and_scores_are_inverse() {
        for score in [-800, -100, 0, 33, 1_500] {
            assert_eq!(of_win_rate(win_rate(score)), score);
        }
    }
}
