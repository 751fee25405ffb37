//! A rating list from any games between any players.
//!
//! The model is that of Bradley and Terry in Luce's form, which holds for any number of sides: of the sides of a game,
//! `s` gets the point with probability `exp(r_s) / sum of exp(r_t)`, where `r_s` is the rating of its player (of a
//! team: the average of its players), in units of 400 / ln 10 Elo. A shared point counts as an equal part of a win for
//! each; for two sides a draw is half a win each. The ratings are those that make the results likeliest; their average
//! is 0.
//!
//! The intervals come from how much encounters differ: games of one opening with seats exchanged, which belong
//! together. An opening that favours a seat costs a player in one game what it gives in the other, so pairs of such
//! games vary less than single games. The variance is that of Huber's sandwich with a cluster for each encounter (Liang
//! and Zeger, "Longitudinal data analysis using generalized linear models", 1986), for two players the one that `match`
//! has from pairs ([`ResultSample`](super::stats::ResultSample)). Games outside encounters are independent; with only
//! such games, or too few encounters, the intervals come from the Fisher information alone. Draws make results more
//! regular than the model assumes, so these are too wide where draws are many.

use super::stats::TWO_SIDED_95;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Elo per unit of the model.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The players of the sides of a game, side by side.
type Sides = Vec<Vec<usize>>;

/// Games to be rated, with all results of the same sides added up.
#[derive(Clone, Debug, Default)]
pub struct Games {
    /// The share that each side got, and the number of games.
    results: FxHashMap<Sides, (Vec<f64>, f64)>,
    /// Games that belong together, each with the shares of its sides.
    encounters: BTreeMap<Encounter, Vec<(Sides, Vec<f64>)>>,
}

/// The identity of an encounter: the tournament and the number in it. A game outside encounters is its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Encounter {
    Of(String, u64),
    None(usize),
}

/// Where the intervals come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ErrorSource {
    /// From how much encounters differ: games of one opening with seats exchanged.
    Encounters,
    /// From the model, as if each game were independent of the others.
    Games,
}

impl ErrorSource {
    /// The word for it in JSON and CSV.
    pub fn word(self) -> &'static str {
        match self {
            Self::Encounters => "encounters",
            Self::Games => "games",
        }
    }
}

/// The rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// In Elo; the average of all players is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval; `None` if all encounters ended alike, so that nothing shows how much
    /// results vary.
    pub error: Option<f64>,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingList {
    /// By player.
    pub ratings: Vec<Rating>,
    /// Whether the games alone do not bound the differences (a player has won or lost everything against the rest, or
    /// has not met it), so that a drawn game between every two players was added.
    pub propped: bool,
    /// Where the intervals come from.
    pub errors: ErrorSource,
}

impl Games {
    /// Adds a game, with its encounter if it has one (its tournament and its number there): the players of each side
    /// and the side's share of the point.
    pub fn add(&mut self, encounter: Option<(&str, u64)>, sides: Sides, shares: &[f64]) {
        let alone = Encounter::None(self.encounters.len());
        let encounter = encounter.map_or(alone, |(tournament, number)| Encounter::Of(tournament.to_string(), number));
        self.encounters.entry(encounter).or_default().push((sides.clone(), shares.to_vec()));
        self.add_result(sides, shares);
    }

    fn add_result(&mut self, sides: Sides, shares: &[f64]) {
        let empty = || (vec![0.0; shares.len()], 0.0);
        let (sum, games) = self.results.entry(sides).or_insert_with(empty);
        sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
        *games += 1.0;
    }

