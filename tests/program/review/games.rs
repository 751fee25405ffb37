//! Games to review, and requests.

#![allow(dead_code)]

use quintet::game::Rng;
use quintet::registry::{self, GameLine};
use quintet::review::search::{ReviewRequest, run};
use quintet::review::{GameToReview, Limit, Review};
use quintet::search::StopSource;
use quintet::version::VERSION;
use rand::SeedableRng;

/// A request for so many nodes with the search that is best for the game.
pub fn request(game: &str, nodes: u64) -> ReviewRequest {
    let kind = registry::open(game).unwrap().auto();
    ReviewRequest {
        limit: Limit::Nodes(nodes),
        kind,
        hash_kib: 4 << 10,
        stop_token: StopSource::default().token(),
        version: VERSION,
    }
}

pub fn review(game: &GameToReview, nodes: u64) -> Review {
    let mut session = game.line.session().unwrap();
    run(&mut *session, game, &request(&game.line.game, nodes), &mut |_, _| {}).unwrap().unwrap()
}

pub fn of_turns(game: &str, moves: Vec<String>) -> GameToReview {
    let line = GameLine { game: game.to_string(), moves, ..GameLine::default() };
    GameToReview { line, ..GameToReview::default() }
}

pub fn game(game: &str, turns: &str) -> GameToReview {
    of_turns(game, turns.split_whitespace().map(str::to_string).collect())
}

/// A game of random turns, at most so many.
pub fn random_game(name: &str, count: usize, seed: u64) -> GameToReview {
    let mut session = registry::open(name).unwrap();
    let mut rng = Rng::seed_from_u64(seed);
    while session.turns().len() < count && session.standing().outcome().is_none() {
        let turn = session.random_turn(&mut rng);
        session.play(&turn).unwrap();
    }
    of_turns(name, session.turns())
}
