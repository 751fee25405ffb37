//! `quintet convert`: reads games in one format and writes them in another.

use super::arguments::ForceArguments;
use super::report;
use super::values::{self, Target, target_names};
use crate::files::{self, MAX_RECORDS, OutputError, OutputFile};
use crate::records::tables::{TableFormat, TableWriter};
use crate::records::{
    self, GameRecord, Lost, Oddity, RecordFormat, RecordWriter, left_out_lines, lost_line, oddity_lines,
};
use crate::sentence::Sentence;
use anyhow::{Context, Result, anyhow, ensure};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The arguments of `quintet convert`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A file of games, `-` for stdin
    from: PathBuf,
    /// The file to write, `-` for stdout; the file name ending sets the format
    to: PathBuf,
    /// The format to read [default: detected from the file]
    #[arg(long = "from", value_name = "FORMAT", value_parser = values::format(), hide_possible_values = true)]
    from_format: Option<RecordFormat>,
    /// The format to write: jsonl, text, gipf.com, boardspace, abstract-play or ludii; games-csv, turns-csv or pgn
    #[arg(long = "to", value_name = "FORMAT", value_parser = values::target(), hide_possible_values = true)]
    to_format: Option<Target>,
    #[command(flatten)]
    force: ForceArguments,
}

impl Arguments {
    /// Whether its only result is what it prints.
    pub fn is_for_reader(&self) -> bool {
        is_stream(&self.to)
    }
}

/// A writer of games, one by one.
enum Writer {
    Games { writer: RecordWriter, lost: Lost, left_out: Vec<(usize, Sentence)> },
    Table(TableWriter),
}

/// The result of writing.
struct Written {
    text: String,
    count: usize,
    left_out: usize,
    /// Which games were left out, and what the others lost.
    notes: Vec<String>,
}

impl Writer {
    fn new(target: Target) -> Self {
        match target {
            Target::Games(format) => {
                Self::Games { writer: RecordWriter::new(format), lost: Lost::new(format), left_out: Vec::new() }
            }
            Target::Table(format) => Self::Table(TableWriter::new(format)),
        }
    }

    /// Adds a game, with its place among those read, from 1.
    fn add(&mut self, place: usize, record: &GameRecord) {
        match self {
            Self::Games { writer, lost, left_out } => match writer.add(record) {
                Ok(()) => lost.add(record),
                Err(what) => left_out.push((place, what)),
            },
            Self::Table(writer) => writer.add(place, record),
        }
    }

    fn finish(self) -> Written {
        match self {
            Self::Games { writer, lost, left_out } => {
                let notes = left_out_lines(&left_out).into_iter().chain(lost_line(&lost)).collect();
                Written { count: writer.count(), text: writer.finish(), left_out: left_out.len(), notes }
            }
            Self::Table(writer) => {
                let written = writer.finish();
                let notes = written.what_is_missing().into_iter().chain(written.remark.clone()).collect();
                let left_out = written.left_out.iter().map(|games| games.count).sum();
                Written { count: written.written, text: written.text, left_out, notes }
            }
        }
    }
}

fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Converts games, and reports oddities on stderr.
pub fn run(arguments: &Arguments) -> Result<()> {
    let to = &arguments.to;
    let by_name = || RecordFormat::of_name(to).map(Target::Games);
    let target = arguments.to_format.or_else(by_name).or_else(|| TableFormat::of_name(to).map(Target::Table));
    let unknown = || {
        anyhow!(
            "the file name `{}` does not say which format to write; `--to` takes {}",
            to.display(),
            target_names().join(", ")
        )
    };
    let target = target.ok_or_else(unknown)?;
    if let (None, Some(format)) = (arguments.from_format, TableFormat::of_name(&arguments.from)) {
        let name = format.name();
        return Err(anyhow!(
            "{name} is only written, as it does not hold whole games: convert the records it was made from"
        ));
    }
    let output = output(arguments)?;
    let bytes = read(&arguments.from)?;
    let mut writer = Writer::new(target);
    // What is odd in the games, and which of them cannot be read.
    let (mut oddities, mut refused) = (Vec::new(), 0);
    let path = if is_stream(&arguments.from) { Path::new("stdin") } else { &arguments.from };
    let visited = records::visit(path, &bytes, arguments.from_format, &mut |(game, record, odd)| {
        oddities.extend(odd.into_iter().map(|what| Oddity { game, what, refused: false }));
        match record {
            Ok(record) => writer.add(game, &record),
            Err(what) => {
                refused += 1;
                oddities.push(Oddity { game, what, refused: true });
            }
        }
    })?;
    oddities.extend(visited.oddity);
    let Written { text, count: written, left_out, notes } = writer.finish();
    oddity_lines(&oddities).iter().chain(&notes).for_each(|what| report(what));
    let count = written + left_out + refused;
    ensure!(written > 0 || count == 0, "none of {count} games can be written in the format {}", target.name());
    match output {
        None => io::stdout().lock().write_all(text.as_bytes())?,
        Some(output) => output.finish_with(text.as_bytes())?,
    }
    ensure!(written == count, "{} of {count} games could not be converted", count - written);
    Ok(())
}

/// The file to write, or `None` for stdout. That may also be the file that is read, if the shell opens both.
fn output(arguments: &Arguments) -> Result<Option<OutputFile>, OutputError> {
    let file = |path: &PathBuf, stream: &str| if is_stream(path) { PathBuf::from(stream) } else { path.clone() };
    let from = file(&arguments.from, "/dev/stdin");
    let mut outputs = arguments.force.outputs().reading([&from]);
    if !is_stream(&arguments.to) {
        return outputs.allow(&arguments.to).map(Some);
    }
    // Both may be a terminal.
    if !is_stream(&arguments.from) {
        outputs.set_apart(Path::new("/dev/stdout"))?;
    }
    Ok(None)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    if !is_stream(path) {
        return Ok(files::read(path, MAX_RECORDS)?);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_RECORDS + 1).read_to_end(&mut bytes).context("stdin cannot be read")?;
    ensure!(bytes.len() as u64 <= MAX_RECORDS, "stdin holds more than this program reads");
    Ok(bytes)
}
