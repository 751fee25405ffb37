//! `quintet solve`: who wins a position, with a certificate of it.

use super::arguments::{ForceArguments, LockArguments, Setup, parse_time};
use super::exit::Exit;
use super::{aside, interrupt, reader, report, style};
use crate::files::{self, FileError, NewFile};
use crate::game::{Move, Playable, Player};
use crate::locks::LockFile;
use crate::options::{MAX_HASH, MAX_THREADS};
use crate::registry::{self, GameEntry, Visitor};
use crate::search::proof::certificate::option_values;
use crate::search::proof::numbers::{INFINITE, ProofNumbers};
use crate::search::proof::saved_table;
use crate::search::proof::solution::Solution;
use crate::search::proof::solver::{GameValue, ProofProgress, SolveError, SolveSettings, Solver};
use crate::search::time::ClockUse;
use crate::search::{Limits, SearchControl, StopSource};
use crate::session::Session;
use crate::text::counted;
use anyhow::{Context, Result, anyhow, ensure};
use serde_json::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The version of the object of `--json`. It grows when a field changes or goes, not when one is added.
const SOLVE_SCHEMA: &str = "solve/1";
/// The legend of a progress line.
const LEGEND: &str = "\
P:D: at least P positions are still to be proved won, or D to be proved not won (proof and disproof number).
Decisions are open until their result is known; the most promising are named, the best first.
";
/// How often to report progress.
const REPORT_EVERY: Duration = Duration::from_secs(1);
/// The least time between two saves, and as a multiple of what the last one took.
const SAVE_EVERY: (Duration, u32) = (Duration::from_secs(30), 20);

/// The arguments of `quintet solve`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// Ask only whether this seat wins
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(1..=4))]
    winner: Option<u8>,
    /// How long to try, such as 30s or 2h [default: until solved]
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
    /// The most positions to evaluate; with one thread the search is the same each time
    #[arg(long)]
    nodes: Option<u64>,
    /// Memory of the table, in MiB
    #[arg(long, default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=MAX_HASH))]
    hash: u64,
    /// Threads, which share the table
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
    /// Write the certificate to this file; `quintet verify` checks it
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
    /// Save progress to this file now and then, and continue from what it already holds
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    locking: LockArguments,
    /// Print nothing before the result
    #[arg(long)]
    quiet: bool,
    /// Print one JSON object and nothing else
    #[arg(long)]
    json: bool,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        self.certificate.is_none() && self.resume.is_none()
    }
}

/// Solves a position: 0 if it is solved, 3 if the limits came first.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let session = arguments.setup.session()?;
    let name = session.name();
    registry::visit(name, Solve { arguments, session: &*session }).ok_or_else(|| anyhow!(registry::unknown(name)))?
}

struct Solve<'a> {
    arguments: &'a Arguments,
    session: &'a dyn Session,
}

impl Visitor for Solve<'_> {
    type Output = Result<Exit>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        ensure!(G::PLAYERS == 2, "only two-player games can be solved, and {} is for {}", entry.name, G::PLAYERS);
        let mut setup = setup.clone();
        for option in self.session.options() {
            G::set_option(&mut setup, option.name, &option.kind.value())?;
        }
        let position = G::read_position(&setup, &self.session.position_text())?;
        Solving { arguments: self.arguments, name: entry.name, setup, position }.run()
    }
}

struct Solving<'a, G: Playable> {
    arguments: &'a Arguments,
    name: &'static str,
    setup: G::Setup,
    position: G,
}

