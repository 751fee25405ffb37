//! `quintet train`: an evaluation learned from games of the engine against itself.

use super::selfplay::SelfPlay;
use crate::registry;
use crate::search::Kind;
use crate::train::{Progress, Training, TrainingOptions, fit, samples, selfplay};
use anyhow::{Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The arguments of `quintet train`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    game: String,
    /// The folder for the games, the weights and the picture; a training that was interrupted there is continued
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Learn also from the games of this file, in whatever way they were played; may be given several times
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// Collect so many different quiet positions
    #[arg(long, default_value_t = 1_000_000)]
    positions: usize,
    /// Nodes of the search before each decision, or iterations if that is MCTS
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The probability of a random decision later on
    #[arg(long, default_value_t = 0.01)]
    explore: f64,
    /// Learn also from positions in which something can be gained at once, for example a row
    #[arg(long = "gains")]
    noisy: bool,
    /// How much the game's result counts in what is to be foretold; the rest is the search's score
    #[arg(long, default_value_t = 0.7)]
    mix: f64,
    /// Hold out every so many-th game to measure the loss
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,
    /// The most passes over all positions
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// End after so many passes without progress; each halves the length of the steps
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Positions between two steps of the fit
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// The length of the first steps of the fit, for all features together that a position usually has
    #[arg(long, default_value_t = 0.05)]
    rate: f64,
    /// What large weights cost
    #[arg(long, default_value_t = 100.0)]
    decay: f64,
    #[command(flatten)]
    self_play: SelfPlay,
}

impl Arguments {
    fn options(&self, kind: Kind) -> Result<TrainingOptions> {
        let (opening, seed) = (self.self_play.opening()?, self.self_play.seed);
        let Self { explore, mix, rate, decay, nodes, .. } = *self;
        for (name, value, most) in
            [("explore", explore, 1.0), ("mix", mix, 1.0), ("rate", rate, 1.0), ("decay", decay, 1e9)]
        {
            ensure!((0.0..=most).contains(&value), "`--{name}` must be from 0 to {most}, not {value}");
        }
        let play = selfplay::SelfPlayOptions { kind, seed, nodes, opening, explore };
        let (epochs, patience, batch) = (self.epochs, self.patience, self.batch as usize);
        let fit = fit::FitOptions { epochs, patience, batch, rate, decay, seed };
        let choice = samples::SampleChoice { noisy: self.noisy, mix, hold_out: self.hold_out };
        let (out, also) = (self.out.clone(), self.also.clone());
        Ok(TrainingOptions { out, also, positions: self.positions, play, fit, choice })
    }
}

/// Trains, and shows the progress on stderr: with a bar on a terminal, else with a line now and then.
pub fn run(arguments: &Arguments) -> Result<()> {
    let auto = super::open(&arguments.game)?.auto();
    let options = arguments.options(auto)?;
    let pool = arguments.self_play.pool()?;
    let mut display = ProgressDisplay::new(options.positions);
    let mut on_progress = |progress| display.show(progress);
    let training = Training { options: &options, on_progress: &mut on_progress };
    let report = pool.install(|| registry::visit_learned(&arguments.game, training)).ok_or_else(|| {
        let games = registry::learned_names().collect::<Vec<_>>().join(", ");
        anyhow!("the evaluation of `{}` cannot be learned; that is possible for {games}", arguments.game)
    })??;
    let mut out = io::stdout().lock();
    writeln!(out, "games {} positions {} held out {}", report.games, report.training, report.held_out)?;
    writeln!(out, "held-out loss {:.5}, of the evaluation in use {:.5}", report.loss, report.loss_in_use)?;
    for file in &report.files {
        writeln!(out, "{}", file.display())?;
    }
    Ok(())
}

/// Shows the progress.
struct ProgressDisplay {
    bar: Option<ProgressBar>,
    last: Option<Instant>,
}

impl ProgressDisplay {
    fn new(positions: usize) -> Self {
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(positions as u64));
        if let (Some(bar), Ok(style)) =
            (&bar, ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {msg}, {eta} left"))
        {
            bar.set_style(style);
        }
        Self { bar, last: None }
    }

    fn show(&mut self, progress: Progress) {
        /// Time between lines.
        const PAUSE: Duration = Duration::from_secs(10);
        match (progress, &self.bar) {
            (Progress::Games { games, positions }, Some(bar)) => {
                bar.set_position(positions as u64);
                bar.set_message(format!("{games} games"));
            }
            (Progress::Games { games, positions }, None) => {
                if self.last.is_none_or(|last| last.elapsed() >= PAUSE) {
                    self.last = Some(Instant::now());
                    note(&format!("{games} games, {positions} positions"));
                }
            }
            (Progress::Epoch(epoch), bar) => {
                let line =
                    format!("epoch {}: loss {:.5}, held out {:.5}", epoch.number, epoch.training, epoch.held_out);
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                }
                note(&line);
            }
        }
    }
}

/// Writes something that is not the answer; whether anybody reads it does not matter.
fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
