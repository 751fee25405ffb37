#![allow(missing_docs)]
use quintet::bits::Rng;
use quintet::game::*;
use quintet::games::zen::*;
use rand::SeedableRng;
fn main() {
    let mut rng = Rng::seed_from_u64(7);
    let start = Zen::start(&Setup::new(Variant::Zen));
    let mut shown = 0;
    for _ in 0..40_000 {
        let mut p = start;
        let mut k = 0;
        while p.outcome().is_none() && k < 3_000 { p.play(p.random_move(&mut rng)); k += 1; }
        if p.outcome().is_none() { println!("{} moves {}", p.position_text(), p.count_moves()); shown += 1; }
    }
    println!("{shown}");
}
