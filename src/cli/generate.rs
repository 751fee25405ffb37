//! `quintet completions` and `quintet man`: the command line for shells and for the manual.

use crate::files;
use anyhow::{Context, Result};
use clap_complete::Shell;
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
    let written = files::create_folder(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.with_context(|| format!("the pages cannot be written to `{}`", folder.display()))
}
