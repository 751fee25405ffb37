//! Any number of tabs at any tables: all get the news, and none loses what another keeps.

use super::browser::Browser;
use super::place::{Back, Place};
use super::server::{Answers, Folder, HostedGame, PATIENCE, Server, person};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

/// Tabs: two more than a browser has connections to a server.
const TABS: usize = 8;
/// Streams of events that are open at the same time.
const STREAMS: usize = 500;
/// Threads that the server may have for requests, besides those that it has anyway.
const FOR_REQUESTS: usize = 32;

/// How many threads a process has, by what Linux says.
fn threads(id: u32) -> Option<usize> {
    Some(std::fs::read_dir(format!("/proc/{id}/task")).ok()?.count())
}

/// A stream of the events of games.
pub struct Events(BufReader<TcpStream>);

impl Events {
    pub fn open(server: &Server, games: &str) -> Self {
        let mut wire = TcpStream::connect(&server.address).unwrap();
        wire.set_read_timeout(Some(PATIENCE)).unwrap();
        let head = format!("GET /api/events?games={games} HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        wire.write_all(head.as_bytes()).unwrap();
        Self(BufReader::new(wire))
    }

    /// The data of the next event of a kind.
    pub fn next(&mut self, kind: &str) -> Value {
        let mut line = String::new();
        let mut is_next = false;
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the stream has ended");
            match line.trim_end().split_once(": ") {
                Some(("event", found)) => is_next = found == kind,
                Some(("data", data)) if is_next => return serde_json::from_str(data).unwrap(),
                _ => {}
            }
        }
    }
}

pub fn five_hundred_streams_take_no_threads_and_all_get_the_news() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.hosted("yavalath", &[person(), person()]);
    let mut other = server.hosted("zen", &[person(), person()]);
    // What the server needs once it has by now.
    Events::open(&server, &hosted.id).next("game");
    let before = threads(server.id());
    let games = format!("{},{},nothing", hosted.id, other.id);
    let ids = BTreeSet::from([hosted.id.clone(), other.id.clone()]);
    let of = |view: &Value| view["id"].as_str().unwrap().to_string();
    let open = |_| {
        let mut stream = Events::open(&server, &games);
        let seen: BTreeSet<String> = (0..2).map(|_| of(&stream.next("game"))).collect();
        assert_eq!(seen, ids);
        stream
    };
    let mut streams: Vec<Events> = (0..STREAMS).map(open).collect();
    hosted.decide("e5");
    for stream in &mut streams {
        let view = stream.next("game");
        assert_eq!((of(&view), &view["turns"][0]["turn"]), (hosted.id.clone(), &json!("e5")));
    }
    if let (Some(before), Some(after)) = (before, threads(server.id())) {
        eprintln!("{before} threads, and {after} with {STREAMS} streams");
        assert!(after <= before + FOR_REQUESTS, "{before} threads have become {after}");
    }
    let path = format!("/api/games/{}", hosted.id);
    assert_eq!(server.send("DELETE", &path, &json!({})).0, 200);
    let turn = other.look()["state"]["legal"][0]["text"].as_str().unwrap().to_string();
    other.decide(&turn);
    for stream in &mut streams {
        assert_eq!(stream.next("gone")["id"], json!(hosted.id));
        assert_eq!(of(&stream.next("game")), other.id);
    }
}

/// Waits until an element has a text in it.
fn wait_for(browser: &Browser, css: &str, text: &str) {
    browser.wait(&format!("document.querySelector('{css}')?.textContent.includes({})", json!(text)));
}

