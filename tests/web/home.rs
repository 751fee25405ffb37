//! The first page: games are chosen by their pictures, one is gone on with, those that are kept are found, removed and brought
//! back, and whatever is dropped is found out.

use super::browser::Browser;
use super::clicks::at_rest;
use super::drivers::Media;
use super::place::{Back, Place};
use super::server::{Answers, PATIENCE, person, quintet};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

/// The most that a first visit loads, in bytes before compression, without the engine of a site.
const FIRST_VISIT: u64 = 380_000;

/// Sets a field as somebody who types does.
fn fill(browser: &Browser, id: &str, value: &str) {
    let script = "const field = document.getElementById(arguments[0]); field.value = arguments[1];
        for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }));";
    browser.wait(&format!("document.getElementById('{id}')?.checkVisibility()"));
    browser.script(script, vec![json!(id), json!(value)]);
}

/// The page at its start, loaded anew.
fn start_page(browser: &Browser, visit: &str) {
    browser.visit(&format!("?{visit}#/"));
    browser.wait("document.querySelector('.my-games h2') && document.querySelector('#start')");
}

pub fn games_are_chosen_by_pictures_and_one_is_gone_on_with(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    browser.wait("document.querySelector('#start')");
    // Each shows itself in the middle of a game, and the way to learn it, in the order in which people meet them.
    browser.wait(
        "[...document.querySelectorAll('.card-picture')].every((one) => one.querySelectorAll('.piece').length >= 12)",
    );
    let values = "return [...document.querySelectorAll('.card > input')].map((one) => one.value);";
    assert_eq!(browser.script(values, Vec::new()), json!(["yinsh", "gipf", "zen", "yavalath", "pentalath"]));
    let lessons = "return [...document.querySelectorAll('.card .to-lesson')].map((one) => one.getAttribute('href'));";
    let expected = ["yinsh", "gipf", "zen", "yavalath", "pentalath"].map(|game| format!("#/lesson/{game}"));
    assert_eq!(browser.script(lessons, Vec::new()), json!(expected));
    assert!(browser.script("return document.querySelector('#go-on');", Vec::new()).is_null());
    // The level is a word and a number, the usual one that of the terminal, and its strength is explained.
    let usual = place.get("/api/info")["usualLevel"].as_u64().unwrap();
    let help = Command::new(env!("CARGO_BIN_EXE_quintet")).args(["play", "--help"]).output().unwrap();
    assert!(String::from_utf8_lossy(&help.stdout).contains(&format!("[default: {usual}]")));
    browser.wait(&format!("document.querySelector('.level output').textContent === 'Level {usual} · beginner'"));
    browser.click(".level button:last-of-type");
    browser.wait(&format!("document.querySelector('.level output').textContent === 'Level {} · casual'", usual + 1));
    browser.click(".tip summary");
    browser.wait("document.querySelector('.tip p').checkVisibility() && document.querySelector('.tip').innerText.includes('at random')");
    // A variant is chosen in the form.
    browser.click("#game-gipf");
    browser.wait("document.querySelectorAll('.variant').length === 3");
    browser.click("#variant-gipf-tournament");
    browser.click("#start");
    let id = browser.wait("location.hash.split('/')[2]").as_str().unwrap().to_string();
    let mut hosted = place.find(&id);
    assert_eq!(
        (&hosted.view["game"], &hosted.view["seats"][1]["options"]),
        (&json!("gipf-tournament"), &json!({ "Skill": (usual + 1).to_string() }))
    );
    at_rest(browser, &mut hosted);
    // It is the game to go on with, until another has been played later.
    start_page(browser, "going");
    let words = browser.wait("document.querySelector('#go-on')?.textContent");
    assert_eq!(words, json!(format!("Go on: GIPF, tournament against quintet, level {} · turn 1", usual + 1)));
    browser.click("#go-on");
    browser.wait(&format!("location.hash === '#/game/{id}' && document.querySelector('main')?.dataset.ready"));
    // What the rules lead to is chosen.
    browser.visit("?asked#/?game=yavalath3");
    browser.wait(
        "document.querySelector('#variant-yavalath3')?.checked && document.querySelector('#game-yavalath').checked",
    );
    browser.wait("document.querySelectorAll('.seat').length === 3");
    browser.assert_no_complaints();
}

