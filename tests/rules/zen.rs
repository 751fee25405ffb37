//! Zèn against the vectors, the figures of its rulebook, a plain reference and the laws of all games.

// A test may fail in its helpers too.
use crate::common::{Reference, check_game, check_perft, legal, legal_texts, lines, play_all, words};
use crate::reference::zen::Plain;
use quintet::board::bits::{Rng, random_below};
use quintet::game::{Evaluate, Game, MoveList, Notation, OptionKind, Outcome, Player, Seating, Status, Tactics};
use quintet::games::zen::{Colour, Setup, Variant, Zen};
use quintet::picture::Charset;
use rand::SeedableRng;
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
        crate::common::compare(Zen::start(&setup), plain, 10_000, seed as u64);
    }
}

#[test]
fn laws() {
    for (seed, (setup, _)) in tables().into_iter().enumerate() {
        crate::common::laws::check::<Zen>(&setup, 2_000, seed as u64);
    }
}

#[test]
#[ignore = "takes minutes"]
fn long_agrees_with_the_reference() {
    for (seed, (setup, plain)) in tables().into_iter().enumerate() {
        crate::common::compare(Zen::start(&setup), plain, 1_000_000, 100 + seed as u64);
    }
}

/// A figure of the rulebook. Figure 3 shows moves from the start, figure 1.
fn figure(figures: &Value, number: &str, turn: char) -> Zen {
    read(&text_of(&figures[if number == "3" { "1" } else { number }], turn, None))
}

fn outcome_after(position: &Zen, decision: &str) -> Option<Option<Player>> {
    play_all(*position, &[decision.to_string()]).outcome().map(Outcome::winner)
}

#[test]
fn figures_of_the_rulebook() {
    let path = format!("{}/tests/data/zen-figures.json", env!("CARGO_MANIFEST_DIR"));
    let book: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let figures = &book["figures"];
    assert_eq!(figure(figures, "1", 'w'), Zen::start(&Setup::new(Variant::Zen)));
    for key in ["3", "4", "5", "6 captures only"] {
        for claim in book["expected"][key].as_array().unwrap() {
            let number = key.split(' ').next().unwrap();
            let position = figure(figures, number, claim[0].as_str().unwrap().chars().next().unwrap());
            let from = claim[1].as_str().unwrap();
            let taken = |to: &String| number != "6" || !square_is_empty(&figures["6"], to);
            let to = legal_texts(&position)
                .into_iter()
                .filter_map(|text| text.strip_prefix(&format!("{from}-")).map(str::to_string).filter(|to| taken(to)));
            assert_eq!(to.collect::<BTreeSet<_>>(), words(&claim[2]).into_iter().collect(), "figure {key}, {from}");
        }
    }
    for number in ["2", "7a", "7b"] {
        for claim in book["expected"][number].as_array().unwrap() {
            let words: Vec<&str> = claim[1].as_str().unwrap().split(' ').collect();
            let position = figure(figures, number, claim[0].as_str().unwrap().chars().next().unwrap());
            let expected = match words[1..] {
                ["wins", "for", "w"] => Some(Player::FIRST),
                ["wins", "for", "b"] => Some(Player::SECOND),
                ["draw"] => None,
                _ => panic!("{claim}"),
            };
            assert_eq!(outcome_after(&position, words[0]), Some(expected), "figure {number}: {claim}");
        }
    }
    for (number, points) in book["expected"]["points"].as_object().unwrap() {
        for turn in ['w', 'b'] {
            assert_eq!(figure(figures, number, turn).query("points"), Some(points.to_string()), "figure {number}");
        }
    }
}

fn square_is_empty(figure: &Value, name: &str) -> bool {
    !words(&figure["white"]).iter().chain(&words(&figure["black"])).any(|taken| taken == name)
}

