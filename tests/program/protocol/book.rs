//! The option `OwnBook`: when the book answers, and when it does not.

use super::engine::{Engine, games};
use quintet::book::file::TITLE;
use quintet::calibration::Calibration;
use quintet::registry;
use quintet::sealed::seal;
use quintet::search::{Kind, Verdict};

/// Whether the book has answered a `go`, whose answer must be legal.
#[track_caller]
fn book_answers(engine: &mut Engine, lines: &str) -> bool {
    let (answers, best) = engine.search(lines);
    let best = best.split(' ').next().unwrap();
    assert!(engine.legal().iter().any(|decision| best.starts_with(decision.as_str())), "{answers:?}");
    let book_lines = answers.iter().filter(|line| line.starts_with("info string book score ")).count();
    // It answers at once, without a search.
    assert!(book_lines == 0 || answers.len() == 2, "{answers:?}");
    book_lines == 1
}

#[test]
fn the_book_answers_ordinary_searches_of_full_strength_only() {
    for game in games() {
        let has_book = registry::book(game).is_some();
        let mut engine = Engine::start(game);
        assert!(!book_answers(&mut engine, "go nodes 200"));
        assert_eq!(engine.ask("setoption name OwnBook value true"), [""; 0]);
        for go in ["go nodes 200", "go movetime 100000", "go p1time 1000000 p2time 1000000", "go depth 30"] {
            assert!(has_book == (has_book && book_answers(&mut engine, go)), "{game}: {go}");
        }
        let first = engine.legal()[0].clone();
        for go in ["go infinite\nstop", "go ponder nodes 200\nponderhit", "go mate 1", "go nodes 200 searchmoves M"] {
            assert!(!book_answers(&mut engine, &go.replace('M', &first)), "{game}: {go}");
        }
        for (change, back) in [("MultiPV value 2", "MultiPV value 1"), ("Skill value 19", "Skill value 20")] {
            engine.ask(&format!("setoption name {change}"));
            assert!(!book_answers(&mut engine, "go nodes 200"), "{game}: {change}");
            engine.ask(&format!("setoption name {back}"));
            assert_eq!(book_answers(&mut engine, "go nodes 200"), has_book, "{game}: {back}");
        }
        engine.ask("setoption name OwnBook value false");
        assert!(!book_answers(&mut engine, "go nodes 200"));
        let answers = engine.ask("setoption name OwnBook value maybe");
        assert_eq!(answers, ["info string OwnBook is `true` or `false`, not `maybe`"]);
    }
}

#[test]
fn the_book_is_left_in_the_course_of_a_game_and_chooses_by_the_seed() {
    for game in games().filter(|game| registry::book(game).is_some()) {
        let mut engine = Engine::start(game);
        engine.ask("setoption name OwnBook value true");
        let mut lines = Vec::new();
        for seed in 0..12 {
            engine.ask(&format!("setoption name Seed value {seed}"));
            let mut line: Vec<String> = Vec::new();
            loop {
                engine.ask(&format!("position startpos moves {}", line.join(" ")));
                let (answers, best) = engine.search("go nodes 50");
                if !answers[0].starts_with("info string book ") {
                    break;
                }
                assert_eq!(engine.search("go nodes 50").1, best, "the same seed chooses alike");
                line.push(best);
            }
            lines.push(line);
        }
        assert!(lines.iter().all(|line| (1..30).contains(&line.len())), "{game}: {lines:?}");
        assert!(lines.iter().any(|line| line.len() >= 3), "{game}: {lines:?}");
        lines.sort_unstable();
        lines.dedup();
        assert!(lines.len() > 2, "{game}: {lines:?}");
    }
}

