//! Analyses and reviews: searches whose results are told as they come, for as long as somebody listens.

use super::engines::MAX_ANALYSIS_MS;
use super::error::DeskError;
use super::means::SearchMeans;
use super::says;
use super::shape::read;
use super::task::{SentBody, json_of};
use crate::analysis::{PositionAnswer, Query, QueryControl, search};
use crate::options::EngineOptions;
use crate::registry::GameLine;
use crate::review::search::{ReviewRequest, run};
use crate::review::{GameToReview, Limit, Review};
use crate::search::{Settings, StopSource};
use crate::sentence::Sentence;
use crate::session::{DescribedTurn, Session};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// An analysis without a time, in milliseconds.
const DEFAULT_ANALYSIS_MS: u64 = 60_000;
/// How often an analysis reports, in seconds.
const EVERY: f64 = 0.15;
/// The most turns of a line that are described.
const DESCRIBED: usize = 6;
/// The memory of a review, in MiB, and the most nodes of a turn.
const REVIEW_HASH: usize = 16;
const MAX_REVIEW_NODES: u64 = 5_000_000;

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

/// An analysis or a review, as requested.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LiveTask {
    /// An analysis of a position.
    Analyze(SentBody),
    /// A review of a game.
    Review(SentBody),
}

impl LiveTask {
    /// The game whose positions it searches, if it names one.
    pub fn game(&self) -> Option<String> {
        let (Self::Analyze(body) | Self::Review(body)) = self;
        body.game()
    }

    /// Checks and prepares it; nothing has been searched then.
    ///
    /// # Errors
    /// [`DeskError::Refused`] for an impossible position, game or option.
    pub fn prepare(&self, means: &SearchMeans<'_>) -> Result<LiveSearch, DeskError> {
        match self {
            Self::Analyze(body) => read::<AnalyzeRequest>(body.bytes())?.prepare(means),
            Self::Review(body) => read::<ReviewOrder>(body.bytes())?.prepare(means),
        }
    }
}

/// Stops a search, from another thread too.
#[derive(Clone)]
pub struct LiveStop(Arc<dyn Fn() + Send + Sync>);

impl LiveStop {
    fn new(stop: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(stop))
    }

    /// Stops it.
    pub fn stop(&self) {
        (self.0)();
    }
}

/// Tells a message that may be dropped if there is no room for it; whether somebody still listens.
pub type Tell<'a> = &'a mut dyn FnMut(String) -> bool;

/// An analysis or a review that can begin.
pub struct LiveSearch {
    stop: LiveStop,
    threads: usize,
    work: Box<dyn FnOnce(Tell<'_>) -> String + Send>,
}

impl LiveSearch {
    /// What stops it.
    pub fn stop(&self) -> LiveStop {
        self.stop.clone()
    }

    /// How many threads it asks for.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Searches, and tells what is found meanwhile; returns the last message.
    pub fn run(self, tell: Tell<'_>) -> String {
        (self.work)(tell)
    }
}

impl AnalyzeRequest {
    fn prepare(self, means: &SearchMeans<'_>) -> Result<LiveSearch, DeskError> {
        let mut session = self.position.open()?;
        let mut options =
            EngineOptions { hash: EngineOptions::default().hash.min(means.caps.hash), ..EngineOptions::default() };
        means.caps.apply(&mut options, &mut *session, &self.settings, means.files)?;
        options.open_book(&mut *session, means.files).map_err(DeskError::Refused)?;
        (means.open_proofs)(&mut *session);
        let time = self.time_ms.unwrap_or(DEFAULT_ANALYSIS_MS);
        if !(1..=MAX_ANALYSIS_MS).contains(&time) {
            return Err(DeskError::Refused(says::analysis_time(MAX_ANALYSIS_MS)));
        }
        let query = Query {
            moves: self.position.moves.clone(),
            time_ms: Some(time),
            multipv: Some(self.multipv.unwrap_or(options.multi_pv).clamp(1, 10)),
            report_during_search_every: Some(EVERY),
            include_decisions: self.decisions,
            include_threats: self.threats && session.state().decisions.is_empty(),
            ..Query::new("page")
        };
        let lines = if self.decisions { usize::MAX } else { query.multipv.unwrap_or(1) };
        let settings = Settings { multi_pv: lines, ..options.settings(&*session) };
        let threads = settings.threads;
        let control = Arc::new(QueryControl::new("page"));
        let stopped = control.clone();
        let work = move |tell: Tell<'_>| {
            session.prepare(&settings);
            let turn = query.moves.len();
            let mut on_interim = |answer: &PositionAnswer| {
                if !tell(event(&*session, answer)) {
                    control.terminate(None);
                }
            };
            match search(&*session, &query, turn, &settings, &control, &mut on_interim) {
                Ok(answer) => event(&*session, &answer),
                Err((_, what)) => failure(&what),
            }
        };
        Ok(LiveSearch { stop: LiveStop::new(move || stopped.terminate(None)), threads, work: Box::new(work) })
    }
}

impl ReviewOrder {
    fn prepare(self, means: &SearchMeans<'_>) -> Result<LiveSearch, DeskError> {
        let mut session = self.position.open()?;
        // Decisions of a turn are one turn.
        let line = GameLine { game: session.name().to_string(), moves: session.turns(), ..self.position };
        let game = GameToReview { line, players: self.players, result: self.result };
        if game.line.moves.is_empty() {
            return Err(DeskError::Refused(says::no_turns()));
        }
        let nodes = self.nodes.unwrap_or(30_000);
        if !(1..=MAX_REVIEW_NODES).contains(&nodes) {
            return Err(DeskError::Refused(says::review_nodes(MAX_REVIEW_NODES)));
        }
        (means.open_proofs)(&mut *session);
        let stops = StopSource::default();
        let request = ReviewRequest {
            limit: Limit::Nodes(nodes),
            kind: session.auto(),
            hash_kib: REVIEW_HASH.min(means.caps.hash) << 10,
            stop_token: stops.token(),
            version: means.version,
        };
        let work = move |tell: Tell<'_>| {
            let of = game.line.moves.len();
            let mut on_progress = |done, of| {
                if !tell(text_of(&ReviewEvent { done, of, review: None })) {
                    request.stop_token.stop();
                }
            };
            match run(&mut *session, &game, &request, &mut on_progress) {
                Ok(review) => text_of(&ReviewEvent { done: of, of, review }),
                Err(error) => failure(&error.into()),
            }
        };
        Ok(LiveSearch { stop: LiveStop::new(move || stops.stop()), threads: 1, work: Box::new(work) })
    }
}

fn text_of(value: &impl Serialize) -> String {
    json_of(value).unwrap_or_else(|error| failure(&error.said()))
}

/// An error as the last message.
pub fn failure(said: &Sentence) -> String {
    serde_json::json!({ "error": said.to_string(), "said": said }).to_string()
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
    text_of(&AnalysisEvent { answer, lines, points, threat })
}
