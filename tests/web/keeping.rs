//! Games outlive the server and the engines.

use super::server::{Answers, Folder, Server, person, python_engine, quintet};
use serde_json::json;

pub fn games_are_the_same_after_the_server_was_killed() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let mut yinsh = server.hosted("yinsh", &[person(), person()]);
    for turn in ["e5", "f7", "g5", "d4", "c3", "h8", "f5", "e7", "d6", "g8"] {
        yinsh.decide(turn);
    }
    // A turn that has begun: one that completes a row would go on; here the first decision alone.
    yinsh.decide("e5-e6");
    yinsh.act("offerDraw", 1);
    let mut resigned = server.hosted("gipf", &[person(), person()]);
    resigned.decide("a3-b3");
    resigned.act("resign", 2);
    let mut against = server.hosted("pentalath", &[person(), quintet(1)]);
    against.decide("e5");
    against.settle();
    let ids = [&yinsh, &resigned, &against].map(|hosted| hosted.id.clone());
    let before = [&yinsh, &resigned, &against].map(|hosted| hosted.view.clone());
    server.kill();
    let server = Server::start(&folder.0, &[]);
    for (id, before) in ids.iter().zip(&before) {
        let after = server.find(id).view;
        for field in ["state", "turns", "seats", "offer", "ended", "revision", "last", "canUndo"] {
            assert_eq!(after[field], before[field], "{field}");
        }
    }
    let mut against = server.find(&ids[2]);
    let next = against.view["state"]["legal"][0]["text"].as_str().unwrap().to_string();
    against.decide(&next);
    assert_eq!(against.settle()["turns"].as_array().unwrap().len(), 4);
    let listed = server.get("/api/games");
    assert_eq!(listed["games"].as_array().unwrap().len(), 3);
    let ended: Vec<bool> = listed["games"].as_array().unwrap().iter().map(|game| !game["ended"].is_null()).collect();
    assert_eq!(ended.iter().filter(|ended| **ended).count(), 1);
}

pub fn an_engines_turn_that_was_being_thought_about_is_asked_for_again() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let slow = json!({ "kind": "quintet", "options": {}, "timeMs": 3000 });
    let mut hosted = server.hosted("yinsh", &[person(), slow]);
    hosted.decide("e5");
    assert_eq!(hosted.look()["thinking"], 2);
    let id = hosted.id.clone();
    server.kill();
    let server = Server::start(&folder.0, &[]);
    let mut hosted = server.find(&id);
    assert_eq!(hosted.settle()["turns"].as_array().unwrap().len(), 2);
}

pub fn an_engine_that_ends_gives_a_message_and_the_game_can_go_on() {
    let folder = Folder::new();
    let engine = python_engine("Fred", "--crash 2");
    let server = Server::start(&folder.0, &["--engine", &engine, "--engine", &python_engine("Ida", "--illegal")]);
    assert_eq!(server.get("/api/info")["engines"], json!(["Fred", "Ida"]));
    let fred = json!({ "kind": "engine", "engine": "Fred", "timeMs": 500 });
    let mut hosted = server.hosted("yavalath", &[person(), fred]);
    hosted.decide("e5");
    assert!(hosted.settle()["problem"].is_null());
    hosted.decide("f6");
    let problem = hosted.settle()["problem"].as_str().unwrap().to_string();
    assert!(problem.contains("Fred") && problem.contains("this engine ends here"), "{problem}");
    hosted.act("resume", 1);
    assert!(hosted.settle()["problem"].is_null(), "{}", hosted.view["problem"]);
    assert_eq!(hosted.turns().len(), 4);
    let ida = json!({ "kind": "engine", "engine": "Ida", "timeMs": 500 });
    let mut hosted = server.hosted("yavalath", &[person(), ida]);
    hosted.decide("e5");
    let problem = hosted.settle()["problem"].as_str().unwrap().to_string();
    assert!(problem.contains("nonsense"), "{problem}");
    // Somebody else takes the seat.
    let body = json!({ "seat": 2, "setup": quintet(0) });
    assert_eq!(server.send("PUT", &format!("/api/games/{}/seats", hosted.id), &body).0, 200);
    assert_eq!(hosted.settle()["turns"].as_array().unwrap().len(), 2);
}

