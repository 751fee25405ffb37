//! YINSH with the exchange of sides: the laws, the plain second implementation, who owns what, and the texts.

use crate::common::*;
use crate::reference::yinsh::PlainYinsh;
use quintet::game::describe::{Colour, Describe, Effect};
use quintet::game::*;
use quintet::games::yinsh::{Setup, Yinsh};

const SETUPS: [Setup; 2] = [Setup { swap: true, ..Setup::YINSH }, Setup { swap: true, ..Setup::BLITZ }];
const START: &str = "4/7/8/9/10/9/10/9/8/7/4 w 0,0 place w 0 open";
const SWAPPED: &str = "4/7/8/9/4W5/9/10/9/8/7/4 b 0,0 place w 0 done";

fn start() -> Yinsh {
    Yinsh::start(&SETUPS[0])
}

fn after(turns: &str) -> Yinsh {
    play_all(start(), &turns.split(' ').map(str::to_string).collect::<Vec<_>>())
}

fn read(text: &str) -> Yinsh {
    Yinsh::read_position(&Setup::YINSH, text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn obeys_the_laws() {
    for (setup, seed) in SETUPS.iter().zip([15, 16]) {
        laws::check::<Yinsh>(setup, 1_500, seed);
    }
}

/// One swap in 85 random games is too few: so every second pair of games begins with one.
#[test]
fn agrees_with_the_reference() {
    for setup in &SETUPS {
        let (mut fast, mut plain) = (Yinsh::start(setup), PlainYinsh::new(setup.rings_to_win.into(), true));
        compare(fast, plain.clone(), 4_000, 17);
        for decision in ["b6", "swap"] {
            fast.play(fast.read_move(decision).unwrap());
            plain.play(decision);
        }
        compare(fast, plain, 4_000, 18);
    }
}

#[test]
fn the_swap_is_the_whole_first_turn_of_seat_2() {
    assert_eq!(start().position_text(), START);
    assert_eq!((start().count_moves(), after("e5").count_moves()), (85, 85));
    let swapped = after("e5 SWAP");
    assert_eq!((swapped.position_text().as_str(), swapped.to_move()), (SWAPPED, Player::FIRST));
    assert_eq!(swapped.count_moves(), 84);
    assert_eq!(after("e5").turn_text(&after("e5").read_turn("swap").unwrap()), "swap");
    // Black's first ring says no.
    assert_eq!(after("e5 e6").position_text(), "4/7/8/9/4WB4/9/10/9/8/7/4 w 0,0 place w 0");
    let refused = |position: Yinsh, turn| position.read_turn(turn).unwrap_err().to_string();
    let only = "`swap` is only possible as the whole first turn of seat 2, with the option Swap on";
    for position in [start(), swapped, after("e5 e6"), after("e5 e6 e7"), Yinsh::start(&Setup::YINSH)] {
        assert_eq!(refused(position, "swap"), only, "{}", position.position_text());
    }
    expect_test::expect!["the turn of Black is over before `e6`"].assert_eq(&refused(after("e5"), "swap;e6"));
}

/// White's rings are seat 2's: their ring moves, their rows and their win.
#[test]
fn after_a_swap_the_colours_have_other_owners() {
    let swapped = read(SWAPPED);
    let colours = [Player::FIRST, Player::SECOND].map(|seat| swapped.colour_of_player(seat));
    assert_eq!(colours, [Colour::Black, Colour::White]);
    assert_eq!(swapped.evaluate(Player::FIRST), read(&SWAPPED.replace(" done", "")).evaluate(Player::SECOND));
    let row = "BBBB/B6/8/9/10/9/10/2wwWww2/5W2/7/W3 w 2,0 move w 0 done";
    let position = read(row);
    assert_eq!(position.to_move(), Player::SECOND);
    let mut list = MoveList::new();
    let status = position.relevant_moves(&(), &mut list);
    assert_eq!(status, Status::Decided(Outcome::win(Player::SECOND), 3));
    let won = position.read_turn("h7-g7;xh5-h9xi9").unwrap().into_iter().fold(position, |mut at, mv| {
        at.play(mv);
        at
    });
    assert_eq!(won.outcome(), Some(Outcome::win(Player::SECOND)));
    assert_eq!(won.ending().sentence.to_string(), "White has won: three rings are off");
    assert_ne!(position.key(), read(&row.replace(" done", "")).key());
    assert_eq!(position.without_swap(), Some(read(&row.replace(" done", ""))));
}

#[test]
fn the_swap_as_data_touches_the_first_ring() {
    let position = after("e5");
    let swap = position.describe(position.read_move("swap").unwrap());
    assert_eq!((swap.kind, swap.touches), ("swap", vec![vec!["e5".to_string()]]));
    assert_eq!(swap.effects, [Effect::Colours { colours: vec![Colour::Black, Colour::White] }]);
    let task = position.task();
    expect_test::expect!["place a ring, or swap: take over the first ring"].assert_eq(&task.what.to_string());
}

#[test]
fn positions_say_whether_there_is_a_swap() {
    assert_eq!(read(START), start());
    assert_eq!(read(&START.to_uppercase()), start());
    // Whoever leaves the field out, has none; it may also be said.
    assert_eq!(read(&START.replace("open", "no")), Yinsh::start(&Setup::YINSH));
    let old = Yinsh::read_position(&SETUPS[0], &START.replace(" open", "")).unwrap();
    assert_eq!(old, Yinsh::start(&Setup::YINSH));
    for (text, reason) in [
        (START.replace("open", "maybe"), "the swap is `open`, `no` or `done`, not `maybe`"),
        (START.replace("open", "open open"), "six fields"),
        (START.replace("0 open", "open"), "the number of passes in a row"),
        (SWAPPED.replace("W5", "WB4").replace("done", "open"), "the swap is open only while"),
        ("BBBB/B6/8/9/10/9/10/3W5/5W2/7/WWW1 w 0,0 move w 0 open".to_string(), "the swap is open only while"),
    ] {
        let error = Yinsh::read_position(&Setup::YINSH, &text).expect_err(&text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
    // The swap takes over whatever White has placed.
    let three = read("WWW1/7/8/9/10/9/10/9/8/7/4 b 0,0 place w 0 open");
    assert_eq!(three.count_moves(), 83);
    assert_eq!(play_all(three, &["swap".to_string(), "b3".to_string()]).to_move(), Player::SECOND);
}

#[test]
fn options() {
    let mut setup = Setup::YINSH;
    assert_eq!(Yinsh::options(&setup)[0].kind, OptionKind::Check(false));
    Yinsh::set_option(&mut setup, "swap", "TRUE").unwrap();
    assert_eq!(setup, SETUPS[0]);
    let mut said = |name, value| Yinsh::set_option(&mut setup, name, value).unwrap_err().to_string();
    expect_test::expect![[r#"
        Swap is `true` or `false`, not `perhaps`
        YINSH has no option `Komi`, only Swap"#]]
    .assert_eq(&[said("Swap", "perhaps"), said("Komi", "7")].join("\n"));
}
