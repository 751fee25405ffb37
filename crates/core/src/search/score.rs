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

/// The inverse of [`to_tt`]. A result further from the root than any line of a search stays a result, at the greatest
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

/// In how many plies a proven result comes: at least 1, as a position that is searched has not ended, and at most
/// [`LONGEST`](Self::LONGEST).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct MateDistance(u16);

impl MateDistance {
    /// No longer line is counted, in plies: alpha-beta follows [`MAX_PLY`], tree search some 500, and a proof whose
    /// strategy may last longer is reported as one that lasts this long.
    pub const LONGEST: u32 = 1_000;

    /// This number of plies, or the nearest that there may be.
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

/// A score as it is reported.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// An estimate, in hundredths of a unit.
    Score(Score),
    /// The side to move wins in so many plies.
    Win(MateDistance),
    /// The side to move loses in so many plies.
    Loss(MateDistance),
    /// It is proved that nobody wins.
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

    /// What a score says; `None` for one beyond all results, which stands for a decision of which nothing is known.
    pub const fn of_score(score: Score) -> Option<Self> {
        match score {
            _ if score.abs() >= WIN => None,
            _ if !is_decided(score) => Some(Self::Score(score)),
            1.. => Some(Self::win_in((WIN - score) as u32)),
            _ => Some(Self::loss_in((WIN + score) as u32)),
        }
    }

    /// The score that says this, with a distance as long as scores reach.
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

    /// If it is proven who wins: in how many plies the side to move wins, or negative loses.
    pub const fn mate(self) -> Option<i32> {
        match self {
            Self::Score(_) | Self::Draw => None,
            Self::Win(distance) => Some(distance.plies() as i32),
            Self::Loss(distance) => Some(-(distance.plies() as i32)),
        }
    }

    /// The score in hundredths, if it is not proven who wins.
    pub const fn cp(self) -> Option<Score> {
        match self {
            Self::Score(_) | Self::Draw => Some(self.score()),
            Self::Win(_) | Self::Loss(_) => None,
        }
    }

    /// The same, but a proof of more than one ply only as a score near the greatest: what static tactics prove and leave
    /// out knows no repetition, so such a proof may lead through a position whose third time is a draw.
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
