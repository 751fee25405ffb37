//! What a person is told at each step: what to do, why not, what would be good.

use super::browser::Browser;
use super::clicks::at_rest;
use super::place::{Back, Place};
use super::server::{Answers, HostedGame, person, quintet};
use serde_json::json;

/// Ten rings are on the board, and White moves the first.
const RINGS: [&str; 10] = ["e5", "c3", "f6", "i8", "d2", "h9", "c6", "g10", "f3", "j8"];

fn table<'a>(place: &'a Place, game: &str, moves: &[&str]) -> HostedGame<'a, Place> {
    let hosted = place.hosted_with(&json!({ "game": game, "moves": moves, "seats": [person(), person()] }));
    place.browser.visit(&format!("#/game/{}", hosted.id));
    hosted
}

fn touch(browser: &Browser, point: &str) {
    browser.click(&format!("[data-point=\"{point}\"]"));
}

/// What a touch is refused with: it is shown beside the place, within the picture, and read out.
fn refused(browser: &Browser, point: &str) -> String {
    browser.script("document.querySelector('#announcements').textContent = '';", Vec::new());
    touch(browser, point);
    let shown = "document.querySelector('.refusal:not([hidden])')";
    browser.wait(&format!(
        "{shown} && document.querySelector('#announcements').textContent.includes({shown}.textContent)"
    ));
    let far = format!(
        "const bubble = {shown}.getBoundingClientRect(), place = document.querySelector('[data-point=\"{point}\"]').getBoundingClientRect();
         const aside = (a, b, c) => Math.max(a - c, c - b, 0);
         return Math.hypot(aside(bubble.left, bubble.right, place.left + place.width / 2), aside(bubble.top, bubble.bottom, place.top + place.height / 2));"
    );
    let far = browser.script(&far, Vec::new()).as_f64().unwrap();
    assert!((1.0..90.0).contains(&far), "{point}: {far} pixels away");
    browser.text(".refusal")
}

pub fn what_to_do_follows_each_step_and_a_refused_touch_says_why(back: Back) {
    let place = Place::still(back, 375, 667);
    let browser = &place.browser;
    let mut hosted = table(&place, "yinsh", &RINGS);
    at_rest(browser, &mut hosted);
    let task = |words: &str| {
        browser.wait(&format!("document.querySelector('#instruction').textContent.includes('{words}')"));
    };
    task("White: move a ring: choose a ring, then where it goes");
    assert_eq!(refused(browser, "e6"), "White has no ring on e6");
    assert_eq!(refused(browser, "c3"), "White has no ring on c3");
    touch(browser, "e5");
    task("White: move a ring: now choose where it goes");
    assert!(refused(browser, "g6").ends_with("a ring moves in a straight line"));
    assert!(refused(browser, "g7").ends_with("there is a ring on f6, and no ring is jumped"));
    assert_eq!(refused(browser, "i8"), "The ring on e5 cannot go to i8, which is taken");
    // Another ring of one's own is no mistake, and the same one is let go.
    touch(browser, "f6");
    task("now choose where it goes");
    touch(browser, "f6");
    task("choose a ring");
    browser.assert_no_complaints();

    let mut hosted = table(&place, "gipf", &[]);
    at_rest(browser, &mut hosted);
    assert!(refused(browser, "e5").contains("is not a dot"));
    touch(browser, "a3");
    task("now choose the spot next to it");
    assert!(refused(browser, "e5").contains("is not next to a3"));
    // In an analysis, too.
    browser.visit("#/analyse?game=zen");
    browser.wait("document.querySelector('.study [data-legal]')");
    assert_eq!(refused(browser, "f5"), "There is no piece on f5");
    browser.assert_no_complaints();
}

pub fn a_hint_shows_its_turn_first_and_the_rest_when_asked(back: Back) {
    let place = Place::still(back, 1280, 900);
    let browser = &place.browser;
    // No win is seen from here, however fast the machine is.
    let mut hosted = table(&place, "gipf", &[]);
    at_rest(browser, &mut hosted);
    browser.click("#hint");
    browser.wait("document.querySelector('#hint-more')");
    let marks = || browser.script("return document.querySelectorAll('.marks-over > *').length;", Vec::new());
    assert_eq!(marks(), 1);
    let said = browser.text("#hint-text");
    assert!(said.contains("White winning chances of ") && said.contains(" %"), "{said}");
    browser.click("#hint-more");
    browser.wait("document.querySelectorAll('.marks-over > *').length > 1");
    assert!(browser.text("#hint-text").starts_with(&said) && browser.text("#hint-text").contains("Expected: "));
    // It is gone with the next turn.
    touch(browser, "a3");
    touch(browser, "b3");
    browser.wait("document.querySelectorAll('.marks-over > *').length === 0");
    browser.assert_no_complaints();
}

