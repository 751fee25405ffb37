//! `quintet completions`, `quintet man` and `quintet schema`: the command line for shells and the manual, the JSON for
//! programs.

use super::arguments::ForceArguments;
use super::examples::usage;
use crate::lessons::Lesson;
use crate::options::listing;
use crate::records::GameRecord;
use crate::review::Review;
use crate::sentence::Entry;
use crate::session::State;
use crate::tournament::rating_report::RatingReport;
use crate::version::ENGINE_ID;
use crate::{analysis_engine, files};
use anyhow::{Context, Result};
use clap::ValueHint;
use clap_complete::Shell;
use clap_mangen::Man;
use quintet_desk::sentence_lists;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// The arguments of `quintet completions`.
#[derive(clap::Args)]
pub struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// The arguments of `quintet man`.
#[derive(clap::Args)]
pub struct ManArguments {
    /// The folder for the pages, created if missing
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    #[command(flatten)]
    force: ForceArguments,
}

/// Things with a schema.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Schema {
    /// The state of a game: the answer to `state`
    State,
    /// The lines of the analysis engine: requests and answers
    Analysis,
    /// A recorded game: a line of the files of `quintet match --out` and `quintet convert`
    Record,
    /// A review: what `quintet review --json` prints
    Review,
    /// Rating lists: what `quintet rating --json` prints
    Rating,
    /// A lesson: a file of `crates/desk/data/lessons`
    Lesson,
    /// All options of the engine and of the games, with what they are for: the list itself, not its schema
    Options,
    /// All sentences with codes, in English: the list itself, from which a language of the page is made
    Sentences,
}

/// The arguments of `quintet schema`.
#[derive(clap::Args)]
pub struct SchemaArguments {
    /// What to print the schema of
    schema: Schema,
}

/// Prints a JSON Schema of the program's output.
pub fn schema(arguments: &SchemaArguments) -> Result<()> {
    let schema = match arguments.schema {
        Schema::State => schemars::schema_for!(State),
        Schema::Record => schemars::schema_for!(GameRecord),
        Schema::Review => schemars::schema_for!(Review),
        Schema::Rating => schemars::schema_for!(RatingReport),
        Schema::Lesson => schemars::schema_for!(Lesson),
        Schema::Options => return print(&listing()),
        Schema::Sentences => return print(&sentences()),
        Schema::Analysis => schemars::schema_for!(analysis_engine::AnalysisLine),
    };
    print(&schema)
}

/// The English of all sentences for a page, by code; for counted things, `CODE.one` and `CODE.other`.
fn sentences() -> BTreeMap<String, String> {
    let entries = sentence_lists().flatten();
    #[cfg(feature = "web")]
    let entries = entries.chain(crate::server::SENTENCES);
    let forms = |entry: &'static Entry| match entry.plural {
        None => vec![(entry.code.to_string(), entry.english.to_string())],
        Some(plural) => [("one", entry.english), ("other", plural)]
            .map(|(form, text)| (format!("{}.{form}", entry.code), text.into()))
            .into(),
    };
    let sentences = entries.flat_map(forms);
    #[cfg(feature = "web")]
    let sentences = sentences.chain(crate::service::info::words());
    sentences.collect()
}

fn print(value: &impl Serialize) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string_pretty(value)?)?;
    Ok(())
}

/// Prints the completion script for the command line `command`.
pub fn completions(arguments: &CompletionsArguments, mut command: clap::Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "quintet", &mut script);
    if arguments.shell == Shell::Fish {
        script.extend(fish_arguments(&command).bytes());
    }
    io::stdout().lock().write_all(&script)?;
    Ok(())
}

/// Adds for fish what the generator leaves out: the values of positional arguments.
fn fish_arguments(command: &clap::Command) -> String {
    let mut lines = String::new();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        for argument in subcommand.get_positionals() {
            let values = argument.get_possible_values();
            let values: Vec<&str> = values.iter().map(clap::builder::PossibleValue::get_name).collect();
            if !values.is_empty() {
                let here = format!("__fish_quintet_using_subcommand {name}");
                lines += &format!("complete -c quintet -n \"{here}\" -f -a \"{}\"\n", values.join(" "));
            }
        }
    }
    lines
}

/// Writes a page for `command` and one for each of its subcommands.
pub fn man(arguments: &ManArguments, command: clap::Command) -> Result<()> {
    let folder = &arguments.folder;
    let cannot = || format!("the manual pages cannot be written to `{}`", folder.display());
    files::create_folder(folder).with_context(cannot)?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let pages = std::iter::once((String::new(), command.clone()))
        .chain(command.get_subcommands().map(|subcommand| (subcommand.get_name().to_string(), subcommand.clone())));
    let (mut outputs, mut written) = (arguments.force.outputs(), Vec::new());
    for (name, command) in pages {
        let page = Man::new(command).source(ENGINE_ID);
        let output = outputs.allow(&folder.join(page.get_filename()))?;
        written.push((output, render(&page, &name).with_context(cannot)?));
    }
    // All are allowed before the first is written.
    written.into_iter().try_for_each(|(output, text)| output.finish_with(&text))?;
    Ok(())
}

/// A page of the manual: the command line, with examples and exit codes.
fn render(page: &Man, name: &str) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if name.is_empty() {
        page.render_subcommands_section(&mut text)?;
    }
    let Some(usage) = usage(name) else { return Ok(ascii(&text)) };
    writeln!(text, ".SH \"EXIT STATUS\"")?;
    for (code, meaning) in usage.exit_statuses() {
        writeln!(text, ".TP\n\\fB{code}\\fR\n{}", roff(meaning))?;
    }
    writeln!(text, ".SH EXAMPLES")?;
    for (command, what) in usage.examples {
        writeln!(text, ".PP\n{}:\n.PP\n.RS 4\n.nf\n{}\n.fi\n.RE", roff(what), roff(command))?;
    }
    Ok(ascii(&text))
}

/// A page with roff's names for non-ASCII characters.
fn ascii(page: &[u8]) -> Vec<u8> {
    let named = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\[u{:04X}]", u32::from(c)) };
    String::from_utf8_lossy(page).chars().map(named).collect::<String>().into_bytes()
}

/// A line as roff prints it.
fn roff(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}
