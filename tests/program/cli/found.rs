//! What analyses, records and books have, for people and for programs.

use super::{error_line, games, run_with_input, stdout};

/// A recorded game of Yavalath that White wins with its seventh turn.
fn recorded_game(name: &str) -> String {
    let turns = ["b2", "h6", "c3", "g8", "e5", "d8", "d4"].map(|turn| serde_json::json!({ "turn": turn }));
    let record = serde_json::json!({ "game": "yavalath", "turns": turns, "result": "p1win", "winners": [1],
        "reason": "rules" });
    let file = std::env::temp_dir().join(format!("quintet-{}-{name}.jsonl", std::process::id()));
    std::fs::write(&file, format!("{record}\n{record}\n")).unwrap();
    file.to_str().unwrap().to_string()
}

#[test]
fn analyze_takes_positions_of_records() {
    let file = recorded_game("analyze");
    for (place, best) in [("@6", "d4"), ("#2@6", "d4"), ("#1@0", "")] {
        let text = stdout(&["analyze", "--record", &format!("{file}{place}"), "--nodes", "500"], "");
        assert!(text.lines().last().unwrap().starts_with(&format!("best {best}")), "{text}");
    }
    assert!(error_line(&["analyze", "--record", &file, "--nodes", "5"], 2).contains("the game is over"));
    assert!(
        error_line(&["analyze", "--record", &format!("{file}#3"), "--nodes", "5"], 2).contains("no game 3; it has 2")
    );
    assert!(error_line(&["analyze", "--record", &format!("{file}@8"), "--nodes", "5"], 2).contains("7 turns, not 8"));
    assert!(error_line(&["analyze", "--record", "/no/such.jsonl"], 1).contains("/no/such.jsonl"));
    error_line(&["analyze", "yavalath", "--record", &file], 2);
    error_line(&["analyze"], 2);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn analyze_scores_every_decision_or_only_some() {
    for game in games() {
        let text = stdout(&["analyze", game, "--all", "--depth", "1", "--search", "alphabeta"], "");
        let legal = stdout(&["--game", game], "legal\n");
        let ranked = text.lines().filter_map(|line| line.trim_start().split_once(". "));
        let mut decisions: Vec<&str> = ranked.filter_map(|(_, rest)| rest.split_whitespace().next()).collect();
        decisions.sort_unstable();
        let legal: Vec<&str> = legal.split_whitespace().skip(1).collect();
        assert_eq!(decisions, legal, "{game}");
        let two = format!("{},{}", legal[0], legal[legal.len() - 1]);
        let best = stdout(&["analyze", game, "--only", &two, "--nodes", "300"], "");
        let best = best.lines().last().unwrap().trim_start_matches("best ");
        assert!([legal[0], legal[legal.len() - 1]].contains(&best), "{game}: {best}");
    }
    let file = std::env::temp_dir().join(format!("quintet-{}-heat.svg", std::process::id()));
    stdout(&["analyze", "gipf", "--all", "--depth", "1", "--svg", file.to_str().unwrap()], "");
    let picture = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    assert!(picture.contains("class=\"heat\"") && picture.matches("fill-opacity=\"0.85\"").count() == 24);
    assert!(error_line(&["analyze", "yavalath", "--only", "z9"], 2).contains("z9"));
}

#[test]
fn games_are_shown_as_data_pictures_and_pages() {
    let file = recorded_game("show");
    let folder = std::env::temp_dir();
    let path = |end: &str| folder.join(format!("quintet-{}-show.{end}", std::process::id()));
    let states = stdout(&["show", &file, "2", "--json"], "");
    let states: Vec<serde_json::Value> = states.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(states.len() == 8 && states[7]["result"]["why"] == "four" && states[0]["decides"] == 1);
    assert_eq!(stdout(&["show", &file, "--json", "--turn", "3"], "").lines().count(), 1);
    let (svg, html) = (path("svg"), path("html"));
    let words = ["show", &file, "--turn", "6", "--svg", svg.to_str().unwrap(), "--html", html.to_str().unwrap()];
    assert!(stdout(&words, "").contains("checked"));
    let picture = std::fs::read_to_string(&svg).unwrap();
    for part in ["<title>yavalath</title>", "<desc>White: place a stone</desc>", "data-point=\"e5\"", "role=\"img\""] {
        assert!(picture.contains(part), "{part} in {picture}");
    }
    assert!(std::fs::read_to_string(&html).unwrap().contains("four in a row on b2-e5"));
    assert!(error_line(&["show", &file, "--turn", "9"], 2).contains("7 turns, not 9"));
    [svg, html].iter().for_each(|file| std::fs::remove_file(file).unwrap());
    std::fs::remove_file(file).unwrap();
}

#[test]
fn the_book_and_records_can_be_explored() {
    let file = recorded_game("explore");
    let words = ["explore", "yavalath", "--moves", "b2", "--records", &file, "--nodes", "2000", "--json"];
    let known: serde_json::Value = serde_json::from_str(&stdout(&words, "")).unwrap();
    let first = &known["decisions"][0];
    // Both games went on with h6, which is f8 in the mirror, and Black lost both.
    assert_eq!((&first["decision"], &first["games"], &first["points"]), (&"f8".into(), &2.into(), &0.0.into()));
    assert_eq!((&first["won"], &first["drawn"], &first["lost"]), (&0.into(), &0.into(), &2.into()));
    assert!(first["engine"].is_f64());
    for game in games() {
        let text = stdout(&["explore", game, "--nodes", "300"], "");
        assert!(text.contains("decision") && text.contains("engine"), "{game}: {text}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn colours_are_for_terminals_and_whoever_asks() {
    let words = ["analyze", "yavalath", "--nodes", "100"];
    assert!(!stdout(&words, "").contains('\u{1b}'));
    assert!(stdout(&[&words[..], &["--color", "always"]].concat(), "").contains("\u{1b}["));
    assert!(!stdout(&[&words[..], &["--color", "never"]].concat(), "").contains('\u{1b}'));
}

#[test]
fn every_option_is_listed_with_a_sentence() {
    let list: serde_json::Value = serde_json::from_str(&stdout(&["schema", "options"], "")).unwrap();
    assert_eq!(list["schema"], "options/1");
    let of_games = list["games"].as_array().unwrap();
    assert_eq!(of_games.len(), games().count());
    let engine = list["engine"].as_array().unwrap();
    let all = engine.iter().chain(of_games.iter().flat_map(|game| game["options"].as_array().unwrap()));
    for option in all {
        assert!(option["about"].as_str().unwrap().ends_with('.') && option["name"].is_string(), "{option}");
        assert!(["check", "spin", "combo", "string", "button"].contains(&option["type"].as_str().unwrap()));
    }
}

#[test]
fn games_are_converted_between_formats() {
    let game = "White: Ann\nBlack: Bob\nResult: 1-0\n\n1.e3 2.d4 3.e3\n";
    let sgf = "(;GM[24]SU[Zertz])(;SU[Yinsh];P0[1 place wr E 3])";
    let run = |arguments: &[&str], input: &str| {
        let output = run_with_input(&[&["convert", "-", "-"], arguments].concat(), input);
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (code, jsonl, reported) = run(&["--to", "jsonl"], game);
    assert_eq!(reported, "quintet: game 1: turn 3: `e3` is taken; the game is kept up to that turn\n");
    assert!(
        code == Some(0)
            && jsonl.starts_with("{\"schema\":\"record/1\",\"game\":\"yinsh\",\"option\":{\"Swap\":\"false\"},\"seats\":[{\"name\":\"Ann\"}"),
        "{jsonl}"
    );
    let (code, back, reported) = run(&["--from", "jsonl", "--to", "gipf.com"], &jsonl);
    let lost = "quintet: the format gipf.com does not hold: the detail of the end (1 game)\n";
    assert_eq!((code, reported.as_str()), (Some(0), lost));
    assert_eq!(back, "Game: yinsh\nWhite: Ann\nBlack: Bob\n\n1.e3 2.d4\n\n");
    // A game that is left out is reported, the others are written.
    let (code, text, reported) = run(&["--to", "text"], sgf);
    assert!(code == Some(2) && text.contains("1. e3\nnone\n"), "{text}");
    assert!(reported.contains("game 1: it is a game of `zertz`, which quintet does not have"), "{reported}");
    assert!(reported.ends_with("quintet: 1 of 2 games could not be converted\n"), "{reported}");
    let (code, text, reported) = run(&["--to", "ludii"], &jsonl);
    assert!(code == Some(2) && text.is_empty() && reported.contains("the format has only"), "{reported}");
    for (arguments, input, reason) in [
        (&["--to", "jsonl"][..], "Dear Sir", "not in a known game format"),
        (&[], game, "does not say which format to write"),
        (&["--to", "chess"], game, "the formats are jsonl, text"),
        (&["--to", "bga"], game, "only read"),
    ] {
        let (code, text, reported) = run(arguments, input);
        assert!(code == Some(2) && text.is_empty() && reported.contains(reason), "{reported}");
    }
}
