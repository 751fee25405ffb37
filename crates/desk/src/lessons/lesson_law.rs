//! The laws of lessons: what is asked can be done and can be missed, and is said in every language.

use super::*;
use crate::web::page::languages;
use serde_json::{Value, json};
use std::path::Path;

/// The longest sentence, in characters.
const LONGEST: usize = 140;

/// All sentences of a step.
fn sentences(step: &LessonStep) -> impl Iterator<Item = &Texts> {
    let faults = step.faults.iter().map(|fault| &fault.say);
    [&step.task, &step.right].into_iter().chain(&step.wrong).chain(faults)
}

#[test]
fn every_file_is_a_lesson_and_every_game_has_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/lessons");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let lesson = read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(path.file_stem().unwrap().to_str().unwrap(), lesson.game);
        // What comes after another lesson says only what is new.
        let many = if lesson.after.is_some() { 3..=8 } else { 8..=15 };
        assert!(many.contains(&lesson.tasks.len()), "{}: {} tasks", lesson.game, lesson.tasks.len());
        for other in lesson.after.iter().chain(&lesson.variants) {
            assert_eq!(registry::rules(other), registry::rules(&lesson.game), "{other}");
        }
        assert!(lesson.after.as_ref().is_none_or(|first| of_game(first).is_some_and(|one| one.after.is_none())));
        files.push(text);
    }
    assert!(files.len() == FILES.len() && FILES.iter().all(|text| files.iter().any(|file| file == text)));
    for game in registry::GAMES {
        let lesson = of_game(game.name).unwrap_or_else(|| panic!("{} has no lesson", game.name));
        assert_eq!(registry::rules(&lesson.game), game.rules);
    }
    assert!(of_game("chess").is_none());
}

/// Adds a field to one object of a value after the other, and reports those that are read all the same.
fn read_with_more(value: &Value, at: &str, reads: &dyn Fn(Value) -> bool, found: &mut Vec<String>) {
    let mut visit = |key: String, part: &Value| {
        let within = |changed: Value| {
            let mut whole = value.clone();
            match &mut whole {
                Value::Array(items) => items[key.parse::<usize>().unwrap()] = changed,
                whole => whole[&key] = changed,
            }
            reads(whole)
        };
        read_with_more(part, &format!("{at}/{key}"), &within, found);
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(index, part)| visit(index.to_string(), part)),
        Value::Object(fields) => fields.iter().for_each(|(key, part)| visit(key.clone(), part)),
        _ => return,
    }
    if let Value::Object(fields) = value {
        let mut more = fields.clone();
        more.insert("more".to_string(), json!("x"));
        if reads(Value::Object(more)) {
            found.push(at.to_string());
        }
    }
}

#[test]
fn unknown_fields_are_refused() {
    for text in FILES {
        let value: Value = serde_json::from_str(text).unwrap();
        let mut found = Vec::new();
        read_with_more(&value, "", &|value| serde_json::from_value::<Lesson>(value).is_ok(), &mut found);
        // What has fields of any name: sentences by language, options.
        let is_open = |at: &String| ["task", "right", "wrong", "say", "options"].iter().any(|name| at.ends_with(name));
        let wrong: Vec<&String> = found.iter().filter(|at| !is_open(at)).collect();
        assert!(wrong.is_empty() && !found.is_empty(), "{wrong:?}");
    }
}

#[test]
fn sentences_are_short_and_there_in_every_language() {
    let languages: Vec<&str> = languages().map(|(name, _)| name).collect();
    assert!(languages.len() >= 2);
    for lesson in &*LESSONS {
        for texts in lesson.tasks.iter().flat_map(|task| &task.steps).flat_map(sentences) {
            assert_eq!(texts.keys().map(String::as_str).collect::<Vec<_>>(), languages, "{}: {texts:?}", lesson.game);
            for (language, text) in texts {
                assert!((10..=LONGEST).contains(&text.chars().count()), "{}: {text}", lesson.game);
                let said = text.to_lowercase();
                assert!(!["click", "touch ", "tap ", "'"].iter().any(|word| said.contains(word)), "{text}");
                assert!(text.ends_with(['.', '!', '?']) && text.trim() == text, "{text}");
                // French has spaces before signs, of the kind that breaks no line.
                let broken = [" :", " ;", " !", " ?", " %", " »", "« "];
                assert!(language != "fr" || !broken.iter().any(|signs| text.contains(signs)), "{text}");
                let bare =
                    |(at, sign): (usize, char)| [':', ';', '!', '?'].contains(&sign) && !text[..at].ends_with('\u{a0}');
                assert!(language != "fr" || !text.char_indices().any(bare), "{text}");
            }
        }
    }
}

