//! Games played on the page by clicks alone.

use super::browser::Browser;
use super::place::{Back, Place};
use super::server::{Answers, Folder, HostedGame, Server, person, python_engine, quintet};
use serde_json::{Value, json};
use std::time::Instant;

/// The decision that a short search prefers, as the state describes it.
pub fn preferred(place: &Place, view: &Value) -> Value {
    let mut moves: Vec<Value> = view["turns"].as_array().unwrap().iter().map(|turn| turn["turn"].clone()).collect();
    moves.extend(view["state"]["decisions"].as_array().unwrap().iter().cloned());
    let body = json!({
        "game": view["game"], "options": view["options"], "position": view["start"], "moves": moves, "timeMs": 40,
    });
    let last = place.last_part("/api/analyze", &body);
    let wanted = &last["lines"][0][0]["decisions"][0]["text"];
    let legal = view["state"]["legal"].as_array().unwrap();
    legal.iter().find(|decision| decision["text"] == *wanted).unwrap_or(&legal[0]).clone()
}

/// Makes a decision on the board as a person does: by touching its places, and what is to be chosen.
pub fn touch(browser: &Browser, decision: &Value) {
    if decision["kind"] == "pass" {
        return browser.click("#pass");
    }
    if let Some(piece) = decision["choice"]["piece"].as_str() {
        // The switch is there only if both are legal.
        let there = browser.script(&format!("return !!document.querySelector('#choice-{piece}')"), Vec::new());
        if there == true {
            browser.click(&format!("#choice-{piece}"));
        }
    }
    for place in decision["touches"][0].as_array().unwrap() {
        browser.click(&format!("[data-point=\"{}\"]", place.as_str().unwrap()));
    }
    if let Some(keep) = decision["choice"]["keep"].as_array() {
        // What is to stay is toggled where it is not what is preset.
        let toggles = browser.script(
            "return [...document.querySelectorAll('[id^=keep-]')].map((one) => [one.id.slice(5), one.getAttribute('aria-pressed')]);",
            Vec::new(),
        );
        for toggle in toggles.as_array().unwrap() {
            if keep.contains(&toggle[0]) != (toggle[1] == "true") {
                browser.click(&format!("#keep-{}", toggle[0].as_str().unwrap()));
            }
        }
        browser.click("#confirm");
    }
}

/// Waits until the page shows the game as its back has it, and everything has come to rest.
pub fn at_rest<H: Answers>(browser: &Browser, hosted: &mut HostedGame<H>) -> Value {
    loop {
        let view = hosted.settle().clone();
        let shown = format!(
            "document.querySelector('main')?.dataset.ready && Number(document.querySelector('main')?.dataset.revision) >= {}",
            view["revision"]
        );
        browser.wait(&shown);
        if hosted.look()["revision"] == view["revision"] {
            return view;
        }
    }
}

/// Plays a game to its end by clicks for everybody who is a person.
pub fn play_to_the_end(place: &Place, hosted: &mut HostedGame<Place>) {
    play_on(place, hosted, &mut |_| {});
}

/// The same; `between` is told each turn's number once it is made.
fn play_on(place: &Place, hosted: &mut HostedGame<Place>, between: &mut dyn FnMut(usize)) {
    let browser = &place.browser;
    for turn in 0..500 {
        let view = at_rest(browser, hosted);
        assert!(view["problem"].is_null(), "{}", view["problem"]);
        if !view["ended"].is_null() {
            let sentence = browser
                .wait("!document.querySelector('#result').hidden && document.querySelector('#result').textContent");
            let wanted = view["ended"]["sentence"].as_str().unwrap();
            assert!(sentence.as_str().unwrap().contains(wanted), "{sentence} {wanted}");
            return browser.assert_no_complaints();
        }
        touch(browser, &preferred(place, &view));
        let revision = &view["revision"];
        browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {revision}"));
        between(turn);
    }
    panic!("the game does not end");
}

fn against_level_0(back: Back, game: &str, options: Value) {
    let place = Place::still(back, 1280, 900);
    let seats = match (game, options["Seats"].as_str()) {
        ("yavalath3", _) => vec![person(), quintet(0), quintet(0)],
        (_, Some("4")) => vec![person(), quintet(0), quintet(0), quintet(0)],
        _ => vec![person(), quintet(0)],
    };
    let mut hosted = place.hosted_with(&json!({ "game": game, "options": options, "seats": seats }));
    place.browser.visit(&format!("#/game/{}", hosted.id));
    play_to_the_end(&place, &mut hosted);
}

