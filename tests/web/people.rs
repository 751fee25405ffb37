//! Many people at one server: whose games are whose, seats and links to them, lists, and copies of the store.

use super::server::{Answers, Folder, Server, person, quintet};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::process::Command;

/// A browser: it says where it asks from, and keeps the cookie that it is given.
struct Browser<'a> {
    server: &'a Server,
    cookie: RefCell<Option<String>>,
}

impl<'a> Browser<'a> {
    fn new(server: &'a Server) -> Self {
        Self { server, cookie: RefCell::new(None) }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let origin = format!("http://{}", self.server.address);
        let cookie = self.cookie.borrow().clone().unwrap_or_default();
        let mut headers = vec![("Content-Type", "application/json"), ("Origin", &origin)];
        if !cookie.is_empty() {
            headers.push(("Cookie", &cookie));
        }
        let (status, head, text) = self.server.answer(method, path, &headers, body.to_string().as_bytes());
        let set = head.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie:"));
        if let Some(line) = set {
            let words = line.split_once(": ").unwrap().1;
            assert!(
                words.contains("HttpOnly") && words.contains("SameSite=Lax") && words.contains("Max-Age="),
                "{line}"
            );
            *self.cookie.borrow_mut() = Some(words.split(';').next().unwrap().to_string());
        }
        (status, serde_json::from_str(&text).unwrap())
    }

    fn start(&self, seats: &[Value]) -> Value {
        let (status, view) = self.send("POST", "/api/games", &json!({ "game": "yavalath", "seats": seats }));
        assert_eq!(status, 200, "{view}");
        view
    }

    fn see(&self, id: &Value) -> Value {
        self.send("GET", &format!("/api/games/{}", id.as_str().unwrap()), &Value::Null).1
    }

    /// The number of the answer to something that is done at a game.
    fn does(&self, id: &Value, what: &str, body: &Value) -> (u16, Value) {
        let method = if what == "seats" || what == "tree" { "PUT" } else { "POST" };
        self.send(method, &format!("/api/games/{}/{what}", id.as_str().unwrap()), body)
    }

    fn decide(&self, id: &Value, decision: &str) -> u16 {
        let revision = &self.see(id)["revision"];
        self.does(id, "decide", &json!({ "revision": revision, "decision": decision })).0
    }

    fn sit(&self, id: &Value, seat: u64, key: &Value) -> Value {
        let (status, view) = self.does(id, "sit", &json!({ "seat": seat, "key": key }));
        assert_eq!(status, 200, "{view}");
        view
    }

    fn mine(&self, id: &Value) -> Value {
        self.see(id)["rights"]["mine"].clone()
    }

    fn listed(&self) -> usize {
        self.send("GET", "/api/games", &Value::Null).1["games"].as_array().unwrap().len()
    }
}

pub fn a_game_is_played_and_removed_by_those_who_have_a_part_in_it() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let [ann, bob, eve] = [(); 3].map(|()| Browser::new(&server));
    // Two at one screen: both seats are of one browser.
    let view = ann.start(&[person(), person()]);
    let id = &view["id"];
    assert_eq!(view["rights"]["mine"], json!([1, 2]));
    assert_eq!((ann.decide(id, "e5"), ann.decide(id, "d4")), (200, 200));
    let key = view["rights"]["keys"]["2"].clone();
    assert_eq!(bob.sit(id, 2, &key)["rights"]["mine"], json!([2]));
    assert_eq!((ann.mine(id), bob.mine(id), eve.mine(id)), (json!([1]), json!([2]), json!([])));
    // Whoever has no part is refused everything that changes the game, and sees no key.
    assert_eq!(eve.see(id)["rights"]["keys"], json!({}));
    let seats = json!({ "seat": 1, "setup": quintet(0) });
    for (what, body) in [("seats", &seats), ("tree", &json!({ "version": 0, "text": "e5" }))] {
        assert_eq!(eve.does(id, what, body).0, 403, "{what}");
    }
    for act in [
        "undo",
        "redo",
        "undoDecision",
        "resign",
        "offerDraw",
        "offerTakeback",
        "accept",
        "decline",
        "pause",
        "rematch",
    ] {
        for seat in [1, 2] {
            let (status, answer) = eve.does(id, "act", &json!({ "act": act, "seat": seat }));
            assert_eq!((status, answer["error"].is_string()), (403, true), "{act}");
        }
    }
    // Nobody acts for the other's seat either.
    assert_eq!(
        (bob.decide(id, "f6"), eve.decide(id, "f6"), ann.decide(id, "f6"), ann.decide(id, "g7")),
        (403, 403, 200, 403)
    );
    for act in ["resign", "offerDraw", "offerTakeback"] {
        assert_eq!(ann.does(id, "act", &json!({ "act": act, "seat": 2 })).0, 403, "{act}");
    }
    assert_eq!(ann.does(id, "act", &json!({ "act": "offerDraw", "seat": 1 })).0, 200);
    assert_eq!(ann.does(id, "act", &json!({ "act": "accept", "seat": 2 })).0, 403);
    assert_eq!(bob.does(id, "act", &json!({ "act": "decline", "seat": 2 })).0, 200);
    assert_eq!(ann.does(id, "seats", &json!({ "seat": 2, "setup": quintet(0) })).0, 403);
    // A rematch is both's, with seats exchanged.
    assert_eq!(bob.does(id, "act", &json!({ "act": "resign", "seat": 2 })).0, 200);
    let again = bob.does(id, "act", &json!({ "act": "rematch" })).1;
    assert_eq!((again["rights"]["mine"].clone(), ann.mine(&again["id"])), (json!([1]), json!([2])));
    // Lists are of those who have a part; nobody else removes a game.
    assert_eq!((ann.listed(), bob.listed(), eve.listed()), (2, 2, 0));
    let path = format!("/api/games/{}", id.as_str().unwrap());
    let (status, answer) = eve.send("DELETE", &path, &Value::Null);
    assert!(status == 403 && answer["error"].as_str().unwrap().contains("between others"), "{answer}");
    assert_eq!(bob.send("DELETE", &path, &Value::Null).0, 200);
    assert_eq!((ann.listed(), bob.listed()), (1, 1));
    // Against an engine the only seat is of whoever has started it; engines alone are in the hand of whoever has.
    let id = &ann.start(&[person(), quintet(0)])["id"];
    assert_eq!((ann.decide(id, "e5"), bob.does(id, "act", &json!({ "act": "undo" })).0), (200, 403));
    let id = &ann.start(&[quintet(0), quintet(0)])["id"];
    assert_eq!(bob.does(id, "act", &json!({ "act": "pause" })).0, 403);
    assert_eq!(ann.does(id, "act", &json!({ "act": "pause" })).0, 200);
}

