//! Bad input: one clear sentence, nothing has changed, the next command works.

use super::engine::{Engine, games, with_word};

/// Sends a line that is wrong and expects one sentence about it.
#[track_caller]
fn expect_complaint(engine: &mut Engine, bytes: &[u8]) -> String {
    engine.send_bytes(bytes);
    let answers = engine.ask("");
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(100)]).into_owned();
    let [sentence] = &answers[..] else { panic!("one line expected after `{shown}`, not {answers:?}") };
    assert!(sentence.starts_with("info string ") && sentence.len() > 30, "{sentence}");
    assert!(sentence.chars().count() < 600 && !sentence.chars().any(char::is_control), "{sentence}");
    sentence.clone()
}

#[test]
fn nonsense_gets_one_sentence_and_changes_nothing() {
    for game in games() {
        let mut engine = Engine::start(game);
        let first = engine.legal()[0].clone();
        engine.ask(&format!("position startpos moves {first}"));
        let (text, options) = (engine.position(), engine.ask("ugi"));
        for line in [
            "xyzzy",
            "go2",
            "положение",
            "d\u{0}legal",
            "position",
            "position fen",
            "position moves",
            "position endpos",
            "position fen moves moves",
            "setoption",
            "setoption Threads 2",
            "setoption name",
            "setoption name value 2",
            "setoption name Colour value blue",
            "setoption name Threads",
            "setoption name Threads value",
            "setoption name Threads value two",
            "setoption name Threads value 0",
            "setoption name Threads value -1",
            "setoption name Threads value 2 3",
            "setoption name Threads value 257",
            "setoption name Hash value 0",
            "setoption name Hash value 65537",
            "setoption name Hash value 99999999999999999999999",
            "setoption name MultiPV value 0",
            "setoption name MoveOverhead value -1",
            "setoption name Seed value 1.5",
            "setoption name Skill value 21",
            "setoption name Ponder value perhaps",
            "setoption name Search value chess",
            "setoption name Game value chess",
            "setoption name Log File value /no/such/folder/log",
            "legal moves",
            "perft",
            "perft x",
            "perft -1",
            "perft 99999999999",
            "perft 1 2",
            "query",
            "query weather",
        ] {
            expect_complaint(&mut engine, format!("{line}\n").as_bytes());
        }
        assert_eq!((engine.position(), engine.ask("ugi")), (text, options));
    }
}

#[test]
fn a_go_that_cannot_be_understood_is_answered_all_the_same() {
    for game in games() {
        let mut engine = Engine::start(game);
        for go in [
            "go fish",
            "go depth",
            "go depth x",
            "go depth -1",
            "go depth 99999999999",
            "go nodes 1.5",
            "go movetime 99999999999999999999",
            "go p1time",
            "go p5time 100",
            "go mate maybe",
            "go infinite fish",
            "go searchmoves",
            "go searchmoves nonsense",
        ] {
            engine.send(go);
            if go == "go searchmoves" {
                // To choose among nothing is no choice: as if the word were not there.
                engine.search("stop");
                continue;
            }
            let answers = engine.lines_until(|line| line.starts_with("bestmove"));
            assert_eq!((with_word(&answers, "info").len(), &*answers[1]), (1, "bestmove none"), "{go}");
        }
        assert_eq!(engine.finish(), [""; 0]);
    }
}

#[test]
fn lines_that_are_no_text_are_left_out() {
    for game in games() {
        let mut engine = Engine::start(game);
        expect_complaint(&mut engine, b"position \xff\xfe startpos\n");
        expect_complaint(&mut engine, b"\xc3\x28\n");
        expect_complaint(&mut engine, b"is\0ready\n");
        expect_complaint(&mut engine, b"\x1b[31misready\n");
        // Terminals pad with zero bytes, and some shells begin with a byte order mark.
        for line in [&b"\0isready\0\0\n"[..], b"\xef\xbb\xbfisready\r\n", b"\t isready \x0c\n"] {
            engine.send_bytes(line);
            assert_eq!(engine.line(), "readyok");
        }
        for empty in ["\n\n\n", "\r\n", " \t \n", "\0\n"] {
            engine.send_bytes(empty.as_bytes());
            assert_eq!(engine.ask(""), [""; 0]);
        }
        assert_eq!(engine.finish(), [""; 0]);
    }
}

