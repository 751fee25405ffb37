//! `quintet analyze`: the board, a search, and the best turns.

use super::{Setup, charset, interrupt, parse_search, parse_time};
use crate::files::NewFile;
use crate::options::{EngineOptions, MAX_HASH, MAX_THREADS, SearchChoice};
use crate::search::{Bound, Limits, Settings, StopSource, Verdict, score};
use crate::session::{BestLines, Report, SearchRequest, SearchResult, Session, Standing};
use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `quintet analyze`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// How long to think, such as 5s, 500ms or 2m
    #[arg(long, value_parser = parse_time, default_value = "5s", default_value_ifs = [("depth", clap::builder::ArgPredicate::IsPresent, None), ("nodes", clap::builder::ArgPredicate::IsPresent, None)])]
    time: Option<Duration>,
    /// How many turns deep to search
    #[arg(long)]
    depth: Option<u32>,
    /// How many nodes (alpha-beta) or iterations (MCTS) to search
    #[arg(long)]
    nodes: Option<u64>,
    /// How many of the best turns to show
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=512))]
    multipv: u64,
    /// Which search: auto, alphabeta, mcts (with uniform playouts) or mcts-eval
    #[arg(long, default_value = "auto", value_parser = parse_search)]
    search: SearchChoice,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
    /// Memory in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Draw the board with the best line into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    ascii: bool,
}

/// Analyses a position.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut session = arguments.setup.session()?;
    let mut options = EngineOptions {
        search: arguments.search,
        threads: arguments.threads as usize,
        multi_pv: arguments.multipv as usize,
        ..EngineOptions::default()
    };
    options.set_hash(arguments.hash as usize).map_err(|sentence| anyhow!(sentence))?;
    // Before the search: what was found would be lost if it could not be opened then.
    let svg = arguments.svg.as_deref().map(Svg::create).transpose()?;
    if !arguments.json {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", session.terminal(charset(arguments.ascii)))?;
    }
    if session.standing() != Standing::Open {
        svg.map_or(Ok(()), |svg| svg.write(&*session, &[]))?;
        return Err(anyhow!("the game is over, so there is nothing to analyse"));
    }
    let settings = options.settings(&*session);
    session.prepare(&settings);
    let (found, best) = search(arguments, &*session, settings)?;
    write(arguments, &*session, &found, &best)?;
    let pv = best.first().map_or(&[][..], |report| &report.turns);
    svg.map_or(Ok(()), |svg| svg.write(&*session, pv))
}

/// Writes what was found.
fn write(arguments: &Arguments, session: &dyn Session, found: &SearchResult, best: &[Report]) -> Result<()> {
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", as_json(session, found, best))?;
        return Ok(());
    }
    writeln!(out)?;
    for (rank, report) in best.iter().enumerate() {
        let turn = report.turns.first().map_or("", String::as_str);
        writeln!(out, "{:2}. {turn:8} {:22} {}", rank + 1, words(report.info.verdict), report.turns.join(" "))?;
    }
    writeln!(out, "\nbest {}", found.best)?;
    Ok(())
}

/// Runs the search, which a signal ends, and shows its progress; the last report on each of the best turns.
fn search(arguments: &Arguments, session: &dyn Session, settings: Settings) -> Result<(SearchResult, Vec<Report>)> {
    let stops = StopSource::default();
    let limits =
        Limits { depth: arguments.depth, nodes: arguments.nodes, movetime: arguments.time, ..Limits::default() };
    let request = SearchRequest { limits, stop_token: stops.token(), settings, ..SearchRequest::default() };
    interrupt::finish_by(move || stops.stop());
    let (_, job) = session.search(request)?;
    let bar = (!arguments.json && io::stdout().is_terminal()).then(live_line);
    let mut best = BestLines::default();
    let found = job(&mut |report| {
        best.note(report);
        // Where lines stay, only what was found deserves one.
        let is_news = report.info.is_line() || bar.is_some() && report.info.bound == Bound::Exact;
        if report.info.multipv > 1 || arguments.json || !is_news {
            return;
        }
        match &bar {
            Some(bar) => bar.set_message(progress(report)),
            // A closed pipe is noticed at the end.
            None => drop(writeln!(io::stdout(), "{}", progress(report))),
        }
    });
    if let Some(bar) = bar {
        bar.finish();
    }
    if found.missing_threads > 0 {
        let (missing, asked) = (found.missing_threads, arguments.threads);
        let _ = writeln!(io::stderr(), "quintet: {missing} of {asked} threads could not be had");
    }
    Ok((found, best.lines().to_vec()))
}

fn live_line() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

fn progress(report: &Report) -> String {
    let info = &report.info;
    let turns = &report.turns[..report.turns.len().min(8)];
    format!(
        "depth {:3}  {:>20}  {:>12} nodes  {:>7.2} s  {}",
        info.depth,
        words(info.verdict),
        info.nodes,
        info.time.as_secs_f64(),
        turns.join(" ")
    )
}

/// A verdict for people.
pub fn words(verdict: Verdict) -> String {
    let count = |plies| if plies == 1 { "1 ply".to_string() } else { format!("{plies} plies") };
    match verdict {
        Verdict::Score(score) => {
            format!("{:+.2} ({:.0} %)", f64::from(score) / 100.0, 100.0 * score::win_rate(score))
        }
        Verdict::Win(plies) => format!("wins in {}", count(plies)),
        Verdict::Loss(plies) => format!("loses in {}", count(plies)),
    }
}

fn as_json(session: &dyn Session, found: &SearchResult, best: &[Report]) -> serde_json::Value {
    let lines: Vec<_> = best
        .iter()
        .map(|report| {
            let info = &report.info;
            let (cp, mate) = match info.verdict {
                Verdict::Score(score) => (Some(score), None),
                Verdict::Win(plies) => (None, Some(i64::from(plies))),
                Verdict::Loss(plies) => (None, Some(-i64::from(plies))),
            };
            let (visits, win_rate) = info.visits.unzip();
            json!({
                "turn": report.turns.first(), "cp": cp, "mate": mate, "depth": info.depth, "nodes": info.nodes,
                "time_ms": info.time.as_millis() as u64, "visits": visits, "win_rate": win_rate, "pv": report.turns,
            })
        })
        .collect();
    json!({
        "game": session.name(), "position": session.position_text(), "turns": session.turns(),
        "seat": session.seat() + 1, "best": found.best, "lines": lines,
    })
}

/// The file of a picture, which takes its place when it has been drawn.
struct Svg<'a> {
    path: &'a Path,
    file: NewFile,
}

impl<'a> Svg<'a> {
    fn create(path: &'a Path) -> Result<Self> {
        let file = NewFile::create(path).with_context(|| format!("`{}` cannot be written", path.display()))?;
        Ok(Self { path, file })
    }

    /// Draws the board with the first turns of a line.
    fn write(mut self, session: &dyn Session, pv: &[String]) -> Result<()> {
        /// More arrows than this hide the board.
        const ARROWS: usize = 5;
        let drawing = session.svg(&pv[..pv.len().min(ARROWS)]);
        let written = self.file.write_all(drawing.as_bytes()).and_then(|()| self.file.finish());
        written.map(drop).with_context(|| format!("`{}` cannot be written", self.path.display()))
    }
}
