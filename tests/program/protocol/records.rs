//! The law of records through the protocol: a game that is set up line by line is the game of its record.

use super::engine::Engine;
use crate::random_records::{random_records, read};
use quintet::game::Rng;
use quintet::records::{GameRecord, Reason, RecordFormat, write};
use rand::SeedableRng;
use serde_json::Value;

/// A game of which only that is left which the protocol holds: its options, where it begins, its turns, its result by the rules.
fn held(game: &GameRecord) -> GameRecord {
    let plain = GameRecord {
        game: game.game.clone(),
        option: game.option.clone(),
        position: game.position.clone(),
        opening: game.all_turns(),
        result: "none".to_string(),
        ..GameRecord::default()
    };
    let (text, _) = write(&[plain], RecordFormat::Jsonl);
    read(text.as_bytes(), RecordFormat::Jsonl).records.remove(0)
}

#[test]
fn a_game_that_is_set_up_is_the_game_of_its_record() {
    let (mut by_rules, mut of_game): (usize, Option<(String, Engine)>) = (0, None);
    for game in random_records(12, &mut Rng::seed_from_u64(56)) {
        let expected = held(&game);
        if of_game.as_ref().is_none_or(|(name, _)| *name != game.game) {
            of_game = Some((game.game.clone(), Engine::start(&game.game)));
        }
        let engine = &mut of_game.as_mut().unwrap().1;
        let mut lines: Vec<String> =
            game.option.iter().map(|(name, value)| format!("setoption name {name} value {value}")).collect();
        let start = game.position.as_ref().map_or("startpos".to_string(), |text| format!("fen {text}"));
        lines.push(format!("position {start} moves {}", game.all_turns().join(" ")));
        assert_eq!(engine.ask(&lines.join("\n")), [""; 0], "{lines:?}");
        let state: Value = serde_json::from_str(&engine.ask("state")[0]).unwrap();
        let list = |value: &Value| serde_json::from_value::<Vec<String>>(value.clone()).unwrap();
        let result = &state["result"];
        by_rules += usize::from(!result.is_null());
        // What the protocol says, as a record, is the record.
        let said = GameRecord {
            game: state["game"].as_str().unwrap().to_string(),
            option: serde_json::from_value(state["options"].clone()).unwrap(),
            position: game.position.clone(),
            opening: list(&state["turns"]),
            result: result["result"].as_str().unwrap_or("none").to_string(),
            winners: serde_json::from_value(result["winners"].clone()).unwrap_or_default(),
            reason: if result.is_null() { Reason::Unfinished } else { Reason::Rules },
            ..GameRecord::default()
        };
        assert_eq!(said, expected);
        // And the position at its end is a position of which a record can begin.
        let end = expected.replay().unwrap();
        assert_eq!(
            (state["position"].as_str(), engine.position()),
            (Some(&end.position_text()[..]), end.position_text())
        );
        if result.is_null() {
            let next = GameRecord { position: Some(engine.position()), opening: Vec::new(), ..expected };
            assert_eq!(held(&next).position, next.position);
            let position = engine.position();
            assert_eq!(engine.ask(&format!("position fen {position}")), [""; 0]);
        }
    }
    assert!(by_rules > 10, "{by_rules}");
}
