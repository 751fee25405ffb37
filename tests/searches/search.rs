//! Every search gives what plain minimax gives: on random trees in which a player may move several times running,
//! with two and with three players, and on the last cells of Yavalath.

use crate::common::legal;
use crate::info_law::InfoLaw;
use quintet::board::bits::{hash_key, random_below};
use quintet::game::*;
use quintet::games::yavalath::{Setup, Yavalath, Yavalath3};
use quintet::search::mcts::tree::{ROOT, Tree};
use quintet::search::{Answer, Engine, Info, Kind, Limits, OutOfMemory, Root, SearchControl, Settings, Verdict, mcts};
use rand::SeedableRng;
use std::collections::BTreeSet;

/// A random tree for `N` players. The node is its hash: who moves, how many children it has, how it ends and what
/// it is thought to be worth are read off that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Toy<const N: usize> {
    hash: u64,
    left: u8,
}

impl<const N: usize> Game for Toy<N> {
    type Setup = (u64, u8);
    const PLAYERS: usize = N;
    const MOVE_CODES: usize = 8;
    const PLAYOUT_CAP: usize = 64;

    fn start(&(seed, left): &(u64, u8)) -> Self {
        Self { hash: hash_key(seed), left }
    }

    fn to_move(&self) -> Player {
        Player::new((self.hash >> 3) as usize % N)
    }

    fn outcome(&self) -> Option<Outcome> {
        let ended = self.left == 0 || (self.left < 4 && self.hash.is_multiple_of(5));
        ended.then(|| Outcome::shared(1 + ((self.hash >> 20) % ((1 << N) - 1)) as u8))
    }

    fn moves(&self, list: &mut MoveList) {
        list.extend((0..1 + (self.hash >> 40) as u16 % 4).map(Move::new));
    }

    fn play(&mut self, mv: Move) {
        *self = Self { hash: hash_key(self.hash ^ u64::from(mv.code())), left: self.left - 1 };
    }

    fn key(&self) -> u64 {
        self.hash
    }
}

impl<const N: usize> Tactics for Toy<N> {
    type Threats = ();

    fn threats(&self) {}
}

impl<const N: usize> Evaluate for Toy<N> {
    fn evaluate(&self, player: Player) -> i32 {
        let score = |player: usize| (hash_key(self.hash ^ (player as u64) << 50) % 1000) as i32 - 500;
        match (N, player.index()) {
            (2, 1) => -score(0),
            (_, player) => score(player),
        }
    }
}

/// A score of plain minimax for the root player: proven results beyond all evaluations, the sooner the further out.
fn plain<G: Searchable>(position: &G, root: Player, depth: u32, ply: i32) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome.payoff(root) {
            1.0 => 30_000 - ply,
            0.0 => ply - 30_000,
            share => ((share - 1.0 / G::PLAYERS as f32) * EVAL_LIMIT as f32) as i32,
        };
    }
    if depth == 0 {
        return position.evaluate(root);
    }
    let values = legal(position).into_iter().map(|mv| {
        let mut child = *position;
        child.play(mv);
        plain(&child, root, depth - u32::from(child.to_move() != position.to_move()), ply + 1)
    });
    if position.to_move() == root { values.max().unwrap() } else { values.min().unwrap() }
}

fn alpha_beta<G: Searchable>(position: G, depth: u32, threads: usize, selective: bool) -> Answer {
    let root = Root::new(position);
    let control = SearchControl::unstoppable(Limits { depth: Some(depth), ..Limits::default() });
    let settings = Settings { threads, hash_kib: 1 << 10, selective, ..Settings::default() };
    let mut law = InfoLaw::new(format!("depth {depth} on {threads} threads"), Some(Kind::AlphaBeta), 1);
    let answer = Engine::default().search(&root, &control, &settings, &mut |info| law.note_info(info, &position));
    law.end_answer(&answer, &position);
    answer
}

