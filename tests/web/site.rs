//! The page as static files, in a browser: the same engine in WebAssembly, no server but one for files.
//! `QUINTET_MODULE=FOLDER cargo test --features site --test web site`, with what `packaging/module.sh FOLDER` builds.

use super::browser::Browser;
use super::clicks::touch;
use super::server::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A host of static files, the plainest that there is.
struct Host {
    child: Child,
    address: String,
}

impl Host {
    fn start(folder: &Path) -> Self {
        let mut command = Command::new("python3");
        command.args(["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory"]).arg(folder);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port: String = line.split("port ").nth(1).unwrap().chars().take_while(char::is_ascii_digit).collect();
        Self { child, address: format!("127.0.0.1:{port}") }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn site(folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quintet")).arg("site").arg(folder).output().unwrap()
}

fn hosted(folder: &Folder) -> Host {
    let written = site(&folder.0);
    assert!(written.status.success(), "{written:?}");
    Host::start(&folder.0)
}

/// What the page's own `api.js` answers: `name(path, body)`, awaited.
fn ask(browser: &Browser, name: &str, path: &str, body: &Value) -> Value {
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const folder = document.querySelector('script[type=module]').src.replace(/app.js$/, '');
        import(folder + 'api.js').then((api) => api.{name}({}, {body})).then((found) => done({{ found }}), (error) => done({{ error: error.message }}));",
        json!(path)
    );
    let answer = browser.script_async(&script);
    assert!(answer["error"].is_null(), "{path}: {answer}");
    answer["found"].clone()
}

/// The decision that a short search prefers, as the state describes it.
fn preferred(browser: &Browser, view: &Value) -> Value {
    let mut moves: Vec<Value> = view["turns"].as_array().unwrap().iter().map(|turn| turn["turn"].clone()).collect();
    moves.extend(view["state"]["decisions"].as_array().unwrap().iter().cloned());
    let body = json!({
        "game": view["game"], "options": view["options"], "position": view["start"], "moves": moves, "timeMs": 40,
    });
    let script = format!(
        "const done = arguments[arguments.length - 1];
        const folder = document.querySelector('script[type=module]').src.replace(/app.js$/, '');
        let last = null;
        import(folder + 'api.js').then(({{ stream }}) => stream('/api/analyze', {body}, (event) => (last = event)).finished)
          .then(() => done(last), (error) => done({{ error: error.message }}));"
    );
    let last = browser.script_async(&script);
    assert!(last["error"].is_null(), "{last}");
    let wanted = &last["lines"][0][0]["decisions"][0]["text"];
    let legal = view["state"]["legal"].as_array().unwrap();
    legal.iter().find(|decision| decision["text"] == *wanted).unwrap_or(&legal[0]).clone()
}

/// A new game of a person against the weakest engines; its id.
fn begin(browser: &Browser, game: &str, options: &Value) -> String {
    browser.wait("document.querySelector('#main .page')");
    let engine = json!({ "kind": "quintet", "options": { "Skill": "0" }, "timeMs": 200 });
    let seats = match (game, options["Seats"].as_str()) {
        ("yavalath3", _) => 3,
        (_, Some("4")) => 4,
        _ => 2,
    };
    let seats: Vec<Value> =
        (0..seats).map(|seat| if seat == 0 { json!({ "kind": "person" }) } else { engine.clone() }).collect();
    let made = ask(browser, "post", "/api/games", &json!({ "game": game, "options": options, "seats": seats }));
    made["id"].as_str().unwrap().to_string()
}

fn see(browser: &Browser, id: &str) -> Value {
    ask(browser, "get", &format!("/api/games/{id}"), &Value::Null)
}

/// The game once a person is to decide or it has ended, and the page shows it so.
fn at_rest(browser: &Browser, id: &str) -> Value {
    let begun = Instant::now();
    loop {
        let view = see(browser, id);
        assert!(view["problem"].is_null(), "{}", view["problem"]);
        let decides = view["state"]["decides"].as_u64();
        if decides.is_none_or(|seat| view["seats"][seat as usize - 1]["kind"] == "person") {
            let revision = &view["revision"];
            browser.wait(&format!(
                "document.querySelector('main')?.dataset.ready && Number(document.querySelector('main')?.dataset.revision) >= {revision}"
            ));
            return view;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "an engine's turn does not come: {view}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Plays to the end by clicks; `between` is called after each turn.
fn play_to_the_end(browser: &Browser, id: &str, between: &mut dyn FnMut(&Browser, usize)) {
    browser.visit(&format!("#/game/{id}"));
    for turn in 0..500 {
        let view = at_rest(browser, id);
        if !view["ended"].is_null() {
            let sentence = browser
                .wait("!document.querySelector('#result').hidden && document.querySelector('#result').textContent");
            assert!(sentence.as_str().unwrap().contains(view["ended"]["sentence"].as_str().unwrap()), "{sentence}");
            return browser.assert_no_complaints();
        }
        touch(browser, &preferred(browser, &view));
        browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", view["revision"]));
        between(browser, turn);
    }
    panic!("the game does not end");
}

fn against_level_0(game: &str, options: Value) {
    let folder = Folder::new();
    let host = hosted(&folder);
    let browser = Browser::at(&host.address, 1280, 900);
    browser.prefer("light", "reduce");
    browser.visit("");
    let id = begin(&browser, game, &options);
    play_to_the_end(&browser, &id, &mut |_, _| {});
}

pub fn a_game_of_yavalath_is_played_by_clicks_reviewed_and_kept() {
    let folder = Folder::new();
    let host = hosted(&folder);
    let browser = Browser::at(&host.address, 1280, 900);
    browser.prefer("light", "reduce");
    browser.visit("");
    let id = begin(&browser, "yavalath", &json!({}));
    // The page is loaded anew in the middle: the game is there.
    play_to_the_end(&browser, &id, &mut |browser, turn| {
        if turn == 1 {
            browser.reload();
            browser.wait("document.querySelector('main')?.dataset.ready");
        }
    });
    browser.visit(&format!("#/review?hosted={id}"));
    browser.click("#review-start");
    browser.wait("document.querySelector('#accuracy')");
    browser.visit("#/");
    browser.wait(&format!("document.querySelector('a[href=\"#/game/{id}\"]')"));
    browser.assert_no_complaints();
}

pub fn a_game_of_yavalath_for_three_is_played_by_clicks() {
    against_level_0("yavalath3", json!({}));
}

pub fn a_game_of_pentalath_is_played_by_clicks() {
    against_level_0("pentalath", json!({}));
}

pub fn a_game_of_gipf_is_played_by_clicks() {
    against_level_0("gipf", json!({}));
}

pub fn a_game_of_standard_gipf_is_played_by_clicks() {
    against_level_0("gipf-standard", json!({}));
}

pub fn a_game_of_tournament_gipf_is_played_by_clicks() {
    against_level_0("gipf-tournament", json!({}));
}

pub fn a_game_of_yinsh_is_played_by_clicks() {
    against_level_0("yinsh", json!({}));
}

pub fn a_game_of_yinsh_blitz_is_played_by_clicks() {
    against_level_0("yinsh-blitz", json!({}));
}

pub fn a_game_of_zen_for_four_is_played_by_clicks() {
    against_level_0("zen", json!({ "Seats": "4" }));
}

pub fn a_game_of_zen_with_a_free_zen_is_played_by_clicks() {
    against_level_0("zen-free", json!({}));
}

pub fn positions_are_analysed_and_puzzles_solved_also_without_a_network() {
    let folder = Folder::new();
    let host = hosted(&folder);
    let browser = Browser::at(&host.address, 1280, 900);
    browser.visit("");
    browser.wait("document.documentElement.dataset.offline === 'ready'");
    // The network goes, and all of the page is still there.
    drop(host);
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
    let solution = ask(&browser, "get", "/api/puzzles/yavalath/1", &Value::Null)["turn"].as_str().unwrap().to_string();
    browser.visit("#/puzzles/yavalath/1");
    browser.click(&format!("[data-point=\"{solution}\"]"));
    browser.wait("document.querySelector('#puzzle-verdict').textContent");
    browser.visit("#/rules/yinsh");
    browser.wait("document.querySelector('#main .page').textContent.length > 2000");
    let id = begin(&browser, "yavalath", &json!({}));
    play_to_the_end(&browser, &id, &mut |_, _| {});
}

pub fn tabs_share_the_games_and_go_on_when_the_first_is_closed() {
    let folder = Folder::new();
    let host = hosted(&folder);
    let browser = Browser::at(&host.address, 1280, 900);
    browser.visit("");
    let id = begin(&browser, "yavalath", &json!({}));
    browser.visit(&format!("#/game/{id}"));
    at_rest(&browser, &id);
    let (first, second) = browser.new_tab();
    browser.switch_to(&second);
    browser.visit(&format!("#/game/{id}"));
    let before = at_rest(&browser, &id);
    touch(&browser, &preferred(&browser, &before));
    browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", before["revision"]));
    // The tab with the desk sees it as well.
    browser.switch_to(&first);
    browser.wait(&format!("Number(document.querySelector('main')?.dataset.revision) > {}", before["revision"]));
    browser.close(&first);
    browser.switch_to(&second);
    play_to_the_end(&browser, &id, &mut |_, _| {});
}

pub fn a_newer_site_is_told_and_taken_when_asked_for() {
    let folder = Folder::new();
    let host = hosted(&folder);
    let browser = Browser::at(&host.address, 1280, 900);
    browser.visit("");
    browser.wait("document.documentElement.dataset.offline === 'ready'");
    let id = begin(&browser, "yavalath", &json!({}));
    browser.visit(&format!("#/game/{id}"));
    at_rest(&browser, &id);
    // A newer site has another folder.
    let address = |name: &str| folder.0.join(name);
    let worker = std::fs::read_to_string(address("service_worker.js")).unwrap();
    let old = worker.split("${self.registration.scope} ").nth(1).unwrap();
    assert!(old.starts_with('`'));
    let list = std::fs::read_to_string(address("quintet-site.txt")).unwrap();
    let old = list.lines().find_map(|line| line.split_once('/')).unwrap().0;
    std::fs::rename(address(old), address("newer")).unwrap();
    for name in ["service_worker.js", "index.html", "manifest.webmanifest"] {
        let text = std::fs::read_to_string(address(name)).unwrap();
        std::fs::write(address(name), text.replace(old, "newer")).unwrap();
    }
    browser.script("navigator.serviceWorker.getRegistration().then((one) => one.update());", Vec::new());
    browser.click("#take-update");
    browser.wait("document.querySelector('script[type=module]')?.src.includes('/newer/')");
    play_to_the_end(&browser, &id, &mut |_, _| {});
}

pub fn a_browser_that_keeps_nothing_says_so_and_the_game_goes_on() {
    let folder = Folder::new();
    let host = hosted(&folder);
    // A page from which a database is withheld, as in some private windows.
    let script = std::fs::read_dir(&folder.0).unwrap().find_map(|entry| {
        let path = entry.unwrap().path().join("kept_games.js");
        path.exists().then_some(path)
    });
    let script = script.unwrap();
    let text = std::fs::read_to_string(&script).unwrap();
    std::fs::write(
        &script,
        format!("const indexedDB = {{ open() {{ throw new DOMException('no', 'SecurityError'); }} }};\n{text}"),
    )
    .unwrap();
    let browser = Browser::at(&host.address, 1280, 900);
    browser.visit("");
    let id = begin(&browser, "yavalath", &json!({}));
    browser.wait("document.querySelector('#not-kept')?.textContent.includes('keeps nothing')");
    play_to_the_end(&browser, &id, &mut |_, _| {});
}

pub fn a_folder_that_is_no_site_is_refused_and_files_of_before_go() {
    let folder = Folder::new();
    std::fs::write(folder.0.join("letter.txt"), "mine").unwrap();
    let refused = site(&folder.0);
    let said = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && said.contains("holds other files"), "{said}");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1);
    let folder = Folder::new();
    assert!(site(&folder.0).status.success());
    // One of before had another file, and somebody has put one there.
    let list = folder.0.join("quintet-site.txt");
    let text = std::fs::read_to_string(&list).unwrap();
    std::fs::write(&list, format!("{text}old/stale.js\n../beside.txt\n")).unwrap();
    std::fs::create_dir(folder.0.join("old")).unwrap();
    std::fs::write(folder.0.join("old/stale.js"), "").unwrap();
    std::fs::write(folder.0.join("mine.txt"), "mine").unwrap();
    assert!(site(&folder.0).status.success());
    assert!(
        !folder.0.join("old").exists() && folder.0.join("mine.txt").exists() && folder.0.join("index.html").exists()
    );
    assert_eq!(std::fs::read_to_string(&list).unwrap(), text);
}
