//! What cannot be followed is reported with its id and field, and nothing ends the dialogue.

use crate::client::Client;
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
    client.send_text(&format!("{{\"id\":\"{}\"}}\n", "x".repeat(quintet::protocol::MAX_LINE)));
    assert!(client.answer()["error"].as_str().unwrap().contains("left out"));
    assert!(client.ask(&json!({ "id": "x", "nodes": 1 }))["rootInfo"]["best"].is_string());
    // A nesting without end.
    client.send_text(&format!("{{\"id\":{}\n", "[".repeat(100_000)));
    assert!(client.answer()["error"].is_string());
    assert!(client.finish().is_empty());
}
