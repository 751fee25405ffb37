//! Analyses and reviews that run while the page looks at them: each in a thread, with results sent as they come, and
//! ended when the page turns away.

use super::report;
use crate::analysis::{PositionAnswer, Query, QueryControl, search};
use crate::desk::engines::{MAX_ANALYSIS_MS, SearchCaps};
use crate::desk::error::DeskError;
use crate::desk::says;
use crate::option_files::proof_file;
use crate::options::{EngineOptions, WithoutFiles};
use crate::registry::GameLine;
use crate::review::search::{ReviewRequest, run};
use crate::review::{GameToReview, Limit, Review};
use crate::search::proof::proof_file::ProofFileError;
use crate::search::{STACK_SIZE, Settings, StopSource};
use crate::sentence::Sentence;
use crate::session::{DescribedTurn, Session};
use crate::text::sentence;
use crate::version::VERSION;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use tokio::sync::mpsc::{Receiver, Sender, channel, error::TrySendError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most analyses and reviews that run at the same time.
const MAX_LIVE: usize = 8;
/// An analysis without a time, in milliseconds.
const DEFAULT_ANALYSIS_MS: u64 = 60_000;
/// How often an analysis reports, in seconds.
const EVERY: f64 = 0.15;
/// The most turns of a line that are described.
const DESCRIBED: usize = 6;
/// The memory of a review, in MiB, and the most nodes of a turn.
const REVIEW_HASH: usize = 16;
const MAX_REVIEW_NODES: u64 = 5_000_000;
/// The most messages waiting for a page; reports without room are dropped.
const WAITING: usize = 16;

/// The running analyses and reviews.
pub struct Live {
    permits: Arc<Semaphore>,
    /// Files of proofs, each about one game.
    proofs: Vec<PathBuf>,
}

/// Stops its work when it is dropped.
struct StopOnDrop(Box<dyn Fn() + Send>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// The messages of an analysis or a review; when it is dropped, the work ends.
pub struct LiveMessages {
    receiver: Receiver<String>,
    _stop: StopOnDrop,
}

impl LiveMessages {
    /// The next message; `None` at the end.
    pub async fn next(&mut self) -> Option<String> {
        self.receiver.recv().await
    }
}

/// What to analyse.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalyzeRequest {
    #[serde(flatten)]
    position: GameLine,
    #[serde(default)]
    multipv: Option<usize>,
    #[serde(default)]
    decisions: bool,
    #[serde(default)]
    threats: bool,
    #[serde(default)]
    time_ms: Option<u64>,
    #[serde(default)]
    /// `Search`, `Threads`, `Hash`.
    settings: BTreeMap<String, String>,
}

/// The results, with their lines described.
#[derive(Serialize, JsonSchema)]
pub struct AnalysisEvent<'a> {
    answer: &'a PositionAnswer,
    /// The first turns of each of `moveInfos`.
    lines: Vec<Vec<DescribedTurn>>,
    /// The places that each of `decisions` touches, in their order.
    points: Vec<Vec<String>>,
    /// The first turns of the threat.
    threat: Vec<DescribedTurn>,
}

/// What to review.
#[derive(Deserialize, JsonSchema)]
pub struct ReviewOrder {
    #[serde(flatten)]
    position: GameLine,
    #[serde(default)]
    players: Vec<String>,
    #[serde(default)]
    result: Option<String>,
    #[serde(default)]
    nodes: Option<u64>,
}

/// The progress of a review.
#[derive(Serialize, JsonSchema)]
pub struct ReviewEvent {
    done: usize,
    of: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<Review>,
}

impl Live {
    /// Starts with none running; all of them use these files of proofs.
    pub fn new(proofs: Vec<PathBuf>) -> Self {
        Self { permits: Arc::new(Semaphore::new(MAX_LIVE)), proofs }
    }

    /// Opens the proof file for a session's game, if there is one.
    fn open_proofs(&self, session: &mut dyn Session) {
        for file in &self.proofs {
            match proof_file(file).and_then(|file| session.use_proofs(Some(file))) {
                Ok(()) => return,
                // That of another game.
                Err(ProofFileError::Game { .. }) => {}
                // It could be read when the server began; one that is gone is as one that knows nothing.
                Err(error) => report::once(&format!(
                    "the file of proofs `{}` is no longer used: {}",
                    file.display(),
                    sentence(&error.to_string(), 60, 300)
                )),
            }
        }
    }

