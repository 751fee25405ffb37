//! `quintet book`: an opening book, built by searches of the engine and completed with the results of games.

use super::arguments::{LockArguments, Stop};
use super::exit::Exit;
use super::{Setup, book_export, interrupt, pool, reader, report};
use crate::book::build::{BookOptions, Editor, JoinedBook};
use crate::files::{self, Outputs};
use crate::locks::{LockError, LockFile, LockOptions};
use crate::record_files;
use crate::records::{self, GameRecord, Oddity};
use crate::registry;
use crate::text::{counted, one_line};
use anyhow::{Context, Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What `quintet book` is asked for: work on a book, or something else that can be done with one.
///
/// Clap cannot derive this: arguments that contain others are never optional.
pub enum BookArguments {
    /// Build, continue or merge a book.
    Edit(Box<Arguments>),
    /// Something else.
    Command(Box<BookCommand>),
}

/// What else can be done with a book.
#[derive(Subcommand)]
pub enum BookCommand {
    /// Pack a book for another program: positions with one reply each, as a string literal and the code that reads it
    Export(book_export::Arguments),
}

impl Args for BookArguments {
    fn augment_args(command: Command) -> Command {
        let command = BookCommand::augment_subcommands(Arguments::augment_args(command));
        let command = command.subcommand_required(false).arg_required_else_help(false).disable_help_subcommand(true);
        command.args_conflicts_with_subcommands(true).subcommand_negates_reqs(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for BookArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        match matches.subcommand_name() {
            Some(_) => BookCommand::from_arg_matches(matches).map(|command| Self::Command(Box::new(command))),
            None => Arguments::from_arg_matches(matches).map(|arguments| Self::Edit(Box::new(arguments))),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The arguments of `quintet book` itself.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// The file of the book; an existing one is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Search positions until the book has this many, or a few more [default: the goal of the book that was stopped,
    /// else 500, or none with --from]
    #[arg(long)]
    positions: Option<usize>,
    /// Nodes to search for each position
    #[arg(long, default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many replies to look for in each position
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=64))]
    replies: u64,
    /// Count the finished games in these files, in any format that `quintet convert` reads
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Merge these books, each of one opening; positions leading to them are searched
    #[arg(long, value_name = "PART", num_args = 1.., conflicts_with_all = ["positions", "from"])]
    join: Vec<PathBuf>,
    /// Threads; the result does not depend on them
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_024))]
    threads: u64,
    #[command(flatten)]
    locking: LockArguments,
    #[command(flatten)]
    stop: Stop,
}

/// Builds, merges or exports a book.
pub fn run(arguments: &BookArguments) -> Result<Exit> {
    match arguments {
        BookArguments::Edit(arguments) => edit(arguments),
        BookArguments::Command(command) => match &**command {
            BookCommand::Export(arguments) => book_export::run(arguments).map(|()| Exit::Whole),
        },
    }
}

/// Builds or continues a book, showing progress on stderr, or merges books.
fn edit(arguments: &Arguments) -> Result<Exit> {
    let session = arguments.setup.session()?;
    let path = &arguments.out;
    // What is there is taken in by itself.
    Outputs::new(false).reading(arguments.join.iter().chain(&arguments.from)).set_apart(path)?;
    interrupt::finish_by(|| {});
    arguments.stop.start().context("no thread could be started to wait for the end")?;
    let _lock = lock(path, &arguments.locking.options())?;
    let text = match files::read_text(path) {
        Ok(text) => Some(text),
        Err(error) if error.is_missing() => None,
        Err(error) => return Err(error.into()),
    };
    let editor = registry::edit_book(&*session, text.as_deref());
    let mut book = editor.map_err(|error| anyhow!("`{}`: {error}", path.display()))?;
    let is_whole = if arguments.join.is_empty() { build(arguments, &mut *book)? } else { join(arguments, &mut *book)? };
    let exit = interrupt::exit(is_whole);
    let mut out = reader::stdout(true);
    if is_whole || arguments.join.is_empty() {
        writeln!(out, "positions {}", book.positions())?;
    }
    if is_whole && !arguments.from.is_empty() {
        let (games, decisions) = count(&mut *book, session.name(), &arguments.from)?;
        save(arguments, &*book)?;
        writeln!(out, "games {games} decisions {decisions}")?;
    }
    Ok(exit)
}

fn options(arguments: &Arguments) -> BookOptions {
    BookOptions { nodes: arguments.nodes, replies: arguments.replies as usize }
}

