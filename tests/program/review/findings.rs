//! What a review finds.

use super::games::{game, of_turns, random_game, request, review};
use quintet::game::Rng;
use quintet::registry;
use quintet::review::search::{ReviewRequest, run};
use quintet::review::{Review, svg};
use quintet::search::StopSource;
use rand::SeedableRng;
use std::collections::BTreeMap;

#[test]
fn a_missed_win_and_a_blunder_are_found() {
    // White could win with d4 at turn 7, and does so at turn 9; Black could have stopped it in between.
    let found = review(&game("yavalath", "b2 h6 c3 g8 e5 d8 i5 h8 d4"), 4_000);
    let turn = &found.turns[6];
    assert!(turn.win_missed && turn.best == "d4" && turn.mate == Some(1), "{turn:?}");
    assert_eq!(turn.before, 1.0);
    let blunder = &found.turns[7];
    let is_bad = blunder.mark.is_some_and(|mark| ["?", "??"].contains(&mark.signs()));
    assert!(is_bad && blunder.after == 0.0 && blunder.best == "d4", "{blunder:?}");
    assert_eq!((found.turns[8].loss, found.curve[9]), (0.0, 1.0));
    assert_eq!(found.seats[0].wins_missed, 1);
    assert!(found.turning_points.contains(&8) || found.turns[7].before < 0.5);
    assert_eq!(found.result.unwrap().result, "p1win");
}

#[test]
fn reviews_with_nodes_are_the_same_each_time_in_every_game() {
    for (seed, name) in registry::names().enumerate() {
        let game = random_game(name, 12, seed as u64);
        let (one, two) = (review(&game, 300), review(&game, 300));
        assert_eq!(one, two, "{name}");
        assert_eq!((one.turns.len(), one.curve.len()), (game.line.moves.len(), game.line.moves.len() + 1));
        for turn in &one.turns {
            assert!((0.0..=1.0).contains(&turn.before) && (0.0..=1.0).contains(&turn.after), "{name}: {turn:?}");
            assert!(!turn.pv.is_empty() && (0.0..=100.0).contains(&turn.accuracy));
        }
        let marks: usize = one.seats.iter().flat_map(|seat| seat.marks.values()).sum();
        assert_eq!(marks, one.turns.iter().filter(|turn| turn.mark.is_some()).count());
    }
}

#[test]
fn who_plays_what_the_engine_would_is_accurate() {
    let mut session = registry::open("pentalath").unwrap();
    let mut rng = Rng::seed_from_u64(4);
    // Few turns: who stands lost loses nothing more with those that follow.
    for number in 0..8 {
        if session.standing().outcome().is_some() {
            break;
        }
        let turn = if number % 2 == 0 {
            let limits = quintet::search::Limits { nodes: Some(5_000), ..Default::default() };
            let request = quintet::session::SearchRequest { limits, ..Default::default() };
            session.search(request).unwrap().1(&mut |_| {}).best
        } else {
            session.random_turn(&mut rng)
        };
        session.play(&turn).unwrap();
    }
    let game = of_turns("pentalath", session.turns());
    let found = review(&game, 5_000);
    let accuracy = |seat: usize| found.seats[seat].accuracy.unwrap();
    assert!(accuracy(0) > 98.0 && accuracy(0) > accuracy(1) + 5.0, "{} {}", accuracy(0), accuracy(1));
}

#[test]
fn what_cannot_be_is_refused_and_what_is_stopped_ends() {
    let mut session = registry::open("yavalath").unwrap();
    let wrong = run(&mut *session, &game("yavalath", "e5 e5"), &request("yavalath", 10), &mut |_, _| {});
    assert!(wrong.unwrap_err().to_string().contains("e5"));
    let stops = StopSource::default();
    let request = ReviewRequest { stop_token: stops.token(), ..request("yavalath", u64::MAX) };
    stops.stop();
    assert_eq!(run(&mut *session, &game("yavalath", "e5 d4"), &request, &mut |_, _| {}), Ok(None));
}

#[test]
fn a_review_is_as_its_schema_says_and_its_curve_is_drawn() {
    let schema = serde_json::to_value(schemars::schema_for!(Review)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for name in ["yavalath3", "gipf", "zen"] {
        let options = if name == "zen" { [("Seats".to_string(), "4".to_string())].into() } else { BTreeMap::new() };
        let mut game = random_game(name, 9, 8);
        game.line.options = options;
        let found = review(&game, 100);
        let json = serde_json::to_value(&found).unwrap();
        let errors: Vec<String> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        let picture = svg::curve(&found);
        assert!(picture.starts_with("<svg") && picture.contains("<title>") && picture.contains("data-turn"));
    }
}