pub fn an_analysis_begins_by_itself_and_fills_the_curve(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.script("localStorage.isVisitor = 1; localStorage.removeItem('quintet.analysisOn');", Vec::new());
    browser.visit("#/analyse?game=yavalath&moves=e5+d4+f6+g5+c3");
    browser.wait("document.querySelectorAll('#lines li[data-turn]').length >= 3");
    browser.wait("document.querySelector('#graph .curve-line')?.getAttribute('points').split(' ').length === 6");
    browser.click("#heat");
    browser.wait("document.querySelector('#heat-words').textContent.startsWith('Heat map at depth ')");
    // Off stays off.
    browser.click("#analysis-toggle");
    browser.reload();
    browser.wait("document.querySelector('#analysis-toggle')?.ariaChecked === 'false'");
    browser.assert_no_complaints();
}

pub fn the_worst_turns_of_a_game_come_back_until_they_are_found(back: Back) {
    let place = Place::still(back, 375, 667);
    let browser = &place.browser;
    let moves = ["b2", "h6", "c3", "g8", "e5", "d8", "i5", "h8", "d4"];
    let mut hosted = table(&place, "yavalath", &moves);
    at_rest(browser, &mut hosted);
    browser.click("#mistakes");
    let goal = "document.querySelector('.goal')?.textContent.match(/In the game (\\S+) took/)?.[1]";
    let played = browser.wait(goal).as_str().unwrap().to_string();
    // The turn of the game is no better today, and the board is ready for the next try.
    browser.wait("document.querySelector('[data-legal]')");
    touch(browser, &played);
    browser.wait("document.querySelector('#mistake-verdict').textContent.includes('is what was played')");
    assert!(browser.text("#mistake-verdict").contains("1 try so far"));
    browser.click("#mistake-show");
    browser.wait("document.querySelector('#mistake-verdict').textContent.includes('The engine plays ')");
    browser.wait("document.querySelectorAll('.marks-over > *').length > 0");
    // What the engine plays in the next one is right at once.
    let mut count = 1;
    while browser.text("#mistake-next") == "Next" {
        browser.click("#mistake-next");
        browser.wait(&format!("({goal}) && document.querySelector('#mistake-verdict').textContent === ''"));
        count += 1;
    }
    assert!((1..=3).contains(&count));
    browser.click("#mistake-next");
    browser.wait("document.querySelector('#mistakes-done')");
    // Those that were not tried are still due; the others come tomorrow.
    browser.visit("#/learn");
    browser.wait("document.querySelector('.lessons')");
    let due =
        browser.script("return document.querySelector('#repeat')?.textContent.match(/\\d+/)?.[0] ?? '0';", Vec::new());
    assert_eq!(due, json!((count - 1).to_string()));
    browser.assert_no_complaints();
}

pub fn a_turn_that_gives_away_much_is_said_at_once_and_taken_back(back: Back) {
    let place = Place::still(back, 375, 667);
    let browser = &place.browser;
    // Black threatens to make four, and White looks elsewhere.
    let moves = ["e5", "b2", "h8", "b3", "a4", "b5"];
    let seats = [person(), quintet(3)];
    let mut hosted = place.hosted_with(&json!({ "game": "yavalath", "moves": moves, "seats": seats }));
    browser.visit(&format!("#/game/{}", hosted.id));
    at_rest(browser, &mut hosted);
    browser.click("#teach");
    browser.wait("document.querySelector('.teacher .bar:not(.empty)')");
    touch(browser, "i5");
    browser.wait("document.querySelector('#teacher-words').textContent.includes('b4 was better')");
    hosted.wait("the answer", |view| view["turns"].as_array().unwrap().len() == 8);
    browser.wait("document.querySelector('#teacher-undo')");
    browser.click("#teacher-undo");
    hosted.wait("the takeback", |view| view["turns"].as_array().unwrap().len() == 6);
    browser.wait("document.querySelector('#teacher-words').textContent === ''");
    browser.assert_no_complaints();
}