/// Figure 8: Black, having played f2-c5, threatens c11-c8; White mates with the Zen.
#[test]
fn check_and_mate_of_figure_8() {
    let path = format!("{}/tests/data/zen-figures.json", env!("CARGO_MANIFEST_DIR"));
    let book: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let position = figure(&book["figures"], "8", 'w');
    let before = position.position_text().replace("2b1bbb1w2", "4bbb1w2").replace("11/11/11 w", "11/5b5/11 b");
    assert_eq!(play_all(read(&before), &["f2-c5".to_string()]).position_text(), position.position_text());
    assert_eq!(position.query("check").unwrap(), "check");
    assert_eq!(outcome_after(&figure(&book["figures"], "8", 'b'), "c11-c8"), Some(Some(Player::SECOND)));
    for legal in ["d7-i7", "d7xd9", "g10xd7"] {
        position.read_move(legal).unwrap();
    }
    assert!(!play_all(position, &["g10xd7".to_string()]).position_text().contains('z'));
    let mated = play_all(position, &["d7-i7".to_string()]);
    assert_eq!(mated.query("CHECK").unwrap(), "mate");
    let replies = legal_texts(&mated);
    assert!(replies.iter().all(|reply| !reply.starts_with("i7")), "Black has no move with the Zen");
    for reply in replies {
        let after = play_all(mated, &[reply]);
        let mut list = MoveList::new();
        assert_eq!(after.relevant_moves(&(), &mut list), Status::Decided(Outcome::win(Player::FIRST), 1));
    }
}

/// Checks, mates, immediate wins and points along games in which both sides strive to connect.
#[test]
fn threats_agree_with_the_reference() {
    let mut rng = Rng::seed_from_u64(8);
    let (mut seen, mut ended) = (BTreeMap::new(), 0);
    for _ in 0..12 {
        for (setup, mut plain) in tables() {
            let mut position = Zen::start(&setup);
            for ply in 0..150 {
                if position.outcome().is_some() {
                    break;
                }
                let mut list = MoveList::new();
                let wins = matches!(position.relevant_moves(&(), &mut list), Status::Decided(_, 1));
                assert_eq!(wins, plain.can_win(), "{}", position.position_text());
                let check = position.query("check").unwrap();
                assert_eq!(check, plain.check(), "{}", position.position_text());
                *seen.entry((check, wins)).or_insert(0) += 1;
                assert_eq!(position.query("points").unwrap(), "none");
                let moves = legal(&position);
                let tries = (0..6).map(|_| moves[random_below(&mut rng, moves.len() as u32) as usize]);
                let mv = tries.max_by_key(|&mv| {
                    let mut after = position;
                    after.play(mv);
                    // At first a connection is put off, so that more threats arise.
                    match after.outcome() {
                        Some(_) => {
                            if ply < 80 {
                                -20_000
                            } else {
                                20_000
                            }
                        }
                        None => after.evaluate(position.to_move()),
                    }
                });
                plain.play(&position.move_text(mv.unwrap()));
                position.play(mv.unwrap());
            }
            let points = match plain.winners() {
                Some(3) => 0,
                Some(mask) => plain.points(if (mask == 1) == (plain.first == 'w') { 'b' } else { 'w' }),
                None => continue,
            };
            ended += 1;
            assert_eq!(position.query("points").unwrap(), points.to_string());
            assert_eq!(position.query("check").unwrap(), "none");
        }
    }
    assert!(seen.len() >= 5 && seen.values().all(|&n| n >= 5), "too little was seen: {seen:?}");
    assert!(ended > 30, "only {ended} games ended");
}

#[test]
fn moves_are_read_in_every_spelling() {
    let black = read("w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w b - 0");
    for text in ["f11-f8", "F11-F8", "f11-f8+", "F11-f8#"] {
        assert_eq!(black.turn_text(&black.read_turn(text).unwrap()), "f11-f8", "{text}");
    }
    let capture = read("11/11/11/11/11/w10/11/11/w3b6/11/b3w6 w - 0");
    for text in ["e1-e3", "e1xe3", "E1XE3"] {
        assert_eq!(capture.turn_text(&capture.read_turn(text).unwrap()), "e1-e3", "{text}");
    }
}

