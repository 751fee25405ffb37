//! Every search through the real binary keeps the law of info lines, in both dialects.

use super::engine::{Engine, games};
use crate::info_law::{InfoLaw, InfoLine, play_line, random_session};
use quintet::board::bits::{Rng, fnv_1a_64, random_below};
use quintet::search::Kind;
use rand::SeedableRng;

/// How a search is asked for: what follows `go`, and what is sent after its first line, if anything.
const LIMITS: [(&str, &str); 8] = [
    ("nodes 1", ""),
    ("nodes 3000", ""),
    ("nodes 8000", ""),
    ("depth 2", ""),
    ("movetime 5", ""),
    ("mate 4 nodes 20000", ""),
    ("infinite", "stop"),
    ("ponder nodes 2000", "ponderhit"),
];

#[test]
fn every_search_keeps_the_law_of_info_lines() {
    for game in games() {
        let mut rng = Rng::seed_from_u64(fnv_1a_64(game.as_bytes()) ^ 1);
        let mut engine = Engine::start(game);
        engine.ask("setoption name Hash value 1");
        for number in 0..24 {
            let mut session = random_session(game, 16, &mut rng);
            let kind = [Kind::AlphaBeta, Kind::AlphaBeta, Kind::Mcts, Kind::MctsEval][number % 4];
            let (limit, then) = LIMITS[random_below(&mut rng, LIMITS.len() as u32) as usize];
            // That is ten thousand iterations for each turn of depth.
            let limit = if limit == "depth 2" && kind != Kind::AlphaBeta { "nodes 1000" } else { limit };
            let searched = if limit.starts_with("mate") { Kind::AlphaBeta } else { kind };
            let threads = 1 + number / 4 % 2;
            let hello = ["ugi", "uci"][number / 8 % 2];
            let moves = session.turns().join(" ");
            engine.ask(&format!(
                "{hello}\nsetoption name Search value {}\nsetoption name Threads value {threads}\n\
                 position startpos moves {moves}",
                kind.name()
            ));
            let what = format!("{game}, {hello}, {} on {threads} threads, `go {limit}` after {moves}", kind.name());
            let mut law = InfoLaw::new(what, Some(searched), 1);
            engine.send(&format!("go {limit}"));
            let mut is_told = then.is_empty();
            let best = loop {
                let line = engine.line();
                if let Some(best) = line.strip_prefix("bestmove ") {
                    break best.split(' ').next().unwrap_or_default().to_string();
                }
                if let Some(info) = InfoLine::read(&line) {
                    law.note(&info, |pv| play_line(&mut *session, pv));
                }
                if !is_told {
                    engine.send(then);
                    is_told = true;
                }
            };
            law.end(&best, true);
        }
        assert_eq!(engine.finish(), [""; 0]);
    }
}