pub fn a_first_visit_is_small_in_every_language(back: Back) {
    for language in ["en", "fr"] {
        let place = Place::still(back, 1280, 900);
        let browser = &place.browser;
        browser
            .script("localStorage.setItem('quintet.language', JSON.stringify(arguments[0]));", vec![json!(language)]);
        browser.visit("?first#/");
        browser.wait(
            "document.querySelectorAll('.card-picture svg').length === 5 && document.querySelector('.my-games h2')",
        );
        // What the workers of a site load does not stand here; the browser keeps all of it for good. Of what it has kept already
        // it does not tell the size.
        let loaded = browser.script_async(
            "const done = arguments[arguments.length - 1];
            const sizeOf = async ({ name, decodedBodySize }) => {
              const file = new URL(name).pathname.split('/').pop();
              return [file, decodedBodySize || (await (await fetch(name)).arrayBuffer()).byteLength];
            };
            const all = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
            Promise.all(all.map(sizeOf)).then(done);",
        );
        let loaded: Vec<(String, u64)> = serde_json::from_value(loaded).unwrap();
        let size: u64 = loaded.iter().map(|(_, size)| size).sum();
        eprintln!("a first visit loads {} files, {size} bytes ({language})", loaded.len());
        assert!(size > 100_000 && size <= FIRST_VISIT, "{size}: {loaded:?}");
    }
}

/// How many games are listed.
fn listed(browser: &Browser, count: usize) {
    browser.wait(&format!("document.querySelectorAll('.games li').length === {count} && 'yes'"));
}

pub fn games_are_found_by_what_is_known_of_them(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let named = |name: &str| json!({ "kind": "person", "name": name });
    let mut yinsh = place
        .hosted_with(&json!({ "game": "yinsh", "moves": ["e5", "f6", "d4"], "seats": [named("Zoë"), named("Bob")] }));
    yinsh.act("resign", 2);
    let mut against = place.hosted_with(&json!({ "game": "gipf", "seats": [person(), quintet(7)] }));
    against.act("resign", 1);
    place.hosted_with(&json!({ "game": "yinsh-blitz", "moves": ["e5", "g7"], "seats": [person(), quintet(12)] }));
    start_page(browser, "find");
    listed(browser, 3);
    browser.click("#search summary");
    for (field, value, count) in [
        ("search-player", "zoë", 1),
        ("search-player", "level 7", 1),
        ("search-player", "nobody", 0),
        ("search-player", "", 3),
        ("search-turns", "e5", 2),
        ("search-turns", "E5 F6", 1),
        ("search-turns", "", 3),
        ("search-result", "lost", 1),
        ("search-result", "open", 1),
        ("search-result", "ended", 2),
        ("search-result", "", 3),
        ("search-until", "2020-01-01", 0),
        ("search-until", "2120-01-01", 3),
        ("search-since", "2020-01-01", 3),
        ("search-game", "yinsh,yinsh-blitz", 2),
    ] {
        fill(browser, field, value);
        listed(browser, count);
    }
    browser.wait("document.querySelector('#search-found').textContent === '2 games found.'");
    // What is found is saved, and nothing else.
    let saved = |button: &str, count: usize| {
        browser.click(button);
        browser.wait(&format!("document.querySelector('#archive-said').textContent === '{count} games saved.'"));
    };
    saved("#archive-save-found", 2);
    saved("#archive-save", 3);
    browser.click("#search-clear");
    listed(browser, 3);
    browser.wait("!document.querySelector('#archive-save-found').checkVisibility()");
    // In another language levels have other names.
    browser.script("localStorage.setItem('quintet.language', '\"fr\"');", Vec::new());
    start_page(browser, "french");
    browser.click("#search summary");
    fill(browser, "search-player", "niveau 12");
    listed(browser, 1);
    browser.assert_no_complaints();
}

/// Until the page is loaded again, what is removed can be brought back for as long as a slow machine needs, not for ten
/// seconds.
fn stop_the_time_of_removals(browser: &Browser) {
    let script = "const set = window.setTimeout;
        window.setTimeout = (what, after, ...rest) => (after >= 5000 ? 0 : set(what, after, ...rest));";
    browser.script(script, vec![]);
}

