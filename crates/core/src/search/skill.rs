//! Weaker play on purpose: a shallow search, and a choice among several good decisions that leaves room for mistakes.
//!
//! A strength is a number from 0 to [`FULL_STRENGTH`]: with it the search looks deeper, the choice becomes stricter, and random
//! decisions become rarer. People improve in the same way; a search that merely gets less time never blunders. How much Elo one
//! more strength is worth differs from game to game and from strength to strength, so levels are not strengths: they divide the
//! measured ratings of a game evenly ([`Scale`]).

use super::{Info, Kind, Settings, Verdict};
use crate::board::bits::{Rng, hash_key};
use crate::game::Move;
use rand::{RngExt, SeedableRng};

/// The level of full strength.
pub const FULL: u8 = 20;
/// The default level of an opponent: somebody who has just learned the game can beat it.
pub const USUAL: u8 = 2;
/// The strength of a search that plays as well as it can. It and the whole strengths below it are rated.
pub const FULL_STRENGTH: usize = 29;

/// How a search below full strength plays.
#[derive(Clone, Copy, Debug)]
pub struct Skill {
    /// From 0 to [`FULL_STRENGTH`].
    strength: f64,
    depth: u32,
}

/// The measured ratings of the whole strengths 0 to [`FULL_STRENGTH`] in a game, in Elo above uniformly random play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale([u16; FULL_STRENGTH + 1]);

impl Scale {
    /// A guess for a game that has not been measured.
    pub const UNMEASURED: Self = {
        let mut ratings = [0; FULL_STRENGTH + 1];
        let mut strength = 0;
        while strength < ratings.len() {
            ratings[strength] = 100 * (strength as u16 + 1);
            strength += 1;
        }
        Self(ratings)
    };

    /// `None` if the ratings do not rise with the strength.
    pub fn new(ratings: [u16; FULL_STRENGTH + 1]) -> Option<Self> {
        ratings.is_sorted_by(|below, above| below < above).then_some(Self(ratings))
    }

    /// The lowest rating, that of level 0.
    pub fn least(&self) -> u16 {
        self.0[0]
    }

    /// The highest rating, that of level [`FULL`].
    pub fn most(&self) -> u16 {
        self.0[FULL_STRENGTH]
    }

    /// The ratings of the levels 0 to [`FULL`]: evenly spaced.
    pub fn levels(&self) -> [u16; FULL as usize + 1] {
        let [least, most] = [self.least(), self.most()].map(u32::from);
        std::array::from_fn(|level| (least + (most - least) * level as u32 / u32::from(FULL)) as u16)
    }

    /// The strength with a rating, perhaps between two whole ones; of a rating outside the scale, that of its end.
    pub fn strength(&self, rating: u16) -> f64 {
        let Some(below) = self.0.iter().rposition(|&known| known <= rating) else { return 0.0 };
        let part = |&above: &u16| f64::from(rating - self.0[below]) / f64::from(above - self.0[below]);
        below as f64 + self.0.get(below + 1).map_or(0.0, part)
    }

    /// The strength of a level from 0 to [`FULL`]; levels above are that.
    pub fn of_level(&self, level: u8) -> f64 {
        self.strength(self.levels()[usize::from(level.min(FULL))])
    }
}

/// Reads a file of ratings: one line per game with its name and the ratings of all whole strengths; `#` starts a comment.
///
/// # Errors
/// A sentence with the line that is wrong.
pub fn read_ratings(text: &str) -> Result<Vec<(&str, Scale)>, String> {
    let read = |line: &'_ str| -> Option<Scale> {
        let numbers: Vec<u16> = line.split_whitespace().skip(1).map(|word| word.parse().ok()).collect::<Option<_>>()?;
        Scale::new(numbers.try_into().ok()?)
    };
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let name = line.split_whitespace().next().unwrap_or_default();
            let wrong =
                || format!("a line of ratings is a game and {} rising numbers, not `{line}`", FULL_STRENGTH + 1);
            Ok((name, read(line).ok_or_else(wrong)?))
        })
        .collect()
}

impl Skill {
    /// The strength that `settings` ask for in the position with the key `at`; `None`: play as well as possible. What comes in
    /// whole numbers varies from position to position between two of them.
    pub fn of(settings: &Settings, at: u64) -> Option<Self> {
        let mut rng = Rng::seed_from_u64(hash_key(!settings.seed) ^ at);
        let above = settings.strength - (FULL_STRENGTH - 1) as f64;
        if above > 0.0 && rng.random::<f64>() < above {
            return None;
        }
        let strength = settings.strength.clamp(0.0, (FULL_STRENGTH - 1) as f64);
        let depth = 1.0 + (strength - 6.0).clamp(0.0, 18.0) / 3.0 + (strength - 24.0).max(0.0) * 1.5;
        Some(Self { strength, depth: (depth + rng.random::<f64>()) as u32 })
    }

    /// How many turns deep alpha-beta looks.
    pub fn depth(self) -> u32 {
        self.depth
    }

    /// How much stronger it is than one that often plays a random decision.
    fn beyond_careless(self) -> f64 {
        (self.strength - 6.0).max(0.0)
    }

    /// After how many nodes alpha-beta starts no deeper iteration, so that a strength plays the same in a game with many
    /// moves and on a slow machine.
    pub fn nodes(self) -> u64 {
        let (below, above) = (self.beyond_careless().min(18.0), (self.strength - 24.0).max(0.0));
        (3_000.0 * 1.17f64.powf(below) * 1.6f64.powf(above)) as u64
    }

