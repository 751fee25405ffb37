//! Laws that hold for every game, checked along random games.

use super::{legal, perft};
use quintet::board::bits::{Rng, random_below};
use quintet::game::*;
use rand::SeedableRng;
use std::collections::HashMap;

/// Checks every law along random games from `start` over about `positions` positions.
pub fn check<G: Playable>(setup: &G::Setup, positions: usize, seed: u64) {
    let start = G::start(setup);
    let mut rng = Rng::seed_from_u64(seed);
    let mut seen = 0;
    while seen < positions {
        let mut position = start;
        for ply in 0..G::PLAYOUT_CAP {
            texts(setup, &position);
            if position.outcome().is_some() {
                ended(&position);
                break;
            }
            let moves = legal(&position);
            decisions(&position, &moves);
            evaluations(&position);
            if G::PLAYERS > 2 || seen % 31 == 0 {
                evaluations_of_children(&position, &moves);
            }
            skipped(setup, &position, &moves);
            if ply % 7 == 3 {
                symmetries(&position, &moves);
            }
            if seen % 211 == 0 {
                uniform(&position, &moves, &mut rng);
                tactics(&position, &moves);
                super::pictures::check(setup, &position);
            }
            position.play(moves[random_below(&mut rng, moves.len() as u32) as usize]);
            seen += 1;
        }
    }
    let outcomes: Vec<Outcome> = (0..50).map(|_| start.playout(&mut rng)).collect();
    assert!(outcomes.iter().any(|o| *o != outcomes[0]), "fifty random games all end alike");
}

/// Checks what holds for every position that can be read, whether a game leads to it or not.
pub fn anywhere<G: Playable>(setup: &G::Setup, position: &G) {
    /// What follows from more decisions than these would take too long to look at.
    const MANY: usize = 40;
    texts(setup, position);
    if position.outcome().is_some() {
        ended(position);
        return;
    }
    let moves = legal(position);
    decisions(position, &moves);
    evaluations(position);
    evaluations_of_children(position, &moves);
    skipped(setup, position, &moves);
    super::pictures::check(setup, position);
    if moves.len() <= MANY {
        tactics(position, &moves);
    }
    for index in 0..G::SYMMETRIES {
        let turned = position.transform(index);
        assert_eq!(turned.count_moves(), moves.len());
        is_worth_as_much(&turned, position);
    }
    if let Some(other) = position.exchange_sides() {
        assert_eq!((other.exchange_sides(), other.count_moves()), (Some(*position), moves.len()));
    }
}

/// Position text round-trips, and a position built from scratch has the key that was kept up to date.
fn texts<G: Playable>(setup: &G::Setup, position: &G) {
    let text = position.position_text();
    let again = G::read_position(setup, &text).unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_eq!(again.position_text(), text);
    assert_eq!(again.key(), position.key(), "key of {text}");
    assert_eq!(again.outcome(), position.outcome(), "result of {text}");
    assert_eq!(again.to_move(), position.to_move(), "player to move in {text}");
    assert_eq!(again, *position, "{text}");
}

/// The shares of a finished game sum to 1 and it counts no moves.
fn ended<G: Playable>(position: &G) {
    let outcome = position.outcome().unwrap();
    let sum: f32 = (0..G::PLAYERS).map(|p| outcome.payoff(Player::new(p))).sum();
    assert!((sum - 1.0).abs() < 1e-6);
    assert!(u32::from(outcome.mask()) < 1 << G::PLAYERS);
    assert_eq!(position.count_moves(), 0);
}

/// There is a decision, each is listed once, within the range of codes, and survives its own text.
fn decisions<G: Playable>(position: &G, moves: &[Move]) {
    assert!(!moves.is_empty(), "no decision in {}", position.position_text());
    assert_eq!(position.count_moves(), moves.len());
    for &mv in moves {
        assert!((mv.code() as usize) < G::MOVE_CODES);
        let text = position.move_text(mv);
        assert!(!text.is_empty() && !text.contains(char::is_whitespace));
        assert_eq!(position.read_move(&text), Ok(mv));
        assert_eq!(position.read_turn(&text.to_uppercase()).unwrap().last(), Some(&mv), "{text}");
        assert_eq!(position.turn_text(&[mv]), text);
    }
    assert!(moves.iter().collect::<std::collections::HashSet<_>>().len() == moves.len());
}

