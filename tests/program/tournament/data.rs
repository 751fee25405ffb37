//! Games and ratings as data for other programs: JSON that holds its schema, CSV that another parser reads, a list of the games of a
//! file.

use super::runs::Folder;
use serde_json::Value;
use std::collections::BTreeMap;

/// The rows of a table, by the names of the columns.
fn rows(text: &str) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect()
}

fn rating(folder: &Folder, words: &[&str]) -> Value {
    let text = folder.run(&[&["rating", "--json"][..], words].concat());
    assert_eq!(text.lines().count(), 1);
    let report: Value = serde_json::from_str(&text).unwrap();
    let schema: Value = serde_json::from_str(&folder.run(&["schema", "rating"])).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let wrong: Vec<String> = validator.iter_errors(&report).map(|error| error.to_string()).collect();
    assert!(wrong.is_empty(), "{wrong:?}: {report}");
    report
}

#[test]
fn ratings_as_json_and_csv_say_what_the_text_says() {
    let folder = Folder::new("ratings");
    let openings = concat!(env!("CARGO_MANIFEST_DIR"), "/openings/yavalath.txt");
    let more = ["--rounds", "12", "--openings", openings, "--out", "a.jsonl"];
    let engines = ["--engine", "name==1+\"x\",builtin=mcts:12", "--engine", "name=B,builtin=mcts:10"];
    folder.run(&[&["match", "yavalath"][..], &engines, &more].concat());
    let engines = ["--engine", "builtin=random", "--engine", "name=B,builtin=mcts:10"];
    folder.run(&[&["match", "yavalath3"][..], &engines, &["--rounds", "2", "--out", "b.jsonl"]].concat());
    let report = rating(&folder, &["a.jsonl", "b.jsonl"]);
    assert_eq!((&report["schema"], &report["tournament"]), (&Value::from("rating/1"), &Value::Null));
    let written = rows(&folder.run(&["rating", "--csv", "a.jsonl", "b.jsonl"]));
    let text = folder.run(&["rating", "a.jsonl", "b.jsonl"]);
    let mut written = written.iter();
    for list in report["lists"].as_array().unwrap() {
        let heading = format!("{}: {} games", list["game"].as_str().unwrap(), list["games"]);
        assert!(text.contains(&heading), "{text}");
        let engines = list["engines"].as_array().unwrap();
        let sum = |key: &str| engines.iter().map(|engine| engine[key].as_f64().unwrap()).sum::<f64>();
        assert!(sum("elo").abs() < 1e-3 && sum("won") + sum("drawn") + sum("lost") == sum("games"), "{list}");
        for engine in engines {
            let row = written.next().unwrap();
            assert_eq!(row["game"], list["game"].as_str().unwrap());
            let name = engine["name"].as_str().unwrap();
            // No spreadsheet takes it for a formula.
            assert_eq!(row["engine"].trim_start_matches('\''), name);
            assert!(!row["engine"].starts_with('=') && text.contains(name));
            for key in ["place", "elo", "error", "games", "won", "drawn", "lost", "points", "score", "opponents"] {
                let number: Option<f64> = row[key].parse().ok();
                assert_eq!(number, engine[key].as_f64(), "{key}: {row:?} {engine}");
            }
            assert_eq!(row["errors_from"], list["errorsFrom"].as_str().unwrap());
            assert_eq!(row["propped"], list["propped"].to_string());
        }
    }
    assert_eq!(written.next(), None);
    // In the game for two the intervals are those of pairs, which the text says, too.
    let first = &report["lists"][0];
    assert_eq!((&first["errorsFrom"], &first["encounters"]), (&Value::from("encounters"), &Value::from(12)));
    assert!(text.contains("The intervals come from 12 encounters"), "{text}");
}

#[test]
fn a_test_and_what_is_missing_are_data_too() {
    let folder = Folder::new("progress");
    let engines = ["--engine", "name=A,builtin=mcts:12", "--engine", "name=B,builtin=mcts:10"];
    folder.run(&[&["match", "yavalath"][..], &engines, &["--rounds", "3", "--out", "a.jsonl"]].concat());
    let words = ["--sprt", "elo0=0,elo1=5", "a.jsonl"];
    let progress = &rating(&folder, &words)["tournament"];
    assert_eq!((&progress["games"], &progress["whole"]), (&Value::from(6), &Value::from(true)));
    assert_eq!((&progress["sprt"]["pairs"], &progress["sprt"]["accepted"]), (&Value::from(3), &Value::Null));
    // A table has no place for it: it is on stderr.
    let output = folder.command(&[&["rating", "--csv"][..], &words].concat()).output().unwrap();
    assert_eq!(rows(&String::from_utf8(output.stdout).unwrap()).len(), 2);
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("6 games, LLR "));
    assert!(folder.refusal(&["rating", "--json", "--csv", "a.jsonl"]).contains("--csv"));
    // Without the first game the work is not whole.
    let text = std::fs::read_to_string(folder.path("a.jsonl")).unwrap();
    folder.write("b.jsonl", text.split_once('\n').unwrap().1);
    let output = folder.command(&["rating", "--json", "--sprt", "elo0=0,elo1=5", "b.jsonl"]).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["tournament"]["missing"], 1);
}

