//! The page without a server: the desk that answers its requests, and the searches that it asks other workers for.
//!
//! One module of a browser has the desk. It is opened with the games that are kept, and says what is to be kept from now on.
//! Modules in other workers search for it. What they are told and say are objects of JSON ([`Order`], [`Said`]).

mod searches;
mod store;

use futures_util::FutureExt;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use parking_lot::Mutex;
use quintet_core::board::bits::Rng;
use quintet_core::search::moment::Moment;
use quintet_core::sentence::Sentence;
use quintet_core::text::sentence;
use quintet_desk::service::api::Desk;
use quintet_desk::service::error::DeskError;
use quintet_desk::service::machine::Machine;
use quintet_desk::service::people::Person;
use quintet_desk::service::request::{Answer, Caller, Message, Reply, Request};
use quintet_desk::service::task::SentBody;
use rand::{Rng as _, SeedableRng};
use searches::{Searcher, TabSearches, Work};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use store::{Kept, KeptRow, TabStore};

/// What a module is told.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Order {
    /// To open the desk.
    Open {
        /// The games that are kept.
        rows: Vec<KeptRow>,
        /// Who sits at this browser, if that is known.
        person: Option<String>,
        /// Random numbers.
        seed: [u8; 32],
        /// Seconds since 1970.
        seconds: f64,
    },
    /// To answer a request; its answer has this number.
    Request { number: u64, method: String, path: String, query: String, body: String },
    /// To let go of one: nobody waits for it any more.
    LetGo { number: u64 },
    /// What a search for the desk says.
    Searched {
        number: u64,
        #[serde(default)]
        has_begun: bool,
        #[serde(default)]
        told: Option<String>,
        #[serde(default, deserialize_with = "there")]
        found: Option<Value>,
    },
    /// That time has passed.
    Tick,
    /// To search, as one who searches for a desk.
    Search { work: Work },
}

