//! The board itself: dragging, drawing, marks, turning it round, sounds, looks, playing through, and what is written around it.

use super::browser::Browser;
use super::clicks::at_rest;
use super::drivers::Media;
use super::place::{Back, Place};
use super::server::{Answers, HostedGame, person, quintet};
use serde_json::{Value, json};

/// Has a pointer go from a place to another, pressed: its type, its button, how long it stays, and the modifiers.
fn draw(browser: &Browser, from: &str, to: &str, pointer: &Value) -> Value {
    browser.script_async(&format!(
        "const done = arguments[arguments.length - 1];
        const board = document.querySelector('main svg.board');
        const {{ type, button = 0, stays = 0, shiftKey = false }} = {pointer};
        const middle = (name) => {{
          const box = board.querySelector(`[data-point=\"${{name}}\"] .hit`).getBoundingClientRect();
          return {{ clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }};
        }};
        const [from, to] = [middle('{from}'), middle('{to}')];
        const half = {{ clientX: (from.clientX + to.clientX) / 2, clientY: (from.clientY + to.clientY) / 2 }};
        const send = (kind, at) => {{
          const event = {{ ...at, bubbles: true, cancelable: true, pointerType: type, pointerId: 7, isPrimary: true, button, shiftKey }};
          document.elementFromPoint(at.clientX, at.clientY).dispatchEvent(new PointerEvent(kind, event));
        }};
        const scrolls = () => {{
          const event = new Event('touchmove', {{ bubbles: true, cancelable: true }});
          board.dispatchEvent(event);
          return !event.defaultPrevented;
        }};
        send('pointerdown', from);
        setTimeout(() => {{
          const isScrolled = scrolls();
          send('pointermove', half);
          const piece = [...board.querySelectorAll('.pieces .piece')].find((one) => one.style.transform.includes('translate'));
          const isCarried = Boolean(piece) && Math.abs(piece.getBoundingClientRect().x + piece.getBoundingClientRect().width / 2 - half.clientX) < 8;
          send('pointermove', to);
          send('pointerup', to);
          done({{ isScrolled, isCarried }});
        }}, stays);"
    ))
}

fn game<'a>(place: &'a Place, body: &Value) -> HostedGame<'a, Place> {
    let mut hosted = place.hosted_with(body);
    place.browser.visit(&format!("?{}#/game/{}", hosted.id, hosted.id));
    at_rest(&place.browser, &mut hosted);
    hosted
}

pub fn pieces_are_dragged_by_mouse_finger_and_pen(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let rings = ["e5", "e6", "d4", "d6", "f5", "f7", "g5", "g8", "c3", "c4"];
    let mut hosted = game(&place, &json!({ "game": "yinsh", "moves": rings, "seats": [person(), person()] }));
    for (pointer, from, to) in [("mouse", "c3", "c2"), ("touch", "e6", "f6"), ("pen", "d4", "d3")] {
        let how = draw(browser, from, to, &json!({ "type": pointer }));
        assert_eq!(how, json!({ "isScrolled": false, "isCarried": true }), "{pointer}");
        browser.wait(&format!("document.querySelector('#turns').textContent.includes('{from}-{to}')"));
        at_rest(browser, &mut hosted);
    }
    // Where nothing can be dragged, a finger scrolls; a piece that is let go elsewhere lies where it lay.
    let how = draw(browser, "a3", "b4", &json!({ "type": "touch" }));
    assert_eq!(how, json!({ "isScrolled": true, "isCarried": false }));
    draw(browser, "f7", "k9", &json!({ "type": "touch" }));
    browser.wait("[...document.querySelectorAll('.pieces .piece')].every((one) => one.style.transform === '')");
    assert_eq!(hosted.look()["turns"].as_array().unwrap().len(), 13);
    browser.assert_no_complaints();
}

/// What is drawn on the board, by the classes of its shapes.
const DRAWN: &str = "[...document.querySelectorAll('.drawings > g')].map((one) => one.getAttribute('class')).sort()";

fn drawn(browser: &Browser, expected: &[&str]) {
    browser.wait(&format!("JSON.stringify({DRAWN}) === '{}'", json!(expected)));
}

