//! Answers requests, one after the other: those of the analysis engine, and a few about single positions.

use crate::missing;
use crate::proof;
use crate::request::{self, Action, Bench, Perft, Play, Take};
use parking_lot::Mutex;
use quintet_core::board::bits::instruction_set;
use quintet_core::data::provide;
use quintet_core::game::{OptionKind, TextError};
use quintet_core::registry::{self, GAMES, GameEntry, GameLine, OpenGame};
use quintet_core::search::StopSource;
use quintet_core::search::perft::{MAX_DEPTH, Unit};
use quintet_core::session::Session;
use quintet_desk::analysis::{self, ActionAnswer, QueryAnswerer, QueryControl, Response};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// The memory of a search without a node limit, in KiB, and the most.
const HASH: usize = 32 << 10;

/// Ends what a module is busy with.
#[derive(Clone, Default)]
pub struct Halt {
    /// For counts and measurements.
    stops: StopSource,
    /// For the query that is being searched.
    query: Arc<Mutex<Option<Arc<QueryControl>>>>,
}

impl Halt {
    /// A search answers with what it has found, a count or measurement with an error.
    pub fn stop(&self) {
        self.stops.stop();
        if let Some(query) = &*self.query.lock() {
            query.terminate(None);
        }
    }
}

/// What a module keeps between requests.
pub struct Module {
    halt: Halt,
    open: OpenGame,
}

/// What an answer has beside the id, or a sentence that says why there is none.
pub(crate) type Answer = Result<Value, String>;

impl Module {
    /// A module that `halt` stops.
    pub fn new(halt: Halt) -> Self {
        Self { halt, open: OpenGame::default() }
    }

    /// Answers a request by one JSON object. A search may give more, and warnings come before: the last answer has neither
    /// `isDuringSearch` nor `warning`. One that only has `needs` asks for texts: the request is to be made again once
    /// they have been given.
    pub fn answer(&mut self, request: &str, post: &mut dyn FnMut(&str)) {
        match request::read(request) {
            None => self.analyse(request, post),
            Some((id, action)) => {
                let answer = action.and_then(|action| self.perform(action));
                let mut answer = answer.unwrap_or_else(|sentence| json!({ "error": sentence }));
                answer["id"] = id;
                post(&answer.to_string());
            }
        }
    }

    /// Answers a request of the analysis engine.
    fn analyse(&mut self, request: &str, post: &mut dyn FnMut(&str)) {
        let mut send = |response: Response| {
            if let Ok(line) = serde_json::to_string(&response) {
                post(&line);
            }
        };
        let (request, warnings) = match analysis::read(request) {
            Ok(read) => read,
            Err(refusal) => return send(Response::Error(refusal)),
        };
        warnings.into_iter().for_each(|warning| send(Response::Warning(warning)));
        match request {
            analysis::Request::Query(query) => {
                let game = query.game.as_deref().unwrap_or(GAMES[0].name);
                let needs = missing(Some(game), GameEntry::data);
                if !needs.is_empty() {
                    return post(&json!({ "needs": needs, "id": query.id }).to_string());
                }
                let control = Arc::new(QueryControl::new(query.id.clone()));
                *self.halt.query.lock() = Some(control.clone());
                let answerer = QueryAnswerer { game: GAMES[0].name.to_string(), hash_kib: HASH };
                answerer.answer(&mut self.open, &query, &control, &mut send);
                *self.halt.query.lock() = None;
            }
            analysis::Request::Action(action) => {
                // Nothing is being searched now, so that there is nothing to end.
                if action.action == analysis::Action::ClearCache {
                    self.open.close();
                }
                let (schema, version) = (analysis::ANALYSIS_SCHEMA, env!("CARGO_PKG_VERSION"));
                let version = (action.action == analysis::Action::QueryVersion).then_some(version);
                let (id, terminate_id) = (action.id, action.terminate_id);
                send(Response::Action(ActionAnswer { schema, id, action: action.action, version, terminate_id }));
            }
        }
    }

    fn perform(&mut self, action: Action) -> Answer {
        let searched = match &action {
            Action::Bench(Bench { game }) => Some(game),
            Action::Solve(solve) => Some(&solve.line.game),
            _ => None,
        };
        let needs = missing(searched.map(String::as_str), GameEntry::data);
        if !needs.is_empty() {
            return Ok(json!({ "needs": needs }));
        }
        match action {
            Action::Games => Ok(json!({ "games": GAMES.iter().map(game).collect::<Vec<_>>() })),
            Action::State(line) => self.at(&line).map(|session| json!({ "state": session.state() })),
            Action::Legal(line) => {
                self.at(&line).map(|session| json!({ "decisions": session.legal(), "turns": session.legal_turns() }))
            }
            Action::Play(Play { line, turn }) => {
                let session = self.at(&line)?;
                let turn = session.play(&turn).map_err(sentence)?;
                Ok(json!({ "turn": turn, "state": session.state() }))
            }
            Action::Picture(line) => self.at(&line).map(|session| json!({ "svg": session.svg(&[]) })),
            Action::Perft(perft) => self.perft(&perft),
            Action::Bench(Bench { game }) => {
                let session = registry::open(&game).map_err(sentence)?;
                let (nodes, time) = session.bench(self.halt.stops.token())(&mut |_| {}).ok_or(STOPPED)?;
                let code = instruction_set().description();
                Ok(json!({ "nodes": nodes, "timeMs": time.as_millis() as u64, "code": code }))
            }
            Action::Solve(solve) => {
                let stop_token = self.halt.stops.token();
                proof::solve(self.at(&solve.line)?, &solve, stop_token)
            }
            Action::Verify(verify) => proof::verify(&verify),
            Action::Take(Take { name, text }) => {
                provide(&name, text);
                Ok(json!({}))
            }
        }
    }

    /// The open session, at the end of a line.
    fn at(&mut self, line: &GameLine) -> Result<&mut dyn Session, String> {
        let session = self.open.session(line).map_err(sentence)?;
        line.set_up(session, line.moves.len()).map_err(sentence)?;
        Ok(session)
    }

    fn perft(&mut self, &Perft { ref line, depth }: &Perft) -> Answer {
        if !(1..=MAX_DEPTH).contains(&depth) {
            return Err(format!("the depth of a perft is 1 to {MAX_DEPTH}"));
        }
        let stop_token = self.halt.stops.token();
        let counts = self.at(line)?.perft(depth, Unit::Decisions, 1, stop_token)().ok_or(STOPPED)?;
        let nodes: u64 = counts.iter().map(|(_, count)| count).sum();
        let divided = Map::from_iter(counts.into_iter().map(|(text, count)| (text, count.into())));
        Ok(json!({ "nodes": nodes, "divided": divided }))
    }
}

/// What was counted or measured is not whole.
const STOPPED: &str = "stopped";

fn sentence(error: TextError) -> String {
    error.to_string()
}

fn game(entry: &GameEntry) -> Value {
    let options = (entry.open)().options().into_iter().map(|option| {
        let (value, choices) = match option.kind {
            OptionKind::Check(is_on) => (is_on.to_string(), vec!["true", "false"]),
            OptionKind::Choice(value, choices) => (value.to_string(), choices.to_vec()),
        };
        json!({ "name": option.name, "value": value, "choices": choices })
    });
    json!({ "name": entry.name, "title": entry.title, "options": options.collect::<Vec<_>>() })
}
