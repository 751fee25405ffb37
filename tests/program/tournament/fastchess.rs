//! What those expect who know fastchess: docs/from-fastchess.md.

use super::runs::{Folder, QUINTET, child};
use quintet::tournament::misbehaviour::script;
use std::process::Output;

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn each_holds_for_all_engines_that_do_not_have_it_themselves() {
    let folder = Folder::new("each");
    let engines = ["--engine", "name=A", "--engine", "name=B,option.Hash=2,nodes=7"];
    let each = ["--each", "builtin=alphabeta,option.Hash=1,option.Seed=5,nodes=5"];
    folder.run(&[&["match", "yavalath", "--out", "g.jsonl"][..], &engines, &each].concat());
    let record = &folder.records("g.jsonl")[0];
    let of = |name: &str| record.seats.iter().find(|seat| seat.name == name).unwrap();
    assert_eq!((&*of("A").limits, &*of("A").option["Hash"], &*of("A").option["Seed"]), ("nodes=5", "1", "5"));
    assert_eq!((&*of("B").limits, &*of("B").option["Hash"], &*of("B").option["Seed"]), ("nodes=7", "2", "5"));
    let named = folder.refusal(&[&["match", "yavalath"][..], &engines, &["--each", "name=C,builtin=random"]].concat());
    assert!(named.contains("`each` is for all engines"), "{named}");
}

/// A clock for some turns, its time left in the records, and the dialogue in a log.
#[test]
fn clocks_for_some_turns_are_recorded_and_logged() {
    let folder = Folder::new("clock");
    let child = child("child");
    let engines = ["--engine", &child, "--engine", "builtin=alphabeta", "--each", "tc=3/0:01+0.02"];
    folder.run(
        &[&["match", "pentalath", "--out", "g.jsonl", "--text", "g.txt", "--log", "log.txt"][..], &engines].concat(),
    );
    let games = folder.records("g.jsonl");
    for (game, seat) in games.iter().flat_map(|game| [(game, 1), (game, 2)]) {
        for (played, turn) in game.turns.iter().filter(|turn| turn.seat == seat).enumerate() {
            // What the clock has given up to here: 1 s for every third turn, 20 ms for each.
            let given = 1_000.0 * (1 + (played + 1) / 3) as f64 + 20.0 * (played + 1) as f64;
            let left = turn.left.unwrap();
            assert!(left > 0.0 && left < given, "{given} {turn:?}");
        }
    }
    let of_child = |seat: usize, game: &quintet::records::GameRecord| game.seats[seat - 1].name == "child";
    // What an answer took beyond the thinking is a part of the turn's time, however busy the machine is.
    let latencies: Vec<(f64, f64)> = games
        .iter()
        .flat_map(|game| game.turns.iter().filter(|turn| of_child(turn.seat, game)))
        .filter_map(|turn| turn.latency.zip(turn.ms))
        .collect();
    assert!(
        !latencies.is_empty() && latencies.iter().all(|(latency, ms)| (-2.0..=ms + 2.0).contains(latency)),
        "{latencies:?}"
    );
    // Every third turn adds a second.
    let own: Vec<(f64, f64)> =
        games[0].turns.iter().filter(|turn| turn.seat == 1).filter_map(|turn| turn.left.zip(turn.ms)).collect();
    let [_, (before, _), (after, ms), ..] = own[..] else { panic!("{own:?}") };
    assert!((after - (before - ms + 1_020.0)).abs() < 5.0, "{own:?}");
    let text = std::fs::read_to_string(folder.path("g.txt")).unwrap();
    assert_eq!(quintet::records::text::read(&text).unwrap(), games);
    let log = std::fs::read_to_string(folder.path("log.txt")).unwrap();
    for part in
        [" child(1) > position startpos moves ", " movestogo 3", " movestogo 1", " child(1) < bestmove ", "< info "]
    {
        assert!(log.contains(part), "{part}: {log}");
    }
    assert!(log.lines().all(|line| line.starts_with("20") && line.contains("Z child")), "{log}");
}