#[test]
fn a_position_that_the_book_does_not_have_is_searched() {
    let mut engine = Engine::start("yavalath");
    engine.ask("setoption name OwnBook value true");
    assert!(book_answers(&mut engine, "position startpos\ngo nodes 200"));
    // Another setup has other positions, and so has a game of nonsense.
    assert!(!book_answers(&mut engine, "setoption name Swap value false\nposition startpos\ngo nodes 200"));
    assert!(!book_answers(&mut engine, "position startpos moves a1 i5 a5 i9\ngo nodes 200"));
    // After a swap it knows what it knows of the same board without one.
    assert!(book_answers(&mut engine, "setoption name Game value yinsh\nposition startpos moves c3\ngo nodes 200"));
    assert!(!book_answers(&mut engine, "setoption name Swap value true\nposition startpos\ngo nodes 200"));
    assert!(book_answers(&mut engine, "position startpos moves c3 swap\ngo nodes 200"));
    // With a game comes its book.
    assert!(book_answers(&mut engine, "setoption name Game value gipf\ngo nodes 200"));
    assert!(!book_answers(&mut engine, "setoption name Handicap value black+3\ngo nodes 200"));
    assert!(!book_answers(&mut engine, "setoption name Game value yavalath3\ngo nodes 200"));
    assert!(book_answers(&mut engine, "setoption name Game value yavalath\ngo nodes 200"));
}

/// The reported score of one in a book of Yavalath, which is one of alpha-beta.
fn scaled(score: i32) -> i32 {
    match Calibration::of("yavalath").scaled(Verdict::Score(score), Kind::AlphaBeta).verdict {
        Verdict::Score(scaled) => scaled,
        proven => panic!("{proven:?}"),
    }
}

#[test]
fn a_book_of_ones_own_is_used_and_a_bad_one_refused() {
    let file = std::env::temp_dir().join(format!("quintet book of {}", std::process::id()));
    let name = file.to_str().unwrap();
    let body = "game yavalath\nstart 5/6/7/8/9/8/7/6/5 w open 0\na1 +10 4 2.5\n c3 -10\n* -30\n";
    let text = seal(TITLE, body);
    std::fs::write(&file, &text).unwrap();
    let mut engine = Engine::start("yavalath");
    // Without the book the file does not matter yet.
    assert_eq!(engine.ask("setoption name BookFile value /nowhere"), [""; 0]);
    let answers = engine.ask("setoption name OwnBook value true");
    assert!(answers.len() == 1 && answers[0].starts_with("info string the book `/nowhere` cannot be read: "));
    assert!(!book_answers(&mut engine, "go nodes 200"));
    assert_eq!(engine.ask(&format!("setoption name BookFile value {name}")), [""; 0]);
    assert_eq!(engine.ask("setoption name OwnBook value true\nsetoption name Ponder value true"), [""; 0]);
    let (answers, best) = engine.search("go nodes 200");
    assert_eq!(answers[0], format!("info string book score cp {} games 4", scaled(10)));
    let (corner, expected) = best.split_once(" ponder ").unwrap();
    assert!(["a1", "a5", "e1", "e9", "i5", "i9"].contains(&corner), "{best}");
    assert!(["c3", "c5", "e3", "e7", "g5", "g7"].contains(&expected), "{best}");
    let (answers, best) = engine.search("position startpos moves i5\ngo nodes 200");
    let expected = format!("info string book score cp {} games 0", scaled(-10));
    assert_eq!(answers[0], expected, "a corner is a corner");
    assert!(!best.contains("ponder"));
    // A digit is changed.
    std::fs::write(&file, text.replace("a1 +10", "a1 +90")).unwrap();
    let answers = engine.ask(&format!("setoption name BookFile value {name}"));
    assert!(answers.len() == 1 && answers[0].contains("changed since it was written"), "{answers:?}");
    std::fs::write(&file, seal(TITLE, &body.replace("c3", "a1"))).unwrap();
    for (change, sentence) in [
        (format!("BookFile value {name}"), "info string line 6 of the book: `a1` is taken"),
        ("Game value gipf".to_string(), "info string the book is for the game `yavalath`, not for `gipf`"),
    ] {
        let answers = engine.ask(&format!("setoption name {change}"));
        assert!(answers.len() == 1 && answers[0].starts_with(sentence), "{answers:?}");
    }
    assert!(!book_answers(&mut engine, "position startpos\ngo nodes 200"), "gipf has no book in this file");
    assert_eq!(engine.ask("setoption name BookFile value <empty>"), [""; 0]);
    assert!(book_answers(&mut engine, "go nodes 200"));
    std::fs::remove_file(&file).unwrap();
}
