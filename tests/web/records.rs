//! The law of records through the page: what is opened, kept and written is the same game, but for what the format does not
//! hold; and what is asked of the server for that is bounded.

use super::random_records::{random_records, read};
use super::server::{Answers, Folder, Server, person};
use quintet::game::Rng;
use quintet::records::{FORMATS, GameRecord, RecordFormat, Turn, write};
use rand::SeedableRng;
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn formats() -> impl Iterator<Item = RecordFormat> {
    FORMATS.into_iter().map(|known| known.0).filter(|format| format.is_written())
}

/// The games of a text, as the page gets them.
fn opened(server: &Server, text: &str, format: RecordFormat) -> Vec<Value> {
    let read = server.post("/api/import", &json!({ "text": text, "format": format.name() }));
    assert_eq!((&read["notes"], &read["format"]), (&json!([]), &json!(format.name())), "{text}");
    read["games"].as_array().unwrap().clone()
}

/// What is left of games that the page has and writes in a format.
fn exported(server: &Server, games: &[Value], format: RecordFormat) -> Vec<GameRecord> {
    let body = json!({ "game": "yavalath", "records": games, "format": format.name() });
    let file = server.post("/api/export", &body);
    let imported = read(file["text"].as_str().unwrap().as_bytes(), format);
    assert_eq!(imported.oddities, []);
    imported.records
}

/// Each way in and each way out, over HTTP.
pub fn what_is_read_and_written_over_http_is_the_same_game() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let games = random_records(5, &mut Rng::seed_from_u64(54));
    for first in formats() {
        let held: Vec<GameRecord> = games.iter().filter_map(|game| first.projected(game)).collect();
        assert!(held.len() > 3, "{}", first.name());
        let page = opened(&server, &write(&games, first).0, first);
        assert_eq!(page.len(), held.len());
        for second in formats() {
            let (page, expected): (Vec<Value>, Vec<GameRecord>) =
                page.iter().zip(&held).filter_map(|(page, game)| Some((page.clone(), second.projected(game)?))).unzip();
            if !page.is_empty() {
                assert_eq!(exported(&server, &page, second), expected, "{} {}", first.name(), second.name());
            }
        }
    }
    // What a format cannot hold is refused in a sentence, and what is no game, too.
    let zen = json!({ "game": "zen", "turns": [] });
    let refused = |records: Value, format: &str| {
        server.refusal("/api/export", &json!({ "game": "zen", "records": records, "format": format }))
    };
    assert!(refused(json!([zen]), "boardspace").contains("has only"));
    assert!(refused(json!([{ "game": "zen", "turns": [{ "turn": "z99" }] }]), "text").starts_with("turn 1"));
    assert!(refused(json!([zen]), "csv").contains("csv"));
}

/// Lines that begin alike are one in a tree: of each only the first is left, and what could be played instead of the first turn
/// of a variation stands beside the variation.
pub fn canonical(turns: Vec<Turn>) -> Vec<Turn> {
    fn side_by_side(lines: Vec<Vec<Turn>>, all: &mut Vec<Vec<Turn>>) {
        for mut line in lines {
            let inner = std::mem::take(&mut line[0].variations);
            all.push(line);
            side_by_side(inner, all);
        }
    }
    let one = |mut turn: Turn| {
        let mut lines = Vec::new();
        side_by_side(std::mem::take(&mut turn.variations), &mut lines);
        let mut known = vec![turn.turn.clone()];
        lines.retain(|line| {
            let is_new = !known.contains(&line[0].turn);
            known.push(line[0].turn.clone());
            is_new
        });
        turn.variations = lines.into_iter().map(canonical).collect();
        turn.nodes = turn.nodes.map(|nodes| nodes >> 11);
        turn
    };
    turns.into_iter().map(one).collect()
}

/// The same through the modules of the page: opened as a tree, kept as text, read again, written.
pub fn what_the_page_opens_keeps_and_writes_is_the_same_game() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let games = random_records(12, &mut Rng::seed_from_u64(55));
    let tree = |game: GameRecord| GameRecord { turns: canonical(game.turns), ..game };
    let games: Vec<GameRecord> = games.into_iter().map(tree).collect();
    let depth = |game: &GameRecord| {
        game.turns.iter().flat_map(|turn| &turn.variations).flatten().any(|turn| !turn.variations.is_empty())
    };
    assert!(games.iter().any(depth));
    let page = opened(&server, &write(&games, RecordFormat::Jsonl).0, RecordFormat::Jsonl);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web/through_page.mjs");
    let mut node = Command::new("node").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = node.stdin.take().unwrap();
    let sent = std::thread::spawn(move || input.write_all(json!(page).to_string().as_bytes()).unwrap());
    let output = node.wait_with_output().unwrap();
    sent.join().unwrap();
    assert!(output.status.success());
    let kept: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(kept.len(), games.len());
    for (index, game) in games.iter().enumerate() {
        let left = exported(&server, &kept[index..=index], RecordFormat::Jsonl);
        assert_eq!(left, std::slice::from_ref(game), "{}", kept[index]);
    }
}

