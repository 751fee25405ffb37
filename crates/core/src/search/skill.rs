//! Weaker play on purpose: a shallow search, and a choice among several good decisions that leaves room for mistakes.
//!
//! Level by level the search looks deeper and the choice becomes stricter. The lowest levels now and then play a random
//! decision. People improve in the same way; a search that merely gets less time never blunders.

use super::{Info, Kind, Settings, Verdict};
use crate::board::bits::{Rng, hash_key};
use crate::game::Move;
use rand::{RngExt, SeedableRng};

/// The level of full strength.
pub const FULL: u8 = 20;
/// The default level of an opponent: somebody who has just learned the game can beat it.
pub const USUAL: u8 = 3;

/// A level below [`FULL`].
#[derive(Clone, Copy, Debug)]
pub struct Skill(u8);

/// The ratings of the levels 0 to [`FULL`] in a game, rising, in Elo above uniformly random play.
pub type Ratings = [u16; FULL as usize + 1];

/// The assumed ratings of a game that has not been measured.
pub const UNMEASURED: Ratings = {
    let mut ratings = [0; FULL as usize + 1];
    let mut level = 0;
    while level < ratings.len() {
        ratings[level] = 150 * (level as u16 + 1);
        level += 1;
    }
    ratings
};

/// Reads a file of ratings: one line per game with its name and the ratings of all levels; `#` starts a comment.
///
/// # Errors
/// A sentence with the line that is wrong.
pub fn read_ratings(text: &str) -> Result<Vec<(&str, Ratings)>, String> {
    let read = |line: &'_ str| -> Option<Ratings> {
        let numbers: Vec<u16> = line.split_whitespace().skip(1).map(|word| word.parse().ok()).collect::<Option<_>>()?;
        Ratings::try_from(numbers).ok().filter(|ratings| ratings.is_sorted())
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let name = line.split_whitespace().next().unwrap_or_default();
            let wrong = || format!("a line of ratings is a game and {} rising numbers, not `{line}`", FULL + 1);
            Ok((name, read(line).ok_or_else(wrong)?))
        })
        .collect()
}

/// The level with a rating, perhaps between two.
pub fn level_of(ratings: &Ratings, rating: u16) -> f64 {
    let Some(below) = ratings.iter().rposition(|&known| known <= rating) else { return 0.0 };
    let part = |&above: &u16| f64::from(rating - ratings[below]) / f64::from(above - ratings[below]);
    below as f64 + ratings.get(below + 1).map_or(0.0, part)
}

impl Skill {
    /// The level that `settings` ask for in the position with the key `at`; `None`: play as well as possible. Between
    /// two levels it varies between both, so that the strength lies between theirs.
    pub fn of(settings: &Settings, at: u64) -> Option<Self> {
        let mut rng = Rng::seed_from_u64(hash_key(!settings.seed) ^ at);
        let level = settings.skill as u8 + u8::from(rng.random::<f64>() < settings.skill.fract());
        (level < FULL).then_some(Self(level))
    }

    /// How many turns deep alpha-beta looks.
    pub fn depth(self) -> u32 {
        1 + u32::from(self.0) / 3
    }

    /// After how many nodes alpha-beta starts no deeper iteration, so that a level plays the same in a game with many
    /// moves and on a slow machine.
    pub fn nodes(self) -> u64 {
        (3_000.0 * 1.17f64.powi(i32::from(self.0))) as u64
    }

    /// How many iterations MCTS makes; one that evaluates all children of a node is worth many playouts.
    pub fn iterations(self, kind: Kind) -> u64 {
        let least = if kind == Kind::MctsEval { 10.0 } else { 200.0 };
        (least * 1.35f64.powi(i32::from(self.0))) as u64
    }

    /// Among how many of the best decisions to choose.
    pub fn choices(self) -> usize {
        32 >> (self.0 / 4)
    }

    /// How much worse, in hundredths of a unit, a decision may be to be chosen `1 / e` times as often as the best.
    fn tolerance(self) -> f64 {
        250.0 * (1.0 - f64::from(self.0) / f64::from(FULL)).powi(2)
    }

    /// How often a random decision is played.
    fn carelessness(self) -> f64 {
        (0.3 - 0.05 * f64::from(self.0)).max(0.0)
    }
}

/// The lines of a search, from which one is chosen.
#[derive(Debug, Default)]
pub struct Choices {
    lines: Vec<(Vec<Move>, Verdict)>,
}

