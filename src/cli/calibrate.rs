//! `quintet calibrate`: what the scores of searches are worth, from games of the engine against itself.

use super::selfplay::SelfPlay;
use super::{aside, interrupt, values};
use crate::calibration::{self, Calibration};
use crate::files::{self, Outputs};
use crate::registry;
use crate::text::counted;
use crate::train::asked_games::{AskedPlay, AskingGames, AskingPart, check_parts, games_file};
use crate::train::calibrate::{Calibrating, CalibrationOptions, CalibrationReport, CalibrationSource, Measured};
use crate::train::range::GameRange;
use crate::train::{TrainError, folder};
use anyhow::{Result, anyhow};
use clap::ValueHint;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;

/// How many games to play, or which ones.
#[derive(Clone, Copy, Debug)]
enum GamesWanted {
    /// The first ones, to calibrate with.
    First(u64),
    /// A part, which is only played.
    Part(GameRange),
}

impl FromStr for GamesWanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        /// The most games of a game.
        const MOST: u64 = 1_000_000;
        if text.contains("..") {
            let games: GameRange = text.parse()?;
            return if games.to <= MOST {
                Ok(Self::Part(games))
            } else {
                Err(format!("there are at most {MOST} games"))
            };
        }
        let number = text.parse().ok().filter(|number| (10..MOST).contains(number));
        number.map(Self::First).ok_or_else(|| format!("games are a number from 10 to {}, or A..B", MOST - 1))
    }
}

/// The arguments of `quintet calibrate`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The games (`quintet games` lists them); all of them if none is named
    #[arg(value_name = "GAME", value_parser = values::game(), hide_possible_values = true)]
    which: Vec<String>,
    /// The folder for the games, the pictures and the curves; an interrupted run there is continued
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    /// Play this many games of each game; or with A..B, from game A (the first is 0) up to but not including B, only
    /// play and evaluate these: a part for `--join`
    #[arg(long, value_name = "N|A..B", default_value = "300", conflicts_with = "join")]
    games: GamesWanted,
    /// Calibrate with the games of these parts, one folder each
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, num_args = 1..)]
    join: Vec<PathBuf>,
    /// Nodes of alpha-beta before each decision
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Iterations of MCTS before each decision or per position
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Evaluate this many positions of each game with each search that does not play
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..1_000))]
    asked: u64,
    #[command(flatten)]
    self_play: SelfPlay,
}

impl Arguments {
    fn play(&self) -> Result<AskedPlay> {
        let (opening, seed) = (self.self_play.opening()?, self.self_play.seed);
        let Self { nodes, iterations, .. } = *self;
        Ok(AskedPlay { nodes, iterations, asked: self.asked as usize, opening, seed })
    }

    fn games(&self) -> Result<Vec<&'static str>> {
        let mut names = Vec::new();
        for name in &self.which {
            names.push(super::open(name)?.name());
        }
        Ok(if names.is_empty() { registry::names().collect() } else { names })
    }
}

/// Calibrates, or plays a part of the games.
pub fn run(arguments: &Arguments) -> Result<()> {
    let (names, play) = (arguments.games()?, arguments.play()?);
    Outputs::new(false).reading(&arguments.join).set_apart(&arguments.out)?;
    let pool = arguments.self_play.pool()?;
    arguments.self_play.begin()?;
    pool.install(|| {
        let _lock = folder::take(&arguments.out, &arguments.self_play.locking.options())?;
        match arguments.games {
            GamesWanted::Part(games) => play_part(arguments, &names, &play, games),
            GamesWanted::First(games) => calibrate(arguments, &names, play, games),
        }
    })
}

