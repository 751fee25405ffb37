//! How fast the rules and the evaluation of Yavalath are: `cargo bench --bench yavalath`.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quintet::bits::Rng;
use quintet::game::{Evaluate, Game, MoveList, Player};
use quintet::games::yavalath::{Setup, Yavalath, Yavalath3};
use rand::SeedableRng;
use std::hint::black_box;

fn perft<G: Game>(position: &G, depth: usize) -> u64 {
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let mut list = MoveList::new();
    position.moves(&mut list);
    let count = |&mv| {
        let mut child = *position;
        child.play(mv);
        if child.outcome().is_some() { 0 } else { perft(&child, depth - 1) }
    };
    list.iter().map(count).sum()
}

fn game<G: Evaluate>(c: &mut Criterion, name: &str, start: G) {
    let mut rng = Rng::seed_from_u64(1);
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |b| b.iter(|| black_box(start).playout(&mut rng)));
    group.throughput(Throughput::Elements(perft(&start, 4)));
    group.bench_function("perft 4", |b| b.iter(|| perft(black_box(&start), 4)));
    let positions: Vec<G> = (0..64)
        .map(|i| {
            let mut position = start;
            for _ in 0..4 + i % 12 {
                let next = position.random_move(&mut rng);
                let mut child = position;
                child.play(next);
                if child.outcome().is_none() {
                    position = child;
                }
            }
            position
        })
        .collect();
    group.throughput(Throughput::Elements(64));
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|p| black_box(p).evaluate(Player::FIRST)).sum::<i32>());
    });
    group.bench_function("outlook", |b| {
        b.iter(|| {
            for position in &positions {
                let mut list = MoveList::new();
                black_box(black_box(position).outlook(&mut list));
                black_box(&list);
            }
        });
    });
}

fn all(c: &mut Criterion) {
    game(c, "yavalath", Yavalath::start(&Setup { swap: false }));
    game(c, "yavalath3", Yavalath3::start(&()));
}

criterion_group!(benches, all);
criterion_main!(benches);
