//! Whatever is refused is said in every language: positions, requests, games of other programs.

use super::languages::listener;
use super::server::{Answers, Folder, Server};
use quintet::game::Rng;
use quintet::registry;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

/// A position to practise.
fn exercise() -> Value {
    json!({
        "game": "zen", "options": {}, "position": null, "moves": [], "played": "a1-a2", "before": 0.5, "after": 0.25, "stage": 0,
        "due": 7,
    })
}

/// A refusal or remark of the server, if it is one.
fn answered(hear: &mut impl FnMut(&str, &Value) -> Vec<String>, (status, answer): (u16, Value)) {
    if let Some(text) = answer["error"].as_str() {
        assert!(status != 200, "{answer}");
        hear(text, &answer["said"]);
    }
}

/// Positions set up by hand: random pieces, counts and seats, thrown at each game.
pub fn every_refusal_of_a_position_is_said_in_every_language() {
    let mut hear = listener();
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut rng = Rng::seed_from_u64(8);
    for game in registry::names() {
        let session = registry::open(game).unwrap();
        let state = serde_json::to_value(session.state()).unwrap();
        let pieces = serde_json::to_value(session.pieces_to_set()).unwrap();
        let (places, pieces) = (state["board"]["places"].as_array().unwrap(), pieces.as_array().unwrap());
        for number in 0..150_usize {
            let thrown = |_| {
                let piece = pieces.choose(&mut rng).unwrap();
                let place = places.choose(&mut rng).unwrap()["name"].clone();
                json!([if number == 30 { json!("z9") } else { place }, piece["kind"], piece["colour"]])
            };
            let thrown: Vec<Value> = (0..number % 25).map(thrown).collect();
            let given = |count: &Value| {
                let name = if number % 60 == 0 { json!("feathers") } else { count["name"].clone() };
                json!({ "name": name, "colour": count["colour"], "count": number % 7 })
            };
            let counts = state["counts"].as_array().unwrap().iter().filter(|_| number % 3 == 0).map(given);
            let counts: Vec<Value> = counts.collect();
            let body = json!({ "game": game, "pieces": thrown, "counts": counts, "decides": number % 4 });
            answered(&mut hear, server.send("POST", "/api/compose", &body));
        }
        // Rings that have both been taken off: nobody can have won twice.
        let colours = ["white", "black"];
        let counts = colours.map(|colour| json!({ "name": "ringsTaken", "colour": colour, "count": 3 }));
        let rings =
            [("e5", "white"), ("e6", "white"), ("f5", "black"), ("f6", "black")].map(|(at, c)| json!([at, "ring", c]));
        let body = json!({ "game": game, "pieces": rings, "counts": counts, "decides": 1 });
        answered(&mut hear, server.send("POST", "/api/compose", &body));
    }
    let codes = hear("", &Value::Null);
    assert!(codes.len() > 18 && codes.contains(&"yinsh.both_took".to_string()), "{codes:?}");
}