pub fn eight_tabs_get_their_news_and_none_loses_what_another_keeps(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let seats = [person(), person()];
    let hosted_with =
        || place.hosted_with(&json!({ "game": "yavalath", "options": { "Swap": "false" }, "seats": seats }));
    let mut games: Vec<_> = (0..TABS - 1).map(|_| hosted_with()).collect();
    // The last tab looks at the table of the first.
    let game_of = |games: &[HostedGame<Place>], tab: usize| games[tab % (TABS - 1)].id.clone();
    let mut tabs = Vec::new();
    for number in 0..TABS {
        if number > 0 {
            let (before, new) = browser.new_tab();
            if number == 1 {
                tabs.push(before);
            }
            tabs.push(new);
        }
        browser.visit(&format!("#/game/{}", game_of(&games, number)));
        browser.wait("document.querySelector('main')?.dataset.ready === 'true'");
    }
    for tab in &tabs[..TABS - 1] {
        browser.switch_to(tab);
        browser.click("[data-point=\"e5\"]");
        wait_for(browser, "#turns", "e5");
    }
    for hosted in &mut games {
        hosted.look();
        hosted.decide("d4");
    }
    for tab in &tabs {
        browser.switch_to(tab);
        wait_for(browser, "#turns", "d4");
    }
    // Tabs that are closed hand nothing over that the others need.
    browser.close(&tabs.remove(0));
    browser.switch_to(&tabs[0]);
    games[1].look();
    games[1].decide("a1");
    wait_for(browser, "#turns", "a1");
    // All study one game: each sees what the others add, and all of it is kept.
    let points = ["a1", "a2", "b1", "b2", "c1", "c2", "d1"];
    let id = &games[2].id;
    for tab in &tabs {
        browser.switch_to(tab);
        browser.visit(&format!("#/analyse?hosted={id}"));
        browser.wait("document.querySelector('#tree')?.textContent.includes('d4')");
    }
    for (tab, point) in tabs.iter().zip(points) {
        browser.switch_to(tab);
        browser.click(&format!("[data-point=\"{point}\"]"));
        browser.wait(&format!("[...document.querySelectorAll('#tree [aria-current=true]')].some((one) => one.textContent.includes('{point}'))"));
    }
    for tab in &tabs {
        browser.switch_to(tab);
        for point in points {
            wait_for(browser, "#tree", &format!(" {point}"));
        }
        browser.assert_no_complaints();
    }
    let kept = place.get(&format!("/api/games/{id}/tree"));
    for point in points {
        assert!(kept["text"].as_str().unwrap().contains(point), "{kept}");
    }
    // All search, the tab that is seen at once, and the page answers all the same.
    let mut free = ["e1", "f2", "g3", "h4", "i5", "e9", "i9"].iter();
    for tab in tabs.iter().chain([&tabs[0]]) {
        browser.switch_to(tab);
        if browser.script("return document.querySelector('#analysis-toggle').ariaChecked;", Vec::new()) == "false" {
            browser.script("const time = document.querySelector('#analysis-time'); time.value = '1800'; time.dispatchEvent(new Event('change'));", Vec::new());
            browser.click("#analysis-toggle");
            if let Some(point) = free.next() {
                browser.click(&format!("[data-point=\"{point}\"]"));
            }
        }
        browser.wait("document.visibilityState === 'visible' && document.querySelector('#engine-facts').textContent");
        browser.wait("document.querySelectorAll('#lines li[data-turn]').length > 0");
        assert_eq!(browser.text(".engine-panel .problem"), "");
        // Of windows that are all seen, three search.
        if !browser.has_tabs_behind() {
            browser.click("#analysis-toggle");
        }
    }
    for point in ["e1", "f2", "g3", "h4", "i5", "e9", "i9"] {
        wait_for(browser, "#tree", point);
    }
    // Analyses that belong to no game: each tab keeps its own, and two tabs at the same one lose nothing.
    for (tab, point) in tabs[3..6].iter().zip(["a1", "b2", "c3"]) {
        browser.switch_to(tab);
        browser.visit("#/analyse?game=yavalath&options=Swap%3Dfalse");
        browser.click(&format!("[data-point=\"{point}\"]"));
        wait_for(browser, "#tree", point);
    }
    let trees = |count: usize| {
        browser.wait(&format!("JSON.parse(localStorage.getItem('quintet.trees') ?? '[]').length === {count}"));
        browser.script(
            "return JSON.parse(localStorage.getItem('quintet.trees')).map(([, text]) => text).join(', ');",
            Vec::new(),
        )
    };
    let all = trees(3);
    assert!(["a1", "b2", "c3"].iter().all(|point| all.as_str().unwrap().contains(point)), "{all}");
    let same = browser.script("return location.hash;", Vec::new()).as_str().unwrap().to_string();
    browser.switch_to(&tabs[4]);
    browser.visit("#/learn");
    browser.visit(&same);
    wait_for(browser, "#tree", "c3");
    browser.click("[data-point=\"d4\"]");
    browser.switch_to(&tabs[5]);
    browser.click("[data-point=\"e6\"]");
    for tab in &tabs[4..6] {
        browser.switch_to(tab);
        for point in ["c3", "d4", "e6"] {
            wait_for(browser, "#tree", point);
        }
    }
    browser.wait("['c3', 'd4', 'e6'].every((point) => JSON.parse(localStorage.getItem('quintet.trees')).some(([, text]) => text.includes(point)))");
    browser.assert_no_complaints();
}

