//! Yavalath for two and for three: the vectors, the laws, a plain reference, and its texts.

use crate::common::{check_game, check_perft, compare, legal, legal_texts, lines, play_all, words};
use crate::reference::yavalath::Plain;
use quintet::game::{Game, MoveList, Notation, Outcome, Player, Rng, Status, Tactics, TextError};
use quintet::games::yavalath::{Setup, Yavalath, Yavalath3};
use rand::SeedableRng;
use serde_json::Value;
use std::collections::BTreeSet;

fn two(swap: bool) -> Yavalath {
    Yavalath::start(&Setup { swap })
}

fn perft_vectors(leaves: u64) {
    for line in lines("yavalath-perft.jsonl") {
        match line["game"].as_str() {
            Some("yavalath") => check_perft(&two(line["swap"] == true), &line["perft"], leaves),
            _ => check_perft(&Yavalath3::start(&()), &line["perft"], leaves),
        }
    }
}

#[test]
fn perft_agrees_with_the_vectors() {
    perft_vectors(20_000_000);
}

#[test]
#[ignore = "long: 700 million leaves"]
fn long_perft_agrees_with_the_vectors() {
    perft_vectors(u64::MAX);
}

fn check_position<G: Notation>(start: G, line: &Value) {
    let position = play_all(start, &words(&line["decisions"]));
    if line.get("legal").is_some() {
        assert_eq!(legal_texts(&position), words(&line["legal"]).into_iter().collect::<BTreeSet<_>>(), "{line}");
    }
    if let Some(seat) = line.get("seat") {
        assert_eq!(position.to_move().index() as u64 + 1, seat.as_u64().unwrap());
    }
    check_perft(&position, &line["perft"], 5_000_000);
}

#[test]
fn positions_agree_with_the_vectors() {
    for line in lines("yavalath-positions.jsonl") {
        check_position(two(line["swap"] == true), &line);
    }
    for line in lines("yavalath3-positions.jsonl") {
        check_position(Yavalath3::start(&()), &line);
    }
}

#[test]
fn games_agree_with_the_vectors() {
    for line in lines("yavalath-games.jsonl") {
        check_game(two(line["swap"] == true), &line);
    }
    for line in lines("yavalath3-games.jsonl") {
        let start = Yavalath3::start(&());
        let mut position = start;
        for (text, seat) in words(&line["decisions"]).iter().zip(crate::common::numbers(&line["seats"])) {
            assert_eq!(position.to_move().index() as u64 + 1, seat, "{line}");
            position = play_all(position, std::slice::from_ref(text));
        }
        let position = check_game(start, &line);
        let mask: u64 = crate::common::numbers(&line["winners"]).iter().map(|seat| 1 << (seat - 1)).sum();
        assert_eq!(position.outcome().map(|o| u64::from(o.mask())), Some(mask), "{line}");
    }
}

#[test]
fn laws_hold() {
    crate::common::laws::check::<Yavalath>(&Setup { swap: true }, 4_000, 1);
    crate::common::laws::check::<Yavalath>(&Setup { swap: false }, 4_000, 2);
    crate::common::laws::check::<Yavalath3>(&(), 4_000, 3);
}

fn compare_all(positions: usize, seed: u64) {
    compare(two(true), Plain::new(2, true), positions, seed);
    compare(two(false), Plain::new(2, false), positions, seed + 1);
    compare(Yavalath3::start(&()), Plain::new(3, false), positions, seed + 2);
}

#[test]
fn agrees_with_the_plain_reference() {
    compare_all(10_000, 10);
}

#[test]
#[ignore = "long: a million positions of each variant"]
fn long_agrees_with_the_plain_reference() {
    compare_all(1_000_000, 20);
}

#[test]
fn after_a_swap_seats_and_colours_differ() {
    let position = play_all(two(true), &["e5".to_string(), "swap".to_string()]);
    assert_eq!(position.to_move(), Player::FIRST);
    assert_eq!(position.position_text(), "5/6/7/8/4w4/8/7/6/5 b done 0");
    // Seat 1 owns Black now and makes a three.
    let texts = ["a1", "i9", "a2", "i8", "a3"].map(str::to_string);
    assert_eq!(play_all(position, &texts).outcome().and_then(|o| o.winner()), Some(Player::SECOND));
}

