//! The page without a server: one module has the desk, another searches for it, and a host keeps what it says.

use quintet_core::data::{Data, set_apart};
use quintet_core::registry::{self, GAMES, GameEntry};
use quintet_tab::page::Page;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// A host with a module that has the desk, one that searches, and what is kept.
struct Host {
    desk: Page,
    searcher: Page,
    kept: BTreeMap<String, String>,
    person: Option<String>,
    replies: BTreeMap<u64, (u64, Value)>,
    messages: Vec<Value>,
    /// All that has been ordered and searched.
    orders: Vec<Value>,
    works: Vec<Value>,
    count: u64,
}

impl Host {
    fn new(kept: BTreeMap<String, String>, person: Option<String>) -> Self {
        let (desk, searcher) = (Page::default(), Page::default());
        let (replies, messages) = (BTreeMap::new(), Vec::new());
        let (orders, works) = (Vec::new(), Vec::new());
        let mut host = Self { desk, searcher, kept, person, replies, messages, orders, works, count: 0 };
        let rows: Vec<Value> = host.kept.iter().map(|(id, row)| json!({ "id": id, "row": row })).collect();
        host.order(&open(&rows, host.person.as_deref()));
        host
    }

    /// Gives an order, and has searched what the desk then asks for, until it asks for nothing more.
    fn order(&mut self, order: &Value) {
        self.orders.push(order.clone());
        let mut said: Vec<Value> = Vec::new();
        self.desk
            .obey(&order.to_string(), &mut |text| said.push(serde_json::from_str(text).expect("JSON")))
            .expect("an order that makes sense");
        for said in said {
            if let (Some(to), Some(status)) = (said["to"].as_u64(), said["status"].as_u64()) {
                let text = said["text"].as_str().unwrap_or_default();
                self.replies.insert(to, (status, serde_json::from_str(text).unwrap_or_default()));
            } else if said["to"].is_u64() {
                self.messages.push(serde_json::from_str(said["data"].as_str().expect("a text")).expect("JSON"));
            }
            for kept in said["kept"].as_array().into_iter().flatten() {
                let id = kept["id"].as_str().expect("a name").to_string();
                match kept["row"].as_str() {
                    Some(row) => drop(self.kept.insert(id, row.to_string())),
                    None => drop(self.kept.remove(&id)),
                }
            }
            if let Some(person) = said["person"].as_str() {
                self.person = Some(person.to_string());
            }
            if let Some(number) = said["search"].as_u64() {
                self.order(&json!({ "do": "searched", "number": number, "hasBegun": true }));
                self.search(number, &said["work"]);
            }
        }
    }

    fn search(&mut self, number: u64, work: &Value) {
        self.works.push(work.clone());
        let mut said: Vec<Value> = Vec::new();
        let search = json!({ "do": "search", "work": work }).to_string();
        self.searcher
            .obey(&search, &mut |text| said.push(serde_json::from_str(text).expect("JSON")))
            .expect("work that makes sense");
        for mut said in said {
            said["do"] = "searched".into();
            said["number"] = number.into();
            self.order(&said);
        }
    }

    fn request(&mut self, method: &str, path: &str, body: &Value) -> (u64, Value) {
        self.count += 1;
        self.order(&request(self.count, method, path, body));
        self.order(&json!({ "do": "tick" }));
        self.replies.remove(&self.count).unwrap_or_default()
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.request("POST", path, body);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }
}

/// The order to open a desk.
fn open(rows: &[Value], person: Option<&str>) -> Value {
    json!({ "do": "open", "rows": rows, "person": person, "seed": vec![7; 32], "seconds": 1.8e9, "threads": 1 })
}

fn request(number: u64, method: &str, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    json!({ "do": "request", "number": number, "method": method, "path": path, "query": "", "body": body })
}

#[test]
fn a_game_is_played_against_a_module_in_another_worker_and_kept() {
    let mut host = Host::new(BTreeMap::new(), None);
    let engine = json!({ "kind": "quintet", "options": { "Skill": "0" }, "timeMs": 20 });
    let seats = json!([{ "kind": "person" }, engine]);
    let made = host.post("/api/games", &json!({ "game": "yavalath", "options": { "Swap": "false" }, "seats": seats }));
    let path = format!("/api/games/{}", made["id"].as_str().expect("a name"));
    for turn in 1..=3 {
        let view = host.request("GET", &path, &Value::Null).1;
        assert_eq!(view["turns"].as_array().map(Vec::len), Some(2 * turn - 2));
        let decide = json!({ "revision": view["revision"], "decision": view["state"]["legal"][0]["text"] });
        host.post(&format!("{path}/decide"), &decide);
    }
    let before = host.request("GET", &path, &Value::Null).1;
    // The browser is closed and opened again: everything is there, and belongs to the same person.
    let mut later = Host::new(host.kept.clone(), host.person.clone());
    let after = later.request("GET", &path, &Value::Null).1;
    assert_eq!((&after["turns"], &after["mine"]), (&before["turns"], &before["mine"]));
    assert_eq!(later.request("GET", "/api/games", &Value::Null).1["games"].as_array().map(Vec::len), Some(1));
    assert_eq!(later.request("DELETE", &path, &Value::Null).0, 200);
    assert!(later.kept.is_empty());
    let (status, refused) = later.request("GET", &path, &Value::Null);
    assert_eq!((status, refused["said"]["code"].as_str()), (404, Some("server.no_game")));
}

