#![allow(missing_docs)]
use quintet::bits::Rng;
use quintet::game::*;
use quintet::games::zen::*;
use rand::SeedableRng;
use std::hint::black_box;
fn cpu() -> f64 { std::fs::read_to_string("/proc/self/schedstat").unwrap().split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9 }
fn bench(name: &str, per: f64, mut f: impl FnMut()) {
    let mut best = f64::MAX;
    for _ in 0..9 { let t = cpu(); f(); best = best.min(cpu() - t); }
    println!("{name:28} {:9.1} ns each, {:.3} M/s", best / per * 1e9, per / best / 1e6);
}
fn samples() -> Vec<Zen> {
    let mut rng = Rng::seed_from_u64(1);
    let mut samples = Vec::new();
    let start = Zen::start(&Setup::new(Variant::Zen));
    while samples.len() < 1_000 {
        let mut position = start;
        for ply in 0..200 {
            position.play(position.random_move(&mut rng));
            if position.outcome().is_some() { break; }
            if ply % 8 == 0 { samples.push(position); }
        }
    }
    samples
}
fn main() {
    let mut rng = Rng::seed_from_u64(5);
    let start = Zen::start(&Setup::new(Variant::Zen));
    bench("playout300", 3000.0, || for _ in 0..3000 { black_box(start.playout_within(300, &mut rng)); });
    fn perft(p: &Zen, d: u32) -> u64 { if d == 1 { return p.count_moves() as u64; } let mut l = MoveList::new(); if p.outcome().is_none() { p.moves(&mut l); } l.iter().map(|&m| { let mut c = *p; c.play(m); perft(&c, d-1) }).sum() }
    bench("perft4", 8344204.0, || { black_box(perft(&start, 4)); });
    let s = samples();
    bench("count_moves", 1_000_000.0, || for _ in 0..1000 { for p in &s { black_box(p.count_moves()); } });
    bench("moves", 1_000_000.0, || for _ in 0..1000 { for p in &s { let mut l = MoveList::new(); p.moves(&mut l); black_box(&l); } });
    bench("outlook", 1_000_000.0, || for _ in 0..1000 { for p in &s { let mut l = MoveList::new(); black_box(p.outlook(&mut l)); black_box(&l); } });
    bench("evaluate", 1_000_000.0, || for _ in 0..1000 { for p in &s { black_box(p.evaluate(Player::FIRST)); } });
    bench("random_move", 1_000_000.0, || for _ in 0..1000 { for p in &s { black_box(p.random_move(&mut rng)); } });
    let m: Vec<_> = s.iter().map(|p| (*p, p.random_move(&mut rng))).collect();
    bench("copy+play", 1_000_000.0, || for _ in 0..1000 { for (p, mv) in &m { let mut q = *p; q.play(*mv); black_box(&q); } });
}
