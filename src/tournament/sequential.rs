//! An SPRT over games in the order of the schedule, whatever the order in which they end: each encounter is counted
//! once all before it are finished. So the same game decides the test however many machines play, in whatever order,
//! and quick games do not count before slow ones.

use super::sprt::{Decision, Sprt};
use std::collections::BTreeMap;
use std::fmt;

/// Counts pairs of games in the order of their encounters.
#[derive(Clone, Debug)]
pub struct SequentialTest {
    test: Sprt,
    /// Pairs of which an earlier one is still missing, by the number of the encounter, from 1.
    waiting: BTreeMap<u64, usize>,
    /// The pairs counted so far by the points of the first engine: 0, ½, 1, 1½, 2.
    counts: [u64; 5],
    llr: f64,
    decision: Option<Decision>,
}

impl SequentialTest {
    /// A test before the first game.
    pub fn new(test: Sprt) -> Self {
        Self { test, waiting: BTreeMap::new(), counts: [0; 5], llr: 0.0, decision: None }
    }

    /// Records a finished encounter by its number from 1, with the points of the first engine in halves, 0 to 4.
    pub fn add(&mut self, encounter: u64, halves: usize) {
        if encounter > self.counted() {
            self.waiting.insert(encounter, halves);
        }
        while self.decision.is_none()
            && let Some(halves) = self.waiting.remove(&(self.counted() + 1))
        {
            self.counts[halves] += 1;
            self.llr = self.test.llr(&self.counts);
            self.decision = self.test.decision(self.llr);
        }
    }

    /// How many encounters have been counted: consecutive ones from the first, up to the decision.
    pub fn counted(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// What is tested.
    pub fn sprt(&self) -> Sprt {
        self.test
    }

    /// The log-likelihood ratio of what has been counted.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// What is decided.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// A sentence that says why such one-sided games have not decided it yet, if they are one-sided.
    pub fn remark(&self) -> Option<String> {
        let pairs = self.counted();
        let (lower, upper) = self.test.bounds();
        let is_one_sided = self.counts[0] + self.counts[1] == 0 || self.counts[3] + self.counts[4] == 0;
        let is_decisive = self.counts[2] < pairs;
        if self.decision.is_some() || pairs < 5 || !is_one_sided || !is_decisive {
            return None;
        }
        let each = self.llr / pairs as f64;
        let bound = if each > 0.0 { upper } else { lower };
        let more = ((bound - self.llr) / each).ceil();
        Some(format!(
            "such games are nearly as likely at elo1 as at elo0, which are {} apart: a pair moves the LLR by {each:.3}, so about {more} more pairs decide; hypotheses further apart need fewer",
            self.test.elo1 - self.test.elo0
        ))
    }
}

impl fmt::Display for SequentialTest {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (lower, upper) = self.test.bounds();
        let games = 2 * self.counted();
        let verdict = match self.decision {
            Some(Decision::H0) => format!("elo0 accepted after game {games}"),
            Some(Decision::H1) => format!("elo1 accepted after game {games}"),
            None => format!("undecided after game {games}"),
        };
        // Without a plus sign, and nothing is not less than nothing.
        let llr = (self.llr * 100.0).round() / 100.0 + 0.0;
        write!(f, "LLR {llr:.2} in ({lower:.2}, {upper:.2}), {verdict}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Rng, random_below, shuffle};
    use rand::SeedableRng;

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let test: Sprt = "elo0=0,elo1=40".parse().unwrap();
        let mut rng = Rng::seed_from_u64(3);
        let mut decided = 0;
        for _ in 0..40 {
            let results: Vec<usize> = (0..400).map(|_| (random_below(&mut rng, 6) as usize).min(4)).collect();
            let mut expected = SequentialTest::new(test);
            results.iter().zip(1..).for_each(|(&halves, encounter)| expected.add(encounter, halves));
            let mut order: Vec<usize> = (0..results.len()).collect();
            shuffle(&mut rng, &mut order);
            let mut found = SequentialTest::new(test);
            order.iter().for_each(|&i| found.add(i as u64 + 1, results[i]));
            assert_eq!(found.to_string(), expected.to_string());
            // It is the plain test up to the decision.
            let mut counts = [0; 5];
            let first = results.iter().position(|&halves| {
                counts[halves] += 1;
                test.decision(test.llr(&counts)).is_some()
            });
            assert_eq!(found.decision().map(|_| found.counted()), first.map(|index| index as u64 + 1));
            decided += u64::from(first.is_some());
        }
        assert!((10..=40).contains(&decided), "{decided}");
    }

    #[test]
    fn one_sided_games_that_decide_nothing_are_explained() {
        let mut test = SequentialTest::new("elo0=0,elo1=5".parse().unwrap());
        (1..=30).for_each(|encounter| test.add(encounter, 4));
        let remark = test.remark().unwrap();
        let more: u64 = remark.split("about ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
        (31..31 + more).for_each(|encounter| test.add(encounter, 4));
        let decided = test.decision();
        assert!(decided == Some(Decision::H1) && test.remark().is_none(), "{remark}: {test}");
        assert!(test.counted() + 3 > 30 + more, "{remark}: {test}");
        let mut even = SequentialTest::new("elo0=0,elo1=5".parse().unwrap());
        (1..=30).for_each(|encounter| even.add(encounter, 2));
        assert_eq!(even.remark(), None);
    }
}
