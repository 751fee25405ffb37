//! `quintet rating`: a rating list from record files.

use super::exit::Exit;
use super::{interrupt, report};
use crate::files::{self, MAX_RECORDS};
use crate::part::Part;
use crate::records::{self, GameRecord, RecordError};
use crate::search::Halt;
use crate::text::{counted, one_line, sentence, signed};
use crate::tournament::acceptance::Acceptance;
use crate::tournament::config::Config;
use crate::tournament::rating::ErrorSource;
use crate::tournament::rating_report::{GameRatings, RATING_SCHEMA, RatingReport, SprtProgress, TournamentProgress};
use crate::tournament::runner::Tournament;
use crate::tournament::sequential::SequentialTest;
use crate::tournament::sprt::Sprt;
use crate::tournament::standings::Standings;
use crate::version::VERSION;
use anyhow::{Result, anyhow, ensure};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{self, Write};
use std::path::PathBuf;

/// The arguments of `quintet rating`.
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of games, as `quintet match --out` and `--text` write them
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The tournament's file: check that the games are from it and complete, and run its SPRT
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Run an SPRT over the games, in the order of the schedule: elo0=0,elo1=5,alpha=0.05,beta=0.05
    #[arg(long)]
    sprt: Option<Sprt>,
    /// Print the lists as JSON (`quintet schema rating`)
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print the lists as CSV, one row per engine
    #[arg(long)]
    csv: bool,
}

impl Arguments {
    /// The tournament of `--config`, with the test of `--sprt` if that is given.
    fn tournament(&self) -> Result<Option<Tournament>> {
        let Some(path) = &self.config else { return Ok(None) };
        let mut config = Config::read(path)?;
        config.sprt = self.sprt.or(config.sprt);
        Ok(Some(Tournament::new(config, Halt::default())?))
    }
}

/// Prints a list for every game that the files hold, if all of them follow the rules; 0 if nothing is missing.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let tournament = arguments.tournament()?;
    let mut acceptance = tournament.as_ref().map(Acceptance::new).transpose()?;
    let mut by_game: BTreeMap<String, Vec<GameRecord>> = BTreeMap::new();
    let mut seen = HashSet::new();
    let mut twice = 0;
    for file in &arguments.files {
        let bytes = files::read(file, MAX_RECORDS)?;
        if bytes.trim_ascii().is_empty() {
            // A part that began after the decision of the test.
            continue;
        }
        let of_file = |error: &dyn std::fmt::Display| anyhow!("`{}`: {error}", file.display());
        let mut refused = None;
        // Of the turns only the acceptance wants to know, and they are most of a record.
        let mut keep = |number, record: GameRecord| {
            let record = GameRecord { number, ..record };
            // Games of no tournament have nothing by which to tell that they are the same.
            if !record.tournament.is_empty() && !seen.insert(record.key()) {
                twice += 1;
                return None;
            }
            if let (Some(acceptance), None) = (&mut acceptance, &refused) {
                refused = acceptance.take(&record, Part::WHOLE).err();
            }
            Some(GameRecord { turns: Vec::new(), ..record })
        };
        let imported = records::read_bytes_kept(file, &bytes, None, &mut keep)?;
        // Of our own games nothing is odd that was not changed, and then who knows what else was.
        let wrong = imported.oddities.iter().find(|oddity| oddity.refused || imported.is_own && oddity.game > 0);
        if let Some(oddity) = wrong {
            return Err(of_file(&sentence(&oddity.to_string(), 240, 2_000)));
        }
        if let Some(error) = refused {
            return Err(of_file(&error));
        }
        for what in records::oddity_lines(&imported.oddities) {
            report(&format!("`{}`: {}", file.display(), one_line(&what)));
        }
        for record in imported.records {
            by_game.entry(record.game.clone()).or_default().push(record);
        }
    }
    ensure!(!by_game.is_empty() || tournament.is_some(), "there are no games in these files");
    if twice > 0 {
        report(&format!("in the files twice, counted once: {}", counted(twice, "game")));
    }
    let records: Vec<&GameRecord> = by_game.values().flatten().collect();
    let completeness = match &tournament {
        Some(tournament) => Completeness::of(tournament, &records)?,
        None => Completeness::of_games_alone(arguments.sprt, &records)?,
    };
    let exit = interrupt::exit(completeness.is_whole());
    let lists: Result<Vec<GameRatings>, RecordError> =
        by_game.iter().map(|(game, records)| GameRatings::of(game, records)).collect();
    let report =
        RatingReport { schema: RATING_SCHEMA, quintet: VERSION, lists: lists?, tournament: completeness.progress() };
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
        return Ok(exit);
    }
    if arguments.csv {
        out.write_all(report.csv().as_bytes())?;
        // A table has no place for it.
        let mut text = Vec::new();
        completeness.print(&mut text)?;
        let _ = io::stderr().write_all(&text);
        return Ok(exit);
    }
    for (index, list) in report.lists.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print_list(&mut out, list)?;
    }
    completeness.print(&mut out)?;
    Ok(exit)
}

/// The state of a tournament and its test.
struct Completeness {
    games: u64,
    /// The number of games of the tournament, if known.
    all: Option<u64>,
    /// The first missing game, if any.
    missing: Option<u64>,
    /// The test, with the names of the engine tested and of its opponent.
    test: Option<(SequentialTest, [String; 2])>,
}

