//! The opening explorer: what it tells of a position is what `quintet explore` prints.

use super::drivers::Media;
use super::place::{Back, Place};
use super::server::{Answers, Folder, Server};
use quintet::board::bits::{Rng, random_below};
use quintet::records::{GameRecord, Reason, Turn};
use rand::SeedableRng;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Short random games of few turns each, so that they meet; some are not finished.
fn random_games(game: &str, count: usize, rng: &mut Rng) -> Vec<GameRecord> {
    let one = |rng: &mut Rng| {
        let mut session = quintet::registry::open(game).unwrap();
        let mut record = GameRecord { game: game.to_string(), result: "none".to_string(), ..GameRecord::default() };
        for _ in 0..2 + random_below(rng, 5) {
            let seat = session.seat() + 1;
            let legal = session.legal_turns();
            let most = (legal.len() as u32).min(10);
            let turn = session.play(&legal[random_below(rng, most) as usize]).unwrap();
            record.turns.push(Turn { turn, seat, ..Turn::default() });
        }
        let seats = session.seats();
        let winners: Vec<usize> = match random_below(rng, 4) {
            0 => Vec::new(),
            1 => (1..=seats).collect(),
            _ => vec![1 + random_below(rng, seats as u32) as usize],
        };
        let (reason, loser) = match winners[..] {
            [] => (Reason::Unfinished, None),
            [winner] if seats == 2 => (Reason::Resign, Some(3 - winner)),
            _ => (Reason::Draw, None),
        };
        let winners = if reason == Reason::Draw { (1..=seats).collect() } else { winners };
        GameRecord { reason, loser, winners, ..record }
    };
    (0..count).map(|_| one(rng)).collect()
}

/// The games as a file of lines.
fn file_of(games: &[GameRecord], path: &Path) -> String {
    let text: String = games.iter().map(|game| format!("{}\n", json!(game))).collect();
    std::fs::write(path, &text).unwrap();
    text
}

/// What the command line prints of a position.
fn printed(game: &str, moves: &str, file: &Path, nodes: u64) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quintet"));
    command.args(["explore", game, "--moves", moves, "--json", "--nodes", &nodes.to_string(), "--records"]).arg(file);
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let known: Value = serde_json::from_slice(&output.stdout).unwrap();
    known["decisions"].as_array().unwrap().clone()
}

/// The steps of one answer or several that begin at a place.
fn steps_at(place: &Value, answers: &[Value]) -> Vec<Value> {
    let steps = answers.iter().flat_map(|answer| answer["steps"].as_array().unwrap());
    steps.filter(|step| step["here"] == *place).cloned().collect()
}

/// Everything the page is told of a position that the command line prints, too.
fn told(answer: &Value) -> Vec<Value> {
    let bare = |known: &Value| {
        let mut known = known.as_object().unwrap().clone();
        known.retain(|key, _| !key.ends_with("Score"));
        Value::Object(known)
    };
    answer["decisions"].as_array().unwrap().iter().map(bare).collect()
}

pub fn what_the_page_is_told_of_a_position_is_what_the_command_line_prints() {
    let (data, files) = (Folder::new(), Folder::new());
    let server = Server::start(&data.0, &[]);
    let mut rng = Rng::seed_from_u64(51);
    let mut met = 0;
    for game in quintet::registry::names() {
        let games = random_games(game, 30, &mut rng);
        let file = files.0.join(format!("{game}.jsonl"));
        let text = file_of(&games, &file);
        // Once as a file, once as kept games, which come in parts.
        let read = server.post("/api/explore/steps", &json!({ "game": game, "text": text }));
        let sent: Vec<Value> =
            games.iter().map(|record| json!({ "records": [record], "table": null, "tree": "" })).collect();
        let taken = server.post("/api/archive", &json!({ "games": sent }));
        assert!(taken["games"].as_array().unwrap().iter().all(|one| one["error"].is_null()), "{game}: {taken}");
        let (mut kept, mut older) = (Vec::new(), Value::Null);
        loop {
            let before = older.as_i64().map(|number| format!("?before={number}")).unwrap_or_default();
            let part = server.get(&format!("/api/explore/{game}{before}"));
            older = part["older"].clone();
            kept.push(part);
            if older.is_null() {
                break;
            }
        }
        let finished = games.iter().filter(|game| game.is_finished()).count();
        assert_eq!(read["games"], finished, "{game}: {}", read["notes"]);
        assert_eq!(read["unfinished"], games.len() - finished, "{game}");
        for record in games.iter().take(5) {
            let turns: Vec<String> = record.all_turns();
            let moves = &turns[..random_below(&mut rng, 3) as usize];
            let about = |steps: Vec<Value>| {
                let asked = json!({ "game": game, "moves": moves, "book": true, "scores": false, "steps": steps });
                server.post("/api/explore", &asked)
            };
            let place = about(Vec::new())["place"].clone();
            let of_file = about(steps_at(&place, std::slice::from_ref(&read)));
            let expected = printed(game, &moves.join(" "), &file, 0);
            assert_eq!(told(&of_file), expected, "{game} {moves:?}");
            met += expected.iter().filter(|known| known["games"].as_u64() > Some(1)).count();
            // Doubles of a game are kept once, so its numbers are no larger.
            let of_kept = about(steps_at(&place, &kept));
            let sum = |answer: &Value| -> u64 {
                answer["decisions"].as_array().unwrap().iter().filter_map(|one| one["games"].as_u64()).sum()
            };
            assert!(sum(&of_kept) <= sum(&of_file), "{game} {moves:?}");
        }
    }
    assert!(met > 60, "{met}");
    let refused = server.refusal("/api/explore/steps", &json!({ "game": "yinsh", "text": "no game" }));
    assert!(refused.contains("format"), "{refused}");
    let asked = json!({ "game": "yinsh", "moves": ["e5", "e5"], "book": true, "scores": false, "steps": [] });
    assert!(server.refusal("/api/explore", &asked).contains("e5"));
}

