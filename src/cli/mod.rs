//! The command line: one file for each subcommand.

mod analyze;
mod arguments;
mod book;
mod calibrate;
mod conformance;
mod generate;
mod r#match;
mod measure;
mod openings;
mod play;
mod rating;
mod selfplay;
mod show;
mod smp;
mod train;

use crate::game::Charset;
use crate::protocol;
use crate::registry;
use anyhow::Result;
use arguments::{Setup, did_you_mean, open, parse_search, parse_time, set_option};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Plays and analyses Yavalath and its relatives. Without a subcommand it speaks UGI (or UCI) on stdin and stdout.
#[derive(Parser)]
#[command(name = "quintet", version, about, long_about = None, args_conflicts_with_subcommands = true)]
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
    /// Play engines against engines
    Match(Box<r#match::Arguments>),
    /// Check whether an engine speaks the protocol
    Conformance(conformance::Arguments),
    /// Compute a rating list from recorded games
    Rating(rating::Arguments),
    /// Step through recorded games, check and draw them
    Show(show::Arguments),
    /// Make balanced openings
    Openings(openings::Arguments),
    /// Count the ways on from a position
    Perft(measure::PerftArguments),
    /// Measure the speed of the searches, or of random playouts
    Bench(measure::BenchArguments),
    /// Learn the weights of an evaluation from games of the engine against itself
    Train(train::Arguments),
    /// Build an opening book by searches of the engine, or add the results of games to it
    Book(book::Arguments),
    /// Find out from the engine's own games what the scores of searches are worth
    Calibrate(calibrate::Arguments),
    /// List the games
    Games,
    /// Print a script with which a shell completes commands
    Completions(generate::CompletionsArguments),
    /// Write the pages of the manual
    Man(generate::ManArguments),
}

/// The characters that stdout can be trusted with.
fn charset(ascii: bool) -> Charset {
    if ascii { Charset::Ascii } else { Charset::Unicode }
}

/// Does what the command line says: 0 is success, 1 a file or thread that could not be had or an engine that does not
/// conform, 2 a request that cannot be understood or followed.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => {
            report_error(&sentence(&error));
            return ExitCode::from(2);
        }
        Err(help) => {
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    match run(cli) {
        Ok(code) => code,
        // A reader that has seen enough, such as `head`, is no mistake of anybody's.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report_error(&format!("{error:#}"));
            ExitCode::from(if error.chain().any(|cause| cause.is::<io::Error>()) { 1 } else { 2 })
        }
    }
}

/// One sentence on stderr; if nobody reads that, the exit code has to do.
fn report_error(sentence: &str) {
    let _ = writeln!(io::stderr(), "quintet: {sentence}");
}

/// What is wrong with the arguments, on one line: of clap's message the part before its hints, and what it suggests.
fn sentence(error: &clap::Error) -> String {
    let text = error.to_string();
    let message = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = message.split_whitespace().collect();
    let message = words.join(" ");
    let hint = did_you_mean(suggestion(error).as_deref());
    let end = if hint.is_empty() { ";" } else { "" };
    format!("{}{hint}{end} `--help` tells what is possible", message.trim_start_matches("error: "))
}

/// What clap thinks was meant.
fn suggestion(error: &clap::Error) -> Option<String> {
    use ContextKind::{SuggestedArg, SuggestedSubcommand, SuggestedValue};
    [SuggestedSubcommand, SuggestedArg, SuggestedValue].into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => texts.last().cloned(),
        _ => None,
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe)
}

fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        Some(Command::Conformance(arguments)) => return conformance::run(&arguments),
        Some(Command::Analyze(arguments)) => analyze::run(&arguments),
        Some(Command::Play(arguments)) => play::run(&arguments),
        Some(Command::Match(arguments)) => r#match::run(&arguments),
        Some(Command::Rating(arguments)) => rating::run(&arguments),
        Some(Command::Show(arguments)) => show::run(&arguments),
        Some(Command::Openings(arguments)) => openings::run(&arguments),
        Some(Command::Perft(arguments)) => measure::perft(&arguments),
        Some(Command::Bench(arguments)) => measure::bench(&arguments),
        Some(Command::Train(arguments)) => train::run(&arguments),
        Some(Command::Book(arguments)) => book::run(&arguments),
        Some(Command::Calibrate(arguments)) => calibrate::run(&arguments),
        Some(Command::Games) => measure::games(),
        Some(Command::Completions(arguments)) => generate::completions(&arguments, Cli::command()),
        Some(Command::Man(arguments)) => generate::man(&arguments, Cli::command()),
        None => {
            let session = open(&cli.game)?;
            if io::stdin().is_terminal() {
                let version = env!("CARGO_PKG_VERSION");
                let _ = writeln!(io::stderr(), "quintet {version}: `help` lists the commands, `quit` ends");
            }
            protocol::serve(session, io::BufReader::new(io::stdin()), io::stdout());
            Ok(())
        }
    }
    .map(|()| ExitCode::SUCCESS)
}
