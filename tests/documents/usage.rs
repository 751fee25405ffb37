//! The examples of docs/usage.md are run, one after the other in one folder, and say what stands there. `QUINTET_UPDATE=1`
//! writes anew what they say, but where `…` stands for anything.

use std::path::Path;
use std::process::Command;

/// An example: the commands of a block `sh run`, and the block `text` after it, if there is one.
struct Example<'a> {
    commands: &'a str,
    output: Option<&'a str>,
}

fn examples(text: &str) -> Vec<Example<'_>> {
    let parts = text.split("```sh run\n").skip(1);
    let example = |part| {
        let (commands, rest): (&str, &str) = str::split_once(part, "\n```\n").unwrap();
        let output = rest.strip_prefix("\n```text\n").map(|rest| rest.split_once("\n```").unwrap().0);
        Example { commands, output }
    };
    parts.map(example).collect()
}

/// Whether a text is as expected, where `…` stands for anything.
fn fits(said: &str, expected: &str) -> bool {
    let mut rest = said;
    let pieces: Vec<&str> = expected.split('…').collect();
    let last = pieces.len() - 1;
    for (number, piece) in pieces.into_iter().enumerate() {
        let found = match number {
            0 => rest.starts_with(piece).then_some(0),
            _ if number == last => rest.ends_with(piece).then(|| rest.len() - piece.len()),
            _ => rest.find(piece),
        };
        let Some(at) = found else { return false };
        rest = &rest[at + piece.len()..];
    }
    last > 0 || rest.is_empty()
}

#[test]
fn the_examples_of_the_command_line_are_real() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join("docs/usage.md")).unwrap();
    let examples = examples(&text);
    assert!(examples.len() >= 8, "{} examples", examples.len());
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("usage");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_quintet")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let update = std::env::var_os("QUINTET_UPDATE").is_some();
    let (mut wrong, mut updated) = (Vec::new(), text.clone());
    for Example { commands, output } in examples {
        let script = format!("set -euo pipefail\n{commands}");
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).current_dir(&folder).env("PATH", &path);
        // In a locale that has all characters, with data in the same folder.
        shell
            .env("LC_ALL", "C.UTF-8")
            .env("QUINTET_DATA", folder.join("data"))
            .env_remove("COLUMNS")
            .env_remove("LINES");
        let done = shell.output().unwrap();
        let said = String::from_utf8(done.stdout).unwrap();
        let errors = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success(), "{commands}\n{said}{errors}");
        // Ends of lines show nothing.
        let said: Vec<&str> = said.lines().map(str::trim_end).collect();
        let said = said.join("\n");
        if let Some(output) = output.filter(|output| !fits(said.trim_end(), output)) {
            if update && !output.contains('…') {
                let (before, after) = (format!("{commands}\n```\n\n```text\n{output}"), said.trim_end());
                updated = updated.replace(&before, &format!("{commands}\n```\n\n```text\n{after}"));
                continue;
            }
            wrong.push(format!("$ {commands}\nsays\n{said}\nnot\n{output}\n"));
        }
    }
    if update {
        std::fs::write(root.join("docs/usage.md"), updated).unwrap();
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn dots_stand_for_anything() {
    assert!(fits("a b c", "a b c") && fits("a b c", "a … c") && fits("a b c", "…c") && fits("a b c", "a…"));
    assert!(!fits("a b c", "a b") && !fits("a b c", "b…") && !fits("a b c", "a…b") && !fits("a", "a…a"));
}
