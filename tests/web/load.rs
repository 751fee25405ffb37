//! Many games at the same time.

use super::server::{Answers, Folder, Server, person, quintet};
use super::tabs::Events;
use quintet::game::Rng;
use rand::{RngExt, SeedableRng};
use serde_json::Value;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::{Duration, Instant};

/// The games of the test.
const SESSIONS: usize = 200;
/// The memory of the server, in MiB, that these may take.
const MOST_MIB: u64 = 64;

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

/// Tables at which two people play each other.
const TABLES: usize = 20;
/// How many decisions are made at each.
const DECISIONS: usize = 40;
/// How long a person thinks.
const THINKING: Duration = Duration::from_millis(200);

/// How long it takes until a click is answered, and until the other side sees it, by the median and the 95th percentile:
/// printed, as it depends on the machine.
pub fn forty_people_see_each_others_turns() {
    let folder = Folder::new();
    let server = Server::start(&folder.0, &[]);
    let (clicks, pushes) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for number in 0..TABLES {
            let (server, clicks, pushes) = (&server, &clicks, &pushes);
            scope.spawn(move || {
                let mut rng = Rng::seed_from_u64(number as u64);
                let mut hosted = server.hosted(["yinsh", "yavalath", "gipf", "zen"][number % 4], &[person(), person()]);
                // Each of the two looks at the game; it is the other who waits for the news.
                let mut streams = [(); 2].map(|()| Events::open(server, &hosted.id));
                streams.iter_mut().for_each(|stream| drop(stream.next("game")));
                std::thread::sleep(THINKING * number as u32 / TABLES as u32);
                for _ in 0..DECISIONS {
                    let legal = hosted.view["state"]["legal"].as_array().unwrap();
                    if legal.is_empty() {
                        break;
                    }
                    let choice = legal[rng.random_range(0..legal.len())]["text"].as_str().unwrap().to_string();
                    let started = Instant::now();
                    let made = hosted.decide(&choice)["revision"].clone();
                    clicks.lock().unwrap().push(started.elapsed());
                    let seen = |stream: &mut Events| {
                        std::iter::repeat_with(|| stream.next("game")).find(|view| view["revision"] == made)
                    };
                    let views: Vec<Option<Value>> = streams.iter_mut().map(seen).collect();
                    pushes.lock().unwrap().push(started.elapsed());
                    assert_eq!(views[0], views[1]);
                    std::thread::sleep(THINKING);
                }
            });
        }
    });
    for (what, times) in [("a click is answered", clicks), ("both have seen it", pushes)] {
        let mut times = times.into_inner().unwrap();
        times.sort();
        assert!(times.len() > TABLES * DECISIONS / 2);
        let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize].as_secs_f64() * 1e3;
        eprintln!("{what}: {:.1} ms, the 95th percentile {:.1} ms, of {}", at(0.5), at(0.95), times.len());
    }
}