pub fn a_link_seats_the_first_who_comes_and_leads_them_back() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let [host, ann, bob, eve] = [(); 4].map(|()| Browser::new(&server));
    // Somebody arranges a game for two others.
    let view = host.start(&[person(), person()]);
    let (id, keys) = (&view["id"], &view["rights"]["keys"]);
    ann.sit(id, 1, &keys["1"]);
    bob.sit(id, 2, &keys["2"]);
    // Whoever comes with the same links later watches, and so does the one who has arranged it.
    for seat in [1, 2] {
        assert_eq!(eve.sit(id, seat, &keys[seat.to_string()])["rights"]["mine"], json!([]));
    }
    assert_eq!(eve.sit(id, 1, &json!("guess"))["rights"]["mine"], json!([]));
    assert_eq!(
        (host.mine(id), host.decide(id, "e5"), bob.decide(id, "e5"), ann.decide(id, "e5")),
        (json!([]), 403, 403, 200)
    );
    // The cookie has been cleared, or it is another device: the own link leads back, also after a restart.
    let back = ann.see(id)["rights"]["keys"]["1"].clone();
    assert_ne!(back, keys["1"]);
    let cookies = [&host, &ann, &bob].map(|browser| browser.cookie.borrow().clone());
    server.kill();
    let server = Server::start(&folder.0, &[]);
    let [host, ann, bob] = cookies.map(|cookie| Browser { server: &server, cookie: RefCell::new(cookie) });
    let other = Browser::new(&server);
    assert_eq!(other.sit(id, 1, &back)["rights"]["mine"], json!([1]));
    assert_eq!((ann.mine(id), bob.mine(id), host.mine(id)), (json!([1]), json!([2]), json!([])));
    assert_eq!((bob.decide(id, "d4"), other.decide(id, "f6"), other.listed()), (200, 200, 1));
}

pub fn a_list_goes_back_to_the_first_game() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let ann = Browser::new(&server);
    let started: Vec<Value> = (0..230).map(|_| ann.start(&[person(), person()])["id"].clone()).collect();
    // What is everybody's is hers, too.
    server.hosted("yavalath", &[person(), person()]);
    let (mut seen, mut path) = (Vec::new(), "/api/games".to_string());
    loop {
        let page = ann.send("GET", &path, &Value::Null).1;
        seen.extend(page["games"].as_array().unwrap().iter().map(|game| game["id"].clone()));
        match page["older"].as_i64() {
            Some(older) => path = format!("/api/games?before={older}"),
            None => break,
        }
        // One that changes, and one that is new, move nothing.
        assert_eq!(ann.decide(&started[3], if seen.len() < 150 { "e5" } else { "d4" }), 200);
        ann.start(&[person(), person()]);
    }
    assert_eq!(seen.len(), 231);
    assert_eq!(seen[1..], started.into_iter().rev().collect::<Vec<Value>>());
    assert_eq!(ann.send("GET", "/api/games?before=first", &Value::Null).0, 400);
}

