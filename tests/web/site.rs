//! What the page has besides where it stands alone, as static files: it works without a network, its tabs share one desk, a newer
//! one is told and taken, and what cannot be kept is said. What it has in common with the server's is in the modules of the page.

use super::clicks::{at_rest, play_to_the_end, preferred, touch};
use super::drivers::Media;
use super::harness::{Asked, asked_browser};
use super::place::{Back, Place, Site, write_site};
use super::server::{Answers, Folder, HostedGame, person, quintet};
use serde_json::json;

/// A game against the weakest engine, and its page.
fn begun(place: &Place) -> HostedGame<'_, Place> {
    let hosted = place.hosted("yavalath", &[person(), quintet(0)]);
    place.browser.visit(&format!("#/game/{}", hosted.id));
    hosted
}

pub fn positions_are_analysed_and_puzzles_solved_also_without_a_network() {
    let mut place = Place::open(Back::Site, 1280, 900);
    place.browser.wait("document.documentElement.dataset.offline === 'ready'");
    // The network goes, and all of the page is still there.
    place.site().end();
    let browser = &place.browser;
    browser.reload();
    browser.visit("#/analyse?game=yinsh&moves=e5+f6");
    browser.click("#analysis-toggle");
    browser.wait("document.querySelectorAll('#lines li[data-turn]').length >= 3");
    browser.click("#heat");
    browser.wait("document.querySelectorAll('.heat *').length > 50");
    browser.click("[data-point=\"d5\"]");
    browser.wait("document.querySelector('#tree').textContent.includes('d5')");
    browser.click("#analysis-toggle");
    browser.visit("#/puzzles/yavalath");
    browser.wait("document.querySelector('#puzzle-list')");
    let solution = place.get("/api/puzzles/yavalath/1")["turn"].as_str().unwrap().to_string();
    browser.visit("#/puzzles/yavalath/1");
    browser.click(&format!("[data-point=\"{solution}\"]"));
    browser.wait("document.querySelector('#puzzle-verdict').textContent");
    browser.visit("#/rules/yinsh");
    browser.wait("document.querySelector('#main .page').textContent.length > 2000");
    play_to_the_end(&place, &mut begun(&place));
}

/// Where its host lets workers share memory, and the browser does, the page offers threads and searches with them; a host that does
/// not is told how.
pub fn a_search_has_several_threads_where_the_host_allows_it() {
    for is_isolated in [true, false] {
        let site = if is_isolated { Site::isolated() } else { Site::new() };
        let place = Place::at(site, 1280, 900, Media::default());
        let browser = &place.browser;
        assert_eq!(browser.script("return crossOriginIsolated", vec![]), json!(is_isolated));
        // WebKitGTK shares no memory, whatever the host sends.
        let has_threads = is_isolated && asked_browser() != Asked::WebKit;
        let processors = browser.script("return navigator.hardwareConcurrency", vec![]).as_u64().unwrap();
        let most = if has_threads { processors } else { 1 };
        let info = place.get("/api/info");
        let threads = info["options"].as_array().unwrap().iter().find(|option| option["name"] == "Threads").unwrap();
        assert_eq!(threads["max"], json!(most));
        browser.visit("#/analyse?game=gipf&moves=");
        browser.click("details.settings summary");
        let about = "document.querySelector('[data-option=Threads]').closest('.option').textContent";
        assert_eq!(browser.script(&format!("return {about}.includes('Cross-Origin')"), vec![]), json!(!is_isolated));
        let choose = "const box = document.querySelector('[data-option=Threads]');
            box.value = arguments[0]; box.dispatchEvent(new Event('change'))";
        browser.script(choose, vec![json!(most)]);
        browser.click("#analysis-toggle");
        browser.wait("document.querySelectorAll('#lines li[data-turn]').length >= 3");
    }
}

pub fn tabs_share_the_games_and_go_on_when_the_first_is_closed() {
    let place = Place::open(Back::Site, 1280, 900);
    let browser = &place.browser;
    let mut hosted = begun(&place);
    at_rest(browser, &mut hosted);
    let (first, second) = browser.new_tab();
    browser.switch_to(&second);
    browser.visit(&format!("#/game/{}", hosted.id));
    let before = at_rest(browser, &mut hosted);
    touch(browser, &preferred(&place, &before));
    browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", before["revision"]));
    // The tab with the desk sees it as well.
    browser.switch_to(&first);
    browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", before["revision"]));
    browser.close(&first);
    browser.switch_to(&second);
    play_to_the_end(&place, &mut hosted);
}

