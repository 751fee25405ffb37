//! Forced wins of Yavalath: the engine finds them all, quickly.
//!
//! `tests/data/yavalath-wins.txt` holds a position a line: the number of plies within which the side to move wins,
//! and the position text. Each was found by a search without pruning and proved by trying everything, as the last tests do
//! again.

use crate::common::legal;
use quintet::board::bits::{Rng, random_below};
use quintet::game::{Game, Move, MoveList, Notation, Outcome, Status, Tactics};
use quintet::games::yavalath::{Setup, Yavalath};
use quintet::search::{Engine, Kind, Limits, Root, SearchControl, Settings, Verdict};
use rand::SeedableRng;
use std::collections::HashMap;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/yavalath-wins.txt");

fn positions() -> Vec<(u32, Yavalath)> {
    let text = std::fs::read_to_string(FILE).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let (plies, position) = line.split_once(' ').unwrap();
        (plies.parse().unwrap(), Yavalath::read_position(&Setup { swap: false }, position).unwrap())
    };
    lines.map(read).collect()
}

#[test]
fn every_forced_win_is_found() {
    /// What one core searches in well under a second.
    const NODES: u64 = 4_000_000;
    let positions = positions();
    assert!(positions.len() >= 50);
    let mut most = 0;
    for (plies, position) in positions {
        let settings = Settings::default();
        let control = SearchControl::unstoppable(Limits { nodes: Some(NODES), ..Limits::default() });
        let root = Root::new(position);
        let mut nodes = 0;
        let answer = Engine::default().search(&root, &control, &settings, &mut |info| nodes = info.nodes);
        most = most.max(nodes);
        let text = position.position_text();
        assert!(matches!(answer.verdict, Verdict::Win(_)), "{plies} plies, {nodes} nodes: {text}");
    }
    println!("the hardest took {most} nodes");
}

#[test]
fn wins_are_played_threes_are_shunned_and_threats_are_blocked() {
    let mut rng = Rng::seed_from_u64(77);
    let (mut wins, mut blocks) = (0, 0);
    for _ in 0..1_500 {
        let Some(position) = random_position(&mut rng) else { continue };
        let moves = legal(&position);
        let me = position.to_move();
        let after = |mv: Move| {
            let mut child = position;
            child.play(mv);
            child
        };
        for kind in [Kind::AlphaBeta, Kind::Mcts, Kind::MctsEval] {
            let settings = Settings { kind, hash_kib: 1 << 10, ..Settings::default() };
            let control = SearchControl::unstoppable(Limits { nodes: Some(2_000), ..Limits::default() });
            let root = Root::new(position);
            let chosen = after(Engine::default().search(&root, &control, &settings, &mut |_| {}).pv[0]);
            let text = position.position_text();
            if moves.iter().any(|&mv| after(mv).outcome() == Some(Outcome::win(me))) {
                wins += 1;
                assert_eq!(chosen.outcome(), Some(Outcome::win(me)), "{text}");
                continue;
            }
            let lives = |child: &Yavalath| child.outcome() != Some(Outcome::loss(me));
            if moves.iter().any(|&mv| lives(&after(mv))) {
                assert!(lives(&chosen), "{text}");
            }
            let safe = |child: &Yavalath| lives(child) && !wins_at_once(child);
            if moves.iter().any(|&mv| safe(&after(mv))) {
                blocks += usize::from(!moves.iter().all(|&mv| safe(&after(mv))));
                assert!(safe(&chosen), "{text}");
            }
        }
    }
    assert!(wins > 15 && blocks > 1_000, "{wins} {blocks}");
}

/// A position after some random moves, none of which loses by itself.
fn random_position(rng: &mut Rng) -> Option<Yavalath> {
    let mut position = Yavalath::start(&Setup { swap: false });
    for _ in 0..8 + random_below(rng, 14) {
        let mut list = MoveList::new();
        position.relevant_moves(&position.threats(), &mut list);
        position.play(list[random_below(rng, list.len() as u32) as usize]);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(position)
}

fn wins_at_once(position: &Yavalath) -> bool {
    let me = position.to_move();
    position.outcome().is_none()
        && legal(position).into_iter().any(|mv| {
            let mut child = *position;
            child.play(mv);
            child.outcome() == Some(Outcome::win(me))
        })
}

/// Whether the side to move wins within `plies`, by trying every move and every reply. `None` once `budget` is spent.
fn proves(position: &Yavalath, plies: u32, known: &mut HashMap<(u64, u32), bool>, budget: &mut u64) -> Option<bool> {
    if wins_at_once(position) {
        return Some(true);
    }
    if plies < 3 {
        return Some(false);
    }
    if let Some(&result) = known.get(&(position.key(), plies)) {
        return Some(result);
    }
    *budget = budget.checked_sub(1)?;
    let children = |position: &Yavalath| -> Vec<Yavalath> {
        let play = |mv| {
            let mut child = *position;
            child.play(mv);
            child
        };
        legal(position).into_iter().map(play).collect()
    };
    // A move that threatens to win is tried first: it leaves few replies.
    let mut tries: Vec<Yavalath> =
        children(position).into_iter().filter(|child| child.outcome().is_none() && !wins_at_once(child)).collect();
    tries.sort_by_key(|child| child.status(&child.threats()) == Status::Open);
    let mut found = false;
    for child in tries {
        let mut all = true;
        for reply in children(&child) {
            let lost = match reply.outcome() {
                Some(outcome) => outcome == Outcome::win(position.to_move()),
                None => proves(&reply, plies - 2, known, budget)?,
            };
            if !lost {
                all = false;
                break;
            }
        }
        if all {
            found = true;
            break;
        }
    }
    known.insert((position.key(), plies), found);
    Some(found)
}

/// How many of the wins are proved with a budget of positions for each.
fn proved_with(budget: u64) -> usize {
    let is_proved = |(plies, position): &(u32, Yavalath)| {
        let proof = proves(position, *plies, &mut HashMap::new(), &mut budget.clone());
        assert_ne!(proof, Some(false), "no win in {plies}: {}", position.position_text());
        proof == Some(true)
    };
    positions().iter().filter(|win| is_proved(win)).count()
}

#[test]
fn short_wins_are_wins_whatever_the_other_side_does() {
    let proved = proved_with(2_000);
    assert!(proved >= 30, "{proved}");
}

#[test]
#[ignore = "long: every win"]
fn long_all_wins_are_wins_whatever_the_other_side_does() {
    assert_eq!(proved_with(300_000), positions().len());
}
