//! `quintet review`: what each turn of a recorded game gave away, and what would have been better.

use super::arguments::{ForceArguments, ProofArguments};
use super::exit::Exit;
use super::style::{BAD, BEST, DOUBTFUL, FAINT, paint};
use super::{aside, interrupt, parse_time, report, values};
use crate::options::{EngineOptions, MAX_HASH, SearchChoice};
use crate::record_files;
use crate::records::{self, Mark};
use crate::review::search::{ReviewRequest, run as review_game};
use crate::review::{GameToReview, GivenResult, Limit, Review, TurnReview, html, svg};
use crate::search::StopSource;
use crate::text::{counted, one_line};
use crate::version::VERSION;
use anyhow::{Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The arguments of `quintet review`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A file of games, in any format that `quintet convert` reads
    file: PathBuf,
    /// The number of the game; by default the first in the file
    number: Option<u64>,
    /// How many nodes (alpha-beta) or iterations (MCTS) for each turn; the review is the same each time [default:
    /// 100000]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "time")]
    nodes: Option<u64>,
    /// How long to think about each turn, such as 500ms
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// Which search: auto, alphabeta, mcts (with uniform playouts) or mcts-eval
    #[arg(long, default_value = "auto", value_parser = values::search(), hide_possible_values = true)]
    search: SearchChoice,
    /// Memory in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    #[command(flatten)]
    proofs: ProofArguments,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    /// Draw the win probability curve to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a self-contained page that shows the game turn by turn, to send to somebody
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        self.svg.is_none() && self.html.is_none()
    }
}

/// Without a limit.
const DEFAULT_NODES: u64 = 100_000;

/// How often progress is printed where there is no bar.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// Reviews a game: 0 if all of its turns were reviewed, 3 if a signal came first.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    // Before the searches: what they find would be lost if a file could not be written then.
    let read = std::iter::once(&arguments.file).chain(arguments.proofs.file());
    let mut outputs = arguments.force.outputs().reading(read);
    let svg = arguments.svg.as_deref().map(|path| outputs.allow(path)).transpose()?;
    let page = arguments.html.as_deref().map(|path| outputs.allow(path)).transpose()?;
    let imported = record_files::read_game(&arguments.file, arguments.number)?;
    for what in records::oddity_lines(&imported.oddities) {
        report(&what);
    }
    let record =
        imported.find(arguments.number).ok_or_else(|| anyhow!("`{}` has no such game", arguments.file.display()))?;
    let mut session = record.session()?;
    arguments.proofs.open(&mut *session)?;
    let kind = match arguments.search {
        SearchChoice::Auto => session.auto(),
        SearchChoice::Always(kind) => kind,
    };
    let game = GameToReview::from(record);
    ensure!(!game.line.moves.is_empty(), "the game has no turns, so there is nothing to review");
    EngineOptions::default().set_hash(arguments.hash as usize).map_err(|sentence| anyhow!(sentence))?;
    let stops = StopSource::default();
    let request = ReviewRequest {
        limit: match (arguments.nodes, arguments.time) {
            (_, Some(time)) => Limit::TimeMs(time.as_millis() as u64),
            (nodes, None) => Limit::Nodes(nodes.unwrap_or(DEFAULT_NODES)),
        },
        kind,
        hash_kib: (arguments.hash as usize) << 10,
        stop_token: stops.token(),
        version: VERSION,
    };
    interrupt::finish_by(move || stops.stop());
    let bar = progress_bar(game.line.moves.len());
    let (mut reviewed, mut reported) = (0, Instant::now());
    let review = review_game(&mut *session, &game, &request, &mut |done, _| {
        reviewed = done;
        bar.set_position(done as u64);
        if bar.is_hidden() && reported.elapsed() >= REPORT_EVERY {
            reported = Instant::now();
            aside(&format!("{done} of {}", counted(game.line.moves.len(), "turn")));
        }
    })?;
    bar.finish_and_clear();
    let Some(review) = review else {
        // What each turn gave away is known from the last one back, so nothing of it can be shown.
        if !interrupt::is_without_reader() {
            let turns = counted(game.line.moves.len(), "turn");
            report(&format!("ended after {reviewed} of {turns}; a review needs all of them"));
        }
        return Ok(interrupt::exit(false));
    };
    if let Some(svg) = svg {
        svg.finish_with(svg::curve(&review).as_bytes())?;
    }
    if let Some(page) = page {
        let text = html::page(&mut *session, &game, &html::turns_of(&review), Some(&review))?;
        page.finish_with(text.as_bytes())?;
    }
    let mut out = anstream::stdout().lock();
    if arguments.json {
        writeln!(out, "{}", serde_json::to_string(&review)?)?;
    } else {
        write_text(&mut out, &review)?;
    }
    Ok(Exit::Whole)
}

