//! What is answered: the same whatever the number of workers, the same as a search by hand, and as the schema says.

use super::client::{Client, answers_of};
use quintet::game::Rng;
use quintet::registry;
use quintet::search::{Limits, Settings, Verdict};
use quintet::session::SearchRequest;
use rand::SeedableRng;
use serde_json::{Value, json};

/// The first turns of a random game.
fn turns(game: &str, count: usize, seed: u64) -> Vec<String> {
    let mut session = registry::open(game).unwrap();
    let mut rng = Rng::seed_from_u64(seed);
    for _ in 0..count {
        if session.standing().outcome().is_none() {
            let turn = session.random_turn(&mut rng);
            session.play(&turn).unwrap();
        }
    }
    session.turns()
}

/// Requests of all kinds for every game, with limits that do not depend on the machine.
fn requests() -> Vec<Value> {
    let mut requests = Vec::new();
    for (seed, game) in registry::names().enumerate() {
        let moves = turns(game, 12, seed as u64);
        let last = moves.len();
        for (number, search) in ["auto", "alphabeta", "mcts", "mcts-eval"].into_iter().enumerate() {
            requests.push(json!({
                "id": format!("{game} {search}"), "game": game, "moves": moves, "search": search, "nodes": 300,
                "multipv": 3, "analyzeTurns": [last / 2, last], "priority": number % 2,
            }));
        }
        requests.push(json!({
            "id": format!("{game} all"), "game": game, "moves": moves, "nodes": 500, "includeDecisions": true,
            "includeState": true, "includeThreats": true, "includeSVG": true,
        }));
        requests.push(json!({
            "id": format!("{game} little"), "game": game, "depth": 2, "includePV": false, "includeWDL": false,
        }));
    }
    requests
}

#[test]
fn equal_requests_have_equal_answers_whatever_the_number_of_workers() {
    let requests = requests();
    let one = answers_of(1, &requests);
    assert_eq!(one.len(), requests.len() + 4 * registry::GAMES.len());
    assert!(one.iter().all(|answer| answer["isDuringSearch"] == json!(false)), "no errors");
    let mut shuffled = requests.clone();
    shuffled.reverse();
    assert_eq!(answers_of(3, &shuffled), one);
}

