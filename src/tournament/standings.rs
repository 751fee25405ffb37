//! The standings of a tournament, counted as games finish, and the table that shows them.

use super::crosstable::Crosstable;
use super::sequential::SequentialTest;
use super::sprt::Sprt;
use super::stats::{Estimate, ResultSample, TWO_SIDED_95};
use crate::records::{GameRecord, Reason};
use crate::text::signed;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The counts of an engine.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Games (or matches to points).
    pub games: u64,
    /// Won alone (a team: together).
    pub won: u64,
    /// Shared.
    pub drawn: u64,
    /// Points: the shares of all games.
    pub points: f64,
    /// The shares squared, for their variance.
    squares: f64,
    /// Pairs of games with one opening by the points in both: 0, ½, 1, 1½, 2.
    pub pairs: [u64; 5],
    /// Turns played.
    turns: u64,
    /// Time used, in milliseconds.
    millis: f64,
    /// Time used for turns with known nodes.
    millis_with_nodes: f64,
    nodes: u64,
    depth: u64,
    /// Turns with a known depth.
    turns_with_depth: u64,
    /// Games lost on time.
    pub timeouts: u64,
    /// Games lost by another fault.
    pub faults: u64,
}

impl Tally {
    fn lost(&self) -> u64 {
        self.games - self.won - self.drawn
    }

    /// Games by result.
    pub fn results(&self) -> [u64; 3] {
        [self.lost(), self.drawn, self.won]
    }
}

/// The state of a tournament.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    sides: Vec<usize>,
    /// How many games are played with each opening; pairs are counted if that is two.
    exchanges: usize,
    test: Option<SequentialTest>,
    /// Who beat whom, with three or more engines.
    against: Option<Crosstable>,
    tallies: Vec<Tally>,
    /// By encounter: the shares by engine of games whose partner is still missing.
    halves: FxHashMap<u64, Vec<(usize, f64)>>,
    /// Games of the schedule that are finished.
    games: u64,
    /// Games, rounds of matches among them, and the points of seat 1 in them.
    first: (u64, f64),
}

