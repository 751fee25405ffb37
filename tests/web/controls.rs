//! What is beside the board, by clicks: taking back, offers, giving up, hints, matches, languages, settings, links.

use super::browser::Browser;
use super::clicks::at_rest;
use super::place::{Back, Place};
use super::server::{Answers, HostedGame, person, quintet};
use serde_json::json;

fn play(browser: &Browser, hosted: &mut HostedGame<Place>, place: &str) {
    at_rest(browser, hosted);
    browser.click(&format!("[data-point=\"{place}\"]"));
    browser.wait(&format!("document.querySelector('#turns').textContent.includes('{place}')"));
}

pub fn two_people_take_back_refuse_give_up_and_play_again_with_seats_exchanged(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Bob" }]);
    let mut hosted = place.hosted_with(&json!({ "game": "gipf", "seats": seats }));
    browser.visit(&format!("#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    browser.click("[data-point=\"a3\"]");
    browser.click("[data-point=\"b3\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('a3-b3')");
    at_rest(browser, &mut hosted);
    browser.click("#undo");
    browser.click("#decline");
    hosted.wait("the refusal", |view| view["offer"].is_null());
    assert_eq!(hosted.turns().len(), 1);
    at_rest(browser, &mut hosted);
    browser.click("#undo");
    browser.click("#accept");
    hosted.wait("the takeback", |view| view["turns"] == json!([]));
    at_rest(browser, &mut hosted);
    browser.click("#resign");
    browser.click("#sure-yes");
    let ended = hosted.wait("the end", |view| !view["ended"].is_null())["ended"].clone();
    assert_eq!((&ended["why"], &ended["loser"]), (&json!("resigned"), &json!(1)));
    browser.click("#rematch");
    let id = browser.wait(&format!("location.hash.split('/')[2] !== '{}' && location.hash.split('/')[2]", hosted.id));
    assert_eq!(place.find(id.as_str().unwrap()).view["seats"][0]["label"], "Bob");
    browser.assert_no_complaints();
}

pub fn a_person_against_the_engine_undoes_redoes_and_gets_a_hint_that_is_drawn(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let mut hosted = place.hosted("yavalath", &[person(), quintet(0)]);
    browser.visit(&format!("#/game/{}", hosted.id));
    play(browser, &mut hosted, "e5");
    at_rest(browser, &mut hosted);
    browser.click("#undo");
    hosted.wait("the start", |view| view["turns"] == json!([]));
    at_rest(browser, &mut hosted);
    browser.click("#redo");
    hosted.wait("both turns", |view| view["turns"].as_array().unwrap().len() == 2);
    at_rest(browser, &mut hosted);
    let marks = "document.querySelectorAll('.board *').length";
    let before = browser.script(&format!("return {marks};"), Vec::new()).as_u64().unwrap();
    browser.click("#hint");
    browser.wait("document.querySelector('#hint-text').textContent.length > 5");
    browser.wait(&format!("{marks} > {before}"));
    browser.assert_no_complaints();
}

pub fn a_match_goes_on_to_its_next_round(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let body = json!({ "game": "zen", "seats": [quintet(0), quintet(0)], "paceMs": 0 });
    let mut hosted = place.hosted_with(&body);
    // A match that one round decides has no next one.
    while hosted.wait("the end of a round", |view| !view["state"]["result"].is_null())["state"]["match"]["over"] == true
    {
        hosted = place.hosted_with(&body);
    }
    browser.visit(&format!("#/game/{}", hosted.id));
    browser.click("#next-round");
    hosted.wait("the second round", |view| view["state"]["match"]["round"] == 2);
    browser.wait("document.querySelector('#match').textContent");
    browser.assert_no_complaints();
}

pub fn pieces_move_unless_that_is_turned_off(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    // Whether anything moves in the half second after a touch.
    let moves = |browser: &Browser, place: &str| {
        let script = format!(
            "const done = arguments[arguments.length - 1]; const begun = performance.now(); let moved = false;
             const place = document.querySelector('[data-point=\"{place}\"]');
             for (const kind of ['pointerdown', 'pointerup', 'click']) place.dispatchEvent(new PointerEvent(kind, {{ bubbles: true }}));
             const look = () => {{ moved ||= document.querySelector('.board').getAnimations({{ subtree: true }}).length > 0;
               performance.now() - begun < 500 ? requestAnimationFrame(look) : done(moved); }};
             look();"
        );
        browser.script_async(&script)
    };
    let mut hosted = place.hosted("yavalath", &[person(), person()]);
    browser.visit(&format!("#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    assert_eq!(moves(browser, "e5"), true);
    browser.click("#open-settings");
    browser.wait("!!document.querySelector('#setting-motion')");
    browser.script("const list = document.querySelector('#setting-motion'); list.value = 'off'; list.dispatchEvent(new Event('change', { bubbles: true }));", Vec::new());
    browser.click("#settings-close");
    at_rest(browser, &mut hosted);
    assert_eq!(moves(browser, "d4"), false);
    assert_eq!(
        hosted.wait("both turns", |view| view["turns"].as_array().unwrap().len() == 2)["turns"][1]["turn"],
        "d4"
    );
    browser.assert_no_complaints();
}

pub fn french_is_chosen_and_remembered_and_a_link_leads_to_the_same_position(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("#/analyse?game=yavalath&moves=e5+d4");
    browser.click("#open-share");
    let link = browser.wait("document.querySelector('#share-link')?.value").as_str().unwrap().to_string();
    let hash = link.split_once('#').unwrap().1.to_string();
    browser.visit(&format!("?again#{hash}"));
    browser.wait("document.querySelectorAll('.board .piece').length === 2");
    browser.script("const list = document.querySelector('#language'); list.value = 'fr'; list.dispatchEvent(new Event('change', { bubbles: true }));", Vec::new());
    browser
        .wait("document.documentElement.lang === 'fr' && document.querySelector('#nav-play')?.textContent === 'Jouer'");
    browser.reload();
    browser.wait("document.querySelector('#nav-play')?.textContent === 'Jouer'");
    browser.assert_no_complaints();
}

pub fn a_game_that_is_removed_says_so_to_those_who_look(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let hosted = place.hosted("yavalath", &[person(), person()]);
    browser.visit(&format!("#/game/{}", hosted.id));
    browser.wait("document.querySelector('main')?.dataset.ready === 'true'");
    assert_eq!(place.send("DELETE", &format!("/api/games/{}", hosted.id), &json!({})).0, 200);
    browser
        .wait("[...document.querySelectorAll('[role=alert]')].some((one) => one.textContent.includes('no such game'))");
}
