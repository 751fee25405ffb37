//! The page as a place to study: analysis, set-up, records, review, lessons; and everybody's access to it.

use super::browser::Browser;
use super::clicks::at_rest;
use super::drivers::Media;
use super::example_proofs::{self, TURNS};
use super::place::{Back, Place};
use super::server::{Answers, Folder, Server, person, quintet};
use super::tic_tac_toe::TicTacToe;
use quintet::search::Kind;
use quintet::session::{GameSession, Play};
use serde_json::json;
use std::path::{Path, PathBuf};

pub fn a_position_is_analysed_with_bar_lines_and_heat_map(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("#/analyse?game=yinsh&moves=e5+f6");
    browser.click("#analysis-toggle");
    browser.wait("document.querySelectorAll('#lines li[data-turn]').length >= 3");
    let share = browser.wait("document.querySelector('#bar').dataset.share");
    assert!((0.0..=1.0).contains(&share.as_str().unwrap().parse::<f64>().unwrap()));
    browser.click("#heat");
    browser.wait("document.querySelectorAll('.heat *').length > 50");
    // A turn made on the board becomes a variation, and the analysis follows.
    browser.click("[data-point=\"d5\"]");
    browser.wait("document.querySelector('#tree').textContent.includes('d5')");
    browser.press("\u{e012}");
    browser.click("[data-point=\"g7\"]");
    browser.wait("document.querySelector('#tree').textContent.includes('g7')");
    browser.click("#analysis-toggle");
    browser.assert_no_complaints();
}

pub fn a_board_is_set_up_by_hand_and_played_from(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("#/analyse?game=yavalath");
    browser.click("#setup");
    for (piece, place) in [("white stone", "e5"), ("black stone", "d4"), ("white stone", "c3")] {
        browser.click(&format!("[data-piece=\"{piece}\"]"));
        browser.click(&format!("[data-point=\"{place}\"]"));
    }
    browser.script("document.querySelector('#setup-decides').value = '2';", Vec::new());
    browser.click("#setup-done");
    browser.wait("document.querySelectorAll('.board .piece').length === 3 && !document.querySelector('#setup-done')");
    browser.assert_no_complaints();
}

/// The page gets the state of `examples/tic_tac_toe.rs`, whose pieces it has no words for.
pub fn pieces_of_a_game_that_the_page_has_never_seen_are_drawn_by_their_shape(back: Back) {
    let mut session = GameSession::<TicTacToe>::new("tic-tac-toe", (), Kind::AlphaBeta, 9);
    session.set_position(None, &["b2", "a1", "c3"].map(String::from)).unwrap();
    let state = serde_json::to_string(&session.state()).unwrap();
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let drawn = browser.script_async(&format!(
        "const done = arguments[arguments.length - 1];
        moduleOf('board_view.js').then(({{ BoardView }}) => {{
          const host = document.createElement('div');
          document.body.append(host);
          const view = new BoardView(host, ({state}).board, {{ label: '', onTouch: () => {{}} }});
          view.set({state});
          const names = ['b2', 'a1'].map((name) => view.nameOf(name));
          const look = (piece) => piece.querySelector('.body').tagName + (piece.getBoundingClientRect().width > 10);
          done([...names, ...[...host.querySelectorAll('.pieces .piece')].map(look)]);
        }}).catch((error) => done(String(error)));"
    ));
    let expected = json!(["b2, White cross", "a1, Black nought", "circletrue", "pathtrue", "pathtrue"]);
    let mut found = drawn.as_array().unwrap_or_else(|| panic!("{drawn}")).clone();
    found[2..].sort_by_key(|look| look.as_str().map(str::to_string));
    assert_eq!(json!(found), expected);
    browser.assert_no_complaints();
}

