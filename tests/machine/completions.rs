//! Shells complete what the program knows: each that is on this machine is asked to, as when Tab is pressed.

use crate::process::Folder;
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
fn script(folder: &Folder, shell: &str) -> PathBuf {
    let script = folder.run(&["completions", shell]).out;
    PathBuf::from(folder.write(&format!("completions.{shell}"), &script))
}

fn said(command: &mut Command) -> String {
    let output = command.output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn bash_completes_games_and_formats() {
    let folder = Folder::new("bash");
    let path = script(&folder, "bash");
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

pub fn fish_completes_games_and_formats() {
    let folder = Folder::new("fish");
    let path = script(&folder, "fish");
    for (typed, expected) in TYPED {
        let text = format!("source {}; complete -C 'quintet {typed}'", path.display());
        let said = said(Command::new("fish").args(["--no-config", "-c", &text]));
        let found: Vec<&str> = said.lines().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(found, [expected], "{typed}");
    }
}

/// A shell of its own on a terminal of its own, in which Tab is pressed.
pub fn zsh_completes_games_and_formats() {
    let folder = Folder::new("zsh");
    let path = script(&folder, "zsh");
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

/// What formats the pages of the manual finds nothing to warn of.
pub fn the_manual_is_formatted_without_a_warning() {
    let folder = Folder::new("manual");
    assert_eq!(folder.run(&["man", "man1"]).code, Some(0));
    let pages: Vec<PathBuf> =
        std::fs::read_dir(folder.path("man1")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(pages.len() > 20, "{pages:?}");
    let output = Command::new("groff").args(["-man", "-ww", "-z"]).args(&pages).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
