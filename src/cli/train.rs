//! `quintet train`: an evaluation learned from games of the engine against itself.

use super::selfplay::SelfPlay;
use super::{aside, interrupt, values};
use crate::files::Outputs;
use crate::registry;
use crate::search::Kind;
use crate::text::counted;
use crate::train::gather::{GameSource, PartOptions, PlayingPart, games_of};
use crate::train::range::GameRange;
use crate::train::{Progress, TrainError, Training, TrainingOptions, fit, samples, selfplay};
use anyhow::{Result, anyhow, ensure};
use clap::ValueHint;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Arguments without a meaning for games that are only played.
const PART_HAS_NO: [&str; 11] =
    ["join", "also", "positions", "noisy", "mix", "hold_out", "epochs", "patience", "batch", "rate", "decay"];

/// The default number of different quiet positions to collect.
const POSITIONS: usize = 1_000_000;

/// The arguments of `quintet train`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::learned_game(), hide_possible_values = true)]
    game: String,
    /// The folder for the games, the weights and the picture; an interrupted training there is continued
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: PathBuf,
    /// Only play games A (the first is 0) up to but not including B: a part for `--join`
    #[arg(long, value_name = "A..B", conflicts_with_all = PART_HAS_NO)]
    games: Option<GameRange>,
    /// Train on the games of these parts, one folder each
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, num_args = 1..)]
    join: Vec<PathBuf>,
    /// Also train on the games of this file, of this game or of another with the same weights, however they were played; may be
    /// given several times
    #[arg(long, value_name = "FILE")]
    also: Vec<PathBuf>,
    /// Collect this many different quiet positions [default: 1000000; with --join all there are]
    #[arg(long)]
    positions: Option<usize>,
    /// Nodes of the search before each decision, or iterations if that is MCTS
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The probability of a random decision later on
    #[arg(long, default_value_t = 0.01)]
    explore: f64,
    /// Also train on positions where something can be gained at once, such as a row
    #[arg(long = "gains")]
    noisy: bool,
    /// The weight of the game's result in the value to predict; the rest is the search's score
    #[arg(long, default_value_t = 0.3)]
    mix: f64,
    /// Hold out every Nth game to measure the loss
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..))]
    hold_out: u64,
    /// Passes over all positions; the steps shrink to nothing until the last
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Stop after this many passes without progress
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u32).range(1..))]
    patience: u32,
    /// Positions between two steps of the fit
    #[arg(long, default_value_t = 4_096, value_parser = clap::value_parser!(u64).range(1..))]
    batch: u64,
    /// The length of the first steps of the fit, for all the features of a usual position together
    #[arg(long, default_value_t = 0.08)]
    rate: f64,
    /// The penalty for large weights
    #[arg(long, default_value_t = 0.1)]
    decay: f64,
    #[command(flatten)]
    self_play: SelfPlay,
}

impl Arguments {
    fn play(&self, kind: Kind) -> Result<selfplay::SelfPlayOptions> {
        check(&[("explore", self.explore, 1.0)])?;
        let (opening, seed) = (self.self_play.opening()?, self.self_play.seed);
        Ok(selfplay::SelfPlayOptions { kind, seed, nodes: self.nodes, opening, explore: self.explore })
    }

    fn options(&self, kind: Kind) -> Result<TrainingOptions> {
        let Self { mix, rate, decay, positions, .. } = *self;
        let play = self.play(kind)?;
        check(&[("mix", mix, 1.0), ("rate", rate, 1.0), ("decay", decay, 1e9)])?;
        let (epochs, patience, batch) = (self.epochs, self.patience, self.batch as usize);
        let window = fit::FitOptions::WINDOW;
        let fit = fit::FitOptions { epochs, patience, batch, rate, decay, seed: play.seed, window };
        let choice = samples::SampleChoice { noisy: self.noisy, mix, hold_out: self.hold_out };
        let source = if self.join.is_empty() {
            GameSource::Play(positions.unwrap_or(POSITIONS))
        } else {
            GameSource::Join { folders: self.join.clone(), positions }
        };
        let (out, also, locking) = (self.out.clone(), self.also.clone(), self.self_play.locking.options());
        Ok(TrainingOptions { out, source, locking, also, play, fit, choice })
    }
}

/// Checks that each of these arguments is from 0 to its maximum.
fn check(values: &[(&str, f64, f64)]) -> Result<()> {
    for &(name, value, most) in values {
        ensure!((0.0..=most).contains(&value), "`--{name}` must be from 0 to {most}, not {value}");
    }
    Ok(())
}