#[test]
fn analyses_reviews_hints_and_their_refusals_come_from_the_other_worker() {
    let mut host = Host::new(BTreeMap::new(), None);
    let analysis = host.request("POST", "/api/analyze", &json!({ "game": "zen", "timeMs": 30 }));
    assert_eq!(analysis.0, 200);
    let last = host.messages.last().cloned().unwrap_or_default();
    assert!(last["answer"]["rootInfo"].is_object() && !last["lines"][0].is_null(), "{last}");
    host.messages.clear();
    let moves = json!({ "game": "yavalath", "moves": ["e5", "d4", "e6"], "nodes": 100 });
    assert_eq!(host.request("POST", "/api/review", &moves).0, 200);
    assert_eq!(host.messages.last().map(|last| last["review"]["turns"].as_array().map(Vec::len)), Some(Some(3)));
    let (status, refused) = host.request("POST", "/api/analyze", &json!({ "game": "zen", "moves": ["z9"] }));
    assert_eq!((status, refused["said"]["code"].is_string()), (400, true), "{refused}");
    // A task is refused where it is done.
    let (status, refused) = host.request("GET", "/api/puzzles/yavalath/0", &Value::Null);
    assert!((400..500).contains(&status) && refused["said"]["code"].is_string(), "{status} {refused}");
}

#[test]
fn a_search_that_nobody_waits_for_is_not_wanted() {
    let mut page = Page::default();
    let mut said: Vec<Value> = Vec::new();
    let mut order = |order: &Value| {
        let done = page.obey(&order.to_string(), &mut |text| said.push(serde_json::from_str(text).expect("JSON")));
        done.expect("an order that makes sense");
        std::mem::take(&mut said)
    };
    order(&open(&[], None));
    let asked = order(&request(5, "POST", "/api/analyze", &json!({ "game": "zen" })));
    let search = asked.iter().find_map(|said| said["search"].as_u64()).expect("a search");
    let ended = order(&json!({ "do": "letGo", "number": 5 }));
    assert_eq!(ended, [json!({ "endSearch": search })]);
    let said = page.obey("{}", &mut |_| {}).unwrap_err();
    assert!(said.contains("missing field `do`"), "{said}");
}

/// Makes every request about a game, but for its rules, whose text is another in a module.
fn ask_everything(host: &mut Host, entry: &GameEntry) {
    let game = entry.name;
    let fast = json!({ "kind": "quintet", "options": { "Skill": "0", "OwnBook": "true" }, "timeMs": 1 });
    let mut seats = vec![fast; registry::open(game).expect("a game").seats()];
    seats[0] = json!({ "kind": "person" });
    let made = host.post("/api/games", &json!({ "game": game, "options": {}, "seats": seats }));
    let table = format!("/api/games/{}", made["id"].as_str().expect("a name"));
    // Each takes most of a second.
    if game == GAMES[0].name {
        host.post(&format!("{table}/hint"), &Value::Null);
    }
    let decision = &made["state"]["legal"][0]["text"];
    host.post(&format!("{table}/decide"), &json!({ "revision": made["revision"], "decision": decision }));
    for path in [&table, &format!("{table}/record"), "/api/archive", &format!("/api/scenes/{game}")] {
        assert_eq!(host.request("GET", path, &Value::Null).0, 200, "{path}");
    }
    let at_start = |more: Value| -> Value {
        let mut object = json!({ "game": game }).as_object().cloned().unwrap_or_default();
        object.extend(more.as_object().cloned().unwrap_or_default());
        object.into()
    };
    host.post("/api/state", &at_start(json!({ "moves": [decision] })));
    host.post("/api/line", &at_start(json!({ "line": [decision] })));
    host.post("/api/book", &at_start(json!({})));
    host.post("/api/analyze", &at_start(json!({ "timeMs": 5, "settings": { "OwnBook": "true" } })));
    host.post("/api/review", &at_start(json!({ "moves": [decision], "nodes": 50 })));
    host.post("/api/explore", &at_start(json!({ "book": true, "scores": true, "steps": [] })));
    let exported = host.post("/api/export", &at_start(json!({ "format": "jsonl", "moves": [decision] })));
    host.post("/api/import", &json!({ "text": exported["text"] }));
    host.post("/api/explore/steps", &json!({ "game": game, "text": exported["text"] }));
    assert_eq!(host.request("GET", &format!("/api/explore/{game}"), &Value::Null).0, 200);
    let (status, lesson) = host.request("GET", &format!("/api/lessons/{game}"), &Value::Null);
    assert!(status == 200 || lesson["said"].is_object(), "{lesson}");
    if entry.puzzles.is_some() {
        let list = format!("/api/puzzles/{game}");
        assert_eq!(host.request("GET", &list, &Value::Null).0, 200);
        let solution = host.request("GET", &format!("{list}/1"), &Value::Null).1;
        host.post(&format!("{list}/1"), &json!({ "moves": [solution["turn"]] }));
    }
}

