//! The analysis engine as a process: how many requests a second it answers, what a second worker adds, how long a fresh
//! process takes to its first answer, what a million queued requests take in memory, and what a review takes as a share of
//! the plain searches of its positions.
//!
//! `cargo bench --bench analysis`; a number as argument is how often each is measured (5).

// In a benchmark a panic is the message.
#![allow(clippy::unwrap_used)]

use quintet::game::Rng;
use quintet::registry::{self, GameLine};
use quintet::review::search::{ReviewRequest, run};
use quintet::review::{GameToReview, Limit};
use quintet::search::{Limits, Settings, StopSource};
use quintet::session::SearchRequest;
use quintet::version::VERSION;
use rand::SeedableRng;
use serde_json::json;
use std::fs::read_to_string;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// An engine that reads what is written on another thread.
fn engine(workers: usize) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quintet"))
        .args(["analysis", "--workers", &workers.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Positions of random games as requests of one game.
fn requests(game: &str, count: usize, nodes: u64) -> String {
    let mut rng = Rng::seed_from_u64(7);
    let mut session = registry::open(game).unwrap();
    let mut lines = String::new();
    for id in 0..count {
        if session.turns().len() >= 16 || session.standing().outcome().is_some() {
            session.new_game();
        }
        let moves = session.turns();
        lines += &format!("{}\n", json!({ "id": id.to_string(), "game": game, "moves": moves, "nodes": nodes }));
        let turn = session.random_turn(&mut rng);
        session.play(&turn).unwrap();
    }
    lines
}

/// How long all requests take, once the engine has answered one. `watch` is called after every thousandth answer.
fn time(workers: usize, requests: &str, mut watch: impl FnMut(&Child)) -> Duration {
    let mut child = engine(workers);
    let mut input = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    input.write_all(b"{\"id\":\"first\",\"nodes\":1}\n").unwrap();
    answers.next().unwrap().unwrap();
    let started = Instant::now();
    let text = requests.to_string();
    let writer = std::thread::spawn(move || write(input, &text));
    let mut count = 0;
    for answer in answers {
        assert!(answer.unwrap().contains("moveInfos"));
        count += 1;
        if count % 1_000 == 0 {
            watch(&child);
        }
    }
    assert_eq!(count, requests.lines().count());
    let elapsed = started.elapsed();
    writer.join().unwrap();
    child.wait().unwrap();
    elapsed
}

fn write(input: ChildStdin, text: &str) {
    BufWriter::new(input).write_all(text.as_bytes()).unwrap();
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

/// The greatest memory of a process so far, in MiB, where the system tells it.
fn peak_mebibytes(child: &Child) -> Option<f64> {
    let status = read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

/// A game of the engine against itself with few nodes, at most so many turns long.
fn game(name: &str, turns: usize) -> GameToReview {
    let mut session = registry::open(name).unwrap();
    let settings = Settings { kind: session.auto(), ..Settings::default() };
    for nodes in [400, 900].into_iter().cycle().take(turns) {
        if session.standing().outcome().is_some() {
            break;
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = SearchRequest { limits, settings: settings.clone(), ..SearchRequest::default() };
        let best = session.search(request).unwrap().1(&mut |_| {}).best;
        session.play(&best).unwrap();
    }
    let line = GameLine { game: name.to_string(), moves: session.turns(), ..GameLine::default() };
    GameToReview { line, ..GameToReview::default() }
}

/// How long the review of a game takes with so many nodes a turn, and how long plain searches of its positions take, each
/// with an empty memory.
fn review(game: &GameToReview, nodes: u64) -> (Duration, Duration) {
    let mut session = game.line.session().unwrap();
    let kind = session.auto();
    let stop_token = StopSource::default().token();
    let request = ReviewRequest { limit: Limit::Nodes(nodes), kind, hash_kib: 64 << 10, stop_token, version: VERSION };
    let started = Instant::now();
    run(&mut *session, game, &request, &mut |_, _| {}).unwrap();
    let reviewed = started.elapsed();
    let settings = Settings { kind, ..Settings::default() };
    let mut plain = Duration::ZERO;
    for turn in 0..game.line.moves.len() {
        game.line.set_up(&mut *session, turn).unwrap();
        session.forget(&settings);
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let request = SearchRequest { limits, settings: settings.clone(), ..SearchRequest::default() };
        let started = Instant::now();
        session.search(request).unwrap().1(&mut |_| {});
        plain += started.elapsed();
    }
    (reviewed, plain)
}

fn main() {
    let times = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(5);
    let small = requests("yavalath", 40_000, 1);
    let rates = |workers| (0..times).map(|_| 40_000.0 / time(workers, &small, |_| {}).as_secs_f64()).collect();
    println!("yavalath, nodes 1, 2 workers: {:.0} requests/s", median(rates(2)));
    println!("yavalath, nodes 1, 1 worker: {:.0} requests/s", median(rates(1)));
    for game in ["yavalath", "pentalath", "gipf", "yinsh", "zen"] {
        let long = requests(game, 120, 30_000);
        // In turn, so that both have the same machine.
        let ratio = |_| time(1, &long, |_| {}).as_secs_f64() / time(2, &long, |_| {}).as_secs_f64();
        println!("{game}, nodes 30,000: 2 workers {:.2} times one", median((0..times).map(ratio).collect()));
    }
    for game in registry::names() {
        let first = |_| {
            let started = Instant::now();
            let mut child = engine(1);
            let mut input = child.stdin.take().unwrap();
            writeln!(input, "{}", json!({ "id": "x", "game": game, "nodes": 1 })).unwrap();
            let mut line = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
            let elapsed = started.elapsed();
            drop(input);
            child.wait().unwrap();
            1e3 * elapsed.as_secs_f64()
        };
        println!("{game}: first answer of a fresh process after {:.0} ms", median((0..times).map(first).collect()));
    }
    for name in ["yavalath", "pentalath", "gipf", "yinsh", "zen"] {
        let game = game(name, 60);
        let ratio = |_| {
            let (reviewed, plain) = review(&game, 100_000);
            reviewed.as_secs_f64() / plain.as_secs_f64()
        };
        let share = median((0..times).map(ratio).collect());
        println!(
            "{name}, review of {} turns with 100,000 nodes each: {share:.2} of plain searches",
            game.line.moves.len()
        );
    }
    let mut peak = None;
    time(2, &small.repeat(25), |child| peak = peak_mebibytes(child).or(peak));
    println!("1,000,000 requests at once: at most {:.0} MiB", peak.unwrap_or(f64::NAN));
}
