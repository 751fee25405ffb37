//! A game on a phone: what is needed to play fits its screen, and a small place is confirmed.

use super::browser::Browser;
use super::clicks::at_rest;
use super::drivers::Media;
use super::place::{Back, Place};
use super::server::{Answers, person, quintet};
use rand::{RngExt, SeedableRng};
use serde_json::json;

/// Phones, upright and on their side.
const PHONES: [(u32, u32); 4] = [(320, 568), (375, 667), (390, 844), (844, 390)];

/// What is needed to play and not wholly seen, what is broken, and what is too small to be pressed.
const FAULTS: &str = "
    const faults = [];
    if (scrollX !== 0 || scrollY !== 0) faults.push(`the page is scrolled to ${scrollX}, ${scrollY}`);
    if (document.documentElement.scrollWidth > innerWidth) faults.push(`${document.documentElement.scrollWidth} pixels wide`);
    const needed = document.querySelectorAll('.stage svg.board, .player, .player-name, .player-notes, .clock, .counts, #match, #instruction, .choices:not(.away) > *, .choices button, .step-host button');
    for (const one of needed) {
      if (!one.checkVisibility({ visibilityProperty: true }) || (one.localName === 'span' && one.textContent === '')) continue;
      const name = `${one.localName}#${one.id}.${one.getAttribute('class')}`;
      const box = one.getBoundingClientRect();
      const isIn = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
      if (!isIn) faults.push(`${name} is from ${box.left}, ${box.top} to ${box.right}, ${box.bottom}`);
      const at = (part) => document.elementFromPoint(box.x + box.width / 2, box.y + part * box.height);
      if (one.localName === 'button' && [0.1, 0.5, 0.9].some((part) => !one.contains(at(part)))) faults.push(`${name} is covered`);
      if (box.height < 8) faults.push(`${name} is ${box.height} pixels high`);
      if (one.localName === 'button' && (box.width < 40 || box.height < 40)) faults.push(`${name} is ${box.width} x ${box.height}`);
    }
    const board = document.querySelector('.stage svg.board');
    const covered = [...document.querySelectorAll('.stage [data-point]')].filter((place) => {
      const box = place.querySelector('.hit').getBoundingClientRect();
      return !board.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    });
    if (covered.length > 0) faults.push(`${covered.length} places are covered`);
    const talk = document.querySelector('.talk');
    if (talk.scrollHeight > talk.clientHeight + 1) faults.push(`what is said needs ${talk.scrollHeight} of ${talk.clientHeight} pixels`);
    // The touch area of a place is a circle from place to place.
    const far = board.querySelector('.hit').getBoundingClientRect().width;
    const confirms = document.querySelector('.choices').hasAttribute('data-confirms');
    if (far < 40 && !confirms) faults.push(`places are ${far} pixels apart, and nothing is confirmed`);
    if (far < 18) faults.push(`places are ${far} pixels apart`);
    for (const one of document.querySelectorAll('.rest button, .rest a.button')) {
      const box = one.getBoundingClientRect();
      if (one.checkVisibility({ visibilityProperty: true }) && (box.width < 40 || box.height < 40)) faults.push(`${one.id} ${one.className} ${one.textContent} is ${box.width} x ${box.height}`);
    }
    for (const turn of document.querySelectorAll('ol.turns button > :last-child')) {
      const lines = new Set([...turn.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size !== 1) faults.push(`the turn ${turn.textContent} is on ${lines.size} lines`);
    }
    return faults;";

pub fn what_is_needed_to_play_fits_every_phone_in_every_game(back: Back) {
    let place = Place::open(back, 320, 568);
    let browser = &place.browser;
    let mut rng = quintet::game::Rng::seed_from_u64(51);
    for scheme in ["light", "dark"] {
        let media = Media { scheme: scheme.into(), motion: "reduce".into(), touch: true, ..Media::default() };
        place.show_as(media);
        for game in quintet::registry::names() {
            let mut session = quintet::registry::open(game).unwrap();
            let turns = if scheme == "light" { 12 } else { 3 };
            for _ in 0..turns {
                let turn = session.random_turn(&mut rng);
                session.play(&turn).unwrap();
                if session.standing().outcome().is_some() {
                    let mut line = session.turns();
                    line.pop();
                    session.set_position(None, &line).unwrap();
                    break;
                }
            }
            let seats = vec![person(); session.seats()];
            let clock = json!({ "baseMs": 900_000, "incrementMs": 5_000 });
            let body = json!({ "game": game, "moves": session.turns(), "seats": seats, "clock": clock });
            let mut hosted = place.hosted_with(&body);
            browser.visit(&format!("?{scheme}{game}#/game/{}", hosted.id));
            at_rest(browser, &mut hosted);
            for (width, height) in PHONES {
                browser.resize(width, height);
                // The window of WebKitGTK does not get as narrow.
                if browser.script("return innerWidth;", Vec::new()) != json!(width) {
                    continue;
                }
                browser.wait(
                    "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))",
                );
                let faults = browser.script(FAULTS, Vec::new());
                browser.picture(&place.left(&format!("phone-{game}-{scheme}-{width}.png")));
                assert_eq!(faults, json!([]), "{game}, {scheme}, {width} x {height}");
            }
        }
    }
    browser.assert_no_complaints();
}

/// Presses what somebody who knows nothing presses next: something lit, or what confirms it. It must be in sight, and nothing
/// scrolls for it. `done` once the decision is made.
const PRESS: &str = "(() => {
    if (Number(document.querySelector('main').dataset.revision) > REVISION) return 'done';
    const lit = [...document.querySelectorAll('.stage [data-legal] .hit')];
    const one = document.querySelector('#confirm:not([disabled])') ?? lit[Math.floor(RANDOM * lit.length)]
        ?? document.querySelector('.choices:not(.away) button.primary');
    if (!one) return null;
    const { x, y, width, height } = one.getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2 };
    const target = document.elementFromPoint(at.clientX, at.clientY);
    const meant = one.closest('[data-point], button');
    if (!meant.contains(target) || scrollX !== 0 || scrollY !== 0) return `${meant.outerHTML.slice(0, 80)} is not in sight`;
    const touch = { ...at, bubbles: true, pointerType: 'touch', isPrimary: true, detail: 1 };
    for (const kind of ['pointerdown', 'pointerup', 'click']) target.dispatchEvent(new PointerEvent(kind, touch));
    return 'pressed';
})()";

