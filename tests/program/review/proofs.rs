//! Reviews with a file of proofs.

use super::games::{game, request, review};
use crate::example_proofs::{TURNS, proofs};
use quintet::option_files::proof_file;
use quintet::registry;
use quintet::review::search::run;
use quintet::review::{GivenResult, Review, html};

/// A review with the file of the example, and its page.
fn with_proofs(name: &str, turns: &str) -> (Review, String) {
    let game = game("yavalath", turns);
    let mut session = registry::open("yavalath").unwrap();
    session.use_proofs(Some(proof_file(&proofs(&format!("review-{name}"))).unwrap())).unwrap();
    let found = run(&mut *session, &game, &request("yavalath", 300), &mut |_, _| {}).unwrap().unwrap();
    let page = html::page(&mut *session, &game, &html::turns_of(&found), Some(&found)).unwrap();
    (found, page)
}

#[test]
fn a_turn_that_gives_away_a_proved_win_is_marked() {
    // Three in a row: White has lost.
    let turns = format!("{TURNS} g5 f5 e3");
    let (found, page) = with_proofs("given", &turns);
    let [.., kept, resisted, given] = &found.turns[..] else { panic!("13 turns") };
    assert!(kept.proved && kept.proved_after && kept.gave_away.is_none(), "{kept:?}");
    assert_eq!((kept.before, kept.loss, kept.mate), (1.0, 0.0, Some(5)));
    assert!(resisted.proved && resisted.gave_away.is_none(), "{resisted:?}");
    assert_eq!((resisted.before, resisted.loss, resisted.mate), (0.0, 0.0, Some(-4)));
    assert_eq!((given.gave_away, given.before, given.after, given.mate), (Some(GivenResult::Win), 1.0, 0.0, Some(3)));
    assert_eq!(found.curve[10..], [1.0, 1.0, 1.0, 0.0]);
    assert!(page.contains("\"gaveAway\":\"win\""));
    // Nothing of it without the file, nor of turns that the file does not know.
    assert!(found.turns[..8].iter().all(|turn| !turn.proved));
    let plain = review(&game("yavalath", &turns), 300);
    assert!(plain.turns.iter().all(|turn| !turn.proved && turn.gave_away.is_none()));
    assert!(!serde_json::to_string(&plain.turns[..12]).unwrap().contains("roved"));
    let schema = serde_json::to_value(schemars::schema_for!(Review)).unwrap();
    assert!(jsonschema::validator_for(&schema).unwrap().is_valid(&serde_json::to_value(&found).unwrap()));
}

#[test]
fn what_is_proved_is_exact_and_of_what_is_not_known_nothing_is_claimed() {
    // After a2 Black wins at once or by a threat that cannot be met: that follows from what the file has.
    let (found, _) = with_proofs("lost", &format!("{TURNS} g5 f5 a2"));
    let lost = &found.turns[12];
    assert!(lost.proved && lost.proved_after && lost.gave_away == Some(GivenResult::Win), "{lost:?}");
    assert!(lost.win_missed && lost.after == 0.0, "{lost:?}");
    // After e2 the file knows nothing.
    let (found, _) = with_proofs("unknown", &format!("{TURNS} g5 f5 e2"));
    let unknown = &found.turns[12];
    assert!(unknown.proved && !unknown.proved_after && unknown.gave_away.is_none(), "{unknown:?}");
    assert_eq!(unknown.before, 1.0);
    // The game ends in a position that is known.
    let (found, _) = with_proofs("open", &format!("{TURNS} g5 f5"));
    assert_eq!(found.curve[10..], [1.0; 3]);
    assert!(found.turns[11].proved_after);
}
