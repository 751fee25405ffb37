//! `quintet convert`: reads games in one format and writes them in another.

use super::arguments::ForceArguments;
use super::values;
use crate::files::{MAX_RECORDS, OutputError, OutputFile};
use crate::records::{self, Imported, RecordFormat, format_names, write};
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
    let Imported { records, oddities } = read(&arguments.from, arguments.from_format)?;
    let mut err = io::stderr();
    let mut report = |what: &str| _ = writeln!(err, "quintet: {}", sentence(what, 240, 2_000));
    oddities.iter().for_each(|oddity| report(&oddity.to_string()));
    let (text, left_out) = write(&records, format);
    left_out.iter().for_each(|(number, what)| report(&format!("game {number} of those read is left out: {what}")));
    let refused = oddities.iter().filter(|oddity| oddity.refused).count();
    let (count, written) = (records.len() + refused, records.len() - left_out.len());
    ensure!(written > 0 || count == 0, "none of {count} games can be written in the format {}", format.name());
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

fn read(path: &Path, format: Option<RecordFormat>) -> Result<Imported> {
    if !is_stream(path) {
        return Ok(records::read_any(path, format)?);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().take(MAX_RECORDS + 1).read_to_end(&mut bytes).context("stdin cannot be read")?;
    ensure!(bytes.len() as u64 <= MAX_RECORDS, "stdin holds more than can be read");
    Ok(records::read_bytes(Path::new("stdin"), &bytes, format)?)
}