/// Also by a page that no worker controls, as after a reload past it: here the older worker claims none.
pub fn a_newer_site_is_told_and_taken_when_asked_for() {
    const CLAIM: &str = "await self.clients.claim();";
    for is_controlled in [true, false] {
        let site = Site::new();
        let path = site.path();
        let address = |name: &str| path.join(name);
        let worker = std::fs::read_to_string(address("service_worker.js")).unwrap();
        assert!(worker.contains(CLAIM));
        if !is_controlled {
            std::fs::write(address("service_worker.js"), worker.replace(CLAIM, "")).unwrap();
        }
        let place = Place::at(site, 1280, 900, Media::default());
        let browser = &place.browser;
        browser.wait("document.documentElement.dataset.offline === 'ready'");
        let mut hosted = begun(&place);
        at_rest(browser, &mut hosted);
        if is_controlled {
            browser.wait("!!navigator.serviceWorker.controller");
        }
        assert_eq!(browser.script("return !!navigator.serviceWorker.controller", vec![]), json!(is_controlled));
        let (first, second) = browser.new_tab();
        browser.switch_to(&second);
        browser.visit("#/puzzles");
        browser.switch_to(&first);
        // A newer site has another folder.
        let old_page = std::fs::read_to_string(address("index.html")).unwrap();
        let list = std::fs::read_to_string(address("quintet-site.txt")).unwrap();
        let old = list.lines().find_map(|line| line.split_once('/')).unwrap().0;
        std::fs::rename(address(old), address("newer")).unwrap();
        std::fs::write(address("service_worker.js"), worker.replace(old, "newer")).unwrap();
        for name in ["index.html", "manifest.webmanifest"] {
            let text = std::fs::read_to_string(address(name)).unwrap();
            std::fs::write(address(name), text.replace(old, "newer")).unwrap();
        }
        browser.script("navigator.serviceWorker.getRegistration().then((one) => one.update());", Vec::new());
        browser.click("#take-update");
        // All tabs take it, as one of another version would not be answered.
        for tab in [&second, &first] {
            browser.switch_to(tab);
            browser.wait("document.querySelector('script[type=module]')?.src.includes('/newer/')");
        }
        browser.close(&second);
        // A page that was being loaded meanwhile is of the older version. It is reloaded, once; where that does not help, it says
        // why it shows nothing.
        browser.switch_to(&first);
        std::os::unix::fs::symlink(address("newer"), address(old)).unwrap();
        let lie = "caches.open(`quintet ${new URL('.', location)} newer`)
            .then((cache) => cache.put(new URL('.', location), new Response(arguments[0], { headers: { 'content-type': 'text/html' } })))
            .then(() => (window.lied = true));";
        browser.script(lie, vec![json!(old_page)]);
        browser.wait("window.lied");
        let (_, third) = browser.new_tab();
        browser.switch_to(&third);
        browser.visit("#/puzzles");
        browser.wait(
            "sessionStorage.reloaded && document.querySelector('#not-kept')?.textContent.includes('another version')",
        );
        // The worker has answered all that was asked before.
        let ask = "const { port1, port2 } = new MessageChannel(); port1.onmessage = () => (window.answered = true);
            navigator.serviceWorker.controller.postMessage('which version', [port2]);";
        browser.script(ask, Vec::new());
        browser.wait("window.answered");
        let state = "return [performance.getEntriesByType('navigation')[0].type, document.querySelector('script[type=module]').src.includes('/newer/')]";
        assert_eq!(browser.script(state, vec![]), json!(["reload", false]));
        browser.close(&third);
        browser.switch_to(&first);
        play_to_the_end(&place, &mut hosted);
    }
}

/// Ways in which a browser keeps no game: what its database does then, and what the page says.
const KEEPS_NOTHING: [(&str, &str); 2] = [
    // As in some private windows.
    ("const indexedDB = { open() { throw new DOMException('no', 'SecurityError'); } };", "keeps nothing"),
    ("IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };", "no room left"),
];

pub fn a_browser_that_keeps_nothing_says_so_and_the_game_goes_on() {
    for (database, words) in KEEPS_NOTHING {
        let site = Site::new();
        let scripts = std::fs::read_dir(site.path()).unwrap().map(|entry| entry.unwrap().path().join("kept_games.js"));
        let script = scripts.into_iter().find(|path| path.exists()).unwrap();
        let text = std::fs::read_to_string(&script).unwrap();
        std::fs::write(&script, format!("{database}\n{text}")).unwrap();
        let place = Place::at(site, 1280, 900, Media::default());
        let mut hosted = begun(&place);
        place.browser.wait(&format!("document.querySelector('#not-kept')?.textContent.includes('{words}')"));
        play_to_the_end(&place, &mut hosted);
    }
}

/// All games of the page as a file.
fn saved(place: &Place) -> String {
    let file = place.with(
        "archive.js",
        "archive.saveAll(api, () => {}).then(({ file }) => file.text()).then((text) => done([200, text]), fail);",
    );
    file.as_str().unwrap().to_string()
}