#[test]
fn an_engine_is_started_anew_for_each_game_if_it_is_to_be() {
    let folder = Folder::new("restart");
    for (restart, starts) in [("", 1), (",restart=true", 6)] {
        let engine = format!("{}{restart}", child("child"));
        let log = format!("log{starts}.txt");
        let words = ["match", "yavalath", "--rounds", "3", "--tc", "nodes=5", "--log", &log];
        folder.run(&[&words[..], &["--engine", &engine, "--engine", "builtin=random"]].concat());
        let log = std::fs::read_to_string(folder.path(&log)).unwrap();
        // Once more to see whether it can be started.
        assert_eq!(log.matches(" begins\n").count(), 1 + starts, "{log}");
    }
}

/// The engine that may be late wins, the other loses, by margins of their own.
#[test]
fn a_margin_may_be_one_engines_own() {
    let folder = Folder::new("margin");
    let slow = script("sleep 0.4; echo bestmove g7");
    folder.write("slow.sh", &slow);
    let play = |margin: &str, out: &str| {
        let engine = format!("name=slow,cmd=sh slow.sh,movetime=100{margin}");
        let words =
            ["match", "yavalath", "--engine", &engine, "--engine", "builtin=random", "--out", out, "--margin", "20"];
        folder.run(&words);
        folder.records(out).iter().filter(|game| game.reason == quintet::records::Reason::Time).count()
    };
    assert_eq!((play("", "strict.jsonl"), play(",margin=5000", "lax.jsonl")), (2, 0));
}

#[test]
fn three_engines_have_a_cross_table() {
    let folder = Folder::new("cross");
    let engines = ["--engine", "builtin=random", "--engine", "builtin=mcts:30", "--engine", "builtin=alphabeta:20"];
    let words = [&["match", "yavalath", "--rounds", "4", "--ratinginterval", "6"][..], &engines].concat();
    let text = folder.run(&words);
    let tables: Vec<&str> = text.split("against").skip(1).collect();
    assert_eq!(tables.len(), 4 + 1, "after each six games of 24, and at the end: {text}");
    let rows: Vec<Vec<&str>> = tables[4].lines().skip(1).take(3).map(|row| row.split_whitespace().collect()).collect();
    for (place, row) in rows.iter().enumerate() {
        assert_eq!((row[0], row[2 + place]), (&*(place + 1).to_string(), "-"), "{text}");
        let games = row[2..].iter().filter_map(|cell| cell.split_once('/')).map(|(_, games)| games);
        assert!(games.eq(["8", "8"]), "{text}");
    }
}

/// Elo is not shown before there is an interval, and a test that 60 to 0 does not decide says why.
#[test]
fn a_shutout_is_explained() {
    let folder = Folder::new("shutout");
    let engines = ["--engine", "builtin=alphabeta:2000", "--engine", "builtin=random", "--each", "option.Hash=1"];
    let each_but_random: Vec<&str> = engines[..4].to_vec();
    let words = [&["match", "yavalath", "--rounds", "6", "--sprt", "elo0=0,elo1=5"][..], &each_but_random].concat();
    let text = folder.run(&words);
    let row: Vec<&str> =
        text.lines().find(|line| line.starts_with("alphabeta:2000")).unwrap().split_whitespace().collect();
    assert_eq!(row[1..8], ["12", "100.0", "%", "12", "0", "0", "-"], "{text}");
    assert!(text.contains("undecided after game 12") && text.contains("more pairs decide"), "{text}");
    let refused = folder.command(&[&["match", "yavalath"][..], &engines].concat()).output().unwrap();
    assert!(printed(&refused).contains("`random` has no option `Hash`"), "{}", printed(&refused));
}

#[cfg(target_os = "linux")]
#[test]
fn games_are_bound_to_processors() {
    let folder = Folder::new("affinity");
    // The engine writes what it may run on.
    let spy = format!("grep Cpus_allowed_list /proc/self/status >> cpus.txt; exec {QUINTET}");
    folder.write("spy.sh", &spy);
    let words =
        ["match", "yavalath", "--engine", "name=A,cmd=sh spy.sh", "--engine", "builtin=random", "--tc", "nodes=5"];
    folder.run(&[&words[..], &["--affinity=0"]].concat());
    let cpus = std::fs::read_to_string(folder.path("cpus.txt")).unwrap();
    let last = cpus.lines().last().unwrap();
    assert_eq!(last.split_whitespace().last(), Some("0"), "{cpus}");
    folder.run(&[&words[..], &["--affinity", "--concurrency", "2", "--rounds", "4"]].concat());
    for wrong in ["--affinity=9999", "--affinity=x", "--affinity=8000"] {
        folder.refusal(&[&words[..], &[wrong]].concat());
    }
}
