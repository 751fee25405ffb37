//! Puzzles chosen by theme and rating, and one for each day.

use super::browser::Browser;
use super::drivers::Media;
use super::place::{Back, Place};
use super::server::Answers;
use quintet::puzzles;
use serde_json::{Value, json};

/// Chooses in a list of choices.
fn choose(browser: &Browser, id: &str, value: &str) {
    browser.wait(&format!("document.querySelector('#{id}')"));
    browser.script(
        "const list = document.getElementById(arguments[0]); list.value = arguments[1]; list.dispatchEvent(new Event('change', { bubbles: true }));",
        vec![json!(id), json!(value)],
    );
}

/// The numbers of the puzzles in the list, sorted.
fn listed(browser: &Browser) -> Value {
    browser.wait("document.querySelector('#puzzle-list .part')");
    browser.script(
        "return [...document.querySelectorAll('#puzzle-list a')].map((one) => Number(one.hash.split('/').at(-1))).sort((a, b) => a - b);",
        Vec::new(),
    )
}

pub fn puzzles_are_chosen_by_theme_and_rating_and_one_is_that_of_the_day(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let all = place.get("/api/puzzles/yavalath")["puzzles"].as_array().unwrap().clone();
    browser.visit("#/puzzles/yavalath");
    assert_eq!(listed(browser).as_array().unwrap().len(), all.len());
    let numbers = |wanted: &dyn Fn(&Value) -> bool| -> Value {
        all.iter().filter(|one| wanted(one)).map(|one| one["number"].clone()).collect()
    };
    let is = |theme: &'static str| move |one: &Value| one["themes"].as_array().unwrap().contains(&json!(theme));
    choose(browser, "puzzle-theme", "quiet");
    let quiet = numbers(&is("quiet"));
    assert_eq!(listed(browser), quiet);
    // A third is harder than the rest; both at the same time, also after a reload.
    let mut ratings: Vec<u64> = all.iter().map(|one| one["rating"].as_u64().unwrap()).collect();
    ratings.sort_unstable();
    let hard = ratings[2 * ratings.len() / 3];
    choose(browser, "puzzle-band", "hard");
    let both = numbers(&|one| is("quiet")(one) && one["rating"].as_u64() >= Some(hard));
    assert!(both.as_array().unwrap().len() > 1 && both != quiet, "{both}");
    browser.reload();
    assert_eq!(listed(browser), both);
    choose(browser, "puzzle-theme", "");
    assert_eq!(listed(browser), numbers(&|one| one["rating"].as_u64() >= Some(hard)));
    // That of the day is the same whatever is chosen; it is solved as any other, and that is kept.
    browser.click("#puzzle-day");
    browser.wait(
        "document.querySelector('#puzzle-nature')?.textContent && document.querySelectorAll('[data-legal]').length > 5",
    );
    let number = place.with(
        "puzzle_list.js",
        "api.get('/api/puzzles/yavalath').then(({ puzzles }) =>
            done([200, puzzle_list.dailyPuzzle(puzzles, puzzle_list.today()).number]), fail);",
    );
    assert!(all[number.as_u64().unwrap() as usize - 1]["rating"].as_u64() < Some(hard));
    let puzzle = &puzzles::of_game("yavalath")[number.as_u64().unwrap() as usize - 1];
    assert!(!browser.text("#puzzle-nature").contains("·"), "what it is about is told only afterwards");
    let mut turns: Vec<String> = Vec::new();
    loop {
        let turn = puzzle.winning_turn("yavalath", &turns).unwrap();
        browser.click(&format!("[data-point=\"{turn}\"][data-legal]"));
        turns.push(turn);
        let answer = place.post(&format!("/api/puzzles/yavalath/{number}"), &json!({ "moves": turns }));
        let Some(reply) = answer["reply"].as_str() else { break };
        turns.push(reply.to_string());
        let pieces = puzzle.position.chars().take_while(|one| *one != ' ').filter(|one| "wb".contains(*one)).count();
        let shown = pieces + turns.len();
        browser.wait(&format!("document.querySelectorAll('.board .piece').length === {shown} && document.querySelectorAll('[data-legal]').length > 0"));
    }
    browser.wait("document.querySelector('#puzzle-verdict').textContent.includes('Solved')");
    let told = 1 + puzzle.nature.themes.len();
    browser.wait(&format!("document.querySelector('#puzzle-nature').textContent.split(' · ').length === {told}"));
    for _ in 0..2 {
        browser.visit("#/puzzles/yavalath");
        browser.wait("document.querySelector('.part:has(#puzzle-day)')?.textContent.includes('solved')");
        browser.reload();
    }
    browser.assert_no_complaints();
}

pub fn the_puzzles_of_a_game_have_no_serious_fault_and_fit_a_phone(back: Back) {
    let place = Place::open(back, 1280, 900);
    for scheme in ["light", "dark"] {
        place.show_as(Media { scheme: scheme.to_string(), motion: "reduce".to_string(), ..Media::default() });
        for game in ["yinsh", "yavalath"] {
            place.browser.resize(1280, 900);
            place.browser.visit(&format!("?{scheme}{game}#/puzzles/{game}"));
            place.browser.wait("document.querySelector('#puzzle-list .part')");
            place.assert_fits(&format!("puzzles-{game}"), scheme);
        }
    }
    place.browser.assert_no_complaints();
}