pub fn a_page_that_was_left_hinders_no_other_and_is_there_for_whoever_goes_back(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let hosted = place.hosted("yavalath", &[person(), person()]);
    browser.visit(&format!("?first#/game/{}", hosted.id));
    browser.click("[data-point=\"e5\"]");
    wait_for(browser, "#turns", "e5");
    browser.visit(&format!("?second#/game/{}", hosted.id));
    wait_for(browser, "#turns", "e5");
    browser.click("[data-point=\"d4\"]");
    wait_for(browser, "#turns", "d4");
    browser.script("history.back();", Vec::new());
    browser.wait("location.search === '?first'");
    wait_for(browser, "#turns", "d4");
    browser.click("[data-point=\"c3\"]");
    wait_for(browser, "#turns", "c3");
    browser.assert_no_complaints();
}

pub fn going_back_closes_a_dialog_and_stays_on_the_page(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let steps = || browser.script("return history.length;", Vec::new()).as_u64().unwrap();
    let is_at = |hash: &str, dialogs: u64| {
        browser.wait(&format!("location.hash.startsWith('{hash}') && document.querySelectorAll('dialog').length === {dialogs} && !history.state?.isDialog === {}", dialogs == 0));
    };
    browser.visit("#/learn");
    browser.wait("document.querySelector('main h1')");
    browser.visit("#/analyse?game=yavalath");
    browser.click("#open-paste");
    is_at("#/analyse", 1);
    browser.script("history.back();", Vec::new());
    is_at("#/analyse", 0);
    // Closed by other means, it leaves no step behind.
    browser.click("#open-settings");
    is_at("#/analyse", 1);
    browser.click("#settings-close");
    is_at("#/analyse", 0);
    browser.script("history.back();", Vec::new());
    is_at("#/learn", 0);
    // Forward there is no dialog any more.
    browser.script("history.go(2);", Vec::new());
    is_at("#/analyse", 0);
    // A dialog that leads to another page: back from there leads to the page, without the dialog.
    browser.click("#open-paste");
    is_at("#/analyse", 1);
    let before = steps();
    browser.script("document.querySelector('#paste').value = 'e5 d4';", Vec::new());
    browser.click("#paste-go");
    is_at("#/analyse?game=yavalath&", 0);
    browser.wait("document.querySelectorAll('.board .piece').length === 2");
    assert_eq!(steps(), before);
    browser.script("history.back();", Vec::new());
    browser.wait("document.querySelector('.board') && document.querySelectorAll('.board .piece').length === 0");
    // Another page by its address: nothing of the dialog stands over it.
    browser.click("#open-share");
    is_at("#/analyse", 1);
    browser.script("location.hash = '#/learn';", Vec::new());
    is_at("#/learn", 0);
    browser.script("history.back();", Vec::new());
    is_at("#/analyse", 0);
    browser.assert_no_complaints();
}