pub fn arrows_and_circles_are_drawn_kept_and_exported(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let right = json!({ "type": "mouse", "button": 2 });
    // In a game they are of the position.
    let mut hosted = game(&place, &json!({ "game": "yavalath", "seats": [person(), person()] }));
    draw(browser, "e5", "g5", &right);
    drawn(browser, &["own arrow colour-G"]);
    browser.wait("document.querySelector('#announcements').textContent.includes('Arrow from e5 to g5')");
    draw(browser, "d4", "d4", &json!({ "type": "touch", "stays": 600 }));
    drawn(browser, &["own arrow colour-G", "own ring colour-G"]);
    browser.click("[data-point=\"e4\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('e4')");
    drawn(browser, &[]);
    at_rest(browser, &mut hosted);
    // In an analysis they are kept with the variations of the game, and go where its comments go.
    browser.visit(&format!("?study#/analyse?hosted={}", hosted.id));
    browser.wait("document.querySelectorAll('.board .piece').length === 1");
    draw(browser, "e5", "g5", &right);
    draw(browser, "d4", "d4", &json!({ "type": "mouse", "button": 2, "shiftKey": true }));
    drawn(browser, &["own arrow colour-G", "own ring colour-R"]);
    browser.click("#comment");
    browser.press("Look");
    browser.wait("document.querySelector('#tree').textContent.includes('Look')");
    assert!(!browser.text("#tree").contains('%'), "{}", browser.text("#tree"));
    browser.picture(&place.left("drawn.png"));
    browser.click("#go-back");
    drawn(browser, &[]);
    browser.click("#go-forward");
    drawn(browser, &["own arrow colour-G", "own ring colour-R"]);
    let comment = "[%csl Rd4] [%cal Ge5g5] Look";
    hosted_tree(&place, &hosted, comment);
    browser.reload();
    drawn(browser, &["own arrow colour-G", "own ring colour-R"]);
    // By the keyboard, and taken away again.
    browser.wait("document.querySelector('main [data-point=\"c3\"]')");
    browser.script("document.querySelector('[data-point][tabindex=\"0\"]').focus();", Vec::new());
    browser.press("c3");
    browser.press("\u{e00c}*");
    browser.wait("document.querySelector('#announcements').textContent.includes('Circle on')");
    drawn(browser, &["own arrow colour-G", "own ring colour-G", "own ring colour-R"]);
    draw(browser, "e5", "g5", &right);
    drawn(browser, &["own ring colour-G", "own ring colour-R"]);
    // A record of another program has them, too.
    // A review shows those of the turn on which one stands.
    browser.visit("#/review?game=yavalath&moves=e5+d4&tree=e5+%7B%5B%25cal+Be5d4%5D%7D+d4");
    browser.wait("document.querySelectorAll('#marks button').length === 2");
    browser.click("#marks li:nth-child(1) button");
    drawn(browser, &["own arrow colour-B"]);
    browser.click("#marks li:nth-child(2) button");
    drawn(browser, &[]);
    let noted = "[Game \"yavalath\"]\n\n1. e5 {[%cal Be5d4] why} none\n";
    let read = place.post("/api/import", &json!({ "text": noted }));
    assert_eq!(read["games"][0]["turns"][0]["comment"], "[%cal Be5d4] why");
    browser.assert_no_complaints();
}

