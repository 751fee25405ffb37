//! The lessons of the page, as somebody with a phone does them: every task by touch, and nothing is scrolled for it.

use super::browser::Browser;
use super::clicks::touch;
use super::drivers::Media;
use super::place::{Back, Place};
use super::server::Answers;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// What is said of a turn, once it is.
fn verdict(browser: &Browser, sign: &str) {
    browser.wait(&format!("document.querySelector('#lesson-verdict').textContent.startsWith('{sign} ')"));
    let text = browser.text("#lesson-verdict");
    assert!(text.chars().count() > 10, "{text}");
}

/// Everything that a task needs is seen at once.
fn is_in_sight(browser: &Browser, at: &str) {
    let script = "return [document.documentElement.scrollWidth, document.documentElement.scrollHeight, innerWidth, innerHeight];";
    let sizes = browser.script(script, Vec::new());
    let [width, height, most_width, most_height] = [0, 1, 2, 3].map(|index| sizes[index].as_u64().unwrap());
    assert!(width <= most_width && height <= most_height, "{at}: {width} x {height} of {most_width} x {most_height}");
}

/// Touches the places of a turn, decision by decision.
fn play(place: &Place, position: &Value, turn: &str) {
    let browser = &place.browser;
    let mut body = position.clone();
    body["line"] = json!([turn]);
    let line = place.post("/api/line", &body);
    for decision in line["line"][0]["decisions"].as_array().unwrap() {
        let first = &decision["touches"][0][0];
        browser.wait(&format!("document.querySelector('[data-point={first}][data-legal]')"));
        touch(browser, decision);
    }
}

/// A first decision that is wrong at once, in this task.
fn wrong_one(place: &Place, path: &str, position: &Value) -> Option<Value> {
    let state = place.post("/api/state", position);
    let legal = state["state"]["legal"].as_array().unwrap().clone();
    let is_wrong = |decision: &Value| {
        place.post(path, &json!({ "moves": [decision["text"]] }))["verdict"] == "wrong" && decision["kind"] != "swap"
    };
    legal.into_iter().find(is_wrong)
}

/// The lessons by the names of their games.
fn lessons(place: &Place) -> BTreeSet<String> {
    let info = place.get("/api/info");
    let games = info["games"].as_array().unwrap().iter();
    let lesson = |game: &Value| {
        let name = game["name"].as_str().unwrap();
        let lesson = place.get(&format!("/api/lessons/{name}"));
        assert_eq!(lesson["tasks"].as_array().unwrap().len() as u64, game["lesson"].as_u64().unwrap(), "{name}");
        lesson["game"].as_str().unwrap().to_string()
    };
    games.map(lesson).collect()
}

pub fn every_task_of_every_lesson_is_done_by_touch_on_a_phone(back: Back) {
    let place = Place::open(back, 375, 667);
    let browser = &place.browser;
    browser.show_as(Media { touch: true, motion: "reduce".to_string(), ..Media::default() });
    let games = lessons(&place);
    assert_eq!(games.len(), 7, "{games:?}");
    for game in games {
        let lesson = place.get(&format!("/api/lessons/{game}"));
        let tasks = lesson["tasks"].as_array().unwrap();
        let mut has_missed = false;
        for (number, task) in (1..).zip(tasks) {
            let at = format!("{game}, task {number}");
            let path = format!("/api/lessons/{game}/{number}");
            let mut position =
                json!({ "game": game, "options": task["options"], "position": task["position"], "moves": [] });
            // As from a page that leads here.
            browser.visit(&format!("#/lesson/{game}/{number}"));
            browser.wait("document.querySelector('main svg.board [data-legal]')");
            is_in_sight(browser, &at);
            if !has_missed && let Some(decision) = wrong_one(&place, &path, &position) {
                has_missed = true;
                touch(browser, &decision);
                verdict(browser, "\u{2717}");
                is_in_sight(browser, &format!("{at}, missed"));
            }
            for step in task["steps"].as_array().unwrap() {
                let said = browser.wait(&format!(
                    "document.querySelector('#lesson-task').textContent === {} && document.querySelector('#lesson-task').textContent",
                    step["task"]
                ));
                assert_eq!(said, step["task"]);
                let solution = step["solution"].as_str().unwrap();
                play(&place, &position, solution);
                verdict(browser, "\u{2713}");
                is_in_sight(browser, &format!("{at}, done"));
                let moves = position["moves"].as_array_mut().unwrap();
                moves.extend([step["solution"].clone(), step["reply"].clone()]);
            }
            browser.wait("document.querySelector('#lesson-next.primary')");
            browser.picture(&place.left(&format!("lesson-{game}-{number}.png")));
        }
        assert!(has_missed, "{game}: nothing can be missed");
        browser.click("#lesson-next");
        browser.wait("document.querySelector('#lesson-done')");
        let done = browser.script("return document.querySelectorAll('.lesson-steps .done').length;", Vec::new());
        assert_eq!(done, tasks.len());
        is_in_sight(browser, &format!("{game}, the end"));
        // Who comes back is at the end, and from there in a game.
        browser.visit(&format!("?again{game}#/lesson/{game}"));
        browser.click("#lesson-play");
        browser.wait("location.hash.startsWith('#/game/') && document.querySelector('main svg.board')");
        assert!(!browser.text("h1").is_empty());
    }
    browser.assert_no_complaints();
}

pub fn a_lesson_is_shown_left_and_gone_on_with(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    // Variants lead to the lesson of their game, and so do the overview and the rules.
    browser.visit("#/learn");
    browser.click("a.primary[href='#/lesson/yinsh-blitz']");
    browser.wait("document.querySelector('#lesson-task') && document.querySelector('.lesson-steps [aria-current]')");
    browser.visit("#/rules/gipf");
    browser.click("a[href='#/lesson/gipf']");
    browser.wait("document.querySelector('#lesson-task')");
    // What is shown is not counted as done; a turn that has begun can be shown to its end, too.
    browser.visit("#/lesson/yinsh/7");
    browser.wait("document.querySelector('main svg.board [data-legal]')");
    browser.click("#lesson-show");
    browser.wait("document.querySelector('#lesson-next.primary')");
    assert_eq!(browser.script("return document.querySelectorAll('.lesson-steps .done').length;", Vec::new()), 0);
    browser.click("#lesson-again");
    browser
        .wait("document.querySelector('#lesson-verdict').textContent === '' && document.querySelector('[data-legal]')");
    // Without the mouse: a place is typed, and the first task not done is where one goes on.
    browser.visit("#/lesson/yavalath/2");
    browser.wait("document.querySelector('main svg.board [data-legal]')");
    browser.script("document.querySelector('main svg.board [tabindex=\"0\"]').focus();", Vec::new());
    browser.press("e5\u{e007}");
    verdict(browser, "\u{2713}");
    browser.press("\u{e007}");
    browser.wait("location.hash === '#/lesson/yavalath/3'");
    browser.visit("?first#/lesson/yavalath");
    browser.wait(
        "document.querySelector('.lesson-steps a[aria-current]')?.getAttribute('href') === '#/lesson/yavalath/1'",
    );
    browser.assert_no_complaints();
}
