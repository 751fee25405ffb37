//! A worker: takes one query after the other and answers it.

use super::answer::{DecisionInfo, MoveInfo, PositionAnswer, Response, RootInfo, ScoreInfo};
use super::queue::{QueryControl, QueryQueue, QueuedQuery};
use super::refusal::{ANALYSIS_SCHEMA, ErrorAnswer};
use super::request::Query;
use crate::game::TextError;
use crate::options::SearchChoice;
use crate::protocol::Output;
use crate::registry;
use crate::search::{Kind, Limits, Settings, StopToken};
use crate::session::{BestLines, Report, SearchRequest, SearchResult, Session, Standing, Start};
use crate::text::sentence;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What all workers share.
pub struct SharedWork {
    pub queue: QueryQueue,
    pub output: Output,
    /// The game of queries that name none.
    pub game: String,
    /// The memory of a search without a limit of nodes, and the greatest there is, in KiB.
    pub hash_kib: usize,
    /// The game that each worker keeps open, while it is idle, for the next query.
    pub open_games: Vec<Mutex<Option<OpenGame>>>,
}

/// A game that is open, with its options.
pub struct OpenGame {
    session: Box<dyn Session>,
    options: BTreeMap<String, String>,
}

/// Why a query cannot be followed: the field that is wrong, and a sentence.
type Refusal = (&'static str, String);

impl SharedWork {
    /// Writes an answer.
    pub fn write(&self, answer: &Response) {
        if let Ok(line) = serde_json::to_string(answer) {
            self.output.write_line(&line);
        }
    }

    /// Answers for each position of a query that it was not searched.
    pub fn write_no_results(&self, query: &Query) {
        for turn in query.turn_numbers() {
            let answer = PositionAnswer { no_results: true, terminated: true, ..empty(query, turn) };
            self.write(&Response::Position(Box::new(answer)));
        }
    }

    /// Gives back the memory of the workers that are idle.
    pub fn clear(&self) {
        for open_game in &self.open_games {
            if let Ok(mut open_game) = open_game.try_lock() {
                *open_game = None;
            }
        }
    }

    /// Works, as the worker of this number, until no more queries come.
    pub fn work(&self, number: usize) {
        while let Some(job) = self.queue.take() {
            let mut open_game = self.open_games[number].lock().unwrap_or_else(PoisonError::into_inner);
            let answered = catch_unwind(AssertUnwindSafe(|| self.answer(&mut open_game, &job)));
            let refusal = match answered {
                Ok(answered) => answered.err(),
                Err(_) => {
                    *open_game = None;
                    Some(("", "the engine has a defect and gave up on this query".to_string()))
                }
            };
            if let Some((field, what)) = refusal {
                let field = Some(field.to_string()).filter(|field| !field.is_empty());
                let error = ErrorAnswer::new(Some(job.query.id.clone()), field, sentence(&what, 60, 400));
                self.write(&Response::Error(error));
            }
            self.queue.done(&job.control);
        }
    }

    fn answer(&self, open_game: &mut Option<OpenGame>, job: &QueuedQuery) -> Result<(), Refusal> {
        let QueuedQuery { query, control: query_control, .. } = job;
        let session = self.open(open_game, query)?;
        let start = query.position.clone().map_or(Start::Initial, Start::Text);
        let set_up = |session: &mut dyn Session, moves: &[String]| {
            session.set_position(&start, moves).map_err(|error| match error {
                TextError::Position(_) => ("position", error.to_string()),
                _ => ("moves", error.to_string()),
            })
        };
        let turns = query.turn_numbers();
        // What cannot be followed to its end is refused as a whole.
        set_up(session, &query.moves)?;
        let settings = self.settings(query, session, turns.len());
        session.forget(&settings);
        for &turn in &turns {
            if turns.len() > 1 || turn < query.moves.len() {
                set_up(session, &query.moves[..turn])?;
            }
            let answer = self.search(session, query, turn, &settings, query_control)?;
            self.write(&Response::Position(Box::new(answer)));
        }
        Ok(())
    }

    /// The game of a query.
    fn open<'a>(&self, open_game: &'a mut Option<OpenGame>, query: &Query) -> Result<&'a mut dyn Session, Refusal> {
        let name = query.game.as_deref().unwrap_or(&self.game);
        let options: BTreeMap<String, String> =
            query.options.iter().map(|(name, value)| (name.clone(), value.text())).collect();
        let fits =
            |open_game: &OpenGame| open_game.session.name().eq_ignore_ascii_case(name) && open_game.options == options;
        if !open_game.as_ref().is_some_and(fits) {
            // First give back the memory of the last.
            *open_game = None;
            let mut session = registry::open(name).ok_or_else(|| ("game", registry::unknown(name)))?;
            for (name, value) in &options {
                session.set_option(name, value).map_err(|error| ("options", error.to_string()))?;
            }
            *open_game = Some(OpenGame { session, options });
        }
        match open_game {
            Some(open_game) => Ok(&mut *open_game.session),
            None => unreachable!("it has just been set"),
        }
    }

    /// How to search for a query with so many positions: with a memory that is as large as its nodes may fill.
    fn settings(&self, query: &Query, session: &dyn Session, positions: usize) -> Settings {
        let kind = match query.search_choice() {
            SearchChoice::Auto => session.auto(),
            SearchChoice::Always(kind) => kind,
        };
        // In bytes: two entries of the transposition table for each node; the children of a node for each iteration, as
        // far as it has some.
        let each = match kind {
            Kind::AlphaBeta => 32,
            Kind::Mcts => 512,
            Kind::MctsEval => 4096,
        };
        let searches = if query.include_threats { 2 * positions } else { positions };
        let hash_kib = query.limits().nodes.map_or(self.hash_kib, |nodes| {
            let bytes = nodes.saturating_mul(each).saturating_mul(searches as u64);
            let kib = (bytes >> 10).clamp(4, self.hash_kib as u64);
            (kib as usize).next_power_of_two().min(self.hash_kib)
        });
        let lines = if query.include_decisions { usize::MAX } else { query.multipv.unwrap_or(1) };
        Settings { kind, hash_kib, multi_pv: lines, seed: query.seed.unwrap_or(1), ..Settings::default() }
    }

    /// Searches the position of a session, which is the one after `turn` of the query's moves.
    fn search(
        &self,
        session: &dyn Session,
        query: &Query,
        turn: usize,
        settings: &Settings,
        query_control: &QueryControl,
    ) -> Result<PositionAnswer, Refusal> {
        let state = query.include_state.then(|| Box::new(session.state()));
        let without_results = || PositionAnswer { no_results: true, state: state.clone(), ..empty(query, turn) };
        if session.standing() != Standing::Open {
            let result = session.state().result;
            return Ok(PositionAnswer { result, ..without_results() });
        }
        let Some(stop_token) = query_control.begin(turn) else {
            return Ok(PositionAnswer { terminated: true, ..without_results() });
        };
        let request = |limits: Limits, stop_token: StopToken, settings: &Settings| SearchRequest {
            limits,
            stop_token,
            search_moves: query.allow_turns.clone(),
            avoid_moves: query.avoid_turns.clone(),
            settings: settings.clone(),
            ..SearchRequest::default()
        };
        let (control, job) =
            session.search(request(query.limits(), stop_token.clone(), settings)).map_err(|error| {
                let field = if query.allow_turns.is_empty() { "avoidTurns" } else { "allowTurns" };
                (field, error.to_string())
            })?;
        let mut best = BestLines::default();
        let seat = session.seat() + 1;
        let show = Show { query, kind: settings.kind, seat };
        let interim = query.report_during_search_every.is_some();
        let mut reported = Instant::now();
        let every = control.limits.report_every.unwrap_or_default();
        let mut last = None;
        let found = job(&mut |report| {
            best.note(report);
            last = Some(report.clone());
            if interim && reported.elapsed() >= every && !best.lines().is_empty() {
                reported = Instant::now();
                let root_info = show.root(&best.lines()[0], report, None);
                let answer = show.answer(turn, root_info, best.lines());
                let answer = PositionAnswer { is_during_search: true, state: state.clone(), ..answer };
                if let Ok(line) = serde_json::to_string(&answer) {
                    self.output.write_info(&line);
                }
            }
        });
        let lines = best.lines();
        let (Some(first), Some(last)) = (lines.first(), last) else {
            return Err(("", "the engine has a defect and found nothing".to_string()));
        };
        let mut answer = show.answer(turn, show.root(first, &last, Some((&found, control.elapsed()))), lines);
        if let Some(line) = answer.move_infos.first_mut() {
            // What the end of the search has found may be of an iteration that was broken off.
            line.score = show.score(found.verdict, found.bound, found.wdl);
            line.turn.clone_from(&found.best);
            line.pv = query.include_pv.then(|| found.turns.clone());
        }
        if query.include_threats {
            let settings = Settings { multi_pv: 1, ..settings.clone() };
            let limits = Limits { report_every: None, ..query.limits() };
            let stop_token = if stop_token.stopped() { None } else { query_control.begin(turn) };
            let request = stop_token.map(|token| SearchRequest {
                search_moves: Vec::new(),
                avoid_moves: Vec::new(),
                null_move: true,
                ..request(limits, token, &settings)
            });
            answer.threats = Some(request.and_then(|request| show.threat(session, request)));
        }
        let terminated = query_control.is_terminated(turn);
        Ok(PositionAnswer { terminated, state, ..answer })
    }
}

