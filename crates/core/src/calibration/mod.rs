//! What a search's score means for the result of the game, measured on the engine's own games.
//!
//! Each game, and each kind of search, has its own scale. A [`Curve`] gives the value of its scores, which are
//! converted to one common scale: a score of `c` hundredths means an expected share of the point of `1 / (1 +
//! 10^(-c/400))`. `quintet calibrate` fits the curves and writes the file that the binary embeds.

use crate::sealed::{SealError, seal, unseal};
use crate::search::Kind;
use crate::search::score::{Verdict, of_win_rate};
use crate::text::shorten;
use std::fmt::Write;
use std::sync::LazyLock;

/// How the scores of one kind of search predict results: with `x` the score in natural logarithms of odds (of a score
/// of `c` hundredths, `c ln 10 / 400`), the side to move wins alone with the probability `sigmoid(scale x - win)` and
/// gets nothing with `sigmoid(-scale x - loss)`. What remains is the probability that the point is shared.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Curve {
    /// The factor of the scores.
    pub scale: f64,
    /// Half-way between a win and less, in natural logarithms of odds. Where it is `loss`, a score of 0 is even.
    pub win: f64,
    /// Half-way between a loss and more; `win + loss` is not negative.
    pub loss: f64,
}

/// The chances of the side to move; the three sum to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// The probability to win alone.
    pub win: f64,
    /// The probability to share the point.
    pub shared: f64,
    /// The probability to get nothing.
    pub loss: f64,
}

impl Curve {
    /// Takes scores as they are, without draws.
    pub const PLAIN: Self = Self { scale: 1.0, win: 0.0, loss: 0.0 };

    /// The chances for a score of a search, in hundredths.
    pub fn chances(&self, score: f64) -> Chances {
        let x = self.scale * score * LOGITS;
        let (win, loss) = (sigmoid(x - self.win), sigmoid(-x - self.loss));
        Chances { win, shared: (1.0 - win - loss).max(0.0), loss }
    }
}

/// A hundredth of a unit in natural logarithms of odds.
pub const LOGITS: f64 = std::f64::consts::LN_10 / 400.0;

/// The logistic function.
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Everything known about the scores of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    /// A curve for each of [`Kind::ALL`]. The scores of MCTS are its win rates.
    pub curves: [Curve; Kind::ALL.len()],
    /// A player's part of a shared point: 0.5 with two players.
    pub part: f64,
}

/// A verdict on the common scale.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScaledVerdict {
    /// The verdict, its score on the common scale.
    pub verdict: Verdict,
    /// How likely the side to move is to win alone, to share the point and to get nothing, in thousandths that sum to
    /// 1,000.
    pub wdl: [u32; 3],
}

impl Calibration {
    /// Takes scores as they are, without draws.
    pub const PLAIN: Self = Self { curves: [Curve::PLAIN; Kind::ALL.len()], part: 0.5 };

    /// The calibration of a game by name that the binary was built with; [`PLAIN`](Self::PLAIN) for other games.
    pub fn of(game: &str) -> Self {
        EMBEDDED.iter().find(|(name, _)| name == game).map_or(Self::PLAIN, |&(_, calibration)| calibration)
    }

    /// The expected share of the point from chances, 0 to 1.
    pub fn expected(&self, chances: Chances) -> f64 {
        chances.win + self.part * chances.shared
    }

    /// A verdict of a search on the common scale.
    pub fn scaled(&self, verdict: Verdict, kind: Kind) -> ScaledVerdict {
        match verdict {
            Verdict::Score(score) => {
                let chances = self.curves[kind as usize].chances(f64::from(score));
                let scaled = of_win_rate(self.expected(chances));
                let thousandths = |probability: f64| (1_000.0 * probability).round() as u32;
                let (win, loss) =
                    (thousandths(chances.win), thousandths(chances.loss).min(1_000 - thousandths(chances.win)));
                ScaledVerdict { verdict: Verdict::Score(scaled), wdl: [win, 1_000 - win - loss, loss] }
            }
            Verdict::Win(_) => ScaledVerdict { verdict, wdl: [1_000, 0, 0] },
            Verdict::Loss(_) => ScaledVerdict { verdict, wdl: [0, 0, 1_000] },
            Verdict::Draw => ScaledVerdict { verdict, wdl: [0, 1_000, 0] },
        }
    }
}

static EMBEDDED: LazyLock<Vec<(String, Calibration)>> =
    LazyLock::new(|| match read(include_str!("../../data/curves.txt")) {
        Ok(all) => all,
        Err(error) => panic!("{error}"),
    });

/// The first line of the file.
pub const TITLE: &str = "quintet calibration 2";

/// A calibration file that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CalibrationError {
    /// It does not begin as it must, or has changed since it was written.
    #[error("this is not a whole calibration file: {0}")]
    Seal(#[from] SealError),
    /// A line that is neither a curve nor a part.
    #[error(
        "a line of a calibration file has a game, a search and three numbers, or a game, `part` and one, not `{0}`"
    )]
    Line(String),
}

