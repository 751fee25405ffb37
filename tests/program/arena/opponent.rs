//! Quintet as a player of the arenas: it answers something legal whatever it is told, and never an illegal line.

use crate::common::lines;
use crate::tournament::runs::QUINTET;
use quintet::arena::ArenaGame;
use quintet::arena::table::Table;
use quintet::board::bits::{Rng, random_below};
use quintet::bots::opponent::{Manner, Opponent, Reply};
use quintet::search::skill::FULL;
use rand::SeedableRng;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn opponent(game: ArenaGame, level: u8) -> Opponent {
    Opponent::new(game, Manner { level, time: Duration::from_millis(1), seed: 1 }, Instant::now())
}

/// What is answered to lines; nothing else may be said.
fn answers(opponent: &mut Opponent, lines: &str) -> Vec<String> {
    let replies = lines.lines().map(|line| opponent.line(line));
    let answer = |reply| match reply {
        Reply::None => None,
        Reply::Answer(answer) => Some(answer),
        Reply::Complaint(what) => panic!("{what}, of {lines}"),
    };
    replies.filter_map(answer).collect()
}

/// The inputs of recorded dialogues, in which its own answers are those of somebody else.
#[test]
fn it_answers_something_legal_whatever_was_answered_before() {
    for game in ArenaGame::ALL {
        for (number, dialogue) in lines(&format!("arena-{}.jsonl", game.name())).iter().enumerate() {
            let wants_list = number % 2 == 0;
            // In Yavalath the first answer is searched for as long as the arena allows.
            let level = if number < 2 || game == ArenaGame::Yinsh { FULL } else { 0 };
            let mut players = [opponent(game, level), opponent(game, 3)];
            let after = |answers: &[String]| {
                let mut table = Table::new(game, true);
                answers.iter().for_each(|answer| table.answer(answer));
                table
            };
            let (mut played, mut is_told) = (Vec::new(), [false; 2]);
            for turn in dialogue["turns"].as_array().unwrap() {
                let table = after(&played);
                let player = table.player();
                if !std::mem::replace(&mut is_told[player], true) {
                    let expected: &[&str] = if game == ArenaGame::Yinsh { &["yes"] } else { &[] };
                    assert_eq!(answers(&mut players[player], &(player + 1).to_string()), expected);
                }
                let lines = table.lines(wants_list);
                let answered = answers(&mut players[player], &lines);
                let [answer] = &answered[..] else { panic!("{answered:?} to {lines}") };
                let ours = after(&[&played[..], std::slice::from_ref(answer)].concat());
                let fault = ours.end().and_then(|end| end.fault.clone()).filter(|fault| fault.0 == player);
                assert_eq!(fault, None, "`{answer}` to {lines}");
                played.push(turn["output"].as_str().unwrap().to_string());
            }
        }
    }
}

/// A position that cannot be is played from the list of actions, or on an empty cell.
#[test]
fn boards_that_cannot_be_are_answered_too() {
    let rings = "RRRR RRRRRRR RRRRRRRR ......... .......... ......... .......... ......... ........ ....... ....";
    let lines = format!("1 11 {rings} 2 d1 d2").replace(' ', "\n");
    assert_eq!(answers(&mut opponent(ArenaGame::Yinsh, FULL), &lines), ["yes", "d1"]);
    let threes = "9 11100 000000 0000000 00000000 222000000 00000000 0000000 000000 00000".replace(' ', "\n");
    assert_eq!(answers(&mut opponent(ArenaGame::Yavalath, FULL), &format!("1\n{threes}\n0 4")), ["3 0"]);
    // What cannot be read is complained of, and the next turn answered.
    let mut player = opponent(ArenaGame::Yavalath, 0);
    let said: Vec<Reply> = ["1", "9", "0000x"].map(|line| player.line(line)).into();
    assert!(matches!(&said[2], Reply::Complaint(what) if what.contains("line 1 of the board")), "{said:?}");
    assert_eq!(answers(&mut player, &format!("{threes}\n0 4")).len(), 1);
}

/// The actions of a list that is not ours are the only ones to be answered.
#[test]
fn nothing_that_is_not_listed_is_answered() {
    let board = "11 .... ....... ........ ......... .......... ......... .......... ......... ........ ....... ....";
    for actions in ["1 f6", "3 a2 b1 k9", "2 z1 STEAL"] {
        let lines = format!("1 {board} {actions}").replace(' ', "\n");
        let answered = answers(&mut opponent(ArenaGame::Yinsh, FULL), &lines);
        assert!(actions.split(' ').skip(1).any(|action| action == answered[1]), "{answered:?} of {actions}");
    }
}

/// Through the program, with a line that is none on stderr.
#[test]
fn the_program_answers_on_stdout_and_complains_on_stderr() {
    let mut child = Command::new(QUINTET)
        .args(["arena", "yavalath", "--level", "0", "--ms", "30", "--seed", "5"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let table = Table::new(ArenaGame::Yavalath, false);
    write!(input, "1\n{}", table.lines(true)).unwrap();
    let mut table = table;
    table.answer(&output.next().unwrap().unwrap());
    assert_eq!(table.end(), None);
    writeln!(input, "hello").unwrap();
    drop(input);
    assert_eq!(output.next().map(Result::unwrap), None);
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&done.stderr), "`9`, the first line of a turn, is expected, not `hello`\n");
}

/// Whatever comes, it goes on.
#[test]
fn no_lines_make_it_panic() {
    let mut rng = Rng::seed_from_u64(52);
    for game in ArenaGame::ALL {
        let words: Vec<String> = dialogue_words(game);
        for _ in 0..6 {
            let mut player = opponent(game, 0);
            for _ in 0..400 {
                let word = &words[random_below(&mut rng, words.len() as u32) as usize];
                let cut = random_below(&mut rng, 20) == 0;
                let text = if cut { word.replace(['R', '1', 's'], "x") } else { word.clone() };
                player.line(&text);
            }
        }
    }
}

/// Lines as they come in a game, in no order.
fn dialogue_words(game: ArenaGame) -> Vec<String> {
    let mut table = Table::new(game, true);
    let mut words: Vec<String> = ["0", "1", "2", "-1", "65537", "", "é", "STEAL"].map(str::to_string).into();
    for turn in lines(&format!("arena-{}.jsonl", game.name()))[9]["turns"].as_array().unwrap() {
        words.extend(table.lines(true).lines().take(14).map(str::to_string));
        table.answer(turn["output"].as_str().unwrap());
    }
    let header = words.iter().filter(|word| **word == table.game().header()).count();
    words.extend(std::iter::repeat_n(table.game().header(), header));
    words
}