/// Also a null is something.
fn there<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// What a module says.
#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum Said<'a> {
    /// The last part of an answer.
    Reply { to: u64, status: u16, text: &'a str },
    /// A part of an answer.
    Message { to: u64, event: Option<&'static str>, data: &'a str },
    /// Have this searched.
    Search { search: u64, work: &'a Work },
    /// A search is not wanted any more.
    EndSearch { end_search: u64 },
    /// What is to be kept.
    Kept { kept: Vec<Kept> },
    /// Who sits at this browser from now on.
    Person { person: &'a str },
    /// A part of what a search finds.
    Told { told: &'a str },
    /// All that it has found.
    Found { found: Value },
}

/// Takes what a module says, one object of JSON at a time.
pub type Post<'a> = &'a mut dyn FnMut(&str);

fn say(post: Post<'_>, said: &Said<'_>) {
    if let Ok(text) = serde_json::to_string(said) {
        post(&text);
    }
}

/// The machine: the host's clock, and random numbers from the host's seed.
struct TabMachine {
    began: Moment,
    seconds_at_beginning: f64,
    random: Mutex<Rng>,
}

impl Machine for TabMachine {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn seconds(&self) -> u64 {
        (self.seconds_at_beginning + self.now().as_secs_f64()) as u64
    }

    fn fill_random(&self, bytes: &mut [u8]) -> Result<(), Sentence> {
        self.random.lock().fill_bytes(bytes);
        Ok(())
    }
}

/// An answer that is not whole yet.
enum Open {
    Later(BoxFuture<'static, Result<Reply, DeskError>>),
    Messages(BoxStream<'static, Message>),
}

/// A desk with all that belongs to it.
struct OpenDesk {
    desk: Desk,
    store: Arc<TabStore>,
    searches: Arc<TabSearches>,
    person: Person,
    open: BTreeMap<u64, Open>,
}

/// A module of a page without a server: it has the desk, or searches for one.
#[derive(Default)]
pub struct Page {
    desk: Option<OpenDesk>,
    searcher: Option<Searcher>,
}

impl Page {
    /// Does what a text of JSON says.
    ///
    /// # Errors
    /// A sentence for one that makes no sense, which is a defect of the host.
    pub fn obey(&mut self, order: &str, post: Post<'_>) -> Result<(), String> {
        let order = serde_json::from_str(order).map_err(|error| format!("an order cannot be read: {error}"))?;
        match (order, &mut self.desk) {
            (Order::Search { work }, _) => {
                let mut tell = |text: &str| say(post, &Said::Told { told: text });
                let found = self.searcher.get_or_insert_default().search(&work, &mut tell);
                say(post, &Said::Found { found });
                return Ok(());
            }
            (Order::Open { rows, person, seed, seconds }, _) => {
                let desk = OpenDesk::new(rows, person.as_deref(), seed, seconds).map_err(|e| e.to_string())?;
                say(post, &Said::Person { person: desk.person.name() });
                self.desk = Some(desk);
            }
            (_, None) => return Err("the desk is not open".to_string()),
            (Order::Request { number, method, path, query, body }, Some(desk)) => {
                let who = Caller { person: Some(desk.person.clone()), is_page: true };
                let body = SentBody::from(body);
                desk.answer(number, Request { method, path, query, body, who }, post);
            }
            (Order::LetGo { number }, Some(desk)) => drop(desk.open.remove(&number)),
            (Order::Searched { number, has_begun, told, found }, Some(desk)) => {
                desk.searches.heard(&desk.desk, number, has_begun, told, found);
            }
            (Order::Tick, Some(desk)) => desk.desk.tick(),
        }
        if let Some(desk) = &mut self.desk {
            desk.report(post);
        }
        Ok(())
    }
}

impl OpenDesk {
    fn new(rows: Vec<KeptRow>, person: Option<&str>, seed: [u8; 32], seconds: f64) -> Result<Self, DeskError> {
        let random = Mutex::new(Rng::from_seed(seed));
        let machine = Arc::new(TabMachine { began: Moment::now(), seconds_at_beginning: seconds, random });
        let person = match person.and_then(Person::read) {
            Some(person) => person,
            None => Person::new(&*machine)?,
        };
        let store = Arc::new(TabStore::new(rows));
        let searches = Arc::new(TabSearches::default());
        let desk = Desk::new(store.clone(), searches.clone(), machine, crate::VERSION);
        Ok(Self { desk, store, searches, person, open: BTreeMap::new() })
    }

    fn answer(&mut self, number: u64, request: Request, post: Post<'_>) {
        match self.desk.answer(request) {
            Ok(Answer::Reply(reply)) => reply_to(number, Ok(reply), post),
            Ok(Answer::Later(later)) => drop(self.open.insert(number, Open::Later(later))),
            Ok(Answer::Messages { messages, .. }) => drop(self.open.insert(number, Open::Messages(messages))),
            Err(error) => reply_to(number, Err(error), post),
        }
    }

    /// Says what has come of everything since the last time.
    fn report(&mut self, post: Post<'_>) {
        let mut context = Context::from_waker(Waker::noop());
        let mut done = Vec::new();
        for (&number, open) in &mut self.open {
            match open {
                Open::Later(later) => {
                    if let Poll::Ready(reply) = later.poll_unpin(&mut context) {
                        reply_to(number, reply, post);
                        done.push(number);
                    }
                }
                Open::Messages(messages) => loop {
                    match messages.poll_next_unpin(&mut context) {
                        Poll::Ready(Some(message)) => {
                            let Message { event, data } = message;
                            say(post, &Said::Message { to: number, event, data: &data });
                        }
                        Poll::Ready(None) => {
                            say(post, &Said::Reply { to: number, status: 200, text: "" });
                            done.push(number);
                            break;
                        }
                        Poll::Pending => break,
                    }
                },
            }
        }
        done.iter().for_each(|number| drop(self.open.remove(number)));
        let kept = self.store.take_changes();
        if !kept.is_empty() {
            say(post, &Said::Kept { kept });
        }
        self.searches.report(post);
    }
}

fn reply_to(number: u64, reply: Result<Reply, DeskError>, post: Post<'_>) {
    let (status, text) = match reply {
        Ok(reply) => (reply.status, reply.text),
        Err(error) => {
            let status = error.status();
            let said = error.said();
            (status, json!({ "error": sentence(&said.to_string(), 100, 400), "said": said }).to_string())
        }
    };
    say(post, &Said::Reply { to: number, status, text: &text });
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let mut host =
                Self { desk, searcher, kept, person, replies: BTreeMap::new(), messages: Vec::new(), count: 0 };
            let rows: Vec<Value> = host.kept.iter().map(|(id, row)| json!({ "id": id, "row": row })).collect();
            let seed = vec![7; 32];
            let open = json!({ "do": "open", "rows": rows, "person": host.person, "seed": seed, "seconds": 1.8e9 });
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
        let made =
            host.post("/api/games", &json!({ "game": "yavalath", "options": { "Swap": "false" }, "seats": seats }));
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
        order(&json!({ "do": "open", "rows": [], "person": null, "seed": seed, "seconds": 1.8e9 }));
        let body = json!({ "game": "zen" }).to_string();
        let asked = order(
            &json!({ "do": "request", "number": 5, "method": "POST", "path": "/api/analyze", "query": "", "body": body }),
        );
        let search = asked.iter().find_map(|said| said["search"].as_u64()).expect("a search");
        let ended = order(&json!({ "do": "letGo", "number": 5 }));
        assert_eq!(ended, [json!({ "endSearch": search })]);
        assert!(page.obey("{}", &mut |_| {}).is_err());
    }
}