pub fn a_whole_game_is_played_by_lit_places_alone(back: Back) {
    let place = Place::open(back, 375, 667);
    let browser = &place.browser;
    browser.show_as(Media { touch: true, motion: "reduce".into(), ..Media::default() });
    let mut rng = quintet::game::Rng::seed_from_u64(667);
    for game in ["yinsh", "gipf"] {
        let mut hosted = place.hosted(game, &[person(), quintet(0)]);
        browser.visit(&format!("?{game}#/game/{}", hosted.id));
        loop {
            let view = at_rest(browser, &mut hosted);
            if !view["ended"].is_null() {
                break;
            }
            // A decision is at most two places and what confirms them.
            for press in 0.. {
                let random = rng.random::<f64>().to_string();
                let script = PRESS.replace("REVISION", &view["revision"].to_string()).replace("RANDOM", &random);
                let pressed = browser.wait(&script);
                if pressed == "done" {
                    break;
                }
                assert!(pressed == "pressed" && press < 12, "{game}, {}: {pressed}, {press} presses", view["turns"]);
            }
        }
        browser.wait("!document.querySelector('#result').hidden");
    }
    browser.assert_no_complaints();
}

fn turns(browser: &Browser) -> String {
    browser.text("#turns")
}

pub fn a_decision_is_confirmed_where_a_finger_may_have_meant_the_place_beside(back: Back) {
    let place = Place::open(back, 320, 568);
    let browser = &place.browser;
    browser.show_as(Media { touch: true, motion: "reduce".into(), ..Media::default() });
    let mut hosted = place.hosted("yavalath", &[person(), person()]);
    browser.visit(&format!("#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    // The first press chooses, and another place is chosen instead.
    browser.click("[data-point=\"e5\"]");
    browser.wait("document.querySelector('#confirm') && document.querySelector('.board .piece.ahead')");
    browser.wait("document.querySelector('[data-point=e5]').getAttribute('aria-label').includes('chosen')");
    browser.wait("document.querySelector('#instruction').textContent.includes('choose the same place again')");
    browser.click("[data-point=\"d4\"]");
    browser.wait("document.querySelectorAll('.board .piece.ahead').length === 1");
    browser.picture(&place.left("confirm.png"));
    assert_eq!(turns(browser), "");
    browser.click("#confirm");
    browser.wait("document.querySelector('#turns').textContent.includes('d4')");
    at_rest(browser, &mut hosted);
    // The same place again confirms it; *Cancel* and Escape let it go.
    browser.click("[data-point=\"e5\"]");
    browser.click("#cancel");
    browser.wait("!document.querySelector('#confirm') && !document.querySelector('.board .piece.ahead')");
    browser.click("[data-point=\"e5\"]");
    browser.wait("document.querySelector('#confirm')");
    browser.press("\u{e00c}");
    browser.wait("!document.querySelector('#confirm')");
    browser.click("[data-point=\"c3\"]");
    browser.wait("document.querySelector('#confirm')");
    browser.click("[data-point=\"c3\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('c3')");
    at_rest(browser, &mut hosted);
    assert_eq!(hosted.turns(), ["d4", "c3"]);
    // So it is where a wrong turn counts; in an analysis everything can be taken back.
    browser.visit("?puzzle#/puzzles/yavalath/1");
    let place_of = "document.querySelector('main svg.board [data-legal]')?.dataset.point";
    let tried = browser.wait(place_of).as_str().unwrap().to_string();
    browser.click(&format!("[data-point=\"{tried}\"]"));
    browser.wait("!!document.querySelector('#confirm')");
    assert_eq!(browser.text("#puzzle-verdict"), "");
    browser.click("#confirm");
    browser.wait("document.querySelector('#puzzle-verdict').textContent");
    browser.visit("?analysis#/analyse?game=yavalath");
    browser.wait(place_of);
    browser.click("main [data-point=\"e5\"]");
    browser.wait("document.querySelector('#tree').textContent.includes('e5')");
    // Where there is a mouse nothing waits, unless that is wanted.
    browser.show_as(Media { motion: "reduce".into(), ..Media::default() });
    browser.resize(1280, 900);
    browser.visit(&format!("?mouse#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    browser.click("[data-point=\"e5\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('e5')");
    browser.click("#open-settings");
    browser.wait("document.querySelector('#setting-confirm')");
    browser.script(
        "const list = document.querySelector('#setting-confirm'); list.value = 'always'; list.dispatchEvent(new Event('change', { bubbles: true }));",
        Vec::new(),
    );
    browser.click("#settings-close");
    at_rest(browser, &mut hosted);
    browser.click("[data-point=\"f6\"]");
    browser.wait("document.querySelector('#confirm')");
    browser.wait("document.querySelector('#announcements').textContent.includes('f6')");
    assert!(!turns(browser).contains("f6"));
    browser.assert_no_complaints();
}
