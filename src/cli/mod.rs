//! The command line: one file for each subcommand.

mod analysis;
mod analyze;
mod arena;
mod book;
mod book_export;
mod calibrate;
mod conformance;
mod convert;
mod examples;
mod explore;
mod generate;
mod r#match;
mod match_display;
mod measure;
mod memory;
mod openings;
mod puzzles;
mod rating;
mod reader;
mod recommend;
mod referee;
mod review;
mod selfplay;
mod selftest;
#[cfg(feature = "web")]
mod serve;
mod show;
#[cfg(feature = "web")]
mod site;
mod smp;
mod solve;
mod train;
mod tune;
mod usage_error;
mod verify;

use crate::board::bits::instruction_set;
use crate::play;
use crate::protocol;
use crate::search::memory_limit::available_mebibytes;
use crate::terminal::exit::Exit;
use crate::terminal::{Setup, arguments, aside, board, exit, interrupt, open, parse_time, pool};
use crate::terminal::{report, set_options, style, values};
use crate::version::{ENGINE_ID, VERSION};
use crate::{files, registry};
use anyhow::{Context, Result, ensure};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Plays and analyses Yavalath and its relatives. Without a subcommand it speaks UGI (or UCI) on stdin and stdout.
#[derive(Parser)]
#[command(name = "quintet", version = VERSION, about, long_about = None, disable_version_flag = true)]
struct Cli {
    /// The game to start with (`quintet games` lists them) [default: yavalath]
    #[arg(long, value_parser = values::game(), hide_possible_values = true)]
    game: Option<String>,
    /// Open no files and start no programs, whatever options and commands ask for
    #[arg(long, global = true)]
    no_files: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: style::Color,
    /// Print the version
    #[arg(short = 'V', long)]
    version: bool,
    /// With --version: also what was built and chosen for this machine
    #[arg(long, requires = "version")]
    verbose: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Analyse a position
    Analyze(analyze::Arguments),
    /// Analyse many positions: JSON requests on stdin or in a file, one a line, and JSON answers
    Analysis(analysis::Arguments),
    /// Solve a position: who wins, with a proof that others can check
    Solve(solve::Arguments),
    /// Play against the engine in the terminal
    Play(play::Arguments),
    /// Solve puzzles in the terminal: positions where a single decision wins
    Puzzle(play::puzzle::Arguments),
    /// Open a page on which to play, analyse and learn the games
    #[cfg(feature = "web")]
    Serve(serve::Arguments),
    /// Write the page as static files with the engine in WebAssembly, for any host and without a server
    #[cfg(feature = "web")]
    Site(site::Arguments),
    /// Walk through the opening book and recorded games
    Explore(explore::Arguments),
    /// Play engines against engines
    Match(Box<r#match::Arguments>),
    /// Check whether an engine speaks the protocol
    Conformance(conformance::Arguments),
    /// Play in CodinGame's arenas of Yavalath and YINSH: their lines on stdin and stdout
    Arena(arena::Arguments),
    /// Referee a game between two programs of these arenas, as their tools call it
    Referee(referee::Arguments),
    /// Compute a rating list from recorded games
    Rating(rating::Arguments),
    /// Review a recorded game: what each turn gave away and what would have been better
    Review(review::Arguments),
    /// Check certificates: files that prove what a side reaches from a position
    Verify(verify::Arguments),
    /// Step through recorded games, check and draw them
    Show(show::Arguments),
    /// Convert games between quintet's formats and those of other programs
    Convert(convert::Arguments),
    /// Make puzzles
    Puzzles(puzzles::Arguments),
    /// Make balanced openings
    Openings(openings::Arguments),
    /// Count the legal sequences from a position
    Perft(measure::PerftArguments),
    /// Measure the speed of the searches, or of random playouts
    Bench(measure::BenchArguments),
    /// Train an evaluation on games of the engine against itself
    Train(train::Arguments),
    /// Tune the numbers that steer a search by games of the engine against itself, in builds with the feature `tune`
    Tune(tune::Arguments),
    /// Build an opening book with the engine's searches, or add the results of games to one
    Book(book::BookArguments),
    /// Measure on the engine's own games what the scores of searches are worth
    Calibrate(calibrate::Arguments),
    /// Test the program on this machine
    Selftest(selftest::Arguments),
    /// List the games
    Games,
    /// Print a shell completion script
    Completions(generate::CompletionsArguments),
    /// Print the JSON Schemas of the program's output
    Schema(generate::SchemaArguments),
    /// Write the manual pages
    Man(generate::ManArguments),
}

/// The command line, with the examples of each subcommand.
fn command() -> clap::Command {
    examples::add(Cli::command())
}

impl Command {
    /// Whether the command's only result is what it prints; otherwise it continues without a reader.
    fn is_for_reader(&self) -> bool {
        match self {
            Self::Analyze(arguments) => arguments.is_for_reader(),
            Self::Analysis(arguments) => arguments.is_for_reader(),
            Self::Solve(arguments) => arguments.is_for_reader(),
            Self::Match(arguments) => arguments.is_for_reader(),
            Self::Review(arguments) => arguments.is_for_reader(),
            Self::Verify(arguments) => arguments.is_for_reader(),
            Self::Show(arguments) => arguments.is_for_reader(),
            Self::Convert(arguments) => arguments.is_for_reader(),
            Self::Puzzles(arguments) => arguments.is_for_reader(),
            Self::Explore(_) | Self::Conformance(_) | Self::Rating(_) | Self::Openings(_) | Self::Perft(_) => true,
            Self::Arena(_) => true,
            Self::Bench(_) | Self::Games | Self::Completions(_) | Self::Schema(_) => true,
            // These keep games, write files, or have folders and processes to clear away.
            Self::Play(_) | Self::Puzzle(_) | Self::Train(_) | Self::Book(_) | Self::Calibrate(_) | Self::Tune(_) => {
                false
            }
            Self::Selftest(_) | Self::Man(_) | Self::Referee(_) => false,
            #[cfg(feature = "web")]
            Self::Serve(_) | Self::Site(_) => false,
        }
    }
}

/// Runs the command line.
pub fn main() -> ExitCode {
    memory::return_large_blocks();
    // A negative number is a wrong value, not an unknown option.
    let command_line = command().mut_subcommands(|command| {
        command.mut_args(|argument| match argument.get_action().takes_values() {
            true => argument.allow_negative_numbers(true),
            false => argument,
        })
    });
    let read = command_line
        .try_get_matches_from(referee::spelled_out(std::env::args_os()))
        .and_then(|matches| Cli::from_arg_matches(&matches));
    let cli = match read {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            report(&usage_error::sentence(&error));
            return Exit::Usage.into();
        }
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let exit = run(cli).unwrap_or_else(|error| {
        // A reader that has seen enough, such as `head`, is not an error.
        if reader::has_gone(&error) {
            return Exit::Whole;
        }
        report(&format!("{error:#}"));
        Exit::of_error(&error)
    });
    exit.into()
}

fn run(cli: Cli) -> Result<Exit> {
    if cli.no_files {
        files::forbid();
    }
    cli.color.choose();
    if cli.version {
        version(cli.verbose)?;
        return Ok(Exit::Whole);
    }
    ensure!(
        cli.command.is_none() || cli.game.is_none(),
        "`--game` is for the dialogue on stdin and stdout; subcommands take the game as an argument"
    );
    // A dialogue ends with its input.
    if cli.command.is_some() {
        interrupt::receive();
    }
    if cli.command.as_ref().is_none_or(Command::is_for_reader) {
        reader::watch();
    }
    match cli.command {
        Some(Command::Conformance(arguments)) => {
            let exit = conformance::run(&arguments)?;
            return Ok(if interrupt::has_come() { interrupt::exit(false) } else { exit });
        }
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Analysis(arguments)) => return analysis::run(&arguments),
        Some(Command::Review(arguments)) => return review::run(&arguments),
        Some(Command::Solve(arguments)) => return solve::run(&arguments),
        Some(Command::Verify(arguments)) => return verify::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Puzzle(arguments)) => play::puzzle::run(&arguments),
        Some(Command::Explore(arguments)) => explore::run(&arguments),
        Some(Command::Match(arguments)) => return r#match::run(&arguments),
        Some(Command::Arena(arguments)) => arena::run(&arguments),
        Some(Command::Referee(arguments)) => return referee::run(&arguments),
        Some(Command::Rating(arguments)) => return rating::run(&arguments),
        Some(Command::Show(arguments)) => show::run(&arguments),
        Some(Command::Convert(arguments)) => convert::run(&arguments),
        Some(Command::Puzzles(arguments)) => return puzzles::run(&arguments),
        Some(Command::Openings(arguments)) => openings::run(&arguments),
        Some(Command::Perft(arguments)) => measure::perft(&arguments),
        Some(Command::Bench(arguments)) => measure::bench(&arguments),
        Some(Command::Train(arguments)) => return train::run(&arguments).map(|()| Exit::Whole),
        Some(Command::Tune(arguments)) => return tune::run(&arguments),
        Some(Command::Book(arguments)) => return book::run(&arguments),
        Some(Command::Calibrate(arguments)) => return calibrate::run(&arguments).map(|()| Exit::Whole),
        #[cfg(feature = "web")]
        // It has no work to be whole: a signal is how it ends.
        Some(Command::Serve(arguments)) => return serve::run(arguments).map(|()| Exit::Whole),
        #[cfg(feature = "web")]
        Some(Command::Site(arguments)) => site::run(&arguments),
        Some(Command::Selftest(arguments)) => return selftest::run(&arguments),
        Some(Command::Games) => measure::games(),
        Some(Command::Completions(arguments)) => generate::completions(&arguments, command()),
        Some(Command::Schema(arguments)) => generate::schema(&arguments),
        Some(Command::Man(arguments)) => generate::man(&arguments, command()),
        None => {
            let session = open(cli.game.as_deref().unwrap_or(registry::GAMES[0].name))?;
            if io::stdin().is_terminal() {
                aside(&format!("{ENGINE_ID}: `help` lists the commands, `quit` ends"));
            }
            let served = protocol::serve(session, io::BufReader::new(io::stdin()), io::stdout());
            served.context("the threads that read and write could not be started")
        }
    }
    .map(|()| interrupt::exit(!interrupt::has_come()))
}

/// Prints the version, and if `verbose` what was chosen for this machine and its resources.
fn version(verbose: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{ENGINE_ID}")?;
    if verbose {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        writeln!(out, "built for: {} {}", std::env::consts::ARCH, std::env::consts::OS)?;
        writeln!(out, "instruction set: {}", instruction_set().description())?;
        writeln!(out, "processors: {threads}")?;
        if let Some(mebibytes) = available_mebibytes() {
            writeln!(out, "memory for Hash: {mebibytes} MiB")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod file_arguments;