/// Evaluations are within range, sum to zero between two, and their parts add up.
fn evaluations<G: Playable>(position: &G) {
    let scores: Vec<i32> = (0..G::PLAYERS).map(|p| position.evaluate(Player::new(p))).collect();
    assert!(scores.iter().all(|s| s.abs() < EVAL_LIMIT));
    if G::PLAYERS == 2 {
        assert_eq!(scores[0], -scores[1], "{}", position.position_text());
    }
    assert_eq!(position.terms().iter().map(|t| t.1).sum::<i32>(), scores[0], "{}", position.position_text());
}

/// What children have in common changes nothing in their evaluations.
fn evaluations_of_children<G: Playable>(position: &G, moves: &[Move]) {
    for &mv in moves {
        let mut child = *position;
        child.play(mv);
        if child.outcome().is_some() {
            continue;
        }
        let all = child.evaluate_all(position);
        for (player, &score) in all[..G::PLAYERS].iter().enumerate() {
            assert_eq!(score, child.evaluate(Player::new(player)), "{}", child.position_text());
        }
    }
}

/// A skipped turn leaves everything as it is but whose turn it is, and who may swap or repeat; where searches prune by
/// it, a second one leaves not even that.
fn skipped<G: Playable>(setup: &G::Setup, position: &G, moves: &[Move]) {
    let Some(next) = position.skip() else { return };
    texts(setup, &next);
    let text = position.position_text();
    assert_ne!(next.to_move(), position.to_move(), "{text}");
    assert_ne!(next.key(), position.key(), "{text}");
    assert!(next.is_evaluable() && (next.outcome().is_some() || !legal(&next).is_empty()), "{text}");
    if position.params().null_move_depth == NEVER {
        return;
    }
    let again = next.skip().unwrap_or_else(|| panic!("no second turn can be skipped in {text}"));
    assert_eq!((again.to_move(), legal(&again)), (position.to_move(), moves.to_vec()), "{text}");
    assert_eq!(again.evaluate(Player::FIRST), position.evaluate(Player::FIRST), "{text}");
}

/// A turned board has the same evaluation, unless that sees squares.
fn is_worth_as_much<G: Playable>(turned: &G, position: &G) {
    if G::TURNS_ALIKE {
        let text = position.position_text();
        assert_eq!(turned.evaluate(Player::FIRST), position.evaluate(Player::FIRST), "{text}");
    }
}

/// Turned boards have the same number of continuations, the same evaluation unless it sees squares, and turned
/// decisions lead to turned positions; exchanged sides exchange the evaluation.
fn symmetries<G: Playable>(position: &G, moves: &[Move]) {
    assert_eq!(position.transform(0), *position);
    for index in 0..G::SYMMETRIES {
        let turned = position.transform(index);
        assert_eq!(perft(&turned, 2), perft(position, 2));
        is_worth_as_much(&turned, position);
        for &mv in moves.iter().step_by(5) {
            let (mut a, mut b) = (*position, turned);
            a.play(mv);
            b.play(G::transform_move(mv, index));
            assert_eq!(a.transform(index), b, "{} {}", position.position_text(), position.move_text(mv));
            assert_eq!(a.transform(index).key(), b.key());
        }
    }
    if let Some(other) = position.exchange_sides() {
        assert_eq!(other.exchange_sides(), Some(*position));
        assert_eq!(perft(&other, 2), perft(position, 2));
        let sorted = |mut moves: Vec<Move>| {
            moves.sort_unstable();
            moves
        };
        assert_eq!(sorted(legal(&other)), sorted(moves.to_vec()), "decisions of {}", position.position_text());
        for p in 0..2 {
            let (a, b) = (position.evaluate(Player::new(p)), other.evaluate(Player::new(1 - p)));
            assert_eq!(a, b, "{}", position.position_text());
        }
    }
}