impl Completeness {
    /// The state from the games of a tournament.
    fn of(tournament: &Tournament, records: &[&GameRecord]) -> Result<Self> {
        let (config, plan) = (tournament.config(), tournament.plan());
        let (sides, sprt) = (config.session()?.sides(), config.sprt);
        let mut standings = Standings::new(plan.names.clone(), sides.clone(), plan.schedule.exchanges(), sprt);
        let of_schedule: Vec<&GameRecord> =
            records.iter().copied().filter(|record| record.number <= plan.schedule.len()).collect();
        of_schedule.iter().for_each(|record| standings.add(record));
        Ok(Self {
            games: standings.games(),
            all: Some(plan.schedule.len()),
            missing: first_missing(&of_schedule, &sides).filter(|number| *number <= plan.schedule.len()),
            test: standings.test().cloned().map(|test| (test, [0, 1].map(|engine| plan.names[engine].clone()))),
        })
    }

    /// The state of games with an unknown total.
    fn of_games_alone(sprt: Option<Sprt>, records: &[&GameRecord]) -> Result<Self> {
        let games = records.len() as u64;
        let Some(sprt) = sprt else { return Ok(Self { games, all: None, missing: None, test: None }) };
        let tournaments: HashSet<&str> = records.iter().map(|record| &record.tournament[..]).collect();
        ensure!(
            tournaments.len() == 1 && !tournaments.contains(""),
            "an SPRT needs the games of one tournament, and these are from {}",
            tournaments.len()
        );
        // The first engine sits at seat 1 in the first game of an encounter.
        let first =
            records.iter().find(|record| record.number % 2 == 1 && record.round.as_ref().is_none_or(|r| r.round == 1));
        let Some(first) = first else { return Err(anyhow!("these files have no first game of an encounter")) };
        let names: Vec<String> = first.seats.iter().map(|seat| seat.name.clone()).collect();
        let sides = first.session()?.sides();
        let known: HashSet<&str> = records.iter().flat_map(|record| &record.seats).map(|seat| &seat.name[..]).collect();
        ensure!(sides == [0, 1] && known.len() == 2, "an SPRT compares two engines in a game with two seats");
        let pair = [0, 1].map(|engine: usize| names[engine].clone());
        let mut standings = Standings::new(names, sides.clone(), 2, Some(sprt));
        records.iter().for_each(|record| standings.add(record));
        let last = records.iter().map(|record| record.number).max().unwrap_or(0);
        let missing = first_missing(records, &sides).filter(|number| *number <= last);
        Ok(Self {
            games: standings.games(),
            all: None,
            missing,
            test: standings.test().cloned().map(|test| (test, pair)),
        })
    }

    fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(|(test, _)| test.decision().is_some())
    }

    /// Whether nothing is missing that could change the result.
    fn is_whole(&self) -> bool {
        self.is_decided() || self.missing.is_none()
    }

    /// Everything as data; `None` if not requested.
    fn progress(&self) -> Option<TournamentProgress> {
        (self.all.is_some() || self.test.is_some()).then(|| TournamentProgress {
            games: self.games,
            all: self.all,
            missing: self.missing,
            whole: self.is_whole(),
            sprt: self.test.as_ref().map(|(test, names)| SprtProgress::new(test, names)),
        })
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        if self.all.is_none() && self.test.is_none() {
            return Ok(());
        }
        let of = self.all.map_or(String::new(), |all| format!(" of {all}"));
        let test = self.test.as_ref().map_or(String::new(), |(test, _)| format!(", {test}"));
        writeln!(out, "{}{of} games{test}", self.games)?;
        if let Some((test, [first, second])) = &self.test {
            writeln!(out, "  SPRT of {} against {} ({})", one_line(first), one_line(second), test.sprt())?;
            if let Some(remark) = test.remark() {
                writeln!(out, "  {remark}")?;
            }
        }
        if let Some(number) = self.missing.filter(|_| !self.is_decided()) {
            writeln!(out, "incomplete: the first missing game is number {number}")?;
        }
        Ok(())
    }
}

/// The number, from 1, of the first game that is missing or whose match is not over.
fn first_missing(records: &[&GameRecord], sides: &[usize]) -> Option<u64> {
    let finished = records.iter().filter(|record| record.counted_shares(sides).is_some());
    let numbers: BTreeSet<u64> = finished.map(|record| record.number).collect();
    let missing = numbers.iter().zip(1..).find(|(number, expected)| *number != expected);
    Some(missing.map_or(numbers.len() as u64 + 1, |(_, expected)| expected))
}

/// Prints the list of one game.
fn print_list(out: &mut impl Write, list: &GameRatings) -> Result<()> {
    let width = list.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(out, "{}: {}", list.game, counted(list.games, "game"))?;
    writeln!(out, " # {:width$}     Elo  95 %    games   score  opponents", "engine")?;
    for engine in &list.engines {
        let error = match engine.error {
            None => "-".to_string(),
            Some(error) if error < 9.95 => format!("± {error:.1}"),
            Some(error) => format!("± {error:.0}"),
        };
        writeln!(
            out,
            "{:2} {:width$}  {:>6}  {error:<6}  {:5}  {:4.1} %  {:9}",
            engine.place,
            engine.name,
            signed(engine.elo, 0),
            engine.games,
            100.0 * engine.score,
            engine.opponents
        )?;
    }
    if list.errors_from == ErrorSource::Encounters {
        let encounters = list.encounters;
        writeln!(out, "The intervals come from {encounters} encounters: games of one opening with seats exchanged.")?;
    }
    if list.propped {
        writeln!(
            out,
            "The games alone do not bound all differences, so one drawn game between every two engines is added."
        )?;
    }
    for engine in &list.versions {
        let games: Vec<String> =
            engine.games.iter().map(|(id, games)| format!("`{id}` in {}", counted(*games, "game"))).collect();
        let name = engine.name.as_deref().unwrap_or("the referee");
        writeln!(out, "{name} is not the same in all games: {}", games.join(", "))?;
    }
    Ok(())
}