impl Choices {
    /// Records a report of the search. Each report of the best line starts a new list.
    pub fn note(&mut self, info: &Info) {
        self.lines.truncate(info.multipv - 1);
        self.lines.push((info.pv.clone(), info.verdict));
    }

    /// Chooses as `skill` says. `legal` are all decisions; `at` is the key of the position, so that the same seed
    /// chooses alike there again. `None` if the search has reported nothing.
    pub fn choose(mut self, skill: Skill, legal: &[Move], seed: u64, at: u64) -> Option<(Vec<Move>, Verdict)> {
        let mut rng = Rng::seed_from_u64(hash_key(seed) ^ at);
        let best = self.lines.first().map(|(_, verdict)| worth(*verdict))?;
        if rng.random::<f64>() < skill.carelessness() {
            let mv = legal[rng.random_range(0..legal.len())];
            let known = self.lines.iter().position(|(line, _)| line.first() == Some(&mv));
            return Some(known.map_or((vec![mv], Verdict::Score(0)), |place| self.lines.swap_remove(place)));
        }
        let weights: Vec<f64> =
            self.lines.iter().map(|(_, verdict)| ((worth(*verdict) - best) / skill.tolerance()).exp()).collect();
        let mut rest = rng.random::<f64>() * weights.iter().sum::<f64>();
        let place = weights.iter().position(|weight| {
            rest -= weight;
            rest < 0.0
        });
        Some(self.lines.swap_remove(place.unwrap_or(0)))
    }
}

/// A verdict in hundredths of a unit.
fn worth(verdict: Verdict) -> f64 {
    f64::from(verdict.score())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Bound;
    use std::time::Duration;

    #[test]
    fn a_file_of_ratings_has_all_levels_of_a_game_in_a_line() {
        let numbers: Vec<String> = (0..=u16::from(FULL)).map(|level| (10 * level).to_string()).collect();
        let text = format!("# by a test\nchess {}\n", numbers.join(" "));
        let expected: Ratings = std::array::from_fn(|level| 10 * level as u16);
        assert_eq!(read_ratings(&text), Ok(vec![("chess", expected)]));
        assert!(read_ratings("chess 1 2 3").is_err_and(|error| error.contains("21 rising numbers")));
    }

    fn info(multipv: usize, mv: u16, score: i32) -> Info {
        let verdict = Verdict::Score(score);
        let line = vec![Move::new(mv)];
        let time = Duration::ZERO;
        Info {
            depth: 1,
            seldepth: 1,
            multipv,
            verdict,
            nodes: 1,
            hashfull: 0,
            time,
            pv: line,
            visits: None,
            bound: Bound::Exact,
            current: None,
        }
    }

    #[test]
    fn ratings_between_two_levels_mix_them() {
        let ratings: Ratings = std::array::from_fn(|level| 100 + 50 * level as u16);
        let levels = [0, 100, 125, 150, 1_075, 1_100, 3_000].map(|rating| level_of(&ratings, rating));
        assert_eq!(levels, [0.0, 0.0, 0.5, 1.0, 19.5, 20.0, 20.0]);
        let share = |skill: f64, level: u8| {
            let of = |at| Skill::of(&Settings { skill, ..Settings::default() }, at).map_or(FULL, |skill| skill.0);
            (0..2_000).filter(|&at| of(at) == level).count() as f64 / 2_000.0
        };
        assert_eq!((share(7.0, 7), share(20.0, 20)), (1.0, 1.0));
        assert!((share(7.25, 8) - 0.25).abs() < 0.04 && (share(7.25, 7) - 0.75).abs() < 0.04);
        assert!((share(19.5, FULL) - 0.5).abs() < 0.04);
    }

    /// How often the best of two decisions, a unit apart, is chosen.
    fn how_often(skill: u8) -> f64 {
        let legal = [Move::new(1), Move::new(2), Move::new(3)];
        let best = |seed| {
            let mut choices = Choices::default();
            for info in [info(1, 3, 500), info(1, 1, 80), info(2, 2, -20)] {
                choices.note(&info);
            }
            choices.choose(Skill(skill), &legal, seed, 7).is_some_and(|(line, _)| line == [Move::new(1)])
        };
        (0..2_000).filter(|&seed| best(seed)).count() as f64 / 2_000.0
    }

    #[test]
    fn higher_levels_choose_better() {
        let shares: Vec<f64> = (0..FULL).step_by(3).map(how_often).collect();
        assert!(shares.windows(2).all(|pair| pair[0] <= pair[1] + 0.02), "{shares:?}");
        assert!(shares[0] < 0.6 && shares[0] > 0.4 && shares[6] == 1.0, "{shares:?}");
    }
}
