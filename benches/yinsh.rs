//! YINSH: `cargo bench --bench yinsh`.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use quintet::bits::Rng;
use quintet::game::{Evaluate, Game, MoveList, Notation, Player};
use quintet::games::yinsh::{Setup, Yinsh};
use rand::SeedableRng;
use std::hint::black_box;

/// Sequences of exactly `depth` decisions, the last counted without playing it.
fn perft(position: &Yinsh, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_moves() as u64;
    }
    let mut list = MoveList::new();
    position.moves(&mut list);
    list.into_iter()
        .map(|mv| {
            let mut child = *position;
            child.play(mv);
            perft(&child, depth - 1)
        })
        .sum()
}

fn placed() -> Yinsh {
    let mut position = Yinsh::start(&Setup::YINSH);
    for text in "f6 e5 g7 e7 g5 f8 d5 f4 h7 e4".split(' ') {
        position.play(position.read_move(text).expect("a legal placement"));
    }
    position
}

/// Positions with a ring to move, from random games, to walk through in turn.
fn middle_game() -> Vec<Yinsh> {
    let mut rng = Rng::seed_from_u64(1);
    let mut positions = Vec::new();
    while positions.len() < 1024 {
        let mut position = placed();
        while position.outcome().is_none() {
            if position.settled() {
                positions.push(position);
            }
            position.play(position.random_move(&mut rng));
        }
    }
    positions.truncate(1024);
    positions
}

fn benches(c: &mut Criterion) {
    let mut group = c.benchmark_group("yinsh");

    let mut rng = Rng::seed_from_u64(2);
    let start = Yinsh::start(&Setup::YINSH);
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |b| b.iter(|| start.playout(&mut rng)));

    let position = placed();
    group.throughput(Throughput::Elements(perft(&position, 4)));
    group.bench_function("perft 4", |b| b.iter(|| perft(black_box(&position), 4)));

    let positions = middle_game();
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("key", |b| {
        b.iter(|| positions.iter().fold(0, |sum, p| sum ^ black_box(p).key()));
    });
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|p| black_box(p).evaluate(Player::FIRST)).sum::<i32>());
    });
    group.bench_function("count_moves", |b| {
        b.iter(|| positions.iter().map(|p| black_box(p).count_moves()).sum::<usize>());
    });
    group.bench_function("moves", |b| {
        b.iter(|| {
            for position in &positions {
                let mut list = MoveList::new();
                position.moves(&mut list);
                black_box(&list);
            }
        });
    });
    group.bench_function("outlook", |b| {
        b.iter(|| {
            for position in &positions {
                let mut list = MoveList::new();
                black_box(position.outlook(&mut list));
            }
        });
    });

    // One random decision each, so that the branches of `play` are as hard to foretell as in a search.
    let moves: Vec<_> = positions.iter().map(|p| p.random_move(&mut rng)).collect();
    group.bench_function("play", |b| {
        b.iter_batched_ref(
            || positions.clone(),
            |positions| {
                for (position, &mv) in positions.iter_mut().zip(&moves) {
                    position.play(mv);
                }
            },
            BatchSize::LargeInput,
        );
    });
    group.finish();
}

criterion_group!(yinsh, benches);
criterion_main!(yinsh);
