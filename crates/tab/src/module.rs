//! Answers requests, one after the other.

use crate::proof;
use crate::request::{Action, Bench, Perft, Play};
use quintet_core::game::{OptionKind, TextError};
use quintet_core::registry::{self, GAMES, GameEntry, GameLine, OpenGame};
use quintet_core::search::StopSource;
use quintet_core::search::perft::{MAX_DEPTH, Unit};
use quintet_core::session::Session;
use serde_json::{Map, Value, json};

/// What a module keeps between requests.
pub struct Module {
    stops: StopSource,
    open: OpenGame,
}

/// What an answer has beside the id, or a sentence that says why there is none.
pub(crate) type Answer = Result<Value, String>;

impl Module {
    /// A module whose searches `stops` ends.
    pub fn new(stops: StopSource) -> Self {
        Self { stops, open: OpenGame::default() }
    }

    /// Answers a request by one JSON object or, during a search, more; all of these but the last have `isDuringSearch`.
    pub fn answer(&mut self, request: &[u8], post: &mut dyn FnMut(&str)) {
        let (id, answer) = match serde_json::from_slice::<Value>(request) {
            Ok(request) => {
                let id = request.get("id").cloned().unwrap_or_default();
                let action = serde_json::from_value(request).map_err(|error| error.to_string());
                (id, action.and_then(|action| self.perform(action)))
            }
            Err(error) => (Value::Null, Err(format!("a request is a JSON object: {error}"))),
        };
        let answer = answer.unwrap_or_else(|sentence| json!({ "error": sentence }));
        let mut whole = Map::from_iter([("id".to_string(), id)]);
        if let Value::Object(fields) = answer {
            whole.extend(fields);
        }
        post(&Value::Object(whole).to_string());
    }

    fn perform(&mut self, action: Action) -> Answer {
        match action {
            Action::QueryVersion => Ok(json!({ "version": env!("CARGO_PKG_VERSION") })),
            Action::Games => Ok(json!({ "games": GAMES.iter().map(game).collect::<Vec<_>>() })),
            Action::State(line) => self.at(&line).map(|session| json!({ "state": session.state() })),
            Action::Legal(line) => {
                self.at(&line).map(|session| json!({ "decisions": session.legal(), "turns": session.legal_turns() }))
            }
            Action::Play(Play { line, turn }) => {
                let session = self.at(&line)?;
                let turn = session.play(&turn).map_err(sentence)?;
                Ok(json!({ "turn": turn, "moves": session.turns(), "state": session.state() }))
            }
            Action::Picture(line) => self.at(&line).map(|session| json!({ "svg": session.svg(&[]) })),
            Action::Perft(perft) => self.perft(&perft),
            Action::Bench(Bench { game }) => {
                let session = registry::open(&game).map_err(sentence)?;
                let (nodes, time) = session.bench(self.stops.token())(&mut |_| {}).ok_or(STOPPED)?;
                Ok(json!({ "nodes": nodes, "timeMs": time.as_millis() as u64 }))
            }
            Action::Solve(solve) => {
                let stop_token = self.stops.token();
                proof::solve(self.at(&solve.line)?, &solve, stop_token)
            }
            Action::Verify(verify) => proof::verify(&verify),
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
        let stop_token = self.stops.token();
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
