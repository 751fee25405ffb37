//! A worker: takes one query after the other and answers it.

use super::answer::{PositionAnswer, Response};
use super::presentation::{Presentation, empty};
use super::queue::{QueryControl, QueryQueue, QueuedQuery};
use super::refusal::ErrorAnswer;
use super::request::Query;
use crate::game::TextError;
use crate::options::SearchChoice;
use crate::protocol::Output;
use crate::registry;
use crate::search::{Bound, Kind, Limits, Settings, StopToken};
use crate::session::{BestLines, SearchRequest, Session, Standing, Start};
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
        let svg = query.include_svg.then(|| session.svg(&[]));
        let without_results =
            || PositionAnswer { no_results: true, state: state.clone(), svg: svg.clone(), ..empty(query, turn) };
        if session.standing() != Standing::Open {
            let result = session.state().result;
            return Ok(PositionAnswer { result, ..without_results() });
        }
        if query.nodes == Some(0) {
            return Ok(without_results());
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
        let show = Presentation { query, kind: settings.kind, seat };
        let interim = query.report_during_search_every.is_some();
        let mut reported = Instant::now();
        // The search reports as often by its own clock; what lies between the two shall not cost every second answer.
        let every = control.limits.report_every.unwrap_or_default().mul_f64(0.9);
        let (mut last, mut bound) = (None, None);
        let found = job(&mut |report| {
            best.note(report);
            last = Some(report.clone());
            // A bound is news until the iteration has found more.
            if report.info.bound != Bound::Exact {
                bound = Some(report.clone());
            } else if report.info.is_line() {
                bound = None;
            }
            if interim && reported.elapsed() >= every && !best.lines().is_empty() {
                reported = Instant::now();
                let answer =
                    PositionAnswer { state: state.clone(), ..show.interim(turn, best.lines(), bound.as_ref(), report) };
                if let Ok(line) = serde_json::to_string(&answer) {
                    self.output.write_info(&line);
                }
            }
        });
        let Some(last) = last else {
            return Err(("", "the engine has a defect and found nothing".to_string()));
        };
        let mut answer = show.finished(turn, best.lines(), &last, &found, control.elapsed());
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
        Ok(PositionAnswer { terminated, state, svg, ..answer })
    }
}
