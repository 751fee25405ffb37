//! Requests to the analysis engine: every line gets its answers, whatever it is, each a JSON object of the schema's version
//! with the id that was given, and the engine ends with its input.

use super::{GameChoice, Written};
use quintet::analysis::{ANALYSIS_SCHEMA, Request, read};
use quintet::analysis_engine::{AnalysisConfig, serve};
use serde_json::Value;
use std::io::Cursor;
use std::time::Duration;

/// At most so many lines are sent.
const LINES: usize = 12;

/// Lines of JSON, such as a program sends.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    let lines: Vec<&[u8]> = rest.split(|&byte| byte == b'\n').filter(|line| is_light(line)).take(LINES).collect();
    let mut input = lines.join(&b'\n');
    input.extend(b"\n{\"id\":\"last\",\"nodes\":1}\n");
    let written = Written::default();
    let game = choice.game.name.to_string();
    let config = AnalysisConfig { game, workers: 1, hash: 1, quit_without_waiting: false };
    serve(&config, Cursor::new(input), written.clone()).expect("threads could be started");
    let output = written.text();
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let ended = answers.iter().any(|answer| answer["action"] == "terminate_all" || answer["action"] == "terminate");
    for answer in &answers {
        assert_eq!(answer["schema"], ANALYSIS_SCHEMA);
        assert!(!answer["error"].as_str().is_some_and(|error| error.contains("defect")), "{answer}");
    }
    for line in &lines {
        check(line, &answers, ended);
    }
    assert!(answers.iter().any(|answer| answer["id"] == "last" && answer["rootInfo"]["best"].is_string() || ended));
}

/// Whether a line that is understood takes little time.
fn is_light(line: &[u8]) -> bool {
    match std::str::from_utf8(line).map(|text| read(trimmed(text))) {
        Ok(Ok((Request::Query(query), _))) => {
            let limits = query.limits();
            let searches = query.turn_numbers().len();
            let bounded = limits.nodes.is_some_and(|nodes| nodes <= 200) || limits.movetime.is_some_and(is_short);
            searches <= 3 && query.moves.len() <= 200 && bounded
        }
        _ => true,
    }
}

/// A line as the engine reads it.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || "\0\u{feff}".contains(c))
}

fn is_short(time: Duration) -> bool {
    time <= Duration::from_millis(5)
}

/// A line has its answers.
fn check(line: &[u8], answers: &[Value], ended: bool) {
    let Ok(text) = std::str::from_utf8(line) else { return };
    let text = trimmed(text);
    if text.is_empty() {
        return;
    }
    let of = |id: &str| answers.iter().filter(|answer| answer["id"] == id).collect::<Vec<_>>();
    match read(text) {
        Err(error) => {
            let same =
                |answer: &&Value| answer["error"] == error.error && answer["field"].as_str() == error.field.as_deref();
            assert!(answers.iter().any(|answer| same(&answer)), "{text}: {answers:?}");
        }
        Ok((Request::Action(action), _)) => {
            assert!(of(&action.id).iter().any(|answer| answer.get("action").is_some()), "{text}");
        }
        Ok((Request::Query(query), _)) => {
            let own = of(&query.id);
            let refused = own.iter().any(|answer| answer.get("error").is_some());
            let has = |turn: usize| own.iter().any(|a| a["turnNumber"] == turn && a["isDuringSearch"] == false);
            assert!(refused || ended || query.turn_numbers().into_iter().all(has), "{text}: {own:?}");
        }
    }
}
