//! CodinGame's arenas: recorded dialogues of their referees, in which players answered at random. Boards, lists of actions
//! and scores are as ours; positions are found from boards alone.

use crate::common::lines;
use quintet::arena::ArenaGame;
use quintet::arena::inferred::Memory;
use quintet::arena::spelling::{Fault, FaultKind, spelled};
use quintet::arena::table::Table;
use quintet::arena::told::{Heard, Reader, Told, actions};
use quintet::board::bits::fnv_1a_64;
use serde_json::Value;
use std::collections::BTreeSet;

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// What a turn of a dialogue tells, without the list of actions, of which only the number and a hash are kept.
fn told(turn: &Value) -> Told {
    Told { rows: text(turn, "board").split('/').map(str::to_string).collect(), actions: Vec::new() }
}

fn hash(actions: &[String]) -> String {
    let sorted: BTreeSet<&str> = actions.iter().map(String::as_str).collect();
    assert_eq!(sorted.len(), actions.len());
    format!("{:016x}", fnv_1a_64(sorted.into_iter().collect::<Vec<_>>().join("\n").as_bytes()))
}

/// Reads the lines of a turn as a player does.
fn read(game: ArenaGame, lines: &str) -> Told {
    let mut reader = Reader::new(game);
    let heard: Vec<Heard> = lines.lines().map(|line| reader.line(line)).collect();
    assert_eq!(heard.first(), Some(&Heard::Header));
    match heard.last() {
        Some(Heard::Turn(told)) => told.clone(),
        other => panic!("{other:?} after {lines}"),
    }
}

fn dialogues(game: ArenaGame) -> Vec<Value> {
    lines(&format!("arena-{}.jsonl", game.name()))
}

#[test]
fn games_of_the_referees_are_told_and_scored_as_ours() {
    for game in ArenaGame::ALL {
        for dialogue in dialogues(game) {
            let mut table = Table::new(game, true);
            let turns = dialogue["turns"].as_array().unwrap();
            for (number, turn) in turns.iter().enumerate() {
                assert_eq!(table.end(), None, "turn {number}");
                assert_eq!(Some(table.player() as u64 + 1), turn["player"].as_u64());
                let lines = table.lines(true);
                let told = read(game, &lines);
                assert_eq!(told.rows.join("/"), text(turn, "board"), "turn {number}");
                match game {
                    ArenaGame::Yavalath => assert_eq!(lines.lines().last(), Some(text(turn, "last"))),
                    ArenaGame::Yinsh => {
                        assert_eq!(hash(&told.actions), text(turn, "hash"), "turn {number}: {:?}", told.actions);
                        let declined = table.lines(false);
                        assert_eq!(declined.lines().nth(12), Some("0"));
                        assert_eq!(declined.lines().skip(13).collect::<Vec<_>>(), told.actions);
                    }
                }
                table.answer(text(turn, "output"));
            }
            let scores = dialogue["scores"].as_array().unwrap().iter().map(|score| score.as_i64().unwrap() as i32);
            let end = table.end().unwrap_or_else(|| panic!("{} is not over", dialogue["kind"]));
            assert_eq!((end.scores.to_vec(), &end.fault), (scores.collect(), &None), "{}", dialogue["kind"]);
        }
    }
}

/// Whatever a player answered before, each board is the position.
#[test]
fn positions_follow_from_boards_alone() {
    for game in ArenaGame::ALL {
        for dialogue in dialogues(game) {
            let turns = dialogue["turns"].as_array().unwrap();
            for player in [1, 2] {
                let (mut memory, mut session) = (Memory::new(game), game.session());
                for turn in turns.iter().filter(|turn| turn["player"] == player) {
                    assert!(memory.set_up(&mut *session, &told(turn)), "{turn}");
                    if game == ArenaGame::Yinsh {
                        let found = actions(game, &*session);
                        assert_eq!(hash(&found), text(turn, "hash"), "{turn}: {found:?}");
                        assert!(found.iter().all(|action| !action.is_empty()));
                    }
                }
            }
        }
    }
}

