//! `quintet referee`, called as the arenas' tools call a referee.

use super::bots::Habit;
use crate::tournament::runs::{Folder, QUINTET};
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A time that nobody needs. Only who sleeps for ever is late.
const TIME: &str = "60000";

/// Plays a game; the scores, and the log.
#[track_caller]
fn game(folder: &Folder, game: &str, commands: [&str; 2], more: &[&str]) -> ([i32; 2], Value) {
    let words = ["referee", game, "-p1", commands[0], "-p2", commands[1], "-d", "seed=7", "-l", "log.json"];
    let output = folder.command(&[&words[..], more].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    // A tool takes any line there for an error.
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let said = String::from_utf8(output.stdout).unwrap();
    let scores: Vec<i32> = said.lines().map(|line| line.parse().unwrap()).collect();
    let log: Value = serde_json::from_slice(&std::fs::read(folder.path("log.json")).unwrap()).unwrap();
    assert_eq!(log["scores"], json!({ "0": scores[0], "1": scores[1] }));
    (scores.try_into().unwrap(), log)
}

fn ours(game: &str, level: u8, seed: u32) -> String {
    format!("{QUINTET} arena {game} --level {level} --ms 30 --seed {seed}")
}

/// Plays this many games of quintet against programs with every habit, in both seats; none may end by a fault of ours.
fn against_small_programs(name: &str, games: u32) {
    let folder = Folder::new(name);
    let mut faults = Vec::new();
    for number in 0..games {
        let arena = ["yavalath", "yinsh"][(number % 2) as usize];
        let habit = Habit::ALL[(number / 2) as usize % Habit::ALL.len()];
        let seat = (number / 2 + number / 12) as usize % 2;
        folder.write("bot.sh", &habit.script(arena, number));
        // One in five of ours declines the list of actions.
        let mut player = ours(arena, (number % 21) as u8, number);
        if arena == "yinsh" && number % 10 == 1 {
            player = format!("sh -c \"{player} | sed -u 's/^yes$/no/'\"");
        }
        let mut commands = [player.as_str(), "sh bot.sh"];
        commands.rotate_left(seat);
        // Only who is late is waited for.
        let time = if habit == Habit::Late { "8000" } else { TIME };
        let mut more = vec!["--ms", time];
        if number % 4 == 1 || habit == Habit::Halves {
            more.push("--accept-incomplete");
        }
        let (scores, log) = game(&folder, arena, commands, &more);
        assert_ne!(scores[seat], -1, "{habit:?} in {arena}, game {number}: {log}");
        if let Some(reason) = log["fault"]["reason"].as_str() {
            assert_eq!(log["fault"]["index"], 1 - seat);
            faults.push((habit, reason.to_string()));
        }
    }
    for (habit, reason) in [(Habit::Late, "time"), (Habit::Dies, "crash"), (Habit::Doubles, "garbage")] {
        assert!(faults.contains(&(habit, reason.to_string())), "{habit:?}: {faults:?}");
    }
}

#[test]
fn small_programs_meet_no_fault_of_ours() {
    against_small_programs("arena-small", 24);
}

#[test]
#[ignore = "minutes"]
fn two_hundred_games_have_no_fault_of_ours() {
    against_small_programs("arena-200", 200);
}

/// cg-brutaltester reads a score a line, and reports any line of stderr.
#[test]
fn a_referee_is_called_with_exactly_these_words() {
    let folder = Folder::new("arena-words");
    folder.write("a.sh", &Habit::Plain.script("yinsh", 1));
    folder.write("b.sh", &Habit::Steals.script("yinsh", 2));
    folder.write("log.json", "what was there before is replaced");
    let (scores, log) = game(&folder, "yinsh", ["sh a.sh", "sh b.sh"], &["--ms", TIME]);
    assert!(scores.iter().all(|score| (0..=3).contains(score)), "{log}");
    assert_eq!((&log["game"], &log["seed"]), (&json!("yinsh"), &json!("7")));
    assert_eq!(log["agents"][1], json!({ "index": 1, "name": "sh b.sh" }));
    let outputs = |index: &str| log["outputs"][index].as_array().unwrap().clone();
    assert_eq!(outputs("0")[..3], [json!("yes"), json!(null), outputs("0")[2].clone()]);
    assert_eq!((&outputs("1")[1], &outputs("1")[3]), (&json!("yes"), &json!("STEAL")));
    // What a program writes to stderr goes into the log.
    let errors: String = log["errors"]["1"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(errors, "I am 2\n");
    let again = game(&folder, "yinsh", ["sh a.sh", "sh b.sh"], &["--ms", TIME]);
    assert_eq!(again.1["outputs"], log["outputs"]);
}

#[test]
fn psyleague_gets_its_four_keys() {
    let folder = Folder::new("arena-psyleague");
    folder.write("a.sh", &Habit::Plain.script("yavalath", 1));
    folder.write("b.sh", &Habit::Dies.script("yavalath", 2));
    let words = ["referee", "yavalath", "-p1", "sh a.sh", "-p2", "sh b.sh", "--psyleague", "--ms", TIME];
    let said: Value = serde_json::from_str(&folder.run(&words)).unwrap();
    assert_eq!(said, json!({ "ranks": [0, 1], "errors": [0, 1], "test_data": {}, "player_data": [{}, {}] }));
}

/// A turn that leaves a row standing is a fault, as the arena's statement has it; its referee accepts it.
#[test]
fn incomplete_turns_are_a_fault_unless_they_are_accepted() {
    let folder = Folder::new("arena-halves");
    let mut found = 0;
    for number in 0..6 {
        folder.write("a.sh", &Habit::Halves.script("yinsh", number));
        folder.write("b.sh", &Habit::Plain.script("yinsh", number + 3));
        let commands = ["sh a.sh", "sh b.sh"];
        let strict = game(&folder, "yinsh", commands, &["--ms", TIME]);
        let accepted = game(&folder, "yinsh", commands, &["--ms", TIME, "--accept-incomplete"]);
        assert_eq!(accepted.1["fault"], json!(null), "{}", accepted.1);
        if strict.1["fault"] != json!(null) {
            assert_eq!((strict.0[0], &strict.1["fault"]["reason"]), (-1, &json!("illegal")), "{}", strict.1);
            assert!(strict.1["fault"]["what"].as_str().unwrap().ends_with("is only a part of a turn"));
            found += 1;
        }
    }
    assert!(found > 0);
}

#[test]
fn a_wrong_call_gets_a_line_and_a_program_that_is_not_there_loses() {
    let folder = Folder::new("arena-wrong");
    let call = |words: &[&str]| folder.refusal(&[&["referee"], words].concat());
    assert!(call(&["gipf", "-p1", "a", "-p2", "b"]).contains("yavalath"));
    assert!(call(&["yinsh", "-p1", "a"]).contains("--p2"));
    assert!(call(&["yinsh", "-p1", "a", "-p2", "b", "-d", "7"]).contains("seed=N"));
    assert!(call(&["yinsh", "-p1", "'a", "-p2", "b"]).contains("quotation mark"));
    let words = ["referee", "yavalath", "-p1", "./nobody", "-p2", "true"];
    let output = folder.command(&words).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "-1\n0\n");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("quintet: player 1: `./nobody` could not be started") && said.lines().count() == 1);
}