fn verdict(score: i32) -> Verdict {
    Verdict::of_score(score).unwrap()
}

fn alpha_beta_is_minimax<const N: usize>(threads: usize) {
    for seed in 0..300 / threads as u64 {
        let toy = Toy::<N>::start(&(seed, 4 + (seed % 7) as u8));
        if toy.outcome().is_some() {
            continue;
        }
        for depth in 1..6 {
            let expected = verdict(plain(&toy, toy.to_move(), depth, 0));
            let answer = alpha_beta(toy, depth, threads, false);
            // A shorter search that has proven the result is right as well.
            assert_eq!(answer.verdict, expected, "seed {seed} depth {depth}");
            let mut position = toy;
            for &mv in &answer.pv {
                assert!(legal(&position).contains(&mv), "an illegal move in the variation of seed {seed}");
                position.play(mv);
            }
        }
    }
}

#[test]
fn alpha_beta_is_minimax_for_two() {
    alpha_beta_is_minimax::<2>(1);
}

#[test]
fn alpha_beta_is_paranoid_minimax_for_three() {
    alpha_beta_is_minimax::<3>(1);
}

#[test]
fn alpha_beta_is_minimax_on_three_threads() {
    alpha_beta_is_minimax::<2>(3);
    alpha_beta_is_minimax::<3>(3);
}

/// The searches are long enough for threads to be interrupted by what others find.
#[test]
fn four_threads_find_the_score_of_one() {
    let mut nodes = 0;
    for seed in 0..200 {
        let toy = Toy::<2>::start(&(seed, 20));
        let depth = if seed % 2 == 0 { 6 } else { 20 };
        let [one, four] = [1, 4].map(|threads| alpha_beta(toy, depth, threads, false));
        assert_eq!(four.verdict, one.verdict, "seed {seed} depth {depth}");
        nodes += one.nodes;
    }
    assert!(nodes > 20_000_000, "{nodes} nodes are no work for four");
}

/// The outcomes that players who each maximise their own share may reach, whichever of equal decisions they take.
fn rational<G: Game>(position: &G) -> BTreeSet<u8> {
    if let Some(outcome) = position.outcome() {
        return [outcome.mask()].into();
    }
    let me = position.to_move();
    let share = |&mask: &u8| (Outcome::shared(mask).payoff(me) * 240.0) as i32;
    let children: Vec<BTreeSet<u8>> = legal(position)
        .into_iter()
        .map(|mv| {
            let mut child = *position;
            child.play(mv);
            rational(&child)
        })
        .collect();
    let reached = |(i, child): (usize, &BTreeSet<u8>)| {
        let others = children.iter().enumerate().filter(|&(j, _)| j != i);
        let bar = others.map(|(_, other)| other.iter().map(share).min().unwrap()).max().unwrap_or(0);
        child.iter().copied().filter(|mask| share(mask) >= bar).collect::<Vec<_>>()
    };
    children.iter().enumerate().flat_map(reached).collect()
}

/// Without values the tree grows by playouts, with them by evaluation.
type NewTree = fn(usize) -> Result<Tree, OutOfMemory>;
const TREES: [NewTree; 2] = [Tree::new, Tree::with_values];

/// Searches with `tree` for at most so many iterations; the answer and the outcome if it is proven.
fn mcts_solves<G: Searchable>(
    position: G,
    tree: &mut Tree,
    threads: usize,
    iterations: u64,
) -> Option<(Answer, Outcome)> {
    let root = Root::new(position);
    let limits = Limits { nodes: Some(iterations), ..Limits::default() };
    let settings = Settings { threads, seed: 3, ..Settings::default() };
    let kind = if tree.has_values() { Kind::MctsEval } else { Kind::Mcts };
    let mut law = InfoLaw::new(format!("{kind:?} on {threads} threads"), Some(kind), 1);
    let mut on_info = |info: &Info| law.note_info(info, &position);
    let (answer, _) = mcts::search(&root, &SearchControl::unstoppable(limits), tree, &settings, None, &mut on_info);
    law.end_answer(&answer, &position);
    tree.node(ROOT).proof().map(|(outcome, _)| (answer, outcome))
}

