//! The page without a server: one module has the desk, another searches for it, and a host keeps what it says.

use quintet_tab::page::Page;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A host with a module that has the desk, one that searches, and what is kept.
struct Host {
    desk: Page,
    searcher: Page,
    kept: BTreeMap<String, String>,
    person: Option<String>,
    replies: BTreeMap<u64, (u64, Value)>,
    messages: Vec<Value>,
    count: u64,
}

impl Host {
    fn new(kept: BTreeMap<String, String>, person: Option<String>) -> Self {
        let (desk, searcher) = (Page::default(), Page::default());
        let mut host = Self { desk, searcher, kept, person, replies: BTreeMap::new(), messages: Vec::new(), count: 0 };
        let rows: Vec<Value> = host.kept.iter().map(|(id, row)| json!({ "id": id, "row": row })).collect();
        let seed = vec![7; 32];
        let open =
            json!({ "do": "open", "rows": rows, "person": host.person, "seed": seed, "seconds": 1.8e9, "threads": 1 });
        host.order(&open);
        host
    }

    /// Gives an order, and has searched what the desk then asks for, until it asks for nothing more.
    fn order(&mut self, order: &Value) {
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
        let (number, body) = (self.count, body.to_string());
        let request =
            json!({ "do": "request", "number": number, "method": method, "path": path, "query": "", "body": body });
        self.order(&request);
        self.order(&json!({ "do": "tick" }));
        self.replies.remove(&number).unwrap_or_default()
    }

    fn post(&mut self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.request("POST", path, body);
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }
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
    let seed = vec![7; 32];
    order(&json!({ "do": "open", "rows": [], "person": null, "seed": seed, "seconds": 1.8e9, "threads": 1 }));
    let body = json!({ "game": "zen" }).to_string();
    let asked = order(
        &json!({ "do": "request", "number": 5, "method": "POST", "path": "/api/analyze", "query": "", "body": body }),
    );
    let search = asked.iter().find_map(|said| said["search"].as_u64()).expect("a search");
    let ended = order(&json!({ "do": "letGo", "number": 5 }));
    assert_eq!(ended, [json!({ "endSearch": search })]);
    let said = page.obey("{}", &mut |_| {}).unwrap_err();
    assert!(said.contains("missing field `do`"), "{said}");
}
