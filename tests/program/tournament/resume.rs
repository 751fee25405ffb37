//! Tournaments that are stopped in any way and go on, and tournaments in parts.

use super::runs::{Folder, child, timeless};
use quintet::records::Reason;
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
        assert_eq!(output.status.code(), Some(3));
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
    assert!(folder.refusal(&first).contains("already holds games"));
    let other = [&first[..], &["--seed", "2", "--resume"]].concat();
    assert!(folder.refusal(&other).contains("another tournament"));
    // More rounds of the same are no other tournament.
    folder.run(&[&first[..], &["--rounds", "3", "--resume"]].concat());
    assert_eq!(folder.records("g.jsonl").len(), 6);
    folder.write("doubled.jsonl", &std::fs::read_to_string(folder.path("g.jsonl")).unwrap().repeat(2));
    let doubled: Vec<&str> = first.iter().map(|word| if *word == "g.jsonl" { "doubled.jsonl" } else { word }).collect();
    folder.run(&[&doubled[..], &["--rounds", "3", "--resume"]].concat());
    assert_eq!(folder.records("doubled.jsonl"), folder.records("g.jsonl"));
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

/// A file that was tampered with is not gone on from, and not counted.
#[test]
fn records_are_believed_only_as_far_as_the_rules_and_the_schedule_have_them() {
    let folder = Folder::new("forged");
    let players = ["--engine", "name=A,builtin=mcts:20", "--engine", "builtin=random", "--openings", "o.txt"];
    folder.write("o.txt", "e5\nd4 e4\n");
    let words = [&["match", "zen", "--rounds", "2", "--out", "g.jsonl"][..], &players].concat();
    let words: Vec<&str> = words.iter().map(|word| if *word == "zen" { "yavalath" } else { word }).collect();
    folder.run(&words);
    let text = std::fs::read_to_string(folder.path("g.jsonl")).unwrap();
    let resumed = [&words[..], &["--resume"]].concat();
    folder.run(&resumed);
    let change = |from: &str, to: &str| text.replacen(from, to, 1);
    let other = |winner: &str| if winner.contains("p1win") { "p2win" } else { "p1win" };
    let first = text.lines().next().unwrap();
    for (by_rules, forged) in [
        (
            true,
            text.replacen("\"result\":\"", &format!("\"result\":\"{}", ""), 1).replacen(
                if first.contains("p1win") { "\"p1win\"" } else { "\"p2win\"" },
                &format!("\"{}\"", other(first)),
                1,
            ),
        ),
        (true, change("\"seat\":1", "\"seat\":0")),
        (true, change("\"reason\":\"rules\"", "\"reason\":\"crash\"")),
        (true, change("\"number\":1", "\"number\":0")),
        (false, change("\"opening\":[\"e5\"]", "\"opening\":[]")),
        (false, change("\"number\":1", "\"number\":77")),
        (false, change("\"encounter\":1", "\"encounter\":2")),
        (false, change("\"name\":\"A\"", "\"name\":\"C\"")),
    ] {
        assert_ne!(forged, text);
        folder.write("g.jsonl", &forged);
        let output = folder.command(&resumed).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{forged}");
        assert_eq!(std::fs::read_to_string(folder.path("g.jsonl")).unwrap(), forged);
        if by_rules {
            assert!(folder.refusal(&["rating", "g.jsonl"]).contains("game "));
        }
    }
    // What is no file of games at all is left as it is.
    for other in ["notes of mine", "{\"a\": 1}", "{"] {
        folder.write("g.jsonl", other);
        folder.refusal(&resumed);
        folder.refusal(&words);
        assert_eq!(std::fs::read_to_string(folder.path("g.jsonl")).unwrap(), other);
    }
}

