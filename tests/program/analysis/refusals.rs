//! What cannot be followed is reported with its id and field, and nothing ends the dialogue.

use super::client::Client;
use serde_json::json;

#[test]
fn what_cannot_be_followed_is_refused_by_id_and_field() {
    let client = Client::start(1);
    for (field, request) in [
        ("game", json!({ "id": "x", "game": "chess" })),
        ("options", json!({ "id": "x", "options": { "Swap": "maybe" } })),
        ("options", json!({ "id": "x", "options": { "Komi": 7 } })),
        ("position", json!({ "id": "x", "position": "a b c" })),
        ("moves", json!({ "id": "x", "moves": ["e5", "z9"] })),
        ("moves", json!({ "id": "x", "moves": ["e5", "e5"], "analyzeTurns": [0] })),
        ("allowTurns", json!({ "id": "x", "allowTurns": ["z9"] })),
        ("nodes", json!({ "id": "x", "nodes": "many" })),
    ] {
        let answer = client.ask(&request);
        assert_eq!((&answer["id"], &answer["field"]), (&json!("x"), &json!(field)), "{answer}");
        let sentence = answer["error"].as_str().unwrap();
        assert!(sentence.len() > 15 && !sentence.contains('\n'), "{sentence}");
    }
    assert!(client.ask(&json!({ "id": "x", "nodes": 1 }))["rootInfo"]["best"].is_string());
}

#[test]
fn garbage_is_answered_and_the_dialogue_goes_on() {
    let client = Client::start(1);
    for garbage in ["{", "[]", "nonsense", "{\"id\":\"\u{1b}[31m\",\"x\":1}", "\u{0}\u{1}", "{\"id\":\"x\",\"id\":1}"] {
        client.send_text(&format!("{garbage}\n"));
        let answer = client.answer();
        let said = answer["error"].as_str().or(answer["warning"].as_str()).unwrap();
        assert!(!said.chars().any(char::is_control), "{said}");
        if answer.get("warning").is_some() {
            assert!(client.answer()["rootInfo"].is_object());
        }
    }
    client.send_text("\n  \n");
    client.send_text(&format!("{{\"id\":\"{}\"}}\n", "x".repeat(quintet::lines::reading::MAX_LINE)));
    assert!(client.answer()["error"].as_str().unwrap().contains("ignored"));
    assert!(client.ask(&json!({ "id": "x", "nodes": 1 }))["rootInfo"]["best"].is_string());
    // A nesting without end.
    client.send_text(&format!("{{\"id\":{}\n", "[".repeat(100_000)));
    assert!(client.answer()["error"].is_string());
    assert!(client.finish().is_empty());
}

/// A client waits for the answer to its id: no line that has one may be refused without it.
#[test]
fn what_is_broken_after_its_id_is_answered_with_it() {
    let client = Client::start(1);
    let line = r#"{"id":"x","game":"yavalath","moves":["e5","d4"],"nodes":0,"options":{"Swap":true}}"#;
    let after = r#"{"id":"x""#.len();
    let mut broken: Vec<Vec<u8>> = (after..line.len()).map(|end| line.as_bytes()[..end].to_vec()).collect();
    for at in after..line.len() {
        for byte in [b'"', b'}', b'[', b'0', b'\\', 0, 0x80, 0xff] {
            let mut changed = line.as_bytes().to_vec();
            changed[at] = byte;
            broken.push(changed);
        }
    }
    for value in ["NaN", "Infinity", "-1", "1e999", r#""\ud800""#, "[[", &"[".repeat(1000)] {
        broken.push(format!(r#"{{"id":"x","nodes":{value}}}"#).into_bytes());
    }
    for moves in [" ".repeat(1 << 20), r#""e5","#.repeat(1 << 18), format!("\"{}\"", "é".repeat(1 << 20))] {
        broken.push(format!(r#"{{"id":"x","moves":[{moves}]}}"#).into_bytes());
    }
    for line in broken {
        client.send_bytes(&line);
        client.send_bytes(b"\n");
        let shown = String::from_utf8_lossy(&line).chars().take(100).collect::<String>();
        let mut answer = client.answer();
        while answer.get("warning").is_some() {
            answer = client.answer();
        }
        assert_eq!(answer["id"], json!("x"), "{shown}: {answer}");
    }
    assert!(client.finish().is_empty());
}