#[test]
fn every_turn_is_spelled_so_that_it_is_read_again() {
    for game in ArenaGame::ALL {
        for dialogue in dialogues(game) {
            for turn in dialogue["turns"].as_array().unwrap() {
                let mut session = game.session();
                let mut memory = Memory::new(game);
                assert!(memory.set_up(&mut *session, &told(turn)));
                for ours in session.legal_turns().iter().filter(|turn| turn.as_str() != "swap") {
                    let arena = spelled(game, &*session, ours);
                    let read = quintet::arena::spelling::read(game, &arena, None);
                    assert_eq!(read.as_deref(), Ok(ours.as_str()));
                }
            }
        }
    }
}

#[test]
fn faults_lose_with_a_score_of_minus_one() {
    let fault = |game: ArenaGame, accepts: bool, answers: &[&str]| {
        let mut table = Table::new(game, accepts);
        answers.iter().for_each(|answer| table.answer(answer));
        table.end().cloned().map(|end| (end.scores, end.fault.map(|(player, Fault { kind, .. })| (player, kind))))
    };
    let yavalath = |answers: &[&str]| fault(ArenaGame::Yavalath, false, answers);
    assert_eq!(yavalath(&["4 4", "4  3"]), Some(([0, -1], Some((1, FaultKind::Unreadable)))));
    assert_eq!(yavalath(&["9 9"]), Some(([-1, 0], Some((0, FaultKind::Illegal)))));
    // The first stone is taken over, and the first player moves again.
    assert_eq!(yavalath(&["4 4", "4 4 mine", "4 4"]), Some(([-1, 0], Some((0, FaultKind::Illegal)))));
    assert_eq!(yavalath(&["4 4", "4 4", "0 0", "4 3", "0 8", "4 1", "8 4", "4 2"]), Some(([0, 1], None)));
    let yinsh = |answers: &[&str]| fault(ArenaGame::Yinsh, false, answers);
    assert_eq!(yinsh(&["e3", "e3"]), Some(([0, -1], Some((1, FaultKind::Illegal)))));
    assert_eq!(yinsh(&["e3", "now"]), Some(([0, -1], Some((1, FaultKind::Unreadable)))));
}

/// Lines in the forms that referees were seen to write them in, and out of place.
#[test]
fn what_is_told_is_read_in_every_form() {
    let empty = "9 00000 000000 0000000 00000000 000000000 00000000 0000000 000000 00000";
    let read_all = |game: ArenaGame, lines: &str| -> Vec<Heard> {
        let mut reader = Reader::new(game);
        lines.split(' ').map(|line| reader.line(&line.replace('_', " "))).collect()
    };
    let is_turn = |heard: &&Heard| matches!(heard, Heard::Turn(_));
    // With and without the number of the player, the last turn on one line and on two.
    for lines in [format!("1 {empty} -1_-1"), format!("{empty} 2_2"), format!("2 {empty} 2 2")] {
        let heard = read_all(ArenaGame::Yavalath, &lines);
        assert!(matches!(heard.last(), Some(Heard::Turn(told)) if told.rows[4] == "000000000"), "{lines}: {heard:?}");
    }
    let wrong = format!("1 {} {empty} -1_-1", empty.replace("00000000 ", "0000 "));
    let heard = read_all(ArenaGame::Yavalath, &wrong);
    assert_eq!(heard.iter().filter(is_turn).count(), 1, "{heard:?}");
    assert!(
        heard.contains(&Heard::Wrong("line 4 of the board, of 8 cells, is expected, not `0000`".into())),
        "{heard:?}"
    );
    let board = "11 .... ....... ........ ......... .......... ......... .......... ......... ........ ....... ....";
    // The number of actions is 0, and the list follows all the same.
    let heard = read_all(ArenaGame::Yinsh, &format!("1 {board} 0 a2 a3 a4 {board} 2 a2 a3"));
    assert_eq!(heard.iter().filter(is_turn).count(), 2, "{heard:?}");
    assert!(matches!(heard.last(), Some(Heard::Turn(told)) if told.actions == ["a2", "a3"]), "{heard:?}");
}