/// What the explorer shows, row by row: decision, games, points, book and engine.
const ROWS: &str = "return [...document.querySelectorAll('#explorer-lines tr')].map((row) => \
    [row.dataset.decision, ...[...row.querySelectorAll('td')].map((cell) => cell.textContent)]);";

/// A printed line as the page shows it.
fn as_shown(known: &Value) -> [String; 5] {
    let percent = |share: &Value| {
        let share = share.as_f64().unwrap();
        let less = if share > 0.5 { 1e-9 } else { 0.0 };
        format!("{} %", ((1e4 * share).round() / 100.0 - less).round())
    };
    let games = known["games"].as_u64().unwrap();
    let (games, points) = match games {
        0 => ("–".to_string(), "–".to_string()),
        games => (games.to_string(), percent(&json!(known["points"].as_f64().unwrap() / games as f64))),
    };
    let share = |key: &str| if known[key].is_null() { "–".to_string() } else { percent(&known[key]) };
    [known["decision"].as_str().unwrap().to_string(), games, points, share("book"), share("engine")]
}

pub fn openings_are_explored_with_ones_own_games_and_those_of_a_file(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let mut rng = Rng::seed_from_u64(9);
    let games = random_games("yavalath", 40, &mut rng);
    let (own, of_file) = games.split_at(15);
    let folder = Folder::new();
    let all = folder.0.join("all.jsonl");
    let text = file_of(of_file, &folder.0.join("file.jsonl"));
    let sent: Vec<Value> = own.iter().map(|record| json!({ "records": [record], "table": null, "tree": "" })).collect();
    place.post("/api/archive", &json!({ "games": sent }));
    browser.visit("#/analyse?game=yavalath");
    browser.wait("document.querySelector('#explorer') && !document.querySelector('#explorer-lines')");
    browser.click("#explorer summary");
    let scored = "document.querySelector('#explorer-lines')?.getAttribute('aria-busy') === 'false'";
    // Until the games have been read, the engine and the book alone are asked.
    browser.wait(&format!("{scored} && /\\(\\d\\d?\\)/.test(document.querySelector('#explorer').textContent)"));
    let drop = |text: &str| {
        browser.script(
            "const host = document.querySelector('#explorer-summary');
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([arguments[0]], 'games.jsonl'));
            for (const kind of ['dragover', 'drop']) host.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }));",
            vec![json!(text)],
        );
    };
    drop(&text);
    let counted = of_file.iter().filter(|game| game.is_finished()).count();
    browser.wait(&format!(
        "document.querySelector('#explorer-file-name').textContent === 'games.jsonl ({counted} games)' && {scored}"
    ));
    let shown = |moves: &str| {
        file_of(&games, &all);
        let expected: Vec<[String; 5]> = printed("yavalath", moves, &all, 100_000).iter().map(as_shown).collect();
        let expected = json!(expected);
        // Scores have hundredths beside their share, as the command line has them.
        let bare = format!(
            "JSON.stringify((() => {{ {ROWS} }})().map((row) => row.map((cell) => cell.replace(/ \\(.*\\)$/, ''))))"
        );
        browser.wait(&format!("{scored} && {bare} === JSON.stringify({expected})"));
        expected
    };
    let lines = shown("");
    let first = lines[0][0].as_str().unwrap().to_string();
    assert!(lines[0][1].as_str().unwrap().parse::<u32>().unwrap() > 3, "{lines}");
    // What is chosen there is played, and what is known follows.
    browser.click(&format!("#explorer-lines tr[data-decision=\"{first}\"] button"));
    browser.wait("document.querySelectorAll('.board .piece').length === 1");
    shown(&first);
    // It stays open, and the file stays, as long as the page does.
    browser.visit("#/analyse?game=yavalath");
    browser.wait(&format!(
        "document.querySelector('#explorer-file-name')?.textContent.includes('games.jsonl') && {scored}"
    ));
    shown("");
    browser.click("#explorer-close");
    browser.wait("document.querySelector('#explorer-file-name').textContent === ''");
    browser.click("#explorer-own");
    browser.wait(&format!("{scored} && [...document.querySelectorAll('#explorer-lines .of-games')].every((cell) => cell.textContent === '–')"));
    browser.assert_no_complaints();
}

pub fn the_explorer_has_no_serious_fault_and_fits_a_phone(back: Back) {
    let place = Place::open(back, 1280, 900);
    let browser = &place.browser;
    let games = random_games("yavalath", 40, &mut Rng::seed_from_u64(9));
    let sent: Vec<Value> =
        games.iter().map(|record| json!({ "records": [record], "table": null, "tree": "" })).collect();
    for scheme in ["light", "dark"] {
        place.show_as(Media { scheme: scheme.to_string(), motion: "reduce".to_string(), ..Media::default() });
        // A browser that was started anew has lost them; elsewhere they are there already.
        place.post("/api/archive", &json!({ "games": sent }));
        browser.resize(1280, 900);
        browser.visit(&format!("?{scheme}#/analyse?game=yavalath"));
        browser.wait("document.querySelector('#explorer')");
        browser.script("document.querySelector('#explorer').open = true;", Vec::new());
        browser.wait("document.querySelector('#explorer-lines .results')");
        browser.wait("document.querySelector('#explorer-lines').getAttribute('aria-busy') === 'false'");
        place.assert_fits("explorer", scheme);
    }
    browser.assert_no_complaints();
}