fn mcts_is_rational<const N: usize>(new: NewTree, threads: usize) {
    let mut solved = 0;
    for seed in 0..200 {
        let toy = Toy::<N>::start(&(1000 + seed, 4 + (seed % 5) as u8));
        if toy.outcome().is_some() {
            continue;
        }
        let (answer, outcome) = mcts_solves(toy, &mut new(8 << 10).unwrap(), threads, 400_000)
            .unwrap_or_else(|| panic!("seed {seed} is not solved"));
        let expected = rational(&toy);
        assert!(expected.contains(&outcome.mask()), "seed {seed}: {outcome:?} is not among {expected:?}");
        let share = outcome.payoff(toy.to_move());
        match answer.verdict {
            Verdict::Win(_) => assert_eq!(share, 1.0, "seed {seed}"),
            Verdict::Loss(_) => assert_eq!(share, 0.0, "seed {seed}"),
            Verdict::Score(_) | Verdict::Draw => assert!(share > 0.0 && share < 1.0, "seed {seed}"),
        }
        solved += 1;
    }
    assert!(solved > 150);
}

#[test]
fn mcts_proves_what_is_rational() {
    for new in TREES {
        mcts_is_rational::<2>(new, 1);
        mcts_is_rational::<3>(new, 1);
    }
}

#[test]
fn mcts_proves_what_does_not_fit_into_its_memory() {
    let toy = Toy::<2>::start(&(3, 23));
    let mut roomy = Tree::new(32 << 10).unwrap();
    let (_, outcome) = mcts_solves(toy, &mut roomy, 1, 4_000_000).expect("solved");
    assert!(roomy.hashfull() > 1000 / 16, "it takes more than 2 MiB");
    // One thread repeats itself. On two, their order decides: 120 searches took 0.7 to 3.8 million iterations.
    for (threads, iterations) in [(1, 4_000_000), (2, 40_000_000)] {
        let (_, again) = mcts_solves(toy, &mut Tree::new(1 << 10).unwrap(), threads, iterations).expect("solved");
        assert_eq!(again, outcome);
    }
}

#[test]
fn mcts_proves_what_is_rational_on_two_threads() {
    for new in TREES {
        mcts_is_rational::<2>(new, 2);
        mcts_is_rational::<3>(new, 2);
    }
}