/// Wrong requests of every address, records that cannot be, acts that make no sense.
pub fn every_refusal_of_a_request_is_said_in_every_language() {
    let mut hear = listener();
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let table =
        json!({ "game": "zen", "seats": [{ "kind": "person" }, { "kind": "quintet", "timeMs": 1 }], "shared": true });
    let id = server.post("/api/games", &table)["id"].as_str().unwrap().to_string();
    let of_table = |part: &str| format!("/api/games/{id}/{part}");
    let game = |rest: Value| {
        let mut body = json!({ "game": "yavalath" });
        body.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        body
    };
    let person = json!({ "kind": "person" });
    let quintet = |options: Value| json!([person, { "kind": "quintet", "options": options }]);
    // What is right in its form and cannot be followed all the same.
    let positions = [
        json!({}),
        json!({ "game": "chess" }),
        json!({ "position": "7" }),
        json!({ "moves": ["e5", "e5"] }),
        json!({ "moves": ["e5;d4"] }),
        json!({ "options": { "Swap": "7" } }),
        json!({ "options": { "x": "7" } }),
    ];
    let bodies: [(&str, String, Vec<Value>); 19] = [
        (
            "POST",
            "/api/games".into(),
            vec![
                game(json!({ "seats": [] })),
                game(json!({ "seats": [person, { "kind": "quintet", "timeMs": 0 }] })),
                game(json!({ "seats": [person, { "kind": "engine", "engine": "x" }] })),
                game(json!({ "seats": [person, person], "clock": { "baseMs": 0, "incrementMs": 0 } })),
                game(json!({ "seats": quintet(json!({ "Hash": "7777777" })) })),
                game(json!({ "seats": quintet(json!({ "Threads": "7777777" })) })),
                game(json!({ "seats": quintet(json!({ "Skill": "x" })) })),
                game(json!({ "seats": quintet(json!({ "OwnBook": "x" })) })),
                game(json!({ "seats": quintet(json!({ "Search": "x" })) })),
                game(json!({ "seats": quintet(json!({ "BookFile": "x" })) })),
            ],
        ),
        (
            "POST",
            of_table("decide"),
            vec![json!({ "revision": 0, "decision": "z9" }), json!({ "revision": 77, "decision": "a1-a2" })],
        ),
        ("POST", of_table("act"), vec![json!({ "act": "x" })]),
        ("POST", of_table("sit"), vec![json!({ "seat": 7, "key": "k" })]),
        ("PUT", of_table("seats"), vec![json!({ "seat": 7, "setup": person })]),
        (
            "PUT",
            of_table("tree"),
            vec![json!({ "version": 77, "text": "e5" }), json!({ "version": 0, "text": "e5".repeat(200_000) })],
        ),
        ("POST", "/api/state".into(), positions.clone().map(&game).to_vec()),
        ("POST", "/api/line".into(), vec![game(json!({ "line": ["z9"], "moves": ["z9"] }))]),
        (
            "POST",
            "/api/compose".into(),
            vec![game(json!({ "pieces": [], "decides": 0 })), game(json!({ "pieces": [], "decides": 7 }))],
        ),
        ("POST", "/api/analyze".into(), vec![game(json!({ "timeMs": 0 })), game(json!({ "settings": { "x": "1" } }))]),
        ("POST", "/api/review".into(), vec![game(json!({})), game(json!({ "moves": ["e5"], "nodes": 0 }))]),
        ("POST", "/api/import".into(), vec![json!({ "text": "x", "format": "x" }), json!({ "text": "x" })]),
        (
            "POST",
            "/api/export".into(),
            vec![
                game(json!({ "format": "x" })),
                game(json!({ "format": "gipf.com", "moves": ["e5"] })),
                game(json!({ "format": "webgipf", "moves": ["e5"] })),
                game(json!({ "format": "boardspace", "moves": ["e5"] })),
                game(json!({ "format": "ludii", "position": "5/6/7/8/9/8/7/6/5 w no 0", "moves": ["e5"] })),
            ],
        ),
        ("POST", "/api/book".into(), positions.map(&game).to_vec()),
        (
            "POST",
            "/api/explore".into(),
            vec![
                game(json!({ "book": true, "scores": false, "steps": [], "moves": ["e5", "e5"] })),
                game(json!({ "steps": [7] })),
            ],
        ),
        (
            "POST",
            "/api/explore/steps".into(),
            vec![
                game(json!({ "text": "x" })),
                game(json!({ "text": "x", "format": "x" })),
                json!({ "game": "chess", "text": "x" }),
            ],
        ),
        (
            "PUT",
            "/api/practice".into(),
            vec![json!({ "version": 7, "exercises": [] }), json!({ "version": 0, "exercises": vec![exercise(); 301] })],
        ),
        ("POST", "/api/puzzles/zen/1".into(), vec![json!({ "moves": [] }), json!({ "moves": ["a1-a2"] })]),
        ("POST", "/api/puzzles/zen/0".into(), vec![json!({ "moves": [] })]),
    ];
    for (method, path, wrong) in &bodies {
        for body in [json!(null), json!([]), json!("x"), json!({}), json!({ "x": 1 })].iter().chain(wrong) {
            answered(&mut hear, server.send(method, path, body));
            // The same with a field of another kind.
            for name in body.as_object().into_iter().flat_map(|body| body.keys().cloned().collect::<Vec<_>>()) {
                for other in [json!(7), json!("x"), json!(null), json!([1]), json!(true), json!({ "x": 1 })] {
                    let mut body = body.clone();
                    body[&name] = other;
                    if path != "/api/analyze" && path != "/api/review" {
                        answered(&mut hear, server.send(method, path, &body));
                    }
                }
            }
        }
        for broken in ["{", "[1", "{\"a\" 1}", "{\n\n\"a\" 1}"] {
            let (status, answer) =
                server.request(method, path, &[("content-type", "application/json")], broken.as_bytes());
            answered(&mut hear, (status, serde_json::from_str(&answer).unwrap()));
        }
    }
    for act in [
        "undo",
        "redo",
        "undoDecision",
        "offerDraw",
        "offerTakeback",
        "accept",
        "decline",
        "pause",
        "resume",
        "nextRound",
        "rematch",
    ] {
        for seat in [json!(null), json!(1), json!(2), json!(7)] {
            answered(&mut hear, server.send("POST", &of_table("act"), &json!({ "act": act, "seat": seat })));
        }
    }
    for path in [
        "/api/games/aaaaaaaaaaaa",
        "/api/rules/chess",
        "/api/puzzles/chess",
        "/api/explore/chess",
        "/api/games?before=x",
        "/api/games?result=x",
        "/api/games?since=x",
        "/api/scenes/chess",
        "/api/nothing",
    ] {
        let (status, answer) = server.request("GET", path, &[], b"");
        answered(&mut hear, (status, serde_json::from_str(&answer).unwrap()));
    }
    let codes = hear("", &Value::Null);
    assert!(codes.len() > 50, "{} codes were said: {codes:?}", codes.len());
}

