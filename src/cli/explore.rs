//! `quintet explore`: what the opening book and recorded games know about a position.

use super::analyze::words;
use super::board::BoardArguments;
use super::style::{BEST, FAINT, paint};
use super::{Setup, report};
use crate::options::EngineOptions;
use crate::record_files;
use crate::records::{self, GameRecord, Oddity};
use crate::registry;
use crate::search::{Limits, StopSource, Verdict};
use crate::session::{BestLines, SearchRequest, Session, Standing};
use anyhow::Result;
use serde::Serialize;
use std::collections::BTreeMap;
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
    #[arg(long, default_value_t = 100_000)]
    nodes: u64,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    board: BoardArguments,
}

/// The version of the JSON. It grows when a field changes or goes, not when one is added.
const EXPLORE_SCHEMA: &str = "explore/1";

/// What is known about a decision.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Known {
    /// The decision.
    decision: String,
    /// The share of the point for the side to move, according to the book.
    #[serde(skip_serializing_if = "Option::is_none")]
    book: Option<f64>,
    /// In how many games, of the book and of records, it was played.
    games: u32,
    /// The points scored in them by the side that played it.
    points: f64,
    /// The share of the point that the engine expects.
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<f64>,
    #[serde(skip)]
    book_verdict: Option<Verdict>,
    #[serde(skip)]
    engine_verdict: Option<Verdict>,
}

/// Shows what is known about a position.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut session = arguments.setup.session()?;
    let mut known = Explorer { known: BTreeMap::new(), here: session.canonical_text() };
    known.add_book(&mut *session)?;
    for path in &arguments.records {
        let (mut odd, mut open, mut counted) = (Vec::new(), 0, Ok(()));
        let visited = record_files::visit_any(path, &mut |(game, record, whats)| {
            odd.extend(whats.into_iter().map(|what| Oddity { game, what, refused: false }));
            match record {
                Ok(record) if record.game != session.name() || counted.is_err() => {}
                // Nobody has a point of it, and that says nothing about what was played.
                Ok(record) if !record.is_finished() => open += 1,
                Ok(record) => counted = known.add_record(&record),
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
        known.add_scores(&mut *session, arguments.nodes)?;
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

/// What is known about a position, decision by decision; of decisions that a symmetry maps to each other, only one.
struct Explorer {
    /// By the canonical text of the position that a decision leads to.
    known: BTreeMap<String, Known>,
    /// The canonical text of the position.
    here: String,
}

impl Explorer {
    /// What is known about a decision in a session's position.
    fn entry(&mut self, session: &mut dyn Session, decision: &str) -> Result<&mut Known> {
        session.play(decision)?;
        let after = session.canonical_text();
        session.undo_decision();
        let new = || Known { decision: decision.to_string(), ..Known::default() };
        Ok(self.known.entry(after).or_insert_with(new))
    }

    fn add_book(&mut self, session: &mut dyn Session) -> Result<()> {
        let Some(text) = registry::book(session.name()) else { return Ok(()) };
        session.open_book(Some(text))?;
        for line in session.book_lines() {
            let known = self.entry(session, &line.decision)?;
            known.book = Some(share(line.verdict));
            known.book_verdict = Some(line.verdict);
            known.games += line.games;
            known.points += line.points;
        }
        Ok(())
    }

    /// Counts the decisions of a game wherever this position occurred.
    fn add_record(&mut self, record: &GameRecord) -> Result<()> {
        let mut session = record.session()?;
        let shares = record.shares(&session.sides());
        let line = record.line();
        line.set_up(&mut *session, 0)?;
        for turn in &line.moves {
            let was_here = session.canonical_text() == self.here;
            let (seat, decision) = (session.seat(), session.first_decision(turn)?);
            if was_here {
                let known = self.entry(&mut *session, &decision)?;
                known.games += 1;
                known.points += shares.get(seat).copied().unwrap_or(0.0);
            }
            session.play(turn)?;
        }
        Ok(())
    }

    /// Adds the engine's scores of its own choices, and then of all known decisions, each with half of the nodes.
    fn add_scores(&mut self, session: &mut dyn Session, nodes: u64) -> Result<()> {
        /// The number of its own choices.
        const CHOICES: usize = 3;
        let stops = StopSource::default();
        let stop_token = stops.token();
        super::interrupt::finish_by(move || stops.stop());
        session.forget(&EngineOptions::default().settings(session));
        let search = |session: &dyn Session, search_moves: Vec<String>| -> Result<BestLines> {
            let mut settings = EngineOptions::default().settings(session);
            settings.multi_pv = search_moves.len().max(CHOICES);
            let limits = Limits { nodes: Some((nodes / 2).max(1)), ..Limits::default() };
            let stop_token = stop_token.clone();
            let request = SearchRequest { limits, settings, stop_token, search_moves, ..SearchRequest::default() };
            let (_, job) = session.search(request)?;
            let mut best = BestLines::default();
            job(&mut |report| best.note(report));
            Ok(best)
        };
        for report in search(session, Vec::new())?.lines() {
            self.entry(session, &report.decision)?;
        }
        let known = self.known.values().map(|known| known.decision.clone()).collect();
        for report in search(session, known)?.lines() {
            let verdict = report.info.verdict;
            let known = self.entry(session, &report.decision)?;
            known.engine = Some(share(verdict));
            known.engine_verdict = Some(verdict);
        }
        Ok(())
    }

    /// Sorts by how often a decision was played, then by score.
    fn sorted(self) -> Vec<Known> {
        let mut lines: Vec<Known> = self.known.into_values().collect();
        let worth = |known: &Known| known.book.or(known.engine).unwrap_or(0.0);
        lines.sort_by(|a, b| b.games.cmp(&a.games).then(worth(b).total_cmp(&worth(a))));
        lines
    }
}

fn share(verdict: Verdict) -> f64 {
    (verdict.share() * 1e4).round() / 1e4
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
