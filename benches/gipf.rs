//! How fast GIPF is played, counted and judged.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quintet::bits::Rng;
use quintet::game::*;
use quintet::games::gipf::{Gipf, Setup, Variant};
use rand::SeedableRng;
use std::hint::black_box;

fn perft(position: &Gipf, depth: usize) -> u64 {
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let mut list = MoveList::new();
    if position.outcome().is_none() {
        position.moves(&mut list);
    }
    let mut leaves = 0;
    for mv in list {
        let mut child = *position;
        child.play(mv);
        leaves += perft(&child, depth - 1);
    }
    leaves
}

/// Positions in which somebody is to push, from random games.
fn sample(setup: &Setup) -> Vec<Gipf> {
    let mut rng = Rng::seed_from_u64(1);
    let mut sample = Vec::new();
    while sample.len() < 1_000 {
        let mut position = Gipf::start(setup);
        while position.outcome().is_none() {
            if position.settled() {
                sample.push(position);
            }
            position.play(position.random_move(&mut rng));
        }
    }
    sample.truncate(1_000);
    sample
}

fn gipf(c: &mut Criterion) {
    for (name, variant) in
        [("gipf", Variant::Basic), ("gipf-standard", Variant::Standard), ("gipf-tournament", Variant::Tournament)]
    {
        let setup = Setup::new(variant);
        let start = Gipf::start(&setup);
        let positions = sample(&setup);
        let mut group = c.benchmark_group(name);
        group.throughput(Throughput::Elements(1));
        let mut rng = Rng::seed_from_u64(2);
        group.bench_function("playout", |b| b.iter(|| black_box(start).playout(&mut rng)));

        group.throughput(Throughput::Elements(perft(&start, 4)));
        group.bench_function("perft 4", |b| b.iter(|| perft(black_box(&start), 4)));

        group.throughput(Throughput::Elements(positions.len() as u64));
        group.bench_function("evaluate", |b| {
            b.iter(|| positions.iter().map(|p| p.evaluate(p.to_move())).sum::<i32>());
        });
        group.bench_function("key", |b| b.iter(|| positions.iter().fold(0, |sum, p| sum ^ p.key())));
        let mut list = MoveList::new();
        group.bench_function("outlook", |b| {
            b.iter(|| {
                for position in &positions {
                    list.clear();
                    black_box(position.outlook(&mut list));
                }
            });
        });

        let moves: usize = positions.iter().map(Gipf::count_moves).sum();
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function("moves and play", |b| {
            b.iter(|| {
                for position in &positions {
                    list.clear();
                    position.moves(&mut list);
                    for &mv in &list {
                        let mut child = *position;
                        child.play(mv);
                        black_box(&child);
                    }
                }
            });
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    targets = gipf
}
criterion_main!(benches);
