//! Moves, positions and options as text.

use super::{BASIC, STANDARD, TOURNAMENT, play_all, read};
use quintet::board::bits::{Rng, random_below};
use quintet::game::*;
use quintet::games::gipf::{Gipf, Setup};
use rand::SeedableRng;

#[test]
fn start_positions() {
    let start = "b2w/5/6/w5b/6/5/b2w w 12,12 - -";
    assert_eq!(Gipf::start(&BASIC).position_text(), start);
    assert_eq!(Gipf::start(&STANDARD).position_text(), start.replace("b2w", "B2W").replace("w5b", "W5B"));
    assert_eq!(Gipf::start(&TOURNAMENT).position_text(), "4/5/6/7/6/5/4 w 18,18 - wb");
    let handicap = Gipf::start(&Setup { extra: [0, 2], ..BASIC });
    assert_eq!(handicap.position_text(), "b2w/5/6/w5b/6/5/b2w w 12,14 - -");
}

#[test]
fn options() {
    let mut setup = BASIC;
    Gipf::set_option(&mut setup, "handicap", "BLACK+2").unwrap();
    assert_eq!(setup.extra, [0, 2]);
    let OptionKind::Choice(now, all) = Gipf::options(&setup)[0].kind.clone() else { panic!("a choice") };
    assert_eq!((now.as_str(), all.len()), ("black+2", 7));
    for value in all {
        Gipf::set_option(&mut setup, "Handicap", value).unwrap();
        assert_eq!(Gipf::options(&setup)[0].kind, OptionKind::Choice(value.to_string(), all));
    }
    for (name, value) in [("handicap", "white+4"), ("handicap", ""), ("Swap", "true")] {
        assert!(matches!(Gipf::set_option(&mut setup, name, value), Err(TextError::Option(_))));
    }
}

/// What is typed, and how the decisions that it means are written.
#[test]
fn turns_in_all_spellings() {
    let start = "b2w/5/6/w5b/6/5/b2w w 12,12 - -";
    let cases = [
        (BASIC, start, "a1-b2", "a1-b2"),
        (BASIC, start, "A1-B2", "a1-b2"),
        // The first spot is taken: the chain ends one further.
        (BASIC, start, "e1-e3", "e1-e2"),
        (BASIC, start, "e3", "e1-e2"),
        // The first spot is free, and all its dots do the same; the push b1-b2 ends there too, but is not meant.
        (BASIC, start, "b3", "a3-b3"),
        (BASIC, start, "C2", "c1-c2"),
        (BASIC, "b2w/5/6/www3b/6/5/b2w w 9,12 - -", "e1-e5", "e1-e2"),
        (BASIC, "b2w/5/6/www3b/6/5/b2w w 9,12 - -", "e1-e2;xe2-e5", "e1-e2;xe2-e5"),
        (BASIC, "b2w/5/6/www3b/6/5/b2w w 9,12 - -", "e5;XE2-E5", "e1-e2;xe2-e5"),
        // Rows that leave no choice may be left out before a push.
        (BASIC, "b2w/5/6/wwww2b/6/5/b2w w 8,12 w -", "a3-b3", "xe2-e5;a3-b3"),
        (BASIC, "b2w/5/6/wwww2b/6/5/b2w w 8,12 b -", "a3-b3", "xe2-e5;a3-b3"),
        (BASIC, "b2w/5/6/wwww2b/6/5/b2w w 8,12 b -", "xe2-e5", "xe2-e5"),
        (BASIC, "b2w/5/6/wwww2b/6/5/b2w w 8,12 b -", "xe2-e5;b3", "xe2-e5;a3-b3"),
        (TOURNAMENT, "4/5/6/7/6/5/4 w 18,18 - wb", "GG2", "gg1-g2"),
        (TOURNAMENT, "4/5/6/7/6/5/4 w 18,18 - wb", "gg1-g2", "gg1-g2"),
        (TOURNAMENT, "W3/5/6/7/6/5/3B w 16,16 - wb", "g2", "g1-g2"),
        (TOURNAMENT, "wWww/5/6/7/6/5/3W w 3,9 w -", "xb2-b5=b3", "xb2-b5=b3"),
        (TOURNAMENT, "wWWw/5/6/7/6/5/3W w 3,9 w -", "xb2-b5=b4=b3", "xb2-b5=b3=b4"),
    ];
    for (setup, position, typed, written) in cases {
        let position = read(&setup, position);
        let decisions = position.read_turn(typed).unwrap_or_else(|e| panic!("{typed}: {e}"));
        assert_eq!(position.turn_text(&decisions), written, "{typed}");
    }
}

