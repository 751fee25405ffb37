//! Ratings as data: a rating list for each game, and the state of a tournament. `quintet rating` shows it as text, JSON
//! or CSV.

use super::rating::{ErrorSource, Games, RatingList};
use super::sequential::SequentialTest;
use super::sprt::{Decision, EloModel};
use crate::csv::{self, Cell};
use crate::records::{GameRecord, RecordError};
use crate::sentence::verbatim;
use crate::text::one_line;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The version of [`RatingReport`] as JSON. It grows when a field changes or goes, not when one is added.
pub const RATING_SCHEMA: &str = "rating/1";

/// What `quintet rating --json` prints.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatingReport {
    /// The version of this schema: `rating/1`.
    pub schema: &'static str,
    /// The version of the program.
    pub quintet: &'static str,
    /// A list for each game, by its name.
    pub lists: Vec<GameRatings>,
    /// The state of the tournament of `--config`, or of the games that `--sprt` tests; `null` without these options.
    pub tournament: Option<TournamentProgress>,
}

/// The rating list of one game.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameRatings {
    /// The game.
    pub game: String,
    /// How many games are counted; a match to points is one.
    pub games: u64,
    /// How many are not counted: unfinished games, and rounds of a match before its last.
    pub uncounted: u64,
    /// How many encounters the games belong to; 0 outside tournaments.
    pub encounters: usize,
    /// Where the errors come from.
    pub errors_from: ErrorSource,
    /// Whether the games alone do not bound all differences, so that one drawn game between every two engines was added.
    pub propped: bool,
    /// The engines, the best first.
    pub engines: Vec<RatedEngine>,
    /// The engines that differ between games.
    pub versions: Vec<EngineVersions>,
}

/// An engine in a rating list.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RatedEngine {
    /// Its place, from 1.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// Its Elo; the average of the list is 0.
    pub elo: f64,
    /// Half the width of the 95 % interval; `null` where all encounters ended alike, so that it is unknown.
    pub error: Option<f64>,
    /// How many games it played.
    pub games: u64,
    /// Games won alone (a team: together).
    pub won: u64,
    /// Games shared.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Its points: the shares of all games.
    pub points: f64,
    /// Its points for each game, from 0 to 1.
    pub score: f64,
    /// How many opponents it had.
    pub opponents: usize,
}

/// An engine that differs between games.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EngineVersions {
    /// Its name; `null` for the program that refereed the games.
    pub name: Option<String>,
    /// The names it gave itself, and in how many games.
    pub games: BTreeMap<String, u64>,
}

/// The state of a tournament.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentProgress {
    /// How many games are finished; a match to points is one.
    pub games: u64,
    /// How many the tournament has; `null` if that is not known.
    pub all: Option<u64>,
    /// The number of the first game that is missing; `null` if none is.
    pub missing: Option<u64>,
    /// Whether nothing is missing that could change the result.
    pub whole: bool,
    /// The test; `null` if there is none.
    pub sprt: Option<SprtProgress>,
}

/// The state of a sequential probability ratio test.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SprtProgress {
    /// The engine tested.
    pub engine: String,
    /// The engine it is tested against.
    pub opponent: String,
    /// The hypothesis that it is better by this.
    pub elo0: f64,
    /// The hypothesis that it is better by this larger amount.
    pub elo1: f64,
    /// How often a match may favour `elo1` if `elo0` is true.
    pub alpha: f64,
    /// How often a match may favour `elo0` if `elo1` is true.
    pub beta: f64,
    /// Whether the Elo of the hypotheses is normalised.
    pub normalized: bool,
    /// How many pairs of games are counted.
    pub pairs: u64,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below this `elo0` is accepted.
    pub lower: f64,
    /// At or above this `elo1` is accepted.
    pub upper: f64,
    /// The accepted hypothesis, `elo0` or `elo1`; `null` while undecided.
    pub accepted: Option<&'static str>,
}

impl SprtProgress {
    /// The state of a test of `engine` against `opponent`.
    pub fn new(test: &SequentialTest, [engine, opponent]: &[String; 2]) -> Self {
        let sprt = test.sprt();
        let (lower, upper) = sprt.bounds();
        Self {
            engine: one_line(engine),
            opponent: one_line(opponent),
            elo0: sprt.elo0,
            elo1: sprt.elo1,
            alpha: sprt.alpha,
            beta: sprt.beta,
            normalized: sprt.model == EloModel::Normalized,
            pairs: test.counted(),
            llr: rounded(test.llr()),
            lower: rounded(lower),
            upper: rounded(upper),
            accepted: test.decision().map(|decision| match decision {
                Decision::H0 => "elo0",
                Decision::H1 => "elo1",
            }),
        }
    }
}

/// A number rounded to a millionth, more than its accuracy, and never negative zero, so that the order of the files
/// leaves no trace.
fn rounded(figure: f64) -> f64 {
    (figure * 1e6).round() / 1e6 + 0.0
}

/// The totals of an engine's games.
#[derive(Clone, Default)]
struct Totals {
    games: u64,
    won: u64,
    drawn: u64,
    points: f64,
    opponents: HashSet<usize>,
}

/// The totals of one game.
#[derive(Default)]
struct GamesSum<'a> {
    count: u64,
    uncounted: u64,
    encounters: HashSet<(&'a str, u64)>,
    names: Vec<String>,
    by_name: HashMap<&'a str, usize>,
    /// By engine, in the order of the names.
    totals: Vec<Totals>,
    games: Games,
    /// The sides of the seats, which depend on the options.
    sides_of: HashMap<&'a BTreeMap<String, String>, Vec<usize>>,
}