#[test]
fn bad_moves_are_refused_with_a_reason() {
    let start = "w4b4b/4w1w4/3b3b3/2w5w2/1b7b1/w4z4w/1b7b1/2w5w2/3b3b3/4w1w4/b4b4w w - 0";
    let banned = "11/11/11/11/11/5z5/4w6/w10/11/1b9/5b5 b f8 0";
    let cases = [
        (start, "", "is not a move"),
        (start, "a", "is not a move"),
        (start, "é-f6", "is not a move"),
        (start, "a0-a1", "is not a move"),
        (start, "a12-a1", "is not a move"),
        (start, "a+1-a2", "is not a move"),
        (start, "a01-a2", "is not a move"),
        (start, "l1-a1", "is not a move"),
        (start, "a1-", "is not a move"),
        (start, "a1-a2-a3", "is not a move"),
        (start, "k1-h1;f11-f8", "is not a move"),
        (start, "pass", "a move is possible"),
        (start, "b2-b3", "no piece on b2"),
        (start, "f11-f8", "not White's"),
        (start, "k1-h3", "a row, a column or a diagonal"),
        (start, "k1-k1", "a row, a column or a diagonal"),
        (start, "k1-j1", "3 pieces"),
        (start, "k1xh1", "nothing to capture"),
        (start, "a11-a7", "3 squares long, not 4"),
        (start, "c4-f1", "its line has 6 pieces"),
        ("11/11/11/11/11/5z5/11/11/11/1ww8/w4b5 w - 0", "f6-f8", "touch a pawn"),
        ("11/11/11/11/11/5z5/11/2w1w6/11/1b9/5b5 w - 0", "c4-e4", "own pawn stands on e4"),
        ("11/11/11/11/11/5z5/11/2wbw6/11/1b9/5b5 w - 0", "c4-f4", "in the way"),
        (banned, "f6-f5", "2 squares long"),
        (banned, "f6-f8", "may not go back at once"),
        ("b10/b10/1w9/1w9/11/11/11/11/11/11/w10 w - 0", "a1-a4", "is over"),
    ];
    for (position, text, reason) in cases {
        let error = read(position).read_turn(text).unwrap_err().to_string();
        assert!(error.contains(reason) && error.contains(text), "{text}: {error}");
        assert!(!error.ends_with('.'));
    }
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    let setup = Setup::new(Variant::Zen);
    let some = "11/11/11/1w7b1/11/11/11/5z5/11/1w7b1/11";
    let cases = [
        (String::new(), "the fields are"),
        (format!("{some} w -"), "the fields are"),
        (format!("{some} w - 0 seat 1"), "the fields are"),
        (format!("{some} w - 0 nonsense"), "the fields are"),
        (format!("{some}/11 w - 0"), "11 rows"),
        (format!("{} w - 0", some.replacen("11", "12", 1)), "row 11 has only 11 squares"),
        (format!("{} w - 0", some.replacen("11", "99999999999999999999", 1)), "row 11 has"),
        (format!("{} w - 0", some.replacen("11", "10", 1)), "row 11 has 11 squares, not 10"),
        (format!("{} w - 0", some.replacen("11", "wwwwwwwwwwwwww", 1)), "row 11 has only 11 squares"),
        (format!("{} w - 0", some.replacen("11", "r10", 1)), "`r` in row 11"),
        (format!("{} w - 0", some.replacen("11", "é10", 1)), "`é` in row 11"),
        (format!("{} w - 0", some.replacen("11", "z10", 1)), "2 Zens"),
        (format!("{} w - 0", some.replacen("11", "wwwwwwwwwww", 1)), "13 white pawns"),
        (format!("{} w - 0", some.replacen("11", "bbbbbbbbbbb", 1)), "13 black pawns"),
        (format!("{some} x - 0"), "the colour to move"),
        (format!("{some} w f12 0"), "the banned square"),
        (format!("{some} w - 3"), "the number of passes in a row"),
    ];
    for (text, reason) in cases {
        let error = Zen::read_position(&setup, &text).unwrap_err().to_string();
        assert!(error.contains(reason), "{text}: {error}");
        assert!(!error.ends_with('.'));
    }
    assert_eq!(read(&format!("{} W - 0", some.to_uppercase())), read(&format!("{some} w - 0")));
}