macro_rules! whole_games {
    ($($name:ident: $game:literal $options:expr;)+) => {
        $(
            pub fn $name(back: Back) {
                against_level_0(back, $game, $options);
            }
        )+
    };
}

whole_games! {
    a_game_of_yavalath_for_three_is_played_by_clicks: "yavalath3" json!({});
    a_game_of_pentalath_is_played_by_clicks: "pentalath" json!({});
    a_game_of_gipf_is_played_by_clicks: "gipf" json!({});
    a_game_of_standard_gipf_is_played_by_clicks: "gipf-standard" json!({});
    a_game_of_tournament_gipf_is_played_by_clicks: "gipf-tournament" json!({});
    a_game_of_yinsh_is_played_by_clicks: "yinsh" json!({});
    a_game_of_yinsh_blitz_is_played_by_clicks: "yinsh-blitz" json!({});
    a_game_of_zen_for_four_is_played_by_clicks: "zen" json!({ "Seats": "4" });
    a_game_of_zen_with_a_free_zen_is_played_by_clicks: "zen-free" json!({});
}

pub fn a_game_of_yavalath_is_played_by_clicks_reviewed_and_kept(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let mut hosted = place.hosted("yavalath", &[person(), quintet(0)]);
    let id = hosted.id.clone();
    browser.visit(&format!("#/game/{id}"));
    // The page is loaded anew in the middle: the game is there.
    play_on(&place, &mut hosted, &mut |turn| {
        if turn == 1 {
            browser.reload();
            browser.wait("document.querySelector('main')?.dataset.ready");
        }
    });
    browser.visit(&format!("#/review?hosted={id}"));
    browser.wait("document.querySelector('#accuracy')");
    browser.visit("#/");
    browser.wait(&format!("document.querySelector('a[href=\"#/game/{id}\"]')"));
    browser.assert_no_complaints();
}

/// The first ring is taken over by the button, and the rings that follow are of the colours that the seats have then.
pub fn the_first_ring_of_yinsh_is_taken_over(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let seats = [person(), person()];
    let mut hosted = place.hosted_with(&json!({ "game": "yinsh", "options": { "Swap": "true" }, "seats": seats }));
    browser.visit(&format!("#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    browser.click("[data-point=\"e5\"]");
    browser.wait("document.querySelector('#instruction').textContent.includes('place a ring, or swap')");
    browser.click("#swap");
    browser.wait("document.querySelector('#instruction').textContent.includes('Black: place a ring:')");
    let view = at_rest(browser, &mut hosted);
    assert_eq!(hosted.turns(), ["e5", "swap"]);
    let seats = &view["state"]["seats"];
    assert_eq!(
        (&seats[0]["colour"], &seats[1]["colour"], &view["state"]["decides"]),
        (&json!("black"), &json!("white"), &json!(1))
    );
    browser.click("[data-point=\"f6\"]");
    browser.wait("document.querySelector('#instruction').textContent.includes('White: place a ring:')");
    browser.assert_no_complaints();
}

pub fn three_people_play_at_one_screen(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let mut hosted = place.hosted("yavalath3", &[person(), person(), person()]);
    browser.visit(&format!("#/game/{}", hosted.id));
    play_to_the_end(&place, &mut hosted);
}

pub fn one_click_starts_a_game_and_touches_are_answered_at_once(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("");
    browser.click("#start");
    browser.wait("document.querySelector('main')?.dataset.ready");
    let id = browser.wait("location.hash.split('/')[2]").as_str().unwrap().to_string();
    let mut hosted = place.find(&id);
    at_rest(browser, &mut hosted);
    // How long a touch takes to be seen: the click handler and the frame that shows it.
    let script = "const done = arguments[arguments.length - 1];
        const place = document.querySelector('[data-legal]');
        const before = performance.now();
        place.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
        place.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
        place.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - before)));";
    let mut times = Vec::new();
    for _ in 0..5 {
        let view = at_rest(browser, &mut hosted);
        if !view["ended"].is_null() {
            break;
        }
        times.push(browser.script_async(script).as_f64().unwrap());
        browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", view["revision"]));
    }
    times.sort_by(f64::total_cmp);
    let mut boards = Vec::new();
    for _ in 0..5 {
        browser.visit(&format!("?{}#/game/{id}", boards.len()));
        browser.wait("document.querySelector('main')?.dataset.ready");
        let shown = "const board = performance.getEntriesByName('board')[0]; return board ? board.startTime : 0;";
        boards.push(browser.script(shown, Vec::new()).as_f64().unwrap());
    }
    boards.sort_by(f64::total_cmp);
    // A timing never fails a test.
    eprintln!(
        "first board after {:.0} ms, a touch is seen after {:.0} ms",
        boards[boards.len() / 2],
        times[times.len() / 2]
    );
    browser.assert_no_complaints();
}

