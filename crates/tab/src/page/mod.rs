//! The page without a server: the desk that answers its requests, and the searches that it asks other workers for.
//!
//! One module of a browser has the desk. It is opened with the games that are kept, and says what is to be kept from now on.
//! Modules in other workers search for it. What they are told and say are objects of JSON ([`Order`], [`Said`]).

mod searches;
mod store;

use crate::missing;
use futures_util::FutureExt;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use parking_lot::Mutex;
use quintet_core::board::bits::Rng;
use quintet_core::data::{Data, provide};
use quintet_core::registry::GameEntry;
use quintet_core::search::moment::Moment;
use quintet_core::sentence::Sentence;
use quintet_core::text::sentence;
use quintet_desk::service::api::Desk;
use quintet_desk::service::error::DeskError;
use quintet_desk::service::machine::Machine;
use quintet_desk::service::people::Person;
use quintet_desk::service::request::{Answer, Caller, Message, Reply, Request};
use quintet_desk::service::rules;
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
        /// How many threads a worker that searches can have.
        threads: usize,
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
    /// To take the text of this name.
    Take { name: String, text: String },
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
    Search { search: u64, work: &'a Work, threads: usize },
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
    /// The order needs the texts of these names: it is to be given again once they have been given.
    Needs { needs: Vec<String> },
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
        let needs = needs(&order);
        if !needs.is_empty() {
            say(post, &Said::Needs { needs });
            return Ok(());
        }
        match (order, &mut self.desk) {
            (Order::Take { name, text }, _) => {
                provide(&name, text);
                return Ok(());
            }
            (Order::Search { work }, _) => {
                let mut tell = |text: &str| say(post, &Said::Told { told: text });
                let found = self.searcher.get_or_insert_default().search(&work, &mut tell);
                say(post, &Said::Found { found });
                return Ok(());
            }
            (Order::Open { rows, person, seed, seconds, threads }, _) => {
                let searches = TabSearches::new(threads);
                let desk =
                    OpenDesk::new(rows, person.as_deref(), seed, seconds, searches).map_err(|e| e.to_string())?;
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

/// The file of a game's puzzles.
fn puzzles(entry: &'static GameEntry) -> impl Iterator<Item = &'static Data> {
    entry.puzzles.iter().map(|file| &file.data)
}

/// The texts that an order needs and that are not here.
fn needs(order: &Order) -> Vec<String> {
    match order {
        Order::Search { work } => {
            let game = work.game();
            let mut needs = missing(game.as_deref(), GameEntry::data);
            if work.is_puzzle() {
                needs.extend(missing(game.as_deref(), puzzles));
            }
            needs
        }
        Order::Request { path, body, .. } if path == "/api/book" => {
            missing(SentBody::from(body.clone()).game().as_deref(), |entry| entry.book.iter())
        }
        Order::Request { path, query, .. } => match path.split('/').collect::<Vec<_>>()[..] {
            ["", "api", "puzzles", game, ..] => missing(Some(game), puzzles),
            ["", "api", "rules", game] => {
                let language = query.split('&').find_map(|part| part.strip_prefix("language="));
                rules::missing(game, language.unwrap_or_default()).into_iter().collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

impl OpenDesk {
    fn new(
        rows: Vec<KeptRow>,
        person: Option<&str>,
        seed: [u8; 32],
        seconds: f64,
        searches: TabSearches,
    ) -> Result<Self, DeskError> {
        let random = Mutex::new(Rng::from_seed(seed));
        let machine = Arc::new(TabMachine { began: Moment::now(), seconds_at_beginning: seconds, random });
        let person = match person.and_then(Person::read) {
            Some(person) => person,
            None => Person::new(&*machine)?,
        };
        let store = Arc::new(TabStore::new(rows));
        let searches = Arc::new(searches);
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
