//! YINSH: the vectors, the laws, a plain second implementation, and its texts.

mod common;
#[path = "reference/yinsh.rs"]
mod reference;

use common::*;
use quintet::game::*;
use quintet::games::yinsh::{Setup, Yinsh};
use reference::PlainYinsh;

fn start() -> Yinsh {
    Yinsh::start(&Setup::YINSH)
}

#[test]
fn perft_agrees_with_the_vectors() {
    for line in lines("yinsh-perft.jsonl") {
        let position = play_all(start(), &words(&line["decisions"]));
        check_perft(&position, &line["perft"], 20_000_000);
    }
}

#[test]
#[ignore = "a few seconds"]
fn long_perft_agrees_with_the_vectors() {
    for line in lines("yinsh-perft.jsonl") {
        let position = play_all(start(), &words(&line["decisions"]));
        check_perft(&position, &line["perft"], u64::MAX);
    }
}

/// The number of sequences of exactly `depth` turns; a game that ends in a turn has no further ones.
fn perft_turns(position: &Yinsh, depth: usize) -> u64 {
    fn go_on(position: &Yinsh, turn_of: Player, depth: usize) -> u64 {
        if position.outcome().is_some() || position.to_move() != turn_of {
            return perft_turns(position, depth - 1);
        }
        decisions(position, turn_of, depth)
    }
    fn decisions(position: &Yinsh, turn_of: Player, depth: usize) -> u64 {
        let play = |mv| {
            let mut child = *position;
            child.play(mv);
            go_on(&child, turn_of, depth)
        };
        legal(position).into_iter().map(play).sum()
    }
    match depth {
        0 => 1,
        _ => decisions(position, position.to_move(), depth),
    }
}

#[test]
fn positions_agree_with_the_vectors() {
    for line in lines("yinsh-positions.jsonl") {
        let position = play_all(start(), &words(&line["decisions"]));
        let expected = words(&line["legal"]);
        assert_eq!(legal_texts(&position), expected.into_iter().collect(), "{line}");
        check_perft(&position, &line["perft"], 5_000_000);
        for (i, &turns) in numbers(&line["perft_turns"]).iter().enumerate() {
            assert_eq!(perft_turns(&position, i + 1), turns, "{} turns of {line}", i + 1);
        }
    }
}

#[test]
fn games_agree_with_the_vectors() {
    for game in lines("yinsh-games.jsonl") {
        let end = check_game(start(), &game);
        let text = end.position_text();
        let fields: Vec<&str> = text.split(' ').collect();
        let [white, black] = numbers(&game["rings_taken"])[..] else { panic!("two numbers") };
        assert_eq!(fields[2], format!("{white},{black}"), "{game}");
        let markers = fields[0].chars().filter(char::is_ascii_lowercase).count();
        match game["reason"].as_str() {
            Some("three") => assert!(white == 3 || black == 3, "{game}"),
            Some("51") => assert!(markers == 51 && white < 3 && black < 3, "{game}"),
            reason => panic!("an unknown reason {reason:?}"),
        }
    }
}

#[test]
fn agrees_with_the_reference() {
    compare(start(), PlainYinsh::new(3), 12_000, 1);
    compare(Yinsh::start(&Setup::BLITZ), PlainYinsh::new(1), 12_000, 2);
}

#[test]
#[ignore = "minutes"]
fn long_agrees_with_the_reference() {
    compare(start(), PlainYinsh::new(3), 1_000_000, 3);
    compare(Yinsh::start(&Setup::BLITZ), PlainYinsh::new(1), 1_000_000, 4);
}

#[test]
fn obeys_the_laws() {
    laws::check::<Yinsh>(&Setup::YINSH, 3_000, 5);
    laws::check::<Yinsh>(&Setup::BLITZ, 2_000, 6);
}