#[test]
fn where_all_games_end_alike_no_error_is_known() {
    let folder = Folder::new("alike");
    let more = ["--maxturns", "2", "--rounds", "3", "--out", "a.jsonl"];
    let engines = ["--engine", "name=A,builtin=random", "--engine", "name=B,builtin=random"];
    let written = folder.run(&[&["match", "yavalath"][..], &engines, &more].concat());
    let list = folder.run(&["rating", "a.jsonl"]);
    let report = rating(&folder, &["a.jsonl"]);
    assert_eq!(report["lists"][0]["engines"][0]["error"], Value::Null);
    let more = ["--maxturns", "2", "--out", "b.jsonl"];
    let three = folder.run(&[&["match", "yavalath3"][..], &engines, &more].concat());
    for text in [&written, &list, &three] {
        assert!(!text.contains("± 0") && !text.contains("-0.0") && !text.contains("NaN"), "{text}");
    }
    assert!(list.lines().any(|line| line.contains("+0  -  ")), "{list}");
}

#[test]
fn the_games_of_a_file_are_listed() {
    let folder = Folder::new("list");
    folder.write("lines.txt", "e5 d4\n");
    let engines = ["--engine", "name=A,builtin=random", "--engine", "name=B,builtin=random"];
    let more = ["--openings", "lines.txt", "--maxturns", "4", "--out", "g.jsonl"];
    folder.run(&[&["match", "yavalath"][..], &engines, &more].concat());
    let (first, all) = (folder.run(&["show", "g.jsonl", "1"]), folder.run(&["show", "g.jsonl"]));
    let lines: Vec<Vec<&str>> = all.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["number", "game", "players", "result", "turns", "opening"]);
    assert_eq!(lines[1], ["1", "yavalath", "A", "-", "B", "draw", "(maxturns)", "4", "e5", "d4"]);
    assert_eq!(lines[2], ["2", "yavalath", "B", "-", "A", "draw", "(maxturns)", "4", "e5", "d4"]);
    assert_eq!(lines.len(), 3);
    // One game is shown, and so is the first with an option.
    let text = std::fs::read_to_string(folder.path("g.jsonl")).unwrap();
    folder.write("one.jsonl", &format!("{}\n", text.split_once('\n').unwrap().0));
    assert_eq!(folder.run(&["show", "one.jsonl"]), first);
    assert!(folder.run(&["show", "g.jsonl", "--turn", "0"]).starts_with("game 1 of yavalath"));
}

#[test]
fn tables_say_in_one_line_what_they_do_not_hold() {
    let folder = Folder::new("tables");
    let engines = ["--engine", "name=A,builtin=random", "--engine", "name=B,builtin=random"];
    folder.run(&[&["match", "yavalath"][..], &engines, &["--out", "two.jsonl"]].concat());
    folder.run(&[&["match", "yavalath3"][..], &engines, &["--out", "three.jsonl"]].concat());
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    let unfinished = "{\"game\":\"zen\",\"turns\":[]}\n";
    folder.write("mixed.jsonl", &[&read("two.jsonl")[..], &read("three.jsonl"), unfinished].concat());
    let output = folder.command(&["convert", "mixed.jsonl", "games.pgn"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 3), "{said}");
    assert!(
        said.contains("6 of 9 games are left out (6 from game 3 on: PGN holds games between two players)"),
        "{said}"
    );
    assert!(said.contains("1 game without a result: `*`"), "{said}");
    assert!(said.ends_with("quintet: 6 of 9 games could not be converted\n"), "{said}");
    assert_eq!(read("games.pgn").matches("[White \"").count(), 3);
    // Where there is nothing to write nothing is written.
    let nothing = folder.command(&["convert", "three.jsonl", "none.pgn"]).output().unwrap();
    let said = String::from_utf8(nothing.stderr).unwrap();
    assert_eq!((nothing.status.code(), said.lines().count()), (Some(2), 2), "{said}");
    assert!(said.ends_with("none of 6 games can be written in the format pgn\n"), "{said}");
    assert!(!folder.path("none.pgn").exists());
    for (words, count) in [(["games.csv", "--to", "games-csv"], 9), (["turns.csv", "--to", "turns-csv"], 1)] {
        folder.run(&[&["convert", "mixed.jsonl"][..], &words].concat());
        assert!(rows(&read(words[0])).len() >= count);
    }
    assert_eq!(folder.run(&["convert", "mixed.jsonl", "-", "--to", "games-csv"]), read("games.csv"));
    let refused = folder.refusal(&["convert", "mixed.jsonl", "x", "--to", "csv"]);
    assert!(refused.contains("games-csv, turns-csv, pgn") && !refused.contains("bga"), "{refused}");
    // They are written only.
    folder.refusal(&["convert", "games.pgn", "x.jsonl"]);
    folder.refusal(&["convert", "games.csv", "x.jsonl"]);
}
