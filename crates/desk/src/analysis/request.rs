//! Requests: positions to search, and actions.

use super::broken::id_in;
use super::refusal::{ErrorAnswer, WarningAnswer};
use crate::options::SearchChoice;
use crate::registry::GameLine;
use crate::search::Limits;
use crate::text::{counted, of_serde, sentence, shorten};
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;

/// A line from the client.
#[derive(Clone, PartialEq, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Request {
    /// Positions to search.
    Query(Box<Query>),
    /// An action.
    Action(ActionRequest),
}

/// Positions of one game to search. They share what the search learns, in their order; nothing else does, so that equal
/// queries whose only limits are `nodes` and `depth` have equal answers.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Query {
    /// A name, repeated in the answers.
    pub id: String,
    /// The name of the game; by default the one of the command line.
    #[serde(default)]
    pub game: Option<String>,
    /// Options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// The position text to start from; by default the start position.
    #[serde(default)]
    pub position: Option<String>,
    /// The moves played from there: whole turns or single decisions.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The positions to search, each after this many of `moves`; by default the one after all of them.
    #[serde(default)]
    pub analyze_turns: Option<Vec<usize>>,
    /// At most this many nodes (alpha-beta) or iterations (MCTS) for each position; 0: no search. Without any limit,
    /// 100,000.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// At most this many milliseconds for each position.
    #[serde(default)]
    #[schemars(range(min = 1, max = 86_400_000_u64))]
    pub time_ms: Option<u64>,
    /// At most this many turns deep.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub depth: Option<u32>,
    /// How many of the best turns to find; by default 1.
    #[serde(default)]
    #[schemars(range(min = 1, max = 512))]
    pub multipv: Option<usize>,
    /// The search: `auto` (the default), `alphabeta`, `mcts` or `mcts-eval`.
    #[serde(default)]
    pub search: Option<String>,
    /// Only these turns may be chosen; the first decision of each counts.
    #[serde(default)]
    pub allow_turns: Vec<String>,
    /// These turns must not be chosen; the first decision of each counts.
    #[serde(default)]
    pub avoid_turns: Vec<String>,
    /// The greater, the sooner it is searched; by default 0.
    #[serde(default)]
    pub priority: i64,
    /// The random seed; by default 1.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Also answer while the search runs, every time this many seconds have passed.
    #[serde(default)]
    #[schemars(range(min = 0.01, max = 86_400.0))]
    pub report_during_search_every: Option<f64>,
    /// Whether answers have the turns expected after each of the best; by default true.
    #[serde(rename = "includePV", default = "yes")]
    pub include_pv: bool,
    /// Whether answers have the chances of a win, a draw and a loss; by default true.
    #[serde(rename = "includeWDL", default = "yes")]
    pub include_wdl: bool,
    /// Whether answers have the state of the position, as the protocol's `state` gives it.
    #[serde(default)]
    pub include_state: bool,
    /// Whether answers have a picture of the position, as SVG.
    #[serde(rename = "includeSVG", default)]
    pub include_svg: bool,
    /// Whether answers have a score for every first decision. The search then divides its nodes among all of them.
    #[serde(default)]
    pub include_decisions: bool,
    /// Whether answers say what the next side would play if it were its turn, by a second search within the same limits.
    #[serde(default)]
    pub include_threats: bool,
}

fn yes() -> bool {
    true
}

/// The value of an option of a game.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "an option is true, false, a number or a text")]
pub enum OptionValue {
    /// On or off.
    Check(bool),
    /// A number.
    Number(i64),
    /// A word.
    Text(String),
}

