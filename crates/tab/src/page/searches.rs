//! Searches for the desk, by modules in other workers: what is to be searched and what is found are JSON.

use super::{Post, Said, say};
use futures_util::FutureExt;
use futures_util::StreamExt;
use futures_util::stream;
use parking_lot::Mutex;
use quintet_core::search::{Halt, MAX_THREADS};
use quintet_core::sentence::{Entry, Sentence};
use quintet_desk::options::{OptionFiles, Unread, WithoutFiles};
use quintet_desk::sentence_lists;
use quintet_desk::service::api::Desk;
use quintet_desk::service::engines::{OwnPlayer, SearchCaps, threads_asked};
use quintet_desk::service::error::DeskError;
use quintet_desk::service::hosted_game::EngineQuestion;
use quintet_desk::service::kept_game::SeatSetup;
use quintet_desk::service::live::{LiveTask, failure};
use quintet_desk::service::means::{SearchMeans, TaskMeans};
use quintet_desk::service::says;
use quintet_desk::service::searches::{LaterText, LiveTexts, Searches};
use quintet_desk::service::task::Task;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio::sync::{mpsc, oneshot};

/// The memory of a search, in MiB, leaves room for several workers beside the page.
const HASH: usize = 64;
/// The most analyses and reviews at the same time.
const MAX_LIVE: usize = 8;
/// How long a task may take, in seconds.
const PATIENCE: u64 = 60;

/// Something to be searched.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Work {
    /// A turn of quintet's.
    Question(Box<EngineQuestion>),
    /// A task with one answer.
    Task(Task),
    /// An analysis or a review.
    Live(LiveTask),
}

impl Work {
    /// The game whose positions it searches.
    pub fn game(&self) -> Option<String> {
        match self {
            Self::Question(question) => Some(question.line.game.clone()),
            Self::Task(task) => task.game(),
            Self::Live(task) => task.game(),
        }
    }

    /// Whether it looks a puzzle up.
    pub fn is_puzzle(&self) -> bool {
        matches!(self, Self::Task(Task::Puzzle { .. } | Task::Solution { .. }))
    }
}

/// Who waits for a search.
enum Waiting {
    Question { hosted: String, number: u64, halt: Halt },
    Task(oneshot::Sender<Result<String, DeskError>>),
    Live(mpsc::UnboundedSender<String>),
}

#[derive(Default)]
struct State {
    count: u64,
    /// What the host has not been told yet.
    begun: Vec<Begun>,
    waiting: BTreeMap<u64, Waiting>,
}

/// A search that the host is to be told of.
struct Begun {
    number: u64,
    work: Work,
    threads: usize,
}

impl State {
    fn begin(&mut self, work: Work, threads: usize, waiting: Waiting) {
        self.count += 1;
        self.begun.push(Begun { number: self.count, work, threads });
        self.waiting.insert(self.count, waiting);
    }
}

/// The searches of a desk.
pub struct TabSearches {
    caps: SearchCaps,
    state: Mutex<State>,
}

impl TabSearches {
    /// None yet, where a worker has so many threads.
    pub fn new(threads: usize) -> Self {
        Self { caps: caps(threads), state: Mutex::default() }
    }

    /// Takes what the host says of a search.
    pub fn heard(&self, desk: &Desk, number: u64, has_begun: bool, told: Option<String>, found: Option<Value>) {
        let mut state = self.state.lock();
        let waiting = if found.is_some() { state.waiting.remove(&number) } else { None };
        match state.waiting.get(&number) {
            Some(Waiting::Question { hosted, number, .. }) if has_begun => {
                let (hosted, number) = (hosted.clone(), *number);
                drop(state);
                return desk.engine_begins(&hosted, number);
            }
            Some(Waiting::Live(sender)) => {
                // A reader that has gone is noticed where all are looked at.
                let _ = told.map(|told| sender.send(told));
            }
            _ => {}
        }
        // The desk asks the next question at once.
        drop(state);
        let (Some(waiting), Some(found)) = (waiting, found) else { return };
        match waiting {
            Waiting::Question { hosted, number, .. } => {
                desk.engine_answers(&hosted, number, turn_of(&found).unwrap_or_else(|| Err(says::engine_gave_up())));
            }
            Waiting::Task(sender) => {
                let answer = answer_of(&found).unwrap_or_else(|| Err(DeskError::Broken(says::defect())));
                let _ = sender.send(answer);
            }
            Waiting::Live(sender) => {
                let last = found.as_str().map_or_else(|| failure(&says::engine_defect()), str::to_string);
                let _ = sender.send(last);
            }
        }
    }

