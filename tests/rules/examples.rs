//! The examples run, and the game of `examples/tic_tac_toe.rs` keeps the laws that every game keeps.

#[path = "../../examples/analyze.rs"]
mod analyze;
#[path = "../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

use crate::common::play_all;
use quintet::game::{Game, Notation};
use quintet::picture::Charset;
use quintet::search::{Kind, Verdict};
use quintet::session::{GameSession, Play};
use tic_tac_toe::TicTacToe;

#[test]
fn the_examples_run() {
    tic_tac_toe::main().unwrap();
    analyze::main().unwrap();
}

#[test]
fn an_analysis_names_the_best_turn() {
    let text = analyze::analyze().unwrap();
    let (best, pv) = text.split_once("play ").and_then(|(_, rest)| rest.split_once("; ")).unwrap();
    // A machine with much else to do may not finish an iteration.
    assert!(!best.is_empty() && (pv.is_empty() || pv.starts_with(best)), "{text}");
}

#[test]
fn the_laws_hold_for_a_new_game() {
    crate::common::laws::check::<TicTacToe>(&(), 2_000, 1);
    // The known numbers of sequences of moves.
    let counts: Vec<u64> = (1..=9).map(|depth| crate::common::perft(&TicTacToe::start(&()), depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]);
}

#[test]
fn both_searches_find_the_draw_and_a_win() {
    let start = TicTacToe::start(&());
    let won = play_all(start, &["a1", "b1"].map(String::from));
    for kind in Kind::ALL {
        assert_eq!(tic_tac_toe::search(start, kind), Verdict::Score(0), "{kind:?}");
        // X plays a3; O must take a2, and b2 threatens c1 and c3.
        assert!(matches!(tic_tac_toe::search(won, kind), Verdict::Win(distance) if distance.plies() >= 5), "{kind:?}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    let wrong = ["", ".../...", ".../.../..z", "x.x/.../...", "o../.../...", "xxx/oo./...x", "xxx/oo./o.."];
    let said = wrong.map(|text| format!("{text}: {}", TicTacToe::read_position(&(), text).err().unwrap()));
    expect_test::expect![[r#"
        : the fields are three rows such as `.x.`, separated by `/`
        .../...: the fields are three rows such as `.x.`, separated by `/`
        .../.../..z: the fields are three rows such as `.x.`, separated by `/`
        x.x/.../...: the fields are three rows such as `.x.`, separated by `/`
        o../.../...: the fields are three rows such as `.x.`, separated by `/`
        xxx/oo./...x: the fields are three rows such as `.x.`, separated by `/`
        xxx/oo./o..: the fields are three rows such as `.x.`, separated by `/`"#]]
    .assert_eq(&said.join("\n"));
}

#[test]
fn a_new_game_shows_pieces_of_its_own() {
    let mut session = GameSession::<TicTacToe>::new("tic-tac-toe", (), Kind::AlphaBeta, 9);
    session.set_position(None, &["b2", "a1"].map(String::from)).unwrap();
    let text = session.terminal(Charset::Unicode);
    assert!(text.contains("  2 · ✕ ·\n  1(◉)· ·\n    a b c\n"), "{text}");
    assert!(text.ends_with("✕ White (seat 1)\n◉ Black (seat 2)\nWhite: lay a piece\n"), "{text}");
    let svg = session.svg(&["c3".to_string()]);
    assert!(svg.contains("<g data-piece=\"b2\"") && svg.contains("<g data-piece=\"a1\""), "{svg}");
    // The cross is drawn by strokes, the nought is a ring.
    assert_eq!((svg.matches("d=\"M-.25-.25").count(), svg.matches("r=\".36\"").count()), (2, 2), "{svg}");
    let state = serde_json::to_value(session.state()).unwrap();
    let centre = state["board"]["places"].as_array().unwrap().iter().find(|place| place["name"] == "b2").unwrap();
    assert_eq!(centre["piece"], serde_json::json!({ "kind": "cross", "shape": "cross", "colour": "white" }));
}