/// A position need not be one that a game can lead to.
#[test]
fn positions_that_no_game_gives_are_played_on() {
    let pass = || BTreeSet::from(["pass".to_string()]);
    let empty = "11/11/11/11/11/11/11/11/11/11/11";
    assert_eq!(legal_texts(&read(&format!("{empty} w - 0"))), pass());
    assert_eq!(read(&format!("{empty} w - 2")).outcome(), Some(Outcome::DRAW));
    // Without a pawn the Zen has none to touch.
    let zen = format!("{} b - 0", empty.replacen("11", "5z5", 1));
    assert_eq!(legal_texts(&read(&zen)), pass());
    let some = "11/11/11/1w7b1/11/11/11/5z5/11/1w7b1/11";
    // Rule 3a bans the square, however the Zen may have come from there.
    let (free, banned) = (read(&format!("{some} w - 0")), read(&format!("{some} w b8 0")));
    assert_ne!(free, banned);
    assert!(legal_texts(&banned).is_subset(&legal_texts(&free)));
    // A pass is believed, and who is connected has ended the game.
    assert_eq!(read(&format!("{some} w - 2")).outcome(), Some(Outcome::DRAW));
    let connected = read("11/11/11/1w9/1w9/11/11/11/11/1b4b4/11 b - 1");
    assert_eq!(connected.outcome(), Some(Outcome::win(Player::FIRST)));
}

#[test]
fn passes_count_only_where_nobody_can_move() {
    let lost = "11/11/11/1w9/11/11/11/11/11/1w9/11";
    let stuck = read(&format!("{lost} b - 0"));
    assert_eq!(legal_texts(&stuck), BTreeSet::from(["pass".to_string()]));
    assert_eq!(stuck.turn_text(&stuck.read_turn("PASS").unwrap()), "pass");
    let passed = play_all(stuck, &["pass".to_string()]);
    assert_eq!(passed.position_text(), format!("{lost} w - 1"));
    assert_eq!(passed.key(), read(&format!("{lost} w - 0")).key(), "the same position for repetition");
    // Where nobody can move, a second pass and a skipped turn give what their texts say.
    let empty = read("11/11/11/11/11/11/11/11/11/11/11 w - 0");
    let passed = play_all(empty, &["pass".to_string()]);
    for next in [play_all(passed, &["pass".to_string()]), passed.skip().unwrap()] {
        assert_eq!(next, read(&next.position_text()));
    }
}

#[test]
fn the_ban_holds_for_one_move() {
    let start = Zen::start(&Setup::new(Variant::Zen));
    let banned = play_all(start, &["f6-i9".to_string()]);
    assert!(banned.position_text().ends_with("b f6 0"));
    let error = banned.read_move("i9-f6").unwrap_err().to_string();
    assert!(error.contains("may not go back"), "{error}");
    let free = play_all(banned, &["k11-h8".to_string()]);
    assert!(free.position_text().ends_with("w - 0"));
    assert_ne!(banned.key(), read(&banned.position_text().replace("b f6", "b -")).key());
}

/// The options without what they are for.
fn options_of(setup: &Setup) -> Vec<(&'static str, OptionKind)> {
    Zen::options(setup).into_iter().map(|option| (option.name, option.kind)).collect()
}

