//! Records of people and other programs through the binary: what was met in real files is read, counted and reported.

use super::{run_with_input, stdout};
use std::path::PathBuf;

/// A file of tests/data/records.
fn file(name: &str) -> String {
    format!("{}/tests/data/records/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Exit code, stdout and stderr.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let output = run_with_input(arguments, input);
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// A file of its own for a test.
fn scratch(name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("records-{}-{name}", std::process::id()));
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn every_record_is_played_by_the_rules_and_cut_where_it_breaks_them() {
    for to in ["jsonl", "text", "ludii", "abstract-play"] {
        let (code, text, reported) = run(&["convert", &file("illegal.jsonl"), "-", "--to", to], "");
        let expected =
            "quintet: game 1: turn 2: `e5` is taken; a stone goes on an empty cell; the game is kept up to that turn\n";
        assert!(code == Some(0) && reported.starts_with(expected) && !text.contains("zz"), "{to}: {reported}{text}");
    }
    let (code, text, reported) = run(&["show", &file("illegal.jsonl"), "--check"], "");
    assert_eq!(
        (code, text.as_str()),
        (Some(2), "game 1: turn 2: `e5` is taken; a stone goes on an empty cell; the game is kept up to that turn\n")
    );
    assert_eq!(reported, "quintet: 1 of 1 game breaks the rules\n");
    let (code, _, reported) = run(&["rating", &file("illegal.jsonl")], "");
    assert!(code == Some(2) && reported.contains("game 1: turn 2: `e5` is taken"), "{reported}");
    // A line that is no game hides none of the others.
    let good = "{\"game\":\"yavalath\",\"turns\":[{\"turn\":\"e5\"}]}\n";
    let lines = format!("{good}{{\"game\":\"chess\",\"turns\":[]}}\n{{\"game\":3}}\n{good}");
    let (code, text, reported) = run(&["convert", "-", "-", "--to", "text"], &lines);
    assert!(code == Some(2) && text.matches("[Game \"yavalath\"]").count() == 2, "{text}");
    assert!(reported.contains("game 3: line 3: this is not a record of a game"), "{reported}");
    let broken = text.replacen("1. e5", "1. e5 {", 1);
    let (code, text, reported) = run(&["convert", "-", "-", "--to", "jsonl"], &broken);
    assert!(code == Some(2) && text.lines().count() == 1 && reported.starts_with("quintet: game 1: "), "{reported}");
    // The numbers are those of the file.
    let two = scratch("two.jsonl", format!("{{\"game\":\"chess\",\"turns\":[]}}\n{good}"));
    assert!(stdout(&["show", two.to_str().unwrap(), "2"], "").starts_with("game 2 of yavalath"));
}

#[test]
fn comments_are_kept_whole() {
    let text = stdout(&["convert", &file("twocomments.txt"), "-", "--to", "jsonl"], "");
    assert!(text.contains(r#""comment":"first\nsecond""#), "{text}");
    let text = stdout(&["convert", &file("nested.txt"), "-", "--to", "jsonl"], "");
    for kept in [r#""comment":"a {b} c""#, r#""comment":"inner""#, r#""comment":"deep""#, r#""comment":"two lines""#] {
        assert!(text.contains(kept), "{text}");
    }
}

#[test]
fn unfinished_games_count_for_nobody() {
    let games = file("unfinished.jsonl");
    let (_, text, reported) = run(&["explore", "yavalath", "--records", &games, "--nodes", "0", "--json"], "");
    assert!(reported.contains("3 unfinished games are in"), "{reported}");
    let (_, plain, _) = run(&["explore", "yavalath", "--nodes", "0", "--json"], "");
    let known = |text: &str| -> (f64, f64) {
        let all: serde_json::Value = serde_json::from_str(text).unwrap();
        let found = all["decisions"].as_array().unwrap().iter().find(|known| known["decision"] == "e5");
        found.map_or((0.0, 0.0), |known| (known["games"].as_f64().unwrap(), known["points"].as_f64().unwrap()))
    };
    let (before, after) = (known(&plain), known(&text));
    assert_eq!((after.0 - before.0, after.1 - before.1), (1.0, 1.0));
    let book = std::env::temp_dir().join(format!("quintet-{}-unfinished.book", std::process::id()));
    let arguments = ["book", "yavalath", "--positions", "5", "--nodes", "300", "--out", book.to_str().unwrap()];
    let (code, text, reported) = run(&[&arguments[..], &["--from", &games]].concat(), "");
    assert!(code == Some(0) && text.contains("games 1 decisions"), "{text}{reported}");
    assert!(reported.contains("unfinished games are not counted: 3"), "{reported}");
    // A book with a byte order mark is a book.
    let marked = format!("\u{feff}{}", std::fs::read_to_string(&book).unwrap());
    std::fs::write(&book, marked).unwrap();
    assert!(stdout(&arguments, "").starts_with("positions "));
    std::fs::remove_file(book).unwrap();
}

#[test]
fn files_of_other_systems_are_read() {
    for name in ["bom.jsonl", "bom.txt"] {
        let text = stdout(&["convert", &file(name), "-", "--to", "text"], "");
        assert!(text.ends_with("1. e5 2. d4\nnone\n\n"), "{text}");
        assert!(stdout(&["show", &file(name), "1"], "").contains("none by unfinished after 2 turns"));
    }
    // Openings and the configuration of a tournament, too.
    let config = "\u{feff}game = \"yavalath\"\nrounds = 1\n[[engine]]\nname = \"A\"\nbuiltin = \"random\"\n[[engine]]\nname = \"B\"\nbuiltin = \"random\"\n";
    let config = scratch("marked.toml", config);
    let openings = file("bom-openings.txt");
    stdout(&["match", "--config", config.to_str().unwrap(), "--openings", &openings, "--quiet"], "");
    let (code, text, reported) = run(&["convert", &file("dash.gipf"), "-", "--to", "jsonl"], "");
    assert!(
        code == Some(0) && reported.is_empty() && text.contains("a1-b2") && text.contains("i1-h2"),
        "{reported}{text}"
    );
    let text = stdout(&["convert", &file("header.gipf"), "-", "--to", "jsonl"], "");
    assert!(text.contains("\"comment\":\"Date: 2001-08-21\"") && text.contains("\"e6\""), "{text}");
    let (code, text, reported) = run(&["convert", &file("latin1.sgf"), "-", "--to", "jsonl"], "");
    assert!(code == Some(0) && text.contains("\"Rémi\"") && reported.contains("is not UTF-8"), "{reported}{text}");
    // An SGF in a letter, with lines that are broken in its values.
    let sgf = "Dear Bob (and Ann),\nhere it is:\n(;GM[24]SU[Yinsh]P0[id \"An\\\nn\"]P1[id \"Bob\nB\"]RE[Game won\nby Bob B]\n; P0[place wr E\n5])\nBye (:;)";
    let text = stdout(&["convert", "-", "-", "--to", "jsonl"], sgf);
    assert!(text.contains("\"Ann\"") && text.contains("\"Bob B\"") && text.contains("\"p2win\""), "{text}");
}

#[test]
fn what_is_lost_is_counted_in_one_line_for_each_kind() {
    let zen = "{\"game\":\"zen\",\"turns\":[]}\n".repeat(3_000);
    let noted = "{\"game\":\"yinsh\",\"comment\":\"c\",\"turns\":[{\"turn\":\"e5\",\"ms\":1}]}\n".repeat(20);
    let (code, text, reported) = run(&["convert", "-", "-", "--to", "gipf.com"], &(noted + &zen));
    let lines: Vec<&str> = reported.lines().collect();
    assert_eq!((code, text.matches("Game: yinsh").count(), lines.len()), (Some(2), 20, 3), "{reported}");
    assert!(lines[0].contains("3000 games are left out, the first of them game 21: the format has only"), "{reported}");
    let lost =
        "quintet: the format gipf.com does not hold: comments (20 games), times, scores, depths and nodes (20 games)";
    assert_eq!(lines[1], lost);
}

/// Had each seat to look at all tags, this would take minutes.
#[test]
fn many_seats_take_linear_time() {
    let seats: String = (1..=200_000).map(|seat| format!("[Seat {seat} \"a\"]\n")).collect();
    let text = format!("[Game \"yavalath\"]\n{seats}\n1. e5\nnone\n");
    let (code, text, reported) = run(&["convert", "-", "-", "--to", "jsonl"], &text);
    assert!(code == Some(0) && text.lines().count() == 1 && reported.contains("it has 200000 players"), "{reported}");
}

/// Beyond what a game can be, a sentence says so before memory is taken for it.
#[test]
fn what_is_too_long_for_a_game_is_refused_in_a_sentence() {
    let long =
        format!("{{\"game\":\"yavalath\",\"turns\":[{}{{\"turn\":\"e5\"}}]}}\n", "{\"turn\":\"e5\"},".repeat(20_000));
    let text = format!("[Game \"yavalath\"]\n\n{}none\n", "1. e5 ".repeat(20_001));
    for input in [long, text] {
        let (code, _, reported) = run(&["convert", "-", "-", "--to", "jsonl"], &input);
        assert!(code == Some(2) && reported.contains("no game has more than 20000 turns"), "{reported}");
    }
    // Lines without end that are no games are another file.
    let (code, _, reported) = run(&["convert", "-", "-", "--to", "jsonl"], &"{}\n".repeat(100_000));
    assert!(code == Some(2) && reported.lines().count() == 1 && reported.contains("line 1 of `stdin`"), "{reported}");
}