/// Records that are odd: each note is said, too.
pub fn every_note_of_an_import_is_said_in_every_language() {
    let mut hear = listener();
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let game = |rest: &str| format!("{{\"game\":\"yavalath\",{rest}}}");
    let turns = "\"turns\":[{\"turn\":\"e5\"},{\"turn\":\"d4\"}]";
    let texts = [
        game("\"turns\":[{\"turn\":\"e5\"},{\"turn\":\"e5\"}]"),
        game("\"turns\":[{\"turn\":\"e5\",\"seat\":2}]"),
        game("\"turns\":[{\"turn\":\"e5\",\"variations\":[[{\"turn\":\"z9\"}]]}]"),
        game("\"opening\":[\"z9\"],\"turns\":[]"),
        game(&format!("{turns},\"result\":\"p1win\",\"winners\":[1],\"reason\":\"rules\"")),
        game(&format!("{turns},\"result\":\"p1win\",\"winners\":[1],\"reason\":\"resign\",\"loser\":1")),
        game(&format!("{turns},\"result\":\"draw\",\"winners\":[1,2],\"reason\":\"time\"")),
        game(&format!("{turns},\"seats\":[{{\"name\":\"x\"}}]")),
        game(&format!("{turns},\"tournament\":\"x\"")),
        "{\"game\":\"chess\",\"turns\":[]}".to_string(),
        "{\"game\":7}".to_string(),
        "{\"game\":".to_string(),
        String::new(),
        "[Event \"x\"]\n[White \"x\"]\n".to_string(),
        "x".to_string(),
        "[Game \"yavalath\"]\n\n1. e5 {cp x} none\n".to_string(),
        "[Game \"yavalath\"]\n\n1. e5 (1. d4 none\n".to_string(),
        "[Game \"yavalath\"]\n\n1. e5 {x none\n".to_string(),
        "[Game \"yavalath\"]\n\n1. e5\n".to_string(),
        "[Game \"yavalath\"]\n[x\n\n1. e5 none\n".to_string(),
        "(;GM[24]SU[x])".to_string(),
        "(;GM[24]P0[id \"a\"];P1[1 fly])".to_string(),
        "Game: yinsh\n\n1.e3".to_string(),
        "1.e3 2.d4".to_string(),
        "game=/lud/board/space/line/Chess.lud\n".to_string(),
        "{\"header\":{\"game\":{\"name\":\"x\"}}}".to_string(),
    ];
    for text in texts {
        let (status, answer) = server.send("POST", "/api/import", &json!({ "text": text }));
        answered(&mut hear, (status, answer.clone()));
        let notes = answer["notes"].as_array().into_iter().flatten();
        let said = answer["said"].as_array().into_iter().flatten();
        assert_eq!(answer["notes"].as_array().map(Vec::len), answer["said"].as_array().map(Vec::len), "{answer}");
        notes.zip(said).for_each(|(note, said)| drop(hear(note.as_str().unwrap(), said)));
    }
    let codes = hear("", &Value::Null);
    assert!(codes.len() > 25, "{} codes were said: {codes:?}", codes.len());
}
