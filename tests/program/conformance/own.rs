//! Our own engine conforms in every game, and the command shows so.

use super::command::{QUINTET, conformance, several_at_once, text, values, with_verdict};
use quintet::conformance::steps::{STEPS, Scope};

/// The steps that may be left out in a game: not every one has turns of several decisions.
const MAY_BE_LEFT_OUT: &[&str] = &["decisions"];

#[test]
fn our_engine_holds_every_step_in_every_game() {
    let games: Vec<&str> = quintet::registry::names().collect();
    several_at_once(&games, |game| {
        let words = ["--game", game, "--strict", "--json", "--timeout", "60", "--", QUINTET];
        let output = conformance(&words).output().unwrap();
        let found = values(&output);
        let (summary, steps) = found.split_last().unwrap();
        let failed: Vec<_> = steps.iter().filter(|value| value["verdict"] == "fail").collect();
        assert!(failed.is_empty(), "{game}: {failed:#?}");
        assert_eq!(output.status.code(), Some(0), "{game}");
        assert_eq!((steps.len(), &summary["conforms"]), (STEPS.len(), &true.into()));
        assert!(with_verdict(steps, "left-out").iter().all(|name| MAY_BE_LEFT_OUT.contains(&name.as_str())), "{game}");
    });
}

/// Nothing is known of a game that is not ours but a line of it, and its end.
#[test]
fn a_line_stands_for_the_rules_of_another_game() {
    let line = "e5 d4 e4 f6 d5";
    let output = conformance(&["--line", line, "--json", "--strict", "--", QUINTET]).output().unwrap();
    let found = values(&output);
    assert_eq!(output.status.code(), Some(0), "{found:#?}");
    let left_out = ["fen", "fen-moves", "query-end", "decisions", "go-searchmoves", "go-at-end"];
    assert_eq!(with_verdict(&found, "left-out"), left_out);
    // With the result of a whole game its end can be checked, too.
    let whole = "e5 d4 f5 d5 h5 d7 g5";
    for (result, code) in [("p1win", 0), ("draw", 1)] {
        let words = ["--line", whole, "--result", result, "--json", "--step", "query-end", "--", QUINTET];
        let output = conformance(&words).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{result}: {}", text(&output.stdout));
    }
}

#[test]
fn options_are_set_in_the_engine_and_in_the_game() {
    let words =
        ["--option", "swap=false", "--option", "Hash=1", "--verbose", "--step", "1,openings,legal", "--", QUINTET];
    let output = conformance(&words).output().unwrap();
    let text = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("> setoption name Hash value 1\n"), "{text}");
    assert!(text.contains("> setoption name swap value false\n"), "{text}");
    let mut listed = text.lines().filter(|line| line.contains(" legal a"));
    assert!(listed.next().is_some() && listed.all(|line| !line.contains(" swap ")), "{text}");
}

#[test]
fn the_text_has_a_line_for_each_step_and_the_dialogue_of_those_that_fail() {
    let output = conformance(&["--step", "quit,3,start-up", "--", QUINTET]).output().unwrap();
    let all = text(&output.stdout);
    let lines: Vec<&str> = all.lines().collect();
    let [first, second, third, summary] = lines[..] else { panic!("{all}") };
    for (line, name) in [(first, "start-up"), (second, "isready"), (third, "quit")] {
        let (number, step) = STEPS.iter().enumerate().find(|(_, step)| step.name == name).unwrap();
        let words: Vec<&str> = line.split_whitespace().take(4).collect();
        assert_eq!(words, [&(number + 1).to_string(), "pass", "core", name]);
        assert!(line.ends_with(step.title), "{line}");
    }
    assert!(summary.starts_with("core: 3 passed; extensions: 0 passed, "), "{summary}");
    // A program that is no engine at all, and ends at once.
    let output = conformance(&["--step", "1", "--", QUINTET, "games"]).output().unwrap();
    let all = text(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{all}");
    for words in ["  1  fail", "\n     expected  `ugiok`\n", "\n     came      the process ended with exit code 0\n"] {
        assert!(all.contains(words), "{words}\n{all}");
    }
    assert!(all.contains(" ms  > ugi\n") && all.contains(" ms  < yavalath  "), "{all}");
}

#[test]
fn the_steps_are_listed() {
    let listed = text(&conformance(&["--list"]).output().unwrap().stdout);
    assert_eq!(listed.lines().count(), STEPS.len());
    for ((line, step), number) in listed.lines().zip(STEPS).zip(1..) {
        assert!(line.trim_start().starts_with(&format!("{number} ")) && line.ends_with(step.title), "{line}");
    }
    let values = values(&conformance(&["--list", "--json"]).output().unwrap());
    assert_eq!(values.len(), STEPS.len());
    // A name is a name for good, so no two steps share one.
    let mut names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), STEPS.len());
    assert!([Scope::Core, Scope::Extension].iter().all(|scope| STEPS.iter().any(|step| step.scope == *scope)));
}

#[test]
fn wrong_requests_get_one_sentence() {
    for (words, code, expected) in [
        (&["--game", "zen"][..], 2, "COMMAND"),
        (&["--game", "chess", "--", QUINTET], 2, "`chess`"),
        (&["--step", "0", "--", QUINTET], 2, "the steps are 1 to"),
        (&["--step", "xyzzy", "--", QUINTET], 2, "the steps are 1 to"),
        (&["--option", "Hash", "--", QUINTET], 2, "NAME=VALUE"),
        (&["--option", "Swap=perhaps", "--", QUINTET], 2, "Swap"),
        (&["--result", "draw", "--", QUINTET], 2, "--line"),
        (&["--timeout", "0", "--", QUINTET], 2, "from 1 to 3600"),
        (&["--", "./no-such-engine"], 1, "`./no-such-engine` could not be started"),
    ] {
        let output = conformance(words).output().unwrap();
        let sentence = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{words:?}: {sentence}");
        assert!(sentence.starts_with("quintet: ") && sentence.lines().count() == 1, "{sentence}");
        assert!(sentence.contains(expected), "{sentence}");
    }
}