/// What is typed, and a part of what is said about it.
#[test]
fn impossible_turns() {
    let start = "b2w/5/6/w5b/6/5/b2w w 12,12 - -";
    let rows = "wwww/5/6/wwww2b/6/5/b3 w 7,12 w -";
    let cases = [
        (BASIC, start, "", "is not a point"),
        (BASIC, start, "-", "is not a point"),
        (BASIC, start, "e", "is not a point"),
        (BASIC, start, "é2", "is not a point"),
        (BASIC, start, "a1-b22", "is not a point"),
        (BASIC, start, "a1-b2-c3", "is not a point"),
        (BASIC, start, "a9-b5", "no point `a9`"),
        (BASIC, start, "b5-b6", "is a dot"),
        (BASIC, start, "b2-b3", "does not start from a dot"),
        (BASIC, start, "a1-c2", "not a possible push"),
        (BASIC, start, "e2", "not a possible push"),
        (BASIC, start, "e1-e4", "not a possible push"),
        (BASIC, start, "ga1-b2", "cannot bring in a GIPF-piece"),
        (BASIC, start, "xb2-b5", "no row to take"),
        (BASIC, start, "a1-b2;", "is not a point"),
        (BASIC, start, "a1-b2;xb2-b5", "no row to take"),
        (BASIC, "bwbw/5/6/w5b/6/5/b2w w 11,11 - -", "b1-b2", "has no hole"),
        (BASIC, "wbbw/5/6/w5b/6/5/b2w b 11,11 - -", "c3", "ambiguous"),
        (BASIC, rows, "xb2-b4", "is not a row of White, who can take xb2-b5 or xe2-e5"),
        (BASIC, rows, "x", "is not a row of White"),
        (BASIC, rows, "xb2,b3,b4", "does not name a row of White, who can take xb2-b5 or xe2-e5"),
        (BASIC, rows, "xb2,b3,b4,b5,e2", "does not name a row"),
        (BASIC, rows, "xb2,b3,b3", "is named twice"),
        (BASIC, rows, "xb2,,b3", "is not a point"),
        (BASIC, start, "1.", "is not a point"),
        (BASIC, start, ".a1-b2", "is not a point"),
        (BASIC, rows, "a1-b2(x)", "has to take"),
        (BASIC, rows, "a1-b2", "has to take xb2-b5 or xe2-e5 first"),
        (BASIC, rows, "xb2-b5=b3", "is not a GIPF-piece of the row"),
        (BASIC, "w3/5/6/7/6/5/3b w 0,9 - -", "a1-b2", "the game is over"),
        (TOURNAMENT, "4/5/6/7/6/5/4 w 18,18 - wb", "a1-b2", "has to begin with a GIPF-piece"),
        (TOURNAMENT, "wWww/5/6/7/6/5/3W w 3,9 w -", "xb2-b5=b3=b3", "is named twice"),
        (TOURNAMENT, "wWww/5/6/7/6/5/3W w 3,9 w -", "xb2-b5=h5", "is not a GIPF-piece of the row"),
        (TOURNAMENT, "wWww/5/6/7/6/5/3W w 3,9 w -", "xb2-b5=", "is not a point"),
    ];
    for (setup, position, typed, reason) in cases {
        let position = read(&setup, position);
        match position.read_turn(typed) {
            Err(TextError::Move(text)) => assert!(text.to_string().contains(reason), "{typed}: {text}"),
            other => panic!("{typed}: {other:?}"),
        }
    }
}

