//! The law of all games in one file: whatever games there are, what one store saves and another opens is the same there, and
//! opening a file twice makes no doubles. The commands read the file as a file of records.

use super::random_records::{random_records, read};
use super::records::canonical;
use super::server::{Answers, Folder, Server, person, quintet};
use quintet::game::Rng;
use quintet::records::{GameRecord, RecordFormat, write};
use rand::SeedableRng;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// What the page says of a file that goes through two servers.
fn through(one: &Server, other: &Server, file: &str) -> Value {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/web/through_archive.mjs");
    let mut command = Command::new("node");
    command.args([script, &one.address, &other.address]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut node = command.spawn().unwrap();
    let mut input = node.stdin.take().unwrap();
    let file = file.to_string();
    let sent = std::thread::spawn(move || input.write_all(file.as_bytes()).unwrap());
    let output = node.wait_with_output().unwrap();
    sent.join().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// A record as the page keeps it.
fn kept(game: GameRecord) -> GameRecord {
    GameRecord { turns: canonical(game.turns), ..game }
}

pub fn all_games_go_through_a_file_to_another_store_and_stay_the_same() {
    let folders = [Folder::new(), Folder::new()];
    let [one, other] = [Server::start(&folders[0].0, &[]), Server::start(&folders[1].0, &[])];
    // Games that were played at tables, in all states.
    let mut table = one.hosted_with(&json!({
        "game": "yinsh", "seats": [{ "kind": "person", "name": "Zoë" }, quintet(0)], "clock": { "baseMs": 600_000, "incrementMs": 500 },
    }));
    for _ in 0..2 {
        let decision = text(&table.settle()["state"]["legal"][0]["text"]).to_string();
        table.decide(&decision);
    }
    table.settle();
    table.act("pause", 1);
    let path = format!("/api/games/{}/tree", table.id);
    // Variations at its turns, and beyond its end, where a record has no place for them.
    let turns = table.turns();
    let tree = format!("{{all}} {} ! {{good}} (d4 (e6) d5) {} a1 {{beyond}}", turns[0], turns[1..].join(" "));
    let tree = json!({ "version": 0, "text": tree });
    assert_eq!(one.send("PUT", &path, &tree).0, 200);
    let mut resigned = one.hosted("gipf", &[person(), person()]);
    resigned.act("resign", 2);
    one.hosted("zen", &[person(), person()]);
    // And records of all kinds.
    let games: Vec<GameRecord> = random_records(12, &mut Rng::seed_from_u64(58)).into_iter().map(kept).collect();
    let lines = write(&games, RecordFormat::Jsonl).0;
    // Between them there is what is none.
    let middle = lines.match_indices('\n').nth(games.len() / 2).unwrap().0 + 1;
    let odd = "{\"game\":\"chess\",\"turns\":[]}\n\n{\"game\":\"zen\",\"turns\":[{\"tu\n";
    let told = through(&one, &other, &format!("{}{odd}{}", &lines[..middle], &lines[middle..]));
    let notes: Vec<&str> = told["opened"]["notes"].as_array().unwrap().iter().map(text).collect();
    assert_eq!(notes.len(), 2, "{notes:?}");
    assert!(notes[0].contains("archive.line") && told["opened"]["taken"] == json!(games.len()), "{}", told["opened"]);
    let all = games.len() + 3;
    assert_eq!(
        (&told["first"]["count"], &told["first"]["unread"], &told["first"]["notes"]),
        (&json!(all), &json!(0), &json!([]))
    );
    let none: Vec<&str> = Vec::new();
    assert_eq!(told["moved"], json!({ "taken": all, "known": 0, "notes": none, "unsaid": 0 }));
    // What has moved is the same, and was there when it came again.
    assert_eq!(text(&told["first"]["text"]), text(&told["second"]["text"]));
    assert_eq!(told["again"][0], json!({ "taken": 0, "known": all, "notes": none, "unsaid": 0 }));
    assert_eq!((&told["again"][1]["taken"], &told["again"][1]["known"]), (&json!(0), &json!(games.len())));
    assert_eq!(told["third"], told["second"]["text"]);
    // Every command reads the file, and what came in as records is there as it was.
    let file = text(&told["first"]["text"]);
    let path_of_file = folders[0].0.join("all.jsonl");
    std::fs::write(&path_of_file, file).unwrap();
    let shown =
        Command::new(env!("CARGO_BIN_EXE_quintet")).args(["show", "--check"]).arg(&path_of_file).output().unwrap();
    assert!(String::from_utf8_lossy(&shown.stdout).contains(&format!("{all} games follow the rules")), "{shown:?}");
    let imported = read(file.as_bytes(), RecordFormat::Jsonl);
    assert_eq!((imported.oddities.len(), imported.records.len()), (0, all));
    for (index, game) in games.iter().enumerate() {
        assert_eq!(imported.records[3 + index], *game, "{index}");
    }
    // The table is the same at the other server, and its game goes on.
    let mut there = other.find(&table.id);
    assert_eq!((&there.view["paused"], &there.view["seats"]), (&json!(true), &table.look()["seats"]));
    assert_eq!((&there.view["remainingMs"], &there.view["turns"]), (&table.view["remainingMs"], &table.view["turns"]));
    assert_eq!(other.get(&path)["text"], tree["text"]);
    assert!(file.contains("beyond"));
    there.act("resume", 1);
    let decision = text(&there.settle()["state"]["legal"][0]["text"]).to_string();
    there.decide(&decision);
}
