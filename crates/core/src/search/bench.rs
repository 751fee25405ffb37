//! Fixed searches and playouts: a signature of the search, and a measure of its speed.

use super::moment::Moment;
use super::time::ClockUse;
use super::{Engine, Limits, Root, SearchControl, Settings, StopToken};
use crate::board::bits::{Rng, random_below};
use crate::game::{Game, Searchable};
use rand::SeedableRng;
use std::time::Duration;

/// Searches fixed positions `depth` turns deep with alpha-beta on one thread; `report` gets each with its nodes.
/// Returns all nodes, the same on every machine, and the time; `None` if stopped.
pub fn search<G: Searchable>(
    setup: &G::Setup,
    depth: u32,
    stop_token: &StopToken,
    report: &mut dyn FnMut(&Root<G>, u64),
) -> Option<(u64, Duration)> {
    let settings = Settings { hash_kib: 16 << 10, ..Settings::default() };
    let mut engine = Engine::<G>::default();
    let (mut all, mut time) = (0, Duration::ZERO);
    for root in positions::<G>(setup) {
        engine.clear(&settings);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let control = SearchControl::new(limits, stop_token.clone(), ClockUse::default());
        let mut nodes = 0;
        engine.search(&root, &control, &settings, &mut |info| nodes = info.nodes);
        time += control.elapsed();
        if stop_token.stopped() {
            return None;
        }
        all += nodes;
        report(&root, nodes);
    }
    Some((all, time))
}

/// Uniformly random playouts from `start` for about `time`: how many and how long; `None` if stopped.
pub fn playouts<G: Game>(start: G, time: Duration, stop_token: &StopToken) -> Option<(u64, Duration)> {
    /// Playouts between checks of the clock.
    const BATCH: u64 = 500;
    let mut rng = Rng::seed_from_u64(1);
    let (mut count, started) = (0, Moment::now());
    while started.elapsed() < time {
        for _ in 0..BATCH {
            std::hint::black_box(start.playout(&mut rng));
        }
        count += BATCH;
        if stop_token.stopped() {
            return None;
        }
    }
    Some((count, started.elapsed()))
}

/// Ten positions, early and late, from random games with a fixed seed.
fn positions<G: Game>(setup: &G::Setup) -> Vec<Root<G>> {
    let mut rng = Rng::seed_from_u64(2026);
    let mut roots = Vec::new();
    let mut ended = 0;
    while roots.len() < 10 {
        // In a game that is always over so soon, shorter ones will do.
        let length = (3 * roots.len() + random_below(&mut rng, 3) as usize) >> (ended / 1_000);
        let mut root = Root::new(G::start(setup));
        for _ in 0..length {
            if root.position.outcome().is_some() {
                break;
            }
            root.played.push(root.position.key());
            root.position.play(root.position.random_move(&mut rng));
        }
        // A game that has ended too early gives way to the next.
        if root.position.outcome().is_none() {
            roots.push(root);
            ended = 0;
        } else {
            ended += 1;
        }
    }
    roots
}