/// An answer that says nothing yet.
fn empty(query: &Query, turn_number: usize) -> PositionAnswer {
    PositionAnswer {
        schema: ANALYSIS_SCHEMA,
        id: query.id.clone(),
        turn_number,
        is_during_search: false,
        terminated: false,
        no_results: false,
        result: None,
        root_info: None,
        move_infos: Vec::new(),
        decisions: None,
        threats: None,
        state: None,
    }
}

/// How the findings of a search are shown to whoever has asked.
struct Show<'a> {
    query: &'a Query,
    kind: Kind,
    seat: usize,
}

impl Show<'_> {
    fn score(&self, verdict: crate::search::Verdict, bound: crate::search::Bound, wdl: [u32; 3]) -> ScoreInfo {
        ScoreInfo::new(verdict, bound, self.query.include_wdl.then_some(wdl))
    }

    /// What is known of the position: from its best line, the last report, and at the end what was found and when.
    fn root(&self, best: &Report, last: &Report, found: Option<(&SearchResult, std::time::Duration)>) -> RootInfo {
        let (time, nodes) = found.map_or((last.info.time, last.info.nodes), |(found, time)| (time, found.nodes));
        let score = match found {
            Some((found, _)) => self.score(found.verdict, found.bound, found.wdl),
            None => self.score(best.info.verdict, best.info.bound, best.wdl),
        };
        RootInfo {
            seat: self.seat,
            best: found
                .map_or_else(|| best.turns.first().cloned().unwrap_or_default(), |(found, _)| found.best.clone()),
            score,
            search: self.kind.name(),
            nodes,
            depth: best.info.depth,
            seldepth: last.info.seldepth,
            hashfull: last.info.hashfull,
            time_ms: time.as_millis() as u64,
        }
    }

    fn move_info(&self, order: usize, report: &Report) -> MoveInfo {
        MoveInfo {
            order,
            turn: report.turns.first().cloned().unwrap_or_default(),
            score: self.score(report.info.verdict, report.info.bound, report.wdl),
            depth: report.info.depth,
            visits: report.info.visits.map(|(visits, _)| visits),
            pv: self.query.include_pv.then(|| report.turns.clone()),
        }
    }

    fn answer(&self, turn: usize, root_info: RootInfo, lines: &[Report]) -> PositionAnswer {
        let decision = |report: &Report| DecisionInfo {
            text: report.decision.clone(),
            score: self.score(report.info.verdict, report.info.bound, report.wdl),
            visits: report.info.visits.map(|(visits, _)| visits),
        };
        let shown = lines.iter().take(self.query.multipv.unwrap_or(1)).enumerate();
        PositionAnswer {
            root_info: Some(root_info),
            move_infos: shown.map(|(order, report)| self.move_info(order, report)).collect(),
            decisions: self.query.include_decisions.then(|| lines.iter().map(decision).collect()),
            threats: self.query.include_threats.then_some(None),
            ..empty(self.query, turn)
        }
    }

    /// What the next side would play.
    fn threat(&self, session: &dyn Session, request: SearchRequest) -> Option<MoveInfo> {
        let (_, job) = session.search(request).ok()?;
        let mut best = BestLines::default();
        let found = job(&mut |report| best.note(report));
        let mut line = self.move_info(0, best.lines().first()?);
        line.score = self.score(found.verdict, found.bound, found.wdl);
        line.turn = found.best;
        line.pv = self.query.include_pv.then_some(found.turns);
        Some(line)
    }
}