#[test]
fn every_line_is_as_the_schema_says() {
    let schema = serde_json::to_value(schemars::schema_for!(quintet::analysis_engine::AnalysisLine)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut requests = requests();
    requests.push(json!({ "id": "over", "moves": "b2 h6 c3 g8 e5 d8 d4".split(' ').collect::<Vec<_>>() }));
    requests.push(json!({ "id": "stop", "action": "terminate", "terminateId": "nobody", "turnNumbers": [1] }));
    requests.push(json!({ "id": "version", "action": "query_version" }));
    requests.push(json!({ "id": "options", "nodes": 1, "options": { "Swap": false } }));
    for request in &requests {
        assert!(validator.is_valid(request), "{request}");
    }
    requests.push(json!({ "id": "illegal", "moves": ["a1", "a1"] }));
    requests.push(json!({ "id": "unknown", "nodes": 1, "komi": 7 }));
    for line in answers_of(2, &requests) {
        let errors: Vec<String> = validator.iter_errors(&line).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{line}: {errors:?}");
        assert_eq!(line["schema"], "analysis/1");
    }
    assert!(!validator.is_valid(&json!({ "id": "bad", "schema": "analysis/1" , "isDuringSearch": 3, "moves": 1 })));
}

/// The answer is that of a search with the same limits and an empty memory.
#[test]
fn an_answer_is_what_a_search_finds() {
    for (seed, game) in registry::names().enumerate() {
        let moves = turns(game, 9, 100 + seed as u64);
        let mut session = registry::open(game).unwrap();
        session.set_position(None, &moves).unwrap();
        let settings = Settings { kind: session.auto(), hash_kib: 8 << 10, multi_pv: 2, ..Settings::default() };
        let limits = Limits { nodes: Some(2_000), ..Limits::default() };
        let mut turns = Vec::new();
        let (_, job) = session.search(SearchRequest { limits, settings, ..SearchRequest::default() }).unwrap();
        let found = job(&mut |report| {
            turns.truncate(report.info.multipv - 1);
            turns.push(report.turns.first().cloned().unwrap());
        });
        let answer =
            Client::start(1).ask(&json!({ "id": "", "game": game, "moves": moves, "nodes": 2000, "multipv": 2 }));
        let root = &answer["rootInfo"];
        assert_eq!(root["best"], json!(found.best), "{game}: {answer}");
        match found.verdict {
            Verdict::Score(score) => assert_eq!(root["cp"], json!(score)),
            verdict => assert_eq!(root["mate"], json!(verdict.mate())),
        }
        assert_eq!(root["wdl"], json!(found.wdl));
        assert!((root["nodes"].as_u64().unwrap()) <= 2_000 + 600);
        let infos = answer["moveInfos"].as_array().unwrap();
        assert!(infos.len() == turns.len() && infos[0]["turn"] == json!(found.best));
        assert_eq!(infos[0]["pv"], json!(found.turns));
    }
}

#[test]
fn every_first_decision_has_a_score_and_the_best_come_first() {
    let client = Client::start(1);
    for game in registry::names() {
        let moves = turns(game, 8, 5);
        let mut session = registry::open(game).unwrap();
        session.set_position(None, &moves).unwrap();
        let answer = client.ask(&json!({ "id": "", "game": game, "moves": moves, "depth": 1, "search": "alphabeta",
            "includeDecisions": true, "multipv": 2 }));
        let decisions = answer["decisions"].as_array().unwrap();
        let mut texts: Vec<&str> = decisions.iter().map(|decision| decision["text"].as_str().unwrap()).collect();
        let worth = |decision: &Value| match decision["mate"].as_i64() {
            Some(plies) if plies > 0 => 100_000 - plies,
            Some(plies) => -100_000 - plies,
            None => decision["cp"].as_i64().unwrap(),
        };
        assert!(decisions.iter().map(worth).is_sorted_by(|a, b| a >= b), "{game}: {answer}");
        texts.sort_unstable();
        assert_eq!(texts, session.legal(), "{game}");
        assert_eq!(answer["moveInfos"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn threats_are_what_the_other_side_would_play() {
    let client = Client::start(1);
    // White has three of four, with a gap.
    let ask = |moves: &str, game: &str| {
        client.ask(&json!({ "id": "", "game": game, "moves": moves.split(' ').collect::<Vec<_>>(), "nodes": 2000,
            "includeThreats": true }))
    };
    let answer = ask("b2 h6 c3 g8 e5", "yavalath");
    assert_eq!(answer["threats"]["turn"], "d4", "{answer}");
    assert_eq!(answer["threats"]["mate"], 1);
    assert_eq!(answer["rootInfo"]["best"], "d4");
    // In the midst of a turn nobody threatens.
    let mut session = registry::open("yinsh").unwrap();
    let mut rng = Rng::seed_from_u64(2);
    let rows = loop {
        if session.standing().outcome().is_some() {
            session.new_game();
        }
        let before = session.turns().len();
        let first = session.random_turn(&mut rng);
        let decision = first.split(';').next().unwrap().to_string();
        session.play(&decision).unwrap();
        if session.state().phase == "takeRow" && before > 10 {
            break session.state();
        }
        if first.contains(';') {
            let rest = session.random_turn(&mut rng);
            session.play(&rest).unwrap();
        }
    };
    let answer = client.ask(&json!({ "id": "", "game": "yinsh", "position": rows.position, "nodes": 100,
        "includeThreats": true }));
    assert_eq!(answer.get("threats"), Some(&Value::Null), "{answer}");
    // Every game can say what is threatened.
    for game in registry::names() {
        let moves = turns(game, 14, 3).join(" ");
        let answer = ask(&moves, game);
        assert!(answer["threats"]["turn"].is_string(), "{game}: {answer}");
    }
}

#[test]
fn turns_may_be_allowed_or_avoided() {
    let client = Client::start(1);
    let best = |more: Value| {
        let mut request = json!({ "id": "", "moves": ["b2", "h6", "c3", "g8", "e5", "d8"], "nodes": 3000 });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        client.ask(&request)
    };
    assert_eq!(best(json!({}))["rootInfo"]["best"], "d4");
    assert_ne!(best(json!({ "avoidTurns": ["d4", "d4"] }))["rootInfo"]["best"], "d4");
    assert_eq!(best(json!({ "allowTurns": ["a1", "e1"], "avoidTurns": ["e1"] }))["rootInfo"]["best"], "a1");
    assert_eq!(best(json!({ "allowTurns": ["a1"], "avoidTurns": ["a1"] }))["field"], "avoidTurns");
    assert_eq!(best(json!({ "avoidTurns": ["b2"] }))["field"], "avoidTurns");
}

#[test]
fn a_position_can_be_had_without_a_search() {
    let client = Client::start(1);
    let answer = client.ask(&json!({ "id": "x", "game": "gipf", "moves": ["e1-e2"], "nodes": 0, "includeState": true,
        "includeSVG": true }));
    assert_eq!((&answer["noResults"], answer.get("rootInfo"), answer.get("terminated")), (&json!(true), None, None));
    assert_eq!(answer["state"]["decides"], 2);
    assert!(answer["svg"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn a_game_that_is_over_is_answered_with_its_result() {
    let client = Client::start(1);
    let moves = "b2 h6 c3 g8 e5 d8 d4".split(' ').collect::<Vec<_>>();
    client.send(&json!({ "id": "x", "moves": moves, "nodes": 100, "analyzeTurns": [6, 7] }));
    assert_eq!(client.answer()["rootInfo"]["scoreKind"], "proven");
    let over = client.answer();
    assert_eq!(
        (&over["noResults"], &over["result"]["why"], &over["turnNumber"]),
        (&json!(true), &json!("four"), &json!(7))
    );
}