/// What a module without the texts of games asks for, one list for each order that it is given.
fn asked_for(orders: &[Value]) -> Vec<BTreeSet<String>> {
    let texts = GAMES.iter().flat_map(|entry| entry.data().chain(entry.puzzles.as_ref().map(|file| &file.data)));
    let texts: BTreeMap<&str, &str> = texts.map(|data| (data.name, data.needed())).collect();
    set_apart();
    let mut page = Page::default();
    let mut give = |order: &Value| {
        let mut needs = BTreeSet::new();
        let mut hear = |said: &str| {
            let said: Value = serde_json::from_str(said).expect("JSON");
            needs.extend(said["needs"].as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_string()));
        };
        page.obey(&order.to_string(), &mut hear).expect("an order that makes sense");
        needs
    };
    let mut asked = |order: &Value| {
        let needs = give(order);
        for name in &needs {
            give(&json!({ "do": "take", "name": name, "text": texts[&**name] }));
        }
        assert!(needs.is_empty() || give(order).is_empty(), "{order} needs more than it has asked for");
        needs
    };
    orders.iter().map(&mut asked).collect()
}

/// A module is fetched without the texts of games and asks for those that an order reads: never for fewer, which would be the end
/// of it, and a desk for no weights. Texts once read stay, so each kind of order has a process of its own.
#[test]
fn a_module_asks_for_the_texts_that_an_order_reads() {
    const ORDERS: &str = "QUINTET_TEST_ORDERS";
    if let Some(file) = std::env::var_os(ORDERS) {
        let orders: Vec<Value> = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        println!("asked {}", json!(asked_for(&orders)));
        return;
    }
    let mut host = Host::new(BTreeMap::new(), None);
    GAMES.iter().for_each(|entry| ask_everything(&mut host, entry));
    // What is ordered, by kind, and what that reads.
    let mut kinds: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for order in host.orders {
        let path = order["path"].as_str().unwrap_or_default();
        let kind = ["/api/book", "/api/puzzles"].into_iter().find(|kind| path.starts_with(kind));
        kinds.entry(kind.unwrap_or("desk").to_string()).or_default().push(order);
    }
    let opened = kinds["desk"][0].clone();
    for work in host.works {
        let (mut kind, inner) = work.as_object().and_then(|work| work.iter().next()).expect("a kind");
        kind = inner.as_object().and_then(|inner| inner.keys().next()).filter(|_| kind != "question").unwrap_or(kind);
        kinds.entry(kind.clone()).or_default().push(json!({ "do": "search", "work": work }));
    }
    let expected = ["/api/book", "/api/puzzles", "desk", "analyze", "explore", "export", "hint", "import", "keptSteps"];
    let expected = expected.into_iter().chain(["puzzle", "question", "review", "solution", "steps"]);
    assert_eq!(kinds.keys().map(String::as_str).collect::<BTreeSet<_>>(), expected.collect());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("orders-to-a-module.json");
    for (kind, mut orders) in kinds {
        if kind.starts_with("/api") {
            orders.insert(0, opened.clone());
        }
        std::fs::write(&file, json!(orders).to_string()).unwrap();
        let name = "page_alone::a_module_asks_for_the_texts_that_an_order_reads";
        let mut alone = Command::new(std::env::current_exe().unwrap());
        let done = alone.args(["--exact", name, "--nocapture"]).env(ORDERS, &file).output().unwrap();
        assert!(done.status.success(), "{kind}: {}", String::from_utf8_lossy(&done.stderr));
        let told = String::from_utf8(done.stdout).unwrap();
        let asked = told.split_once("asked ").and_then(|(_, rest)| rest.lines().next()).expect("what it asked for");
        let asked: Vec<BTreeSet<String>> = serde_json::from_str(asked).unwrap();
        let asked: BTreeSet<&str> = asked.iter().flatten().map(String::as_str).collect();
        let none_but = |wanted: fn(&GameEntry) -> Vec<Data>| {
            assert_eq!(asked, GAMES.iter().flat_map(wanted).map(|data| data.name).collect(), "{kind}");
        };
        match &*kind {
            "desk" | "export" | "import" | "steps" | "keptSteps" => none_but(|_| Vec::new()),
            "/api/book" => none_but(|entry| entry.book.into_iter().collect()),
            "/api/puzzles" => none_but(|entry| entry.puzzles.map(|file| file.data).into_iter().collect()),
            _ => {}
        }
    }
}