/// What people have agreed on, the clock, names and times are in the record of a game that was played here.
pub fn a_game_at_a_table_is_recorded_with_its_names_times_and_end() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let named = |name: &str| json!({ "kind": "person", "name": name });
    let game = |clock: Value| {
        let seats = [named("Ann"), named("Bob \"the bold\"")];
        server.hosted_with(&json!({ "game": "yavalath", "moves": ["e5"], "seats": seats, "clock": clock }))
    };
    let records = |id: &str| server.get(&format!("/api/games/{id}/record"))["records"].as_array().unwrap().clone();
    let mut drawn = game(json!({ "baseMs": 600_000, "incrementMs": 1_000 }));
    drawn.decide("d4");
    drawn.act("offerDraw", 1);
    drawn.act("accept", 2);
    let record = &records(&drawn.id)[0];
    assert_eq!(
        (&record["reason"], &record["result"], &record["winners"]),
        (&json!("draw"), &json!("draw"), &json!([1, 2]))
    );
    assert_eq!((&record["opening"], &record["seats"][1]["name"]), (&json!(["e5"]), &json!("Bob \"the bold\"")));
    let turn = &record["turns"][0];
    assert!(turn["turn"] == "d4" && turn["seat"] == 2 && turn["ms"].is_number() && turn["left"].is_number(), "{turn}");
    let mut late = game(json!({ "baseMs": 1, "incrementMs": 0 }));
    late.decide("d4");
    late.wait("the end of the time", |view| !view["ended"].is_null());
    let record = &records(&late.id)[0];
    assert_eq!((&record["reason"], &record["loser"], &record["winners"]), (&json!("time"), &json!(1), &json!([2])));
    // As a file, in any format that holds it.
    for format in formats() {
        let (status, text) =
            server.request("GET", &format!("/api/games/{}/record?format={}", drawn.id, format.name()), &[], b"");
        match format {
            RecordFormat::GipfCom | RecordFormat::Boardspace => assert_eq!(status, 400, "{text}"),
            _ => assert_eq!(read(text.as_bytes(), format).records[0].winners, [1, 2], "{text}"),
        }
    }
    assert_eq!(server.request("GET", "/api/games/none/record", &[], b"").0, 404);
    assert_eq!(server.request("GET", &format!("/api/games/{}/record?format=csv", late.id), &[], b"").0, 400);
}

/// The most memory that a process has had, in MiB.
fn peak_mib(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? / 1024)
}

/// Texts of 2 MB that take their time: many games, one long game, rows to be found, many seats, many turns of variations.
fn heavy() -> Vec<String> {
    const SIZE: usize = 2_000_000;
    let game = "{\"game\":\"yinsh\",\"turns\":[{\"turn\":\"e5\"},{\"turn\":\"d4\"},{\"turn\":\"f7\"}]}\n";
    let variation = ",[{\"turn\":\"a1\"}]";
    let seat = |number: usize| format!("[Seat {number} \"A\"]\n");
    vec![
        game.repeat(SIZE / game.len()),
        "1.e5 2.d4 3.f7\n".repeat(SIZE / 15),
        format!("1. e5 {}", "d4 f7 ".repeat(SIZE / 6)),
        format!(
            "{{\"game\":\"yavalath\",\"turns\":[{{\"turn\":\"e5\",\"variations\":[[]{}]}}]}}",
            variation.repeat(SIZE / variation.len())
        ),
        format!("[Game \"yavalath\"]\n{}\n1. e5 none\n", (1..SIZE / 20).map(seat).collect::<String>()),
        format!("[Game \"yavalath\"]\n\n1. e5 {} none\n", "{x} ".repeat(SIZE / 4)),
    ]
}

/// However much is asked for, the server has memory for it, and answers a bystander. How long that takes is shown.
pub fn many_large_texts_at_once_leave_room_for_others() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let hosted = server.hosted("yavalath", &[person(), person()]);
    let texts = heavy();
    let bodies: Vec<String> = texts.iter().map(|text| json!({ "text": text }).to_string()).collect();
    let mut slowest = Duration::ZERO;
    let ask = |body: &str, stays: bool| {
        let mut wire = TcpStream::connect(&server.address).unwrap();
        let length = body.len();
        let head = format!(
            "POST /api/import HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        );
        let _ = wire.write_all(head.as_bytes()).and_then(|()| wire.write_all(body.as_bytes()));
        if stays {
            let mut answer = Vec::new();
            let _ = std::io::Read::read_to_end(&mut wire, &mut answer);
            let answer = String::from_utf8_lossy(&answer);
            // It is answered, or asked to come again.
            assert!(["200", "503"].contains(&&answer[9..12]), "{}", &answer[..answer.len().min(300)]);
        }
    };
    std::thread::scope(|scope| {
        let ask = &ask;
        let waiting: Vec<_> = bodies.iter().map(|body| scope.spawn(move || ask(body, true))).collect();
        let leaving: Vec<_> = bodies.iter().map(|body| scope.spawn(move || ask(body, false))).collect();
        while !waiting.iter().chain(&leaving).all(|asks| asks.is_finished()) {
            let begun = Instant::now();
            assert_eq!(server.get(&format!("/api/games/{}", hosted.id))["id"], json!(hosted.id));
            slowest = slowest.max(begun.elapsed());
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let peak = peak_mib(server.id());
    println!("a bystander waited at most {} ms; the server had {peak:?} MiB", slowest.as_millis());
    assert!(peak.is_none_or(|peak| peak <= 256), "{peak:?} MiB");
    // It is as good as new.
    let read = server.post("/api/import", &json!({ "text": "1.e5 2.d4" }));
    assert_eq!(read["games"].as_array().unwrap().len(), 1);
}
