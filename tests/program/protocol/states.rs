//! `state` and `nextround`.

use super::engine::{Engine, games};
use serde_json::Value;

fn state(engine: &mut Engine) -> Value {
    let lines = engine.ask("state");
    assert_eq!(lines.len(), 1, "{lines:?}");
    serde_json::from_str(&lines[0]).unwrap()
}

#[test]
fn the_state_is_one_line_of_json_in_every_phase() {
    for game in games() {
        let mut engine = Engine::start(game);
        for _ in 0..30 {
            let (now, legal) = (state(&mut engine), engine.legal());
            assert_eq!((now["schema"].as_str(), now["game"].as_str()), (Some("state/1"), Some(game)));
            let texts: Vec<&str> =
                now["legal"].as_array().unwrap().iter().map(|decision| decision["text"].as_str().unwrap()).collect();
            assert_eq!(texts, legal);
            assert_eq!(now["position"], engine.position());
            assert_eq!(now["decides"].is_null(), legal.is_empty());
            let Some(first) = legal.first() else { break };
            let turns: Vec<&str> = now["turns"].as_array().unwrap().iter().map(|turn| turn.as_str().unwrap()).collect();
            let begun = now["decisions"].as_array().unwrap().iter().map(|decision| decision.as_str().unwrap());
            let line: Vec<&str> = turns.into_iter().chain(begun).chain([first.as_str()]).collect();
            engine.send(&format!("position startpos moves {}", line.join(" ")));
        }
        // While a search runs, too.
        engine.send("position startpos\ngo infinite");
        engine.send("state\nstop");
        engine.lines_until(|line| line.starts_with('{'));
        engine.lines_until(|line| line.starts_with("bestmove "));
        engine.finish();
    }
}

#[test]
fn an_illegal_turn_is_a_forfeit_in_the_state() {
    let mut engine = Engine::start("yavalath");
    engine.ask("position startpos moves e5 e5");
    let result = state(&mut engine)["result"].clone();
    assert_eq!((result["why"].as_str(), result["result"].as_str()), (Some("forfeit"), Some("p1win")));
    assert_eq!(state(&mut engine)["legal"], serde_json::json!([]));
}

#[test]
fn there_is_a_next_round_only_after_a_round_of_a_match() {
    let refused = |lines: Vec<String>| lines.len() == 1 && lines[0].starts_with("info string there is no next round");
    for game in games() {
        let mut engine = Engine::start(game);
        assert!(refused(engine.ask("nextround")), "{game}");
    }
    let mut engine = Engine::start("zen");
    // A round that has ended in a draw, so that the other side starts.
    engine.ask("position fen 11/11/11/11/4www4/4bbb4/11/11/11/11/11 w - 0");
    assert_eq!(state(&mut engine)["match"]["nextStarts"], 2);
    assert_eq!(engine.ask("nextround"), [""; 0]);
    let now = state(&mut engine);
    assert_eq!((now["match"]["round"].as_u64(), now["turns"].as_array().map(Vec::len)), (Some(2), Some(0)));
    assert!(refused(engine.ask("nextround")));
    engine.ask("uginewgame");
    assert_eq!(state(&mut engine)["match"]["round"], 1);
}
