//! Searches on several threads in all games, one after the other with one memory, stopped anywhere: what is answered is
//! legal, and their info lines keep their law. Under ThreadSanitizer (`tests/sanitize.sh`) it shows more: that nothing they share is a data race.

use crate::info_law::{InfoLaw, InfoLine, play_line};
use quintet::board::bits::{Rng, fnv_1a_64, random_below};
use quintet::registry::{self, GAMES};
use quintet::search::{Kind, Limits, Settings, StopSource};
use quintet::session::{SearchRequest, Session, Standing};
use rand::SeedableRng;
use std::thread;
use std::time::Duration;

/// How a search is ended.
#[derive(Clone, Copy, Debug)]
enum End {
    /// By its limit.
    Nodes(u64),
    /// By a stop from another thread after so long.
    Stop(Duration),
    /// So long after it began to ponder, by a hit and then by the shortest of times.
    PonderHit(Duration),
}

impl End {
    fn random(rng: &mut Rng, kind: Kind, most: u32) -> Self {
        let after = Duration::from_micros(u64::from(random_below(rng, most)));
        match random_below(rng, 4) {
            0 => Self::Stop(after),
            1 => Self::PonderHit(after),
            // More than the smallest tree holds, so that it is pruned.
            _ if kind == Kind::AlphaBeta => Self::Nodes(u64::from(random_below(rng, most))),
            _ => Self::Nodes(u64::from(random_below(rng, most / 4))),
        }
    }
}

/// Searches the present position, and plays what is found.
fn search(session: &mut dyn Session, settings: &Settings, end: End) {
    let limits = match end {
        End::Nodes(nodes) => Limits { nodes: Some(nodes.max(1)), ..Limits::default() },
        End::Stop(_) => Limits { infinite: true, ..Limits::default() },
        End::PonderHit(_) => Limits { ponder: true, movetime: Some(Duration::from_millis(1)), ..Limits::default() },
    };
    let stops = StopSource::default();
    let request =
        SearchRequest { limits, stop_token: stops.token(), settings: settings.clone(), ..SearchRequest::default() };
    let (control, job) = session.search(request).unwrap();
    let what = format!("{}: {settings:?} {end:?} after {:?}", session.name(), session.turns());
    let mut law = InfoLaw::new(what, Some(settings.kind), settings.multi_pv);
    let result = thread::scope(|scope| {
        scope.spawn(|| match end {
            End::Nodes(_) => {}
            End::Stop(after) => {
                thread::sleep(after);
                stops.stop();
            }
            End::PonderHit(after) => {
                thread::sleep(after);
                control.ponder_hit();
            }
        });
        job(&mut |report| law.note(&InfoLine::of(report), |pv| play_line(session, pv)))
    });
    law.end_with(&result, true);
    assert!(result.missing_threads == 0, "{}: {settings:?} {end:?}", session.name());
    session.play(&result.best).unwrap_or_else(|error| {
        panic!("{}: {error} after {:?}, by {settings:?} {end:?}", session.name(), session.turns())
    });
}

/// Games that go on from random positions, `searches` of each kind with at most about so many nodes or microseconds.
fn play_all_games(searches: u32, most: u32) {
    for game in GAMES {
        let mut rng = Rng::seed_from_u64(fnv_1a_64(game.name.as_bytes()));
        let mut session = registry::open(game.name).unwrap();
        for kind in Kind::ALL {
            for number in 0..searches {
                // Some turns of a game are searched with one memory, that of trees is then re-rooted.
                if number % 4 == 0 || session.standing() != Standing::Open {
                    session.new_game();
                    for _ in 0..random_below(&mut rng, 12) {
                        let turns = session.legal();
                        if session.standing() == Standing::Open {
                            session.play(&turns[random_below(&mut rng, turns.len() as u32) as usize]).unwrap();
                        }
                    }
                }
                if session.standing() != Standing::Open {
                    continue;
                }
                let threads = 2 + random_below(&mut rng, 3) as usize;
                let settings =
                    Settings { kind, threads, hash_kib: 1 << 10, seed: number.into(), ..Settings::default() };
                if random_below(&mut rng, 8) == 0 {
                    session.forget(&settings);
                }
                let end = End::random(&mut rng, kind, most);
                search(&mut *session, &settings, end);
            }
        }
    }
}

#[test]
fn searches_on_several_threads_end_with_a_legal_turn() {
    play_all_games(8, 20_000);
}

/// Takes some minutes; under ThreadSanitizer far longer.
#[test]
#[ignore = "a long run"]
fn long_searches_on_several_threads_end_with_a_legal_turn() {
    play_all_games(40, 400_000);
}
