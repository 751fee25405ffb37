//! Weaker play on purpose: a shallow look, and a choice among several good decisions that leaves room for mistakes.
//!
//! Level by level the search looks deeper and the choice becomes stricter. The lowest levels now and then play
//! anything at all. That is how people get better, too; a search that is merely given less time never blunders.

use super::{Info, Settings, Verdict, score};
use crate::bits::{Rng, hash_key};
use crate::game::Move;
use rand::{RngExt, SeedableRng};

/// The level that plays as well as it can.
pub const FULL: u8 = 20;

/// A level below [`FULL`].
#[derive(Clone, Copy, Debug)]
pub struct Skill(u8);

impl Skill {
    /// The level that `settings` ask for; `None`: play as well as possible.
    pub fn of(settings: &Settings) -> Option<Self> {
        (settings.skill < FULL).then_some(Self(settings.skill))
    }

    /// How many turns deep alpha-beta looks.
    pub fn depth(self) -> u32 {
        1 + u32::from(self.0) / 3
    }

    /// How many iterations MCTS makes.
    pub fn iterations(self) -> u64 {
        (200.0 * 1.5f64.powi(i32::from(self.0))) as u64
    }

    /// Among how many of the best decisions to choose.
    pub fn choices(self) -> usize {
        32 >> (self.0 / 4)
    }

    /// How much worse, in hundredths of a unit, a decision may be to be chosen `1 / e` times as often as the best.
    fn tolerance(self) -> f64 {
        250.0 * (1.0 - f64::from(self.0) / f64::from(FULL)).powi(2)
    }

    /// How often anything at all is played.
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
    /// Takes note of what the search tells. Each report of the best line begins a new list.
    pub fn note(&mut self, info: &Info) {
        self.lines.truncate(info.multipv - 1);
        self.lines.push((info.line.clone(), info.verdict));
    }

    /// Chooses as `skill` says. `legal` are all decisions; `at` is the key of the position, so that the same seed
    /// chooses alike there again. `None` if the search has told nothing.
    pub fn choose(mut self, skill: Skill, legal: &[Move], seed: u64, at: u64) -> Option<(Vec<Move>, Verdict)> {
        let mut rng = Rng::seed_from_u64(hash_key(seed) ^ at);
        let best = self.lines.first().map(|(_, verdict)| worth(*verdict))?;
        if rng.random::<f64>() < skill.carelessness() {
            let mv = legal[rng.random_range(0..legal.len())];
            let known = self.lines.iter().position(|(line, _)| line.first() == Some(&mv));
            return Some(known.map_or((vec![mv], Verdict::Opinion(0)), |place| self.lines.swap_remove(place)));
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
    f64::from(match verdict {
        Verdict::Opinion(score) => score,
        Verdict::Win(plies) => score::WIN - plies as i32,
        Verdict::Loss(plies) => plies as i32 - score::WIN,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn told(multipv: usize, mv: u16, score: i32) -> Info {
        let verdict = Verdict::Opinion(score);
        let line = vec![Move::new(mv)];
        let time = Duration::ZERO;
        Info { depth: 1, seldepth: 1, multipv, verdict, nodes: 1, permille: 0, time, line, visits: None }
    }

    /// How often the best of two decisions, a unit apart, is chosen.
    fn how_often(skill: u8) -> f64 {
        let legal = [Move::new(1), Move::new(2), Move::new(3)];
        let best = |seed| {
            let mut choices = Choices::default();
            for info in [told(1, 3, 500), told(1, 1, 80), told(2, 2, -20)] {
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
