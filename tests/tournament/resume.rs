//! Tournaments that are stopped in any way and go on, and tournaments in parts.

use crate::runs::{Folder, child, timeless};
use std::process::Child;
use std::time::{Duration, Instant};

/// Engines of which one is a child process, and a tournament of 40 games of theirs.
fn words<'a>(child: &'a str, out: &'a str) -> Vec<&'a str> {
    let engines = ["--engine", child, "--engine", "builtin=random", "--engine", "builtin=mcts:30"];
    let rest = ["--tc", "nodes=5", "--maxturns", "60", "--concurrency", "2", "--rounds", "20", "--out", out];
    [&["match", "pentalath"][..], &engines, &rest].concat()
}

/// Waits until the file has so many lines.
fn wait_for_games(folder: &Folder, file: &str, count: usize) {
    let started = Instant::now();
    loop {
        let text = std::fs::read_to_string(folder.path(file)).unwrap_or_default();
        if text.lines().count() >= count {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "no games are finished");
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let status = std::process::Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Killed again and again, at most the games in progress are lost, and no game is doubled.
#[test]
fn a_killed_tournament_goes_on_with_the_same_schedule() {
    let folder = Folder::new("kill");
    let child = child("child");
    folder.run(&words(&child, "whole.jsonl"));
    let mut resumed = words(&child, "g.jsonl");
    let mut kept = 0;
    for games in [5, 30, 70] {
        let mut process = folder.command(&resumed).spawn().unwrap();
        wait_for_games(&folder, "g.jsonl", games);
        process.kill().unwrap();
        process.wait().unwrap();
        let found = folder.records("g.jsonl").len();
        assert!(found >= kept.max(games), "games were lost");
        kept = found;
        if !resumed.contains(&"--resume") {
            resumed.push("--resume");
        }
        // As if it had been killed while it wrote.
        let half = std::fs::read_to_string(folder.path("g.jsonl")).unwrap() + "{\"tournament\":\"ab";
        std::fs::write(folder.path("g.jsonl"), half).unwrap();
    }
    folder.run(&resumed);
    let (whole, resumed) = (timeless(folder.records("whole.jsonl")), timeless(folder.records("g.jsonl")));
    assert_eq!(resumed.iter().map(|record| record.number).collect::<Vec<_>>(), (1..=120).collect::<Vec<_>>());
    // The games are the same, too, for all players search a fixed number of nodes.
    assert_eq!(whole, resumed);
}

#[cfg(unix)]
#[test]
fn signals_stop_a_tournament_cleanly() {
    for name in ["-INT", "-TERM"] {
        let folder = Folder::new(&format!("signal{name}"));
        let child = child("child");
        let mut words = words(&child, "g.jsonl");
        words.extend(["--rounds", "100000"]);
        let at = words.iter().position(|word| *word == "20").unwrap();
        words.drain(at - 1..=at);
        let process = folder.command(&words).spawn().unwrap();
        wait_for_games(&folder, "g.jsonl", 3);
        signal(&process, name);
        let output = process.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("stopped before the end"), "{text}");
        assert!(folder.records("g.jsonl").len() >= 3);
    }
}

#[test]
fn a_file_is_neither_overwritten_nor_continued_by_another_tournament() {
    let folder = Folder::new("other");
    let two = ["--engine", "builtin=random", "--engine", "builtin=mcts:5", "--out", "g.jsonl"];
    let first = [&["match", "yavalath"][..], &two].concat();
    folder.run(&first);
    assert!(folder.refusal(&first).contains("holds games already"));
    let other = [&first[..], &["--seed", "2", "--resume"]].concat();
    assert!(folder.refusal(&other).contains("another tournament"));
    // More rounds of the same are no other tournament.
    folder.run(&[&first[..], &["--rounds", "3", "--resume"]].concat());
    assert_eq!(folder.records("g.jsonl").len(), 6);
    folder.write("doubled.jsonl", &std::fs::read_to_string(folder.path("g.jsonl")).unwrap().repeat(2));
    let doubled: Vec<&str> = first.iter().map(|word| if *word == "g.jsonl" { "doubled.jsonl" } else { word }).collect();
    assert!(folder.refusal(&[&doubled[..], &["--resume"]].concat()).contains("twice"));
}

/// The parts of a tournament add up to the whole.
#[test]
fn shards_are_merged_by_the_rating() {
    let folder = Folder::new("shards");
    let engines = ["--engine", "builtin=random", "--engine", "builtin=mcts:30", "--engine", "builtin=alphabeta:20"];
    let play = |out: &str, more: &[&str]| {
        folder.run(&[&["match", "yavalath", "--rounds", "5", "--out", out][..], &engines, more].concat());
    };
    play("whole.jsonl", &[]);
    let mut parts = Vec::new();
    for part in 1..=4 {
        let out = format!("{part}.jsonl");
        play(&out, &["--shard", &format!("{part}/4")]);
        parts.extend(folder.records(&out));
    }
    assert_eq!(timeless(parts), timeless(folder.records("whole.jsonl")));
    let merged = folder.run(&["rating", "3.jsonl", "1.jsonl", "4.jsonl", "2.jsonl"]);
    assert_eq!(merged, folder.run(&["rating", "whole.jsonl"]));
    // A file given twice counts once.
    assert_eq!(merged, folder.run(&["rating", "whole.jsonl", "2.jsonl"]));
}