    /// The maximum likelihood ratings of `players` players, numbered from 0.
    pub fn rate(&self, players: usize) -> RatingList {
        let mut games = self.clone();
        let propped = !self.binds(players);
        if propped {
            for first in 0..players {
                (first + 1..players).for_each(|second| games.add_result(vec![vec![first], vec![second]], &[0.5, 0.5]));
            }
        }
        let mut ratings = vec![0.0; players];
        // Newton's method; the logarithm of the likelihood is concave.
        for _ in 0..200 {
            let (gradient, information) = games.slope(&ratings);
            let step = solve(information, gradient);
            let longest = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            // Far from the goal a whole step may overshoot without end.
            let scale = (1.0 / longest).min(1.0);
            ratings.iter_mut().zip(&step).for_each(|(rating, step)| *rating += scale * step);
            if longest < 1e-10 {
                break;
            }
        }
        let (_, information) = games.slope(&ratings);
        let spread = if propped { None } else { self.spread(&ratings) };
        let errors = if spread.is_some() { ErrorSource::Encounters } else { ErrorSource::Games };
        let count = players as f64;
        let rating = |player: usize| {
            let unit = (0..players).map(|i| f64::from(u8::from(i == player))).collect();
            // A column of the inverse of the information with the average held at 0.
            let column = solve(information.clone(), unit);
            let variance = match &spread {
                None => column[player] - 1.0 / (count * count),
                Some(spread) => spread.iter().map(|(&(i, j), product)| column[i] * product * column[j]).sum(),
            };
            let error = TWO_SIDED_95 * ELO * variance.max(0.0).sqrt();
            // Where all ended alike, what is left is the rounding of the ratings.
            Rating { elo: ELO * ratings[player], error: (error > 1e-4).then_some(error) }
        };
        RatingList { ratings: (0..players).map(rating).collect(), propped, errors }
    }

    /// The gradients of the encounters, multiplied with themselves and added up: by two players, where it is not zero. `None` if
    /// there are no encounters or too few to see how much they differ.
    fn spread(&self, ratings: &[f64]) -> Option<BTreeMap<(usize, usize), f64>> {
        let mut spread = BTreeMap::new();
        let mut met = vec![0; ratings.len()];
        for games in self.encounters.values() {
            let mut gradient: BTreeMap<usize, f64> = BTreeMap::new();
            for (sides, shares) in games {
                for ((side, share), p) in sides.iter().zip(shares).zip(chances(sides, ratings)) {
                    for &player in side {
                        *gradient.entry(player).or_default() += (share - p) / side.len() as f64;
                    }
                }
            }
            gradient.keys().for_each(|&player| met[player] += 1);
            for (&i, one) in &gradient {
                for (&j, other) in &gradient {
                    *spread.entry((i, j)).or_default() += one * other;
                }
            }
        }
        let (encounters, free) = (self.encounters.len(), ratings.len() - 1);
        let are_known = self.encounters.keys().any(|encounter| matches!(encounter, Encounter::Of(..)));
        if !are_known || encounters <= free || met.iter().any(|&count| count < 2) {
            return None;
        }
        // Ratings that are fitted to the encounters are nearer to them than the true ones. Between two players this is 1, as in
        // `ResultSample`.
        let correction = (encounters - 1) as f64 / (encounters - free) as f64;
        spread.values_mut().for_each(|product| *product *= correction);
        Some(spread)
    }

    /// Whether every player can be reached from every other by steps from a player to one that has taken points from
    /// it.
    fn binds(&self, players: usize) -> bool {
        let mut beaten_by = vec![vec![false; players]; players];
        for (sides, (shares, _)) in &self.results {
            for (winners, _) in sides.iter().zip(shares).filter(|(_, share)| **share > 0.0) {
                for losers in sides.iter().filter(|side| *side != winners) {
                    losers.iter().for_each(|&loser| winners.iter().for_each(|&winner| beaten_by[loser][winner] = true));
                }
            }
        }
        let reaches_all = |step: &dyn Fn(usize, usize) -> bool| {
            let (mut seen, mut open) = (vec![false; players], vec![0]);
            while let Some(from) = open.pop() {
                if !std::mem::replace(&mut seen[from], true) {
                    open.extend((0..players).filter(|&to| step(from, to)));
                }
            }
            seen.iter().all(|&seen| seen)
        };
        reaches_all(&|from, to| beaten_by[from][to]) && reaches_all(&|from, to| beaten_by[to][from])
    }