/// Trains, or plays a part of the games, and shows the progress on stderr: with a bar on a terminal, otherwise with a
/// line now and then.
pub fn run(arguments: &Arguments) -> Result<()> {
    let auto = super::open(&arguments.game)?.auto();
    // A folder cannot be a part of itself, and games being played cannot also come from another file.
    let mut outputs = Outputs::new(false).reading(arguments.join.iter().chain(&arguments.also));
    outputs.set_apart(&arguments.out)?;
    outputs.set_apart(&games_of(&arguments.out))?;
    let pool = arguments.self_play.pool()?;
    arguments.self_play.begin()?;
    match arguments.games {
        Some(games) => pool.install(|| play_part(arguments, games, auto)),
        None => pool.install(|| train(arguments, auto)),
    }
}

fn play_part(arguments: &Arguments, games: GameRange, kind: Kind) -> Result<()> {
    let (out, play, locking) = (arguments.out.clone(), arguments.play(kind)?, arguments.self_play.locking.options());
    let options = PartOptions { out, games, play, locking };
    let mut display = ProgressDisplay::new(games.number(), "games");
    let mut on_progress = |progress| display.show(progress);
    let playing = PlayingPart { options: &options, stop: &interrupt::has_come, on_progress: &mut on_progress };
    let file = learned(&arguments.game, registry::visit_learned(&arguments.game, playing))?;
    writeln!(io::stdout().lock(), "games {games}\n{}", file.display())?;
    Ok(())
}

fn train(arguments: &Arguments, kind: Kind) -> Result<()> {
    let options = arguments.options(kind)?;
    let mut display = ProgressDisplay::new(arguments.positions.unwrap_or(POSITIONS) as u64, "positions");
    let mut on_progress = |progress| display.show(progress);
    let training = Training { options: &options, stop: &interrupt::has_come, on_progress: &mut on_progress };
    let report = learned(&arguments.game, registry::visit_learned(&arguments.game, training))?;
    let mut out = io::stdout().lock();
    writeln!(out, "games {} positions {} held out {}", report.games, report.training, report.held_out)?;
    writeln!(out, "held-out loss {:.5}, of the evaluation in use {:.5}", report.loss, report.loss_in_use)?;
    for file in &report.files {
        writeln!(out, "{}", file.display())?;
    }
    Ok(())
}

/// The result for a game with a trainable evaluation.
fn learned<T>(game: &str, found: Option<Result<T, TrainError>>) -> Result<T> {
    let unknown = || {
        let games = registry::learned_names().collect::<Vec<_>>().join(", ");
        anyhow!("the evaluation of `{game}` cannot be trained; games with a trainable evaluation are {games}")
    };
    Ok(found.ok_or_else(unknown)??)
}

/// Shows the progress.
struct ProgressDisplay {
    bar: Option<ProgressBar>,
    last: Option<Instant>,
}

impl ProgressDisplay {
    /// A display for this many of `what`.
    fn new(length: u64, what: &str) -> Self {
        let bar = io::stderr().is_terminal().then(|| ProgressBar::new(length));
        let template = format!("{{bar:40}} {{pos}}/{{len}} {what}, {{msg}}, {{eta}} left");
        if let (Some(bar), Ok(style)) = (&bar, ProgressStyle::with_template(&template)) {
            bar.set_style(style);
        }
        Self { bar, last: None }
    }

    fn show(&mut self, progress: Progress) {
        /// The time between lines.
        const PAUSE: Duration = Duration::from_secs(10);
        match (progress, &self.bar) {
            (Progress::Games { games, positions }, Some(bar)) => {
                bar.set_position(positions as u64);
                bar.set_message(counted(games, "game"));
            }
            (Progress::Part { played, .. }, Some(bar)) => bar.set_position(played),
            (Progress::Games { .. } | Progress::Part { .. }, None) => {
                if self.last.is_some_and(|last| last.elapsed() < PAUSE) {
                    return;
                }
                self.last = Some(Instant::now());
                match progress {
                    Progress::Games { games, positions } => {
                        aside(&format!("{}, {}", counted(games, "game"), counted(positions, "position")))
                    }
                    Progress::Part { played, of } => aside(&format!("{played} of {}", counted(of, "game"))),
                    Progress::Epoch(_) => {}
                }
            }
            (Progress::Epoch(epoch), bar) => {
                let line =
                    format!("epoch {}: loss {:.5}, held out {:.5}", epoch.number, epoch.training, epoch.held_out);
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                }
                aside(&line);
            }
        }
    }
}