/// Checks a step in a position reached by right turns, and those after it.
fn check(at: &str, game: &str, task: &LessonTask, index: usize, moves: &[String]) {
    let at = format!("{at}, step {}, {moves:?}", index + 1);
    let step = &task.steps[index];
    let mut session = task.session(game, moves).unwrap_or_else(|error| panic!("{at}: {error}"));
    let legal = session.legal_turns();
    let (right, wrong): (Vec<&String>, Vec<&String>) = legal.iter().partition(|turn| step.accepts(&mut *session, turn));
    assert!(!right.is_empty(), "{at}: no turn is right");
    let listed = step.accept.iter().filter_map(|facts| facts.turns.as_ref()).flatten();
    listed.for_each(|turn| assert!(legal.contains(turn), "{at}: {turn} is not legal"));
    // Where any turn is right nothing is said of wrong ones, and otherwise some are.
    assert_eq!(step.accept.is_some(), !wrong.is_empty(), "{at}: {} wrong turns", wrong.len());
    assert_eq!((step.wrong.is_some(), step.faults.is_empty() || step.accept.is_some()), (step.accept.is_some(), true));
    for fault in &step.faults {
        let is_met = wrong.iter().any(|turn| fault.when.hold(&mut *session, turn));
        assert!(is_met, "{at}: no wrong turn is of the kind of {:?}", fault.say);
    }
    let before: Vec<String> = session.turns();
    assert_eq!(before, moves, "{at}: turns are written as the program writes them");
    let attempt = |turn: &String| task.attempt(game, &[moves, std::slice::from_ref(turn)].concat()).unwrap();
    for turn in &wrong {
        let found = attempt(turn);
        assert!(found.verdict == LessonVerdict::Wrong && found.said.is_some(), "{at}: {turn} {found:?}");
    }
    let has_more = index + 1 < task.steps.len();
    assert_eq!(step.reply.is_some(), has_more, "{at}: a reply and a next step");
    for turn in right {
        assert_eq!(attempt(turn), Attempt { verdict: LessonVerdict::Right, said: Some(&step.right) }, "{at}: {turn}");
        if let Some(reply) = &step.reply {
            check(&at, game, task, index + 1, &[moves, &[turn.clone(), reply.clone()]].concat());
        }
    }
}

#[test]
fn the_example_of_the_document_is_a_task() {
    let document = include_str!("../../../../docs/lessons.md");
    let example = document.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let task: LessonTask = serde_json::from_str(example).unwrap();
    check("docs/lessons.md", "yavalath", &task, 0, &[]);
    show("docs/lessons.md", "yavalath", &task);
}

/// Plays the turns that are shown as solutions, decision by decision.
fn show(at: &str, game: &str, task: &LessonTask) {
    let mut moves: Vec<String> = Vec::new();
    for step in &task.steps {
        let session = task.session(game, &moves).unwrap();
        let described = session.describe_line(std::slice::from_ref(&step.solution));
        let turn = described.first().unwrap_or_else(|| panic!("{at}: {} is not legal", step.solution));
        assert_eq!(turn.turn, step.solution, "{at}: as the program writes it");
        let mut begun = moves.clone();
        for (index, decision) in turn.decisions.iter().enumerate() {
            begun.push(decision.text.clone());
            let is_last = index + 1 == turn.decisions.len();
            let verdict = task.attempt(game, &begun).unwrap().verdict;
            assert_eq!(verdict, if is_last { LessonVerdict::Right } else { LessonVerdict::Open }, "{at}: {begun:?}");
        }
        moves.push(step.solution.clone());
        moves.extend(step.reply.clone());
    }
    // What there is no step for is refused.
    let mut session = task.session(game, &moves).unwrap();
    for _ in 0..2 {
        let Some(turn) = session.legal_turns().into_iter().next() else { break };
        session.play(&turn).unwrap();
        assert!(task.attempt(game, &session.turns()).is_err(), "{at}: {turn}");
    }
    assert!(task.attempt(game, &[]).is_err(), "{at}: nothing was played");
}