impl Standings {
    /// Standings of engines with these names, before the first game. `sides` are those of the seats.
    pub fn new(names: Vec<String>, sides: Vec<usize>, exchanges: usize, sprt: Option<Sprt>) -> Self {
        let tallies = vec![Tally::default(); names.len()];
        let two_sides = sides.iter().all(|&side| side < 2);
        Self {
            against: (names.len() > 2 && two_sides).then(|| Crosstable::new(names.len())),
            test: sprt.map(SequentialTest::new),
            tallies,
            halves: FxHashMap::default(),
            games: 0,
            first: (0, 0.0),
            names,
            sides,
            exchanges,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let name = |seat: usize| self.names.iter().position(|name| *name == record.seats[seat].name);
        let engines: Vec<Option<usize>> = (0..record.seats.len()).map(name).collect();
        for turn in &record.turns {
            let engine = turn.seat.checked_sub(1).and_then(|seat| engines.get(seat).copied());
            let Some(tally) = engine.flatten().map(|engine| &mut self.tallies[engine]) else {
                continue;
            };
            tally.turns += 1;
            let millis = turn.ms.unwrap_or_default();
            tally.millis += millis;
            if let Some(nodes) = turn.nodes {
                tally.nodes += nodes;
                tally.millis_with_nodes += millis;
            }
            if let Some(depth) = turn.depth {
                tally.depth += u64::from(depth);
                tally.turns_with_depth += 1;
            }
        }
        if let Some(engine) = record.loser.and_then(|seat| engines.get(seat - 1).copied().flatten()) {
            match record.reason {
                Reason::Time => self.tallies[engine].timeouts += 1,
                reason if reason.is_fault() => self.tallies[engine].faults += 1,
                _ => {}
            }
        }
        self.first.0 += 1;
        self.first.1 += record.shares(&self.sides)[0];
        if let Some(shares) = record.counted_shares(&self.sides) {
            self.games += 1;
            self.count(record.encounter, &engines, &shares);
        }
    }

    /// Counts the shares of a game. An engine that sits at several seats of a side counts once, and so does one that
    /// sits on several sides for each of them.
    fn count(&mut self, encounter: u64, engines: &[Option<usize>], shares: &[f64]) {
        let mut counted: Vec<(usize, usize, f64)> = Vec::new();
        for ((&engine, &side), &share) in engines.iter().zip(&self.sides).zip(shares) {
            if let Some(engine) = engine
                && !counted.iter().any(|&(e, s, _)| (e, s) == (engine, side))
            {
                counted.push((engine, side, share));
            }
        }
        for &(engine, _, share) in &counted {
            let tally = &mut self.tallies[engine];
            tally.games += 1;
            tally.won += u64::from(share == 1.0);
            tally.drawn += u64::from(share > 0.0 && share < 1.0);
            tally.points += share;
            tally.squares += share * share;
        }
        if let Some(against) = &mut self.against {
            against.add(&counted);
        }
        if self.exchanges == 2 {
            match self.halves.remove(&encounter) {
                None => {
                    self.halves.insert(encounter, counted.iter().map(|&(engine, _, share)| (engine, share)).collect());
                }
                Some(first) => {
                    for (engine, share) in first {
                        let other = counted.iter().find(|&&(e, ..)| e == engine).map_or(0.0, |&(.., share)| share);
                        let halves = (2.0 * (share + other)).round() as usize;
                        self.tallies[engine].pairs[halves] += 1;
                        if let Some(test) = self.test.as_mut().filter(|_| engine == 0) {
                            test.add(encounter, halves);
                        }
                    }
                }
            }
        }
    }

    /// How many games of the schedule are finished; a match to points is one.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The test of the first engine.
    pub fn test(&self) -> Option<&SequentialTest> {
        self.test.as_ref()
    }

    /// One line: the number of games, and the score of the first two engines.
    pub fn summary(&self) -> String {
        let mut order = self.order();
        order.truncate(3);
        let engine = |&i: &usize| format!("{} {}/{}", self.names[i], self.tallies[i].points, self.tallies[i].games);
        let mut line = order.iter().map(engine).collect::<Vec<_>>().join(", ");
        if let [_, _] = self.names[..]
            && let Some(elo) = self.tallies[0].elo().filter(Estimate::is_known)
        {
            let _ = write!(line, "; {} {}", self.names[0], interval(elo));
        }
        if let Some(test) = &self.test {
            let _ = write!(line, "; {test}");
        }
        line
    }

    /// The engines, the best first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let score = |i: &usize| self.tallies[*i].points / self.tallies[*i].games.max(1) as f64;
        order.sort_by(|a, b| score(b).total_cmp(&score(a)));
        order
    }

    /// The whole table, several lines.
    pub fn full_text(&self) -> String {
        let two_sides = self.sides.iter().all(|&side| side < 2);
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
        let mut text = format!("{:width$}  games   score     +     =     -", "engine");
        text += if two_sides { "      Elo   95 %        LOS    nElo" } else { "  score 95 %" };
        if self.exchanges == 2 {
            text += "  pairs 0 ½ 1 1½ 2";
        }
        text += "\n";
        self.write_results(width, two_sides, &mut text);
        self.write_speeds(width, &mut text);
        let (games, points) = self.first;
        let share = ratio(points, games as f64);
        let _ = writeln!(text, "seat 1 scored {} of {games} games", percent(share));
        let late: u64 = self.tallies.iter().map(|tally| tally.timeouts).sum();
        if late > games / 20 {
            let _ = writeln!(text, "{late} of {games} games were lost on time: the scores say less about strength");
        }
        if let Some(against) = &self.against {
            text += &against.text(&self.names, &self.order());
        }
        if let Some(test) = &self.test {
            let (first, second) = (&self.names[0], &self.names[1]);
            let _ = writeln!(text, "SPRT of {first} against {second} ({}): {test}", test.sprt());
            if let Some(remark) = test.remark() {
                let _ = writeln!(text, "  {remark}");
            }
        }
        text
    }

