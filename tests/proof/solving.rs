//! The solver: against plain minimax in every game, against all puzzles, and as `quintet solve`.

use crate::certificates::names_for_two;
use crate::common::legal;
use crate::plain::after;
use quintet::game::{Game, Playable, Player, Rng};
use quintet::registry::{self, GameEntry, Visitor};
use quintet::search::proof::certificate::Certificate;
use quintet::search::proof::solver::{GameValue, SolveError, SolveSettings, Solver};
use quintet::search::{Limits, SearchControl};
use rand::SeedableRng;
use rayon::prelude::*;
use std::time::Duration;

/// With one thread, and both questions.
pub const SETTINGS: SolveSettings = SolveSettings { threads: 1, only: None, report_every: Duration::MAX };

/// A control that lets a solver evaluate so many positions more.
pub fn within(solver: &Solver, nodes: u64) -> SearchControl {
    SearchControl::unstoppable(Limits { nodes: Some(solver.evaluated() + nodes), ..Limits::default() })
}

/// Plain minimax without a table, to a depth in plies.
struct PlainValue {
    left: u64,
    /// Whether the depth has kept anything from being seen.
    was_cut: bool,
}

impl PlainValue {
    /// Whether `player` wins within so many plies; `None` if that takes too many positions.
    fn wins<G: Game>(&mut self, position: &G, player: Player, plies: u32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner() == Some(player));
        }
        if plies == 0 {
            self.was_cut = true;
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let is_players = position.to_move() == player;
        for mv in legal(position) {
            if self.wins(&after(position, mv), player, plies - 1)? == is_players {
                return Some(is_players);
            }
        }
        Some(!is_players)
    }
}

/// The value by plain minimax of at most so many positions for each question and depth.
fn plain_value<G: Game>(position: &G, nodes: u64) -> Option<GameValue> {
    const DEPTHS: [u32; 7] = [1, 2, 3, 4, 5, 6, 8];
    for plies in DEPTHS {
        let mut is_complete = true;
        for player in [Player::FIRST, Player::SECOND] {
            let mut plain = PlainValue { left: nodes, was_cut: false };
            if plain.wins(position, player, plies)? {
                return Some(GameValue::Won(player));
            }
            is_complete &= !plain.was_cut;
        }
        if is_complete {
            return Some(GameValue::Drawn);
        }
    }
    None
}

struct Differential {
    positions: usize,
    nodes: u64,
}

impl Visitor for Differential {
    type Output = [usize; 3];

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) -> [usize; 3] {
        /// So many plies before the end of a random game positions are taken.
        const BEFORE_END: usize = 7;
        let mut solver = Solver::new(16 << 10, 1).unwrap();
        let mut rng = Rng::seed_from_u64(35);
        let (mut counts, mut number) = ([0; 3], 0);
        while number < self.positions {
            let mut game = vec![G::start(setup)];
            while game.last().unwrap().outcome().is_none() && game.len() < G::PLAYOUT_CAP {
                let last = game.last().unwrap();
                game.push(after(last, last.random_move(&mut rng)));
            }
            for position in game.iter().rev().skip(1).take(BEFORE_END) {
                let Some(expected) = plain_value(position, self.nodes) else { continue };
                number += 1;
                let control = within(&solver, 300_000);
                // Now and then with the certificate, whose writing walks through the strategy.
                let found = match number % 20 {
                    0 => solver.solve((entry.name, setup), position, &control, SETTINGS, &mut |_, _| {}).map(
                        |solution| {
                            let certificate = Certificate::read(&solution.certificate).unwrap();
                            certificate.verify::<G>(setup).unwrap();
                            solution.value
                        },
                    ),
                    _ => solver.value(position, &control, SETTINGS, &mut |_, _| {}),
                };
                assert_eq!(found, Ok(expected), "{}: {}", entry.name, position.position_text());
                for only in [Player::FIRST, Player::SECOND] {
                    let settings = SolveSettings { only: Some(only), ..SETTINGS };
                    let control = within(&solver, 300_000);
                    let found = solver.value(position, &control, settings, &mut |_, _| {});
                    let value = if expected == GameValue::Won(only) { expected } else { GameValue::NotWon(only) };
                    assert_eq!(found, Ok(value), "{}: {}", entry.name, position.position_text());
                }
                let place = match expected {
                    GameValue::Won(winner) => winner.index(),
                    _ => 2,
                };
                counts[place] += 1;
            }
        }
        counts
    }
}

fn agree_with_minimax(positions: usize, nodes: u64) {
    let names: Vec<_> = names_for_two().collect();
    names.par_iter().for_each(|name| {
        let counts = registry::visit(name, Differential { positions, nodes }).unwrap();
        println!("{name}: {} and {} won, {} drawn", counts[0], counts[1], counts[2]);
        assert!(counts[0] > 50 && counts[1] > 50, "{name}");
    });
}

#[test]
fn the_solver_agrees_with_plain_minimax() {
    agree_with_minimax(2_000, 3_000);
}

#[test]
#[ignore = "takes minutes"]
fn long_the_solver_agrees_with_plain_minimax_in_twenty_thousand_positions() {
    agree_with_minimax(20_000, 100_000);
}
