//! What the tests of all games share: replaying the vectors, comparing with a plain reference, the laws of a game.
#![allow(dead_code, missing_docs)]

pub mod boards;
pub mod laws;
pub mod pictures;

use quintet::board::bits::{Rng, random_below};
use quintet::game::{Game, Move, MoveList, Notation, Outcome, Seating};
use rand::SeedableRng;
use serde_json::Value;
use std::collections::BTreeSet;

/// The lines of `tests/data/FILE`, each a JSON object.
pub fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The strings of a JSON list.
pub fn words(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().map(|word| word.as_str().unwrap().to_string()).collect()
}

/// The numbers of a JSON list.
pub fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().into_iter().flatten().map(|n| n.as_u64().unwrap()).collect()
}

pub fn legal<G: Game>(position: &G) -> Vec<Move> {
    let mut list = MoveList::new();
    if position.outcome().is_none() {
        position.moves(&mut list);
    }
    list.to_vec()
}

pub fn legal_texts<G: Notation>(position: &G) -> BTreeSet<String> {
    let moves = legal(position);
    let texts: BTreeSet<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "a decision is listed twice in {}", position.position_text());
    texts
}

/// Plays decisions given as text.
pub fn play_all<G: Notation>(mut position: G, decisions: &[String]) -> G {
    for text in decisions {
        let mv = position.read_move(text).unwrap_or_else(|e| panic!("{e}: {}", position.position_text()));
        position.play(mv);
    }
    position
}

/// The number of sequences of exactly `depth` decisions.
pub fn perft<G: Game>(position: &G, depth: usize) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => legal(position)
            .into_iter()
            .map(|mv| {
                let mut child = *position;
                child.play(mv);
                perft(&child, depth - 1)
            })
            .sum(),
    }
}

/// Checks the list `perft` of a vector as deep as `leaves` allows.
pub fn check_perft<G: Notation>(position: &G, expected: &Value, leaves: u64) {
    for (i, &nodes) in numbers(expected).iter().enumerate().filter(|&(_, &nodes)| nodes <= leaves) {
        assert_eq!(perft(position, i + 1), nodes, "perft {} of {}", i + 1, position.position_text());
    }
}

/// Replays a complete game of the vectors: every decision legal, as many legal decisions as the vector says, the result.
/// Positions are counted, so that a draw by repetition is seen as the session sees it.
pub fn check_game<G: Notation + Seating>(start: G, game: &Value) -> G {
    let mut position = start;
    let counts = numbers(&game["legal_counts"]);
    let mut seen = std::collections::HashMap::new();
    let mut repeated = false;
    for (i, text) in words(&game["decisions"]).iter().enumerate() {
        assert!(!repeated, "decision {i} comes after a threefold repetition: {game}");
        assert_eq!(position.outcome(), None, "decision {i} comes after the end: {game}");
        if let Some(&count) = counts.get(i) {
            assert_eq!(position.count_moves() as u64, count, "decision {i} of {game}");
        }
        position = play_all(position, std::slice::from_ref(text));
        let times = seen.entry(position.key()).or_insert(0);
        *times += 1;
        repeated = G::REPETITION && *times == 3;
    }
    let outcome = position.outcome().or(repeated.then_some(Outcome::DRAW));
    match game["result"].as_str() {
        Some("none") => assert_eq!(outcome, None, "{game}"),
        Some("draw") => assert_eq!(outcome.map(|o| o.winner()), Some(None), "{game}"),
        Some(text) => {
            let seat = text.strip_prefix('p').and_then(|t| t.strip_suffix("win")).unwrap().parse::<usize>().unwrap();
            assert_eq!(outcome.and_then(|o| o.winner()), Some(G::side_of_seat(seat - 1)), "{game}");
        }
        None => {}
    }
    position
}

/// A second implementation of the rules: slow, plain, straight from docs/rules.
pub trait Reference: Clone {
    /// All legal decisions, as text; empty after the end.
    fn legal(&self) -> Vec<String>;
    fn play(&mut self, decision: &str);
    /// The mask of the winning sides once the game has ended, repetition aside.
    fn winners(&self) -> Option<u8>;
    /// The position text of docs/rules/README.md.
    fn text(&self) -> String;
}

/// Compares the fast implementation with the plain one: position text, result and legal decisions, which are returned.
pub fn agree<G: Notation, R: Reference>(fast: &G, plain: &R) -> BTreeSet<String> {
    let text = fast.position_text();
    assert_eq!(text, plain.text());
    assert_eq!(fast.outcome().map(|o| o.mask()), plain.winners(), "result of {text}");
    let expected: BTreeSet<String> = plain.legal().into_iter().collect();
    assert_eq!(legal_texts(fast), expected, "legal decisions of {text}");
    expected
}

/// Walks random games until `positions` positions have been compared: legal decisions, position text and result.
pub fn compare<G: Notation, R: Reference>(start: G, reference: R, positions: usize, seed: u64) {
    let mut rng = Rng::seed_from_u64(seed);
    let mut compared = 0;
    while compared < positions {
        let (mut fast, mut plain) = (start, reference.clone());
        for _ in 0..G::PLAYOUT_CAP {
            let expected = agree(&fast, &plain);
            compared += 1;
            if fast.outcome().is_some() || compared >= positions {
                break;
            }
            let choice = expected.iter().nth(random_below(&mut rng, expected.len() as u32) as usize).unwrap();
            fast.play(fast.read_move(choice).unwrap_or_else(|e| panic!("{e} in {}", plain.text())));
            plain.play(choice);
        }
    }
}
