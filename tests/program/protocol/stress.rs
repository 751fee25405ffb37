//! Many searches that are stopped at random moments: no stop is lost, no search answers twice.

use super::engine::Engine;
use quintet::board::bits::{Rng, random_below};
use rand::SeedableRng;
use std::time::{Duration, Instant};

/// So many pairs of `go` and `stop`; the times from `stop` to `bestmove`, the shortest first.
fn pairs(count: usize, threads: usize, seed: u64) -> Vec<Duration> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut times = Vec::new();
    let games: Vec<&str> = quintet::registry::names().collect();
    let mut engine = Engine::start(games[0]);
    engine.send(&format!("setoption name Threads value {threads}\nsetoption name Hash value 16"));
    for number in 0..count {
        if number % 50 == 0 {
            let game = games[number / 50 % games.len()];
            let search = ["auto", "alphabeta", "mcts", "mcts-eval"][number / 50 % 4];
            engine.ask(&format!("setoption name Game value {game}\nsetoption name Search value {search}"));
        }
        // Most delays are short: what starts is easier to disturb than what runs.
        let longest = 1 << (4 + random_below(&mut rng, 10));
        let delay = Duration::from_micros(random_below(&mut rng, longest).into());
        let go = ["go infinite", "go depth 100", "go ponder", "go movetime 100000"][random_below(&mut rng, 4) as usize];
        let in_one_piece = random_below(&mut rng, 4) == 0;
        if in_one_piece {
            engine.send(&format!("{go}\nstop"));
        } else {
            engine.send(go);
            std::thread::sleep(delay);
            engine.send("stop");
        }
        let asked = Instant::now();
        let answers = engine.lines_until(|line| line.starts_with("bestmove "));
        if !in_one_piece {
            times.push(asked.elapsed());
        }
        assert!(answers.iter().any(|line| line.contains(" score ")), "{answers:?}");
        assert!(!answers.last().unwrap().contains("none"), "{answers:?}");
        // Nothing comes after it, neither from this search nor from the one before.
        assert_eq!(engine.ask(""), [""; 0], "after `{go}` number {number}");
    }
    assert_eq!(engine.finish(), [""; 0]);
    times.sort_unstable();
    times
}

#[test]
fn no_stop_is_lost_and_no_search_answers_twice() {
    for threads in 1..=4 {
        pairs(150, threads, threads as u64);
    }
}

/// Ten thousand pairs, and how long it takes from `stop` to `bestmove`: the table of docs/reliability.md.
#[test]
#[ignore = "minutes"]
fn long_stops() {
    println!("| threads | pairs | median | 99 % | 99.9 % | longest |\n|---|---|---|---|---|---|");
    for threads in 1..=4 {
        let times = pairs(2_500, threads, 100 + threads as u64);
        let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        let [median, most, nearly_all, longest] = [0.5, 0.99, 0.999, 1.0].map(at);
        println!("| {threads} | 2500 | {median:.2} ms | {most:.2} ms | {nearly_all:.2} ms | {longest:.2} ms |");
    }
}