/// Random positions with `cells` empty cells.
fn late_positions<G: Tactics>(setup: &G::Setup, cells: usize, count: usize) -> Vec<G> {
    let mut rng = Rng::seed_from_u64(5);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = G::start(setup);
        for _ in cells..61 {
            if position.outcome().is_some() {
                break;
            }
            // Random games end early; those that shun what ends them do not.
            let moves = legal(&position);
            let quiet: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|&mv| {
                    let mut child = position;
                    child.play(mv);
                    child.outcome().is_none() && child.status(&child.threats()) == Status::Open
                })
                .collect();
            let choice = if quiet.is_empty() { &moves } else { &quiet };
            position.play(choice[random_below(&mut rng, choice.len() as u32) as usize]);
        }
        if position.outcome().is_none() {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn the_end_of_yavalath_is_solved_exactly() {
    for position in late_positions::<Yavalath>(&Setup { swap: false }, 8, 40) {
        let expected = verdict(plain(&position, position.to_move(), 20, 0));
        assert_eq!(alpha_beta(position, 20, 1, false).verdict, expected);
        let reduced = alpha_beta(position, 20, 1, true).verdict;
        assert_eq!(std::mem::discriminant(&reduced), std::mem::discriminant(&expected));
        for new in TREES {
            let (answer, _) = mcts_solves(position, &mut new(8 << 10).unwrap(), 1, 400_000).expect("solved");
            assert_eq!(std::mem::discriminant(&answer.verdict), std::mem::discriminant(&expected));
        }
    }
}

#[test]
fn the_end_of_yavalath_for_three_is_solved_exactly() {
    for position in late_positions::<Yavalath3>(&(), 7, 40) {
        let expected = verdict(plain(&position, position.to_move(), 20, 0));
        assert_eq!(alpha_beta(position, 20, 1, false).verdict, expected);
    }
    for new in TREES {
        for position in late_positions::<Yavalath3>(&(), 7, 40) {
            let (_, outcome) = mcts_solves(position, &mut new(8 << 10).unwrap(), 1, 400_000).expect("solved");
            assert!(rational(&position).contains(&outcome.mask()));
        }
    }
}

#[test]
fn one_thread_and_a_node_limit_repeat_themselves() {
    let start = Yavalath::start(&Setup { swap: true });
    let root = Root::new(start);
    for kind in [Kind::AlphaBeta, Kind::Mcts, Kind::MctsEval] {
        let settings = Settings { kind, hash_kib: 4 << 10, seed: 9, ..Default::default() };
        let run = |engine: &mut Engine<Yavalath>| {
            let limits = Limits { nodes: Some(30_000), ..Limits::default() };
            let mut reported = vec![];
            let answer = engine.search(&root, &SearchControl::unstoppable(limits), &settings, &mut |info| {
                reported.push((info.nodes, info.pv.clone(), format!("{:?}", info.verdict)));
            });
            // Tree searches report when it is time to, but the last report is the end.
            (answer.pv, reported.pop())
        };
        let mut engine = Engine::default();
        let first = run(&mut engine);
        run(&mut engine);
        engine.clear(&settings);
        assert_eq!(run(&mut engine), first, "{kind:?} has forgotten");
        assert_eq!(run(&mut Engine::default()), first, "{kind:?} on a new engine");
    }
}

#[test]
fn a_tree_search_learns_on_when_its_memory_is_full() {
    let root = Root::new(Yavalath::start(&Setup { swap: true }));
    for (new, iterations) in TREES.into_iter().zip([40_000, 5_000]) {
        for threads in [1, 2] {
            let mut tree = new(1 << 10).unwrap();
            let limits = Limits { nodes: Some(iterations), ..Limits::default() };
            let settings = Settings { threads, seed: 3, ..Settings::default() };
            let mut reported = vec![];
            let mut on_info = |info: &Info| reported.push((info.nodes, info.hashfull));
            let control = SearchControl::unstoppable(limits);
            let (answer, had) = mcts::search(&root, &control, &mut tree, &settings, None, &mut on_info);
            assert_eq!(tree.node(ROOT).stats().visits() as u64, iterations);
            // Two threads may end anywhere, just before room is made as well.
            assert!((threads > 1 || !tree.is_full()) && tree.hashfull() > 250, "{} thousandths", tree.hashfull());
            assert_eq!(reported.last(), Some(&(iterations, tree.hashfull())));
            assert!(answer.pv.len() > 1 && had == threads);
        }
    }
}

/// The first decision settles the result, which is far off; the evaluation is sure of the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Lure {
    first: Option<Move>,
    left: u16,
}

impl Game for Lure {
    type Setup = ();
    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = 2;
    const PLAYOUT_CAP: usize = 300;

    fn start((): &()) -> Self {
        Self { first: None, left: 300 }
    }

    fn to_move(&self) -> Player {
        Player::FIRST
    }

    fn outcome(&self) -> Option<Outcome> {
        let wins = self.first == Some(Move::new(1));
        (self.left == 0).then(|| Outcome::win(if wins { Player::FIRST } else { Player::SECOND }))
    }

    fn moves(&self, list: &mut MoveList) {
        list.extend((0..if self.first.is_none() { 2 } else { 1 }).map(Move::new));
    }

