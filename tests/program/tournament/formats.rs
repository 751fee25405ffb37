//! A short tournament of every format in every game, among built-in players and the real binary as a child.

use super::runs::{Folder, child, games, root, timeless};
use quintet::records::Reason;
use quintet::tournament::config::Config;
use std::collections::HashSet;

/// Plays and checks a tournament of four players; the number of its games.
#[track_caller]
fn tournament(game: &str, more: &[&str]) -> usize {
    let folder = Folder::new(&format!("{game}-{}", more.concat().replace(['-', '='], "")));
    let child = child("child");
    let mut words = vec!["match", game, "--engine", &child, "--engine", "builtin=random"];
    words.extend(["--engine", "builtin=mcts:20", "--engine", "name=ab,builtin=alphabeta:depth=1"]);
    words.extend(["--tc", "nodes=10", "--maxturns", "40", "--concurrency", "2", "--out", "g.jsonl", "--text", "g.txt"]);
    words.extend(more);
    let output = folder.run(&words);
    let records = folder.records("g.jsonl");
    let numbers: HashSet<u64> = records.iter().map(|record| record.number).collect();
    assert_eq!(numbers.len(), records.len());
    assert!(records.iter().all(|record| matches!(record.reason, Reason::Rules | Reason::Maxturns)), "{output}");
    let checked = format!("{} games follow the rules\n", records.len());
    assert_eq!(folder.run(&["show", "g.jsonl", "--check"]), checked);
    assert_eq!(folder.run(&["show", "g.txt", "--check"]), checked);
    let list = folder.run(&["rating", "g.jsonl"]);
    for name in ["child", "random", "mcts:20", "ab"] {
        assert!(list.contains(name) && output.contains(name), "{list}{output}");
    }
    records.len()
}

#[test]
fn every_game_has_a_round_robin() {
    for game in games() {
        let sets = if game == "yavalath3" { 4 * 6 } else { 6 * 2 };
        assert_eq!(tournament(game, &[]), sets, "{game}");
    }
}

#[test]
fn every_game_has_a_gauntlet() {
    for game in games() {
        let sets = if game == "yavalath3" { 3 * 6 } else { 3 * 2 };
        assert_eq!(tournament(game, &["--format", "gauntlet"]), sets, "{game}");
    }
}

#[test]
fn four_seats_have_a_player_each_in_all_orders() {
    assert_eq!(tournament("zen", &["--option", "Seats=4"]), 24);
}

#[test]
fn every_opening_is_played_with_seats_exchanged() {
    let folder = Folder::new("openings");
    folder.write("lines.txt", "# two lines\n\ne5 d4 # the first\na1 b2 c3\n");
    let words = ["match", "yavalath", "--engine", "builtin=random", "--engine", "builtin=mcts:10", "--rounds", "4"];
    folder.run(&[&words[..], &["--openings", "lines.txt", "--out", "g.jsonl"]].concat());
    let records = timeless(folder.records("g.jsonl"));
    assert_eq!(records.len(), 8);
    for pair in records.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].encounter, pair[1].encounter);
        assert_eq!(pair[0].seats[0], pair[1].seats[1]);
    }
    assert_eq!(records[0].opening, ["e5", "d4"]);
    assert_eq!(records[2].opening, ["a1", "b2", "c3"]);
    assert_eq!(records[4].opening, records[0].opening);
}

#[test]
fn three_players_sit_in_all_orders() {
    let folder = Folder::new("orders");
    let engines = ["--engine", "builtin=random", "--engine", "builtin=mcts:10", "--engine", "builtin=alphabeta:1"];
    folder.run(&[&["match", "yavalath3", "--out", "g.jsonl"][..], &engines].concat());
    let orders: HashSet<Vec<String>> = folder
        .records("g.jsonl")
        .iter()
        .map(|record| record.seats.iter().map(|seat| seat.name.clone()).collect())
        .collect();
    assert_eq!(orders.len(), 6);
}

/// Built-in players with the same seed play the same games, however many run at once.
#[test]
fn the_same_seed_gives_the_same_games() {
    let folder = Folder::new("seed");
    let play = |out: &str, seed: &str, concurrency: &str| {
        let engines = ["--engine", "builtin=random", "--engine", "builtin=mcts:50", "--engine", "builtin=alphabeta:50"];
        let more = ["--out", out, "--seed", seed, "--concurrency", concurrency, "--rounds", "3"];
        folder.run(&[&["match", "pentalath"][..], &engines, &more].concat());
        timeless(folder.records(out))
    };
    let once = play("a.jsonl", "7", "1");
    assert_eq!(once, play("b.jsonl", "7", "2"));
    assert_ne!(once, play("c.jsonl", "8", "2"));
}