pub fn a_game_that_is_removed_can_be_brought_back_for_a_while(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let ids = [(); 2].map(|()| place.hosted("yavalath", &[person(), person()]).id);
    start_page(browser, "remove");
    listed(browser, 2);
    let remove = |id: &str| browser.click(&format!(".games li:has([href=\"#/game/{id}\"]) button"));
    let is_kept = |id: &str| place.send("GET", &format!("/api/games/{id}"), &Value::Null).0 == 200;
    remove(&ids[0]);
    listed(browser, 1);
    // It is said, by the keyboard the way back is near, and the game is kept meanwhile, also if the page is left.
    browser.wait("document.querySelector('#notice[role=status]').textContent.includes('Game removed.')");
    browser.wait("document.activeElement.id === 'undo-removal'");
    assert!(is_kept(&ids[0]));
    browser.press("\u{e007}");
    listed(browser, 2);
    browser.wait("document.querySelector('#notice').textContent === '' && 'gone'");
    remove(&ids[0]);
    listed(browser, 1);
    start_page(browser, "left");
    listed(browser, 2);
    std::thread::sleep(Duration::from_secs(12));
    assert!(is_kept(&ids[0]));
    // Both at once come back at once; in the end they are gone.
    for undone in [true, false] {
        if undone {
            stop_the_time_of_removals(browser);
        } else {
            start_page(browser, "removed");
        }
        remove(&ids[0]);
        remove(&ids[1]);
        listed(browser, 0);
        browser.wait("document.querySelector('#notice').textContent.includes('2 games removed.')");
        if undone {
            browser.click("#undo-removal");
            listed(browser, 2);
        }
    }
    let begun = Instant::now();
    while ids.iter().any(|id| is_kept(id)) {
        assert!(begun.elapsed() < PATIENCE, "the games are kept for ever");
        std::thread::sleep(Duration::from_millis(300));
    }
    browser.wait("document.querySelector('#notice').textContent === '' && 'gone'");
    listed(browser, 0);
    browser.assert_no_complaints();
}

/// Drops a text or, with a name, a file in the middle of the page.
fn let_fall(browser: &Browser, text: &str, name: Option<&str>) {
    let script = "const [text, name] = arguments;
        const data = new DataTransfer();
        if (name) data.items.add(new File([text], name));
        else data.setData('text/plain', text);
        for (const kind of ['dragover', 'drop']) {
          const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data });
          document.querySelector('main').dispatchEvent(event);
          if (!event.defaultPrevented) throw new Error(`${kind} is left to the browser`);
        }";
    browser.script(script, vec![json!(text), json!(name)]);
}

pub fn what_is_dropped_anywhere_is_found_out_and_said(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let record = place.post(
        "/api/export",
        &json!({ "game": "yinsh", "moves": ["e5", "d4", "f7"], "players": ["Ann", "Bob"], "format": "text" }),
    );
    let record = record["text"].as_str().unwrap();
    let says = |css: &str, words: &str| told(browser, css, words);
    // A game: it is analysed, or comes to the others.
    browser.visit("?drop#/learn");
    browser.wait("document.querySelector('main h1')");
    let_fall(browser, record, Some("game.txt"));
    says("#dropped-what", "A game: YINSH, Ann – Bob, turns: 3");
    browser.click("#drop-take");
    says("#notice", "1 game added.");
    browser.click("#to-games");
    listed(browser, 1);
    let_fall(browser, record, None);
    says("#dropped-what", "Ann – Bob");
    browser.click(".drop-analyse");
    browser.wait(
        "location.hash.startsWith('#/analyse?game=yinsh') && document.querySelectorAll('.board .piece').length === 3",
    );
    // A position of more than one game: one is asked which.
    start_page(browser, "position");
    browser.script("performance.clearResourceTimings();", Vec::new());
    let_fall(browser, "b4/6/7/2bb4/4w4/1wb5/3wbw1/1w4/5 w no 0", None);
    says("#dropped-what", "Which one");
    // All games are asked about at once, and nothing is refused for it.
    let asked = browser.script(
        "return performance.getEntriesByType('resource').filter(({ name }) => /api.(import|state)/.test(name)).map(({ name, responseStatus }) => [name, responseStatus]);",
        Vec::new(),
    );
    let asked = asked.as_array().unwrap();
    assert!(asked.len() <= 1 && asked.iter().all(|one| one[1] == 200), "{asked:?}");
    let buttons = "[...document.querySelectorAll('.drop-analyse')]";
    browser
        .script(&format!("{buttons}.find((one) => one.textContent === 'A position of Yavalath').click();"), Vec::new());
    browser.wait("location.hash.startsWith('#/analyse?game=yavalath&') && document.querySelectorAll('.board .piece').length === 10");
    // A text dropped where a game is looked at is of that game.
    let_fall(browser, "e5 d4", None);
    says("#dropped-what", "Turns of Yavalath: 2");
    browser.click(".drop-analyse");
    browser.wait("document.querySelectorAll('.board .piece').length === 2");
    // A file of all games.
    let file = place.with(
        "archive.js",
        "archive.saveAll(api, () => {}).then(({ file }) => file.text()).then((text) => done([200, text]), fail);",
    );
    let_fall(browser, file.as_str().unwrap(), Some("games.jsonl"));
    says("#notice", "A file of saved games.");
    says("#notice", "1 game was here already.");
    let two = format!("{record}\n{}", record.replace("Ann", "Eve"));
    let_fall(browser, &two, Some("two.txt"));
    says("#notice", "A file with several games: 2.");
    says("#notice", "1 game added.");
    let_fall(browser, "this is no game", None);
    says("#notice", "nothing this page can read");
    browser.click("#notice-close");
    browser.wait("document.querySelector('#notice').textContent === '' && 'gone'");
    browser.assert_no_complaints();
}

