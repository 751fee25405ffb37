//! `quintet explore`: what the opening book and recorded games know about a position.

use super::analyze::words;
use super::board::BoardArguments;
use super::style::{BEST, FAINT, paint};
use super::{Setup, report};
use crate::explore::{Explorer, Known, NODES, steps_of};
use crate::record_files;
use crate::records::{self, Oddity};
use crate::search::{StopSource, Verdict};
use crate::session::Standing;
use anyhow::Result;
use std::io::Write;
use std::path::PathBuf;

/// The arguments of `quintet explore`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// Also count the games in these files, in any format that `quintet convert` reads
    #[arg(long, value_name = "FILE", num_args = 1..)]
    records: Vec<PathBuf>,
    /// How many nodes (alpha-beta) or iterations (MCTS) the engine may spend on its scores; 0 for no scores
    #[arg(long, default_value_t = NODES)]
    nodes: u64,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardArguments,
}

/// The version of the JSON. It grows when a field changes or goes, not when one is added.
const EXPLORE_SCHEMA: &str = "explore/1";

/// Shows what is known about a position.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut session = arguments.setup.session()?;
    let mut known = Explorer::new(&mut *session)?;
    known.add_book(&mut *session)?;
    for path in &arguments.records {
        let (mut odd, mut open, mut counted) = (Vec::new(), 0, Ok(()));
        let visited = record_files::visit_any(path, &mut |(game, record, whats)| {
            odd.extend(whats.into_iter().map(|what| Oddity { game, what, refused: false }));
            match record {
                Ok(record) if record.game != session.name() || counted.is_err() => {}
                // Nobody has a point of it, and that says nothing about what was played.
                Ok(record) if !record.is_finished() => open += 1,
                Ok(record) => {
                    let steps = steps_of(&record);
                    counted = steps.map(|steps| steps.iter().for_each(|step| known.add_step(step)));
                }
                Err(what) => odd.push(Oddity { game, what, refused: true }),
            }
        })?;
        counted?;
        odd.extend(visited.oddity);
        for what in records::oddity_lines(&odd) {
            report(&what);
        }
        if open > 0 {
            report(&format!("{} in `{}` left out of the count", unfinished(open), path.display()));
        }
    }
    if arguments.nodes > 0 && session.standing() == Standing::Open {
        let stops = StopSource::default();
        let stop_token = stops.token();
        super::interrupt::finish_by(move || stops.stop());
        known.add_scores(&mut *session, arguments.nodes, &stop_token)?;
    }
    let lines = known.sorted();
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let position = session.position_text();
        writeln!(
            out,
            "{}",
            serde_json::json!({ "schema": EXPLORE_SCHEMA, "game": session.name(), "position": position, "decisions": lines })
        )?;
        return Ok(());
    }
    writeln!(out, "{}", arguments.board.text(&*session))?;
    if lines.is_empty() {
        writeln!(out, "nothing is known about this position")?;
        return Ok(());
    }
    write_table(&mut out, &lines)
}

/// The number of unfinished games with its verb.
fn unfinished(count: usize) -> String {
    if count == 1 { "1 unfinished game is".to_string() } else { format!("{count} unfinished games are") }
}

fn write_table(out: &mut impl Write, lines: &[Known]) -> Result<()> {
    let width = lines.iter().map(|line| line.decision.chars().count()).max().unwrap_or(0).max(8);
    let head = format!("{:width$}  {:>6}  {:>6}  {:>20}  {:>20}", "decision", "games", "points", "book", "engine");
    writeln!(out, "{}", paint(FAINT, &head))?;
    let best = lines.iter().filter_map(|line| line.engine).fold(f64::NEG_INFINITY, f64::max);
    for line in lines {
        let points = match line.games {
            0 => "–".to_string(),
            games => format!("{:.0} %", 100.0 * line.points / f64::from(games)),
        };
        let verdict = |verdict: Option<Verdict>| verdict.map_or_else(|| "–".to_string(), words);
        let decision = format!("{:width$}", line.decision);
        let decision = if line.engine == Some(best) { paint(BEST, &decision) } else { decision };
        writeln!(
            out,
            "{decision}  {:>6}  {points:>6}  {:>20}  {:>20}",
            line.games,
            verdict(line.book_verdict),
            verdict(line.engine_verdict),
        )?;
    }
    Ok(())
}