    /// How many iterations MCTS makes; one that evaluates all children of a node is worth many playouts.
    pub fn iterations(self, kind: Kind) -> u64 {
        let least = if kind == Kind::MctsEval { 10.0 } else { 200.0 };
        (least * 1.35f64.powf(self.beyond_careless())) as u64
    }

    /// Among how many of the best decisions to choose.
    pub fn choices(self) -> usize {
        (32.0 * 0.5f64.powf(self.beyond_careless() / 4.0)).max(1.0) as usize
    }

    /// How much worse, in hundredths of a unit, a decision may be to be chosen `1 / e` times as often as the best.
    fn tolerance(self) -> f64 {
        // Not nothing: equal decisions stay equal.
        (250.0 * (1.0 - self.beyond_careless() / 20.0).max(0.0).powi(2)).max(0.5)
    }

    /// How often a random decision is played.
    fn carelessness(self) -> f64 {
        (0.9 - 0.1 * self.strength).max(0.3 - 0.05 * self.beyond_careless()).max(0.0)
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
        let numbers: Vec<String> = (0..=FULL_STRENGTH).map(|strength| (10 * strength).to_string()).collect();
        let text = format!("# by a test\nchess {}\n", numbers.join(" "));
        let expected = Scale(std::array::from_fn(|strength| 10 * strength as u16));
        assert_eq!(read_ratings(&text), Ok(vec![("chess", expected)]));
        for wrong in ["chess 1 2 3".to_string(), text.replace("290", "280")] {
            assert!(read_ratings(&wrong).is_err_and(|error| error.contains("30 rising numbers")));
        }
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
    fn a_rating_is_a_strength_and_levels_divide_the_ratings_evenly() {
        // Steps of 20 and 80 in turn.
        let scale = Scale::new(std::array::from_fn(|at| 100 + 50 * at as u16 - 30 * (at as u16 % 2))).unwrap();
        let strengths = [0, 100, 110, 120, 160, 1_510, 1_520, 3_000].map(|rating| scale.strength(rating));
        assert_eq!(strengths, [0.0, 0.0, 0.5, 1.0, 1.5, 28.5, 29.0, 29.0]);
        let levels = scale.levels();
        assert_eq!((levels[0], levels[10], levels[20]), (100, 810, 1_520));
        assert!(levels.windows(2).all(|pair| pair[1] - pair[0] == 71));
        assert_eq!((scale.of_level(0), scale.of_level(FULL), scale.of_level(u8::MAX)), (0.0, 29.0, 29.0));
        assert_eq!(Scale::new([7; FULL_STRENGTH + 1]), None);
        assert!(Scale::new(Scale::UNMEASURED.0).is_some());
    }

    /// What is drawn for a strength in 2,000 positions.
    fn drawn(strength: f64) -> Vec<Option<Skill>> {
        (0..2_000).map(|at| Skill::of(&Settings { strength, ..Settings::default() }, at)).collect()
    }

    #[test]
    fn a_strength_between_two_whole_ones_varies_between_them() {
        let share = |strength: f64, depth: Option<u32>| {
            drawn(strength).iter().filter(|skill| skill.map(Skill::depth) == depth).count() as f64 / 2_000.0
        };
        assert_eq!(
            (share(0.0, Some(1)), share(6.0, Some(1)), share(18.0, Some(5)), share(29.0, None)),
            (1.0, 1.0, 1.0, 1.0)
        );
        assert!((share(18.75, Some(6)) - 0.25).abs() < 0.04 && (share(18.75, Some(5)) - 0.75).abs() < 0.04);
        assert_eq!((share(28.0, None), share(28.0, Some(13))), (0.0, 1.0));
        assert!((share(28.5, None) - 0.5).abs() < 0.04);
    }

    #[test]
    fn nothing_gets_weaker_with_the_strength() {
        let mut before = Skill { strength: 0.0, depth: 1 };
        for tenths in 1..=280 {
            let strength = f64::from(tenths) / 10.0;
            let now = drawn(strength)[0].unwrap();
            assert!(now.nodes() >= before.nodes() && now.iterations(Kind::Mcts) >= before.iterations(Kind::Mcts));
            assert!(now.choices() <= before.choices() && now.choices() >= 1);
            assert!(now.tolerance() <= before.tolerance() && now.carelessness() <= before.carelessness(), "{strength}");
            before = now;
        }
        assert_eq!((before.choices(), before.carelessness(), before.depth()), (1, 0.0, 13));
    }

    /// How often the best of two decisions, a unit apart, is chosen.
    fn how_often(strength: f64) -> f64 {
        let legal = [Move::new(1), Move::new(2), Move::new(3)];
        let best = |seed| {
            let mut choices = Choices::default();
            for info in [info(1, 3, 500), info(1, 1, 80), info(2, 2, -20)] {
                choices.note(&info);
            }
            choices
                .choose(Skill { strength, depth: 1 }, &legal, seed, 7)
                .is_some_and(|(line, _)| line == [Move::new(1)])
        };
        (0..2_000).filter(|&seed| best(seed)).count() as f64 / 2_000.0
    }

    #[test]
    fn greater_strengths_choose_better() {
        let shares: Vec<f64> = (6..FULL_STRENGTH).step_by(3).map(|strength| how_often(strength as f64)).collect();
        assert!(shares.windows(2).all(|pair| pair[0] <= pair[1] + 0.02), "{shares:?}");
        assert!(shares[0] < 0.6 && shares[0] > 0.4 && shares[6] == 1.0, "{shares:?}");
    }
}
