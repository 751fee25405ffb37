//! How fast Pentalath's rules, playouts and evaluation are.
#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quintet::bits::Rng;
use quintet::game::{Evaluate, Game, Move, MoveList, Notation};
use quintet::games::pentalath::{Pentalath, Setup};
use rand::SeedableRng;
use std::hint::black_box;

/// The number of sequences of `depth` decisions, the last one counted in bulk.
fn perft(position: &Pentalath, depth: usize) -> u64 {
    if depth <= 1 {
        return position.count_moves() as u64;
    }
    if position.outcome().is_some() {
        return 0;
    }
    let mut list = MoveList::new();
    position.moves(&mut list);
    let child = |mv: &Move| {
        let mut child = *position;
        child.play(*mv);
        perft(&child, depth - 1)
    };
    list.iter().map(child).sum()
}

/// Positions of random games, none of them finished.
fn sample() -> Vec<Pentalath> {
    let mut rng = Rng::seed_from_u64(1);
    let mut sample = Vec::new();
    while sample.len() < 1000 {
        let mut position = Pentalath::start(&Setup::default());
        while position.outcome().is_none() {
            sample.push(position);
            position.play(position.random_move(&mut rng));
        }
    }
    sample
}

fn rules(c: &mut Criterion) {
    let start = Pentalath::start(&Setup::default());
    let mut rng = Rng::seed_from_u64(1);
    let mut group = c.benchmark_group("pentalath");
    group.throughput(Throughput::Elements(1));
    group.bench_function("playout", |b| b.iter(|| black_box(start).playout(&mut rng)));

    group.throughput(Throughput::Elements(perft(&start, 4)));
    group.bench_function("perft 4", |b| b.iter(|| perft(black_box(&start), 4)));
    let middle = middle();
    group.throughput(Throughput::Elements(perft(&middle, 4)));
    group.bench_function("perft 4 of a middle game", |b| b.iter(|| perft(black_box(&middle), 4)));
    group.finish();
}

/// Half full, with captures on the way.
fn middle() -> Pentalath {
    let text = "b1w1b/w2bw1/1bw1wb1/b1w1b2w/1wb1bw1b1/w1bw2b1/1b1wb1w/w1b1w1/b1w1b w no 0";
    Pentalath::read_position(&Setup::default(), text).expect("a possible position")
}

fn looks(c: &mut Criterion) {
    let sample = sample();
    let mut group = c.benchmark_group("pentalath, a position");
    group.throughput(Throughput::Elements(sample.len() as u64));
    let mut each = |name: &str, work: &dyn Fn(&Pentalath) -> usize| {
        group.bench_function(name, |b| b.iter(|| sample.iter().map(work).sum::<usize>()));
    };
    each("evaluate", &|position| position.evaluate(position.to_move()) as usize);
    each("outlook", &|position| {
        let mut list = MoveList::new();
        position.outlook(&mut list);
        list.len()
    });
    each("moves", &|position| {
        let mut list = MoveList::new();
        position.moves(&mut list);
        list.len()
    });
    each("moves and play each", &|position| {
        let mut list = MoveList::new();
        position.moves(&mut list);
        let child = |mv: &Move| {
            let mut child = *position;
            child.play(*mv);
            child.key() as usize & 1
        };
        list.iter().map(child).sum()
    });
}

criterion_group!(benches, rules, looks);
criterion_main!(benches);