    fn write_results(&self, width: usize, two_sides: bool, text: &mut String) {
        for engine in self.order() {
            let tally = &self.tallies[engine];
            let _ = write!(text, "{:width$}  {:5}  {:>6}", self.names[engine], tally.games, percent(tally.score()));
            let _ = write!(text, " {:5} {:5} {:5}", tally.won, tally.drawn, tally.lost());
            if two_sides {
                let elo = tally.elo().filter(Estimate::is_known);
                let superiority = tally.superiority().filter(|_| elo.is_some());
                let normalized = tally.normalized_elo();
                let _ = write!(text, "  {:>17}", elo.map_or("-".to_string(), interval));
                let _ = write!(text, "  {:>6}", superiority.map_or("-".to_string(), |s| percent(Some(s))));
                let _ = write!(text, "  {:>6}", normalized.map_or("-".to_string(), |e| signed(e.value, 1)));
            } else {
                let error = tally.score_error().map_or("-".to_string(), |e| format!("± {:.1} %", 100.0 * e));
                let _ = write!(text, "  {error:>10}");
            }
            if self.exchanges == 2 {
                let counts = tally.pairs.map(|count| count.to_string());
                let _ = write!(text, "  {}", counts.join(" "));
            }
            text.push('\n');
        }
    }

    fn write_speeds(&self, width: usize, text: &mut String) {
        let _ = writeln!(text, "{:width$}  depth     nodes/s   ms/turn  turns  lost on time  other faults", "engine");
        for engine in self.order() {
            let tally = &self.tallies[engine];
            let depth = ratio(tally.depth as f64, tally.turns_with_depth as f64);
            let speed = ratio(1e3 * tally.nodes as f64, tally.millis_with_nodes);
            let time = ratio(tally.millis, tally.turns as f64);
            let _ = writeln!(
                text,
                "{:width$}  {:>5}  {:>10}  {:>8}  {:5}  {:12}  {:12}",
                self.names[engine],
                depth.map_or("-".to_string(), |depth| format!("{depth:.1}")),
                speed.map_or("-".to_string(), |speed| format!("{speed:.0}")),
                time.map_or("-".to_string(), |time| format!("{time:.3}")),
                tally.turns,
                tally.timeouts,
                tally.faults,
            );
        }
    }
}

impl Tally {
    /// An estimate from the results: pairs, or single games as long as there are no pairs.
    fn with_sample<T>(&self, estimate: impl FnOnce(ResultSample) -> T) -> T {
        let games = self.results();
        if self.pairs.iter().sum::<u64>() > 0 {
            estimate(ResultSample { counts: &self.pairs })
        } else {
            estimate(ResultSample { counts: &games })
        }
    }

    /// The average share.
    pub fn score(&self) -> Option<f64> {
        ratio(self.points, self.games as f64)
    }

    /// The Elo difference to the opponents it had.
    pub fn elo(&self) -> Option<Estimate> {
        self.with_sample(|sample| sample.elo())
    }

    fn normalized_elo(&self) -> Option<Estimate> {
        self.with_sample(|sample| sample.normalized_elo())
    }

    fn superiority(&self) -> Option<f64> {
        self.with_sample(|sample| sample.superiority())
    }

    /// Half the 95 % interval of the score, from the variance of single games; `None` while all have ended alike.
    fn score_error(&self) -> Option<f64> {
        let games = self.games as f64;
        let score = self.score()?;
        let error = TWO_SIDED_95 * ((self.squares / games - score * score).max(0.0) / games).sqrt();
        // What is left of the rounding of thirds is none.
        (error > 1e-6).then_some(error)
    }
}

fn ratio(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

fn percent(share: Option<f64>) -> String {
    share.map_or("-".to_string(), |share| format!("{:.1} %", 100.0 * share))
}

/// An Elo difference with its interval.
fn interval(elo: Estimate) -> String {
    let Estimate { value, low, high } = elo;
    if value.is_infinite() {
        return (if value > 0.0 { "+inf" } else { "-inf" }).to_string();
    }
    if low.is_infinite() || high.is_infinite() {
        return format!("{} ({} {})", signed(value, 1), signed(low, 0), signed(high, 0));
    }
    format!("{} ± {:.1}", signed(value, 1), elo.error())
}