pub fn what_is_pasted_is_understood_whatever_it_is(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let record = place.post(
        "/api/export",
        &json!({ "game": "yavalath", "moves": ["e5", "d4", "f7"], "players": ["Ann", "Bob"], "format": "text" }),
    );
    let position = "b4/6/7/2bb4/4w4/1wb5/3wbw1/1w4/5 w no 0";
    for (text, shown) in [("e5 d4", 2), (record["text"].as_str().unwrap(), 3)] {
        browser.visit("?#/analyse?game=yavalath");
        browser.reload();
        paste(browser, text);
        browser.wait(&format!("document.querySelectorAll('.board .piece').length === {shown}"));
    }
    browser.visit("?#/analyse?game=yavalath");
    browser.reload();
    paste(browser, position);
    browser.wait("document.querySelectorAll('.board .piece').length === 10");
    paste(browser, "this is no game");
    // What is wrong is said at once, and the field is marked.
    browser.wait("document.querySelector('#paste-wrong[role=alert]')?.textContent");
    browser.wait(
        "document.querySelector('#paste[aria-invalid=true]')?.getAttribute('aria-describedby') === 'paste-wrong'",
    );
    // A list with a slip is no game of another kind: the turn is named, and the game is there up to it.
    browser.visit("?#/analyse?game=yavalath");
    browser.reload();
    paste(browser, "e5 d4 e4 e4");
    browser.wait("/turn 4.*taken/.test(document.querySelector('#paste-wrong')?.textContent)");
    browser.wait("document.querySelector('.found button')");
    assert!(browser.script("return location.hash;", Vec::new()).as_str().unwrap().contains("yavalath"));
    // What a record says is seen, also after the page was loaded again.
    let line = "1. e5 {why} (1. d4 {\"first\"} 2. e6?? {\"inner\"} (2. c3 {\"deep ( } )\"})) 2. d3?! none";
    let noted = format!("[Game \"yavalath\"]\n[Seat 1 \"Ann\"]\n[Seat 2 \"Bob\"]\n\n{line}\n");
    paste(browser, &noted);
    let seen = "document.querySelector('#study-players')?.textContent === 'Ann – Bob' && \
                ['why', 'first', 'inner', 'deep ( } )', '??', '?!'].every((text) => document.querySelector('#tree').textContent.includes(text)) && \
                !!document.querySelector('#tree .variation .variation')";
    browser.wait(seen);
    browser.click("#go-back");
    browser.reload();
    browser.wait(seen);
    browser.assert_no_complaints();
}

fn paste(browser: &Browser, text: &str) {
    let is_hidden = browser.script("return !document.querySelector('#paste')?.checkVisibility();", Vec::new());
    if is_hidden == true {
        browser.click("#open-paste");
    }
    browser.wait("document.querySelector('#paste')?.checkVisibility()");
    browser.script(
        "const box = document.querySelector('#paste'); box.value = arguments[0]; box.dispatchEvent(new Event('input', { bubbles: true }));",
        vec![json!(text)],
    );
    browser.click("#paste-go");
}

pub fn a_game_is_reviewed_with_its_marks(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let moves = ["b2", "h6", "c3", "g8", "e5", "d8", "i5", "h8", "d4"];
    let hosted = place.hosted_with(&json!({ "game": "yavalath", "moves": moves, "seats": [person(), person()] }));
    browser.visit(&format!("#/review?hosted={}", hosted.id));
    browser.wait("document.querySelector('#marks')?.textContent.includes('?')");
    browser.wait("document.querySelector('#accuracy')");
    browser.click("#next-fault");
    browser.wait("document.querySelector('#review-turn').textContent.length > 10");
    browser.assert_no_complaints();
}

