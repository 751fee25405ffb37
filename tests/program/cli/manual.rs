//! The pages of the manual, and what `--help` shows.

use super::{quintet, stdout, subcommands};
use std::path::PathBuf;

#[test]
fn every_page_of_the_manual_has_examples_and_exit_codes() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man1");
    let _ = std::fs::remove_dir_all(&folder);
    assert!(quintet().arg("man").arg(&folder).output().unwrap().status.success());
    let mut names: Vec<String> = subcommands().iter().map(|name| format!("quintet-{name}.1")).collect();
    names.push("quintet.1".to_string());
    for name in names {
        let page = std::fs::read_to_string(folder.join(&name)).unwrap();
        let sections: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "EXAMPLES"] {
            assert!(sections.contains(&section), "{name}: {sections:?}");
        }
    }
}

/// What `--help` shows stands in the manual, too.
#[test]
fn help_has_the_examples_of_the_manual() {
    for name in subcommands() {
        let help = stdout(&[&name, "--help"], "");
        assert!(help.contains("Examples:") && help.contains(&format!("quintet {name}")), "{help}");
    }
}