    /// Starts an analysis.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for an impossible position or option, [`DeskError::TooMuch`] if too much is running.
    pub fn analyze(&self, request: AnalyzeRequest, caps: SearchCaps) -> Result<LiveMessages, DeskError> {
        let mut session = request.position.open()?;
        let mut options =
            EngineOptions { hash: EngineOptions::default().hash.min(caps.hash), ..EngineOptions::default() };
        caps.apply(&mut options, &mut *session, &request.settings)?;
        options.open_book(&mut *session, &WithoutFiles).map_err(DeskError::Refused)?;
        self.open_proofs(&mut *session);
        let time = request.time_ms.unwrap_or(DEFAULT_ANALYSIS_MS);
        if !(1..=MAX_ANALYSIS_MS).contains(&time) {
            return Err(DeskError::Refused(says::analysis_time(MAX_ANALYSIS_MS)));
        }
        let query = Query {
            moves: request.position.moves.clone(),
            time_ms: Some(time),
            multipv: Some(request.multipv.unwrap_or(options.multi_pv).clamp(1, 10)),
            report_during_search_every: Some(EVERY),
            include_decisions: request.decisions,
            include_threats: request.threats && session.state().decisions.is_empty(),
            ..Query::new("page")
        };
        let lines = if request.decisions { usize::MAX } else { query.multipv.unwrap_or(1) };
        let settings = Settings { multi_pv: lines, ..options.settings(&*session) };
        let control = Arc::new(QueryControl::new("page"));
        let stopped = control.clone();
        self.start(StopOnDrop(Box::new(move || stopped.terminate(None))), move |sender| {
            session.prepare(&settings);
            let turn = query.moves.len();
            let news = Sender::clone(sender);
            let mut on_interim = |answer: &PositionAnswer| {
                if let Err(TrySendError::Closed(_)) = news.try_send(event(&*session, answer)) {
                    control.terminate(None);
                }
            };
            match search(&*session, &query, turn, &settings, &control, &mut on_interim) {
                Ok(answer) => event(&*session, &answer),
                Err((_, what)) => failure(&what),
            }
        })
    }

    /// Starts a review.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for an impossible game, [`DeskError::TooMuch`] if too much is running.
    pub fn review(&self, order: ReviewOrder, caps: SearchCaps) -> Result<LiveMessages, DeskError> {
        let mut session = order.position.open()?;
        // Decisions of a turn are one turn.
        let line = GameLine { game: session.name().to_string(), moves: session.turns(), ..order.position };
        let game = GameToReview { line, players: order.players, result: order.result };
        if game.line.moves.is_empty() {
            return Err(DeskError::Refused(says::no_turns()));
        }
        let nodes = order.nodes.unwrap_or(30_000);
        if !(1..=MAX_REVIEW_NODES).contains(&nodes) {
            return Err(DeskError::Refused(says::review_nodes(MAX_REVIEW_NODES)));
        }
        self.open_proofs(&mut *session);
        let stops = StopSource::default();
        let request = ReviewRequest {
            limit: Limit::Nodes(nodes),
            kind: session.auto(),
            hash_kib: REVIEW_HASH.min(caps.hash) << 10,
            stop_token: stops.token(),
            version: VERSION,
        };
        self.start(StopOnDrop(Box::new(move || stops.stop())), move |sender| {
            let news = Sender::clone(sender);
            let of = game.line.moves.len();
            let mut on_progress = |done, of| {
                if let Err(TrySendError::Closed(_)) = news.try_send(json(&ReviewEvent { done, of, review: None })) {
                    request.stop_token.stop();
                }
            };
            match run(&mut *session, &game, &request, &mut on_progress) {
                Ok(review) => json(&ReviewEvent { done: of, of, review }),
                Err(error) => failure(&error.into()),
            }
        })
    }

    /// Does some work in a thread; it may send messages, and its result is the last.
    fn start(
        &self,
        stop: StopOnDrop,
        work: impl FnOnce(&Sender<String>) -> String + Send + 'static,
    ) -> Result<LiveMessages, DeskError> {
        let too_much = || DeskError::TooMuch(says::too_many_analyses(MAX_LIVE));
        let permit: OwnedSemaphorePermit = self.permits.clone().try_acquire_owned().map_err(|_| too_much())?;
        let (sender, receiver) = channel(WAITING);
        let work = move || {
            let last = catch_unwind(AssertUnwindSafe(|| work(&sender)));
            drop(permit);
            let last = last.unwrap_or_else(|_| failure(&says::engine_defect()));
            // Nobody may be there any more.
            let _ = sender.blocking_send(last);
        };
        let spawned = thread::Builder::new().name("live".into()).stack_size(STACK_SIZE).spawn(work);
        spawned.map_err(|error| DeskError::TooMuch(says::no_thread(error.to_string())))?;
        Ok(LiveMessages { receiver, _stop: stop })
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| {
        report::once(&format!("an answer cannot be sent: {error}"));
        r#"{"error":"the program has a defect and cannot send what it has found"}"#.to_string()
    })
}

/// An error as a message.
fn failure(said: &Sentence) -> String {
    json(&serde_json::json!({ "error": said.to_string(), "said": said }))
}

/// An answer with its lines described.
fn event(session: &dyn Session, answer: &PositionAnswer) -> String {
    let first = |pv: &Option<Vec<String>>| pv.iter().flatten().take(DESCRIBED).cloned().collect::<Vec<String>>();
    let lines = answer.move_infos.iter().map(|info| session.describe_line(&first(&info.pv))).collect();
    let threat = answer.threats.iter().flatten().flat_map(|info| session.describe_threat(&first(&info.pv))).collect();
    let points = match &answer.decisions {
        None => Vec::new(),
        Some(decisions) => {
            let legal = session.state().legal;
            let touched = |text: &str| {
                let found = legal.iter().find(|decision| decision.text == text);
                found.and_then(|decision| decision.description.touches.first().cloned()).unwrap_or_default()
            };
            decisions.iter().map(|decision| touched(&decision.text)).collect()
        }
    };
    json(&AnalysisEvent { answer, lines, points, threat })
}
