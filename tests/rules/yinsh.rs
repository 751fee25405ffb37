//! YINSH: the vectors, the laws, a plain second implementation, and its texts.

use crate::common::*;
use crate::reference::yinsh::PlainYinsh;
use quintet::game::*;
use quintet::games::yinsh::{Setup, Yinsh};
use std::collections::BTreeSet;

fn start() -> Yinsh {
    Yinsh::start(&Setup::YINSH)
}

/// The position of a perft vector.
fn vector(line: &serde_json::Value) -> Yinsh {
    let setup = Setup { swap: line["swap"] == true, ..Setup::YINSH };
    play_all(Yinsh::start(&setup), &words(&line["decisions"]))
}

#[test]
fn perft_agrees_with_the_vectors() {
    for line in lines("yinsh-perft.jsonl") {
        check_perft(&vector(&line), &line["perft"], 20_000_000);
    }
}

#[test]
#[ignore = "a few seconds"]
fn long_perft_agrees_with_the_vectors() {
    for line in lines("yinsh-perft.jsonl") {
        check_perft(&vector(&line), &line["perft"], u64::MAX);
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
    compare(start(), PlainYinsh::new(3, false), 12_000, 1);
    compare(Yinsh::start(&Setup::BLITZ), PlainYinsh::new(1, false), 12_000, 2);
}

#[test]
#[ignore = "minutes"]
fn long_agrees_with_the_reference() {
    compare(start(), PlainYinsh::new(3, false), 1_000_000, 3);
    compare(Yinsh::start(&Setup::BLITZ), PlainYinsh::new(1, false), 1_000_000, 4);
}

#[test]
fn obeys_the_laws() {
    laws::check::<Yinsh>(&Setup::YINSH, 3_000, 5);
    laws::check::<Yinsh>(&Setup::BLITZ, 2_000, 6);
}

const START: &str = "4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0";
/// White's ring on h7 can leave the fifth marker of a row.
const ROW_TO_COME: &str = "BBBB/B6/8/9/10/9/10/2wwWww2/5W2/7/WWW1 w 0,0 move w 0";
/// Black has made a row of White's, who takes it before moving a ring and makes another by it.
const ROW_FOR_WHITE: &str = "BBBB/B6/8/8W/6w3/6w2/7w2/1W5w1/2wWbbbw/7/WW2 w 0,0 row w 0";
/// White has rows of six and of five that cross, Black has one of five.
const MANY_ROWS: &str = "BBBB/B6/8/wwwwww3/3w6/2w6/2wbbbbb2/1w7/8/7/WWWW w 1,0 row b 0";

fn read(text: &str) -> Yinsh {
    Yinsh::read_position(&Setup::YINSH, text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn the_start_position_is_that_of_the_rules() {
    for setup in [Setup::YINSH, Setup::BLITZ] {
        assert_eq!(Yinsh::start(&setup).position_text(), START);
        assert_eq!(Yinsh::start(&setup).count_moves(), 85);
    }
}

#[test]
fn whole_turns_are_read_and_written() {
    let cases = [
        (START, "e3", 1),
        (ROW_TO_COME, "h7-g7;xh5-h9xi9", 3),
        (ROW_TO_COME, "h7-c7;xh5-h9xi9", 3),
        (ROW_FOR_WHITE, "xe7-i11xd9;i7-i11;xi6-i10xh4", 5),
    ];
    for (text, turn, decisions) in cases {
        let position = read(text);
        let read = position.read_turn(turn).unwrap_or_else(|e| panic!("{e}: {turn}"));
        assert_eq!(read.len(), decisions);
        assert_eq!(position.turn_text(&read), turn);
        assert_eq!(position.read_turn(&turn.to_uppercase()).as_ref(), Ok(&read));
        // Every decision may stand for itself, and a turn may stop short.
        let alone: Vec<String> = read
            .iter()
            .scan(position, |at, &mv| {
                let text = at.move_text(mv);
                at.play(mv);
                Some(text)
            })
            .collect();
        assert_eq!(position.read_turn(&alone.join(";")).as_ref(), Ok(&read));
        assert_eq!(position.read_turn(&alone[0]).as_deref(), Ok(&read[..1]));
    }
}

#[test]
fn whole_turns_of_the_games_survive_their_text() {
    for game in lines("yinsh-games.jsonl").into_iter().step_by(7) {
        let mut position = start();
        let mut turn_start = position;
        let mut turn = Vec::new();
        for text in words(&game["decisions"]) {
            if position.to_move() != turn_start.to_move() {
                assert_eq!(turn_start.read_turn(&turn_start.turn_text(&turn)), Ok(std::mem::take(&mut turn)));
                turn_start = position;
            }
            turn.push(position.read_move(&text).unwrap());
            position.play(*turn.last().unwrap());
        }
    }
}

#[test]
fn rows_are_settled_in_order() {
    let mut position = read(MANY_ROWS);
    let rows = |position: &Yinsh| legal_texts(position).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(rows(&position), "xd1-d5 xd2-d6 xd4-h4");
    let play = |position: &mut Yinsh, text: &str| {
        for mv in position.read_turn(text).unwrap() {
            position.play(mv);
        }
    };
    play(&mut position, "xd2-d6xk7");
    assert!(position.position_text().ends_with(" b 2,0 row b 0"), "the other rows are broken: Black's turn begins");
    assert_eq!(rows(&position), "xg5-g9");
    play(&mut position, "xg5-g9xa2");
    assert!(position.position_text().ends_with(" b 2,1 move b 0"));

    // The third ring wins at once, and Black's row is not taken any more.
    let mut position = read(&MANY_ROWS.replace("WWWW w 1,0", "WWW1 w 2,0"));
    play(&mut position, "xd4-h4xk7");
    assert_eq!(position.outcome(), Some(Outcome::win(Player::FIRST)));
    assert!(position.position_text().ends_with(" b 3,0 move b 0"));
}

#[test]
fn a_player_who_cannot_move_passes() {
    // White's rings stand on the edge behind Black's.
    let mut position = read("WWWW/1BBBBB1/8/9/10/9/10/9/8/7/4 w 1,0 move w 0");
    assert_eq!(legal_texts(&position).into_iter().collect::<Vec<_>>(), ["pass"]);
    position.play(position.read_move("PASS").unwrap());
    assert!(position.position_text().ends_with(" b 1,0 move b 1"));
    assert_eq!(position.outcome(), None);
    // Black can move and must.
    expect_test::expect!["Black can move a ring and must not pass"]
        .assert_eq(&position.read_move("pass").unwrap_err().to_string());
    position.play(position.read_move("b6-c6").unwrap());
    assert!(position.position_text().ends_with(" w 1,0 move w 0"));
    // There is a marker on b6 now.
    expect_test::expect!["the ring on `a5` cannot go to `b6`, which is taken"]
        .assert_eq(&position.read_move("a5-b6").unwrap_err().to_string());
    assert!(position.read_move("a5-c7").is_ok(), "which can be jumped");
}

#[test]
fn the_outlook_finds_every_row_that_wins() {
    use quintet::board::bits::Rng;
    use rand::SeedableRng;
    let mut rng = Rng::seed_from_u64(8);
    let mut wins = 0;
    for _ in 0..300 {
        let mut position = Yinsh::start(&Setup::BLITZ);
        while position.outcome().is_none() {
            let makes_row = |mv: &Move| {
                let mut child = position;
                child.play(*mv);
                child.to_move() == position.to_move() && !child.is_evaluable()
            };
            let expected: Vec<Move> = legal(&position).into_iter().filter(makes_row).collect();
            let mut list = MoveList::new();
            let status = position.relevant_moves(&(), &mut list);
            if position.is_evaluable() && !expected.is_empty() {
                assert_eq!(status, Status::Decided(Outcome::win(position.to_move()), 3));
                assert_eq!(list.to_vec(), expected, "{}", position.position_text());
                wins += 1;
            } else if position.is_evaluable() {
                assert_eq!(status, Status::Open);
            }
            position.play(position.random_move(&mut rng));
        }
    }
    assert!(wins > 100, "only {wins} positions had a row to make");
}

#[test]
fn the_evaluation_knows_what_matters() {
    // Each pair: the first is better for White.
    let pairs = [
        (
            "a ring taken",
            ("WWWW/BBBBB2/8/9/10/9/10/9/8/7/4 w 1,0 move w 0", "WWWW/BBBBB2/8/9/10/9/10/9/8/7/W3 w 0,0 move w 0"),
        ),
        ("a ring to leave the fifth marker", (ROW_TO_COME, "BBBB/B6/8/9/10/9/W9/2ww1ww2/5W2/7/WWW1 w 0,0 move w 0")),
        (
            "the move",
            (
                "2W1/1B5/3W4/2B1w4/4Wb4/3W1b3/3BwB4/4B4/2W5/7/4 w 0,0 move w 0",
                "2W1/1B5/3W4/2B1w4/4Wb4/3W1b3/3BwB4/4B4/2W5/7/4 b 0,0 move b 0",
            ),
        ),
    ];
    for (what, (better, worse)) in pairs {
        let [better, worse] = [better, worse].map(|text| read(text).evaluate(Player::FIRST));
        assert!(better > worse + 10, "{what}: {better} against {worse}");
    }
}

/// The examples of gipf.com, which leave out the only row, and number single turns.
#[test]
fn official_records_are_read() {
    let after = |text: &str| {
        let turn = read(ROW_TO_COME).read_turn(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        read(ROW_TO_COME).turn_text(&turn)
    };
    for text in ["h7-g7;xi9", "11.h7-g7;xi9", "11. H7-G7;XH5-H9XI9", "h7-g7;xh9-h5xi9"] {
        assert_eq!(after(text), "h7-g7;xh5-h9xi9");
    }
    assert_eq!(start().read_turn("1.e3"), start().read_turn("e3"));
    let before = read(ROW_FOR_WHITE).read_turn("xd9;i7-i11").map(|turn| read(ROW_FOR_WHITE).turn_text(&turn));
    assert_eq!(before.as_deref(), Ok("xe7-i11xd9;i7-i11"));
}

#[test]
fn moves_that_cannot_be_are_refused_with_a_reason() {
    let cases = [
        (START, "", "not a point"),
        (START, "e11", "not a point"),
        (START, "e03", "not a point"),
        (START, "e+3", "not a point"),
        (START, "é3", "not a point"),
        (START, "l1", "not a point"),
        (START, "e999999999999999999999999", "not a point"),
        (START, "pass", "place a ring"),
        (START, "h7-g7", "place a ring"),
        (START, "e3;e4", "turn of White is over"),
        (START, ";", "not a point"),
        (ROW_TO_COME, "h7", "move a ring"),
        (ROW_TO_COME, "pass", "must not pass"),
        (ROW_TO_COME, "h7-h7", "cannot go"),
        (ROW_TO_COME, "h7-h11", "cannot go"),
        (ROW_TO_COME, "h7-g5", "cannot go"),
        (ROW_TO_COME, "a2-a1", "not a point"),
        (ROW_TO_COME, "a5-b5", "no ring on `a5`"),
        (ROW_TO_COME, "e5-e6", "no ring on `e5`"),
        (ROW_TO_COME, "xh5-h9", "move a ring"),
        (ROW_TO_COME, "h7-g7;xh5-h9xi8", "no ring on `i8`"),
        (ROW_TO_COME, "h7-g7;xi8", "no ring on `i8`"),
        (MANY_ROWS, "xd9", "does not say which row"),
        (ROW_TO_COME, "h7-g7;xh5-h9;h7-g7", "take off a ring"),
        (ROW_TO_COME, "h7-g7;xh5-h9xi9xi9", "not a point"),
        (ROW_FOR_WHITE, "xe7-i10xd9", "ends of five"),
        (ROW_FOR_WHITE, "xe6-i10xd9", "not a row of White"),
        (ROW_FOR_WHITE, "i7-i11", "take a row"),
        (MANY_ROWS, "xg5-g9", "not a row of White"),
        (MANY_ROWS, "x", "not a point"),
        (MANY_ROWS, "x-", "not a point"),
        (MANY_ROWS, "xx", "not a point"),
        (MANY_ROWS, "xd1-d5-d6", "not a point"),
        ("4/7/8/9/10/9/10/9/8/WWBBBBB/4 w 3,0 move w 0", "j5-j6", "game is over"),
    ];
    for (position, text, reason) in cases {
        let error = read(position).read_turn(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

#[test]
fn positions_that_cannot_be_are_refused_with_a_reason() {
    let cases = [
        ("", "six fields"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w", "six fields"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0 0", "the swap is"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0 no no", "six fields"),
        ("4/7/8/9/10/9/10/9/8/7 w 0,0 place w 0", "11 columns"),
        ("4/7/8/9/10/9/10/9/8/7/4/ w 0,0 place w 0", "11 columns"),
        ("4/7/8/9/9/9/10/9/8/7/4 w 0,0 place w 0", "column e has 10 points"),
        ("4/7/8/9/55/9/10/9/8/7/4 w 0,0 place w 0", "column e has only 10 points"),
        ("W4/7/8/9/10/9/10/9/8/7/4 b 0,0 place w 0", "column a has only 4 points"),
        ("WWWWW/7/8/9/10/9/10/9/8/7/4 b 0,0 place w 0", "column a has only 4 points"),
        ("99999999999999999999999999/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0", "column a has only 4 points"),
        ("W03/7/8/9/10/9/10/9/8/7/4 b 0,0 place w 0", "starts with 0"),
        ("0W3/7/8/9/10/9/10/9/8/7/4 b 0,0 place w 0", "starts with 0"),
        ("x3/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0", "is neither a piece"),
        ("é3/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0", "is neither a piece"),
        ("4/7/8/9/10/9/10/9/8/7/4 z 0,0 place w 0", "colour is"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,0 place z 0", "colour is"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0 place w 0", "rings taken off are"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,-1 place w 0", "rings taken off are"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,00 place w 0", "rings taken off are"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,0 end w 0", "phase is"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 3", "passes in a row"),
        ("4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 1", "has passes"),
        ("WWWW/W6/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 place w 0", "no ring left to place"),
        ("WWWW/7/8/BBBBB4/10/9/10/9/8/7/4 w 1,0 place w 0", "no ring left to place"),
        ("WWWW/WW5/8/BBBBB4/10/9/10/9/8/7/4 b 0,0 place w 0", "White has 6 rings on the board and 0 taken off"),
        ("WWWW/7/8/BBBBB4/10/9/10/9/8/7/4 w 0,1 move w 0", "Black has 5 rings on the board and 1 taken off"),
        ("W3/7/8/BBBBB4/10/9/10/9/8/7/4 w 4,0 move w 0", "where 3 win"),
        ("WW2/7/8/BB7/10/9/10/9/8/7/4 w 3,3 move w 0", "only one player"),
        ("WW2/7/8/BBBBB4/10/9/10/9/8/7/4 w 3,0 ring w 0", "won"),
        ("WW2/7/8/BBBB5/10/9/10/9/8/7/4 b 3,0 place w 0", "won"),
        ("WWWW/W6/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 move b 0", "moves next"),
        ("WWWW/W6/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 row b 0", "no row to take"),
        ("4/7/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 ring b 0", "no ring to take off"),
        ("WWWW/W6/8/BBBBB4/wwwww5/9/10/9/8/7/4 w 0,0 move w 0", "White has a row to take, so the phase is `row`"),
        ("WWWW/7/8/BBBBB4/bbbbb5/9/10/9/8/7/4 w 0,0 place w 0", "Black has a row to take, so the phase is `row`"),
        ("WWWW/W6/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 row w 1", "has passes"),
        ("wbwb/wbwbwbw/wbwbwbwb/wbwbwbwbw/wbwbwbwbwb/bwbwbwbwb/bwbwb5/9/8/7/4 w 0,0 move w 0", "only 51 markers"),
    ];
    for (text, reason) in cases {
        let error = Yinsh::read_position(&Setup::YINSH, text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let error = Yinsh::read_position(&Setup::BLITZ, "WWWW/7/8/BBBB5/10/9/10/9/8/7/4 w 1,1 move w 0").unwrap_err();
    assert!(error.to_string().contains("only one player"), "{error}");
}

/// A position need not be one that a game can lead to.
#[test]
fn positions_that_no_game_gives_are_played_on() {
    let play = |position: &str, turns: &str| {
        let texts: Vec<String> = turns.split(' ').map(str::to_string).collect();
        play_all(read(position), &texts).position_text()
    };
    // Whoever has rings left places them, though the other has none.
    let placing = "WWWW/7/8/BB7/10/9/10/9/8/7/4 b 0,1 place b 0";
    let placed = "WWWW/W6/8/BBBB5/10/9/10/9/8/7/4 b 0,1 move b 0";
    assert_eq!(play(placing, "d3 b1 d4"), placed);
    // Rings that have been left out are no rings taken off; who has none passes.
    assert_eq!(legal_texts(&read("4/7/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 move w 0")), BTreeSet::from(["pass".to_string()]));
    // Who has a row and no ring takes the row alone.
    let row = "4/7/8/BBBBB4/wwwww5/9/10/9/8/7/4 w 0,0 row w 0";
    assert_eq!(play(row, "xe1-e5"), "4/7/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 move w 0");
    let mut list = MoveList::new();
    assert_eq!(read(&row.replace("0,0", "2,0")).relevant_moves(&(), &mut list), Status::Open);
    // Both have rows, and all markers are on the board.
    let full = "wbwb/wbwbwbw/wbwbwbwb/wbwbwbwbw/wwwwwbwbwb/bbbbbwbwb/bwbwWWWBBB/9/8/7/4 b 0,0 row w 0";
    assert!(read(full).count_moves() > 0);
    // A row that its owner has left standing waits for the owner's next turn, whatever else is there.
    let left = "WWWW/W6/8/BBBBB4/bbbbb5/9/10/9/8/7/4 w 0,0 move w 0";
    let moved = "WWWW/w6/8/BBBBB4/bbbbb5/9/10/9/8/7/4 b 0,0 row b 0";
    assert_eq!(play(left, "b1-c1"), moved.replace("w6/8", "w6/W7"));
    assert_eq!(read(left).skip(), None, "the row would be taken first");
    let both = "WWWW/W6/8/BBBBB4/wwwww5/bbbbb4/10/9/8/7/4 w 0,0 row w 0";
    assert_eq!(play(both, "xe1-e5 xa2"), "1WWW/W6/8/BBBBB4/10/bbbbb4/10/9/8/7/4 w 1,0 move w 0");
    // A pass is believed.
    let passed = read("WWWW/W6/8/BBBBB4/10/9/10/9/8/7/4 w 0,0 move w 2");
    assert_eq!(passed.outcome(), Some(Outcome::DRAW));
}

#[test]
fn fields_are_read_in_any_case() {
    assert_eq!(read(&START.replace("place w", "PLACE W")), start());
    assert_ne!(read(ROW_TO_COME).key(), read(ROW_FOR_WHITE).key());
}

#[test]
fn no_text_makes_it_panic() {
    use quintet::board::bits::random_below;
    use rand::SeedableRng;
    let mut rng = quintet::board::bits::Rng::seed_from_u64(9);
    let texts = [START, ROW_TO_COME, ROW_FOR_WHITE, MANY_ROWS, "xe7-i11xd9;i7-i11;xi6-i10xh4"];
    let letters: Vec<char> = "wWbBx0123456789/,;- aekplé".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = texts[random_below(&mut rng, 5) as usize].chars().collect();
        for _ in 0..=random_below(&mut rng, 3) {
            let at = random_below(&mut rng, text.len() as u32) as usize;
            text[at] = letters[random_below(&mut rng, letters.len() as u32) as usize];
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = Yinsh::read_position(&Setup::YINSH, &text) {
            assert_eq!(read(&position.position_text()), position, "{text}");
            let mut list = MoveList::new();
            if position.outcome().is_none() {
                position.relevant_moves(&(), &mut list);
            }
            for mv in list {
                let mut child = position;
                child.play(mv);
                read(&child.position_text());
            }
        }
        _ = read(MANY_ROWS).read_turn(&text);
        _ = read(ROW_FOR_WHITE).read_turn(&text);
    }
}
