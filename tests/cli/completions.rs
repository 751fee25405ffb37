//! Shells complete what the program knows: each that is on this machine is asked to, as when Tab is pressed.

use crate::{quintet, stdout, subcommands};
use std::path::PathBuf;
use std::process::Command;

/// What is typed, and what it becomes.
const TYPED: [(&str, &str); 9] = [
    ("perft yinsh-", "yinsh-blitz"),
    ("analyze gipf-s", "gipf-standard"),
    ("play zen-", "zen-free"),
    ("bench --game yinsh-", "yinsh-blitz"),
    ("convert --to boa", "boardspace"),
    ("analyze zen --search mcts-", "mcts-eval"),
    ("conformance --game yavalath3", "yavalath3"),
    ("schema rec", "record"),
    ("complet", "completions"),
];

/// The script for a shell, in a file.
fn script(shell: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("completions.{shell}"));
    std::fs::write(&path, stdout(&["completions", shell], "")).unwrap();
    path
}

/// Whether a shell is there; where all tests are expected to run, it has to be.
fn is_there(shell: &str) -> bool {
    let there = Command::new(shell).arg("--version").output().is_ok();
    assert!(there || std::env::var_os("CI").is_none(), "left out although CI is set: there is no {shell}");
    there
}

fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn bash_completes_games_and_formats() {
    if !is_there("bash") {
        return;
    }
    let path = script("bash");
    for (typed, expected) in TYPED {
        let words: Vec<&str> = std::iter::once("quintet").chain(typed.split(' ')).collect();
        let (last, before) = (words[words.len() - 1], words[words.len() - 2]);
        let text = format!(
            "source {}; COMP_WORDS=({}); COMP_CWORD={}; _quintet quintet '{last}' '{before}' 2>/dev/null; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
            path.display(),
            words.join(" "),
            words.len() - 1
        );
        let said = said(Command::new("bash").args(["--norc", "-c", &text]));
        assert_eq!(said.lines().collect::<Vec<_>>(), [expected], "{typed}");
    }
}

#[test]
fn fish_completes_games_and_formats() {
    if !is_there("fish") {
        return;
    }
    let path = script("fish");
    for (typed, expected) in TYPED {
        let text = format!("source {}; complete -C 'quintet {typed}'", path.display());
        let said = said(Command::new("fish").args(["--no-config", "-c", &text]));
        let found: Vec<&str> = said.lines().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(found, [expected], "{typed}");
    }
}

/// A shell of its own on a terminal of its own, in which Tab is pressed.
#[test]
fn zsh_completes_games_and_formats() {
    if !is_there("zsh") {
        return;
    }
    let path = script("zsh");
    let set_up = format!(
        "PROMPT='> '; autoload -U compinit; compinit -u -D; source {}; compdef _quintet quintet; \
         quintet() {{ print -r -- \"words: $*;\" }}; print READY",
        path.display()
    );
    let mut text = format!("zmodload zsh/zpty; zpty shell zsh -f -i; zpty -w shell {}\n", quoted(&set_up));
    text += "zpty -r shell out '*READY*READY*'\n";
    for (typed, _) in TYPED {
        text +=
            &format!("zpty -w shell $'quintet {typed}\\t'; zpty -r -m shell out '*words: *;*'; print -r -- \"$out\"\n");
    }
    let said = said(Command::new("timeout").args(["100", "zsh", "-f", "-c", &text]).env("TERM", "dumb"));
    let found: Vec<&str> = said.split("words: ").skip(1).filter_map(|rest| rest.split(';').next()).collect();
    let expected: Vec<String> = TYPED
        .iter()
        .map(|(typed, expected)| {
            let before = typed.rsplit_once(' ').map_or(String::new(), |(before, _)| format!("{before} "));
            format!("{before}{expected}")
        })
        .collect();
    assert_eq!(found.iter().map(|line| line.trim()).collect::<Vec<_>>(), expected, "{said}");
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

/// Every page of the manual has examples and exit codes, and what formats it finds nothing wrong with it.
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
        let checked = Command::new("groff").args(["-man", "-ww", "-z"]).arg(folder.join(&name)).output();
        if let Ok(output) = checked {
            assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");
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