    fn play(&mut self, mv: Move) {
        *self = Self { first: self.first.or(Some(mv)), left: self.left - 1 };
    }

    fn key(&self) -> u64 {
        hash_key(u64::from(self.left)) ^ self.first.map_or(0, |mv| 1 + u64::from(mv.code()))
    }
}

impl Tactics for Lure {
    type Threats = ();

    fn threats(&self) {}
}

impl Evaluate for Lure {
    fn evaluate(&self, player: Player) -> i32 {
        let score = if self.first == Some(Move::new(0)) { 500 } else { -500 };
        if player == Player::FIRST { score } else { -score }
    }
}

/// Matches everywhere measure by `mcts`, so it must not learn anything from an evaluation.
#[test]
fn one_tree_search_knows_only_playouts_and_the_other_only_evaluations() {
    for (kind, code) in [(Kind::Mcts, 1), (Kind::MctsEval, 0)] {
        let root = Root::new(Lure::start(&()));
        let settings = Settings { kind, hash_kib: 1 << 10, ..Default::default() };
        let limits = Limits { nodes: Some(100), ..Limits::default() };
        let answer = Engine::default().search(&root, &SearchControl::unstoppable(limits), &settings, &mut |_| {});
        assert_eq!(answer.pv[0], Move::new(code), "{kind:?}");
    }
}

/// A board on which the defender chooses between two ways, from both of which the attacker wins at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Detour(u16);

impl Game for Detour {
    type Setup = ();
    const PLAYERS: usize = 2;
    const MOVE_CODES: usize = 2;
    const PLAYOUT_CAP: usize = 9;
    const REPETITION: bool = true;

    fn start((): &()) -> Self {
        Self(0)
    }

    fn to_move(&self) -> Player {
        if self.0 == 1 { Player::SECOND } else { Player::FIRST }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.0 == 4).then(|| Outcome::win(Player::FIRST))
    }

    fn moves(&self, list: &mut MoveList) {
        list.extend((0..if self.0 == 1 { 2 } else { 1 }).map(Move::new));
    }

    fn play(&mut self, mv: Move) {
        self.0 = [1, 2 + mv.code(), 4, 4][usize::from(self.0)];
    }

    fn key(&self) -> u64 {
        hash_key(u64::from(self.0) + 77)
    }
}

impl Tactics for Detour {
    type Threats = ();

    fn threats(&self) {}
}

impl Evaluate for Detour {
    fn evaluate(&self, _: Player) -> i32 {
        0
    }
}

/// What was proven before a position stood on the board twice is not believed when its third time would be a draw.
#[test]
fn a_proof_does_not_lead_through_a_third_repetition() {
    let position = Detour::start(&());
    let way = Detour(2).key();
    for kind in Kind::ALL {
        let settings = Settings { kind, hash_kib: 1 << 10, ..Default::default() };
        let mut engine = Engine::default();
        let mut search = |played: &[u64]| {
            let root = Root { played: played.to_vec(), ..Root::new(position) };
            let limits = Limits { nodes: Some(3_000), depth: Some(8), ..Limits::default() };
            engine.search(&root, &SearchControl::unstoppable(limits), &settings, &mut |_| {}).verdict
        };
        assert_eq!(search(&[]), Verdict::win_in(3), "{kind:?}");
        assert_eq!(search(&[way]), Verdict::win_in(3), "{kind:?}: the second time is no draw");
        let drawn = search(&[way, position.key(), way]);
        assert!(matches!(drawn, Verdict::Score(_)), "{kind:?}: {drawn:?}");
        // Static tactics know no repetition, so what they tell is no proof while any third time would be a draw.
        let elsewhere = Detour(9).key();
        let sure = search(&[elsewhere, position.key(), elsewhere]);
        assert_eq!(sure, Verdict::Score(EVAL_LIMIT - 1), "{kind:?}");
        // And the other way round.
        assert_eq!(search(&[]), Verdict::win_in(3), "{kind:?}");
    }
}
