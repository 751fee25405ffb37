//! Actions, priorities, news in the course of a search, and the end.

use super::client::Client;
use quintet::analysis_engine::AnalysisConfig;
use serde_json::{Value, json};
use std::time::Duration;

fn id(answer: &Value) -> &str {
    answer["id"].as_str().unwrap()
}

#[test]
fn terminate_ends_what_runs_and_what_waits() {
    let client = Client::start(1);
    client.send(&json!({ "id": "long", "timeMs": 80_000_000, "reportDuringSearchEvery": 0.05 }));
    client.send(&json!({ "id": "next", "timeMs": 80_000_000 }));
    let first = client.answer();
    assert!(id(&first) == "long" && first["isDuringSearch"] == json!(true), "{first}");
    client.send(&json!({ "id": "t1", "action": "terminate", "terminateId": "next" }));
    let mut answers = Vec::new();
    while answers.len() < 2 {
        answers.extend(Some(client.answer()).filter(|answer| id(answer) != "long"));
    }
    assert_eq!((id(&answers[0]), answers[0]["terminateId"].as_str()), ("t1", Some("next")));
    assert_eq!((id(&answers[1]), &answers[1]["noResults"]), ("next", &json!(true)));
    client.send(&json!({ "id": "t2", "action": "terminate", "terminateId": "long" }));
    let last = loop {
        let answer = client.answer();
        if id(&answer) == "long" && answer["isDuringSearch"] == json!(false) {
            break answer;
        }
    };
    assert!(last["terminated"] == json!(true) && last["rootInfo"]["nodes"].as_u64() > Some(0), "{last}");
    // What comes later with the same name is not meant.
    let later = client.finish();
    assert!(later.iter().all(|answer| id(answer) == "t2"), "{later:?}");
}

#[test]
fn single_positions_of_a_query_can_be_terminated() {
    let client = Client::start(1);
    client.send(&json!({ "id": "busy", "timeMs": 80_000_000, "priority": 1 }));
    client.send(&json!({ "id": "x", "moves": ["e5", "d4"], "analyzeTurns": [0, 1, 2], "nodes": 50 }));
    client.send(&json!({ "id": "t1", "action": "terminate", "terminateId": "x", "turnNumbers": [1] }));
    assert_eq!(id(&client.answer()), "t1");
    client.send(&json!({ "id": "t2", "action": "terminate", "terminateId": "busy" }));
    let mut answers: Vec<Value> = client.finish().into_iter().filter(|answer| id(answer) == "x").collect();
    answers.sort_by_key(|answer| answer["turnNumber"].as_u64());
    let no_results: Vec<bool> = answers.iter().map(|answer| answer["noResults"] == json!(true)).collect();
    assert_eq!(no_results, [false, true, false]);
}

#[test]
fn terminate_all_ends_everything() {
    let client = Client::start(2);
    (0..6).for_each(|i| client.send(&json!({ "id": i.to_string(), "timeMs": 80_000_000 })));
    client.send(&json!({ "id": "t", "action": "terminate_all" }));
    let answers = client.finish();
    assert_eq!(answers.len(), 7);
    assert!(answers.iter().all(|answer| answer["id"] == "t" || answer["terminated"] == json!(true)));
}

#[test]
fn the_most_urgent_comes_first_and_equals_in_their_order() {
    let client = Client::start(1);
    client.send(&json!({ "id": "busy", "timeMs": 80_000_000, "priority": 9 }));
    for (id, priority) in [("a", 0), ("b", 2), ("c", 0), ("d", 2), ("e", -1)] {
        client.send(&json!({ "id": id, "nodes": 1, "priority": priority }));
    }
    client.send(&json!({ "id": "t", "action": "terminate", "terminateId": "busy" }));
    let answers = client.finish();
    let order: Vec<&str> = answers.iter().map(id).filter(|id| id.len() == 1 && *id != "t").collect();
    assert_eq!(order, ["b", "d", "a", "c", "e"]);
}

#[test]
fn the_version_can_be_asked_for_and_memory_given_back() {
    let client = Client::start(1);
    let version = client.ask(&json!({ "id": "v", "action": "query_version" }));
    assert_eq!(version["version"], quintet::version::VERSION);
    let search = json!({ "id": "s", "nodes": 5_000 });
    let before = client.ask(&search);
    assert_eq!(client.ask(&json!({ "id": "c", "action": "clear_cache" }))["action"], "clear_cache");
    let after = client.ask(&search);
    assert_eq!((&before["rootInfo"]["cp"], &before["moveInfos"]), (&after["rootInfo"]["cp"], &after["moveInfos"]));
}

#[test]
fn a_long_search_tells_how_far_it_has_come() {
    for search in ["alphabeta", "mcts", "mcts-eval"] {
        let client = Client::start(1);
        client.send(&json!({ "id": "x", "search": search, "timeMs": 1_000, "reportDuringSearchEvery": 0.05 }));
        let answers = client.finish();
        let (last, news) = answers.split_last().unwrap();
        assert!(news.len() >= 3, "{search}: {} of about 20", news.len());
        assert!(news.iter().all(|answer| answer["isDuringSearch"] == json!(true)));
        assert_eq!(last["isDuringSearch"], json!(false));
        let nodes = |answer: &Value| answer["rootInfo"]["nodes"].as_u64().unwrap();
        assert!(answers.iter().map(nodes).is_sorted() && nodes(&news[0]) > 0);
        assert!(news.iter().all(|answer| answer["rootInfo"]["nps"].is_u64()) && last["rootInfo"].get("nps").is_none());
        // What alpha-beta is at; a tree search is everywhere at once.
        let is_at = |answer: &Value| {
            answer["rootInfo"]["currmove"].is_string() && answer["rootInfo"]["currmovenumber"].as_u64() > Some(0)
        };
        assert_eq!(news.iter().any(is_at), search == "alphabeta", "{search}");
    }
}

#[test]
fn the_end_of_the_input_waits_for_what_was_asked_for_unless_it_shall_not() {
    let client = Client::start(2);
    (0..50).for_each(|i| client.send(&json!({ "id": i.to_string(), "nodes": 200 })));
    assert_eq!(client.finish().len(), 50);
    let config = AnalysisConfig { game: "zen".to_string(), workers: 1, hash: 1, quit_without_waiting: true };
    let client = Client::with(&config);
    (0..5).for_each(|i| client.send(&json!({ "id": i.to_string(), "timeMs": 80_000_000 })));
    let answers = client.finish();
    assert!(answers.len() <= 1, "only what ran");
}

#[test]
fn nothing_is_answered_before_it_is_asked_for() {
    let client = Client::start(1);
    assert_eq!(client.answer_soon(Duration::from_millis(50)), None);
    client.send_text("{\"id\":\"begun\",");
    assert_eq!(client.answer_soon(Duration::from_millis(50)), None);
    client.send_text("\"nodes\":1}\n");
    assert_eq!(id(&client.answer()), "begun");
}
