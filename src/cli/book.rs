//! `quintet book`: an opening book, built by searches of the engine and completed with the results of games.

use super::{Setup, interrupt, pool};
use crate::book::build::{BookOptions, Editor};
use crate::files;
use crate::records;
use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The arguments of `quintet book`.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    setup: Setup,
    /// The file of the book; one that is there already is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Search positions until the book has so many, or a few more [default: 500, or none with --from]
    #[arg(long)]
    positions: Option<usize>,
    /// Nodes of the search of each position
    #[arg(long, default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many replies to look for in each position
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=64))]
    replies: u64,
    /// Count the games in these files, as `quintet match --out` writes them
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// Threads; they do not change what comes out
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_024))]
    threads: u64,
}

/// Builds or continues a book, and shows the progress on stderr.
pub fn run(arguments: &Arguments) -> Result<()> {
    /// Time between writing the file, so that little is lost when the work is interrupted.
    const PAUSE: Duration = Duration::from_secs(5);
    let session = arguments.setup.session()?;
    let path = &arguments.out;
    let text = match files::read_text(path) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("`{}` cannot be read", path.display())),
    };
    let editor = session.edit_book(text.as_deref());
    let mut book = editor.map_err(|error| anyhow!("`{}`: {error}", path.display()))?;

    let options = BookOptions { nodes: arguments.nodes, replies: arguments.replies as usize };
    let wanted = arguments.positions.unwrap_or(if arguments.from.is_empty() { 500 } else { 0 });
    let remark = format!("{} nodes, {} replies", options.nodes, options.replies);
    let pool = pool(arguments.threads)?;
    interrupt::finish_by(|| {});
    let bar = bar(wanted);
    let mut written = Instant::now();
    while book.positions() < wanted && !interrupt::has_come() && pool.install(|| book.grow(options)) {
        bar.set_position(book.positions() as u64);
        if written.elapsed() >= PAUSE {
            save(path, &book.text(&remark))?;
            written = Instant::now();
        }
    }
    bar.finish_and_clear();
    let (games, decisions) = count(&mut *book, session.name(), &arguments.from)?;
    save(path, &book.text(&remark))?;
    let mut out = io::stdout().lock();
    writeln!(out, "positions {}", book.positions())?;
    if !arguments.from.is_empty() {
        writeln!(out, "games {games} decisions {decisions}")?;
    }
    Ok(())
}

/// Counts the games of this game in some files: how many there are, and how many of their decisions the book has.
fn count(book: &mut dyn Editor, game: &str, files: &[PathBuf]) -> Result<(u64, u64)> {
    let (mut games, mut decisions) = (0, 0);
    for file in files {
        for record in records::read(file)?.iter().filter(|record| record.game == game && record.position.is_none()) {
            let session = record.session()?;
            let shares = record.shares(&session.sides());
            let counted = book.count(&session.position_text(), &record.all_turns(), &shares);
            let number = record.number;
            decisions += u64::from(counted.map_err(|e| anyhow!("game {number} of `{}`: {e}", file.display()))?);
            games += 1;
        }
    }
    Ok((games, decisions))
}

fn save(path: &Path, text: &str) -> Result<()> {
    files::write(path, text.as_bytes()).with_context(|| format!("`{}` cannot be written", path.display()))
}

/// A progress bar; nothing where nobody can see it.
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
