//! Speeds of Zèn: `cargo bench --bench zen`.
#![allow(missing_docs)]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use quintet::bits::Rng;
use quintet::game::{Evaluate, Game, MoveList, Player};
use quintet::games::zen::{Setup, Variant, Zen};
use rand::SeedableRng;
use std::hint::black_box;

fn start() -> Zen {
    Zen::start(&Setup::new(Variant::Zen))
}

/// Positions along random games, of every age that such games reach.
fn samples() -> Vec<Zen> {
    let mut rng = Rng::seed_from_u64(1);
    let mut samples = Vec::new();
    while samples.len() < 1_000 {
        let mut position = start();
        for ply in 0..200 {
            position.play(position.random_move(&mut rng));
            if position.outcome().is_some() {
                break;
            }
            if ply % 8 == 0 {
                samples.push(position);
            }
        }
    }
    samples
}

fn perft(position: &Zen, depth: usize) -> u64 {
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let mut list = MoveList::new();
    if position.outcome().is_none() {
        position.moves(&mut list);
    }
    list.into_iter()
        .map(|mv| {
            let mut child = *position;
            child.play(mv);
            perft(&child, depth - 1)
        })
        .sum()
}

fn benches(criterion: &mut Criterion) {
    let samples = samples();
    let mut group = criterion.benchmark_group("zen");
    let mut rng = Rng::seed_from_u64(2);
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout within 300 plies", |b| b.iter(|| start().playout_within(300, &mut rng)));
    group.bench_function("playout", |b| b.iter(|| start().playout(&mut rng)));
    group.throughput(Throughput::Elements(8_344_204));
    group.sample_size(10).bench_function("perft 4 with bulk counting", |b| b.iter(|| perft(&start(), 4)));
    group.sample_size(50).throughput(Throughput::Elements(samples.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| samples.iter().map(|position| black_box(position).evaluate(Player::FIRST)).sum::<i32>())
    });
    group.bench_function("outlook", |b| {
        b.iter(|| {
            for position in &samples {
                let mut list = MoveList::new();
                black_box(black_box(position).outlook(&mut list));
                black_box(&list);
            }
        })
    });
    group.bench_function("moves", |b| {
        b.iter(|| {
            for position in &samples {
                let mut list = MoveList::new();
                black_box(position).moves(&mut list);
                black_box(&list);
            }
        })
    });
    let moves: Vec<_> = samples.iter().map(|position| (*position, position.random_move(&mut rng))).collect();
    group.bench_function("copy and play", |b| {
        b.iter_batched_ref(
            || moves.clone(),
            |moves| moves.iter_mut().for_each(|(position, mv)| position.play(*mv)),
            BatchSize::SmallInput,
        )
    });
    group.finish();
}

criterion_group!(zen, benches);
criterion_main!(zen);