/// Waits until the variations of a game hold a text.
fn hosted_tree(place: &Place, hosted: &HostedGame<'_, Place>, text: &str) {
    for _ in 0..500 {
        let kept = place.get(&format!("/api/games/{}/tree", hosted.id));
        if kept["text"].as_str().unwrap().contains(text) {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    panic!("`{text}` is not kept");
}

pub fn turns_are_marked_by_hand(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let hosted =
        place.hosted_with(&json!({ "game": "yavalath", "moves": ["e5", "d4"], "seats": [person(), person()] }));
    browser.visit(&format!("#/analyse?hosted={}", hosted.id));
    browser.wait("document.querySelectorAll('.board .piece').length === 2");
    browser.click("#mark-interesting");
    browser.wait("document.querySelector('#tree [aria-current=true] .sign')?.textContent === '!?'");
    browser.wait("document.querySelector('#mark-interesting').getAttribute('aria-pressed') === 'true'");
    browser.click("#mark-blunder");
    browser.wait("document.querySelector('#tree [aria-current=true] .sign')?.textContent === '??'");
    hosted_tree(&place, &hosted, "d4 ??");
    browser.click("#go-back");
    browser.click("#mark-excellent");
    hosted_tree(&place, &hosted, "e5 !!");
    // The same again takes it away; the start has no turn to mark.
    browser.click("#mark-excellent");
    browser.wait("!document.querySelector('#tree [aria-current=true] .sign')");
    browser.click("#go-first");
    browser.wait("document.querySelector('#mark-good').disabled");
    browser.click("#open-share");
    let turns = browser.wait("document.querySelector('#share-turns')?.value");
    assert_eq!(turns, "e5 d4 ??");
    browser.assert_no_complaints();
}

pub fn a_board_is_turned_and_stays_so(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let where_is = |name: &str| {
        let script = format!(
            "const [one, board] = ['[data-point=\"{name}\"] .hit', 'main svg.board'].map((what) => document.querySelector(what).getBoundingClientRect());
             return [one.x + one.width / 2 - board.x - board.width / 2, one.y + one.height / 2 - board.y - board.height / 2];"
        );
        browser
            .script(&script, Vec::new())
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one.as_f64().unwrap())
            .collect::<Vec<_>>()
    };
    let letters = "[...document.querySelectorAll('main svg.board .edge text')].map((one) => [one.textContent, Math.sign(one.getBoundingClientRect().y - document.querySelector('main svg.board').getBoundingClientRect().y - document.querySelector('main svg.board').getBoundingClientRect().height / 2)].join(''))";
    for game_name in ["yinsh", "gipf", "zen", "pentalath"] {
        let seats = if game_name == "zen" { vec![quintet(0), person()] } else { vec![person(), person()] };
        let mut hosted = game(&place, &json!({ "game": game_name, "seats": seats }));
        let (before, edge) = (where_is("b2"), browser.script(&format!("return {letters};"), Vec::new()));
        browser.click("#turn-board");
        let after = where_is("b2");
        for (one, other) in before.iter().zip(&after) {
            assert!((one + other).abs() < 2.0, "{game_name}: {before:?} becomes {after:?}");
        }
        assert_ne!(browser.script(&format!("return {letters};"), Vec::new()), edge, "{game_name}");
        // It is played on as before, and stays so in this browser.
        browser.reload();
        at_rest(browser, &mut hosted);
        assert!((where_is("b2")[1] - after[1]).abs() < 2.0, "{game_name}");
        browser.picture(&place.left(&format!("turned-{game_name}.png")));
        browser.press("t");
        browser.wait("document.querySelector('main svg.board [data-point]')");
        assert!((where_is("b2")[1] - before[1]).abs() < 2.0, "{game_name}");
    }
    let mut hosted = game(&place, &json!({ "game": "yavalath", "seats": [person(), person()] }));
    browser.click("#turn-board");
    browser.click("[data-point=\"b2\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('b2')");
    at_rest(browser, &mut hosted);
    browser.visit("?analyse#/analyse?game=yavalath&moves=b2");
    browser.wait("document.querySelectorAll('.board .piece').length === 1");
    let turned = where_is("b2");
    browser.click("#turn-board");
    assert!((where_is("b2")[1] + turned[1]).abs() < 2.0);
    browser.assert_no_complaints();
}

/// Counts the tones that the page begins. What would be heard late is not played, and a device comes late on a busy machine; Firefox
/// waits for ever where there is none. Here it is as if one were there at once.
const LISTEN: &str = "window.tones = 0;
    new AudioContext();
    AudioContext.prototype.resume = () => Promise.resolve();
    const begin = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { window.tones += 1; return begin.apply(this, when); };
    return document.querySelector('#sound')?.getAttribute('aria-pressed');";

pub fn sounds_are_off_until_a_game_is_played_and_can_be_muted(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let mut hosted = game(&place, &json!({ "game": "yavalath", "seats": [person(), person()] }));
    assert_eq!(browser.script(LISTEN, Vec::new()), "false");
    let fetched = "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('sounds.js'))";
    assert_eq!(browser.script(&format!("return {fetched};"), Vec::new()), false);
    browser.click("[data-point=\"e5\"]");
    browser.wait("window.tones > 0");
    at_rest(browser, &mut hosted);
    browser.wait("document.querySelector('#sound').getAttribute('aria-pressed') === 'true'");
    // The quick way to be quiet, which is remembered.
    browser.press("m");
    browser.wait("document.querySelector('#sound').getAttribute('aria-pressed') === 'false'");
    let tones = browser.script("return window.tones;", Vec::new());
    browser.click("[data-point=\"d4\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('d4')");
    at_rest(browser, &mut hosted);
    assert_eq!(browser.script("return window.tones;", Vec::new()), tones);
    browser.reload();
    at_rest(browser, &mut hosted);
    assert_eq!(browser.script(LISTEN, Vec::new()), "false");
    browser.click("#open-settings");
    browser.click("#setting-sound");
    browser.click("#settings-close");
    at_rest(browser, &mut hosted);
    browser.click("[data-point=\"c3\"]");
    browser.wait("window.tones > 0");
    // Giving up is heard as the end.
    at_rest(browser, &mut hosted);
    let tones = browser.script("return window.tones;", Vec::new());
    browser.click("#resign");
    browser.click("#sure-yes");
    browser.wait(&format!("window.tones > {tones}"));
    browser.assert_no_complaints();
}

pub fn boards_and_pieces_are_chosen_by_pictures(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let look = "return [...document.querySelectorAll('main svg.board .cells polygon, main svg.board .pieces .white stop, main svg.board radialGradient stop')]
        .slice(0, 80).map((one) => getComputedStyle(one).fill + getComputedStyle(one).stopColor).join();";
    for scheme in ["light", "dark"] {
        place.show_as(Media { scheme: scheme.into(), motion: "reduce".into(), ..Media::default() });
        let mut hosted = game(
            &place,
            &json!({ "game": "yavalath3", "moves": ["e5", "d4", "f6"], "seats": [person(), person(), person()] }),
        );
        let mut seen = std::collections::BTreeSet::new();
        for name in ["slate", "paper", "wood"] {
            browser.click("#open-settings");
            browser.wait("document.querySelectorAll('.look svg.board').length === 3");
            browser.picture(&place.left(&format!("looks-{scheme}.png")));
            browser.script(&format!("document.querySelector('#setting-board-{name}').click();"), Vec::new());
            browser.click("#settings-close");
            browser.wait(&format!(
                "document.documentElement.dataset.board === '{name}' && !!document.querySelector('#looks')?.sheet"
            ));
            at_rest(browser, &mut hosted);
            seen.insert(browser.script(look, Vec::new()).to_string());
            browser.picture(&place.left(&format!("look-{name}-{scheme}.png")));
        }
        assert_eq!(seen.len(), 3, "{scheme}");
    }
    // It is there from the first moment of the next visit.
    browser.click("#open-settings");
    browser.wait("!!document.querySelector('#setting-board-slate')");
    browser.script("document.querySelector('#setting-board-slate').click();", Vec::new());
    browser.reload();
    browser.wait("document.documentElement.dataset.board === 'slate' && !!document.querySelector('#looks')?.sheet");
    browser.assert_no_complaints();
}

pub fn a_finished_game_plays_through_by_itself(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let moves = ["e5", "a1", "e6", "a3", "e8", "i5", "e7"];
    game(&place, &json!({ "game": "yavalath", "moves": moves, "seats": [person(), person()] }));
    browser.wait("!document.querySelector('#result').hidden");
    let pieces = "document.querySelectorAll('main .board .pieces > .piece').length";
    let fast = "const list = document.querySelector('#pace'); list.value = 'fast'; list.dispatchEvent(new Event('change', { bubbles: true }));";
    browser.script(fast, Vec::new());
    browser.click("#autoplay");
    browser.wait(&format!("{pieces} === 0"));
    browser.wait(&format!("{pieces} === 3"));
    browser.press("p");
    let at = browser.script(&format!("return {pieces};"), Vec::new());
    std::thread::sleep(std::time::Duration::from_millis(900));
    assert_eq!(browser.script(&format!("return {pieces};"), Vec::new()), at);
    browser.click("#autoplay");
    browser.wait(&format!("{pieces} === 7"));
    browser.wait("document.querySelector('#autoplay').textContent === 'Play through'");
    // The pace is remembered, and variations are played through, too.
    browser.visit("?study#/analyse?game=yavalath&moves=e5+d4+f6");
    browser.wait(&format!("{pieces} === 3"));
    assert_eq!(browser.script("return document.querySelector('#pace').value;", Vec::new()), "fast");
    browser.click("#autoplay");
    browser.wait(&format!("{pieces} === 1"));
    browser.wait(&format!("{pieces} === 3"));
    browser.assert_no_complaints();
}

pub fn one_thing_at_a_time_is_taken_back(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    let position = "BBBB/B6/8/9/10/9/10/2wwWww2/5W2/7/WWW1 w 0,0 move w 0";
    let body = json!({ "game": "yinsh", "position": position, "seats": [person(), person()] });
    let mut hosted = game(&place, &body);
    let seen = |id: &str| {
        let script =
            "return document.getElementById(arguments[0])?.checkVisibility({ visibilityProperty: true }) ?? false;";
        browser.script(script, vec![json!(id)])
    };
    assert_eq!((seen("undo"), seen("undo-step")), (json!(true), json!(false)));
    // In the midst of a turn it is the step, also by the key.
    for _ in 0..2 {
        browser.click("[data-point=\"h7\"]");
        browser.click("[data-point=\"g7\"]");
        hosted.wait("the move", |view| view["state"]["decisions"] == json!(["h7-g7"]));
        at_rest(browser, &mut hosted);
        assert_eq!((seen("undo"), seen("undo-step")), (json!(false), json!(true)));
        browser.press("u");
        hosted.wait("the step back", |view| view["state"]["decisions"] == json!([]));
        at_rest(browser, &mut hosted);
    }
    assert_eq!((seen("undo"), seen("undo-step")), (json!(true), json!(false)));
    browser.assert_no_complaints();
}

pub fn letters_numbers_keys_and_the_way_home_are_there(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    // Each letter and each number of the board stands once along its edge.
    let edge = "(() => { const names = [...document.querySelectorAll('main svg.board [data-point]:not(.dot)')].map((one) => one.dataset.point);
        const expected = [...new Set(names.flatMap((name) => [name.slice(0, 1), name.slice(1)]))].sort();
        const found = [...document.querySelectorAll('main svg.board .edge text')].filter((one) => one.checkVisibility()).map((one) => one.textContent).sort();
        return JSON.stringify(found) === JSON.stringify(expected); })()";
    for name in ["yinsh", "zen", "yavalath", "pentalath"] {
        game(&place, &json!({ "game": name, "seats": vec![person(); 2] }));
        assert_eq!(browser.script(&format!("return {edge};"), Vec::new()), true, "{name}");
    }
    // Rings in hand are told of as long as there are some.
    let rings = ["e5", "e6", "d4", "d6", "f5", "f7", "g5", "g8", "c3"];
    let mut hosted = game(&place, &json!({ "game": "yinsh", "moves": rings, "seats": [person(), person()] }));
    assert!(browser.text(".players").contains("Rings in hand: 1"));
    browser.click("[data-point=\"c4\"]");
    browser.wait("document.querySelector('#turns').textContent.includes('c4')");
    at_rest(browser, &mut hosted);
    browser.wait("!document.querySelector('.players').textContent.includes('Rings in hand')");
    // `?` lists the keys wherever there is a board.
    for (name, address) in super::study::pages(&place) {
        browser.visit(&format!("?keys{name}{address}"));
        browser.wait(
            "document.querySelector('main h1') && document.querySelector('main').getAttribute('aria-busy') !== 'true'",
        );
        if !["game", "analysis", "review", "rules", "puzzle", "book"].contains(&name) {
            continue;
        }
        browser.wait("document.querySelector('main svg.board [data-point]')");
        browser.press("?");
        browser.wait("document.querySelector('#keys-help[open] dt')");
        if name == "analysis" {
            browser.wait("[...document.querySelectorAll('#keys-help kbd')].some((one) => one.textContent === 'a')");
        }
        browser.click("#keys-close");
        browser.wait("!document.querySelector('#keys-help')");
    }
    browser.visit("?lost#/no/such/page");
    browser.wait("document.querySelector('#problem[role=alert]')");
    browser.click("#go-home");
    browser.wait("location.hash === '#/' && document.querySelector('#start')");
    browser.assert_no_complaints();
}