#[test]
fn impossible_positions() {
    let cases = [
        (BASIC, "", "has 5 fields"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12,12 -", "not 4"),
        (BASIC, "b2w/5/6/w5b/6/5 w 12,12 - -", "the board has 7 lines with `/` between them, b to h, not 6"),
        (BASIC, "b3w/5/6/w5b/6/5/b2w w 12,12 - -", "line b has only 4 spots"),
        (BASIC, "b2w/5/5/w5b/6/5/b2w w 12,12 - -", "line d has 6 spots, not 5"),
        (BASIC, "b2w/99/6/w5b/6/5/b2w w 12,12 - -", "line c has only 5 spots"),
        (BASIC, "b2w/5/6/w5b/6/5/b2r w 12,12 - -", "`r` in line h"),
        (BASIC, "b2w/5/6/w5b/6/5/b2W w 12,12 - -", "no GIPF-pieces"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w x 12,12 - -", "the colour to decide is `x`"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12 - -", "the reserves are `12`"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w +2,12 - -", "the reserves are"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 300,12 - -", "the reserves are"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 13,12 - -", "White has 16 pieces, but began with 15"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12,12 x -", "the colour that pushed"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12,12 w -", "White is to take a row, but has none"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12,12 -=b2-b5 -", "only while rows are being taken"),
        (BASIC, "wwww/5/6/7/6/5/b3 w 8,12 w=b2-b5 -", "could have left"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12,12 - wb", "only in the tournament game"),
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12,12 - x", "the colours that may bring in GIPF-pieces are `x`"),
        (BASIC, "wwww/5/6/7/6/5/b3 b 8,12 - -", "should have been taken"),
        (BASIC, "wwww/5/6/bbbb3/6/5/4 b 8,8 w -", "should have been taken"),
        (STANDARD, "wWWW/5/6/7/6/5/3B b 9,9 - -", "should have been taken"),
        (TOURNAMENT, "WWWW/5/6/7/6/5/3B w 2,9 w=b2-b5 -", "White is to take a row, but has none"),
        (TOURNAMENT, "WWWW/5/6/7/6/5/3B w 2,9 w=b2-b5=b2-b5 -", "could have left"),
    ];
    for (setup, text, reason) in cases {
        match Gipf::read_position(&setup, text) {
            Err(TextError::Position(said)) => assert!(said.to_string().contains(reason), "{text}: {said}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// Turns of records of gipf.com, each in a position that fits it.
#[test]
fn official_records_are_read() {
    let cases = [
        ("h6-c4;xc6*,d6,f5,g4 (16)", "B3/4b/3ww1/4b2/3wW1/2w1b/4 w 9,9 - -", "h6-g6;xc6-g4=e6"),
        ("a1-e5;xb2,g5,h5,Ge5,d4*,c3* (7)", "b3/1b3/2W3/6B/3W2/3w1/3w w 3,5 - -", "a1-b2;xb2-h5=f5"),
        ("12.a1-e5;xb2,c3,d4,e5,f5,g5,h5", "b3/1b3/2W3/6B/3W2/3w1/3w w 3,5 - -", "a1-b2;xb2-h5"),
        ("7. e3", "W3/5/6/w6/6/5/B3 w 3,5 - -", "e1-e2"),
    ];
    for (typed, position, written) in cases {
        let position = read(&STANDARD, position);
        let turn = position.read_turn(typed).unwrap_or_else(|error| panic!("{typed}: {error}"));
        assert_eq!(position.turn_text(&turn), written);
    }
}

/// A position need not be one that a game can lead to.
#[test]
fn positions_that_no_game_gives_are_played_on() {
    let four = read(&STANDARD, "WWW1/5/6/W6/6/5/3B w 9,9 - -");
    assert_eq!(four.count_moves(), 42);
    let mixed = read(&TOURNAMENT, "w3/5/6/7/6/5/3B w 9,9 - w");
    assert!(mixed.read_move("ga5-b5").is_ok() && mixed.read_move("a5-b5").is_ok());
    let alone = read(&BASIC, "4/5/6/3w3/6/5/4 w 3,0 - -");
    let after = play_all(alone, &["a1-b2".to_string()]);
    assert_eq!(after.outcome().map(|o| o.winner()), Some(Some(Player::FIRST)));
}

/// No text makes the readers panic.
#[test]
fn nonsense_is_refused_calmly() {
    let mut rng = Rng::seed_from_u64(13);
    let alphabet: Vec<char> = "abehiwWbBgx=;-,/ 0123456789é\u{1F600}".chars().collect();
    let start = Gipf::start(&TOURNAMENT);
    for _ in 0..20_000 {
        let length = random_below(&mut rng, 12) as usize;
        let noise = |rng: &mut Rng| alphabet[random_below(rng, alphabet.len() as u32) as usize];
        let text: String = (0..length).map(|_| noise(&mut rng)).collect();
        let _ = start.read_turn(&text);
        let mut position: Vec<char> = start.position_text().chars().collect();
        for _ in 0..2 {
            let at = random_below(&mut rng, position.len() as u32) as usize;
            position[at] = noise(&mut rng);
        }
        let _ = Gipf::read_position(&TOURNAMENT, &String::from_iter(position));
    }
}