#[test]
fn clocks_and_pondering_cost_nobody_the_game() {
    for game in ["yavalath", "yinsh"] {
        let folder = Folder::new(&format!("ponder-{game}"));
        let child = child("child") + ",ponder=true";
        let engines = ["--engine", &child, "--engine", "name=own,builtin=quintet,tc=2+0.01,ponder=true"];
        let more = ["--tc", "movetime=20", "--margin", "1000", "--maxturns", "30", "--out", "g.jsonl"];
        folder.run(&[&["match", game][..], &engines, &more].concat());
        let records = folder.records("g.jsonl");
        assert_eq!(records.len(), 2);
        for record in records {
            assert!(!record.reason.is_fault(), "{record:?}");
            assert!(record.turns.iter().all(|turn| turn.depth.is_some() || turn.ms.unwrap() < 1000.0));
            assert!(record.turns.iter().filter(|turn| turn.score.is_some() && turn.nodes.is_some()).count() > 4);
        }
    }
}

#[test]
fn a_file_and_the_command_line_describe_the_same_tournament() {
    let folder = Folder::new("toml");
    let file = "game = \"gipf\"\nrounds = 1\nmaxturns = 30\nout = \"a.jsonl\"\n[option]\nHandicap = \"black+1\"\n\
        [[engine]]\nname = \"A\"\nbuiltin = \"mcts:20\"\noption.Hash = 2\n[[engine]]\nname = \"B\"\nbuiltin = \"random\"\n";
    folder.write("t.toml", file);
    folder.run(&["match", "--config", "t.toml", "--rounds", "2"]);
    let engines = ["--engine", "name=A,builtin=mcts:20,option.Hash=2", "--engine", "name=B,builtin=random"];
    let words = ["match", "gipf", "--option", "Handicap=black+1", "--rounds", "2", "--maxturns", "30"];
    folder.run(&[&words[..], &engines, &["--out", "b.jsonl"]].concat());
    let records = timeless(folder.records("a.jsonl"));
    assert_eq!(records.len(), 4);
    assert_eq!(records, timeless(folder.records("b.jsonl")));
}

/// The file that `docs/tournaments.md` describes is one.
#[test]
fn the_documented_file_is_understood() {
    let page = std::fs::read_to_string(root().join("docs/tournaments.md")).unwrap();
    let text = page.split("```toml").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let config: Config = toml::from_str(text).unwrap();
    assert_eq!((config.rounds, config.engine.len()), (100, 2));
    // What it says of defaults is so.
    let default = Config::default();
    assert_eq!((config.margin, config.hang, config.maxturns), (default.margin, default.hang, default.maxturns));
    let reasons = ["rules", "illegal", "time", "crash", "hang", "flood", "garbage", "resign", "draw", "maxturns"];
    assert!(reasons.iter().all(|word| Reason::named(word).is_some() && page.contains(&format!("`{word}`"))));
}

#[test]
fn what_makes_no_sense_is_refused_in_one_sentence() {
    let folder = Folder::new("refused");
    folder.write("bad.toml", "game = \"yavalath\"\nengines = 3\n");
    folder.write("over.txt", "e5 a1 e6 a3 e8 c1 e7\n");
    folder.write("empty.txt", "# nothing\n");
    let two = ["--engine", "builtin=random", "--engine", "name=b,builtin=random"];
    let refused = |words: &[&str]| folder.refusal(words);
    let with_two = |more: &[&str]| refused(&[&["match", "yavalath"][..], &two, more].concat());
    assert!(refused(&["match"]).contains("which game"));
    assert!(refused(&["match", "chess", "--engine", "builtin=random"]).contains("there is no game"));
    assert!(refused(&["match", "yavalath", "--engine", "builtin=random"]).contains("at least two engines"));
    assert!(refused(&["match", "--config", "bad.toml"]).contains("line 2 of `bad.toml`"));
    assert!(with_two(&["--openings", "over.txt"]).contains("line 1 of `over.txt`"));
    assert!(with_two(&["--openings", "empty.txt"]).contains("no opening"));
    // That may pass, so it is no fault of the request.
    for (engine, what) in
        [("cmd=/nowhere/engine", "could not be started"), ("cmd=cat,startup=0.2", "no `ugiok` within")]
    {
        let engine = format!("name=c,{engine}");
        let more = ["--engine", &engine, "--tc", "nodes=1"];
        let output = folder.command(&[&["match", "yavalath"][..], &two, &more].concat()).output().unwrap();
        let sentence = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{sentence}");
        assert!(sentence.contains(what) && sentence.lines().count() == 1, "{sentence}");
    }
    assert!(with_two(&["--engine", "builtin=quintet"]).contains("has no limit"));
    assert!(with_two(&["--resume"]).contains("--out"));
    assert!(with_two(&["--points", "7"]).contains("zen"));
    assert!(with_two(&["--shard", "3/2"]).contains("K/N"));
}