fn told(browser: &Browser, css: &str, words: &str) {
    browser.wait(&format!("document.querySelector('{css}')?.textContent.includes({})", json!(words)));
}

pub fn a_position_is_set_up_by_its_text_and_shown_as_one(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("#/analyse?game=yinsh");
    browser.click("#setup");
    // The text follows what is placed, and says what is still missing.
    browser.click("[data-piece=\"white ring\"]");
    browser.click("[data-point=\"e5\"]");
    browser.wait("document.querySelector('#setup-position').value.includes('W') || document.querySelector('#setup-position-said').textContent");
    let position = "4/3W3/2wb1B2/2bwwb1W1/1B2wbwb2/2wbWbw1B/1W1bwwbb1B/2bwbB3/2wbW3/7/4 w 0,0 move w 0";
    fill(browser, "setup-position", "nothing of that kind");
    browser.click("#setup-read");
    browser.wait("document.querySelector('#setup-position-said').textContent.length > 10");
    assert_eq!(browser.script("return document.querySelectorAll('.board .piece').length;", Vec::new()), 1);
    fill(browser, "setup-position", position);
    browser.click("#setup-read");
    let pieces = position.split(' ').next().unwrap().chars().filter(char::is_ascii_alphabetic).count();
    browser.wait(&format!("document.querySelectorAll('.board .piece').length === {pieces}"));
    assert_eq!(browser.script("return document.querySelector('#setup-count-0').value !== '';", Vec::new()), true);
    // Numbers can be read whole.
    let cut = "return [...document.querySelectorAll('.counts-set input')].filter((one) => one.getBoundingClientRect().width < 120).length;";
    assert_eq!(browser.script(cut, Vec::new()), 0);
    browser.click("#setup-done");
    browser.wait(&format!(
        "!document.querySelector('#setup-done') && document.querySelectorAll('.board .piece').length === {pieces}"
    ));
    let text = "return new URLSearchParams(location.hash.split('?')[1]).get('position');";
    assert_eq!(browser.script(text, Vec::new()), json!(position));
    browser.assert_no_complaints();
}

/// What is there only for a while: each with what brings it there.
const PASSING: [(&str, &str); 4] =
    [("search", "#/"), ("removed", "#/"), ("dropped", "#/"), ("setup", "#/analyse?game=yinsh")];

pub fn what_is_there_for_a_while_has_no_serious_fault_and_fits_a_phone(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let moves = ["e5", "e6", "d4", "d6", "f5", "f7", "g5", "g8", "c3", "c4"];
    for scheme in ["light", "dark"] {
        place.show_as(Media { scheme: scheme.to_string(), motion: "reduce".to_string(), ..Media::default() });
        // Unless the browser was started anew, they are there already.
        if place.get("/api/games")["games"].as_array().unwrap().is_empty() {
            place.hosted_with(&json!({ "game": "yinsh", "moves": moves, "seats": [person(), quintet(0)] }));
            place.hosted("yavalath", &[person(), person()]);
        }
        for (name, address) in PASSING {
            browser.resize(1280, 900);
            browser.visit(&format!("?{name}{scheme}{address}"));
            match name {
                "search" => {
                    browser.click("#search summary");
                    fill(browser, "search-turns", "e5");
                    browser.wait("document.querySelector('#search-found').textContent === '1 game found.'");
                }
                "removed" => {
                    listed(browser, 2);
                    stop_the_time_of_removals(browser);
                    browser.click(".games li button");
                    browser.wait("document.querySelector('#undo-removal')");
                }
                "dropped" => {
                    browser.wait("document.querySelector('#start')");
                    let_fall(browser, "b4/6/7/2bb4/4w4/1wb5/3wbw1/1w4/5 w no 0", None);
                    browser.wait("document.querySelector('#dropped-what')");
                }
                _ => {
                    browser.click("#setup");
                    browser.wait("document.querySelector('#setup-position')?.value");
                }
            }
            place.assert_fits(name, scheme);
            if name == "removed" {
                browser.click("#undo-removal");
            }
        }
    }
    browser.assert_no_complaints();
}