impl OptionValue {
    /// As the protocol writes it.
    pub fn text(&self) -> String {
        match self {
            Self::Check(is_on) => is_on.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

/// An action other than a search.
#[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionRequest {
    /// A name, repeated in the answer.
    pub id: String,
    /// What to do.
    pub action: Action,
    /// For `terminate`: the `id` of the queries to end.
    #[serde(default)]
    pub terminate_id: Option<String>,
    /// For `terminate` and `terminate_all`: only these positions of `analyzeTurns`; by default all.
    #[serde(default)]
    pub turn_numbers: Option<Vec<usize>>,
}

/// The kinds of actions, named as in KataGo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, serde::Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Answers the version of the program.
    QueryVersion,
    /// Frees memory. Later searches are not affected, since every query starts with empty memory.
    ClearCache,
    /// Ends the queries of an id: running ones answer with what they have found, the others have no results.
    Terminate,
    /// Ends all queries.
    TerminateAll,
}

/// Without any limit.
const DEFAULT_NODES: u64 = 100_000;

impl Query {
    /// The limits of the search of each position.
    pub fn limits(&self) -> Limits {
        let unlimited = self.nodes.is_none() && self.time_ms.is_none() && self.depth.is_none();
        Limits {
            nodes: self.nodes.or(unlimited.then_some(DEFAULT_NODES)),
            movetime: self.time_ms.map(Duration::from_millis),
            depth: self.depth,
            report_every: self.report_during_search_every.map(Duration::from_secs_f64),
            ..Limits::default()
        }
    }

    /// A query of this name for the start of the game, without limits.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            game: None,
            options: BTreeMap::new(),
            position: None,
            moves: Vec::new(),
            analyze_turns: None,
            nodes: None,
            time_ms: None,
            depth: None,
            multipv: None,
            search: None,
            allow_turns: Vec::new(),
            avoid_turns: Vec::new(),
            priority: 0,
            seed: None,
            report_during_search_every: None,
            include_pv: true,
            include_wdl: true,
            include_state: false,
            include_svg: false,
            include_decisions: false,
            include_threats: false,
        }
    }

    /// The line of play; `game` is the one of queries that name none.
    pub fn line(&self, game: &str) -> GameLine {
        GameLine {
            game: self.game.as_deref().unwrap_or(game).to_string(),
            options: self.options.iter().map(|(name, value)| (name.clone(), value.text())).collect(),
            start: self.position.clone(),
            moves: self.moves.clone(),
        }
    }

    /// Which search; an unknown name has been refused.
    pub fn search_choice(&self) -> SearchChoice {
        self.search.as_deref().and_then(SearchChoice::named).unwrap_or(SearchChoice::Auto)
    }

    /// The positions to search, each after this many of the moves.
    pub fn turn_numbers(&self) -> Vec<usize> {
        self.analyze_turns.clone().unwrap_or_else(|| vec![self.moves.len()])
    }

    /// The field that has a value that makes no sense, and a sentence about it.
    fn check(&self) -> Result<(), (&'static str, String)> {
        let moves = self.moves.len();
        if self.time_ms.is_some_and(|millis| !(1..=86_400_000).contains(&millis)) {
            return Err(("timeMs", "`timeMs` is from 1 to 86400000 milliseconds".to_string()));
        }
        if self.depth == Some(0) {
            return Err(("depth", "`depth` is at least 1".to_string()));
        }
        if self.multipv.is_some_and(|lines| !(1..=512).contains(&lines)) {
            return Err(("multipv", "`multipv` is from 1 to 512".to_string()));
        }
        if self.report_during_search_every.is_some_and(|seconds| !(0.01..=86_400.0).contains(&seconds)) {
            let sentence = "`reportDuringSearchEvery` is from 0.01 to 86400 seconds".to_string();
            return Err(("reportDuringSearchEvery", sentence));
        }
        if let Some(name) = self.search.as_deref().filter(|name| SearchChoice::named(name).is_none()) {
            let words = crate::options::SEARCHES.join(", ");
            return Err(("search", format!("`search` is one of {words}, not `{}`", shorten(name))));
        }
        match &self.analyze_turns {
            Some(turns) if turns.is_empty() => Err(("analyzeTurns", "`analyzeTurns` is empty".to_string())),
            Some(turns) => match turns.iter().find(|&&turn| turn > moves) {
                Some(turn) => {
                    Err(("analyzeTurns", format!("there is no position {turn} after {}", counted(moves, "move"))))
                }
                None => Ok(()),
            },
            None => Ok(()),
        }
    }
}