#[test]
fn options() {
    let choice = |name, now: &str, all| (name, OptionKind::Choice(now.to_string(), all));
    let mut setup = Setup::new(Variant::Zen);
    let [first, seats] = [&["white", "black"], &["2", "4"]];
    assert_eq!(options_of(&setup), [choice("First", "white", first), choice("Seats", "2", seats)]);
    Zen::set_option(&mut setup, "FIRST", "Black").unwrap();
    Zen::set_option(&mut setup, "seats", "4").unwrap();
    assert_eq!(options_of(&setup), [choice("First", "black", first), choice("Seats", "4", seats)]);
    let wrong = [("First", "red"), ("Seats", "3"), ("Swap", "true"), ("", "")];
    let said = wrong.map(|(name, value)| Zen::set_option(&mut setup, name, value).unwrap_err().to_string());
    expect_test::expect![[r#"
        First is `white` or `black`, not `red`
        Seats is `2` or `4`, not `3`
        this game has no option `Swap`
        this game has no option ``"#]]
    .assert_eq(&said.join("\n"));
    let mut free = Setup::new(Variant::Free);
    assert_eq!(options_of(&free), [choice("First", "white", first)]);
    // Four play the game itself only.
    expect_test::expect!["this game has no option `Seats`"]
        .assert_eq(&Zen::set_option(&mut free, "Seats", "4").unwrap_err().to_string());
}

#[test]
fn four_seats_move_in_turn() {
    let setup = setup(Variant::Zen, Colour::White, true);
    assert_eq!((Zen::seats(&setup), Zen::seats(&Setup::new(Variant::Zen))), (4, 2));
    let mut position = Zen::start(&setup);
    let two = Zen::start(&Setup::new(Variant::Zen));
    assert_eq!(position.key(), two.key());
    for (ply, text) in ["f6-i9", "k11-h8", "c8-f8", "a1-d4", "a6-a4"].iter().enumerate() {
        assert_eq!(position.seat(), ply % 4);
        assert_eq!(Zen::side_of_seat(position.seat()), position.to_move());
        assert!(position.position_text().ends_with(&format!(" seat {}", ply % 4 + 1)));
        position = play_all(position, &[text.to_string()]);
    }
    let board = "11/11/11/1w7b1/11/11/11/5z5/11/1w7b1/11";
    for (text, seat) in [("w - 0", Ok(0)), ("b - 0", Ok(1)), ("w - 0 seat 3", Ok(2)), ("w - 0 seat 2", Err("White"))] {
        match (Zen::read_position(&setup, &format!("{board} {text}")), seat) {
            (Ok(position), Ok(seat)) => assert_eq!(position.seat(), seat),
            (Err(error), Err(reason)) => assert!(error.to_string().contains(reason), "{error}"),
            (read, _) => panic!("{text}: {read:?}"),
        }
    }
    let wrong = ["w - 0 seat", "w - 0 seat 5", "w - 0 seat é", "w - 0 chair 1"];
    let said = wrong.map(|text| Zen::read_position(&setup, &format!("{board} {text}")).err().unwrap().to_string());
    expect_test::expect![[r#"
        the fields are board, colour to move, banned square or `-`, passes, and `seat` with its number
        the seat is 1, 2, 3 or 4, not `5`
        the seat is 1, 2, 3 or 4, not `é`
        the fields are board, colour to move, banned square or `-`, passes, and `seat` with its number"#]]
    .assert_eq(&said.join("\n"));
}

#[test]
fn questions_of_other_games_have_no_answer() {
    assert_eq!(Zen::start(&Setup::new(Variant::Zen)).query("rings"), None);
}

#[test]
fn pictures_say_what_matters() {
    let mut session = quintet::registry::open("zen").unwrap();
    session.set_position(None, &["f6-i9".to_string()]).unwrap();
    let text = session.terminal(Charset::Ascii);
    assert!(text.contains("  9 . . . X . . . X(@). .\n") && text.contains("  6 O . . . .(.). . . . O\n"), "{text}");
    assert!(text.contains("\nthe Zen may not go back to f6\nBlack: move a pawn or the Zen\n"), "{text}");
    assert!(session.svg(&["k11-h8".to_string()]).contains("the Zen may not go back to f6"));
}
