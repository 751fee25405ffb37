//! What is proved, in analyses and reviews.

use super::{error_line, stdout};
use crate::example_proofs::{TURNS, proofs};
use serde_json::Value;

fn analyze(arguments: &[&str]) -> String {
    stdout(&[&["analyze", "yavalath", "--depth", "1"], arguments].concat(), "")
}

#[test]
fn analyze_names_what_is_proved() {
    let path = proofs("cli-analyze");
    let with = ["--proofs", path.to_str().unwrap()];
    let text = analyze(&[&with[..], &["--moves", TURNS]].concat());
    assert!(text.contains("\nproved: White wins in 5 plies at most: g5 "), "{text}");
    assert!(
        text.contains("\n 1. g5       wins in 5 plies (proved) 100/0/0   g5 ") && text.contains("\n 3. "),
        "{text}"
    );
    assert!(text.ends_with("\nbest g5\n") && !text.contains("0/0/100"), "{text}");
    let lost = format!("{TURNS} g5");
    let text = analyze(&[&with[..], &["--moves", &lost, "--all"]].concat());
    assert!(text.contains("\nproved: Black loses in 4 plies at most: "), "{text}");
    // Nothing is left to search: of each decision the end is known.
    assert_eq!(text.matches("(proved)   0/0/100").count(), 50, "{text}");
    // Of what the file does not know nothing is said, and nothing without the file.
    let text = analyze(&[&with[..], &["--moves", "e5 d4"]].concat());
    assert!(!text.contains("proved"), "{text}");
    assert!(!analyze(&["--moves", TURNS]).contains("proved"));
}

#[test]
fn analyze_says_in_json_what_is_proved() {
    let path = proofs("cli-json");
    let with = ["--json", "--proofs", path.to_str().unwrap(), "--moves", TURNS];
    let schema: Value = serde_json::from_str(&stdout(&["schema", "analysis"], "")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let json = |more: &[&str]| {
        let answer: Value = serde_json::from_str(&analyze(&[&with[..], more].concat())).unwrap();
        assert!(schema.is_valid(&answer), "{answer}");
        answer
    };
    for more in [&["--multipv", "1"][..], &["--multipv", "3"], &["--all"]] {
        let answer = json(more);
        let root = &answer["rootInfo"];
        assert_eq!(
            (&root["proved"], &root["mate"], &root["best"]),
            (&true.into(), &5.into(), &"g5".into()),
            "{answer}"
        );
        assert_eq!(root["nodes"].as_u64().unwrap() == 0, more == ["--multipv", "1"], "{answer}");
        let lines = answer["moveInfos"].as_array().unwrap();
        assert!(lines.iter().enumerate().all(|(order, line)| line["order"] == order), "{answer}");
        assert_eq!(lines.iter().filter(|line| line["turn"] == "g5").count(), 1, "{answer}");
        assert!(lines[0]["proved"] == true && lines[0]["scoreKind"] == "proven", "{answer}");
    }
    assert_eq!(json(&["--all"])["decisions"].as_array().unwrap().len(), 51);
    // Another decision than the one that is known to win: the position is proved, what may be chosen is not.
    let answer = json(&["--only", "a2,a3"]);
    assert!(["a2", "a3"].contains(&answer["rootInfo"]["best"].as_str().unwrap()), "{answer}");
    assert!(answer["rootInfo"].get("proved").is_none(), "{answer}");
    assert_eq!(json(&["--only", "a2,g5"])["rootInfo"]["proved"], true);
}

#[test]
fn analyze_proves_who_wins_before_it_searches() {
    let text = analyze(&["--moves", TURNS, "--prove", "20s"]);
    assert!(text.contains("\nproved: White wins in 5 plies at most: g5 "), "{text}");
    assert!(text.contains("\n 1. g5       wins in 5 plies (proved) 100/0/0   g5 "), "{text}");
    let answer: Value = serde_json::from_str(&analyze(&["--moves", TURNS, "--prove", "20s", "--json"])).unwrap();
    assert_eq!((&answer["rootInfo"]["proved"], &answer["rootInfo"]["mate"]), (&true.into(), &5.into()), "{answer}");
    let text = analyze(&["--moves", "e5 d4", "--prove", "1ms"]);
    assert!(text.contains("\nnot proved in the time given\n") && text.contains("\nbest "), "{text}");
    let line = error_line(&["analyze", "yavalath3", "--prove", "1s"], 2);
    assert!(line.contains("only two-player games can be solved, and yavalath3 is for 3"), "{line}");
}

#[test]
fn a_proved_draw_comes_with_a_line() {
    let drawn = "2Bb/www1wb1/1ww1w1ww/Wbbwbwbww/wb2bwbwwB/bbwbWBbbb/Bb1bb1w1bb/w2wb1Wbb/Wwwb2B1/7/1wW1 w 0,0 move w 0";
    let arguments = ["yinsh-blitz", "--position", drawn];
    let text = stdout(&[&["solve"], &arguments[..]].concat(), "");
    assert!(text.contains("the game is a draw") && text.contains("\ndrawn line: i4-e4 g2-g4 k9-k10\n"), "{text}");
    let text = stdout(&[&["analyze"], &arguments[..], &["--prove", "20s"]].concat(), "");
    assert!(text.contains("\nproved: the game is a draw: i4-e4 g2-g4 k9-k10\n"), "{text}");
    assert!(text.contains("\n 1. i4-e4 ") && text.contains(" draw (proved) "), "{text}");
}

#[test]
fn a_file_of_proofs_that_cannot_be_used_is_refused() {
    let path = proofs("cli-refused");
    let path = path.to_str().unwrap();
    assert!(error_line(&["analyze", "yavalath", "--proofs", "/no/such.proofs"], 1).contains("/no/such.proofs"));
    let text = error_line(&["analyze", "pentalath", "--proofs", path], 2);
    assert!(text.contains("it is for yavalath, not for pentalath"), "{text}");
}

#[test]
fn review_marks_what_gave_away_a_proved_result() {
    let path = proofs("cli-review");
    let turns: Vec<Value> =
        format!("{TURNS} g5 f5 e3").split(' ').map(|turn| serde_json::json!({ "turn": turn })).collect();
    let record = serde_json::json!({ "game": "yavalath", "turns": turns, "result": "p2win", "winners": [2],
        "reason": "rules" });
    let file = path.with_extension("jsonl");
    std::fs::write(&file, format!("{record}\n")).unwrap();
    let words = ["review", file.to_str().unwrap(), "--nodes", "300", "--proofs", path.to_str().unwrap()];
    let text = stdout(&words, "");
    let line = |turn: &str| text.lines().find(|line| line.trim_start().starts_with(turn)).unwrap();
    assert!(line("11. g5").ends_with("(proved)") && line("12. f5").ends_with("(proved)"), "{text}");
    assert!(line("13. e3??").ends_with("(gave away a proved win in 3 plies)"), "{text}");
    assert!(!stdout(&words[..4], "").contains("proved"));
    assert!(error_line(&["review", file.to_str().unwrap(), "--proofs", "/no/such.proofs"], 1).contains("/no/such"));
}
