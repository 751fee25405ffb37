//! Matches between the engine's own players: `cargo bench --bench strength -- GAME A B GAMES [PLIES]`, where a player
//! is `random`, or a search with a limit for each turn: `auto:200ms`, `alphabeta:6ply`, `mcts:2000it`.
//!
//! Every opening of `PLIES` random decisions (default 2) is played twice with seats exchanged. The result is A's
//! score with its 95 % interval.
#![allow(missing_docs, clippy::unwrap_used)]

use quintet::bits::{Rng, random_below};
use quintet::protocol::options::{Choice, Options};
use quintet::registry;
use quintet::search::{Limits, Stops};
use quintet::session::{Request, Session, Start};
use rand::SeedableRng;
use rayon::prelude::*;
use std::time::Duration;

#[derive(Clone, Debug)]
enum Player {
    Random,
    Search(Choice, Limits),
}

fn player(text: &str) -> Player {
    if text == "random" {
        return Player::Random;
    }
    let (search, limit) = text.split_once(':').expect("a player is `random` or SEARCH:LIMIT");
    let digits = limit.trim_end_matches(char::is_alphabetic);
    let number: u64 = digits.parse().expect("a limit begins with a number");
    let mut limits = Limits::default();
    match &limit[digits.len()..] {
        "ms" => limits.movetime = Some(Duration::from_millis(number)),
        "ply" => limits.depth = Some(number as u32),
        "it" => limits.nodes = Some(number),
        unit => panic!("a limit is in ms, ply or it, not `{unit}`"),
    }
    Player::Search(Choice::named(search).expect("auto, alphabeta or mcts"), limits)
}

/// Plays one game and returns the points of the first of `players`, who sits at `seat`.
fn play(game: &str, opening: &[String], players: [&Player; 2], seat: usize, seed: u64) -> f64 {
    let mut rng = Rng::seed_from_u64(seed);
    // Each player has a table of his own, and so a memory of his own.
    let mut tables: Vec<Box<dyn Session>> = (0..2).map(|_| registry::open(game).unwrap()).collect();
    for table in &mut tables {
        table.set_position(&Start::Initial, opening).unwrap();
    }
    /// A longer game is a draw.
    const MOST_TURNS: usize = 600;
    for _ in 0..MOST_TURNS {
        if let Some(outcome) = tables[0].standing().outcome() {
            let winners = tables[0].winners(outcome);
            return if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 };
        }
        let who = usize::from(tables[0].seat() % 2 != seat);
        let table = &tables[who];
        let turn = match players[who] {
            Player::Random => {
                let legal = table.legal();
                legal[random_below(&mut rng, legal.len() as u32) as usize].clone()
            }
            Player::Search(search, limits) => {
                let options = Options { search: *search, hash: 32, seed, ..Options::default() };
                let request = Request {
                    limits: limits.clone(),
                    search_moves: vec![],
                    ticket: Stops::default().draw(),
                    overhead: Duration::ZERO,
                    settings: options.settings(&**table),
                };
                table.search(request).unwrap().1(&mut |_| {}).best
            }
        };
        tables.iter_mut().for_each(|table| table.play(&turn).unwrap());
    }
    0.5
}

/// A line of random decisions that does not end the game.
fn opening(game: &str, plies: usize, seed: u64) -> Vec<String> {
    let mut rng = Rng::seed_from_u64(seed);
    loop {
        let mut table = registry::open(game).unwrap();
        for _ in 0..plies {
            let legal = table.legal();
            if let Some(turn) = (!legal.is_empty()).then(|| &legal[random_below(&mut rng, legal.len() as u32) as usize])
            {
                table.play(turn).unwrap();
            }
        }
        if table.standing().outcome().is_none() {
            return table.turns();
        }
    }
}

fn main() {
    // Cargo adds `--bench` of its own.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let (Some([game, a, b, games]), plies) = (words.first_chunk::<4>(), words.get(4)) else {
        println!("strength: nothing asked for; see the head of benches/strength.rs");
        return;
    };
    let (first, second) = (player(a), player(b));
    let pairs = games.parse::<u64>().expect("the number of games").div_ceil(2);
    let plies = plies.map_or(2, |text| text.parse().expect("the number of random plies"));
    let points: Vec<f64> = (0..pairs)
        .into_par_iter()
        .flat_map(|pair| {
            let line = opening(game, plies, pair);
            [0, 1].map(|seat| play(game, &line, [&first, &second], seat, 2 * pair + seat as u64))
        })
        .collect();
    let games = points.len() as f64;
    let mean = points.iter().sum::<f64>() / games;
    let variance = points.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / (games - 1.0);
    let count = |value: f64| points.iter().filter(|&&p| (p - value).abs() < 0.01).count();
    println!(
        "{game}: {a} against {b}: {:.1} % ± {:.1} of {games} games ({} won, {} drawn, {} lost)",
        100.0 * mean,
        196.0 * (variance / games).sqrt(),
        count(1.0),
        count(0.5),
        count(0.0)
    );
}