/// On stderr, so that the result can go elsewhere.
fn progress_bar(turns: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(turns as u64);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} turn {pos} of {len}") {
        bar.set_style(style);
    }
    bar
}

/// The review for a terminal.
fn write_text(out: &mut impl Write, review: &Review) -> Result<()> {
    let name = |seat: usize| {
        let name = review.seats.get(seat - 1).and_then(|seat| seat.name.clone()).filter(|name| !name.is_empty());
        name.unwrap_or_else(|| format!("seat {seat}"))
    };
    let limit = match review.limit {
        Limit::Nodes(nodes) => format!("{nodes} nodes"),
        Limit::TimeMs(millis) => format!("{millis} ms"),
    };
    writeln!(out, "{}, {}, {limit} each by {}", review.game, counted(review.turns.len(), "turn"), review.search)?;
    match (&review.result, &review.recorded_result) {
        (Some(result), _) => writeln!(out, "{}", result.sentence)?,
        (None, Some(result)) => writeln!(out, "recorded as {}; by the rules the game was not over", one_line(result))?,
        (None, None) => writeln!(out, "it was not over")?,
    }
    let width = review.turns.iter().map(|turn| turn.turn.chars().count() + 2).max().unwrap_or(0).clamp(6, 24);
    let head = format!("      {:width$}  before  after   gave   better", "turn");
    writeln!(out, "\n{}", paint(FAINT, &head))?;
    for turn in &review.turns {
        let mark = turn.mark.map_or("", Mark::signs);
        let text = format!("{}{mark}", turn.turn);
        let style = match turn.mark {
            Some(Mark::Blunder) => BAD,
            Some(Mark::Mistake | Mark::Dubious) => DOUBTFUL,
            Some(_) => BEST,
            None => anstyle::Style::new(),
        };
        let text = paint(style, &format!("{text:width$}"));
        // Halves go to the even number, so that what a turn leaves and what the next one finds sum to 100.
        let [before, after] = [turn.before, turn.after].map(|share| (1e4 * share).round() / 100.0);
        write!(out, "{:4}. {text}  {before:4.0} %  {after:4.0} %", turn.number)?;
        if turn.mark.is_some_and(|mark| mark != Mark::Good) {
            write!(
                out,
                "  {:4.0} %   {}",
                100.0 * turn.loss,
                turn.pv.iter().take(6).cloned().collect::<Vec<_>>().join(" ")
            )?;
        } else if turn.loss >= 0.005 {
            write!(out, "  {:4.0} %", 100.0 * turn.loss)?;
        }
        writeln!(out, "{}", remark(turn))?;
    }
    writeln!(out)?;
    for seat in &review.seats {
        let Some(accuracy) = seat.accuracy else { continue };
        let marks: Vec<String> =
            seat.marks.iter().filter(|(_, count)| **count > 0).map(|(mark, count)| format!("{count} {mark}")).collect();
        let marks = if marks.is_empty() { String::new() } else { format!(", {}", marks.join(", ")) };
        let missed = match seat.wins_missed {
            0 => String::new(),
            1 => ", missed a win".to_string(),
            count => format!(", missed {count} wins"),
        };
        writeln!(out, "{}: accuracy {accuracy:.1}{marks}{missed}", name(seat.seat))?;
    }
    if !review.turning_points.is_empty() {
        let points: Vec<String> = review.turning_points.iter().map(usize::to_string).collect();
        writeln!(out, "the game turned with turn {}", points.join(", "))?;
    }
    Ok(())
}

/// What is certain about a turn, in brackets after its line.
fn remark(turn: &TurnReview) -> String {
    let plies = counted(turn.mate.unwrap_or_default(), "ply");
    let proved = if turn.proved { "proved " } else { "" };
    match turn.gave_away {
        Some(GivenResult::Win) => format!("  (gave away a proved win in {plies})"),
        Some(GivenResult::Draw) => "  (gave away a proved draw)".to_string(),
        None if turn.win_missed => format!("  (missed a {proved}win in {plies})"),
        None if turn.proved => "  (proved)".to_string(),
        None => String::new(),
    }
}
