//! `quintet convert`: reads games in one format and writes them in another.

use super::arguments::ForceArguments;
use super::values;
use crate::files::{self, MAX_RECORDS, OutputError, OutputFile};
use crate::records::{
    self, Lost, Oddity, RecordError, RecordFormat, RecordWriter, format_names, left_out_lines, lost_line, oddity_lines,
};
use crate::text::sentence;
use anyhow::{Context, Result, anyhow, ensure};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// The arguments of `quintet convert`.
#[derive(clap::Args)]
pub struct Arguments {
    /// A file of games, `-` for stdin
    from: PathBuf,
    /// The file to write, `-` for stdout; the end of its name tells the format
    to: PathBuf,
    /// The format that is read; by default the one that the file looks like
    #[arg(long = "from", value_name = "FORMAT", value_parser = values::format(), hide_possible_values = true)]
    from_format: Option<RecordFormat>,
    /// The format to write: jsonl, text, gipf.com, boardspace, abstract-play or ludii
    #[arg(long = "to", value_name = "FORMAT", value_parser = values::format(), hide_possible_values = true)]
    to_format: Option<RecordFormat>,
    #[command(flatten)]
    force: ForceArguments,
}

impl Arguments {
    /// Whether all that it brings is what it prints.
    pub fn is_for_reader(&self) -> bool {
        is_stream(&self.to)
    }
}

fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}

/// Converts games; what is odd in them is reported on stderr.
pub fn run(arguments: &Arguments) -> Result<()> {
    let to = &arguments.to;
    let format = arguments.to_format.or_else(|| RecordFormat::of_name(to));
    let unknown = || anyhow!("the name `{}` tells no format; `--to` takes {}", to.display(), format_names());
    let format = format.ok_or_else(unknown)?;
    let output = output(arguments)?;
    let bytes = read(&arguments.from)?;
    let (mut writer, mut lost) = (RecordWriter::new(format), Lost::new(format));
    // What is odd in the games, and which of them cannot be written.
    let (mut oddities, mut left_out, mut refused) = (Vec::new(), Vec::new(), 0);
    let path = if is_stream(&arguments.from) { Path::new("stdin") } else { &arguments.from };
    let visited = records::visit(path, &bytes, arguments.from_format, &mut |(game, record, odd)| {
        oddities.extend(odd.into_iter().map(|what| Oddity { game, what, refused: false }));
        match record.map(|record| (writer.add(&record), record)) {
            Ok((Ok(()), record)) => lost.add(&record),
            Ok((Err(what), _)) => left_out.push((game, what)),
            Err(what) => {
                refused += 1;
                oddities.push(Oddity { game, what, refused: true });
            }
        }
    })?;
    oddities.extend(visited.oddity);
    let mut err = io::stderr();
    let mut report = |what: &String| _ = writeln!(err, "quintet: {}", sentence(what, 240, 2_000));
    oddity_lines(&oddities).iter().for_each(&mut report);
    left_out_lines(&left_out).iter().for_each(&mut report);
    lost_line(&lost).iter().for_each(&mut report);
    let written = writer.count();
    let count = written + left_out.len() + refused;
    ensure!(written > 0 || count == 0, "none of {count} games can be written in the format {}", format.name());
    let text = writer.finish();
    match output {
        None => io::stdout().lock().write_all(text.as_bytes())?,
        Some(output) => output.finish_with(text.as_bytes())?,
    }
    ensure!(written == count, "{} of {count} games could not be converted", count - written);
    Ok(())
}

/// The file to write, or none for stdout. That may be what is read as well, where the shell opens them.
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
        return Ok(files::read(path, MAX_RECORDS).map_err(RecordError::file(path, "read"))?);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_RECORDS + 1).read_to_end(&mut bytes).context("stdin cannot be read")?;
    ensure!(bytes.len() as u64 <= MAX_RECORDS, "stdin holds more than can be read");
    Ok(bytes)
}