    /// The gradient of the likelihood's logarithm, and the Fisher information, to which a constant is added that holds
    /// the average of the ratings.
    fn slope(&self, ratings: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let players = ratings.len();
        let (mut gradient, mut information) = (vec![0.0; players], vec![vec![1.0; players]; players]);
        for (sides, (shares, games)) in &self.results {
            // How much of a side each player is.
            let weights: Vec<Vec<f64>> = sides
                .iter()
                .map(|side| {
                    let mut weight = vec![0.0; players];
                    side.iter().for_each(|&player| weight[player] += 1.0 / side.len() as f64);
                    weight
                })
                .collect();
            let strengths: Vec<f64> = weights
                .iter()
                .map(|weight| weight.iter().zip(ratings).map(|(w, r)| w * r).sum::<f64>().exp())
                .collect();
            let all: f64 = strengths.iter().sum();
            let average: Vec<f64> = (0..players)
                .map(|player| strengths.iter().zip(&weights).map(|(s, weight)| s / all * weight[player]).sum())
                .collect();
            for ((strength, weight), share) in strengths.iter().zip(&weights).zip(shares) {
                let p = strength / all;
                for i in 0..players {
                    gradient[i] += (share - games * p) * weight[i];
                    for j in 0..players {
                        information[i][j] += games * p * (weight[i] - average[i]) * (weight[j] - average[j]);
                    }
                }
            }
        }
        (gradient, information)
    }
}

/// The probability that each side gets the point, by the ratings.
fn chances(sides: &Sides, ratings: &[f64]) -> Vec<f64> {
    let strength = |side: &Vec<usize>| {
        let sum: f64 = side.iter().map(|&player| ratings[player]).sum();
        (sum / side.len() as f64).exp()
    };
    let strengths: Vec<f64> = sides.iter().map(strength).collect();
    let all: f64 = strengths.iter().sum();
    strengths.iter().map(|strength| strength / all).collect()
}

