//! `quintet analysis`: the analysis engine on stdin and stdout, or from file to file.

use super::arguments::{LockArguments, PartArguments, Stop, open};
use super::exit::Exit;
use super::{interrupt, reader, report, values};
use crate::analysis_engine::{
    AnalysisConfig, BatchConfig, BatchControl, BatchOutcome, JoinOutcome, join, run_batch, serve,
};
use crate::files::Outputs;
use crate::locks;
use crate::options::{EngineOptions, MAX_HASH, MAX_THREADS};
use crate::part::Part;
use crate::text::counted;
use anyhow::{Context, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

/// The arguments of `quintet analysis`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game for requests that name none
    #[arg(long, default_value = "yavalath", value_parser = values::game(), hide_possible_values = true)]
    game: String,
    /// How many requests to search at the same time, each on one thread [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    workers: Option<u64>,
    /// Memory for each worker in MiB; a search with a node limit takes no more than it can fill
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    /// Stop when the input ends, instead of answering all requests first
    #[arg(long, conflicts_with = "in")]
    quit_without_waiting: bool,
    /// Answer the requests in this file, in order, instead of those on stdin
    #[arg(long, value_name = "FILE", requires = "out")]
    r#in: Option<PathBuf>,
    /// The file for the answers to --in
    #[arg(long, value_name = "FILE", requires = "in")]
    out: Option<PathBuf>,
    /// Continue after the answers already in --out, if it exists
    #[arg(long, requires = "in")]
    resume: bool,
    /// Search nothing; merge the answers of these parts
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "in", conflicts_with = "resume")]
    join: Vec<PathBuf>,
    /// With --join: replace the file of --out
    #[arg(long, requires = "join")]
    force: bool,
    #[command(flatten)]
    part: PartArguments,
    #[command(flatten)]
    locking: LockArguments,
    #[command(flatten)]
    stop: Stop,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        self.out.is_none()
    }
}

/// Answers requests on stdin until it ends, or those of a file.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let part = arguments.part.part();
    match (&arguments.r#in, &arguments.out) {
        (Some(requests), Some(answers)) if arguments.join.is_empty() => {
            Outputs::new(false).reading([requests]).set_apart(answers)?;
            batch(arguments, requests, answers, part.unwrap_or(Part::WHOLE))
        }
        (Some(requests), Some(answers)) => {
            ensure!(part.is_none(), "`--join` takes all parts, so it has no `--shard` and no `--chunk`");
            join_parts(arguments, requests, answers)
        }
        _ => {
            ensure!(part.is_none(), "`--shard` and `--chunk` are for the requests of a file; `--in` names it");
            ensure!(
                !arguments.stop.is_given() && !arguments.locking.is_given(),
                "`--stop`, `--wait-lock` and `--no-lock` are for the requests of a file; `--in` names it"
            );
            dialogue(arguments)?;
            Ok(interrupt::exit(!interrupt::has_come()))
        }
    }
}

/// The name of the game, the number of workers and the memory of each in MiB.
fn resources(arguments: &Arguments) -> Result<(String, usize, usize)> {
    let session = open(&arguments.game)?;
    let workers = arguments.workers.map_or_else(cores, |workers| workers as usize);
    let hash = arguments.hash as usize;
    // All of them together must have room.
    let together = hash.saturating_mul(workers);
    EngineOptions::default().set_hash(together).map_err(|sentence| anyhow!(sentence))?;
    Ok((session.name().to_string(), workers, hash))
}

fn dialogue(arguments: &Arguments) -> Result<()> {
    let (game, workers, hash) = resources(arguments)?;
    let config = AnalysisConfig { game, workers, hash, quit_without_waiting: arguments.quit_without_waiting };
    serve(&config, io::stdin().lock(), io::stdout()).context("no thread could be started to search on")
}

/// Answers a part of the requests of a file.
fn batch(arguments: &Arguments, requests: &Path, answers: &Path, part: Part) -> Result<Exit> {
    let (game, workers, hash) = resources(arguments)?;
    let (resume, locking) = (arguments.resume, arguments.locking.options());
    let (requests, answers) = (requests.to_path_buf(), answers.to_path_buf());
    let config = BatchConfig { requests, answers, part, resume, locking, game, workers, hash };
    let control = BatchControl::default();
    let stopped = control.clone();
    interrupt::finish_by(move || stopped.stop());
    arguments.stop.start().context("no thread could be started to wait for the end")?;
    let bar = bar();
    let mut show = |outcome: BatchOutcome| {
        bar.set_length(outcome.all);
        bar.set_position(outcome.answered);
    };
    let outcome = run_batch(&config, &control, &mut show);
    bar.finish_and_clear();
    let BatchOutcome { answered, all, reports_left_out } = outcome?;
    if reports_left_out {
        let what = "a batch gives no answers during a search, so `reportDuringSearchEvery` was ignored";
        report(what);
    }
    let exit = interrupt::exit(answered == all);
    writeln!(reader::stdout(true), "answered {answered} of {}", counted(all, "request"))?;
    Ok(exit)
}

/// Merges the answers of parts.
fn join_parts(arguments: &Arguments, requests: &PathBuf, answers: &Path) -> Result<Exit> {
    let read = std::iter::once(requests).chain(&arguments.join);
    let output = Outputs::new(arguments.force).reading(read).allow(answers)?;
    interrupt::finish_by(|| {});
    arguments.stop.start().context("no thread could be started to wait for the end")?;
    if let Some(path) = arguments.join.iter().find(|path| !path.exists()) {
        report(&format!("`{}` is missing", path.display()));
        return Ok(interrupt::exit(false));
    }
    // Another process that writes a part of the same name is not overwritten.
    let _lock = match answers.exists() {
        true => Some(locks::append(answers, &arguments.locking.options())?),
        false => None,
    };
    let outcome = join(requests, &arguments.join, output, &interrupt::has_come)?;
    let JoinOutcome { all, missing, first_missing, was_stopped } = outcome;
    match first_missing {
        _ if was_stopped => {}
        Some(first) => {
            report(&format!("{missing} of {} have no answer; the first is request {first}", counted(all, "request")));
        }
        None => writeln!(io::stdout(), "answered {all} of {}", counted(all, "request"))?,
    }
    Ok(interrupt::exit(missing == 0 && !was_stopped))
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// A progress bar; `None` if nobody can see it.
fn bar() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    match ProgressStyle::with_template("{bar:40} {pos}/{len} requests, {eta} left") {
        Ok(style) => ProgressBar::new(0).with_style(style),
        Err(_) => ProgressBar::hidden(),
    }
}
