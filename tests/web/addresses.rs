//! What can be asked of the server without a game.

use super::server::{Answers, Folder, Server, person};
use serde_json::{Value, json};

/// The messages of a stream.
fn messages(server: &Server, path: &str, body: &Value) -> Vec<Value> {
    let headers = [("Content-Type", "application/json")];
    let (status, text) = server.request("POST", path, &headers, body.to_string().as_bytes());
    assert_eq!(status, 200, "{text}");
    text.lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

pub fn analyses_tell_what_they_find_with_lines_that_can_be_drawn() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let body = json!({ "game": "yinsh", "timeMs": 700, "multipv": 3, "decisions": true, "threats": true });
    let found = messages(&server, "/api/analyze", &body);
    assert!(found.len() > 1, "{} messages", found.len());
    let last = found.last().unwrap();
    assert_eq!(last["answer"]["isDuringSearch"], false);
    assert_eq!(last["answer"]["moveInfos"].as_array().unwrap().len(), 3);
    assert_eq!(last["answer"]["decisions"].as_array().unwrap().len(), 85);
    assert_eq!(last["points"].as_array().unwrap().len(), 85);
    assert_eq!(last["lines"][0][0]["turn"], last["answer"]["moveInfos"][0]["turn"]);
    assert_eq!(last["lines"][0][0]["decisions"][0]["effects"][0]["effect"], "put");
    let moves = ["e5", "e6", "d4", "d6", "f5", "f7", "g5", "g8", "c3", "c4"];
    let body = json!({ "game": "yinsh", "moves": moves, "timeMs": 300, "threats": true });
    let found = messages(&server, "/api/analyze", &body);
    let threat = &found.last().unwrap()["threat"][0];
    assert_eq!(
        (&threat["seat"], &threat["decisions"][0]["effects"][0]["piece"]["colour"]),
        (&json!(2), &json!("black"))
    );
    let settings = json!({ "Search": "mcts", "Threads": "2" });
    let body = json!({ "game": "yavalath", "timeMs": 200, "settings": settings });
    assert_eq!(messages(&server, "/api/analyze", &body).last().unwrap()["answer"]["rootInfo"]["search"], "mcts");
    assert!(
        server.refusal("/api/analyze", &json!({ "game": "yinsh", "settings": { "Hash": "999999" } })).contains("MiB")
    );
    let over = json!({ "game": "yavalath", "moves": ["b2", "h6", "c3", "g8", "e5", "d8", "d4"] });
    assert_eq!(messages(&server, "/api/analyze", &over)[0]["answer"]["result"]["why"], "four");
}

pub fn reviews_tell_how_far_they_are() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let moves = ["b2", "h6", "c3", "g8", "e5", "d8", "i5", "h8", "d4"];
    let found = messages(&server, "/api/review", &json!({ "game": "yavalath", "moves": moves, "nodes": 2000 }));
    assert!(found.len() > 5 && found[0]["of"] == 9);
    let review = &found.last().unwrap()["review"];
    assert_eq!((&review["turns"][6]["winMissed"], &review["schema"]), (&json!(true), &json!("review/1")));
    assert!(server.refusal("/api/review", &json!({ "game": "yavalath" })).contains("no turns"));
}

pub fn positions_are_set_up_by_hand_or_refused_with_a_reason() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    for game in server.get("/api/info")["games"].as_array().unwrap() {
        assert!(!game["pieces"].as_array().unwrap().is_empty(), "{game}");
    }
    let body = json!({
        "game": "yavalath", "decides": 2,
        "pieces": [["e5", "stone", "white"], ["d4", "stone", "black"], ["c3", "stone", "white"]],
    });
    let state = &server.post("/api/compose", &body)["state"];
    assert_eq!((&state["decides"], state["position"].is_string()), (&json!(2), true));
    let bad = json!({ "game": "yavalath", "decides": 1, "pieces": [["z9", "stone", "white"]] });
    assert!(server.refusal("/api/compose", &bad).contains("z9"));
    let bad = json!({ "game": "yavalath", "decides": 1, "pieces": [["e5", "ring", "white"]] });
    assert!(server.refusal("/api/compose", &bad).contains("no such piece"));
}

pub fn records_are_read_and_written_in_the_formats_of_convert() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let moves = ["b2", "h6", "c3", "g8", "e5", "d8", "d4"];
    for format in server.get("/api/info")["formats"].as_array().unwrap() {
        if format["written"] != true {
            continue;
        }
        let name = format["name"].as_str().unwrap();
        let (game, moves) = match name {
            "gipf.com" | "boardspace" => ("yinsh", vec!["e5", "f7", "g5"]),
            _ => ("yavalath", moves.to_vec()),
        };
        let body = json!({ "game": game, "moves": moves, "players": ["Ann", "Bob"], "format": name });
        let (status, file) = server.send("POST", "/api/export", &body);
        if status != 200 {
            // Formats of other programs hold some of our games alone, and say so.
            assert!(file["error"].as_str().unwrap().contains("has only"), "{name}: {file}");
            continue;
        }
        let read = server.post("/api/import", &json!({ "text": file["text"] }));
        assert_eq!(read["games"][0]["game"], game, "{name}: {read}");
        assert_eq!(read["games"][0]["moves"].as_array().unwrap().len(), moves.len(), "{name}: {read}");
    }
    for (format, begins) in [("svg", "<svg"), ("html", "<!doctype html>")] {
        let file = server.post("/api/export", &json!({ "game": "yavalath", "moves": moves, "format": format }));
        assert!(file["text"].as_str().unwrap().to_ascii_lowercase().starts_with(begins));
    }
    assert!(server.refusal("/api/import", &json!({ "text": "hello" })).contains("format"));
    // A picture is of the position, a page has the notes of the game.
    let noted = json!([{ "game": "yavalath", "turns": [{ "turn": "e5", "comment": "the middle" }] }]);
    let page = json!({ "game": "yavalath", "records": noted, "format": "html" });
    assert!(server.post("/api/export", &page)["text"].as_str().unwrap().contains("the middle"));
}