#[test]
fn huge_lines_are_left_out_and_long_ones_read() {
    for game in games() {
        let mut engine = Engine::start(game);
        let text = engine.position();
        let mut huge = b"position startpos moves ".to_vec();
        huge.resize(3 << 19, b'x');
        huge.push(b'\n');
        assert!(expect_complaint(&mut engine, &huge).contains("1048576 bytes"));
        assert_eq!(engine.position(), text);
        // Words of any length are quoted in short.
        for words in [
            "",
            "position startpos moves ",
            "position fen ",
            "query ",
            "setoption name ",
            "setoption name Hash value ",
            "setoption name Game value ",
            "setoption name Log File value /",
        ] {
            let line = format!("{words}{}\n", "x".repeat(100_000));
            expect_complaint(&mut engine, line.as_bytes());
        }
        let longest = format!("{}isready\n", " ".repeat((1 << 20) - 7));
        engine.send_bytes(longest.as_bytes());
        assert_eq!(engine.line(), "readyok");
        expect_complaint(&mut engine, format!(" {longest}").as_bytes());
        // The end of the input in the middle of a huge line.
        engine.send_bytes(&huge[..huge.len() - 1]);
        let rest = engine.finish();
        assert!(rest.len() == 1 && rest[0].contains("1048576 bytes"), "{rest:?}");
    }
}

#[test]
fn impossible_positions_are_refused() {
    for game in games() {
        let mut engine = Engine::start(game);
        let text = engine.position();
        let fields: Vec<&str> = text.split(' ').collect();
        let mut wrong = vec![
            "x".to_string(),
            text.replace('/', ""),
            format!("{text} {text}"),
            fields[..fields.len() - 1].join(" "),
            fields[1..].join(" "),
            format!("9{text}"),
            text.replacen(|c: char| c.is_ascii_digit(), "99999999999999999999", 1),
            text.replacen(" w ", " x ", 1),
        ];
        wrong.extend((0..fields.len()).map(|i| [&fields[..i], &["?"], &fields[i + 1..]].concat().join(" ")));
        // A change of what the text of this game does not have is none.
        for wrong in wrong.into_iter().filter(|wrong| *wrong != text) {
            expect_complaint(&mut engine, format!("position fen {wrong}\n").as_bytes());
            assert_eq!(engine.position(), text, "after {wrong}");
        }
        // The moves of a position that was refused are not played.
        let first = engine.legal()[0].clone();
        expect_complaint(&mut engine, format!("position fen x moves {first}\n").as_bytes());
        assert_eq!(engine.position(), text);
    }
}

#[test]
fn a_go_needs_no_position() {
    for game in games() {
        let mut engine = Engine::start(game);
        let (_, best) = engine.search("go nodes 100");
        assert!(engine.legal().iter().any(|decision| best.starts_with(decision.as_str())));
    }
}

/// A reproducible stream of small numbers.
fn numbers(mut state: u64) -> impl FnMut(usize) -> usize {
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

#[test]
fn random_lines_of_the_right_words_end_in_an_orderly_way() {
    const WORDS: [&str; 42] = [
        "ugi",
        "uci",
        "isready",
        "uginewgame",
        "setoption",
        "name",
        "value",
        "Threads",
        "MultiPV",
        "Hash",
        "Clear",
        "Swap",
        "Search",
        "mcts",
        "mcts-eval",
        "alphabeta",
        "true",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "go",
        "go",
        "depth",
        "nodes",
        "movetime",
        "infinite",
        "ponder",
        "searchmoves",
        "p1time",
        "winc",
        "movestogo",
        "stop",
        "ponderhit",
        "query",
        "d",
        "legal",
        "turns",
        "eval",
        "2",
        "-1",
    ];
    for game in games() {
        let legal = Engine::start(game).legal();
        let mut number = numbers(2026);
        let mut engine = Engine::start(game);
        let mut lines = String::new();
        let mut searches = 0;
        for _ in 0..400 {
            let length = 1 + number(7);
            let words: Vec<&str> = (0..length)
                .map(|_| match number(8) {
                    0 => &*legal[number(legal.len())],
                    1 => "2",
                    _ => WORDS[number(WORDS.len())],
                })
                .collect();
            searches += usize::from(words[0] == "go");
            lines += &(words.join(" ") + "\n");
        }
        engine.send(&lines);
        let rest = engine.finish();
        assert!(!rest.iter().any(|line| line.contains("defect")));
        // However wrong it is, every `go` gets one move.
        assert_eq!(with_word(&rest, "bestmove").len(), searches);
    }
}

#[test]
fn random_bytes_end_in_an_orderly_way() {
    for game in games() {
        let mut number = numbers(7);
        let bytes: Vec<u8> = (0..100_000)
            .map(|_| match number(300) {
                // A lone `d` is a command.
                68 | 100 => b'x',
                // Lines of some forty bytes.
                at => u8::try_from(at).unwrap_or(b'\n'),
            })
            .collect();
        let mut engine = Engine::start(game);
        engine.send_bytes(&bytes);
        engine.send("\nisready");
        let rest = engine.finish();
        assert_eq!(rest.iter().filter(|line| *line == "readyok").count(), 1);
        assert!(rest.iter().all(|line| line == "readyok" || line.starts_with("info string ")));
    }
}
