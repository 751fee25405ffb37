//! `quintet puzzles`: makes puzzles of a game.

use super::arguments::{ForceArguments, open, parse_time};
use super::exit::Exit;
use super::{aside, interrupt, report, values};
use crate::game::Playable;
use crate::puzzle_maker::PuzzleMaker;
use crate::puzzles::{Puzzle, PuzzleSelection};
use crate::registry::{self, GameEntry, Visitor};
use crate::text::counted;
use anyhow::{Result, anyhow, ensure};
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How often to report the count.
const REPORT_EVERY: Duration = Duration::from_secs(10);

/// The arguments of `quintet puzzles`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The game (`quintet games` lists them)
    #[arg(value_parser = values::game(), hide_possible_values = true)]
    game: String,
    /// How many to make
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    count: u64,
    /// The random seed of the games to search for puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write them to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArguments,
    /// How long to search, such as 30s or 2h [default: until --count are found]
    #[arg(long, value_parser = parse_time)]
    time: Option<Duration>,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        self.out.is_none()
    }
}

/// Makes puzzles: 0 if all were found, 3 if the time or a signal came first.
pub fn run(arguments: &Arguments) -> Result<Exit> {
    let name = open(&arguments.game)?.name();
    registry::visit(name, Make { arguments }).ok_or_else(|| anyhow!(registry::unknown(name)))?
}

struct Make<'a> {
    arguments: &'a Arguments,
}

impl Visitor for Make<'_> {
    type Output = Result<Exit>;

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> Self::Output {
        let Arguments { count, seed, out, force, time, .. } = self.arguments;
        ensure!(G::PLAYERS == 2, "only two-player games have puzzles, and {} is for {}", entry.name, G::PLAYERS);
        let file = out.as_deref().map(|path| force.outputs().allow(path)).transpose()?;
        interrupt::finish_by(|| {});
        let start = Instant::now();
        let mut reported = start;
        let mut maker = PuzzleMaker::<G>::new(setup, *seed);
        let mut selection = PuzzleSelection::new(*count as usize);
        let mut games = 0;
        while !selection.is_full() && !interrupt::has_come() && time.is_none_or(|most| start.elapsed() < most) {
            let found = maker.from_game(games)?;
            found.into_iter().for_each(|puzzle| selection.add(puzzle));
            games += 1;
            if reported.elapsed() >= REPORT_EVERY {
                reported = Instant::now();
                aside(&format!("{} in {}", counted(selection.len(), "puzzle"), counted(games, "game")));
            }
        }
        let is_whole = selection.len() as u64 >= *count;
        let exit = interrupt::exit(is_whole);
        if !is_whole && !interrupt::is_without_reader() {
            let found = counted(selection.len(), "puzzle");
            report(&format!("ended after {found} in {}", counted(games, "game")));
        }
        let mut puzzles = selection.finish();
        for puzzle in &mut puzzles {
            puzzle.nature = puzzle.nature_in(entry.name)?;
        }
        let text = text(entry.name, (*seed, games), &puzzles);
        match file {
            Some(file) => file.finish_with(text.as_bytes())?,
            None => io::stdout().lock().write_all(text.as_bytes())?,
        }
        Ok(exit)
    }
}

/// The contents of the file.
fn text(game: &str, (seed, games): (u64, u64), puzzles: &[Puzzle]) -> String {
    let mut text = format!("# {} looked at by `quintet puzzles {game} --seed {seed}`.\n", counted(games, "game"));
    text += "# PLIES MOVE DEPTH RATING THEMES POSITION: MOVE alone wins, within PLIES decisions; others do not within DEPTH turns (0: never).\n";
    puzzles.iter().for_each(|puzzle| text += &format!("{puzzle}\n"));
    text
}
