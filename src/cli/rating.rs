//! `quintet rating`: a rating list from record files.

use crate::records::{self, GameRecord};
use crate::text::one_line;
use crate::tournament::rating::{Games, RatingList};
use anyhow::{Result, anyhow, ensure};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;

/// The arguments of `quintet rating`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of games, as `quintet match --out` writes them
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// What the games of an engine add up to.
#[derive(Clone, Default)]
struct Totals {
    games: u64,
    points: f64,
    opponents: HashSet<usize>,
}

/// Prints a list for every game that the files hold, if all of them are as the rules have them.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut by_game: BTreeMap<String, Vec<GameRecord>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut twice = 0;
    for file in &arguments.files {
        for record in records::read(file)? {
            let wrong = |error| anyhow!("game {} of `{}`: {error}", record.number, file.display());
            record.check().map_err(wrong)?;
            let round = record.round.as_ref().map(|round| round.round);
            // Games of no tournament have nothing by which to tell that they are the same.
            if record.tournament.is_empty() || seen.insert((record.tournament.clone(), record.number, round)) {
                by_game.entry(record.game.clone()).or_default().push(record);
            } else {
                twice += 1;
            }
        }
    }
    ensure!(!by_game.is_empty(), "there are no games in these files");
    if twice > 0 {
        let _ = writeln!(io::stderr(), "quintet: {twice} games that are in the files twice are counted once");
    }
    let mut out = io::stdout().lock();
    for (index, (game, records)) in by_game.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        list(&mut out, game, records)?;
    }
    Ok(())
}

/// The games of one game, added up.
#[derive(Default)]
struct Sum<'a> {
    count: u64,
    names: Vec<String>,
    /// By engine, in the order of the names.
    totals: Vec<Totals>,
    games: Games,
    /// The sides of the seats, which depend on the options.
    sides_of: HashMap<&'a BTreeMap<String, String>, Vec<usize>>,
}

impl<'a> Sum<'a> {
    fn player(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_string());
            self.totals.push(Totals::default());
            self.names.len() - 1
        })
    }

    fn add(&mut self, record: &'a GameRecord) -> Result<()> {
        if !self.sides_of.contains_key(&record.option) {
            self.sides_of.insert(&record.option, record.session()?.sides());
        }
        let sides = self.sides_of[&record.option].clone();
        ensure!(sides.len() == record.seats.len(), "game {} has not as many seats as {}", record.number, record.game);
        let Some(shares) = record.counted_shares(&sides) else { return Ok(()) };
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
                totals.points += points[side];
                totals.opponents.extend(others().filter(|other| *other != player));
            }
        }
        self.games.add(players, &points);
        Ok(())
    }
}

/// Prints the list of one game.
fn list(out: &mut impl Write, game: &str, records: &[GameRecord]) -> Result<()> {
    let mut sum = Sum::default();
    for record in records {
        sum.add(record)?;
    }
    let Sum { count, names, totals, games, .. } = sum;
    if names.len() < 2 {
        return Err(anyhow!("there is nothing to compare in the games of {game}"));
    }
    let RatingList { ratings, propped } = games.rate(names.len());
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    let width = names.iter().map(|name| one_line(name).chars().count()).max().unwrap_or(0).max(6);
    writeln!(out, "{}: {count} games", one_line(game))?;
    writeln!(out, " # {:width$}     Elo  95 %    games   score  opponents", "engine")?;
    for (place, player) in order.into_iter().enumerate() {
        let (rating, total) = (ratings[player], &totals[player]);
        writeln!(
            out,
            "{:2} {:width$}  {:+6.0}  ± {:<4.0}  {:5}  {:4.1} %  {:9}",
            place + 1,
            one_line(&names[player]),
            // Nothing is not less than nothing.
            rating.elo.round() + 0.0,
            rating.error,
            total.games,
            100.0 * total.points / total.games as f64,
            total.opponents.len()
        )?;
    }
    if propped {
        writeln!(
            out,
            "The games alone do not bound all differences; one drawn game between every two engines is added."
        )?;
    }
    Ok(())
}
