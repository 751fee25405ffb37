//! `quintet analyze`: the board, a search, and the best turns.

use super::arguments::{ForceArguments, Line, ProofArguments, RecordPlace, open};
use super::board::BoardArguments;
use super::style::{BEST, FAINT, paint};
use super::{interrupt, parse_time, reader, report, values};
use crate::analysis::{Presentation, Query, empty};
use crate::files::OutputFile;
use crate::options::{EngineOptions, MAX_HASH, MAX_THREADS, SearchChoice};
use crate::registry;
use crate::search::{Bound, Limits, MateDistance, Settings, StopSource, StopToken, Verdict};
use crate::session::{BestLines, ProofUse, ProvedTurns, Report, SearchRequest, SearchResult, Session, Standing};
use crate::text::{counted, percentages};
use anyhow::{Context, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `quintet analyze`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(required_unless_present = "record", value_parser = values::game(), hide_possible_values = true)]
    game: Option<String>,
    #[command(flatten)]
    line: Line,
    /// A recorded game in any format that `quintet convert` reads: FILE, FILE#N for game number N, FILE#N@TURN or
    /// FILE@TURN for the position after that many turns
    #[arg(long, value_name = "FILE[#N][@TURN]", conflicts_with_all = ["moves", "position", "options"])]
    record: Option<RecordPlace>,
    /// How long to think, such as 5s, 500ms or 2m
    #[arg(long, value_parser = parse_time, default_value = "5s", default_value_ifs = [("depth", clap::builder::ArgPredicate::IsPresent, None), ("nodes", clap::builder::ArgPredicate::IsPresent, None), ("infinite", clap::builder::ArgPredicate::IsPresent, None)])]
    time: Option<Duration>,
    /// How many turns deep to search
    #[arg(long)]
    depth: Option<u32>,
    /// How many nodes (alpha-beta) or iterations (MCTS) to search
    #[arg(long)]
    nodes: Option<u64>,
    /// Search until Ctrl-C
    #[arg(long, conflicts_with_all = ["time", "depth", "nodes"])]
    infinite: bool,
    /// How many of the best turns to show
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u64).range(1..=512))]
    multipv: u64,
    /// Show every first decision with its score; --svg colours the board by these scores
    #[arg(long, conflicts_with = "multipv")]
    all: bool,
    /// Choose among these turns only, separated by commas; only the first decision of each counts
    #[arg(long, value_name = "TURN", value_delimiter = ',')]
    only: Vec<String>,
    /// Which search: auto, alphabeta, mcts (with uniform playouts) or mcts-eval
    #[arg(long, default_value = "auto", value_parser = values::search(), hide_possible_values = true)]
    search: SearchChoice,
    /// Threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
    /// Memory in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    #[command(flatten)]
    proofs: ProofArguments,
    /// Before the search, try for this long to prove who wins
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    prove: Option<Duration>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Draw the board with the best line to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
    #[command(flatten)]
    board: BoardArguments,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        self.svg.is_none()
    }

    fn session(&self) -> Result<Box<dyn Session>> {
        match (&self.record, &self.game) {
            (Some(place), game) => {
                let session = place.session()?;
                if let Some(game) = game {
                    let (named, recorded) = (open(game)?.name(), session.name());
                    ensure!(named == recorded, "`{place}` is a game of {recorded}, not of {named}");
                }
                Ok(session)
            }
            (None, game) => self.line.session(game.as_deref().unwrap_or_default()),
        }
    }

    /// How many lines the search must find.
    fn lines(&self) -> usize {
        if self.all { usize::MAX } else { self.multipv as usize }
    }
}

/// Analyses a position.
pub fn run(arguments: &Arguments) -> Result<()> {
    // Before the search: what was found would be lost if it could not be written then.
    let read = arguments.record.as_ref().map(RecordPlace::file).into_iter().chain(arguments.proofs.file());
    let mut outputs = arguments.force.outputs().reading(read);
    let svg = arguments.svg.as_deref().map(|path| outputs.allow(path)).transpose()?;
    let draw = |file: Option<OutputFile>, picture: &dyn Fn() -> String| {
        file.map_or(Ok(()), |file| file.finish_with(picture().as_bytes()))
    };
    let mut session = arguments.session()?;
    arguments.proofs.open(&mut *session)?;
    let mut options = EngineOptions {
        search: arguments.search,
        threads: arguments.threads as usize,
        multi_pv: arguments.lines(),
        ..EngineOptions::default()
    };
    options.set_hash(arguments.hash as usize).map_err(|sentence| anyhow!(sentence))?;
    if !arguments.json {
        let mut out = reader::stdout(arguments.svg.is_some());
        writeln!(out, "{}", arguments.board.text(&*session))?;
        write_book(&mut out, &mut *session)?;
        if let Some(proved) = session.proved() {
            write_proved(&mut out, &*session, &proved)?;
        }
    }
    if session.standing() != Standing::Open {
        draw(svg, &|| arguments.board.svg(&*session, &[]))?;
        return Err(anyhow!("the game is over, so there is nothing to analyse"));
    }
    let settings = options.settings(&*session);
    let stops = StopSource::default();
    let token = stops.token();
    interrupt::finish_by(move || stops.stop());
    if let Some(time) = arguments.prove {
        prove(arguments, &mut *session, time, &settings, token.clone())?;
    }
    session.prepare(&settings);
    let (found, best) = search(arguments, &*session, settings, token)?;
    draw(svg, &|| {
        /// The most arrows; more would hide the board.
        const ARROWS: usize = 5;
        match arguments.all {
            true => arguments.board.heat_map(&*session, best.lines()),
            false => arguments.board.svg(&*session, &found.turns[..found.turns.len().min(ARROWS)]),
        }
    })?;
    Ok(())
}

