//! `quintet calibrate`: what the scores of searches are worth, from games of the engine against itself.

use super::selfplay::SelfPlay;
use crate::calibration::{self, Calibration};
use crate::files;
use crate::registry;
use crate::train::calibrate::{Calibrating, CalibrationOptions, CalibrationReport, Measured};
use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

/// The arguments of `quintet calibrate`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The games (`quintet games` lists them); all of them if none is named
    #[arg(value_name = "GAME")]
    which: Vec<String>,
    /// The folder for the games, the pictures and the curves; what was interrupted there is continued
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Play so many games of each game
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u64).range(10..1_000_000))]
    games: u64,
    /// Nodes of alpha-beta before each decision
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Iterations of MCTS before each decision or about a position
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Ask each search that does not play about so many positions of each game
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..1_000))]
    asked: u64,
    #[command(flatten)]
    self_play: SelfPlay,
}

impl Arguments {
    fn options(&self) -> Result<CalibrationOptions> {
        let (opening, seed) = (self.self_play.opening()?, self.self_play.seed);
        let Self { games, nodes, iterations, .. } = *self;
        let (out, asked) = (self.out.clone(), self.asked as usize);
        Ok(CalibrationOptions { out, games, nodes, iterations, asked, opening, seed })
    }
}

/// Calibrates, with a bar on a terminal. The answer is a table, ready for a document.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut names = Vec::new();
    for name in &arguments.which {
        names.push(super::open(name)?.name());
    }
    if names.is_empty() {
        names.extend(registry::names());
    }
    let options = arguments.options()?;
    let pool = arguments.self_play.pool()?;
    let bar = bar(names.len() as u64 * options.games);
    // Games that are not calibrated now keep the curves they have.
    let mut all: Vec<(String, Calibration)> =
        registry::GAMES.iter().map(|entry| (entry.name.to_string(), Calibration::of(entry.name))).collect();
    let mut rows = Vec::new();
    for (place, &name) in names.iter().enumerate() {
        let mut on_progress = |games| {
            if let Some(bar) = &bar {
                bar.set_message(name);
                bar.set_position(place as u64 * options.games + games);
            }
        };
        let calibrating = Calibrating { options: &options, on_progress: &mut on_progress };
        let report =
            pool.install(|| registry::visit(name, calibrating)).ok_or_else(|| anyhow!("no game `{name}`"))??;
        if let Some((_, calibration)) = all.iter_mut().find(|(game, _)| game == name) {
            *calibration = report.calibration;
        }
        rows.push(row(name, &report));
        if bar.is_none() {
            let _ = writeln!(io::stderr(), "{name}: {} games", report.games);
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let CalibrationOptions { games, nodes, iterations, asked, opening, seed, .. } = &options;
    let remark = format!(
        "by `quintet calibrate`: {games} games of {}, {nodes} nodes or {iterations} iterations, asked {asked}, opening {}-{}, seed {seed}",
        if names.len() == registry::GAMES.len() { "each game".to_string() } else { names.join(", ") },
        opening.start(),
        opening.end(),
    );
    let file = options.out.join("curves.txt");
    files::write(&file, calibration::write(&[remark], &all).as_bytes())
        .with_context(|| format!("`{}` cannot be written", file.display()))?;
    let mut out = io::stdout().lock();
    writeln!(out, "{HEAD}{}\n{}", rows.concat(), file.display())?;
    Ok(())
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

fn bar(length: u64) -> Option<ProgressBar> {
    let bar = io::stderr().is_terminal().then(|| ProgressBar::new(length))?;
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {msg}, {eta} left") {
        bar.set_style(style);
    }
    Some(bar)
}
