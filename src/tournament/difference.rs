//! Which settings of a tournament differ from those of the games in its file.
//!
//! A game carries a fingerprint of all settings, and shows many of the settings itself. Those are compared directly;
//! for the others, the fingerprint is tried with other values.

use super::config::{Config, MatchPlan};
use super::runner::{Tournament, is_game_seed};
use super::schedule::{Format, Order};
use crate::records::{GameRecord, setup};
use crate::text::shorten;
use itertools::Itertools;
use std::collections::{BTreeMap, BTreeSet};

/// How many other seeds, game lengths and match points are tried.
const SEEDS: u64 = 10_000;
const MAXTURNS: usize = 5_000;
const POINTS: u32 = 200;
/// The most bytes that are hashed to find a value.
const MOST_BYTES: usize = 50_000_000;

/// What to say about games that are all of one other tournament: the settings that differ, each with its value there
/// and here.
pub(super) fn difference(tournament: &Tournament, records: &[&GameRecord]) -> String {
    let what = Comparison { tournament, records }.differences();
    match &what[..] {
        [] => {
            "it differs in something its games do not show: `openings`, `resign`, `draw`, or several settings at once"
                .into()
        }
        what => what.join("; "),
    }
}

struct Comparison<'a> {
    tournament: &'a Tournament,
    records: &'a [&'a GameRecord],
}

/// A setting that differs.
fn differs(what: &str, there: impl std::fmt::Display, here: impl std::fmt::Display) -> String {
    format!("{what} is {} there and {} here", shown(&there.to_string()), shown(&here.to_string()))
}

fn shown(value: &str) -> String {
    if value.is_empty() { "not given".to_string() } else { format!("`{}`", shorten(value)) }
}

/// The options of `of` that differ.
fn options(of: &str, there: &BTreeMap<String, String>, here: &BTreeMap<String, String>) -> Vec<String> {
    let names: BTreeSet<&String> = there.keys().chain(here.keys()).collect();
    let value = |options: &BTreeMap<String, String>, name: &String| options.get(name).cloned().unwrap_or_default();
    let pairs = names.into_iter().map(|name| (name, value(there, name), value(here, name)));
    let different = pairs.filter(|(_, there, here)| there != here);
    different
        .map(|(name, there, here)| differs(&format!("the option `{}` of {of}", shorten(name)), there, here))
        .collect()
}

impl Comparison<'_> {
    fn differences(&self) -> Vec<String> {
        let (config, plan) = (self.tournament.config(), self.tournament.plan());
        let (Some(first), Ok(session)) = (self.records.first(), config.session()) else { return Vec::new() };
        if !first.game.eq_ignore_ascii_case(session.name()) {
            return vec![differs("the game", &first.game, session.name())];
        }
        // A game may have got an option after these games were played.
        let there = first.session().map_or_else(|_| first.option.clone(), |session| setup(&*session));
        let mut found = options("the game", &there, &setup(&*session));
        found.extend(self.of_engines());
        match (first.round.is_some(), config.points) {
            (true, None) => found.push("`points` is given there and not here".to_string()),
            (false, Some(points)) => found.push(differs("`points`", "", points)),
            _ => {}
        }
        let mut base = config.clone();
        if !self.has_seed(config.seed) {
            let seed = (0..SEEDS).find(|seed| self.has_seed(*seed));
            found.push(match seed {
                Some(seed) => differs("`seed`", seed, config.seed),
                None => format!("`seed` is another there than {} here", config.seed),
            });
            base.seed = seed.unwrap_or(base.seed);
        }
        if let Some(record) = self.records.iter().find(|record| !plan.openings.contains(&record.opening)) {
            let opening = record.opening.join(" ");
            found.push(format!("`openings`: {} is played there, which is not among those here", shown(&opening)));
        }
        if !self.is(&base, plan) {
            found.extend(self.tried(&base));
        }
        found
    }

    /// Differences between the engines, as far as they play in the games.
    fn of_engines(&self) -> Vec<String> {
        let (config, plan) = (self.tournament.config(), self.tournament.plan());
        let mut found = Vec::new();
        let seats = self.records.iter().flat_map(|record| &record.seats);
        for seat in seats.unique_by(|seat| &seat.name) {
            let name = shown(&seat.name);
            match plan.names.iter().position(|known| *known == seat.name) {
                None => found.push(format!("the engine {name} plays there and not here")),
                Some(engine) => {
                    let limits = plan.limits[engine].to_string();
                    if seat.limits != limits {
                        found.push(differs(&format!("`tc` of {name}"), &seat.limits, limits));
                    }
                    found.extend(options(&name, &seat.option, &config.engine[engine].options().into_iter().collect()));
                }
            }
        }
        found
    }

    /// Whether the games have the seeds derived from this one.
    fn has_seed(&self, seed: u64) -> bool {
        self.records.iter().all(|record| is_game_seed(record, seed))
    }

    /// Whether the games belong to the tournament with this configuration.
    fn is(&self, config: &Config, plan: &MatchPlan) -> bool {
        self.records.first().is_some_and(|record| record.tournament == config.fingerprint(plan))
    }

    /// The hidden setting, and its value, that gives the games' fingerprint.
    fn tried(&self, base: &Config) -> Option<String> {
        let plan = self.tournament.plan();
        let with = |change: &dyn Fn(&mut Config)| {
            let mut config = base.clone();
            change(&mut config);
            self.is(&config, plan)
        };
        let bytes = 500 + plan.openings.iter().flatten().map(|turn| turn.len() + 4).sum::<usize>();
        let tries = MOST_BYTES / bytes;
        for (format, word) in [(Format::RoundRobin, "round-robin"), (Format::Gauntlet, "gauntlet")] {
            if with(&|config| config.format = format) {
                return Some(format!("`format` is `{word}` there and not here"));
            }
        }
        for (order, word) in [(Order::Sequential, "sequential"), (Order::Random, "random")] {
            if with(&|config| config.order = order) {
                return Some(format!("`order` is `{word}` there and not here"));
            }
        }
        if with(&|config| config.resign = None) {
            return Some("`resign` is given here and not there".to_string());
        }
        if with(&|config| config.draw = None) {
            return Some("`draw` is given here and not there".to_string());
        }
        for (engine, name) in plan.names.iter().enumerate() {
            if with(&|config| config.engine[engine].ponder = Some(!base.engine[engine].ponders())) {
                return Some(differs(
                    &format!("`ponder` of {}", shown(name)),
                    !base.engine[engine].ponders(),
                    base.engine[engine].ponders(),
                ));
            }
        }
        if let Some(points) = (1..POINTS).take(tries).find(|points| with(&|config| config.points = Some(*points))) {
            return Some(differs("`points`", points, base.points.map_or(String::new(), |points| points.to_string())));
        }
        if let Some(most) = (1..MAXTURNS).take(tries).find(|most| with(&|config| config.maxturns = *most)) {
            return Some(differs("`maxturns`", most, base.maxturns));
        }
        let engines = plan.names.len();
        let orders = (0..engines).permutations(engines).take(120.min(tries));
        let of = |order: &Vec<usize>| {
            let (mut config, mut plan) = (base.clone(), plan.clone());
            config.engine = order.iter().map(|engine| base.engine[*engine].clone()).collect();
            plan.names = order.iter().map(|engine| self.tournament.plan().names[*engine].clone()).collect();
            plan.limits = order.iter().map(|engine| self.tournament.plan().limits[*engine].clone()).collect();
            self.is(&config, &plan)
        };
        orders.into_iter().find(of).map(|_| "the engines are given in another order there".to_string())
    }
}
