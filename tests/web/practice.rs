//! What is practised is kept with the games, moves there from the browser, and goes with them into a file.

use super::place::{Back, Place};
use super::server::{Answers, person};
use serde_json::{Value, json};

/// A position that comes again after so many days.
fn exercise(first: &str, days: i64) -> Value {
    let now = quintet::date::Date::now().seconds();
    json!({
        "game": "yinsh", "options": {}, "position": null, "moves": [first, "f6"], "played": "d4", "before": 0.6, "after": 0.25,
        "stage": 0, "due": now.wrapping_add_signed(days * 86_400),
    })
}

pub fn what_is_practised_is_kept_with_the_games_and_moves_with_them(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    place.hosted("yavalath", &[person(), person()]);
    let kept = || place.get("/api/practice")["exercises"].clone();
    assert_eq!(kept(), json!([]));
    // What this browser had of before moves to the games, once, and what is there stays.
    let [old, known] = [exercise("e5", -1), exercise("d4", 3)];
    let put = |version: u64, exercises: &Value| {
        place.send("PUT", "/api/practice", &json!({ "version": version, "exercises": exercises }))
    };
    assert_eq!(put(0, &json!([known])).0, 200);
    browser.script("localStorage.setItem('quintet.mistakes', JSON.stringify(arguments[0]));", vec![json!([old])]);
    browser.visit("#/learn");
    browser.wait("document.querySelector('#repeat')?.textContent.includes('1')");
    assert_eq!(kept(), json!([old, known]));
    assert_eq!(browser.script("return localStorage.getItem('quintet.mistakes');", Vec::new()), json!("[]"));
    browser.reload();
    browser.wait("document.querySelector('#repeat')");
    assert_eq!(kept(), json!([old, known]));
    // Nobody writes over what they have not seen.
    assert_eq!(put(1, &json!([])).0, 409);
    assert_eq!(kept(), json!([old, known]));
    // All games in one file have it, and it comes out of it as it went in.
    let saved = place.with(
        "archive.js",
        "archive.saveAll(api, () => {}).then(async ({ file }) => done([200, await file.text()]), fail);",
    );
    assert_eq!(put(2, &json!([])).0, 200);
    assert_eq!(kept(), json!([]));
    let open = |text: &str| {
        let text = json!(text);
        place.with(
            "archive.js",
            &format!(
                "archive.openAll(api, new Blob([{text}]), () => {{}}).then((opened) => done([200, opened]), fail);"
            ),
        )
    };
    let text = saved.as_str().unwrap();
    for _ in 0..2 {
        let opened = open(text);
        assert_eq!((&opened["known"], &opened["notes"]), (&json!(1), &json!([])), "{opened}");
        assert_eq!(kept(), json!([old, known]));
    }
    // A file that asks for too much is refused in words, and its game comes in all the same.
    let many = json!(vec![exercise("c3", 1)]).to_string().replace("\"stage\":0", "\"stage\":\"x\"");
    let opened = open(&text.replace(&json!([old, known]).to_string(), &many));
    assert!(opened["notes"].to_string().contains("stage") && opened["known"] == 1, "{opened}");
    // What is due is tried; then it is kept when it comes again.
    browser.visit("#/mistakes");
    browser.click("#mistake-show");
    browser.wait("document.querySelector('#mistake-verdict').textContent");
    browser.wait("!document.querySelector('#mistake-show') || document.querySelector('#mistake-show').disabled");
    browser.click("#mistake-next");
    browser.wait("document.querySelector('#mistakes-done')");
    let due = |one: &Value| one["due"].as_f64().unwrap();
    let later = kept().as_array().unwrap().iter().find(|one| one["moves"] == old["moves"]).map(due);
    assert!(later > Some(due(&old) + 86_400.0), "{later:?}");
    browser.assert_no_complaints();
}