/// Plays some games of each game, and evaluates them.
fn play_part(arguments: &Arguments, names: &[&'static str], play: &AskedPlay, games: GameRange) -> Result<()> {
    let display = ProgressDisplay::new(names.len() as u64, games.number());
    for (place, &name) in names.iter().enumerate() {
        let mut on_progress = |games| display.show(place, name, games);
        let (out, stop) = (&arguments.out, &interrupt::has_come);
        let asking = AskingGames { out, play, stop, on_progress: &mut on_progress };
        registry::visit(name, AskingPart { asking, games }).ok_or_else(|| anyhow!("no game `{name}`"))??;
        display.end_game(name, games.number());
    }
    display.end();
    writeln!(io::stdout().lock(), "games {games} of {}\n{}", named(names), arguments.out.display())?;
    Ok(())
}

/// Calibrates. The answer is a table, ready for a document.
fn calibrate(arguments: &Arguments, names: &[&'static str], play: AskedPlay, games: u64) -> Result<()> {
    let source = if arguments.join.is_empty() {
        CalibrationSource::Play(games)
    } else {
        check_parts(&arguments.join, names)?;
        CalibrationSource::Join(arguments.join.clone())
    };
    let file = arguments.out.join("curves.txt");
    let begun: Vec<PathBuf> = registry::names().map(|name| arguments.out.join(games_file(name))).collect();
    let pictures = names.iter().map(|name| arguments.out.join(format!("reliability-{name}.svg")));
    folder::check_results(&begun, &pictures.chain([file.clone()]).collect::<Vec<_>>())?;
    let options = CalibrationOptions { out: arguments.out.clone(), source, play };
    let display = ProgressDisplay::new(names.len() as u64, games);
    // Games that are not calibrated now keep the curves they have.
    let mut all: Vec<(String, Calibration)> =
        registry::GAMES.iter().map(|entry| (entry.name.to_string(), Calibration::of(entry.name))).collect();
    let mut rows = Vec::new();
    let mut found = Vec::new();
    for (place, &name) in names.iter().enumerate() {
        let mut on_progress = |games| display.show(place, name, games);
        let (options, stop) = (&options, &interrupt::has_come);
        let calibrating = Calibrating { options, stop, on_progress: &mut on_progress };
        let report = registry::visit(name, calibrating).ok_or_else(|| anyhow!("no game `{name}`"))??;
        if let Some((_, calibration)) = all.iter_mut().find(|(game, _)| game == name) {
            *calibration = report.calibration;
        }
        rows.push(row(name, &report));
        display.end_game(name, report.games);
        found.push(report.games);
    }
    display.end();
    // Of parts of several games one may have fewer.
    let games = found.iter().copied().max().unwrap_or(0);
    if let Some((name, found)) = names.iter().zip(found).find(|(_, found)| *found < games) {
        let sentence = format!("the games {found}..{games} of `{name}` are missing");
        return Err(TrainError::Missing(sentence).into());
    }
    let AskedPlay { nodes, iterations, asked, opening, seed } = &options.play;
    let remark = format!(
        "by `quintet calibrate`: {games} games of {}, {nodes} nodes or {iterations} iterations, asked {asked}, opening {}-{}, seed {seed}",
        named(names),
        opening.start(),
        opening.end(),
    );
    files::write(&file, calibration::write(&[remark], &all).as_bytes())?;
    let mut out = io::stdout().lock();
    writeln!(out, "{HEAD}{}\n{}", rows.concat(), file.display())?;
    Ok(())
}

/// The games in words.
fn named(names: &[&str]) -> String {
    if names.len() == registry::GAMES.len() { "each game".to_string() } else { names.join(", ") }
}

const HEAD: &str = "\
| game | shared | search | positions | scale | error in use | new | by chance | loss in use | new |
|---|---|---|---|---|---|---|---|---|---|
";

fn row(name: &str, report: &CalibrationReport) -> String {
    let shared = 100.0 * report.shared as f64 / report.games as f64;
    let line = |measured: &Measured| {
        let Measured { kind, curve, in_use, new } = measured;
        let kind = kind.name();
        let percent = |error: f64| format!("{:.1} %", 100.0 * error);
        format!(
            "| `{name}` | {shared:.1} % | {kind} | {} | {:.2} | {} | {} | {} | {:.3} | {:.3} |\n",
            new.positions,
            curve.scale,
            percent(in_use.error),
            percent(new.error),
            percent(new.chance),
            in_use.loss,
            new.loss
        )
    };
    report.measured.iter().map(line).collect()
}

/// Shows the progress: a bar on a terminal, otherwise a line for each game.
struct ProgressDisplay {
    bar: Option<ProgressBar>,
    /// Games of each game.
    games: u64,
}

impl ProgressDisplay {
    fn new(names: u64, games: u64) -> Self {
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(names * games));
        if let (Some(bar), Ok(style)) =
            (&bar, ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg}, {eta} left"))
        {
            bar.set_style(style);
        }
        Self { bar, games }
    }

    fn show(&self, place: usize, name: &'static str, games: u64) {
        if let Some(bar) = &self.bar {
            bar.set_message(name);
            bar.set_position(place as u64 * self.games + games);
        }
    }

    fn end_game(&self, name: &str, games: u64) {
        if self.bar.is_none() {
            aside(&format!("{name}: {}", counted(games, "game")));
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
