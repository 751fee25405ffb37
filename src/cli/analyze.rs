//! `quintet analyze`: the board, a search, and the best turns.

use super::{Setup, charset, parse_search, parse_time};
use crate::options::{EngineOptions, MAX_HASH, MAX_THREADS, SearchChoice};
use crate::search::{Limits, StopSource, Verdict, score};
use crate::session::{Report, SearchRequest, SearchResult, Session, Standing};
use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
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
    let session = arguments.setup.session()?;
    if !arguments.json {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", session.terminal(charset(arguments.ascii)))?;
    }
    if session.standing() != Standing::Open {
        write_svg(arguments, &*session, &[])?;
        return Err(anyhow!("the game is over, so there is nothing to analyse"));
    }
    let (found, best) = search(arguments, &*session)?;
    let pv = best.first().map_or(&[][..], |report| &report.turns);
    write_svg(arguments, &*session, pv)?;
    let mut out = io::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", as_json(&*session, &found, &best))?;
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

/// Runs the search and shows its progress; the last report on each of the best turns.
fn search(arguments: &Arguments, session: &dyn Session) -> Result<(SearchResult, Vec<Report>)> {
    let options = EngineOptions {
        search: arguments.search,
        threads: arguments.threads as usize,
        hash: arguments.hash as usize,
        multi_pv: arguments.multipv as usize,
        ..EngineOptions::default()
    };
    let limits =
        Limits { depth: arguments.depth, nodes: arguments.nodes, movetime: arguments.time, ..Limits::default() };
    let request = SearchRequest {
        limits,
        search_moves: Vec::new(),
        stop_token: StopSource::default().token(),
        overhead: Duration::ZERO,
        settings: options.settings(session),
        book: false,
    };
    let (_, job) = session.search(request)?;
    let bar = (!arguments.json && io::stdout().is_terminal()).then(live_line);
    let mut best: Vec<Report> = Vec::new();
    let found = job(&mut |report| {
        // An iteration reports its turns from the best on; a shorter list than the last keeps the rest.
        let place = report.info.multipv - 1;
        best.truncate(arguments.multipv as usize);
        if place < best.len() {
            best[place] = report.clone();
        } else {
            best.push(report.clone());
        }
        if place > 0 || arguments.json {
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
    Ok((found, best))
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

fn write_svg(arguments: &Arguments, session: &dyn Session, pv: &[String]) -> Result<()> {
    /// More arrows than this hide the board.
    const ARROWS: usize = 5;
    if let Some(file) = &arguments.svg {
        let drawing = session.svg(&pv[..pv.len().min(ARROWS)]);
        std::fs::write(file, drawing).with_context(|| format!("`{}` cannot be written", file.display()))?;
    }
    Ok(())
}
