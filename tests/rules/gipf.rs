//! GIPF against the vectors, against a plain second implementation, and against the laws of every game.

mod text;

use crate::common::{check_game, check_perft, compare, laws, legal, legal_texts, lines, play_all, words};
use crate::reference::gipf::{Kind, PlainGipf};
use quintet::board::bits::{Rng, random_below};
use quintet::game::*;
use quintet::games::gipf::{Gipf, Setup, Variant};
use rand::SeedableRng;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap, HashSet};

const BASIC: Setup = Setup::new(Variant::Basic);
const STANDARD: Setup = Setup::new(Variant::Standard);
const TOURNAMENT: Setup = Setup::new(Variant::Tournament);

fn read(setup: &Setup, text: &str) -> Gipf {
    Gipf::read_position(setup, text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn turn(position: &Gipf, text: &str) -> Gipf {
    let mut position = *position;
    for mv in position.read_turn(text).unwrap_or_else(|e| panic!("{e}")) {
        position.play(mv);
    }
    position
}

/// The board of a position text from the pieces of each line, `.` where there is none.
fn board_text(columns: impl IntoIterator<Item = String>) -> String {
    let digits = |column: String| (1..=7).rev().fold(column, |text, n| text.replace(&".".repeat(n), &n.to_string()));
    columns.into_iter().map(digits).collect::<Vec<_>>().join("/")
}

/// The text of a position that a vector gives by its pieces.
fn vector_text(vector: &Value) -> String {
    let (white, black) = (words(&vector["white"]), words(&vector["black"]));
    let column = |(letter, last): (char, u32)| {
        let on = |n: &u32| {
            let spot = format!("{letter}{n}");
            if white.contains(&spot) { "w" } else { [".", "b"][usize::from(black.contains(&spot))] }
        };
        (2..=last).map(|n| on(&n)).collect::<String>()
    };
    let board = board_text(('b'..='h').zip([5, 6, 7, 8, 7, 6, 5]).map(column));
    let reserve = &vector["reserve"];
    format!("{board} {} {},{} - -", vector["turn"].as_str().unwrap(), reserve[0], reserve[1])
}

#[test]
fn perft_from_the_start() {
    for vector in lines("gipf-perft.jsonl") {
        let position = play_all(Gipf::start(&BASIC), &words(&vector["decisions"]));
        check_perft(&position, &vector["perft"], 200_000_000);
    }
}

#[test]
fn positions_of_the_vectors() {
    for vector in lines("gipf-positions.jsonl") {
        let position = read(&BASIC, &vector_text(&vector));
        assert_eq!(legal_texts(&position), words(&vector["legal"]).into_iter().collect::<BTreeSet<_>>());
        check_perft(&position, &vector["perft"], u64::MAX);
        for turn in vector["turns"].as_array().unwrap() {
            check_turn(&position, turn);
        }
        let expected: BTreeSet<String> = vector["turns"].as_array().unwrap().iter().map(turn_key).collect();
        assert_eq!(expected, all_turns(&position), "{}", position.position_text());
    }
}

/// The push and the rows of a turn of the vectors.
fn turn_key(turn: &Value) -> String {
    let rows = turn["rows"].as_array().unwrap().iter().map(|row| format!(" {} {}", row[0], row[1]));
    turn["push"].as_str().unwrap().to_string() + &rows.collect::<String>()
}

/// All pushes that make rows, with all orders of taking them.
fn all_turns(position: &Gipf) -> BTreeSet<String> {
    fn go_on(position: &Gipf, so_far: String, found: &mut BTreeSet<String>) {
        if position.is_evaluable() {
            found.insert(so_far);
            return;
        }
        for mv in legal(position) {
            let mut after = *position;
            after.play(mv);
            let colour = ["w", "b"][position.to_move().index()];
            go_on(&after, format!("{so_far} \"{colour}\" \"{}\"", position.move_text(mv)), found);
        }
    }
    let mut found = BTreeSet::new();
    for mv in legal(position) {
        let mut after = *position;
        after.play(mv);
        if !after.is_evaluable() {
            go_on(&after, position.move_text(mv), &mut found);
        }
    }
    found
}

fn check_turn(position: &Gipf, expected: &Value) {
    let mut position = play_all(*position, &[expected["push"].as_str().unwrap().to_string()]);
    for row in expected["rows"].as_array().unwrap() {
        assert!(!position.is_evaluable());
        assert_eq!(["w", "b"][position.to_move().index()], row[0], "{expected}");
        position = play_all(position, &[row[1].as_str().unwrap().to_string()]);
    }
    assert_eq!(position, read(&BASIC, &vector_text(&expected["then"])), "{expected}");
}

#[test]
fn games_of_the_vectors() {
    for game in lines("gipf-games.jsonl") {
        check_game(Gipf::start(&BASIC), &game);
    }
}

#[test]
fn laws_of_the_basic_game() {
    laws::check::<Gipf>(&BASIC, 3_000, 1);
    laws::check::<Gipf>(&Setup { extra: [0, 2], ..BASIC }, 1_000, 2);
}

#[test]
fn laws_of_the_standard_game() {
    laws::check::<Gipf>(&STANDARD, 3_000, 3);
}

#[test]
fn laws_of_the_tournament_game() {
    laws::check::<Gipf>(&TOURNAMENT, 3_000, 4);
    laws::check::<Gipf>(&Setup { extra: [3, 0], ..TOURNAMENT }, 1_000, 5);
}

fn compare_all(positions: usize, seed: u64) {
    for (variant, kind) in
        [(Variant::Basic, Kind::Basic), (Variant::Standard, Kind::Standard), (Variant::Tournament, Kind::Tournament)]
    {
        for (share, extra) in [(8, [0, 0]), (1, [2, 0]), (1, [0, 3])] {
            let plain = PlainGipf::start(kind, extra[0].into(), extra[1].into());
            compare(Gipf::start(&Setup { variant, extra }), plain, positions * share / 10, seed);
        }
    }
}

#[test]
fn the_plain_reference_agrees() {
    compare_all(10_000, 6);
}

#[test]
#[ignore = "minutes"]
fn long_comparison_with_the_plain_reference() {
    compare_all(1_000_000, 7);
}

/// Positions with many GIPF-pieces in rows, which random games hardly ever reach.
#[test]
fn the_plain_reference_agrees_on_crowds_of_gipf_pieces() {
    let mut rng = Rng::seed_from_u64(8);
    let mut declined = 0;
    for _ in 0..3_000 {
        let (fast, plain) = crowd(&mut rng);
        declined += usize::from(follow(fast, plain, &mut rng));
    }
    assert!(declined > 100, "only {declined} rows were left standing");
}

/// A random tournament position in which most pieces are GIPF-pieces, in two neighbouring lines.
fn crowd(rng: &mut Rng) -> (Gipf, PlainGipf) {
    loop {
        let mut board: Vec<Vec<char>> = [4, 5, 6, 7, 6, 5, 4].map(|spots| vec!['.'; spots]).to_vec();
        let west = random_below(rng, 6) as usize;
        for piece in "bBBBBBWWWWWWWW".chars() {
            let column = west + random_below(rng, 2) as usize;
            let row = random_below(rng, board[column].len() as u32) as usize;
            board[column][row] = piece;
        }
        let text = format!("{} w 2,2 - -", board_text(board.into_iter().map(String::from_iter)));
        // Positions with rows that should have been taken are refused.
        if let Ok(position) = Gipf::read_position(&TOURNAMENT, &text)
            && legal(&position).iter().any(|&mv| row_choices(&position, mv) >= 16)
        {
            return (position, PlainGipf::read(Kind::Tournament, &position.position_text()));
        }
    }
}

/// How many decisions a push gives to those who have rows then.
fn row_choices(position: &Gipf, push: Move) -> usize {
    let mut after = *position;
    after.play(push);
    if after.is_evaluable() { 0 } else { after.count_moves() }
}

/// Plays the most row-making push, then random rows; whether some row was left standing.
fn follow(mut fast: Gipf, mut plain: PlainGipf, rng: &mut Rng) -> bool {
    use crate::common::Reference;
    let mut declined = false;
    for _ in 0..8 {
        let text = fast.position_text();
        assert_eq!(text, plain.text());
        declined |= text.contains('=');
        assert_eq!(fast.outcome().map(|o| o.mask()), plain.winners(), "result of {text}");
        let expected: BTreeSet<String> = plain.legal().into_iter().collect();
        assert_eq!(legal_texts(&fast), expected, "legal decisions of {text}");
        assert_eq!(Gipf::read_position(&TOURNAMENT, &text), Ok(fast), "{text}");
        if fast.outcome().is_some() {
            break;
        }
        let moves = legal(&fast);
        let mv = if fast.is_evaluable() {
            moves.into_iter().max_by_key(|&mv| row_choices(&fast, mv)).unwrap()
        } else {
            // Leaving everything is the last choice of each row; take it often.
            let most_kept = moves.iter().copied().max_by_key(|&mv| fast.move_text(mv).len()).unwrap();
            if random_below(rng, 2) == 0 { most_kept } else { moves[random_below(rng, moves.len() as u32) as usize] }
        };
        plain.play(&fast.move_text(mv));
        fast.play(mv);
    }
    declined
}

/// Different positions of random games have different keys.
#[test]
fn keys_tell_positions_apart() {
    let mut rng = Rng::seed_from_u64(9);
    for setup in [BASIC, STANDARD, TOURNAMENT] {
        let mut seen: HashMap<u64, String> = HashMap::new();
        for _ in 0..1_000 {
            let mut position = Gipf::start(&setup);
            while position.outcome().is_none() {
                position.play(position.random_move(&mut rng));
                let text = position.position_text();
                assert_eq!(*seen.entry(position.key()).or_insert_with(|| text.clone()), text);
            }
        }
        let low: HashSet<u32> = seen.keys().map(|&key| key as u32 & 0xffff).collect();
        assert!(low.len() > seen.len().min(40_000) / 2, "the low bits of the keys are not spread");
    }
}

#[test]
fn playouts_choose_as_single_decisions_do() {
    let mut rng = Rng::seed_from_u64(10);
    for setup in [BASIC, STANDARD, TOURNAMENT] {
        let start = Gipf::start(&setup);
        let games = 20_000;
        let wins = |outcomes: &mut dyn FnMut() -> Outcome| {
            (0..games).filter(|_| outcomes().winner() == Some(Player::FIRST)).count() as f64 / f64::from(games)
        };
        let mut single = Rng::seed_from_u64(11);
        let by_decision = wins(&mut || {
            let mut position = start;
            while position.outcome().is_none() {
                let moves = legal(&position);
                position.play(moves[random_below(&mut single, moves.len() as u32) as usize]);
            }
            position.outcome().unwrap()
        });
        let by_playout = wins(&mut || start.playout(&mut rng));
        assert!((by_decision - by_playout).abs() < 0.025, "{setup:?}: {by_decision} and {by_playout}");
    }
}

/// Leaving out pushes that do the same as another loses no position.
#[test]
fn the_outlook_keeps_every_result() {
    let mut rng = Rng::seed_from_u64(12);
    for setup in [BASIC, STANDARD, TOURNAMENT] {
        let mut position = Gipf::start(&setup);
        while position.outcome().is_none() {
            let results = |moves: &[Move]| {
                moves
                    .iter()
                    .map(|&mv| {
                        let mut after = position;
                        after.play(mv);
                        after.position_text()
                    })
                    .collect::<BTreeSet<_>>()
            };
            let mut list = MoveList::new();
            if position.relevant_moves(&(), &mut list) == Status::Open {
                let some = results(&list);
                assert_eq!(some.len(), list.len(), "{}", position.position_text());
                assert_eq!(some, results(&legal(&position)));
            }
            position.play(position.random_move(&mut rng));
        }
    }
    let mut list = MoveList::new();
    Gipf::start(&BASIC).relevant_moves(&(), &mut list);
    assert_eq!(list.len(), 24);
}

#[test]
fn a_push_against_an_empty_reserve_wins() {
    let position = read(&BASIC, "w3/5/6/7/6/5/3b w 3,0 - -");
    let mut list = MoveList::new();
    assert_eq!(position.relevant_moves(&(), &mut list), Status::Decided(Outcome::win(Player::FIRST), 1));
    let empty = read(&BASIC, "w3/5/6/7/6/5/3b b 0,0 - -");
    assert_eq!(empty.outcome(), Some(Outcome::win(Player::FIRST)));
}

/// A push that makes a row of Black's, who pushed, and two rows of White's, which cross at e5.
const TWO_OWNERS: &str = "wb1w/ww1bw/bwb1bb/1bbwwwb/1wwb1w/bbw2/3b b 1,2 - -";

#[test]
fn rows_are_taken_by_the_pusher_first_and_then_by_the_other_owner() {
    let position = turn(&read(&BASIC, TWO_OWNERS), "h1-g2");
    assert_eq!((position.to_move(), legal_texts(&position)), (Player::SECOND, ["xd2-g3".to_string()].into()));
    let position = turn(&position, "xd2-g3");
    let rows = ["xc2-g4", "xe4-e8"].map(String::from).into();
    assert_eq!((position.to_move(), legal_texts(&position)), (Player::FIRST, rows));
    // The crossing row is broken, and it is White's turn to push with what came back.
    let position = turn(&position, "xe4-e8");
    assert!(position.is_evaluable());
    assert_eq!(position.position_text(), "wb1w/wwbbw/1wb1bb/7/2wb1w/b1w2/3b w 5,5 - -");
}

#[test]
fn pushing_the_last_piece_does_not_lose_by_itself() {
    let position = turn(&read(&BASIC, "www1/5/6/7/6/5/3b w 1,1 - -"), "a4-b5");
    assert_eq!((position.outcome(), position.to_move()), (None, Player::FIRST));
    let position = turn(&position, "xb2-b5");
    assert_eq!((position.outcome(), position.to_move()), (None, Player::SECOND));
}

#[test]
fn both_reserves_empty_lose_for_the_player_to_move() {
    let position = turn(&read(&BASIC, "w3/5/6/7/6/5/3b w 1,0 - -"), "a4-b4");
    assert_eq!(position.outcome(), Some(Outcome::win(Player::FIRST)));
}

#[test]
fn who_has_no_gipf_piece_left_loses() {
    let white = Some(Outcome::win(Player::FIRST));
    let position = read(&STANDARD, "4/5/wwwB2/7/6/5/4 w 9,9 - -");
    assert_eq!(position.outcome(), Some(Outcome::loss(Player::FIRST)));
    let position = turn(&read(&STANDARD, "4/5/wwwB2/2W4/6/5/4 w 9,9 - -"), "d1-d2");
    assert_eq!(legal_texts(&position), ["xd2-d6", "xd2-d6=d6"].map(String::from).into());
    assert_eq!(turn(&position, "xd2-d6").outcome(), white);
    assert_eq!(turn(&position, "xd2-d6=d6").outcome(), None);
    // Neither has one: the player to move loses.
    let position = turn(&read(&STANDARD, "4/5/wwWB2/7/6/5/4 w 9,9 - -"), "d1-d2;xd2-d6");
    assert_eq!(position.outcome(), white);
    // In the tournament game only who cannot bring one in any more.
    let none = |stacking: &str| read(&TOURNAMENT, &format!("4/5/w5/3B3/6/5/4 w 9,9 - {stacking}")).outcome();
    assert_eq!(none("b"), Some(Outcome::loss(Player::FIRST)));
    assert_eq!(read(&TOURNAMENT, "4/5/6/3B3/6/5/4 w 16,16 - wb").outcome(), None);
    assert_eq!(read(&TOURNAMENT, "4/5/6/3B3/6/5/4 w 1,16 - wb").outcome(), Some(Outcome::loss(Player::FIRST)));
}

#[test]
fn tournament_players_bring_in_gipf_pieces_until_the_first_single_one() {
    let texts = |position: &Gipf| {
        let moves = legal(position);
        let stacked = moves.iter().filter(|&&mv| position.move_text(mv).as_bytes()[1].is_ascii_lowercase()).count();
        (stacked, moves.len() - stacked)
    };
    let position = Gipf::start(&TOURNAMENT);
    assert_eq!(texts(&position), (42, 0));
    let position = turn(&turn(&position, "ga1-b2"), "gi5-h5");
    assert_eq!(position.position_text(), "W3/5/6/7/6/5/3B w 16,16 - wb");
    assert_eq!(texts(&position), (42, 42));
    let position = turn(&turn(&position, "a1-b2"), "gi5-h5");
    assert_eq!(position.position_text(), "w3/1W3/6/7/6/3B1/3B w 15,14 - b");
    assert_eq!(texts(&position), (0, 42));
}

#[test]
fn a_row_of_which_nothing_was_taken_is_settled_for_the_turn() {
    let position = read(&TOURNAMENT, "WWWW/5/6/7/6/W4/3B b 2,9 - -");
    // Black's push leaves the row to White, who takes nothing of it before pushing, and has it again after that push.
    let position = turn(&position, "i5-h5");
    assert_eq!((position.to_move(), position.count_moves()), (Player::FIRST, 16));
    let position = turn(&position, "xb2-b5=b2=b3=b4=b5");
    assert!(position.is_evaluable());
    let position = turn(&position, "i3-h4");
    assert_eq!((position.to_move(), position.count_moves()), (Player::FIRST, 16));
    let position = turn(&position, "xb2-b5=b2=b3=b4=b5");
    assert_eq!(position.position_text(), "WWWW/5/6/7/6/W2B1/2wb b 1,8 - -");
}

#[test]
fn a_settled_row_is_told_in_mid_turn() {
    // White's push completes e2-e5; the row b2-b5 of GIPF-pieces has stood since an earlier turn.
    let position = turn(&read(&TOURNAMENT, "WWWW/5/6/www4/6/5/3B w 3,9 - -"), "e1-e2");
    assert_eq!(position.count_moves(), 17);
    let position = turn(&position, "xb2-b5=b2=b3=b4=b5");
    assert_eq!(position.position_text(), "WWWW/5/6/wwww3/6/5/3B w 2,9 w=b2-b5 -");
    assert_eq!(legal_texts(&position), ["xe2-e5".to_string()].into());
    assert_ne!(position.key(), read(&TOURNAMENT, "WWWW/5/6/wwww3/6/5/3B w 2,9 w -").key());
}
