//! How fast the rules and the evaluation of each game are: `cargo bench --bench games [-- FILTER]`, for example
//! `-- gipf/`. All on one thread.
#![allow(missing_docs)]

use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use quintet::board::bits::Rng;
use quintet::game::{Game, MoveList, Playable, Player, Searchable, Tactics};
use quintet::registry::{self, GameEntry, Visitor};
use rand::SeedableRng;
use std::hint::black_box;

/// Sequences of exactly `depth` decisions, the last ply counted in bulk.
fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let mut list = MoveList::new();
    if position.outcome().is_none() {
        position.moves(&mut list);
    }
    list.iter()
        .map(|&mv| {
            let mut child = *position;
            child.play(mv);
            perft(&child, depth - 1)
        })
        .sum()
}

/// Positions along random games in which a search would evaluate.
fn sample<G: Tactics>(start: &G) -> Vec<G> {
    const COUNT: usize = 1_000;
    let mut rng = Rng::seed_from_u64(1);
    let mut sample = Vec::new();
    while sample.len() < COUNT {
        let mut position = *start;
        for _ in 0..200 {
            if position.outcome().is_some() {
                break;
            }
            if position.is_evaluable() {
                sample.push(position);
            }
            position.play(position.random_move(&mut rng));
        }
    }
    sample.truncate(COUNT);
    sample
}

/// `work` on each of the sample.
fn each<G: Game, R>(group: &mut BenchmarkGroup<WallTime>, name: &str, sample: &[G], work: impl Fn(&G) -> R) {
    group.bench_function(name, |b| {
        b.iter(|| {
            for position in sample {
                black_box(work(black_box(position)));
            }
        });
    });
}

/// Measures a game: playouts from `start`, everything else from `middle` on.
fn game<G: Searchable>(criterion: &mut Criterion, name: &str, start: G, middle: G) {
    let mut rng = Rng::seed_from_u64(2);
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |b| b.iter(|| black_box(start).playout(&mut rng)));
    group.throughput(Throughput::Elements(perft(&middle, 4)));
    group.sample_size(10).bench_function("perft 4", |b| b.iter(|| perft(black_box(&middle), 4)));

    let sample = sample(&middle);
    group.sample_size(50).throughput(Throughput::Elements(sample.len() as u64));
    each(&mut group, "evaluate", &sample, |position| position.evaluate(Player::FIRST));
    each(&mut group, "key", &sample, G::key);
    each(&mut group, "count_moves", &sample, G::count_moves);
    each(&mut group, "moves", &sample, |position| {
        let mut list = MoveList::new();
        position.moves(&mut list);
        list.len()
    });
    each(&mut group, "relevant_moves", &sample, |position| {
        let mut list = MoveList::new();
        (position.relevant_moves(&position.threats(), &mut list), list.len())
    });
    // One random decision each, so that the branches of `play` are as hard to predict as in a search.
    let decisions: Vec<_> = sample.iter().map(|position| (*position, position.random_move(&mut rng))).collect();
    group.bench_function("copy and play", |b| {
        b.iter_batched_ref(
            || decisions.clone(),
            |decisions| decisions.iter_mut().for_each(|(position, mv)| position.play(*mv)),
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

/// Where the moves of a game that begins by setting up its pieces become those of its middle.
const MIDDLES: &[(&str, &str)] =
    &[("yinsh", "f6 e5 g7 e7 g5 f8 d5 f4 h7 e4"), ("yinsh-blitz", "f6 e5 g7 e7 g5 f8 d5 f4 h7 e4")];

struct Measure<'a>(&'a mut Criterion);

impl Visitor for Measure<'_> {
    type Output = ();

    fn visit<G: Playable>(self, entry: &'static GameEntry, setup: &G::Setup) {
        let start = G::start(setup);
        let moves = MIDDLES.iter().find(|(name, _)| *name == entry.name).map_or("", |(_, moves)| moves);
        let middle = moves.split_whitespace().fold(start, |mut position, text| {
            position.play(position.read_move(text).expect("a legal move"));
            position
        });
        game(self.0, entry.name, start, middle);
    }
}

fn all(criterion: &mut Criterion) {
    for entry in registry::GAMES {
        registry::visit(entry.name, Measure(criterion));
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
