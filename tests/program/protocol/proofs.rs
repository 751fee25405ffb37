//! The option `ProofFile`: what is proved is played at once, and what is not is searched.

use super::engine::Engine;
use crate::example_proofs;
use std::path::PathBuf;

/// The position that the certificate is about.
const POSITION: &str = "position startpos moves e5 d4 e4 f6 d5 c5 g7 c2 e7 e6";

/// A file of what that certificate proves.
fn proofs(name: &str) -> PathBuf {
    example_proofs::proofs(&format!("protocol-{name}"))
}

fn is_at_once(answers: &[String]) -> bool {
    answers.len() == 2 && answers[0].contains(" nodes 0 ")
}

#[test]
fn a_proved_position_is_answered_at_once() {
    let mut engine = Engine::start("yavalath");
    let path = proofs("at-once");
    assert!(!is_at_once(&engine.search(&format!("{POSITION}\ngo nodes 200")).0));
    assert_eq!(engine.ask(&format!("setoption name prooffile value {}", path.display())), [""; 0]);
    // The file is of the game without a swap; here nobody has swapped.
    let (answers, best) = engine.search("go movetime 100000");
    assert!(is_at_once(&answers) && best == "g5", "{answers:?}");
    assert!(answers[0].contains(" score mate 5 ") && answers[0].contains(" pv g5 "), "{answers:?}");
    for go in ["go p1time 100000 p2time 100000", "go depth 30"] {
        let (answers, _) = engine.search(&format!("{POSITION} g5\n{go}"));
        assert!(is_at_once(&answers) && answers[0].contains(" score mate -4 "), "{answers:?}");
    }
    // Who owns White after a swap, wins alike.
    let (answers, best) = engine.search(&format!("{}\ngo depth 30", POSITION.replace("e5 d4", "e5 swap d4")));
    assert!(is_at_once(&answers) && best == "g5" && answers[0].contains(" score mate 5 "), "{answers:?}");
    for go in ["go infinite\nstop", "go ponder nodes 200\nponderhit", "go mate 1", "go nodes 200 searchmoves g5"] {
        let (answers, _) = engine.search(&format!("{POSITION}\n{go}"));
        assert!(!is_at_once(&answers), "{go}: {answers:?}");
    }
    for (change, back) in [("MultiPV value 2", "MultiPV value 1"), ("Skill value 19", "Skill value 20")] {
        engine.ask(&format!("setoption name {change}"));
        assert!(!is_at_once(&engine.search("go nodes 200").0), "{change}");
        engine.ask(&format!("setoption name {back}"));
        assert!(is_at_once(&engine.search("go nodes 200").0), "{back}");
    }
    assert!(!is_at_once(&engine.search("position startpos\ngo nodes 200").0));
    assert_eq!(engine.ask("setoption name ProofFile value <empty>"), [""; 0]);
    assert!(!is_at_once(&engine.search(&format!("{POSITION}\ngo nodes 200")).0));
}

#[test]
fn a_file_that_cannot_be_used_changes_nothing() {
    let mut engine = Engine::start("yavalath");
    let path = proofs("refused");
    engine.ask(&format!("setoption name ProofFile value {}", path.display()));
    let bad = path.with_extension("bad");
    std::fs::write(&bad, "quintet proofs 2\n").unwrap();
    for (value, sentence) in [("/nowhere", "cannot be read"), (bad.to_str().unwrap(), "this is version 2")] {
        let answers = engine.ask(&format!("setoption name ProofFile value {value}"));
        assert!(answers.len() == 1 && answers[0].starts_with("info string the proof file `"), "{answers:?}");
        assert!(answers[0].contains(sentence), "{answers:?}");
    }
    assert!(is_at_once(&engine.search(&format!("{POSITION}\ngo nodes 200")).0));
    let answers = engine.ask("setoption name Game value gipf");
    assert!(answers.len() == 1 && answers[0].contains("it is for yavalath, not for gipf"), "{answers:?}");
    assert!(!is_at_once(&engine.search("go nodes 200").0));
    assert_eq!(engine.ask("setoption name Game value yavalath"), [""; 0]);
    assert!(is_at_once(&engine.search(&format!("{POSITION}\ngo nodes 200")).0));
}

#[test]
fn a_win_that_is_far_away_is_proved_and_one_that_is_too_far_is_none() {
    let mut engine = Engine::start("yavalath");
    // White has the centre and wins, but not soon; alpha-beta sees nothing of it for long.
    let position = "setoption name Swap value false\nposition startpos moves e5 e4";
    let (answers, _) = engine.search(&format!("{position}\ngo mate 60 nodes 4000000"));
    let last = answers.iter().rfind(|line| line.contains(" score ")).unwrap();
    let (_, plies) = last.split_once(" score mate ").unwrap_or_else(|| panic!("{answers:?}"));
    let plies: u32 = plies.split(' ').next().unwrap().parse().unwrap();
    assert!((9..=60).contains(&plies), "{last}");
    assert!(last.split_once(" pv ").unwrap().1.split(' ').count() >= 2, "{last}");
    // Nobody is promised a win that takes longer than was asked for.
    let (answers, _) = engine.search(&format!("{position}\ngo mate 3 nodes 100000"));
    assert!(!answers.iter().any(|line| line.contains(" score mate ")), "{answers:?}");
    let (answers, best) = engine.search(&format!("{position}\ngo mate 3 infinite\nstop"));
    assert!(!best.is_empty(), "{answers:?}");
}