/// A referee that is stopped ends the programs and leaves a whole log.
#[test]
fn a_referee_that_is_stopped_keeps_what_was_said() {
    let folder = Folder::new("arena-stopped");
    folder.write("a.sh", &Habit::Plain.script("yavalath", 1));
    folder.write("b.sh", "read -r id; echo $$ > b.id; exec sleep 600");
    let words = ["referee", "yavalath", "-p1", "sh a.sh", "-p2", "sh b.sh", "-l", "log.json", "--ms", TIME];
    let child = folder.command(&words).spawn().unwrap();
    let id = loop {
        match std::fs::read_to_string(folder.path("b.id")) {
            Ok(id) if id.ends_with('\n') => break id.trim().to_string(),
            _ => std::thread::sleep(Duration::from_millis(5)),
        }
    };
    assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), &output.stdout[..], &output.stderr[..]), (Some(3), &b""[..], &b""[..]));
    assert!(!Command::new("kill").args(["-0", &id]).stderr(Stdio::null()).status().unwrap().success());
    let log: Value = serde_json::from_slice(&std::fs::read(folder.path("log.json")).unwrap()).unwrap();
    assert_eq!((&log["scores"], &log["fault"]), (&json!(null), &json!(null)));
    assert!(log["outputs"]["0"][0].is_string(), "{log}");
}