/// Solves a system of linear equations by elimination with pivots.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()));
        let pivot = pivot.unwrap_or(column);
        matrix.swap(column, pivot);
        right.swap(column, pivot);
        let top = matrix[column].clone();
        for row in column + 1..n {
            let factor = matrix[row][column] / top[column];
            matrix[row].iter_mut().zip(&top).for_each(|(cell, above)| *cell -= factor * above);
            right[row] -= factor * right[column];
        }
    }
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|column| matrix[row][column] * right[column]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::bits::{Rng, random_below};
    use crate::tournament::stats::{ResultSample, expected_score};
    use rand::SeedableRng;

    fn duel(games: &mut Games, winner: usize, loser: usize, count: usize) {
        (0..count).for_each(|_| games.add(None, vec![vec![winner], vec![loser]], &[1.0, 0.0]));
    }

    /// The worked example of the article "Bradley–Terry model" in Wikipedia: four teams, 22 games, and strengths with
    /// a geometric mean of 1.
    #[test]
    fn ratings_as_published() {
        let wins = [[0, 2, 0, 1], [3, 0, 5, 0], [0, 3, 0, 1], [4, 0, 3, 0]];
        let mut games = Games::default();
        for (winner, row) in wins.iter().enumerate() {
            row.iter().enumerate().for_each(|(loser, &count)| duel(&mut games, winner, loser, count));
        }
        let list = games.rate(4);
        assert!(!list.propped);
        for (rating, published) in list.ratings.iter().zip([0.640, 1.043, 0.660, 2.270]) {
            let strength = (rating.elo / ELO).exp();
            assert!((strength - published).abs() < 0.0006, "{strength}, not {published}");
        }
    }

    /// Between two players the rating is the Elo of the score, and its error that of a binomial.
    #[test]
    fn two_players_are_as_far_apart_as_their_score_says() {
        let mut games = Games::default();
        duel(&mut games, 0, 1, 60);
        duel(&mut games, 1, 0, 40);
        (0..20).for_each(|_| games.add(None, vec![vec![1], vec![0]], &[0.5, 0.5]));
        let ratings = games.rate(2).ratings;
        let score = 70.0 / 120.0;
        assert!((ratings[0].elo - ratings[1].elo - crate::tournament::stats::elo(score)).abs() < 1e-6);
        // The difference is twice the distance from the average.
        let error = TWO_SIDED_95 * ELO / (120.0 * score * (1.0 - score)).sqrt() / 2.0;
        assert!((ratings[0].error.unwrap() - error).abs() < 1e-6);
    }

    /// A pair of games of players who are this far apart. Every third opening favours seat 1, whose chance is better by `favour`
    /// there. Returns four times the share of `first`.
    fn pair(
        games: &mut Games,
        number: u64,
        [first, second]: [usize; 2],
        elo: f64,
        favour: f64,
        rng: &mut Rng,
    ) -> usize {
        let bias = if random_below(rng, 3) == 0 { favour } else { 0.0 };
        let mut points = 0;
        for sign in [1.0, -1.0] {
            let chance = expected_score(elo) + sign * bias;
            let won = f64::from(random_below(rng, 1 << 24)) < chance * f64::from(1 << 24);
            let share = f64::from(u8::from(won));
            points += 2 * usize::from(won);
            let (sides, shares) = (vec![vec![first], vec![second]], [share, 1.0 - share]);
            match sign > 0.0 {
                true => games.add(Some(("t", number)), sides, &shares),
                false => games.add(Some(("t", number)), sides.into_iter().rev().collect(), &[shares[1], shares[0]]),
            }
        }
        points
    }

    /// Between two players the error is half of the one that `match` has from the same pairs: that is of the whole difference.
    #[test]
    fn pairs_give_the_error_of_a_match() {
        let mut rng = Rng::seed_from_u64(12);
        for (elo, pairs) in [(0.0, 60), (30.0, 200), (-60.0, 500)] {
            let (mut games, mut counts) = (Games::default(), [0; 5]);
            (0..pairs).for_each(|number| counts[pair(&mut games, number, [0, 1], elo, 0.45, &mut rng)] += 1);
            let list = games.rate(2);
            assert_eq!(list.errors, ErrorSource::Encounters);
            let (error, of_match) =
                (list.ratings[0].error.unwrap(), ResultSample { counts: &counts }.elo().unwrap().error());
            // Theirs is not quite symmetric.
            assert!((error / (of_match / 2.0) - 1.0).abs() < 0.02, "{error} and {of_match}");
            // As if the games were independent of each other it would be wider.
            games.encounters.clear();
            let independent = games.rate(2);
            assert_eq!(independent.errors, ErrorSource::Games);
            assert!(independent.ratings[0].error.unwrap() > 1.05 * error);
        }
    }

    #[test]
    fn without_a_difference_no_error_is_known() {
        let mut games = Games::default();
        for number in 0..50 {
            games.add(Some(("t", number)), vec![vec![0], vec![1]], &[1.0, 0.0]);
            games.add(Some(("t", number)), vec![vec![1], vec![0]], &[1.0, 0.0]);
        }
        let list = games.rate(2);
        assert_eq!((list.errors, list.ratings[0].error, list.propped), (ErrorSource::Encounters, None, false));
        // One encounter tells nothing about how much they differ, and the same number of another tournament is another one.
        let mut games = Games::default();
        let mut add = |tournament, sides| games.add(Some((tournament, 1)), sides, &[1.0, 0.0]);
        add("t", vec![vec![0], vec![1]]);
        add("t", vec![vec![1], vec![0]]);
        assert_eq!(games.rate(2).errors, ErrorSource::Games);
        games.add(Some(("u", 1)), vec![vec![0], vec![1]], &[0.5, 0.5]);
        assert_eq!(games.rate(2).errors, ErrorSource::Encounters);
    }

    #[test]
    fn what_the_games_do_not_bound_is_propped() {
        let mut games = Games::default();
        duel(&mut games, 0, 1, 5);
        duel(&mut games, 1, 2, 1);
        duel(&mut games, 2, 1, 1);
        let list = games.rate(3);
        assert!(list.propped && list.ratings.iter().all(|rating| rating.elo.is_finite() && rating.error.is_some()));
        assert!(list.ratings[0].elo > list.ratings[1].elo);
        assert!(Games::default().rate(2).propped);
    }

    #[test]
    fn three_sides_and_teams_are_rated() {
        // One player of three wins twice as often as each other: twice their strength.
        let mut games = Games::default();
        for (winner, count) in [(0, 20), (1, 10), (2, 10)] {
            let share = |side| f64::from(u8::from(side == winner));
            (0..count).for_each(|_| games.add(None, vec![vec![0], vec![1], vec![2]], &[share(0), share(1), share(2)]));
        }
        let ratings = games.rate(3).ratings;
        assert!((ratings[0].elo - ratings[1].elo - ELO * 2f64.ln()).abs() < 1e-6);
        // Teams of the same two players count like the players.
        let mut games = Games::default();
        (0..3).for_each(|_| games.add(None, vec![vec![0, 0], vec![1, 1]], &[1.0, 0.0]));
        games.add(None, vec![vec![0, 0], vec![1, 1]], &[0.0, 1.0]);
        let ratings = games.rate(2).ratings;
        assert!((ratings[0].elo - ratings[1].elo - ELO * 3f64.ln()).abs() < 1e-6);
    }

    /// The true ratings lie in 95 % of the intervals from encounters, too.
    #[test]
    fn intervals_from_encounters_cover_the_truth() {
        let mut rng = Rng::seed_from_u64(13);
        let truth = [90.0, 20.0, -30.0, -80.0];
        let (mut covered, mut all, mut widths) = (0, 0, [0.0; 2]);
        for _ in 0..600 {
            let mut games = Games::default();
            let meetings = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
            for number in 0..180 {
                let players = meetings[number as usize % meetings.len()];
                pair(&mut games, number, players, truth[players[0]] - truth[players[1]], 0.27, &mut rng);
            }
            let list = games.rate(4);
            for (rating, truth) in list.ratings.iter().zip(truth) {
                covered += usize::from((rating.elo - truth).abs() <= rating.error.unwrap());
                all += 1;
            }
            widths[0] += list.ratings[0].error.unwrap();
            games.encounters.clear();
            widths[1] += games.rate(4).ratings[0].error.unwrap();
        }
        let rate = covered as f64 / f64::from(all);
        assert!((0.93..0.97).contains(&rate), "{rate}");
        assert!(widths[0] < 0.97 * widths[1], "{widths:?}");
    }

    /// The true ratings lie in 95 % of the intervals.
    #[test]
    fn intervals_cover_the_truth() {
        let mut rng = Rng::seed_from_u64(11);
        let truth = [120.0, 40.0, -50.0, -110.0];
        let (mut covered, mut all) = (0, 0);
        for _ in 0..600 {
            let mut games = Games::default();
            for (first, second) in [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)] {
                for _ in 0..60 {
                    let chance = expected_score(truth[first] - truth[second]);
                    let won = f64::from(random_below(&mut rng, 1 << 24)) < chance * f64::from(1 << 24);
                    let (winner, loser) = if won { (first, second) } else { (second, first) };
                    duel(&mut games, winner, loser, 1);
                }
            }
            let list = games.rate(4);
            for (rating, truth) in list.ratings.iter().zip(truth) {
                covered += usize::from((rating.elo - truth).abs() <= rating.error.unwrap());
                all += 1;
            }
        }
        let rate = covered as f64 / f64::from(all);
        assert!((0.93..0.97).contains(&rate), "{rate}");
    }
}
