//! How early the solver knows how games end that the engine plays against itself.

use quintet::games::{pentalath, yinsh};
use quintet::search::proof::solver::{Solvable, SolveSettings, Solver};
use quintet::search::{Kind, Limits, SearchControl};
use quintet::train::selfplay::{self, RecordedVerdict, SelfPlayOptions};
use std::time::Duration;

/// How many games are played.
const GAMES: u64 = 200;
/// How many positions the solver evaluates at most for one of a game's.
const EFFORT: u64 = 2_000_000;
const SETTINGS: SolveSettings = SolveSettings { threads: 1, only: None, report_every: Duration::MAX };

/// Solves the positions of each game from its end on, up to the first that is not solved.
fn solve_from_the_end<G: Solvable>(name: &str, setup: &G::Setup) {
    let options = SelfPlayOptions { kind: Kind::AlphaBeta, seed: 1, nodes: 20_000, opening: 2..=4, explore: 0.0 };
    let (mut decisions, mut evaluated, mut by_search) = (0, 0, 0);
    let mut distances = Vec::new();
    for number in 0..GAMES {
        let game = selfplay::play::<G>(setup, &options, number);
        let mut position = G::start(setup);
        let mut positions = Vec::new();
        for &(mv, verdict) in &game.decisions {
            positions.push((position, verdict));
            position.play(mv);
        }
        let mut is_solved = |position: &G| {
            let mut solver = Solver::new(256 << 10).unwrap();
            let control = SearchControl::unstoppable(Limits { nodes: Some(EFFORT), ..Limits::default() });
            let value = solver.value(position, &control, SETTINGS, &mut |_, _| {});
            evaluated += solver.evaluated();
            value.is_ok()
        };
        let is_seen = |verdict: &RecordedVerdict| matches!(verdict, RecordedVerdict::Win | RecordedVerdict::Loss);
        by_search += positions.iter().rev().take_while(|(_, verdict)| is_seen(verdict)).count();
        decisions += positions.len();
        distances.push(positions.iter().rev().take_while(|(position, _)| is_solved(position)).count());
    }
    distances.sort_unstable();
    let mean = |sum: usize| sum as f64 / GAMES as f64;
    println!(
        "{name}: {GAMES} games, {decisions} decisions; solved from {} decisions before the end on (median; mean {:.1}, at most {}), \
         seen by the search that played from {:.1}; {evaluated} positions evaluated",
        distances[distances.len() / 2],
        mean(distances.iter().sum()),
        distances.last().unwrap(),
        mean(by_search),
    );
    assert!(distances.iter().sum::<usize>() > by_search);
}

#[test]
#[ignore = "half an hour"]
fn long_games_of_pentalath_and_blitz_are_solved_from_their_end() {
    solve_from_the_end::<pentalath::Pentalath>("pentalath", &pentalath::Setup::default());
    solve_from_the_end::<yinsh::Yinsh>("yinsh-blitz", &yinsh::Setup::BLITZ);
}
