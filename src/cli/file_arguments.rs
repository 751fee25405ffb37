//! In tests only: every argument that names a file is an input, or is in the table of outputs in docs/usage.md.

use super::Cli;
use clap::{Arg, Command, CommandFactory};
use std::any::TypeId;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Files that are only read.
const READ: [&str; 23] = [
    "analysis --in",
    "analysis --join",
    "analyze --proofs",
    "analyze --record",
    "book --from",
    "book --join",
    "book export BOOK",
    "calibrate --join",
    "convert FROM",
    "explore --records",
    "match --config",
    "match --openings",
    "match --with",
    "rating FILES",
    "rating --config",
    "review FILE",
    "review --proofs",
    "serve --proofs",
    "show FILE",
    "site --module",
    "train --also",
    "train --join",
    "verify FILE",
];

/// Whether an argument names a file or a folder, or several.
fn is_path(arg: &Arg) -> bool {
    let is_so_called = |name: &&str| ["FILE", "DIR", "PATH", "PATTERN", "PART"].iter().any(|word| name.contains(word));
    let names: Vec<&str> = arg.get_value_names().unwrap_or_default().iter().map(|name| name.as_str()).collect();
    arg.get_value_parser().type_id() == TypeId::of::<PathBuf>() || names.iter().any(is_so_called)
}

/// All arguments of all subcommands that name files, as `convert TO` and `match --out`.
fn file_arguments() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut commands: Vec<(String, Command)> = vec![(String::new(), Cli::command())];
    while let Some((name, command)) = commands.pop() {
        let of = |inner: &Command| (format!("{name}{} ", inner.get_name()), inner.clone());
        commands.extend(command.get_subcommands().map(of));
        if name.is_empty() {
            continue;
        }
        for arg in command.get_arguments().filter(|arg| arg.get_action().takes_values() && is_path(arg)) {
            let value = || arg.get_value_names().unwrap_or_default().first().map_or(String::new(), ToString::to_string);
            let argument = arg.get_long().map_or_else(value, |long| format!("--{long}"));
            found.insert(format!("{name}{argument}"));
        }
    }
    found
}

/// The arguments that the table of outputs names.
fn documented_outputs() -> BTreeSet<String> {
    let text = include_str!("../../docs/usage.md");
    let section = text.split("\n## Existing files\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let spans = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
    // The names of subcommands, and one word more.
    let argument = |span: &str| {
        let (mut words, mut found, mut command) = (span.split(' ').peekable(), Vec::new(), Cli::command());
        while let Some(inner) = words.peek().and_then(|word| command.find_subcommand(word).cloned()) {
            found.extend(words.next());
            command = inner;
        }
        let last = words.next().filter(|_| !found.is_empty())?;
        Some(found.into_iter().chain([last]).collect::<Vec<_>>().join(" "))
    };
    spans.filter_map(argument).collect()
}

#[test]
fn every_file_that_is_written_stands_in_the_table_of_outputs() {
    let (arguments, mut known) = (file_arguments(), documented_outputs());
    assert!(known.len() > 15, "{known:?}");
    let read = READ.map(str::to_string);
    assert_eq!(read.iter().find(|name| known.contains(*name)), None, "is it read or written?");
    known.extend(read);
    let (new, gone): (Vec<_>, Vec<_>) =
        (arguments.difference(&known).collect(), known.difference(&arguments).collect());
    assert!(new.is_empty(), "{new:?}: is it read, or what does the table in docs/usage.md say of it?");
    assert!(gone.is_empty(), "{gone:?} are no arguments");
}