/// Reads what [`write()`] writes. A curve that is missing is [`Curve::PLAIN`].
///
/// # Errors
/// [`CalibrationError`].
pub fn read(text: &str) -> Result<Vec<(String, Calibration)>, CalibrationError> {
    let lines = unseal(TITLE, text)?.lines();
    let mut all: Vec<(String, Calibration)> = Vec::new();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (game, read) = read_line(line).ok_or_else(|| CalibrationError::Line(shorten(line)))?;
        let place = all.iter().position(|(name, _)| name == game).unwrap_or_else(|| {
            all.push((game.to_string(), Calibration::PLAIN));
            all.len() - 1
        });
        match read {
            CalibrationEntry::Part(part) => all[place].1.part = part,
            CalibrationEntry::Curve(kind, curve) => all[place].1.curves[kind as usize] = curve,
        }
    }
    Ok(all)
}

/// A line of the file, without the name of its game.
enum CalibrationEntry {
    Part(f64),
    Curve(Kind, Curve),
}

fn read_line(line: &str) -> Option<(&str, CalibrationEntry)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.parse::<f64>().ok();
    match words[..] {
        [game, "part", part] => {
            Some((game, CalibrationEntry::Part(number(part).filter(|part| (0.0..=1.0).contains(part))?)))
        }
        [game, kind, scale, win, loss] => {
            let kind = Kind::ALL.into_iter().find(|known| known.name() == kind)?;
            let curve = Curve { scale: number(scale)?, win: number(win)?, loss: number(loss)? };
            (curve.scale > 0.0 && curve.win + curve.loss >= 0.0).then_some((game, CalibrationEntry::Curve(kind, curve)))
        }
        _ => None,
    }
}

/// Writes the calibrations of games after a few lines of `remarks`.
pub fn write(remarks: &[String], all: &[(String, Calibration)]) -> String {
    let mut text = String::new();
    for remark in remarks {
        let _ = writeln!(text, "# {remark}");
    }
    let _ = writeln!(text, "# GAME SEARCH SCALE WIN LOSS, and of a shared point: GAME part PART");
    for (game, Calibration { curves, part }) in all {
        for (kind, Curve { scale, win, loss }) in Kind::ALL.into_iter().zip(curves) {
            let _ = writeln!(text, "{game} {} {scale:.4} {win:.4} {loss:.4}", kind.name());
        }
        let _ = writeln!(text, "{game} part {part:.3}");
    }
    seal(TITLE, &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::win_rate;

    const SOME: Calibration = Calibration {
        curves: [
            Curve { scale: 0.5, win: 0.0, loss: 0.0 },
            Curve { scale: 2.0, win: 0.4, loss: 0.4 },
            Curve { scale: 1.5, win: 0.1, loss: 0.1 },
        ],
        part: 0.5,
    };

    #[test]
    fn scores_are_brought_to_the_common_scale_and_proofs_as_they_are() {
        assert_eq!(SOME.scaled(Verdict::Score(300), Kind::AlphaBeta).verdict, Verdict::Score(150));
        assert_eq!(
            SOME.scaled(Verdict::Score(0), Kind::Mcts),
            ScaledVerdict { verdict: Verdict::Score(0), wdl: [401, 198, 401] }
        );
        assert_eq!(
            SOME.scaled(Verdict::win_in(9), Kind::Mcts),
            ScaledVerdict { verdict: Verdict::win_in(9), wdl: [1_000, 0, 0] }
        );
        assert_eq!(
            SOME.scaled(Verdict::loss_in(2), Kind::Mcts),
            ScaledVerdict { verdict: Verdict::loss_in(2), wdl: [0, 0, 1_000] }
        );
        // A proved draw is one, a score of 0 is even.
        assert_eq!(
            SOME.scaled(Verdict::Draw, Kind::Mcts),
            ScaledVerdict { verdict: Verdict::Draw, wdl: [0, 1_000, 0] }
        );
    }

    #[test]
    fn chances_sum_to_a_thousand_and_agree_with_the_score() {
        for (calibration, kind) in [(SOME, Kind::AlphaBeta), (SOME, Kind::Mcts), (Calibration::PLAIN, Kind::Mcts)] {
            let mut last = 0;
            for score in (-9_999..=9_999).step_by(11) {
                let ScaledVerdict { verdict, wdl } = calibration.scaled(Verdict::Score(score), kind);
                let Verdict::Score(scaled) = verdict else { panic!("{verdict:?}") };
                let [win, draw, loss] = wdl;
                assert_eq!(win + draw + loss, 1_000);
                assert!((f64::from(win) + f64::from(draw) / 2.0 - 1_000.0 * win_rate(scaled)).abs() <= 2.0, "{score}");
                assert!(win >= last, "{score}");
                assert_eq!(calibration.scaled(Verdict::Score(-score), kind).wdl, [loss, draw, win]);
                last = win;
            }
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let all = vec![("zen".to_string(), SOME), ("gipf".to_string(), Calibration::PLAIN)];
        let text = write(&["made by a test".to_string()], &all);
        assert_eq!(read(&text), Ok(all));
        for (right, wrong) in
            [("zen mcts 2.0", "zen mcts -2.0"), ("zen part 0.5", "zen part 5"), ("zen mcts", "zen guess")]
        {
            let text = seal(TITLE, &unseal(TITLE, &text).unwrap().replace(right, wrong));
            assert!(matches!(read(&text), Err(CalibrationError::Line(line)) if line.starts_with("zen ")), "{wrong}");
        }
        assert!(matches!(read("zen part 0.5"), Err(CalibrationError::Seal(_))));
    }
}