pub fn a_puzzle_is_tried_solved_and_counted(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("#/puzzles/yavalath");
    browser.wait("document.querySelector('#puzzle-list')");
    let solution = place.get("/api/puzzles/yavalath/1")["turn"].as_str().unwrap().to_string();
    browser.visit("#/puzzles/yavalath/1");
    let wrong = browser.wait(&format!("[...document.querySelectorAll('[data-legal]')].map((one) => one.dataset.point).find((name) => name !== '{solution}')"));
    browser.click(&format!("[data-point=\"{}\"]", wrong.as_str().unwrap()));
    let verdict = browser.wait("document.querySelector('#puzzle-verdict').textContent");
    browser.click("#puzzle-again");
    browser.click(&format!("[data-point=\"{solution}\"]"));
    browser.wait(&format!("document.querySelector('#puzzle-verdict').textContent !== {verdict} && document.querySelector('#puzzle-verdict').textContent"));
    assert!(!browser.text("#streak").is_empty());
    browser.assert_no_complaints();
}

pub fn a_puzzle_of_any_game_is_shown_to_its_end(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    // In these, a turn may have several decisions.
    for game in ["yinsh", "gipf"] {
        browser.visit("#/puzzles");
        browser.click(&format!("nav a[href='#/puzzles/{game}']"));
        browser
            .wait(&format!("document.querySelectorAll('#puzzle-list a[href^=\"#/puzzles/{game}/\"]').length === 100"));
        browser.visit(&format!("#/puzzles/{game}/1"));
        browser.wait("document.querySelector('#puzzle-solution')?.disabled === false");
        browser.click("#puzzle-solution");
        browser.wait("document.querySelector('#puzzle-verdict').textContent.includes('That was the solution')");
    }
    browser.assert_no_complaints();
}

pub fn what_a_file_of_proofs_knows_is_marked_in_analyses_and_reviews(_: Back) {
    let folder = Folder::new();
    let proofs = example_proofs::proofs("web-study");
    let server = Server::start(&folder.0, &["--proofs", proofs.to_str().unwrap()]);
    let browser = Browser::open(&server, 1280, 900);
    let turns: Vec<&str> = TURNS.split(' ').collect();
    browser.visit(&format!("#/analyse?game=yavalath&moves={}", turns.join("+")));
    browser.click("#analysis-toggle");
    let score = browser.wait("document.querySelector('#lines li[data-turn] .score.proven')?.textContent");
    assert!(score.as_str().unwrap().ends_with(", proved"), "{score}");
    browser.click("#analysis-toggle");
    let played = [&turns[..], &["a1"]].concat();
    let hosted = server.hosted_with(&json!({ "game": "yavalath", "moves": played, "seats": [person(), person()] }));
    browser.visit(&format!("#/review?hosted={}", hosted.id));
    browser.wait("document.querySelector('#accuracy')");
    browser.click("#marks li:last-child button");
    browser.wait("document.querySelector('#review-turn').textContent.includes('proved')");
    browser.assert_no_complaints();
}

pub fn rules_have_boards_that_can_be_tried_and_the_book_can_be_walked(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    browser.visit("#/rules/yinsh");
    browser.wait("document.querySelectorAll('figure.live svg').length >= 3");
    browser.visit("#/book/yinsh");
    let decision = browser.wait("document.querySelector('#book-lines tr[data-decision]')?.dataset.decision");
    browser.click("#book-lines tr[data-decision] button");
    browser.wait(&format!("document.querySelector('#book-path').textContent.includes({decision})"));
    browser.assert_no_complaints();
}

/// Every kind of page, with an address for it.
pub fn pages(place: &Place) -> Vec<(&'static str, String)> {
    let moves = "e5 e6 d4 d6 f5 f7 g5 g8 c3 c4 c3-a3 e6-e9";
    let moves: Vec<&str> = moves.split(' ').collect();
    let body = json!({ "game": "yinsh", "moves": moves, "seats": [person(), quintet(0)] });
    let hosted = place.hosted_with(&body).id;
    let gipf = ["a3-b3", "a4-b4", "e1-e2", "i3-h3", "a5-b5", "e9-e8"];
    vec![
        ("home", String::new()),
        ("game", format!("#/game/{hosted}")),
        ("analysis", format!("#/analyse?game=gipf&moves={}", gipf.join("+"))),
        ("review", format!("#/review?hosted={hosted}")),
        ("learn", "#/learn".to_string()),
        ("lesson", "#/lesson/yinsh/3".to_string()),
        ("end", "#/lesson/gipf/end".to_string()),
        ("rules", "#/rules/zen".to_string()),
        ("puzzles", "#/puzzles/gipf".to_string()),
        ("puzzle", "#/puzzles/yavalath/2".to_string()),
        ("book", "#/book/gipf".to_string()),
    ]
}