impl<G: Playable> Solving<'_, G> {
    fn run(&self) -> Result<Exit> {
        let arguments = self.arguments;
        let seats = G::seats(&self.setup);
        let only = arguments.winner.map(|seat| usize::from(seat) - 1);
        ensure!(
            only.is_none_or(|seat| seat < seats),
            "the game has {}, so there is no seat {}",
            counted(seats, "seat"),
            only.unwrap_or(0) + 1
        );
        let only = only.map(|seat| G::side_of_seat(seat));
        let mut outputs = arguments.force.outputs();
        arguments.resume.as_deref().map_or(Ok(()), |path| outputs.set_apart(path))?;
        let mut certificate = arguments.certificate.as_deref().map(|path| outputs.allow(path)).transpose()?;
        let _lock = arguments.resume.as_deref().map(|path| LockFile::take(&beside(path), &arguments.locking.options()));
        let _lock = _lock.transpose()?;
        let threads = arguments.threads as usize;
        let mut solver = Solver::new((arguments.hash as usize) << 10)
            .with_context(|| format!("there is no memory for a table of {} MiB", arguments.hash))?;
        self.load(&solver)?;
        let stops = StopSource::default();
        let token = stops.token();
        interrupt::finish_by(move || stops.stop());
        let limits = Limits { movetime: arguments.time, nodes: arguments.nodes, ..Limits::default() };
        let control = SearchControl::new(limits, token, ClockUse::default());
        let settings = SolveSettings { threads, only, report_every: REPORT_EVERY };
        let mut saved = (Instant::now(), SAVE_EVERY.0);
        let mut failed = None;
        let mut has_explained = false;
        let solved =
            solver.solve((self.name, &self.setup), &self.position, &control, settings, &mut |solver, progress| {
                if !self.is_quiet() {
                    let legend = if has_explained { "" } else { LEGEND };
                    has_explained = true;
                    aside(&format!("{legend}{}", self.progress(progress)));
                }
                if saved.0.elapsed() >= saved.1 {
                    let start = Instant::now();
                    failed = self.save(solver).err().or(failed.take());
                    saved = (Instant::now(), SAVE_EVERY.0.max(start.elapsed() * SAVE_EVERY.1));
                }
            });
        self.save(&solver)?;
        if let Some(error) = failed {
            report(&format!("{error:#}; the last attempt succeeded"));
        }
        if let (Ok(solution), Some(file)) = (&solved, certificate.take()) {
            file.finish_with(&solution.certificate)?;
        }
        let exit = interrupt::exit(solved.is_ok());
        let (evaluated, time) = (solver.evaluated(), control.elapsed());
        let mut out = reader::stdout(!arguments.is_for_reader());
        match (&solved, arguments.json) {
            (_, true) => writeln!(out, "{}", self.json(&solved, evaluated, time))?,
            (Ok(solution), false) => self.write(&mut out, solution, evaluated, time)?,
            (Err(error), false) => {
                writeln!(out, "{error}: {} evaluated in {:.2} s", counted(evaluated, "position"), time.as_secs_f64())?;
            }
        }
        Ok(exit)
    }

    /// Continues from the file of `--resume`, if there is one.
    fn load(&self, solver: &Solver) -> Result<()> {
        let Some(path) = self.arguments.resume.as_deref().filter(|path| path.exists()) else { return Ok(()) };
        let file = files::open_to_read(path)?;
        let loaded = saved_table::load(solver, self.name, &option_values::<G>(&self.setup), file);
        let count = loaded.with_context(|| format!("`{}` cannot be resumed", path.display()))?;
        if !self.is_quiet() {
            aside(&format!("loaded from `{}`: {}", path.display(), counted(count, "position")));
        }
        Ok(())
    }

    fn is_quiet(&self) -> bool {
        self.arguments.quiet || self.arguments.json
    }

    fn save(&self, solver: &Solver) -> Result<()> {
        let Some(path) = self.arguments.resume.as_deref() else { return Ok(()) };
        let mut file = NewFile::create(path)?;
        let saved = saved_table::save(solver, self.name, &option_values::<G>(&self.setup), &mut file);
        saved.map_err(FileError::of(path, "written"))?;
        Ok(file.finish().map(drop)?)
    }

    /// The name of a side.
    fn side(&self, player: Player) -> String {
        self.position.colour_of_player(player).name().to_string()
    }

    fn text(&self, mv: Move) -> String {
        self.position.move_text(mv)
    }

    fn progress(&self, progress: &ProofProgress) -> String {
        /// The most decisions that are named.
        const NAMED: usize = 5;
        let ProofProgress { attacker, numbers, moves, evaluated, hashfull, time } = progress;
        let is_done = |numbers: &ProofNumbers| numbers.is_decided();
        let open = moves.iter().filter(|(_, numbers)| !is_done(numbers));
        let named: Vec<String> =
            open.clone().take(NAMED).map(|&(mv, n)| format!("{} {}", self.text(mv), words(n))).collect();
        format!(
            "does {} win? {}; {} of {} open: {}; {}, {:.0} a second, table {:.1} % full, {:.0} s",
            self.side(*attacker),
            words(*numbers),
            open.count(),
            counted(moves.len(), "decision"),
            named.join(", "),
            counted(*evaluated, "position"),
            *evaluated as f64 / time.as_secs_f64().max(0.001),
            f64::from(*hashfull) / 10.0,
            time.as_secs_f64()
        )
    }

    fn write(&self, out: &mut impl Write, solution: &Solution, evaluated: u64, time: Duration) -> io::Result<()> {
        let longest = solution.walks.iter().map(|walk| walk.longest).max().unwrap_or(0);
        let sentence = match solution.value {
            GameValue::Won(player) => format!("{} wins in {} at most", self.side(player), counted(longest, "ply")),
            GameValue::Drawn => "nobody wins: the game is a draw".to_string(),
            GameValue::NotWon(player) => format!("{} does not win", self.side(player)),
        };
        writeln!(out, "{}", style::paint(style::BEST, &sentence))?;
        if !solution.line.is_empty() {
            let what = if solution.value == GameValue::Drawn { "drawn" } else { "longest" };
            writeln!(out, "{what} line: {}", self.line(&solution.line).join(" "))?;
        }
        let answers: u64 = solution.walks.iter().map(|walk| walk.answers).sum();
        let known_after = solution.known_after;
        writeln!(
            out,
            "{} evaluated in {:.2} s; the strategy has {}, played through in {:.2} s",
            counted(evaluated, "position"),
            known_after.as_secs_f64(),
            counted(answers, "answer"),
            time.saturating_sub(known_after).as_secs_f64()
        )
    }

    fn line(&self, line: &[Move]) -> Vec<String> {
        let mut position = self.position;
        let mut texts = Vec::new();
        for &mv in line {
            texts.push(position.move_text(mv));
            position.play(mv);
        }
        texts
    }

    fn json(&self, solved: &Result<Solution, SolveError>, evaluated: u64, time: Duration) -> serde_json::Value {
        let seat = |player: Player| player.index() + 1;
        let (value, side) = match solved.as_ref().map(|solution| solution.value) {
            Ok(GameValue::Won(player)) => (Some("won"), Some(seat(player))),
            Ok(GameValue::Drawn) => (Some("drawn"), None),
            Ok(GameValue::NotWon(player)) => (Some("notWon"), Some(seat(player))),
            Err(_) => (None, None),
        };
        let walks = solved.as_ref().map(|solution| &solution.walks[..]).unwrap_or_default();
        json!({
            "schema": SOLVE_SCHEMA,
            "game": self.name,
            "position": self.position.position_text(),
            "value": value,
            "side": side,
            "plies": walks.iter().map(|walk| walk.longest).max(),
            "line": solved.as_ref().map(|solution| self.line(&solution.line)).unwrap_or_default(),
            "answers": walks.iter().map(|walk| walk.answers).sum::<u64>(),
            "evaluated": evaluated,
            "seconds": solved.as_ref().map_or(time, |solution| solution.known_after).as_secs_f64(),
            "totalSeconds": time.as_secs_f64(),
            "error": solved.as_ref().err().map(ToString::to_string),
        })
    }
}

/// Proof and disproof number.
fn words(numbers: ProofNumbers) -> String {
    match numbers {
        ProofNumbers { proof: 0, .. } => "yes".to_string(),
        ProofNumbers { proof: INFINITE, .. } => "no".to_string(),
        ProofNumbers { proof, disproof } => format!("{proof}:{disproof}"),
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    path.with_file_name(name)
}
