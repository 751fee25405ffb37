//! How fast the rules and the evaluation of each game are: `cargo bench --bench games [-- FILTER]`, for example
//! `-- gipf/`. All on one thread.
#![allow(missing_docs)]

use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use quintet::board::bits::Rng;
use quintet::game::{Game, MoveList, Notation, Player, Searchable, Tactics};
use quintet::games::gipf::{self, Gipf, Variant};
use quintet::games::pentalath::{self, Pentalath};
use quintet::games::yavalath::{self, Yavalath, Yavalath3};
use quintet::games::yinsh::{self, Yinsh};
use quintet::games::zen::{self, Zen};
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
    // One random decision each, so that the branches of `play` are as hard to foretell as in a search.
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

fn yinsh(criterion: &mut Criterion, name: &str, setup: &yinsh::Setup) {
    let start = Yinsh::start(setup);
    let mut placed = start;
    for text in "f6 e5 g7 e7 g5 f8 d5 f4 h7 e4".split(' ') {
        placed.play(placed.read_move(text).expect("a legal placement"));
    }
    game(criterion, name, start, placed);
}

/// A game whose start is as good a position as any.
fn from_start<G: Searchable>(criterion: &mut Criterion, name: &str, setup: &G::Setup) {
    let start = G::start(setup);
    game(criterion, name, start, start);
}

fn all(criterion: &mut Criterion) {
    from_start::<Yavalath>(criterion, "yavalath", &yavalath::Setup { swap: false });
    from_start::<Yavalath3>(criterion, "yavalath3", &());
    from_start::<Pentalath>(criterion, "pentalath", &pentalath::Setup::default());
    from_start::<Gipf>(criterion, "gipf", &gipf::Setup::new(Variant::Basic));
    from_start::<Gipf>(criterion, "gipf-standard", &gipf::Setup::new(Variant::Standard));
    from_start::<Gipf>(criterion, "gipf-tournament", &gipf::Setup::new(Variant::Tournament));
    yinsh(criterion, "yinsh", &yinsh::Setup::YINSH);
    yinsh(criterion, "yinsh-blitz", &yinsh::Setup::BLITZ);
    from_start::<Zen>(criterion, "zen", &zen::Setup::new(zen::Variant::Zen));
    from_start::<Zen>(criterion, "zen-free", &zen::Setup::new(zen::Variant::Free));
}

criterion_group!(benches, all);
criterion_main!(benches);