pub fn no_page_has_a_serious_fault_for_those_who_hear_it_and_none_is_too_wide_for_a_phone(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    for scheme in ["light", "dark"] {
        place.show_as(Media { scheme: scheme.to_string(), motion: "reduce".to_string(), ..Media::default() });
        for (name, address) in pages(&place) {
            browser.resize(1280, 900);
            browser.visit(&format!("?{name}{scheme}{address}"));
            browser.wait("document.querySelector('main h1')");
            browser.wait("document.querySelector('main').getAttribute('aria-busy') !== 'true'");
            place.assert_fits(name, scheme);
            browser.assert_no_complaints();
        }
    }
}

/// Where the pictures of the documents are.
fn picture_folder() -> PathBuf {
    match std::env::var_os("QUINTET_UPDATE").is_some() {
        true => Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/page"),
        false => Path::new(env!("CARGO_TARGET_TMPDIR")).join("page"),
    }
}

pub fn pictures_of_every_game_and_of_the_review_are_made(_: Back) {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let browser = Browser::open(&server, 1280, 800);
    let pictures = picture_folder();
    browser.prefer("light", "reduce");
    let mut rng = <quintet::game::Rng as rand::SeedableRng>::seed_from_u64(5);
    for game in quintet::registry::names() {
        // Some turns of quintet against itself at a middling level, so that the board looks like a game.
        let mut session = quintet::registry::open(game).unwrap();
        for _ in 0..16 {
            let limits = quintet::search::Limits { nodes: Some(2_000), ..Default::default() };
            let settings = quintet::search::Settings { kind: session.auto(), hash_kib: 1 << 12, ..Default::default() };
            let request = quintet::session::SearchRequest { limits, settings, ..Default::default() };
            let turn = match session.turns().len() {
                0 | 1 => session.random_turn(&mut rng),
                _ => match session.search(request) {
                    Ok((_, job)) => job(&mut |_| {}).best,
                    Err(_) => break,
                },
            };
            let mut ahead = quintet::registry::open(game).unwrap();
            let mut line = session.turns();
            line.push(turn.clone());
            ahead.set_position(None, &line).unwrap();
            if ahead.standing().outcome().is_some() {
                break;
            }
            session.play(&turn).unwrap();
        }
        let seats = vec![person(); session.seats()];
        let body = json!({ "game": game, "moves": session.turns(), "seats": seats });
        let mut hosted = server.hosted_with(&body);
        browser.visit(&format!("?{game}#/game/{}", hosted.id));
        at_rest(&browser, &mut hosted);
        browser.picture(&pictures.join(format!("{game}.png")));
    }
    let moves = ["b2", "h6", "c3", "g8", "e5", "d8", "i5", "h8", "d4"];
    let hosted = server.hosted_with(&json!({ "game": "yavalath", "moves": moves, "seats": [person(), person()] }));
    browser.visit(&format!("?review#/review?hosted={}", hosted.id));
    browser.wait("document.querySelector('#accuracy')");
    browser.click("#next-fault");
    browser.wait("document.querySelector('#review-turn').textContent.length > 10");
    browser.picture(&pictures.join("review.png"));
    for name in ["yinsh", "review"] {
        assert!(std::fs::metadata(pictures.join(format!("{name}.png"))).unwrap().len() > 20_000);
    }
}