#[test]
fn every_task_can_be_done_and_can_be_missed() {
    for lesson in &*LESSONS {
        let mut several = 0;
        for (number, task) in (1..).zip(&lesson.tasks) {
            let at = format!("{}, task {number}", lesson.game);
            let session = task.session(&lesson.game, &[]).unwrap_or_else(|error| panic!("{at}: {error}"));
            assert_eq!(session.position_text(), task.position, "{at}");
            several += usize::from(task.steps.len() > 1);
            check(&at, &lesson.game, task, 0, &[]);
            show(&at, &lesson.game, task);
        }
        // With three at the board, one reply does not lead back to the learner.
        let is_for_two = registry::open(&lesson.game).unwrap().seats() == 2;
        assert!(several > 0 || !is_for_two, "{}: some task has several turns", lesson.game);
    }
}

#[test]
fn facts_are_those_of_the_turn_and_of_what_follows() {
    let holds = |game: &str, position: &str, turn: &str, facts: Value| {
        let task: LessonTask = serde_json::from_value(json!({ "position": position, "steps": [] })).unwrap();
        let mut session = task.session(game, &[]).unwrap();
        let before = session.position_text();
        let facts: Facts = serde_json::from_value(facts).unwrap();
        let found = facts.hold(&mut *session, turn);
        assert_eq!(session.position_text(), before, "{game}, {turn}");
        found
    };
    // White has b2, c3 and e5.
    let four = "5/b2b2/7/6b1/4w4/8/2w4/1w4/5 w no 0";
    for (turn, ends) in [("d4", "won"), ("a1", "lost")] {
        assert!(holds("yavalath", four, turn, json!({ "ends": ends })));
        assert!(!holds("yavalath", four, "e4", json!({ "ends": ends })));
    }
    let safe = json!({ "noReply": { "ends": "won" } });
    assert!(holds("yavalath", four, "e4", safe.clone()) && !holds("yavalath", four, "a1", safe.clone()));
    // It is Black who must stop it.
    let stop = "5/b2b2/7/6b1/4w4/8/2w4/1w4/5 b no 0";
    assert!(holds("yavalath", stop, "d4", safe.clone()) && !holds("yavalath", stop, "e4", safe));
    let forced = json!({ "forces": { "ends": "won" } });
    assert!(holds("yavalath", four, "d4", forced.clone()) && !holds("yavalath", four, "e4", forced));
    let jump = "WWWW/7/8/9/3Wbw4/9/10/9/8/BBBBB2/4 w 0,0 move w 0";
    for (turn, flips) in [("e4-e7", 2), ("e4-d4", 0)] {
        assert!(
            holds("yinsh", jump, turn, json!({ "moves": 1 })) && !holds("yinsh", jump, turn, json!({ "takes": 1 }))
        );
        assert_eq!(holds("yinsh", jump, turn, json!({ "flips": 2 })), flips == 2);
        assert!(!holds("yinsh", jump, turn, json!({ "flips": 3 })));
    }
    let row = "b2w/5/6/wwwb2b/6/5/b2w w 9,11 - -";
    for (facts, expected) in [
        (json!({ "decides": "takeRow", "takes": 5, "captures": 1 }), true),
        (json!({ "captures": 2 }), false),
        (json!({ "decides": "takeRing" }), false),
        (json!({ "turns": ["e1-e2;xe2-e6"] }), true),
        (json!({ "turns": ["e1-e2"] }), false),
    ] {
        assert_eq!(holds("gipf", row, "e1-e2;xe2-e6", facts.clone()), expected, "{facts}");
    }
    assert!(!holds("gipf", row, "e1-h9", json!({})) && !holds("gipf", row, "", json!({})));
}