pub fn engines_play_each_other_and_one_of_them_is_another_program(_: Back) {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &["--engine", &python_engine("Fred", "")]);
    let browser = Browser::open(&server, 1280, 900);
    let fred = json!({ "kind": "engine", "engine": "Fred", "timeMs": 500 });
    let mut hosted = server.hosted_with(&json!({ "game": "yavalath", "seats": [quintet(3), fred], "paceMs": 10 }));
    browser.visit(&format!("#/game/{}", hosted.id));
    hosted.wait("the end", |view| !view["ended"].is_null());
    browser.wait("!document.querySelector('#result').hidden");
    assert!(browser.text("main").contains("Fred"));
    browser.assert_no_complaints();
}

pub fn a_game_goes_on_after_a_reload_and_in_a_second_tab(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let mut hosted = place.hosted("yinsh", &[person(), person()]);
    browser.visit(&format!("#/game/{}", hosted.id));
    // The first page has boards, too.
    at_rest(browser, &mut hosted);
    for point in ["e5", "f6", "d5"] {
        browser.click(&format!("[data-point=\"{point}\"]"));
        browser.wait(&format!("document.querySelectorAll('#turns li').length && document.querySelector('#turns').textContent.includes('{point}')"));
    }
    at_rest(browser, &mut hosted);
    browser.reload();
    browser.wait("document.querySelector('#turns') && document.querySelector('#turns').textContent.includes('d5')");
    let (first, second) = browser.new_tab();
    browser.visit(&format!("#/game/{}", hosted.id));
    browser.click("[data-point=\"g6\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('g6')");
    browser.switch_to(&first);
    browser.wait("document.querySelector('#turns').textContent.includes('g6')");
    browser.switch_to(&second);
    browser.click("[data-point=\"h7\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('h7')");
    hosted.look();
    assert_eq!(hosted.turns(), ["e5", "f6", "d5", "g6", "h7"]);
    browser.assert_no_complaints();
}

pub fn a_game_goes_on_when_the_server_comes_back(_: Back) {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let browser = Browser::open(&server, 1280, 900);
    let id = server.hosted("yinsh", &[person(), person()]).id;
    browser.visit(&format!("#/game/{id}"));
    browser.click("[data-point=\"e5\"]");
    browser.wait("document.querySelector('#turns')?.textContent.includes('e5')");
    let port = server.address.rsplit(':').next().unwrap().to_string();
    server.kill();
    browser.wait("document.body.innerText.includes('Connection lost')");
    let server = Server::start_at(&folder.0, &port, &[]);
    browser.wait("!document.body.innerText.includes('Connection lost')");
    browser.click("[data-point=\"h7\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('h7')");
    assert_eq!(server.find(&id).turns(), ["e5", "h7"]);
}

pub fn a_turn_is_made_by_the_keyboard_alone(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let begun = Instant::now();
    let mut hosted = place.hosted("yavalath", &[person(), person()]);
    browser.visit(&format!("#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    // Into the board by the tab key, then by the name of a place.
    let mut pressed = 0;
    while browser.script("return !!document.activeElement.closest('[data-point]');", Vec::new()) != true {
        browser.press("\u{e004}");
        pressed += 1;
        assert!(pressed < 60, "the board cannot be reached");
    }
    browser.press("e5\u{e007}");
    browser.wait("document.querySelector('#turns').textContent.includes('e5')");
    at_rest(browser, &mut hosted);
    let here = browser.script("return document.activeElement.closest('[data-point]')?.dataset.point;", Vec::new());
    assert_eq!(here, "e5");
    // By the arrows to a place beside it.
    browser.press("\u{e013}\u{e007}");
    let turns = hosted.wait("the second turn", |view| view["turns"].as_array().unwrap().len() == 2)["turns"].clone();
    assert_ne!(turns[1]["turn"], "e5", "{turns} after {:?}", begun.elapsed());
    let said = browser.wait("document.querySelector('#announcements').textContent");
    assert!(!said.as_str().unwrap().is_empty());
    browser.assert_no_complaints();
}