pub fn games_of_a_server_are_opened_on_a_site_and_are_the_same_there() {
    let server = Place::open(Back::Server, 1280, 900);
    let seats = [json!({ "kind": "person", "name": "Ann" }), quintet(0)];
    let mut hosted = server.hosted_with(&json!({
        "game": "yinsh", "seats": seats, "clock": { "baseMs": 600_000, "incrementMs": 2_000 },
    }));
    for _ in 0..2 {
        let decision = hosted.settle()["state"]["legal"][0]["text"].as_str().unwrap().to_string();
        hosted.decide(&decision);
    }
    hosted.settle();
    hosted.act("pause", 1);
    let tree = json!({ "version": 0, "text": format!("{} ! {{my way}} (e5 d4)", hosted.turns()[0]) });
    assert_eq!(server.send("PUT", &format!("/api/games/{}/tree", hosted.id), &tree).0, 200);
    let file = saved(&server);
    let site = Place::open(Back::Site, 320, 900);
    let give = "const files = new DataTransfer();
        files.items.add(new File([arguments[0]], 'games.jsonl'));
        const field = document.querySelector('#archive-file');
        field.files = files.files;
        field.dispatchEvent(new Event('change'));";
    let said = |words: &str| {
        site.browser.wait("!!document.querySelector('#archive-file')");
        site.browser.script(give, vec![json!(file)]);
        site.browser.wait(&format!("document.querySelector('#archive-said').textContent === '{words}'"));
    };
    said("1 game added.");
    said("1 game was here already.");
    assert_eq!(saved(&site), file);
    let mut there = site.find(&hosted.id);
    hosted.look();
    for same in ["turns", "remainingMs", "seats", "paused"] {
        assert_eq!(there.view[same], hosted.view[same], "{same}");
    }
    // It is in the list, also when the page is loaded anew, and goes on.
    site.browser.reload();
    site.browser.click(&format!("a[href=\"#/game/{}\"]", hosted.id));
    there.act("resume", 1);
    let before = at_rest(&site.browser, &mut there);
    touch(&site.browser, &preferred(&site, &before));
    site.browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", before["revision"]));
    site.browser.assert_no_complaints();
}

pub fn a_browser_without_room_says_so_and_keeps_all_once_there_is_some() {
    let mut place = Place::with_room(Site::new(), 1);
    let origin = place.site().origin();
    let browser = &place.browser;
    let mut hosted = begun(&place);
    let play = |hosted: &mut HostedGame<'_, Place>| {
        let before = at_rest(browser, hosted);
        touch(browser, &preferred(&place, &before));
        browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", before["revision"]));
    };
    let is_full = "document.querySelector('#not-kept')?.textContent.includes('no room left')";
    browser.wait(is_full);
    play(&mut hosted);
    // Whoever comes later is told, too, and sees the game.
    let (first, second) = browser.new_tab();
    browser.switch_to(&second);
    browser.visit("#/");
    browser.wait(is_full);
    browser.wait(&format!("document.querySelector('a[href=\"#/game/{}\"]')", hosted.id));
    browser.close(&second);
    browser.switch_to(&first);
    play(&mut hosted);
    browser.limit_storage(&origin, None);
    play(&mut hosted);
    browser.wait("!document.querySelector('#not-kept')");
    at_rest(browser, &mut hosted);
    let turns = hosted.turns();
    assert!(turns.len() >= 6, "{turns:?}");
    // Another desk opens what has been kept.
    browser.reload();
    at_rest(browser, &mut hosted);
    assert_eq!(hosted.turns(), turns);
    play_to_the_end(&place, &mut hosted);
}

/// On a phone a lesson fills the screen, and what comes in the midst of a task must not take room from the board.
pub fn a_lesson_stays_where_it_is_when_the_network_is_not_needed_any_more() {
    let place = Place::open(Back::Site, 375, 667);
    let browser = &place.browser;
    browser.visit("#/lesson/gipf/1");
    browser.wait("document.querySelector('main svg.board [data-legal]') && document.querySelector('#offline')");
    let board = || {
        let script = "const { y, height } = document.querySelector('main svg.board').getBoundingClientRect(); return [y, height];";
        browser.script(script, Vec::new())
    };
    let told = board();
    browser.script("document.querySelector('#offline').remove();", Vec::new());
    assert_eq!(told, board());
}

pub fn a_folder_that_is_no_site_is_refused_and_files_of_before_go() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("letter.txt"), "mine").unwrap();
    let refused = write_site(&folder.0);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && said.contains("holds other files"), "{said}");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
    let folder = Folder::new();
    assert!(write_site(&folder.0).status.success());
    // One of before had another file, and somebody has put one there.
    let list = folder.0.join("quintet-site.txt");
    let text = std::fs::read_to_string(&list).unwrap();
    std::fs::write(&list, format!("{text}old/stale.js\n../beside.txt\n")).unwrap();
    std::fs::create_dir(folder.0.join("old")).unwrap();
    std::fs::write(folder.0.join("old/stale.js"), "").unwrap();
    std::fs::write(folder.0.join("mine.txt"), "mine").unwrap();
    assert!(write_site(&folder.0).status.success());
    assert!(
        !folder.0.join("old").exists() && folder.0.join("mine.txt").exists() && folder.0.join("index.html").exists()
    );
    assert_eq!(std::fs::read_to_string(&list).unwrap(), text);
}
