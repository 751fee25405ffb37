//! Engines that are wrong in one way fail the steps that are about that, and no other.

use super::command::{conformance, several_at_once, text, values, with_verdict};
use super::wrong_engine::{ARGUMENTS, VARIABLE};
use quintet::conformance::steps::STEPS;
use serde_json::Value;
use std::process::Output;

/// Every defect of `wrong_engine.rs`, and the steps that it must fail.
const DEFECTS: &[(&str, &[&str])] = &[
    ("none", &[]),
    ("no-name", &["start-up"]),
    ("bad-option", &["options-declared", "options-set"]),
    ("options-exact", &["option-case"]),
    ("dies-of-unknown", &["unknown-command", "sentences"]),
    ("dies-of-illegal", &["illegal-turn"]),
    // All steps that play to the end of a game.
    ("dies-of-length", &["long-game", "query-end", "go-at-end", "legal"]),
    // All steps with a turn asked for after five others.
    ("illegal-late", &["openings", "long-game", "play-on", "go-at-end"]),
    ("bare-bestmove", &["openings", "long-game", "play-on", "go-at-end"]),
    ("p1turn-always", &["p1turn", "fen", "fen-moves", "position-replaced", "long-game", "fen-keeps", "query-more"]),
    ("mute-about-results", &["query-end", "illegal-turn-loses"]),
    (
        "mute-about-mistakes",
        &[
            "option-refused",
            "odd-lines",
            "sentences",
            "illegal-turn-loses",
            "fen-keeps",
            "go-wrong",
            "go-at-end",
            "count-stopped",
        ],
    ),
    ("bad-info", &["info-lines"]),
    ("loose-info", &["info-fields", "multipv"]),
    (
        "ignores-stop",
        &[
            "go-infinite",
            "stop-idle",
            "stop-at-once",
            "stop-twice",
            "ready-in-search",
            "go-alone",
            "stop-then-go",
            "position-in-search",
            "query-in-search",
            "ponder-stop",
            "count-stopped",
        ],
    ),
    ("early-stop-lost", &["stop-at-once"]),
    (
        "answers-stop-twice",
        &[
            "go-infinite",
            "stop-idle",
            "stop-at-once",
            "stop-twice",
            "stop-race",
            "ready-in-search",
            "go-alone",
            "stop-then-go",
            "position-in-search",
            "query-in-search",
            "ponder-stop",
        ],
    ),
    ("answers-every-stop", &["stop-idle", "stop-twice", "stop-late", "stop-race", "count-stopped"]),
    (
        "infinite-ends",
        &[
            "go-infinite",
            "stop-idle",
            "stop-twice",
            "ready-in-search",
            "quit-in-search",
            "stop-then-go",
            "position-in-search",
            "query-in-search",
        ],
    ),
    ("ponder-ends", &["ponderhit", "ponder-stop"]),
    ("ready-after-search", &["ready-in-search", "position-in-search", "query-in-search"]),
    ("one-go-at-a-time", &["go-queue", "stop-then-go", "endless-yields", "end-finishes"]),
    ("needs-waiting", &["new-game", "repeatable", "endless-yields"]),
    ("never-quits", &["quit", "quit-in-search"]),
    ("endless", &["end-of-input", "end-stops", "end-finishes", "last-line"]),
    ("core-only", &["sentences", "ponderhit"]),
];

/// An examination of a wrong engine.
fn examination(defect: &str, words: &[&str]) -> Output {
    // What answers too early may do so late on a slow machine.
    let watch = if defect.ends_with("-ends") { "600" } else { "80" };
    let mut command = conformance(words);
    command
        .args(["--watch", watch, "--option", "Hash=1", "--timeout", "3", "--"])
        .arg(std::env::current_exe().unwrap())
        .args(ARGUMENTS);
    command.env(VARIABLE, defect).output().unwrap()
}

/// An engine fails these steps and no other.
fn check(defect: &str, steps: &[&str]) {
    let output = examination(defect, &["--json"]);
    let found = values(&output);
    let failed: Vec<&Value> = found.iter().filter(|value| value["verdict"] == "fail").collect();
    assert_eq!(with_verdict(&found, "fail"), steps, "{defect}: {failed:#?}");
    let core = failed.iter().any(|value| value["scope"] == "core");
    assert_eq!(output.status.code(), Some(i32::from(core)), "{defect}");
    for value in failed {
        let shown = |part: &str| value[part].as_str().is_some_and(|text| !text.is_empty());
        assert!(shown("expected") && shown("came"), "{value}");
    }
}

#[test]
fn every_defect_fails_the_steps_that_it_should() {
    several_at_once(DEFECTS, |(defect, steps)| check(defect, steps));
}

/// Two answers are wrong whenever something is searched, and nowhere else.
#[test]
fn two_answers_fail_every_step_with_a_search() {
    let without_search = [
        "start-up",
        "options-declared",
        "isready",
        "option-unknown",
        "p1turn",
        "query-start",
        "query-end",
        "quit",
        "quit-in-search",
        "option-case",
        "option-refused",
        "dialects",
        "odd-lines",
        "sentences",
        "decisions",
        "query-more",
        "d",
        "state",
        "legal",
        "perft",
        "count-stopped",
        "eval",
        "help",
        "end-of-input",
        "last-line",
    ];
    let names = STEPS.iter().map(|step| step.name).filter(|name| !without_search.contains(name));
    check("answers-twice", &names.collect::<Vec<_>>());
}

/// An engine that writes nothing, or without end, holds no step, and is not waited for in each.
#[test]
fn nothing_and_too_much_fail_everything() {
    let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
    several_at_once(&["silent", "flood"], |defect| check(defect, &names));
}

/// What is an extension only counts with `--strict`.
#[test]
fn the_exit_code_is_about_the_core_unless_strict() {
    for (words, code) in [(&["--step", "sentences,quit"][..], 0), (&["--step", "sentences,quit", "--strict"], 1)] {
        let output = examination("core-only", words);
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stdout));
    }
}

/// What an engine does not say it can is left out; what it says and cannot, fails.
#[test]
fn extensions_that_nobody_claims_are_left_out() {
    let found = values(&examination("core-only", &["--json", "--strict"]));
    // No turn of Yavalath has several decisions.
    let unclaimed = ["dialects", "decisions", "d", "state", "legal", "perft", "count-stopped", "eval", "help"];
    assert_eq!(with_verdict(&found, "left-out"), unclaimed);
    assert_eq!(with_verdict(&values(&examination("none", &["--json"])), "left-out"), ["decisions"]);
}

/// Failures of one cause are reported once, with one dialogue.
#[test]
fn failures_of_one_cause_are_gathered() {
    let shown = text(&examination("never-quits", &[]).stdout);
    assert!(
        shown.contains("\none cause, 2 steps: quit, quit-in-search (expected: the end of the process)\n"),
        "{shown}"
    );
    let dialogues = shown.lines().filter(|line| line.contains(" ms  > ") && line.ends_with("quit")).count();
    assert_eq!(dialogues, 1, "{shown}");
}

#[test]
fn what_a_terminal_would_obey_is_not_printed() {
    let shown = text(&examination("escapes", &["--step", "1", "--verbose"]).stdout);
    assert!(shown.contains("< id name \u{fffd}[2J\u{fffd}bell\n"), "{shown}");
    assert!(!shown.chars().any(|c| c.is_control() && c != '\n'), "{shown:?}");
}