/// Searches positions until the book has its goal; false if it was stopped before.
fn build(arguments: &Arguments, book: &mut dyn Editor) -> Result<bool> {
    /// The time between writes of the file, so that little is lost when the work is interrupted.
    const PAUSE: Duration = Duration::from_secs(5);
    let wanted = arguments.positions.or(book.wanted()).unwrap_or(if arguments.from.is_empty() { 500 } else { 0 });
    // Until it is whole the file says what it is to be.
    book.set_wanted(Some(wanted));
    let pool = pool(arguments.threads)?;
    let bar = bar(wanted);
    let mut written = Instant::now();
    let mut is_whole = book.positions() >= wanted;
    while !is_whole && !interrupt::has_come() {
        let has_grown = pool.install(|| book.grow(options(arguments)));
        is_whole = !has_grown || book.positions() >= wanted;
        bar.set_position(book.positions() as u64);
        if !is_whole && written.elapsed() >= PAUSE {
            save(arguments, book)?;
            written = Instant::now();
        }
    }
    bar.finish_and_clear();
    if is_whole {
        book.set_wanted(None);
    }
    save(arguments, book)?;
    Ok(is_whole)
}

/// Merges books; false, with nothing written, if parts are missing or it was stopped.
fn join(arguments: &Arguments, book: &mut dyn Editor) -> Result<bool> {
    if let Some(path) = arguments.join.iter().find(|path| !path.exists()) {
        report(&format!("`{}` is missing", path.display()));
        return Ok(false);
    }
    let parts: Vec<String> = arguments.join.iter().map(|path| files::read_text(path)).collect::<Result<_, _>>()?;
    if let Some(wanted) = book.wanted() {
        let (path, positions) = (arguments.out.display(), book.positions());
        report(&format!("`{path}` is not whole: it has {positions} of {}", counted(wanted, "position")));
        return Ok(false);
    }
    let pool = pool(arguments.threads)?;
    let joined = pool.install(|| book.join(&parts, options(arguments), &interrupt::has_come));
    match joined.map_err(|(index, error)| anyhow!("`{}`: {error}", arguments.join[index].display()))? {
        JoinedBook::Whole => save(arguments, book).map(|()| true),
        JoinedBook::Stopped => Ok(false),
        JoinedBook::Unfinished { count, first, positions, wanted } => {
            let (all, path) = (parts.len(), arguments.join[first].display());
            let first = format!("the first is `{path}`, with {positions} of {}", counted(wanted, "position"));
            report(&format!("{count} of {all} books are not whole; {first}"));
            Ok(false)
        }
    }
}

/// Locks a book against other processes, with a separate file, as the book's file is replaced each time it is written.
fn lock(path: &Path, options: &LockOptions) -> Result<LockFile, LockError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    LockFile::take(&path.with_file_name(name), options)
}

/// Counts the finished games of this game in some files: returns how many there are, and how many of their decisions
/// the book has. An unfinished game says nothing about the value of its turns.
fn count(book: &mut dyn Editor, game: &str, files: &[PathBuf]) -> Result<(u64, u64)> {
    let (mut games, mut decisions, mut open) = (0, 0, 0);
    for file in files {
        let (mut odd, mut failed) = (Vec::new(), None);
        let visited = record_files::visit_any(file, &mut |(place, record, whats)| {
            odd.extend(whats.into_iter().map(|what| Oddity { game: place, what, refused: false }));
            let record = match record {
                Ok(record) if record.game == game && record.position.is_none() && failed.is_none() => record,
                Ok(_) => return,
                Err(what) => return odd.push(Oddity { game: place, what, refused: true }),
            };
            if !record.is_finished() {
                open += 1;
                return;
            }
            match count_game(book, &record) {
                Ok(more) => (games, decisions) = (games + 1, decisions + more),
                Err(error) => {
                    failed = Some(anyhow!("game {} of `{}`: {error}", record.number_at(place), file.display()));
                }
            }
        })?;
        if let Some(error) = failed {
            return Err(error);
        }
        odd.extend(visited.oddity);
        for what in records::oddity_lines(&odd) {
            report(&format!("`{}`: {}", file.display(), one_line(&what)));
        }
    }
    if open > 0 {
        report(&format!("unfinished games are not counted: {open}"));
    }
    Ok((games, decisions))
}

/// Counts a game, and returns how many of its decisions the book has.
fn count_game(book: &mut dyn Editor, record: &GameRecord) -> Result<u64> {
    let session = record.session()?;
    let shares = record.shares(&session.sides());
    Ok(u64::from(book.count(&session.position_text(), &record.all_turns(), &shares)?))
}

fn save(arguments: &Arguments, book: &dyn Editor) -> Result<()> {
    let (path, BookOptions { nodes, replies }) = (&arguments.out, options(arguments));
    let text = book.text(&format!("{nodes} nodes, {replies} replies"));
    Ok(files::write(path, text.as_bytes())?)
}

/// A progress bar; `None` if nobody can see it.
fn bar(positions: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(positions as u64);
    match ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