pub fn a_program_without_a_cookie_plays_as_before() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.hosted("yavalath", &[person(), person()]);
    assert!(hosted.view["rights"].is_null());
    hosted.decide("e5");
    // Whoever comes plays, whatever they are.
    let (ann, id) = (Browser::new(&server), json!(hosted.id));
    assert_eq!((ann.decide(&id, "d4"), ann.listed()), (200, 1));
    hosted.look();
    hosted.decide("f6");
    assert_eq!(server.request("DELETE", &format!("/api/games/{}", hosted.id), &[], b"").0, 200);
    // A page can have it so, too: where cookies are off, nobody would find their own game again.
    let body = json!({ "game": "yavalath", "seats": [person(), person()], "shared": true });
    assert!(ann.send("POST", "/api/games", &body).1["rights"].is_null());
    // Other people's games are not for a program either.
    let view = ann.start(&[person(), person()]);
    let refused = server.refusal(
        &format!("/api/games/{}/decide", view["id"].as_str().unwrap()),
        &json!({ "revision": view["revision"], "decision": "e5" }),
    );
    assert!(refused.contains("between others"), "{refused}");
}

pub fn games_are_copied_while_they_are_played() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.hosted("yavalath", &[person(), person()]);
    hosted.decide("e5");
    let back_up = |name: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
        command.args(["serve", "--data"]).arg(&folder.0).arg("--backup").arg(folder.0.join(name));
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(text).unwrap())
    };
    let (code, text) = back_up("copy");
    assert!(code == Some(0) && text.starts_with("1 game copied to "), "{text}");
    let (code, text) = back_up("copy");
    assert!(code != Some(0) && text.contains("already exists") && text.lines().count() == 1, "{text}");
    hosted.decide("d4");
    server.kill();
    assert_eq!(back_up("later").0, Some(0));
    // A copy is a store.
    for (name, turns) in [("copy", 1), ("later", 2)] {
        let other = Folder::new();
        std::fs::copy(folder.0.join(name), other.0.join("games.sqlite3")).unwrap();
        let server = Server::start(&other.0, &[]);
        assert_eq!(server.find(&hosted_id(&server)).turns().len(), turns, "{name}");
    }
}

/// The name of the first game that is listed.
fn hosted_id(server: &Server) -> String {
    server.get("/api/games")["games"][0]["id"].as_str().unwrap().to_string()
}

/// Ann starts a game for two and sends Bob the link to a seat; Eve has the same link, and comes too late.
pub fn two_browsers_play_a_game_and_a_third_watches() {
    use super::browser::Browser;
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let [ann, bob, eve] = [(); 3].map(|()| Browser::open(&server, 1000, 900));
    ann.visit("");
    ann.wait("document.querySelector('#start')");
    let id = ann.script_async(
        "const done = arguments[0];
         const body = { game: 'yavalath', seats: [{ kind: 'person' }, { kind: 'person' }] };
         fetch('api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
             .then((answer) => answer.json()).then(({ id }) => done(id));",
    );
    let id = id.as_str().unwrap();
    ann.visit(&format!("?1#/game/{id}"));
    let ready = "document.querySelector('main')?.dataset.ready";
    ann.wait(ready);
    let link = ann.wait("document.querySelectorAll('.invitation a')[1].getAttribute('href')");
    let link = link.as_str().unwrap();
    bob.visit(link);
    bob.wait(ready);
    // The address in the bar gives nothing away.
    assert_eq!(bob.script("return location.hash", Vec::new()), json!(format!("#/game/{id}/as/2")));
    eve.visit(link);
    eve.wait(ready);
    eve.wait("document.querySelector('#watching')");
    assert!(eve.script("return document.querySelector('#resign, [data-legal]')", Vec::new()).is_null());
    // Ann has one seat left, and the way back to it.
    ann.wait("document.querySelectorAll('.invitation a').length === 1");
    ann.click("[data-point=\"e5\"]");
    bob.wait("document.querySelector('[data-legal]')");
    bob.click("[data-point=\"d4\"]");
    for browser in [&ann, &bob, &eve] {
        browser.wait("Number(document.querySelector('main')?.dataset.revision) >= 4");
    }
    assert_eq!(server.find(id).turns(), ["e5", "d4"]);
    // The game is listed for both who play it, and not for whoever watches.
    for (browser, listed) in [(&ann, 1), (&bob, 1), (&eve, 0)] {
        browser.visit("?2#/");
        browser.wait("document.querySelector('.my-games h2')");
        let rows = browser.script("return document.querySelectorAll('.my-games li').length", Vec::new());
        assert_eq!(rows, json!(listed));
        browser.assert_no_complaints();
    }
}
