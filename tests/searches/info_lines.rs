//! The law of info lines holds in every game, for every kind of search, one thread and several, and whatever ends it.

use crate::info_law::{InfoLaw, InfoLine, play_line, random_session};
use quintet::board::bits::{Rng, fnv_1a_64, random_below};
use quintet::registry;
use quintet::search::skill::FULL_STRENGTH;
use quintet::search::{Kind, Limits, Settings, StopSource};
use quintet::session::{SearchRequest, Session};
use rand::SeedableRng;
use rayon::prelude::*;
use std::thread;
use std::time::Duration;

/// What ends a search.
#[derive(Clone, Copy, Debug)]
enum End {
    Nodes(u64),
    Depth(u32),
    Time(Duration),
    /// No win within a number of plies, or a number of nodes.
    Mate(u32, u64),
    /// A stop before it begins.
    AtOnce,
    /// A stop after a number of reports.
    Stop(u32),
    /// It ponders for a number of reports, then has a number of nodes.
    PonderHit(u32, u64),
}

impl End {
    fn random(rng: &mut Rng, kind: Kind) -> Self {
        let most = if kind == Kind::AlphaBeta { 10_000 } else { 800 };
        let nodes = 1 + u64::from(random_below(rng, most));
        match random_below(rng, 16) {
            0 => Self::Depth(1 + random_below(rng, if kind == Kind::AlphaBeta { 5 } else { 1 })),
            1 => Self::Time(Duration::from_millis(random_below(rng, 12).into())),
            2 => Self::Mate(1 + random_below(rng, 7), 4 * nodes),
            3 => Self::AtOnce,
            4 => Self::Stop(1 + random_below(rng, 6)),
            5 => Self::PonderHit(1 + random_below(rng, 3), nodes),
            _ => Self::Nodes(nodes),
        }
    }

    fn limits(self, kind: Kind) -> Limits {
        let plain = Limits::default();
        // A tree search says something often enough to be stopped soon.
        let report_every = (kind != Kind::AlphaBeta).then_some(Duration::from_micros(200));
        match self {
            Self::Nodes(nodes) => Limits { nodes: Some(nodes), ..plain },
            Self::Depth(depth) => Limits { depth: Some(depth), ..plain },
            Self::Time(time) => Limits { movetime: Some(time), ..plain },
            Self::Mate(plies, nodes) => Limits { mate: Some(plies), nodes: Some(nodes), ..plain },
            Self::AtOnce | Self::Stop(_) => Limits { infinite: true, report_every, ..plain },
            Self::PonderHit(_, nodes) => Limits { ponder: true, nodes: Some(nodes), report_every, ..plain },
        }
    }
}

/// Searches the position of a session, whose law is kept; the best turn.
fn search(session: &mut dyn Session, end: End, settings: &Settings, what: String) -> String {
    let stops = StopSource::default();
    let limits = end.limits(settings.kind);
    let kind = settings.kind_within(&limits);
    let request =
        SearchRequest { limits, stop_token: stops.token(), settings: settings.clone(), ..SearchRequest::default() };
    let (control, job) = session.search(request).unwrap();
    if let End::AtOnce = end {
        stops.stop();
    }
    let mut law = InfoLaw::new(what, Some(kind), settings.multi_pv);
    let mut reports = 0;
    let act = || match end {
        End::Stop(_) => stops.stop(),
        End::PonderHit(..) => control.ponder_hit(),
        _ => {}
    };
    let result = thread::scope(|scope| {
        // A search that has nothing more to find reports nothing more.
        if let End::Stop(_) | End::PonderHit(..) = end {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(30));
                act();
            });
        }
        job(&mut |report| {
            law.note(&InfoLine::of(report), |pv| play_line(session, pv));
            reports += 1;
            match end {
                End::Stop(after) | End::PonderHit(after, _) if reports >= after => act(),
                _ => {}
            }
        })
    });
    law.end_with(&result, settings.is_full_strength());
    result.best
}

fn check(game: &str, searches: u32) {
    let mut rng = Rng::seed_from_u64(fnv_1a_64(game.as_bytes()));
    let mut done = 0;
    while done < searches {
        let mut session = random_session(game, 24, &mut rng);
        let kind = match random_below(&mut rng, 5) {
            0 => Kind::Mcts,
            1 => Kind::MctsEval,
            _ => Kind::AlphaBeta,
        };
        let settings = Settings {
            kind,
            threads: 1 + random_below(&mut rng, 2) as usize,
            hash_kib: 1 << 10,
            multi_pv: if random_below(&mut rng, 6) == 0 { 3 } else { 1 },
            seed: random_below(&mut rng, 1_000).into(),
            strength: if random_below(&mut rng, 10) == 0 { 15.0 } else { FULL_STRENGTH as f64 },
            ..Settings::default()
        };
        // What a search has learned, or a tree has grown, is there for the next one.
        for number in 0..4 {
            if session.standing().outcome().is_some() {
                break;
            }
            let end = End::random(&mut rng, kind);
            let what = format!("{game}, search {number} with {end:?} and {settings:?} after {:?}", session.turns());
            let best = search(&mut *session, end, &settings, what.clone());
            session.play(&best).unwrap_or_else(|error| panic!("{error}: {what}, answer {best}"));
            done += 1;
        }
    }
}

#[test]
fn every_search_keeps_the_law_of_info_lines() {
    registry::GAMES.par_iter().for_each(|game| check(game.name, 40));
}

/// Takes some minutes.
#[test]
#[ignore = "a long run"]
fn long_every_search_keeps_the_law_of_info_lines() {
    registry::GAMES.par_iter().for_each(|game| check(game.name, 2_000));
}