/// After a kill at any moment the text has all games again, and those of other tournaments stay.
#[test]
fn the_text_is_whole_after_a_kill() {
    let folder = Folder::new("text");
    let child = child("child");
    let mut words = words(&child, "g.jsonl");
    words.extend(["--text", "g.txt"]);
    let earlier = ["match", "pentalath", "--engine", "builtin=random", "--engine", "name=X,builtin=random"];
    folder.run(&[&earlier[..], &["--text", "g.txt"]].concat());
    for games in [3, 20] {
        let mut process = folder.command(&words).spawn().unwrap();
        wait_for_games(&folder, "g.jsonl", games);
        process.kill().unwrap();
        process.wait().unwrap();
        // As if it had been killed while it wrote.
        let half = std::fs::read_to_string(folder.path("g.txt")).unwrap();
        std::fs::write(folder.path("g.txt"), &half[..half.len() - 40]).unwrap();
        if !words.contains(&"--resume") {
            words.push("--resume");
        }
    }
    folder.run(&words);
    let text = quintet::records::text::read(&std::fs::read_to_string(folder.path("g.txt")).unwrap()).unwrap();
    let (old, new): (Vec<_>, Vec<_>) =
        text.into_iter().partition(|game| game.seats.iter().any(|seat| seat.name == "X"));
    assert_eq!((old.len(), new), (2, folder.records("g.jsonl")));
    let both: Vec<&str> = earlier.iter().copied().chain(["--out", "a.txt", "--text", "./a.txt"]).collect();
    assert!(folder.refusal(&both).contains("are the same file"));
    let _lock = quintet::locks::append(&folder.path("g.txt"), &Default::default()).unwrap();
    assert!(folder.refusal(&[&earlier[..], &["--text", "g.txt"]].concat()).contains("in use"));
}

/// Whichever setting is another, the sentence that refuses the games names it.
#[test]
fn a_refusal_names_the_setting_that_differs() {
    let folder = Folder::new("difference");
    folder.write("o.txt", "e5\nd4 e4\nc3\n");
    folder.write("other.txt", "a1\nd4 e4\nc3\n");
    let settings = [
        ("match", "yavalath"),
        ("--option", "Swap=true"),
        ("--engine", "name=A,builtin=mcts:3,option.Hash=1"),
        ("--engine", "name=B,builtin=random"),
        ("--engine", "name=C,cmd=QUINTET,ponder=false,option.Hash=1"),
        ("--tc", "nodes=2"),
        ("--format", "round-robin"),
        ("--order", "sequential"),
        ("--openings", "o.txt"),
        ("--maxturns", "9"),
        ("--resign", "score=9000,turns=9"),
        ("--draw", "turns=99,score=0"),
        ("--seed", "3"),
    ];
    let words = |changed: Option<(usize, &str)>| -> Vec<String> {
        let value = |index: usize, value: &str| match changed {
            Some((at, new)) if at == index => new.to_string(),
            _ => value.to_string(),
        };
        let mut words = Vec::new();
        for (index, (key, given)) in settings.iter().enumerate() {
            let value = value(index, given).replace("QUINTET", super::runs::QUINTET);
            if !value.is_empty() {
                words.extend([key.to_string(), value]);
            }
        }
        words.extend(["--out", "g.jsonl"].map(str::to_string));
        words
    };
    let play = |words: &[String], more: &[&str]| {
        let words: Vec<&str> = words.iter().map(String::as_str).chain(more.iter().copied()).collect();
        folder.command(&words).output().unwrap()
    };
    assert!(play(&words(None), &[]).status.success());
    assert!(play(&words(None), &["--resume"]).status.success());
    for (setting, value, named) in [
        (0, "pentalath", "the game is `yavalath` there and `pentalath` here"),
        (1, "swap=false", "the option `Swap` of the game is `true` there and `false` here"),
        (2, "name=A,builtin=mcts:4,option.Hash=1", "`tc` of `A` is `nodes=3` there and `nodes=4` here"),
        (2, "name=A,builtin=mcts:3,option.Hash=2", "the option `Hash` of `A` is `1` there and `2` here"),
        (2, "name=X,builtin=mcts:3,option.Hash=1", "the engine `A` plays there and not here"),
        (4, "name=C,cmd=QUINTET,ponder=true,option.Hash=1", "`ponder` of `C` is `false` there and `true` here"),
        (4, "name=C,cmd=QUINTET", "the option `Hash` of `C` is `1` there and not given here"),
        (5, "nodes=7", "`tc` of `C` is `nodes=2` there and `nodes=7` here"),
        (6, "gauntlet", "`format` is `round-robin` there"),
        (7, "random", "`order` is `sequential` there"),
        (8, "other.txt", "`openings`: `e5` is played there"),
        (9, "10", "`maxturns` is `9` there and `10` here"),
        (10, "score=9001,turns=9", "`resign`"),
        (11, "turns=98,score=0", "`draw`"),
        (12, "4", "`seed` is `3` there and `4` here"),
        (12, "18446744073709551615", "`seed` is `3` there"),
    ] {
        let output = play(&words(Some((setting, value))), &["--resume"]);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && text.lines().count() == 1, "{value}: {text}");
        assert!(text.contains("is from another tournament: ") && text.contains(named), "{value}: {text}");
    }
    let without = words(Some((10, "")));
    folder.write("g.jsonl", "");
    assert!(play(&without, &["--resume"]).status.success());
    let text = String::from_utf8(play(&words(None), &["--resume"]).stderr).unwrap();
    assert!(text.contains("`resign` is given here and not there"), "{text}");
}

