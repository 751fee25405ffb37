//! Zèn against the vectors, the figures of its rulebook, a plain reference and the laws of all games.

mod common;
#[path = "reference/zen.rs"]
mod reference;

use common::{Reference, check_game, check_perft, legal_texts, lines, play_all, words};
use quintet::game::{Game, Notation};
use quintet::games::zen::{Colour, Setup, Variant, Zen};
use reference::Plain;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn setup(variant: Variant, first: Colour, four: bool) -> Setup {
    Setup { variant, first, four }
}

/// Every variant with every option, and the reference for it.
fn tables() -> Vec<(Setup, Plain)> {
    [
        (setup(Variant::Zen, Colour::White, false), Plain::start(false, 'w', 2)),
        (setup(Variant::Free, Colour::White, false), Plain::start(true, 'w', 2)),
        (setup(Variant::Zen, Colour::Black, false), Plain::start(false, 'b', 2)),
        (setup(Variant::Free, Colour::Black, false), Plain::start(true, 'b', 2)),
        (setup(Variant::Zen, Colour::White, true), Plain::start(false, 'w', 4)),
        (setup(Variant::Zen, Colour::Black, true), Plain::start(false, 'b', 4)),
    ]
    .to_vec()
}

fn variant(name: &Value) -> Variant {
    if name == "zen-free" { Variant::Free } else { Variant::Zen }
}

fn square(text: &str) -> (i32, i32) {
    (i32::from(text.as_bytes()[0] - b'a') + 1, text[1..].parse().unwrap())
}

/// The position text of pieces listed by square.
fn text_of(pieces: &Value, turn: char, ban: Option<&str>) -> String {
    let mut plain = Plain::start(false, 'w', 2);
    plain.pieces = BTreeMap::new();
    plain.pieces.extend(words(&pieces["white"]).iter().map(|s| (square(s), 'w')));
    plain.pieces.extend(words(&pieces["black"]).iter().map(|s| (square(s), 'b')));
    plain.pieces.extend(pieces["zen"].as_str().map(|s| (square(s), 'z')));
    plain.turn = turn;
    plain.ban = ban.map(square);
    plain.text()
}

fn read(text: &str) -> Zen {
    Zen::read_position(&Setup::new(Variant::Zen), text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn perfts(leaves: u64) {
    for line in lines("zen-perft.jsonl") {
        let start = Zen::start(&Setup::new(variant(&line["game"])));
        check_perft(&play_all(start, &words(&line["decisions"])), &line["perft"], leaves);
    }
}

#[test]
fn perft() {
    perfts(10_000_000);
}

#[test]
fn positions_of_the_vectors() {
    for line in lines("zen-positions.jsonl") {
        let turn = line["turn"].as_str().unwrap().chars().next().unwrap();
        let position = read(&text_of(&line, turn, line["ban"].as_str()));
        assert_eq!(legal_texts(&position), words(&line["legal"]).into_iter().collect::<BTreeSet<_>>(), "{line}");
        assert_eq!(position.count_moves(), legal_texts(&position).len());
    }
}

#[test]
fn games_of_the_vectors() {
    for line in lines("zen-games.jsonl") {
        let first = if line["first"] == "black" { Colour::Black } else { Colour::White };
        let end = check_game(Zen::start(&setup(variant(&line["game"]), first, false)), &line);
        let points = line["points"].as_u64().map_or("none".to_string(), |points| points.to_string());
        assert_eq!(end.query("points"), Some(points), "{line}");
    }
}

#[test]
fn agrees_with_the_reference() {
    for (seed, (setup, plain)) in tables().into_iter().enumerate() {
        common::compare(Zen::start(&setup), plain, 10_000, seed as u64);
    }
}

#[test]
fn laws() {
    for (seed, (setup, _)) in tables().into_iter().enumerate() {
        common::laws::check::<Zen>(&setup, 2_000, seed as u64);
    }
}