/// Reads a line. Unknown fields give warnings.
///
/// # Errors
/// What is wrong with it, with the field and the id as far as they are known.
pub fn read(line: &str) -> Result<(Request, Vec<WarningAnswer>), ErrorAnswer> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let what = format!("this is not JSON: {}", of_serde(&error.to_string()));
        ErrorAnswer::new(id_in(line.as_bytes()), None, what)
    })?;
    let value = with_integers(value);
    let id = value.get("id").and_then(Value::as_str).map(str::to_string);
    if !value.is_object() {
        return Err(ErrorAnswer::new(None, None, "a request is a JSON object".to_string()));
    }
    if value.get("action").is_some() {
        let (request, warnings) = typed::<ActionRequest>(value, id.as_deref())?;
        let is_terminate = request.action == Action::Terminate;
        if is_terminate && request.terminate_id.is_none() {
            let sentence = "`terminate` needs `terminateId`, the id of the query to end".to_string();
            return Err(ErrorAnswer::new(id, Some("terminateId".to_string()), sentence));
        }
        return Ok((Request::Action(request), warnings));
    }
    let (query, warnings) = typed::<Query>(value, id.as_deref())?;
    match query.check() {
        Ok(()) => Ok((Request::Query(Box::new(query)), warnings)),
        Err((field, sentence)) => Err(ErrorAnswer::new(id, Some(field.to_string()), sentence)),
    }
}

/// A request of this type, and warnings of the fields that it does not have.
fn typed<T: DeserializeOwned>(value: Value, id: Option<&str>) -> Result<(T, Vec<WarningAnswer>), ErrorAnswer> {
    let mut unknown = Vec::new();
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(value, &mut track);
    let read: Result<T, _> = serde_ignored::deserialize(tracked, |path| unknown.push(path.to_string()));
    match read {
        Ok(request) => {
            let warn = |field: String| WarningAnswer::new(id, field);
            Ok((request, unknown.into_iter().map(warn).collect()))
        }
        Err(error) => {
            let path = track.path();
            let field = match path.iter().next() {
                Some(_) => Some(path.to_string()),
                // Of a field that is not there serde tells the name in the sentence alone.
                None => error.to_string().split('`').nth(1).map(str::to_string),
            };
            Err(ErrorAnswer::new(id.map(str::to_string), field, sentence(&of_serde(&error.to_string()), 60, 300)))
        }
    }
}