/// Writes the book's entry for the position.
fn write_book(out: &mut impl Write, session: &mut dyn Session) -> Result<()> {
    let Some(text) = registry::book(session.name()) else { return Ok(()) };
    session.open_book(Some(text))?;
    let lines = session.book_lines();
    if lines.is_empty() {
        return Ok(());
    }
    let known: Vec<String> = lines.iter().map(|line| format!("{} {}", line.decision, words(line.verdict))).collect();
    writeln!(out, "{}\n", paint(FAINT, &format!("book: {}", known.join(", "))))?;
    Ok(())
}

/// Tries to prove who wins, and writes the result.
fn prove(
    arguments: &Arguments,
    session: &mut dyn Session,
    time: Duration,
    settings: &Settings,
    stop_token: StopToken,
) -> Result<()> {
    let sides = session.sides().into_iter().max().unwrap_or(0) + 1;
    ensure!(sides == 2, "only two-player games can be solved, and {} is for {sides}", session.name());
    if session.proved().is_some() {
        return Ok(());
    }
    let memory = || format!("there is no memory for a table of {} MiB", settings.hash_kib >> 10);
    let proved = session.prove(time, settings, stop_token).with_context(memory)?;
    let mut out = reader::stdout(arguments.svg.is_some());
    match proved {
        _ if arguments.json => {}
        Some(proved) => write_proved(&mut out, session, &proved)?,
        None => writeln!(out, "{}\n", paint(FAINT, "not proved in the time given"))?,
    }
    Ok(())
}

/// Writes what is proved about the position.
fn write_proved(out: &mut impl Write, session: &dyn Session, proved: &ProvedTurns) -> Result<()> {
    let state = session.state();
    let mover = state.seats.get(session.seat()).map_or("", |seat| seat.colour.name());
    let sentence = match proved.verdict {
        Verdict::Draw => "the game is a draw".to_string(),
        verdict => format!("{mover} {} at most", words(verdict)),
    };
    writeln!(out, "{} {}\n", paint(BEST, &format!("proved: {sentence}:")), proved.turns.join(" "))?;
    Ok(())
}

/// Runs the search until its end or a signal, shows its progress, and writes the result.
fn search(
    arguments: &Arguments,
    session: &dyn Session,
    settings: Settings,
    stop_token: StopToken,
) -> Result<(SearchResult, BestLines)> {
    let limits =
        Limits { depth: arguments.depth, nodes: arguments.nodes, movetime: arguments.time, ..Limits::default() };
    let kind = settings.kind;
    let request = SearchRequest {
        limits,
        search_moves: arguments.only.clone(),
        stop_token,
        settings,
        proofs: ProofUse::Show,
        ..SearchRequest::default()
    };
    let (control, job) = session.search(request)?;
    let bar = (!arguments.json && io::stdout().is_terminal()).then(live_line);
    let (mut best, mut last) = (BestLines::default(), None);
    let found = job(&mut |report| {
        best.note(report);
        last = Some(report.clone());
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
        report(&format!("{missing} of {} could not be started", counted(asked, "thread")));
    }
    let mut out = reader::stdout(arguments.svg.is_some());
    if arguments.json {
        let query = Query {
            multipv: Some(arguments.lines()),
            include_decisions: arguments.all,
            include_state: true,
            ..Query::new("")
        };
        let show = Presentation { query: &query, kind, seat: session.seat() + 1 };
        let answer = match last {
            Some(last) => show.finished(session.turns().len(), best.lines(), &last, &found, control.elapsed()),
            None => empty(&query, session.turns().len()),
        };
        let answer = crate::analysis::PositionAnswer { state: Some(Box::new(session.state())), ..answer };
        writeln!(out, "{}", serde_json::to_string(&answer)?)?;
    } else {
        write_lines(&mut out, arguments, &found, best.lines())?;
    }
    Ok((found, best))
}

/// Writes the best turns, or every decision.
fn write_lines(out: &mut impl Write, arguments: &Arguments, found: &SearchResult, best: &[Report]) -> Result<()> {
    writeln!(out)?;
    if !best.is_empty() {
        let names = format!("    {:8} {:22} {:9} line", "turn", "score", "  W/D/L %");
        writeln!(out, "{}", paint(FAINT, &names))?;
    }
    for (rank, report) in best.iter().enumerate() {
        let turn = match arguments.all {
            true => report.decision.as_str(),
            false => report.turns.first().map_or("", String::as_str),
        };
        let [win, draw, loss] = percentages(report.wdl);
        let turn = paint(if rank == 0 { BEST } else { anstyle::Style::new() }, &format!("{turn:8}"));
        let chances = paint(FAINT, &format!("{win:3}/{draw}/{loss:<3}"));
        let verdict = words(report.info.verdict);
        let verdict = if report.proved { format!("{verdict} (proved)") } else { verdict };
        writeln!(out, "{:2}. {turn} {verdict:22} {chances} {}", rank + 1, report.turns.join(" "))?;
    }
    writeln!(out, "\nbest {}", found.best)?;
    Ok(())
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
    let plies = |distance: MateDistance| counted(distance.plies(), "ply");
    match verdict {
        Verdict::Score(score) => format!("{:+.2} ({:.0} %)", f64::from(score) / 100.0, 100.0 * verdict.share()),
        Verdict::Draw => "draw".to_string(),
        Verdict::Win(distance) => format!("wins in {}", plies(distance)),
        Verdict::Loss(distance) => format!("loses in {}", plies(distance)),
    }
}