pub fn books_puzzles_rules_and_lists_are_there() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let book = server.post("/api/book", &json!({ "game": "yinsh" }));
    assert!(!book["lines"].as_array().unwrap().is_empty() && book["lines"][0]["described"]["touches"].is_array());
    assert_eq!(server.post("/api/book", &json!({ "game": "yavalath3" }))["lines"], json!([]));
    for (game, count, turns) in
        [("yavalath", 300, true), ("zen", 100, true), ("gipf", 100, false), ("yinsh", 100, false)]
    {
        let puzzles = server.get(&format!("/api/puzzles/{game}"));
        let puzzles = puzzles["puzzles"].as_array().unwrap();
        assert_eq!((puzzles.len(), puzzles[0]["turns"].is_u64()), (count, turns), "{game}");
        let solution = server.get(&format!("/api/puzzles/{game}/1"))["turn"].clone();
        let answer = server.post(&format!("/api/puzzles/{game}/1"), &json!({ "moves": [solution] }));
        assert_eq!(answer["verdict"], "right", "{game} {answer}");
    }
    assert_eq!(server.get("/api/puzzles/yavalath3")["puzzles"], json!([]));
    let lessons =
        ["en", "fr", "xx"].map(|language| server.get(&format!("/api/lessons/yinsh-blitz?language={language}")));
    assert!(lessons[0]["game"] == "yinsh" && lessons[0] == lessons[2] && lessons[0] != lessons[1]);
    let first = &lessons[0]["tasks"][2]["steps"][0];
    let answer = server.post("/api/lessons/yinsh/3?language=fr", &json!({ "moves": [first["solution"]] }));
    assert!(answer["verdict"] == "right" && answer["text"].as_str().unwrap().contains("blancs"), "{answer}");
    assert!(server.refusal("/api/lessons/yinsh/99", &json!({ "moves": [] })).contains("`99`"));
    assert!(server.refusal("/api/lessons/yinsh/3", &json!({ "moves": [] })).contains("side that learns"));
    assert!(server.refusal("/api/lessons/chess/1", &json!({ "moves": [] })).contains("`chess`"));
    let rules = server.get("/api/rules/zen");
    assert!(rules["html"].as_str().unwrap().contains("class=\"live\""));
    let (status, page) = server.request("GET", "/", &[], b"");
    assert_eq!(status, 200);
    // All that the page names is there, and kept; what it has named in another version is not.
    let values = page.split(['"']).skip(1).step_by(2);
    let names: Vec<&str> = values.filter(|value| value.contains('/') && value.contains('.')).collect();
    assert!(names.len() > 30, "{page}");
    for name in names {
        assert_eq!(server.request("GET", &format!("/{name}"), &[], b"").0, 200, "{name}");
        let (_, file) = name.split_once('/').unwrap();
        for other in [format!("/{file}"), format!("/0123456789abcdef/{file}")] {
            assert_eq!(server.request("GET", &other, &[], b"").0, 404, "{other}");
        }
    }
    let line = server.post("/api/line", &json!({ "game": "yavalath", "line": ["e5", "d4", "z9", "a1"] }));
    assert_eq!(line["line"].as_array().unwrap().len(), 2);
    let mut hosted = server.hosted("yavalath", &[person(), person()]);
    hosted.decide("e5");
    let path = format!("/api/games/{}/hint", hosted.id);
    let hint = server.post(&path, &json!({}));
    assert!(hint["reason"].as_str().unwrap().contains(hint["turn"].as_str().unwrap()), "{hint}");
    let path = format!("/api/games/{}/tree", hosted.id);
    let put = |version: u64, text: &str| server.send("PUT", &path, &json!({ "version": version, "text": text }));
    assert_eq!(server.get(&path), json!({ "version": 0, "text": "" }));
    assert_eq!(put(0, "e5 (d4)"), (200, json!({ "version": 1 })));
    assert_eq!((hosted.look()["treeVersion"].clone(), hosted.view["tree"].clone()), (json!(1), Value::Null));
    let (status, kept) = put(0, "e5 (c3)");
    assert_eq!((status, &kept["version"], &kept["text"]), (409, &json!(1), &json!("e5 (d4)")));
    let (status, refused) = put(1, &"x".repeat(300 << 10));
    assert_eq!((status, refused["error"].as_str().unwrap().contains("at most 256 KiB")), (400, true));
    assert_eq!(server.send("DELETE", &format!("/api/games/{}", hosted.id), &json!({})).0, 200);
    assert_eq!(server.request("GET", &format!("/api/games/{}", hosted.id), &[], b"").0, 404);
}