/// A request with numbers such as `10.0` turned into integers, as JSON has one kind of number and some programs write
/// all of them so. Numbers with a fraction stay as they are.
fn with_integers(mut value: Value) -> Value {
    /// Up to here every integer is exact as a floating point number (2⁵³).
    const EXACT: f64 = 9_007_199_254_740_992.0;
    fn walk(value: &mut Value) {
        match value {
            Value::Number(number) => {
                let whole =
                    number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT);
                if let Some(whole) = whole {
                    *value = Value::from(whole as i64);
                }
            }
            Value::Array(values) => values.iter_mut().for_each(walk),
            Value::Object(fields) => fields.iter_mut().for_each(|(_, value)| walk(value)),
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    walk(&mut value);
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(line: &str) -> (Option<String>, Option<String>, String) {
        let error = read(line).err().unwrap();
        (error.id, error.field, error.error)
    }

    #[test]
    fn what_is_wrong_is_reported_with_its_id_and_its_field() {
        for (line, field) in [
            (r#"{"id":"a","nodes":"many"}"#, "nodes"),
            (r#"{"id":"a","nodes":-1}"#, "nodes"),
            (r#"{"id":"a","moves":["e5",7]}"#, "moves[1]"),
            (r#"{"id":"a","moves":"e5"}"#, "moves"),
            (r#"{"id":"a","depth":-1}"#, "depth"),
            (r#"{"id":"a","priority":0.5}"#, "priority"),
            (r#"{"id":"a","multipv":"x"}"#, "multipv"),
            (r#"{"id":"a","reportDuringSearchEvery":"x"}"#, "reportDuringSearchEvery"),
            (r#"{"id":"a","analyzeTurns":[1]}"#, "analyzeTurns"),
            (r#"{"id":"a","analyzeTurns":[]}"#, "analyzeTurns"),
            (r#"{"id":"a","search":"deep"}"#, "search"),
            (r#"{"id":"a","multipv":513}"#, "multipv"),
            (r#"{"id":"a","timeMs":0}"#, "timeMs"),
            (r#"{"id":"a","depth":0}"#, "depth"),
            (r#"{"id":"a","reportDuringSearchEvery":0}"#, "reportDuringSearchEvery"),
            (r#"{"id":"a","options":{"Swap":[]}}"#, "options.Swap"),
            (r#"{"id":"a","action":"dance"}"#, "action"),
            (r#"{"id":"a","action":"terminate"}"#, "terminateId"),
        ] {
            let (id, named, sentence) = refusal(line);
            assert_eq!((id.as_deref(), named.as_deref()), (Some("a"), Some(field)), "{line}: {sentence}");
            let words = ["u64", "u32", "usize", "i64", "f64", "struct"];
            assert!(!words.iter().any(|word| sentence.contains(word)), "{sentence}");
        }
        assert_eq!(refusal(r#"{"nodes":1}"#).1.as_deref(), Some("id"));
        assert_eq!(refusal(r#"{"id":5}"#).1.as_deref(), Some("id"));
        for line in ["", "[]", "7", "{", "\u{0}", r#"{"nodes":NaN,"id":"a"}"#] {
            assert_eq!(refusal(line).0, None, "{line}");
        }
    }

    #[test]
    fn a_number_without_a_fraction_is_an_integer() {
        let query = |line: &str| match read(line).map(|(request, _)| request) {
            Ok(Request::Query(query)) => *query,
            other => panic!("{line}: {other:?}"),
        };
        for (written, whole) in [
            (r#""nodes":10.0,"depth":3.0,"priority":-2.0"#, r#""nodes":10,"depth":3,"priority":-2"#),
            (r#""moves":["e5"],"analyzeTurns":[0.0,1e0]"#, r#""moves":["e5"],"analyzeTurns":[0,1]"#),
            (r#""options":{"Points":3.0},"multipv":2.000"#, r#""options":{"Points":3},"multipv":2"#),
            (r#""reportDuringSearchEvery":1.0,"nodes":1E3"#, r#""reportDuringSearchEvery":1,"nodes":1000"#),
        ] {
            assert_eq!(query(&format!("{{\"id\":\"a\",{written}}}")), query(&format!("{{\"id\":\"a\",{whole}}}")));
        }
        for line in [r#"{"id":"a","nodes":10.5}"#, r#"{"id":"a","nodes":1e300}"#, r#"{"id":"a","timeMs":-0.5}"#] {
            let (_, _, sentence) = refusal(line);
            assert!(sentence.contains("expected a whole number"), "{sentence}");
        }
    }

    #[test]
    fn what_nobody_knows_is_warned_of() {
        let (_, warnings) = read(r#"{"id":"a","maxVisits":7,"rules":{"x":1}}"#).unwrap();
        let fields: Vec<&str> = warnings.iter().map(|warning| warning.field.as_str()).collect();
        assert_eq!(fields, ["maxVisits", "rules"]);
    }

    #[test]
    fn without_limits_there_is_one() {
        let limits = |line: &str| match read(line).unwrap().0 {
            Request::Query(query) => query.limits(),
            Request::Action(_) => unreachable!(),
        };
        assert_eq!(limits(r#"{"id":"a"}"#).nodes, Some(DEFAULT_NODES));
        assert_eq!(limits(r#"{"id":"a","timeMs":5}"#).nodes, None);
        assert_eq!(limits(r#"{"id":"a","depth":5}"#).nodes, None);
    }
}