    /// Tells the host what is to be searched, and for which searches nobody waits any more.
    pub fn report(&self, post: Post<'_>) {
        let mut state = self.state.lock();
        let over = |waiting: &Waiting| match waiting {
            Waiting::Question { halt, .. } => halt.is_halted(),
            Waiting::Task(sender) => sender.is_closed(),
            Waiting::Live(sender) => sender.is_closed(),
        };
        let ended: Vec<u64> =
            state.waiting.iter().filter(|(_, waiting)| over(waiting)).map(|(&number, _)| number).collect();
        ended.iter().for_each(|number| drop(state.waiting.remove(number)));
        for Begun { number, work, threads } in std::mem::take(&mut state.begun) {
            if !ended.contains(&number) {
                say(post, &Said::Search { search: number, work: &work, threads });
            }
        }
        ended.into_iter().for_each(|end_search| say(post, &Said::EndSearch { end_search }));
    }
}

impl Searches for TabSearches {
    fn caps(&self) -> SearchCaps {
        self.caps
    }

    fn other_engines(&self) -> Vec<String> {
        Vec::new()
    }

    fn ask(&self, question: EngineQuestion) {
        let (hosted, number, halt) = (question.hosted.clone(), question.number, question.halt.clone());
        let threads = match &question.setup {
            SeatSetup::Quintet { options, .. } => threads_asked(options),
            _ => 1,
        };
        let waiting = Waiting::Question { hosted, number, halt };
        self.state.lock().begin(Work::Question(Box::new(question)), threads, waiting);
    }

    fn forget(&self, _: &str) {}

    fn answer(&self, task: Task) -> LaterText {
        let (sender, receiver) = oneshot::channel();
        self.state.lock().begin(Work::Task(task), 1, Waiting::Task(sender));
        receiver.map(|found| found.unwrap_or_else(|_| Err(DeskError::Broken(says::defect())))).boxed()
    }

    fn watch(&self, task: LiveTask) -> Result<LiveTexts, DeskError> {
        // What is impossible is refused at once.
        let threads = task.prepare(&search_means(self.caps, &Unread))?.threads();
        let mut state = self.state.lock();
        let live = state.waiting.values().filter(|waiting| matches!(waiting, Waiting::Live(_))).count();
        if live >= MAX_LIVE {
            return Err(DeskError::TooMuch(says::too_many_analyses(MAX_LIVE)));
        }
        let (sender, receiver) = mpsc::unbounded_channel();
        state.begin(Work::Live(task), threads, Waiting::Live(sender));
        let next =
            |mut receiver: mpsc::UnboundedReceiver<String>| async move { Some((receiver.recv().await?, receiver)) };
        Ok(stream::unfold(receiver, next).boxed())
    }
}

fn caps(threads: usize) -> SearchCaps {
    SearchCaps { threads: threads.clamp(1, MAX_THREADS), hash: HASH }
}

fn search_means(caps: SearchCaps, files: &'static dyn OptionFiles) -> SearchMeans<'static> {
    SearchMeans { caps, files, open_proofs: &|_| {}, version: crate::VERSION }
}

/// A module that searches for a desk in another.
pub struct Searcher(OwnPlayer);

impl Default for Searcher {
    fn default() -> Self {
        // The desk has refused what is too much.
        Self(OwnPlayer::new(caps(MAX_THREADS)))
    }
}

impl Searcher {
    /// Searches, and tells what is found meanwhile; returns what is found in the end.
    pub fn search(&mut self, work: &Work, tell: &mut dyn FnMut(&str)) -> Value {
        match work {
            Work::Question(question) => match self.0.answer(question) {
                Ok(turn) => json!({ "turn": turn }),
                Err(said) => json!({ "said": said }),
            },
            Work::Task(task) => {
                let means = TaskMeans { is_over: &|| false, seconds: PATIENCE, version: crate::VERSION };
                match task.answer(&means) {
                    Ok(text) => json!({ "text": text }),
                    Err(error) => json!({ "status": error.status(), "said": error.said() }),
                }
            }
            Work::Live(task) => match task.prepare(&search_means(caps(MAX_THREADS), &WithoutFiles)) {
                Ok(search) => Value::String(search.run(&mut |text| {
                    tell(&text);
                    true
                })),
                Err(error) => Value::String(failure(&error.said())),
            },
        }
    }
}

/// The answer to a question.
fn turn_of(found: &Value) -> Option<Result<String, Sentence>> {
    match found.get("turn") {
        Some(turn) => turn.as_str().map(|turn| Ok(turn.to_string())),
        None => Sentence::read(found.get("said")?, &entry).map(Err),
    }
}

/// The answer to a task.
fn answer_of(found: &Value) -> Option<Result<String, DeskError>> {
    if let Some(text) = found.get("text") {
        return text.as_str().map(|text| Ok(text.to_string()));
    }
    let said = Sentence::read(found.get("said")?, &entry)?;
    Some(Err(DeskError::of(found.get("status")?.as_u64()?, said)))
}

fn entry(code: &str) -> Option<&'static Entry> {
    sentence_lists().flatten().find(|entry| entry.code == code)
}