/// An end that nobody can have played is not believed, whichever reason is given for it.
#[test]
fn games_end_where_the_terms_end_them() {
    let folder = Folder::new("ends");
    let players = ["--engine", "name=A,builtin=mcts:20", "--engine", "name=B,builtin=alphabeta:20"];
    let terms = ["--rounds", "6", "--maxturns", "16", "--draw", "turns=2,score=60", "--resign", "score=200,turns=2"];
    let words = [&["match", "yavalath", "--out", "g.jsonl"][..], &players, &terms].concat();
    folder.run(&words);
    let resumed = [&words[..], &["--resume"]].concat();
    folder.run(&resumed);
    let records = folder.records("g.jsonl");
    let write = |record: &quintet::records::GameRecord| {
        folder.write("g.jsonl", &(serde_json::to_string(record).unwrap() + "\n"))
    };
    let mut reasons = std::collections::HashSet::new();
    for record in &records {
        reasons.insert(record.reason.word());
        let mut forged = Vec::new();
        // A shorter game is no draw, and nobody has lost it.
        for reason in [Reason::Maxturns, Reason::Draw] {
            let mut shorter = record.clone();
            shorter.turns.pop();
            (shorter.reason, shorter.loser, shorter.winners) = (reason, None, vec![1, 2]);
            shorter.result = "draw".to_string();
            forged.push(shorter);
        }
        let mut lost = record.clone();
        lost.turns.truncate(1);
        (lost.reason, lost.loser, lost.winners, lost.result) = (Reason::Resign, Some(1), vec![2], "p2win".to_string());
        forged.push(lost);
        let mut unfinished = record.clone();
        unfinished.turns.truncate(1);
        (unfinished.reason, unfinished.loser, unfinished.winners) = (Reason::Unfinished, None, vec![]);
        unfinished.result = "none".to_string();
        forged.push(unfinished);
        if record.reason != Reason::Rules {
            let mut other = record.clone();
            (other.reason, other.loser, other.winners) = (Reason::Crash, Some(1), vec![2]);
            other.result = "p2win".to_string();
            // Only where the scores have ended the game is that impossible.
            if matches!(record.reason, Reason::Draw | Reason::Resign) {
                forged.push(other);
            }
        }
        for forged in forged {
            write(&forged);
            let refused = folder.refusal(&resumed);
            assert!(refused.contains(&format!("game {} of the file", record.number)), "{refused}");
        }
        write(record);
        folder.run(&resumed);
    }
    assert!(reasons.len() >= 2, "{reasons:?}");
}

/// Tournaments of versions whose seeds had 63 bits go on.
#[test]
fn seeds_of_older_versions_are_taken() {
    let folder = Folder::new("seeds");
    let words = ["match", "yavalath", "--engine", "builtin=random", "--engine", "builtin=mcts:3", "--out", "g.jsonl"];
    folder.run(&words);
    let mut records = folder.records("g.jsonl");
    assert!(records.iter().all(|record| record.seed < 1 << 53));
    for record in &mut records {
        // The bits that are not kept any more may have been any.
        record.seed = (record.seed << 11) | (record.number * 77 % (1 << 11));
        assert!(record.seed >= 1 << 53, "{}", record.seed);
    }
    let text: String = records.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect();
    folder.write("g.jsonl", &text);
    folder.run(&[&words[..], &["--rounds", "2", "--resume"]].concat());
    let now = folder.records("g.jsonl");
    assert_eq!((&now[..2], now.len()), (&records[..], 4));
    assert!(now[2..].iter().all(|record| record.seed < 1 << 53));
}
