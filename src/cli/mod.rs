//! The command line: one file for each subcommand.

mod analyze;
mod measure;
mod play;

use crate::game::Charset;
use crate::protocol::{self, options::Choice};
use crate::registry;
use crate::session::{Session, Start};
use anyhow::{Result, anyhow};
use clap::{Parser, Subcommand};
use std::io::{self, IsTerminal};
use std::process::ExitCode;

/// Plays and analyses Yavalath and its relatives. Without a subcommand it speaks UGI (or UCI) on stdin and stdout.
#[derive(Parser)]
#[command(name = "quintet", version, about, long_about = None)]
struct Cli {
    /// The game to begin with (`quintet games` lists them)
    #[arg(long, default_value = registry::GAMES[0].name)]
    game: String,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Analyse a position
    Analyze(analyze::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Count the ways on from a position
    Perft(measure::PerftArguments),
    /// Measure the speed of the searches, or of random playouts
    Bench(measure::BenchArguments),
    /// List the games
    Games,
}

/// How to set up a position, for every subcommand that takes one.
#[derive(clap::Args)]
struct Setup {
    /// The game (`quintet games` lists them)
    game: String,
    /// The turns played, parted by spaces, such as "e5 d4"
    #[arg(long, default_value = "")]
    moves: String,
    /// The position text to begin with, instead of the start position
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// An option of the game, such as Swap=false
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Setup {
    fn session(&self) -> Result<Box<dyn Session>> {
        let mut session = open(&self.game)?;
        for option in &self.options {
            let pair = option.split_once('=');
            let (name, value) = pair.ok_or_else(|| anyhow!("`--option {option}` is not of the form NAME=VALUE"))?;
            session.set_option(name.trim(), value.trim())?;
        }
        let start = self.position.clone().map_or(Start::Initial, Start::Text);
        let moves: Vec<String> = self.moves.split_whitespace().map(str::to_string).collect();
        session.set_position(&start, &moves)?;
        Ok(session)
    }
}

fn open(game: &str) -> Result<Box<dyn Session>> {
    registry::open(game).ok_or_else(|| anyhow!(registry::unknown(game)))
}

/// The characters that stdout can be trusted with.
fn charset(ascii: bool) -> Charset {
    if ascii { Charset::Ascii } else { Charset::Unicode }
}

fn parse_search(text: &str) -> Result<Choice, String> {
    let words = protocol::options::SEARCHES.join(", ");
    Choice::named(text).ok_or_else(|| format!("the searches are {words}"))
}

/// Does what the command line says: 0 is success, 2 a request that cannot be understood.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that has seen enough, such as `head`, is no mistake of anybody's.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quintet: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

fn run(cli: Cli) -> Result<()> {
    match cli.command {
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Perft(arguments)) => measure::perft(&arguments),
        Some(Command::Bench(arguments)) => measure::bench(&arguments),
        Some(Command::Games) => measure::games(),
        None => {
            let session = open(&cli.game)?;
            if io::stdin().is_terminal() {
                eprintln!("quintet {}: `help` lists the commands, `quit` ends", env!("CARGO_PKG_VERSION"));
            }
            protocol::serve(session, io::BufReader::new(io::stdin()), io::stdout());
            Ok(())
        }
    }
}
