//! The law of values: what is said after a turn is what is said before the next, and no turn gains.

use super::games::random_game;
use quintet::board::bits::{Rng, random_below};
use quintet::records::Mark;
use quintet::registry::{self, GameLine};
use quintet::review::search::{ReviewRequest, run};
use quintet::review::{GameToReview, Limit, Review, html, marks};
use quintet::search::score::win_rate;
use quintet::search::{Kind, Limits, StopSource};
use quintet::session::{SearchRequest, Session};
use quintet::version::VERSION;
use rand::SeedableRng;

/// A game in which a search of few nodes plays now and then, so that both good and bad turns are in it.
fn mixed_game(name: &str, options: &[(&str, &str)], seed: u64) -> GameToReview {
    let mut session = registry::open(name).unwrap();
    options.iter().for_each(|(name, value)| session.set_option(name, value).unwrap());
    let mut rng = Rng::seed_from_u64(seed);
    let most = 12 + random_below(&mut rng, 28) as usize;
    while session.turns().len() < most && session.standing().outcome().is_none() {
        let turn = if random_below(&mut rng, 3) == 0 {
            session.random_turn(&mut rng)
        } else {
            let limits = Limits { nodes: Some(300), ..Limits::default() };
            let request = SearchRequest { limits, ..SearchRequest::default() };
            session.search(request).unwrap().1(&mut |_| {}).best
        };
        session.play(&turn).unwrap();
    }
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let line = GameLine { game: name.to_string(), options, start: None, moves: session.turns() };
    GameToReview { line, ..GameToReview::default() }
}

/// The law, of a review of a game that `session` is a session of.
#[track_caller]
fn check(review: &Review, session: &dyn Session) {
    let what = format!("{} {:?} {:?} by {}", review.game, review.options, review.limit, review.search);
    let sides = session.sides();
    let two = sides.iter().all(|&side| side < 2);
    for pair in review.turns.windows(2) {
        let [turn, next] = pair else { unreachable!() };
        let same = sides[turn.seat - 1] == sides[next.seat - 1];
        let (after, before) = (turn.after, if same { next.before } else { 1.0 - next.before });
        match two {
            true => assert!((after - before).abs() < 1e-9, "{what}: {turn:?} {next:?}"),
            // Of three only this is known: the others get no more than the rest.
            false => assert!(after <= before + 1e-9, "{what}: {turn:?} {next:?}"),
        }
    }
    for turn in &review.turns {
        assert!((0.0..=1.0).contains(&turn.before) && (0.0..=1.0).contains(&turn.after), "{what}: {turn:?}");
        assert!(turn.loss >= 0.0 && (turn.before - turn.after - turn.loss).abs() < 1e-9, "{what}: {turn:?}");
        // A turn that the search found to be the best gives nothing away.
        assert!(turn.turn != turn.best || turn.loss == 0.0, "{what}: {turn:?}");
        let is_good = turn.mark == Some(Mark::Good) && turn.turn == turn.best;
        assert!(is_good || turn.mark == marks::of_loss(turn.loss), "{what}: {turn:?}");
        let accuracy = (10.0 * marks::accuracy(turn.loss)).round() / 10.0;
        assert!((turn.accuracy - accuracy).abs() < 0.11, "{what}: {turn:?}");
        match (turn.mate, turn.cp) {
            (Some(mate), None) => {
                assert_eq!(turn.before, if mate > 0 { 1.0 } else { 0.0 }, "{what}: {turn:?}");
                assert!((1..=1_000).contains(&mate.abs()), "{what}: {turn:?}");
            }
            (None, Some(cp)) => assert!((win_rate(cp) - turn.before).abs() < 2e-3, "{what}: {turn:?}"),
            _ => panic!("{what}: {turn:?}"),
        }
    }
    // The curve is made of the same values, and ends with what the last turn leaves.
    let of_first = |seat: usize, share: f64| if two && sides[seat - 1] != sides[0] { 1.0 - share } else { share };
    for (turn, point) in review.turns.iter().zip(&review.curve) {
        assert!((of_first(turn.seat, turn.before) - point).abs() < 1e-9, "{what}: {turn:?} {point}");
    }
    if let (true, Some(turn), Some(point)) = (two, review.turns.last(), review.curve.last()) {
        assert!((of_first(turn.seat, turn.after) - point).abs() < 1e-9, "{what}: {turn:?} {point}");
    }
    // So what a side's turns give away adds up to what the game has brought the other.
    if two {
        let given = |of_first: bool| -> f64 {
            let turns = review.turns.iter().filter(|turn| (sides[turn.seat - 1] == sides[0]) == of_first);
            turns.map(|turn| turn.loss).sum()
        };
        let way = review.curve.last().unwrap() - review.curve[0];
        assert!((given(false) - given(true) - way).abs() < 1e-6, "{what}");
    }
    for seat in &review.seats {
        let own: Vec<f64> = review.turns.iter().filter(|turn| turn.seat == seat.seat).map(|turn| turn.loss).collect();
        let mean = own.iter().sum::<f64>() / own.len().max(1) as f64;
        assert!(seat.average_loss.is_none_or(|loss| (loss - mean).abs() < 1e-3), "{what}: {seat:?}");
    }
}

#[test]
fn rows_meet_in_every_review_of_every_game() {
    for (seed, name) in registry::names().enumerate() {
        for (kind, nodes) in [(Kind::AlphaBeta, 60), (Kind::AlphaBeta, 500), (Kind::Mcts, 100), (Kind::MctsEval, 60)] {
            for options in [&[][..], &[("Seats", "4")]] {
                if !options.is_empty() && name != "zen" {
                    continue;
                }
                let seed = seed as u64 + nodes;
                let games = [mixed_game(name, options, seed), random_game(name, 24, seed)];
                for game in games.iter().filter(|game| game.line.options.len() == options.len()) {
                    let mut session = game.line.session().unwrap();
                    let stop_token = StopSource::default().token();
                    let request = ReviewRequest {
                        limit: Limit::Nodes(nodes),
                        kind,
                        hash_kib: 1 << 10,
                        stop_token,
                        version: VERSION,
                    };
                    let found = run(&mut *session, game, &request, &mut |_, _| {}).unwrap().unwrap();
                    check(&found, &*session);
                    // What the page has is the same.
                    let page = html::page(&mut *session, game, &html::turns_of(&found), Some(&found)).unwrap();
                    let json = serde_json::to_string(&found.turns).unwrap();
                    assert!(page.contains(&json), "{name}");
                }
            }
        }
    }
}
