//! What comes from outside is cleaned and shortened before it is shown.

use super::process::{Folder, dialogue};

/// Control characters, marks of direction and a text without end.
const EVIL: [&str; 4] = ["\x1b]0;owned\x07\x1b[2J", "\u{202e}txt.exe", "\u{9b}31m", "\u{2066}\u{200b}\u{feff}"];

/// Whether a terminal would do nothing but show it.
fn is_clean(text: &str) -> bool {
    let evil = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{2066}\u{200b}\u{feff}".contains(c);
    !text.contains(evil)
}

#[test]
fn names_and_messages_of_foreign_engines_cannot_steer_a_terminal() {
    let folder = Folder::new("evil");
    let evil = EVIL.concat();
    let engine = format!(
        "printf 'id name {0}\\nugiok\\ninfo string {0}\\nreadyok\\nreadyok\\nreadyok\\n'; printf '{0}\\n' >&2; sleep 0.2",
        evil.replace('\x1b', "\\033").replace('\x07', "\\007")
    );
    folder.write("engine.sh", &engine);
    let words = "match yavalath --engine builtin=random --engine name=B,cmd=sh§engine.sh --tc nodes=5 --out g.jsonl --text g.txt";
    let words: Vec<String> = words.split(' ').map(|word| word.replace('§', " ")).collect();
    let ended = folder.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert!(is_clean(&ended.out) && is_clean(&ended.err) && ended.err.contains("owned"), "{ended:?}");
    for file in ["g.jsonl", "g.txt"] {
        let text = std::fs::read_to_string(folder.path(file)).unwrap();
        assert!(is_clean(&text) && text.contains("owned"), "{text}");
    }
}

#[test]
fn records_of_others_cannot_steer_a_terminal() {
    let folder = Folder::new("records");
    let played = "match yavalath --engine builtin=random --engine name=somebody,builtin=random --out g.jsonl";
    assert_eq!(folder.run(&played.split(' ').collect::<Vec<_>>()).code, Some(0));
    let text = std::fs::read_to_string(folder.path("g.jsonl")).unwrap();
    let long = "y".repeat(300_000);
    for evil in EVIL.into_iter().chain([long.as_str()]) {
        let quoted = serde_json::to_string(evil).unwrap();
        folder.write("e.jsonl", &text.replace("somebody", &quoted[1..quoted.len() - 1]));
        let convert = ["convert", "e.jsonl", "-", "--to"];
        for command in [
            &["rating", "e.jsonl"][..],
            &["show", "e.jsonl"],
            &["show", "e.jsonl", "--check"],
            &[&convert[..], &["text"]].concat(),
            &[&convert[..], &["jsonl"]].concat(),
            &[&convert[..], &["abstract-play"]].concat(),
        ] {
            let ended = folder.run(command);
            assert!(ended.code == Some(0) && is_clean(&ended.out) && is_clean(&ended.err), "{command:?}: {ended:?}");
            assert!(ended.out.len() < 20_000, "{command:?}: {} bytes", ended.out.len());
        }
        let broken = text.replace("\"reason\":\"rules\"", &format!("\"reason\":{quoted}"));
        folder.write("e.jsonl", &broken);
        let ended = folder.run(&["rating", "e.jsonl"]);
        assert!(ended.code == Some(2) && is_clean(&ended.err) && ended.err.len() < 1_000, "{ended:?}");
    }
}

#[test]
fn arguments_and_lines_are_echoed_in_short() {
    let folder = Folder::new("echo");
    let long = "x".repeat(100_000);
    for evil in EVIL.into_iter().chain([long.as_str()]) {
        for words in [
            &["analyze", evil][..],
            &["analyze", "zen", "--moves", evil],
            &["analyze", "zen", "--position", evil],
            &["analyze", "zen", "--time", evil],
            &["analyze", "zen", "--option", evil],
            &["match", evil],
            &["match", "zen", "--engine", evil],
            &["match", "zen", "--tc", evil],
            &["rating", evil],
            &[evil],
        ] {
            let ended = folder.run(words);
            assert!(matches!(ended.code, Some(1 | 2)), "{ended:?}");
            assert!(is_clean(&ended.err) && ended.err.len() < 3_000 && ended.err.lines().count() == 1, "{ended:?}");
        }
        let input = format!(
            "{evil}\nposition startpos moves {evil}\nsetoption name {evil} value {evil}\nsetoption name Game value {evil}\nsetoption name BookFile value /{evil}\nugi\n"
        );
        let lines = dialogue(&[], &input);
        assert!(lines.iter().all(|line| is_clean(line) && line.len() < 2_000), "{lines:?}");
    }
}
