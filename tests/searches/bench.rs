//! The number of nodes that `quintet bench` searches in each game is the one in `tests/data/bench.txt`, on a CPU with
//! fast bit instructions and on one without. A commit that changes a number changes its line there:
//! `QUINTET_UPDATE=1 cargo test --test searches bench::`.

use quintet::registry::GAMES;
use std::fmt::Write;
use std::process::Command;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/bench.txt");

/// The lines `GAME COUNT` of all games.
fn counts(portable: bool) -> String {
    let mut text = String::new();
    for entry in GAMES {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.args(["bench", "--game", entry.name]).env_remove("QUINTET_PORTABLE");
        if portable {
            command.env("QUINTET_PORTABLE", "1");
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}: {output:?}", entry.name);
        let answer = String::from_utf8(output.stdout).unwrap();
        let nodes: u64 = answer.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
        writeln!(text, "{} {nodes}", entry.name).unwrap();
    }
    text
}

/// The lines in which two lists of counts differ.
fn differences(expected: &str, found: &str) -> Vec<String> {
    let only = |sign: char, these: &str, those: &str| {
        let lines = these.lines().filter(|line| !those.lines().any(|other| other == *line));
        lines.map(|line| format!("{sign}{line}")).collect::<Vec<_>>()
    };
    [only('-', expected, found), only('+', found, expected)].concat()
}

#[test]
fn bench_counts_are_those_in_the_file() {
    let found = counts(false);
    if std::env::var_os("QUINTET_UPDATE").is_some() {
        std::fs::write(FILE, &found).unwrap();
    }
    let expected = std::fs::read_to_string(FILE).unwrap();
    let changed = differences(&expected, &found);
    assert!(changed.is_empty(), "not as in tests/data/bench.txt: {changed:#?}; QUINTET_UPDATE=1 rewrites it");
    let portable = differences(&found, &counts(true));
    assert!(portable.is_empty(), "QUINTET_PORTABLE=1 searches other nodes: {portable:#?}");
}
