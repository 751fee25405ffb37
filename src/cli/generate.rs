//! `quintet completions`, `quintet man` and `quintet schema`: the command line for shells and for the manual, the JSON for
//! programs.

use super::arguments::ForceArguments;
use crate::options::listing;
use crate::records::GameRecord;
use crate::review::Review;
use crate::session::State;
use crate::{analysis, files};
use anyhow::{Context, Result};
use clap_complete::Shell;
use clap_mangen::Man;
use serde::Serialize;
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
    /// The folder for the pages, which is made if there is none
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    #[command(flatten)]
    force: ForceArguments,
}

/// What has a schema.
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
    /// All options of the engine and of the games, with what they are for: the list itself, not its schema
    Options,
}

/// The arguments of `quintet schema`.
#[derive(clap::Args)]
pub struct SchemaArguments {
    /// Of what
    schema: Schema,
}

/// Prints the JSON Schema of what the program writes.
pub fn schema(arguments: &SchemaArguments) -> Result<()> {
    let schema = match arguments.schema {
        Schema::State => schemars::schema_for!(State),
        Schema::Record => schemars::schema_for!(GameRecord),
        Schema::Review => schemars::schema_for!(Review),
        Schema::Options => return print(&listing()),
        Schema::Analysis => schemars::schema_for!(analysis::AnalysisLine),
    };
    print(&schema)
}

fn print(value: &impl Serialize) -> Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", serde_json::to_string_pretty(value)?)?;
    Ok(())
}

/// Prints the script with which a shell completes the command line `command`.
pub fn completions(arguments: &CompletionsArguments, mut command: clap::Command) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "quintet", &mut script);
    io::stdout().lock().write_all(&script)?;
    Ok(())
}

/// Writes a page for `command` and one for each of its subcommands.
pub fn man(arguments: &ManArguments, command: clap::Command) -> Result<()> {
    let folder = &arguments.folder;
    let cannot = || format!("the pages cannot be written to `{}`", folder.display());
    files::create_folder(folder).with_context(cannot)?;
    let (mut outputs, mut pages) = (arguments.force.outputs(), Vec::new());
    each_page(command, &mut |page| {
        let output = outputs.allow(&folder.join(page.get_filename()))?;
        let mut text = Vec::new();
        page.render(&mut text).with_context(cannot)?;
        pages.push((output, text));
        Ok(())
    })?;
    // All of them are allowed before the first is written.
    pages.into_iter().try_for_each(|(output, text)| output.finish_with(&text))?;
    Ok(())
}

/// Makes the page of a command and those of its subcommands.
fn each_page(mut command: clap::Command, make: &mut dyn FnMut(Man) -> Result<()>) -> Result<()> {
    fn pages(command: clap::Command, make: &mut dyn FnMut(Man) -> Result<()>) -> Result<()> {
        for subcommand in command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set()) {
            pages(subcommand.clone(), make)?;
        }
        make(Man::new(command))
    }
    // Gives each subcommand its whole name.
    command = command.disable_help_subcommand(true);
    command.build();
    pages(command, make)
}
