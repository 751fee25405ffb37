//! Many games at the same time.

use super::server::{Folder, Server, person, quintet};
use quintet::game::Rng;
use rand::{RngExt, SeedableRng};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

/// The games of the test.
const SESSIONS: usize = 200;
/// The memory of the server, in MiB, that these may take.
const MOST_MIB: u64 = 150;

/// How many MiB a process has in memory at most, by what Linux says.
pub fn peak_mib(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()? >> 10)
}

pub fn two_hundred_sessions_are_played_to_their_end_with_bounded_memory() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let games = ["yavalath", "pentalath", "yavalath", "zen-free", "yavalath"];
    let next = AtomicUsize::new(0);
    // All are open at the same time; each of several clients plays its share of them turn by turn.
    let games_at_once: Vec<_> =
        (0..SESSIONS).map(|number| server.hosted(games[number % games.len()], &[person(), quintet(1)])).collect();
    let games_at_once: Vec<_> = games_at_once.into_iter().map(std::sync::Mutex::new).collect();
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (games_at_once, next) = (&games_at_once, &next);
            scope.spawn(move || {
                let mut rng = Rng::seed_from_u64(seed);
                loop {
                    let number = next.fetch_add(1, SeqCst);
                    if number >= SESSIONS {
                        break;
                    }
                    let mut hosted = games_at_once[number].lock().unwrap();
                    for _ in 0..2_000 {
                        hosted.settle();
                        let legal = hosted.view["state"]["legal"].as_array().unwrap();
                        if legal.is_empty() {
                            break;
                        }
                        let choice = legal[rng.random_range(0..legal.len())]["text"].as_str().unwrap().to_string();
                        hosted.decide(&choice);
                    }
                    assert!(hosted.view["problem"].is_null(), "{}", hosted.view["problem"]);
                    assert!(!hosted.look()["ended"].is_null(), "{}", hosted.view["game"]);
                }
            });
        }
    });
    if let Some(mib) = peak_mib(server.id()) {
        eprintln!("{SESSIONS} sessions: at most {mib} MiB");
        assert!(mib <= MOST_MIB, "the server took {mib} MiB");
    }
    let ended: Vec<(String, serde_json::Value)> = games_at_once
        .iter()
        .map(|hosted| {
            let hosted = hosted.lock().unwrap();
            (hosted.id.clone(), hosted.view["turns"].clone())
        })
        .collect();
    drop(games_at_once);
    server.kill();
    let server = Server::start(&folder.0, &[]);
    for (id, turns) in ended {
        assert_eq!(server.find(&id).view["turns"], turns);
    }
}