impl<'a> GamesSum<'a> {
    fn player(&mut self, name: &'a str) -> usize {
        let next = self.names.len();
        let index = *self.by_name.entry(name).or_insert(next);
        if index == next {
            self.names.push(name.to_string());
            self.totals.push(Totals::default());
        }
        index
    }

    fn add(&mut self, record: &'a GameRecord) -> Result<(), RecordError> {
        if !self.sides_of.contains_key(&record.option) {
            self.sides_of.insert(&record.option, record.session()?.sides());
        }
        let sides = self.sides_of[&record.option].clone();
        let Some(shares) = record.counted_shares(&sides) else {
            self.uncounted += 1;
            return Ok(());
        };
        if sides.len() != record.seats.len() {
            let what = format!("game {} does not say who played it, so it cannot be rated", record.number);
            return Err(RecordError::Request(verbatim(what)));
        }
        self.count += 1;
        let mut players = vec![Vec::new(); sides.iter().max().map_or(0, |most| most + 1)];
        let mut points = vec![0.0; players.len()];
        for ((seat, &side), share) in record.seats.iter().zip(&sides).zip(shares) {
            players[side].push(self.player(&seat.name));
            points[side] = share;
        }
        for (side, team) in players.iter().enumerate() {
            let others = || players.iter().enumerate().filter(|(other, _)| *other != side).flat_map(|(_, team)| team);
            for player in team.iter().collect::<HashSet<_>>() {
                let totals = &mut self.totals[*player];
                totals.games += 1;
                totals.won += u64::from(points[side] == 1.0);
                totals.drawn += u64::from(points[side] > 0.0 && points[side] < 1.0);
                totals.points += points[side];
                totals.opponents.extend(others().filter(|other| *other != player));
            }
        }
        let is_known = !record.tournament.is_empty() && record.encounter > 0;
        let encounter = is_known.then_some((record.tournament.as_str(), record.encounter));
        self.encounters.extend(encounter);
        self.games.add(encounter, players, &points);
        Ok(())
    }
}

impl GameRatings {
    /// The list of the games of one game.
    ///
    /// # Errors
    /// [`RecordError::Request`] if there are not two players to compare, or a game does not follow the rules.
    pub fn of(game: &str, records: &[GameRecord]) -> Result<Self, RecordError> {
        let mut sum = GamesSum::default();
        records.iter().try_for_each(|record| sum.add(record))?;
        let GamesSum { count, uncounted, encounters, names, totals, games, .. } = sum;
        if names.len() < 2 {
            let what = format!("there is nothing to compare in the games of {}", one_line(game));
            return Err(RecordError::Request(verbatim(what)));
        }
        let RatingList { ratings, propped, errors } = games.rate(names.len());
        let mut order: Vec<usize> = (0..names.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
        let engine = |(place, player): (usize, usize)| {
            let (rating, total) = (ratings[player], &totals[player]);
            RatedEngine {
                place,
                name: one_line(&names[player]),
                elo: rounded(rating.elo),
                error: rating.error.map(rounded),
                games: total.games,
                won: total.won,
                drawn: total.drawn,
                lost: total.games - total.won - total.drawn,
                points: rounded(total.points),
                score: rounded(total.points / total.games as f64),
                opponents: total.opponents.len(),
            }
        };
        Ok(Self {
            game: one_line(game),
            games: count,
            uncounted,
            encounters: encounters.len(),
            errors_from: errors,
            propped,
            engines: (1..).zip(order).map(engine).collect(),
            versions: versions(records),
        })
    }
}

/// The engines that differ between games: another version, or another quintet that played them.
fn versions(records: &[GameRecord]) -> Vec<EngineVersions> {
    let mut found: BTreeMap<Option<&str>, BTreeMap<String, u64>> = BTreeMap::new();
    for record in records {
        for seat in record.seats.iter().filter(|seat| !seat.id.is_empty()) {
            *found.entry(Some(&seat.name)).or_default().entry(one_line(&seat.id)).or_default() += 1;
        }
        if !record.quintet.is_empty() {
            let version = format!("quintet {}", one_line(&record.quintet));
            *found.entry(None).or_default().entry(version).or_default() += 1;
        }
    }
    found.retain(|_, games| games.len() > 1);
    found.into_iter().map(|(name, games)| EngineVersions { name: name.map(one_line), games }).collect()
}

/// The columns of [`RatingReport::csv`]. New ones are added at the end.
pub const RATING_COLUMNS: [&str; 14] = [
    "game",
    "place",
    "engine",
    "elo",
    "error",
    "games",
    "won",
    "drawn",
    "lost",
    "points",
    "score",
    "opponents",
    "errors_from",
    "propped",
];

impl RatingReport {
    /// The lists as CSV, one row for each engine in each.
    pub fn csv(&self) -> String {
        let mut text = csv::header(&RATING_COLUMNS);
        for list in &self.lists {
            for engine in &list.engines {
                let cells: [Cell; RATING_COLUMNS.len()] = [
                    Cell::word(&list.game),
                    Cell::count(engine.place as u64),
                    Cell::text(&engine.name),
                    Cell::number(engine.elo),
                    Cell::of(engine.error, Cell::number),
                    Cell::count(engine.games),
                    Cell::count(engine.won),
                    Cell::count(engine.drawn),
                    Cell::count(engine.lost),
                    Cell::number(engine.points),
                    Cell::number(engine.score),
                    Cell::count(engine.opponents as u64),
                    Cell::word(list.errors_from.word()),
                    Cell::word(if list.propped { "true" } else { "false" }),
                ];
                text += &csv::line(&cells);
            }
        }
        text
    }
}
