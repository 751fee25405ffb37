//! How soon the engine solves the puzzles of Yavalath.

use quintet::game::{Move, Notation};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::puzzles::{self, Puzzle};
use quintet::search::{Engine, Limits, Root, SearchControl, Settings};
use std::collections::BTreeMap;
use std::time::Duration;

/// Solves every puzzle with a second for each, and prints a table by their length in plies.
pub fn print() {
    let mut times: BTreeMap<u32, Vec<Option<Duration>>> = BTreeMap::new();
    for puzzle in puzzles::of_game("yavalath") {
        times.entry(puzzle.plies).or_default().push(time(puzzle));
    }
    println!("| plies | puzzles | solved in 0.1 s | in 1 s |\n|---|---|---|---|");
    let row = |name: &str, times: &[Option<Duration>]| {
        let quick = times.iter().flatten().filter(|time| **time <= Duration::from_millis(100)).count();
        println!("| {name} | {} | {quick} | {} |", times.len(), times.iter().flatten().count());
    };
    for (plies, times) in &times {
        row(&plies.to_string(), times);
    }
    row("all", &times.into_values().flatten().collect::<Vec<_>>());
}

/// When the winning decision came first to stay, if it did.
fn time(puzzle: &Puzzle) -> Option<Duration> {
    let position = Yavalath::read_position(&Setup { swap: false }, &puzzle.position).ok()?;
    let win: Move = position.read_move(&puzzle.first).ok()?;
    let control = SearchControl::unstoppable(Limits { movetime: Some(Duration::from_secs(1)), ..Limits::default() });
    let mut since = None;
    let answer = Engine::default().search(&Root::new(position), &control, &Settings::default(), &mut |info| {
        since = since.filter(|_| info.pv[0] == win).or((info.pv[0] == win).then_some(info.time));
    });
    since.filter(|_| answer.pv[0] == win)
}