#[test]
fn four_is_looked_at_before_three() {
    let texts = ["a1", "i9", "a2", "i8", "a4", "g9", "c3", "f9", "d3", "i6", "a3"].map(str::to_string);
    assert_eq!(play_all(two(false), &texts).outcome().and_then(|o| o.winner()), Some(Player::FIRST));
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let position = play_all(two(true), &["e5".to_string()]);
    for (text, word) in [
        ("e5", "taken"),
        ("e10", "not a cell"),
        ("a6", "not a cell"),
        ("", "not a cell"),
        ("é5", "not a cell"),
        ("swap;e6", ""),
    ] {
        match position.read_turn(text) {
            Err(TextError::Move(reason)) => assert!(reason.to_string().contains(word), "{reason}"),
            other => assert_eq!((text, other.map(|m| m.len())), ("swap;e6", Ok(2))),
        }
    }
    let said = [two(true).read_turn("swap"), two(false).read_turn("e5;swap")].map(|turn| turn.unwrap_err().to_string());
    expect_test::expect![[r#"
        `swap` is only possible as the whole first turn of seat 2, with the option Swap on
        `swap` is only possible as the whole first turn of seat 2, with the option Swap on"#]]
    .assert_eq(&said.join("\n"));
    assert_eq!(position.read_turn("SWAP").map(|m| m.len()), Ok(1));
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let cases = [
        ("5/6/7/8/9/8/7/6/5 w open", "4 fields"),
        ("5/6/7/8/9/8/7/6 w open 0", "9 rows"),
        ("5/6/7/8/9/8/7/6/6 w open 0", "row 1"),
        ("5/6/7/8/9/8/7/6/99999999999999999999 w open 0", "row 1"),
        ("5/6/7/8/9/8/7/6/wwwwww w open 0", "row 1"),
        ("5/6/7/8/4x4/8/7/6/5 w open 0", "`x`"),
        ("5/6/7/8/9/8/7/6/5 r open 0", "colour"),
        ("5/6/7/8/9/8/7/6/5 w maybe 0", "swap"),
        ("5/6/7/8/9/8/7/6/5 w open 1", "passes"),
        ("5/6/7/www5/bbb6/8/7/6/5 w no 0", "White and Black have lines"),
        ("5/6/7/wwww4/bbb6/8/7/6/5 w no 0", "White and Black have lines"),
    ];
    for (text, word) in cases {
        match Yavalath::read_position(&Setup::default(), text) {
            Err(TextError::Position(reason)) => assert!(reason.to_string().contains(word), "{text}: {reason}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let cases = [
        ("5/6/7/8/9/8/7/6/5 w w", "eliminated and cannot"),
        ("5/6/7/8/9/8/7/6/5 w x", "colour"),
        ("5/6/7/www5/9/8/7/6/5 w -", "White has a line of three"),
        ("5/6/7/wwww4/9/8/7/6/5 b w", "White has a line of four"),
        ("5/6/7/wwww4/bbbb5/8/7/6/5 r -", "two colours"),
    ];
    for (text, word) in cases {
        match Yavalath3::read_position(&(), text) {
            Err(TextError::Position(reason)) => assert!(reason.to_string().contains(word), "{text}: {reason}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// A board without lines that is full but for one cell.
fn full_but(hole: usize) -> String {
    let mut cell = 0;
    let row = |number: usize| {
        let mut text = String::new();
        for letter in (0..9).filter(|letter| number.abs_diff(*letter) <= 4) {
            text.push(match (letter + 2 * number) % 4 {
                _ if cell == hole => '1',
                0 | 1 => 'w',
                _ => 'b',
            });
            cell += 1;
        }
        text
    };
    (0..9).rev().map(row).collect::<Vec<_>>().join("/")
}

/// A position need not be one that a game can lead to.
#[test]
fn positions_that_no_game_gives_are_played_on() {
    let read = |text: &str| Yavalath::read_position(&Setup::default(), text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(read("5/6/7/8/4w4/8/7/6/5 w no 0").count_moves(), 60);
    let (white, black) = (Player::FIRST, Player::SECOND);
    for (text, winner) in [
        ("www2/6/7/8/9/8/www4/b1b1b1/1b1b1 b no 0", black),
        ("www2/6/7/8/9/8/www4/b1b1b1/1b1b1 w done 0", white),
        ("5/6/7/www5/wwww5/8/7/6/5 w no 0", white),
    ] {
        assert_eq!(read(text).outcome(), Some(Outcome::win(winner)), "{text}");
    }
    // The swap takes over whatever White has, and may answer a threat; in random games White's next stone counts.
    let threat = read("5/6/7/ww1w4/9/8/7/6/5 b open 0");
    let mut list = MoveList::new();
    assert_eq!(threat.relevant_moves(&threat.threats(), &mut list), Status::Open);
    assert_eq!((threat.status(&threat.threats()), list.len()), (Status::Open, threat.count_moves()));
    let mut rng = Rng::seed_from_u64(1);
    for hole in 0..61 {
        let last = read(&format!("{} w open 0", full_but(hole)));
        let mut after = last;
        after.play(legal(&last)[0]);
        assert_eq!(Some(last.playout(&mut rng)), after.outcome());
    }
    let three = |text: &str| Yavalath3::read_position(&(), text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(three("5/6/7/8/w8/8/7/6/5 r b").count_moves(), 60);
    assert_eq!(three("5/6/7/8/w8/8/7/6/5 r wb").outcome(), Some(Outcome::win(Player::new(2))));
    assert_eq!(three("5/6/7/wwww4/9/8/7/6/5 w b").outcome(), Some(Outcome::win(white)));
}
