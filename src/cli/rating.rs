//! `quintet rating`: a rating list from record files.

use crate::tournament::rating::{Games, RatingList};
use crate::tournament::record::{self, GameRecord};
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

/// Prints a list for every game that the files hold.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut by_game: BTreeMap<String, Vec<GameRecord>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut twice = 0;
    for file in &arguments.files {
        for record in record::read(file)? {
            let round = record.round.as_ref().map(|round| round.round);
            if seen.insert((record.tournament.clone(), record.number, round)) {
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

/// Prints the list of one game.
fn list(out: &mut impl Write, game: &str, records: &[GameRecord]) -> Result<()> {
    let mut names: Vec<String> = Vec::new();
    let mut games = Games::default();
    let mut lines: Vec<Totals> = Vec::new();
    let mut count = 0;
    let mut sides_of: HashMap<&BTreeMap<String, String>, Vec<usize>> = HashMap::new();
    for record in records {
        let sides = match sides_of.get(&record.option) {
            Some(sides) => sides,
            None => {
                let sides = record.session()?.sides();
                sides_of.entry(&record.option).or_insert(sides)
            }
        };
        ensure!(sides.len() == record.seats.len(), "game {} has not as many seats as {game}", record.number);
        let Some(shares) = record.counted_shares(sides) else { continue };
        count += 1;
        let mut players = vec![Vec::new(); sides.iter().max().map_or(0, |most| most + 1)];
        let mut points = vec![0.0; players.len()];
        for ((seat, &side), share) in record.seats.iter().zip(sides).zip(shares) {
            let player = names.iter().position(|name| *name == seat.name).unwrap_or_else(|| {
                names.push(seat.name.clone());
                lines.push(Totals::default());
                names.len() - 1
            });
            players[side].push(player);
            points[side] = share;
        }
        for (side, team) in players.iter().enumerate() {
            let others = || players.iter().enumerate().filter(|(other, _)| *other != side).flat_map(|(_, team)| team);
            for player in team.iter().collect::<HashSet<_>>() {
                lines[*player].games += 1;
                lines[*player].points += points[side];
                lines[*player].opponents.extend(others().filter(|other| *other != player));
            }
        }
        games.add(players, &points);
    }
    if names.len() < 2 {
        return Err(anyhow!("there is nothing to compare in the games of {game}"));
    }
    let RatingList { ratings, propped } = games.rate(names.len());
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(out, "{game}: {count} games")?;
    writeln!(out, " # {:width$}     Elo  95 %    games   score  opponents", "engine")?;
    for (place, player) in order.into_iter().enumerate() {
        let (rating, line) = (ratings[player], &lines[player]);
        writeln!(
            out,
            "{:2} {:width$}  {:+6.0}  ± {:<4.0}  {:5}  {:4.1} %  {:9}",
            place + 1,
            names[player],
            // Nothing is not less than nothing.
            rating.elo.round() + 0.0,
            rating.error,
            line.games,
            100.0 * line.points / line.games as f64,
            line.opponents.len()
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
