//! The desk as a program in a browser has it: one thread, a store in memory, and workers to which everything is sent as
//! text. Streams are looked at after each event, and nobody waits.

use super::*;
use crate::options::WithoutFiles;
use crate::service::engines::{OwnPlayer, SearchCaps};
use crate::service::hosted_game::EngineQuestion;
use crate::service::machine::tests::StandingMachine;
use crate::service::means::{SearchMeans, TaskMeans};
use crate::service::request::Caller;
use crate::service::searches::{LaterText, LiveTexts};
use crate::service::store::memory::MemoryStore;
use crate::service::task::SentBody;
use futures_util::future;
use futures_util::stream::{self, BoxStream};
use std::collections::VecDeque;

const CAPS: SearchCaps = SearchCaps { threads: 1, hash: 4 };

/// What was sent to the workers, as text.
#[derive(Default)]
struct Workers(Mutex<VecDeque<String>>);

impl Searches for Workers {
    fn caps(&self) -> SearchCaps {
        CAPS
    }

    fn other_engines(&self) -> Vec<String> {
        Vec::new()
    }

    fn ask(&self, question: EngineQuestion) {
        self.0.lock().push_back(json!(question).to_string());
    }

    fn forget(&self, _: &str) {}

    fn answer(&self, task: Task) -> LaterText {
        let sent: Task = serde_json::from_str(&json!(task).to_string()).unwrap();
        let means = TaskMeans { is_over: &|| false, seconds: 10, version: "1" };
        future::ready(sent.answer(&means)).boxed()
    }

    fn watch(&self, task: LiveTask) -> Result<LiveTexts, DeskError> {
        let sent: LiveTask = serde_json::from_str(&json!(task).to_string()).unwrap();
        let means = SearchMeans { caps: CAPS, files: &WithoutFiles, open_proofs: &|_| {}, version: "1" };
        let mut texts = Vec::new();
        let search = sent.prepare(&means)?;
        let last = search.run(&mut |text| {
            texts.push(text);
            true
        });
        texts.push(last);
        Ok(stream::iter(texts).boxed())
    }
}

struct Tab {
    desk: Desk,
    workers: Arc<Workers>,
    machine: Arc<StandingMachine>,
    player: OwnPlayer,
}

impl Tab {
    fn new() -> Self {
        let (workers, machine) = (Arc::<Workers>::default(), StandingMachine::new());
        let desk = Desk::new(Arc::<MemoryStore>::default(), workers.clone(), machine.clone(), "1");
        Self { desk, workers, machine, player: OwnPlayer::new(CAPS) }
    }

    fn ask(&self, method: &str, address: &str, body: &Value) -> Result<Answer, DeskError> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        self.desk.answer(Request {
            method: method.to_string(),
            path: path.to_string(),
            query: query.to_string(),
            body: SentBody::from(body.to_string()),
            who: Caller { person: None, is_page: false },
        })
    }

    fn reply(&self, method: &str, address: &str, body: &Value) -> Value {
        let reply = match self.ask(method, address, body).unwrap_or_else(|error| panic!("{address}: {error}")) {
            Answer::Reply(reply) => reply,
            Answer::Later(later) => later.now_or_never().unwrap().unwrap(),
            Answer::Messages { .. } => panic!("{address} is a stream"),
        };
        assert_eq!(reply.status, 200, "{}", reply.text);
        serde_json::from_str(&reply.text).unwrap()
    }

    fn messages(&self, method: &str, address: &str, body: &Value) -> BoxStream<'static, Message> {
        match self.ask(method, address, body) {
            Ok(Answer::Messages { messages, .. }) => messages,
            _ => panic!("{address} does not answer with a stream"),
        }
    }

    /// The engines answer as long as they are asked, and time passes.
    fn work(&mut self) {
        while let Some(text) = { self.workers.0.lock().pop_front() } {
            let question: EngineQuestion = serde_json::from_str(&text).unwrap();
            self.desk.engine_begins(&question.hosted, question.number);
            let answer = self.player.answer(&question);
            self.desk.engine_answers(&question.hosted, question.number, answer);
            self.machine.pass(1_000);
            self.desk.tick();
        }
    }
}

/// All messages that are there.
fn there(messages: &mut BoxStream<'static, Message>) -> Vec<Message> {
    std::iter::from_fn(|| messages.next().now_or_never().flatten()).collect()
}