/// How many processes have this among their arguments, without the server itself.
fn running(mark: &str) -> usize {
    let of = |entry: std::io::Result<std::fs::DirEntry>| std::fs::read(entry.ok()?.path().join("cmdline")).ok();
    let lines = std::fs::read_dir("/proc").unwrap().filter_map(of);
    let texts = lines.map(|line| String::from_utf8_lossy(&line).into_owned());
    texts.filter(|text| text.contains("engine.py") && text.contains(mark) && !text.contains("\0serve\0")).count()
}

/// Waits until as many engines run.
fn wait_for_engines(mark: &str, count: usize, when: &str) {
    let begun = std::time::Instant::now();
    while running(mark) != count {
        assert!(begun.elapsed().as_secs() < 60, "{when}: {} engines run, not {count}", running(mark));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

/// Engines that never answer, and hear nothing: whatever ends the wait for one ends it, and nobody else waits for that.
pub fn engines_that_nobody_waits_for_end() {
    let folder = Folder::new();
    let mark = folder.0.display().to_string();
    let server = Server::start(&folder.0, &["--engine", &python_engine("Deaf", &format!("--deaf {mark}"))]);
    let deaf = json!({ "kind": "engine", "engine": "Deaf", "timeMs": 60_000 });
    let asked = || {
        let mut hosted = server.hosted("yavalath", &[person(), deaf.clone()]);
        hosted.decide("e5");
        hosted
    };
    for act in ["undo", "pause", "resign", "another", "removed"] {
        let mut hosted = asked();
        wait_for_engines(&mark, 1, act);
        let path = format!("/api/games/{}", hosted.id);
        match act {
            "another" => {
                let body = json!({ "seat": 2, "setup": quintet(0) });
                assert_eq!(server.send("PUT", &format!("{path}/seats"), &body).0, 200);
                assert_eq!(hosted.settle()["turns"].as_array().unwrap().len(), 2);
            }
            "removed" => assert_eq!(server.request("DELETE", &path, &[], b"").0, 200),
            _ => _ = hosted.act(act, 1),
        }
        wait_for_engines(&mark, 0, act);
    }
    // As many as may think: another is refused in a sentence, a game without them goes on, and all of them end at once.
    let mut asking: Vec<_> = (0..16).map(|_| asked()).collect();
    wait_for_engines(&mark, 16, "sixteen tables");
    assert!(asked().settle()["problem"].as_str().unwrap().contains("16 other engines"));
    let mut bystander = server.hosted("yavalath", &[person(), quintet(0)]);
    for (count, hosted) in asking.iter_mut().enumerate() {
        hosted.act("undo", 1);
        if count % 4 == 0 {
            // Far from each other, as three in a line would end it.
            let legal = bystander.view["state"]["legal"].as_array().unwrap();
            let turn = legal[(7 * count) % legal.len()]["text"].as_str().unwrap().to_string();
            bystander.decide(&turn);
            assert!(bystander.settle()["problem"].is_null());
        }
    }
    wait_for_engines(&mark, 0, "sixteen undone");
    // The end of the server is theirs, too.
    asked();
    wait_for_engines(&mark, 1, "the last");
    assert_eq!(server.end(), Some(0));
    wait_for_engines(&mark, 0, "the end of the server");
}

pub fn a_folder_that_cannot_be_used_is_said() {
    use std::process::Command;
    let output = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["serve", "--port", "0", "--data", "/dev/null/games"])
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains("/dev/null/games"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    // Two servers would overwrite each other's games.
    let folder = Folder::new();
    let _first = Server::start(&folder.0, &[]);
    let second = Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["serve", "--port", "0", "--data"])
        .arg(&folder.0)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(!second.status.success() && text.contains("in use by another"), "{text}");
}
