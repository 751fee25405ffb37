//! Pentalath against the vectors, a plain reference, the laws of every game, and texts good and bad.

use crate::common::{check_game, check_perft, compare, legal, legal_texts, lines, play_all, words};
use crate::reference::pentalath::Plain;
use quintet::board::bits::{Rng, members};
use quintet::game::*;
use quintet::games::pentalath::{Pentalath, Setup};
use rand::SeedableRng;
use std::collections::BTreeSet;

const SETUPS: [Setup; 2] = [Setup { swap: false }, Setup { swap: true }];

fn start() -> Pentalath {
    Pentalath::start(&SETUPS[0])
}

fn read(text: &str) -> Pentalath {
    Pentalath::read_position(&SETUPS[0], text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn after(moves: &str) -> Pentalath {
    play_all(start(), &moves.split_whitespace().map(str::to_string).collect::<Vec<_>>())
}

#[test]
fn perft_of_the_start() {
    for line in lines("pentalath-perft.jsonl") {
        check_perft(&start(), &line["perft"], u64::MAX);
    }
}

#[test]
fn positions_of_the_vectors() {
    for line in lines("pentalath-positions.jsonl") {
        let position = play_all(start(), &words(&line["decisions"]));
        if line["legal"].is_array() {
            assert_eq!(legal_texts(&position), words(&line["legal"]).into_iter().collect(), "{line}");
        }
        check_perft(&position, &line["perft"], u64::MAX);
    }
}

#[test]
fn games_of_the_vectors() {
    for game in lines("pentalath-games.jsonl") {
        check_game(start(), &game);
        let mut position = start();
        for (text, taken) in words(&game["decisions"]).iter().zip(game["captured"].as_array().unwrap()) {
            let before = position.stones();
            position.play(position.read_move(text).unwrap());
            let lost = (before[0] & !position.stones()[0]) | (before[1] & !position.stones()[1]);
            let names: BTreeSet<String> = members(lost).map(quintet::board::hex61::name).collect();
            assert_eq!(names, words(taken).into_iter().collect(), "{text} in {game}");
        }
    }
}

#[test]
fn laws() {
    for setup in &SETUPS {
        crate::common::laws::check::<Pentalath>(setup, 3000, 11);
    }
}

#[test]
fn agrees_with_the_plain_reference() {
    for setup in &SETUPS {
        compare(Pentalath::start(setup), Plain::start(setup.swap), 10_000, 12);
    }
}

#[test]
#[ignore = "minutes"]
fn long_agreement_with_the_plain_reference() {
    for setup in &SETUPS {
        compare(Pentalath::start(setup), Plain::start(setup.swap), 1_000_000, 13);
    }
}

/// The same walk as in a playout, but one decision at a time: the share of first-player wins must agree.
#[test]
fn playouts_are_uniform_decisions() {
    let mut rng = Rng::seed_from_u64(14);
    let games = 20_000;
    let wins = |outcomes: &mut dyn Iterator<Item = Outcome>| outcomes.map(|o| o.payoff(Player::FIRST)).sum::<f32>();
    for setup in &SETUPS {
        let start = Pentalath::start(setup);
        let step_by_step = |rng: &mut Rng| {
            let mut position = start;
            while position.outcome().is_none() {
                position.play(position.random_move(rng));
            }
            position.outcome().unwrap()
        };
        let slow = wins(&mut (0..games).map(|_| step_by_step(&mut rng)));
        let fast = wins(&mut (0..games).map(|_| start.playout(&mut rng)));
        // The difference has a standard deviation of 100.
        assert!((slow - fast).abs() < 500.0, "{slow} and {fast} of {games}");
    }
}

fn wins_at_once(position: &Pentalath) -> bool {
    legal(position).into_iter().any(|mv| {
        let mut child = *position;
        child.play(mv);
        child.outcome().is_some_and(|outcome| outcome != Outcome::DRAW)
    })
}

/// Whether the other colour would win at once if it were to decide.
fn threatened(position: &Pentalath) -> bool {
    let text = position.position_text();
    let board = text.split(' ').next().unwrap();
    let colour = if text.to_string().contains(" w ") { "b" } else { "w" };
    let other = Pentalath::read_position(&SETUPS[0], &format!("{board} {colour} no 0"));
    other.is_ok_and(|other| wins_at_once(&other))
}

/// `relevant_moves` against trying everything.
fn check_status(position: &Pentalath) -> Status {
    let text = position.position_text();
    let all = legal(position);
    let mut list = MoveList::new();
    let status = position.relevant_moves(&position.threats(), &mut list);
    let listed: BTreeSet<Move> = list.iter().copied().collect();
    assert_eq!(listed.len(), list.len(), "{text}");
    let child = |mv: Move| {
        let mut child = *position;
        child.play(mv);
        child
    };
    let win = Outcome::win(position.to_move());
    let wins: BTreeSet<Move> = all.iter().copied().filter(|&mv| child(mv).outcome() == Some(win)).collect();
    let safe: BTreeSet<Move> = all.iter().copied().filter(|&mv| !wins_at_once(&child(mv))).collect();
    if !wins.is_empty() {
        assert_eq!((status, listed), (Status::Decided(win, 1), wins), "{text}");
    } else if safe.is_empty() {
        assert_eq!(status, Status::Decided(Outcome::loss(position.to_move()), 2), "{text}");
        assert_eq!(listed, all.iter().copied().collect(), "{text}");
    } else if all.len() == 1 && child(all[0]).outcome() == Some(Outcome::DRAW) {
        assert_eq!((status, listed), (Status::Decided(Outcome::DRAW, 1), safe), "{text}");
    } else {
        assert_eq!(listed, safe, "{text}");
        let kind = if threatened(position) { Status::Forced } else { Status::Open };
        assert_eq!(status, kind, "{text}");
        if kind == Status::Open {
            check_forcing(position);
        }
    }
    status
}

/// No capture and no threat of a five may be left out of what is forcing.
fn check_forcing(position: &Pentalath) {
    let (mut listed, mut all) = (MoveList::new(), MoveList::new());
    position.forcing_moves(&position.threats(), &mut listed);
    position.moves(&mut all);
    let stones = |position: &Pentalath| {
        let text = position.position_text();
        text.split(' ').next().map_or(0, |board| board.matches(['b', 'w']).count())
    };
    for mv in all {
        let mut child = *position;
        child.play(mv);
        let forces = child.status(&child.threats()) == Status::Forced || stones(&child) < stones(position);
        assert!(!forces || listed.contains(&mv), "{} {}", position.position_text(), position.move_text(mv));
    }
}

fn check_statuses(games: usize, seed: u64) {
    let mut rng = Rng::seed_from_u64(seed);
    let mut kinds = [0; 4];
    for game in 0..games {
        let mut position = Pentalath::start(&SETUPS[game % 2]);
        while position.outcome().is_none() {
            let kind = match check_status(&position) {
                Status::Open => 0,
                Status::Forced => 1,
                Status::Decided(_, 1) => 2,
                Status::Decided(..) => 3,
            };
            kinds[kind] += 1;
            // Wins are passed by in most games, so that boards fill and there is much to capture.
            let mut mv = position.random_move(&mut rng);
            for _ in 0..3 {
                let mut child = position;
                child.play(mv);
                if child.outcome().is_some() && game % 8 != 0 {
                    mv = position.random_move(&mut rng);
                }
            }
            position.play(mv);
        }
    }
    assert!(kinds.iter().all(|&count| count > games / 4), "{kinds:?}");
}

#[test]
fn statuses_are_exact() {
    check_statuses(400, 15);
}

#[test]
#[ignore = "minutes"]
fn long_check_of_statuses() {
    check_statuses(100_000, 16);
}

#[test]
fn reads_moves() {
    let position = after("e5 e6");
    for (text, expected) in [("d4", "d4"), ("D4", "d4"), ("a1", "a1"), ("i9", "i9")] {
        assert_eq!(position.move_text(position.read_move(text).unwrap()), expected);
    }
    let open = Pentalath::start(&SETUPS[1]);
    let open = play_all(open, &["e5".to_string()]);
    assert_eq!(open.move_text(open.read_move("SWAP").unwrap()), "swap");
    for (position, text, why) in [
        (position, "e5", "there is a stone on e5 already"),
        (position, "a6", "`a6` is not a cell on the board (a1 to i9), nor `pass` or `swap`"),
        (position, "", "`` is not a cell on the board (a1 to i9), nor `pass` or `swap`"),
        (position, "e5;", "there is a stone on e5 already"),
        (position, "é5", "`é5` is not a cell on the board (a1 to i9), nor `pass` or `swap`"),
        (position, "pass", "a player who can place a stone may not pass"),
        (position, "swap", "there is nothing to swap here"),
        (after("e5"), "swap", "there is nothing to swap here"),
        (after("a2 e5 b1 e6 b2"), "a1", "a stone on a1 would have no liberty"),
        (after("a1 b1 a2 b2 a3 b3 a4 b4 a5"), "c1", "the game is over, so `c1` cannot be played"),
    ] {
        assert!(matches!(position.read_turn(text), Err(TextError::Move(said)) if said.to_string() == why), "{text}");
    }
}

#[test]
fn a_capture_is_no_suicide() {
    // The corner has no empty neighbour. White would die there, unless the black stones around it die first.
    let alive = read("5/6/7/8/9/8/ww5/bbw3/1bw2 w no 0");
    assert!(!legal_texts(&alive).contains("a1"));
    let dying = read("5/6/7/8/9/8/www4/bbw3/1bw2 w no 0");
    let after = play_all(dying, &["a1".to_string()]);
    assert_eq!(after.position_text(), "5/6/7/8/9/8/www4/2w3/w1w2 b no 0");
}

#[test]
fn lines_of_five_win() {
    for (moves, winner) in [
        ("e5 a1 e6 a2 e4 a3 e7 c1 e3", Some(Player::FIRST)),
        ("e5 a1 f6 a2 d4 a3 g7 c1 c3", Some(Player::FIRST)),
        ("e5 a1 f5 a2 d5 a3 g5 c1 c5", Some(Player::FIRST)),
        ("e5 a1 f5 a2 d5 a3 g5 c1 h5", Some(Player::FIRST)),
        ("e5 a1 f5 a2 d5 a3 h8 a4 c1 a5", Some(Player::SECOND)),
        ("e5 a1 f5 a2 d5 a3 b5 a4", None),
        // Six in a line are five and more.
        ("e1 a1 e2 a2 e3 a3 e5 c1 e6 c2 e4", Some(Player::FIRST)),
    ] {
        assert_eq!(after(moves).outcome().and_then(Outcome::winner), winner, "{moves}");
    }
}

#[test]
fn after_a_swap_the_colours_have_other_owners() {
    let position = play_all(Pentalath::start(&SETUPS[1]), &["e5", "swap"].map(str::to_string));
    assert_eq!(position.position_text(), "5/6/7/8/4w4/8/7/6/5 b done 0");
    assert_eq!(position.to_move(), Player::FIRST);
    let moves = ["a1", "e6", "a2", "e7", "a3", "e8", "c1", "e9"].map(str::to_string);
    assert_eq!(play_all(position, &moves).outcome(), Some(Outcome::win(Player::SECOND)));
    let declined = play_all(Pentalath::start(&SETUPS[1]), &["e5", "e6"].map(str::to_string));
    assert_eq!(declined.position_text(), "5/6/7/3b4/4w4/8/7/6/5 w no 0");
}

#[test]
fn refuses_impossible_positions() {
    for (text, part) in [
        ("", "4 fields"),
        ("5/6/7/8/9/8/7/6/5 w no", "4 fields"),
        ("5/6/7/8/9/8/7/6/5 w no 0 0", "4 fields"),
        ("5/6/7/8/9/8/7/6 w no 0", "9 rows"),
        ("5/6/7/8/9/8/7/6/6 w no 0", "row 1"),
        ("5/6/7/8/8x/8/7/6/5 w no 0", "`x`"),
        ("5/6/7/8/9/8/7/6/5 x no 0", "colour to decide"),
        ("5/6/7/8/9/8/7/6/5 w maybe 0", "`maybe`"),
        ("5/6/7/8/9/8/7/6/5 w no 3", "`3`"),
        ("5/6/7/8/9/8/7/6/5 w no -1", "`-1`"),
        ("5/6/7/8/9/8/7/bb4/wb3 w no 0", "White has a group without a liberty"),
        ("5/6/7/8/2wwwww2/8/7/bbbbb1/5 w no 0", "White and Black both have five"),
    ] {
        match Pentalath::read_position(&SETUPS[0], text) {
            Err(TextError::Position(why)) => assert!(why.to_string().contains(part), "{why}: {text}"),
            other => panic!("{other:?}: {text}"),
        }
    }
}

/// A position need not be one that a game can lead to.
#[test]
fn positions_that_no_game_gives_are_played_on() {
    assert_eq!(read("5/6/7/8/9/8/7/6/3bb b no 1").count_moves(), 59);
    for text in ["5/6/7/8/2wwwww2/8/7/bb4/bb3 w no 0", "5/6/7/8/2wwwww2/8/wwwww2/6/5 b no 1"] {
        assert_eq!(read(text).outcome(), Some(Outcome::win(Player::FIRST)), "{text}");
    }
    assert_eq!(read("5/6/7/8/9/8/7/6/3wb w no 2").outcome(), Some(Outcome::DRAW));
    // The swap takes over whatever White has, and may answer a threat.
    let four = read("5/6/7/8/1wwww4/8/7/bb4/b4 b open 0");
    let mut list = MoveList::new();
    assert_eq!(four.relevant_moves(&four.threats(), &mut list), Status::Open);
    assert_eq!(list.len(), four.count_moves());
    let swapped = play_all(four, &["swap".to_string()]);
    assert_eq!(swapped.position_text(), "5/6/7/8/1wwww4/8/7/bb4/b4 b done 0");
    assert_eq!(swapped.to_move(), Player::FIRST);
}

#[test]
fn reads_positions_in_any_case() {
    let text = "5/6/7/8/4w4/8/7/6/4b w no 0";
    assert_eq!(read(&text.to_uppercase()).position_text(), text);
    assert_eq!(read("  5/6/7/8/4w4/8/7/6/4b   w no 0 ").position_text(), text);
}

#[test]
fn options() {
    let mut setup = Setup::default();
    assert_eq!(Pentalath::options(&setup)[0].kind, OptionKind::Check(false));
    Pentalath::set_option(&mut setup, "swap", "TRUE").unwrap();
    assert_eq!(Pentalath::options(&setup)[0].kind, OptionKind::Check(true));
    let mut said = |name, value| Pentalath::set_option(&mut setup, name, value).unwrap_err().to_string();
    expect_test::expect![[r#"
        Swap is `true` or `false`, not `perhaps`
        Pentalath has no option `Komi`, only Swap"#]]
    .assert_eq(&[said("Swap", "perhaps"), said("Komi", "7")].join("\n"));
}

#[test]
fn the_evaluation_knows_the_game() {
    let value = |moves| after(moves).evaluate(Player::FIRST);
    // Three in a row, not three apart; a stone in atari; the middle.
    assert!(value("e5 a1 e6 a3 e4 i7") > value("e5 a1 f7 a3 c4 i7"));
    assert!(value("e5 a2 f5 b1 a1 c1") < value("e5 a2 f5 c1 h6 c2"));
    assert!(value("e5 a1 e4 a5") > value("a3 a1 i7 a5"));
}