/// `random_move` picks from exactly the listed moves, each equally often (chi-square below a bound that a fair
/// choice exceeds once in about a million tests).
fn uniform<G: Playable>(position: &G, moves: &[Move], rng: &mut Rng) {
    let per_move = 200;
    let mut counts: HashMap<Move, u32> = HashMap::new();
    for _ in 0..per_move * moves.len() {
        *counts.entry(position.random_move(rng)).or_default() += 1;
    }
    assert!(counts.keys().all(|mv| moves.contains(mv)), "an unlisted move in {}", position.position_text());
    let excess = |mv| f64::from(counts.get(mv).copied().unwrap_or(0)) - f64::from(per_move as u32);
    let chi: f64 = moves.iter().map(|mv| excess(mv).powi(2) / f64::from(per_move as u32)).sum();
    let freedom = (moves.len() - 1) as f64;
    assert!(chi <= freedom + 6.0 * (2.0 * freedom).sqrt() + 12.0, "chi² {chi} in {}", position.position_text());
}

/// What a search may ask before it searches: legal moves only, nothing lost that matters, right where it decides.
fn tactics<G: Playable>(position: &G, moves: &[Move]) {
    let text = position.position_text();
    let mut list = MoveList::new();
    let threats = position.threats();
    let exact = position.relevant_moves(&threats, &mut list);
    assert!(!list.is_empty());
    assert!(list.iter().all(|mv| moves.contains(mv)), "an illegal move among the relevant ones");
    // A search may ask for the list only once it needs it.
    let mut pressing = MoveList::new();
    assert_eq!(position.pressing_moves(&threats, &mut pressing), exact, "{text}");
    if exact == Status::Open && pressing.is_empty() {
        position.open_moves(&threats, &mut pressing);
    }
    assert_eq!(pressing, list, "{text}");
    let cheap = position.status(&threats);
    let unanswered = cheap == Status::Forced && matches!(exact, Status::Decided(..));
    assert!(cheap == Status::Open || cheap == exact || unanswered, "{text}");
    if cheap == Status::Open {
        let mut list = MoveList::new();
        position.noisy_moves(&mut list);
        position.threat_moves(&threats, &mut list);
        assert!(list.iter().all(|mv| moves.contains(mv)), "an illegal noisy move or threat");
    }
    // The threats of a child that are made of its parent's are those from scratch.
    for &mv in moves {
        let mut child = *position;
        child.play(mv);
        if child.outcome().is_none() {
            let (derived, fresh) = (child.threats_after(&threats), child.threats());
            assert_eq!(answers(&child, &derived), answers(&child, &fresh), "{text} {}", position.move_text(mv));
        }
    }
    if let Status::Decided(outcome, plies) = exact
        && G::PLAYERS == 2
        && plies <= 3
    {
        let (value, distance) = solve(position, u32::from(plies));
        assert_eq!((value, distance), (Some(outcome), u32::from(plies)), "{}", position.position_text());
    }
}

/// All that depends on the threats of a position.
fn answers<G: Playable>(position: &G, threats: &G::Threats) -> (Status, Status, [MoveList; 3]) {
    let [mut relevant, mut threatening, mut forcing] = [const { MoveList::new_const() }; 3];
    let (status, exact) = (position.status(threats), position.relevant_moves(threats, &mut relevant));
    if !matches!(exact, Status::Decided(..)) {
        position.threat_moves(threats, &mut threatening);
    }
    if status == Status::Open {
        position.forcing_moves(threats, &mut forcing);
    }
    (status, exact, [relevant, threatening, forcing])
}

/// Plain minimax for two players: the outcome, if it is forced within `depth` plies, and how soon.
fn solve<G: Playable>(position: &G, depth: u32) -> (Option<Outcome>, u32) {
    if let Some(outcome) = position.outcome() {
        return (Some(outcome), 0);
    }
    if depth == 0 {
        return (None, 0);
    }
    let me = position.to_move();
    let children: Vec<_> = legal(position)
        .into_iter()
        .map(|mv| {
            let mut child = *position;
            child.play(mv);
            let (outcome, distance) = solve(&child, depth - 1);
            (outcome, distance + 1)
        })
        .collect();
    // Wins soonest first, then the unknown and draws, then losses latest first.
    let rank = |&(outcome, distance): &(Option<Outcome>, u32)| match outcome.and_then(Outcome::winner) {
        Some(winner) if winner == me => 1_000 - distance as i32,
        Some(_) => -1_000 + distance as i32,
        None => 0,
    };
    let best = children.into_iter().max_by_key(rank).unwrap();
    if best.0.is_none() { (None, 0) } else { best }
}