#[test]
fn a_game_against_the_engine_is_played_seen_and_exported() {
    let mut tab = Tab::new();
    let level = json!({ "kind": "quintet", "options": { "Skill": "0" }, "timeMs": 50 });
    let mut view =
        tab.reply("POST", "/api/games", &json!({ "game": "yavalath", "seats": [{ "kind": "person" }, level] }));
    let id = view["id"].as_str().unwrap().to_string();
    let mut news = tab.messages("GET", &format!("/api/events?games={id},none"), &Value::Null);
    let events: Vec<Option<&str>> = there(&mut news).iter().map(|message| message.event).collect();
    assert!(events.contains(&Some("game")) && events.contains(&Some("gone")) && events.len() == 2);
    while view["ended"].is_null() {
        assert_eq!(view["state"]["decides"], 1, "{view}");
        let legal = view["state"]["legal"].as_array().unwrap();
        let decision = &legal[legal.len() / 2]["text"];
        let body = json!({ "revision": view["revision"], "decision": decision });
        tab.reply("POST", &format!("/api/games/{id}/decide"), &body);
        tab.work();
        // A late reader sees the current state, not the history.
        let seen = there(&mut news);
        assert!((1..=2).contains(&seen.len()));
        view = serde_json::from_str(&seen.last().unwrap().data).unwrap();
        assert_eq!(view, tab.reply("GET", &format!("/api/games/{id}"), &Value::Null));
        assert!(view["problem"].is_null(), "{view}");
    }
    let record = tab.reply("GET", &format!("/api/games/{id}/record"), &Value::Null);
    assert_eq!(record["records"][0]["quintet"], "1");
    let export = json!({ "game": "yavalath", "format": "jsonl", "records": record["records"] });
    let file = tab.reply("POST", "/api/export", &export);
    let read = tab.reply("POST", "/api/import", &json!({ "text": file["text"] }));
    assert_eq!((&read["games"], read["notes"].as_array().map(Vec::len)), (&record["records"], Some(0)));
    let turns: Vec<&Value> = view["turns"].as_array().unwrap().iter().map(|played| &played["turn"]).collect();
    let review = json!({ "game": "yavalath", "moves": turns, "nodes": 100 });
    let told = there(&mut tab.messages("POST", "/api/review", &review));
    let last: Value = serde_json::from_str(&told.last().unwrap().data).unwrap();
    assert_eq!((last["done"].as_u64(), last["review"]["quintet"].as_str()), (Some(turns.len() as u64), Some("1")));
    tab.reply("DELETE", &format!("/api/games/{id}"), &Value::Null);
    assert_eq!(there(&mut news), [Message { event: Some("gone"), data: json!({ "id": id }).to_string() }]);
}

#[test]
fn what_takes_long_is_asked_of_the_workers() {
    let tab = Tab::new();
    let id = tab.reply(
        "POST",
        "/api/games",
        &json!({ "game": "gipf", "seats": [{ "kind": "person" }, { "kind": "person" }] }),
    );
    let hint = tab.reply("POST", &format!("/api/games/{}/hint", id["id"].as_str().unwrap()), &Value::Null);
    assert!(hint["turn"].is_string() && hint["reason"].is_string(), "{hint}");
    let solution = tab.reply("GET", "/api/puzzles/yavalath/1", &Value::Null);
    let tried = tab.reply("POST", "/api/puzzles/yavalath/1", &json!({ "moves": [solution["turn"]] }));
    assert_ne!(tried["verdict"], "wrong", "{tried}");
    let analysis = json!({ "game": "zen", "timeMs": 300, "multipv": 2 });
    let told = there(&mut tab.messages("POST", "/api/analyze", &analysis));
    let last: Value = serde_json::from_str(&told.last().unwrap().data).unwrap();
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(2), "{last}");
    let refused = |address: &str, body: &Value| tab.ask("POST", address, body).err().map(|error| error.status());
    assert_eq!(refused("/api/analyze", &json!({ "game": "zen", "timeMs": 0 })), Some(400));
    assert_eq!(refused("/api/review", &json!({ "game": "zen" })), Some(400));
    assert_eq!(refused("/api/games/none/hint", &Value::Null), Some(404));
    assert_eq!(refused("/api/nothing", &Value::Null), Some(404));
    assert_eq!(refused("/api/info", &Value::Null), Some(405));
}
