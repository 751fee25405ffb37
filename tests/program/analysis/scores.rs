//! The answers keep the law of info lines, in the course of a search and at its end, and their numbers agree.

use super::client::Client;
use crate::info_law::{InfoLaw, InfoLine, play_line, random_session};
use quintet::board::bits::{Rng, fnv_1a_64, random_below};
use quintet::registry;
use quintet::search::Kind;
use quintet::search::score::win_rate;
use rand::SeedableRng;
use serde_json::{Value, json};

/// A score that stands anywhere in an answer.
#[track_caller]
fn check_score(score: &Value, answer: &Value) {
    let winrate = score["winrate"].as_f64().unwrap();
    match (score["cp"].as_i64(), score["mate"].as_i64()) {
        (Some(cp), None) => assert!((win_rate(cp as i32) - winrate).abs() < 1e-3, "{score} in {answer}"),
        (None, Some(mate)) => {
            assert!((1..=1_000).contains(&mate.abs()), "{score} in {answer}");
            assert_eq!(winrate, if mate > 0 { 1.0 } else { 0.0 }, "{score} in {answer}");
        }
        _ => panic!("{score} in {answer}"),
    }
    let wdl: u64 = score["wdl"].as_array().unwrap().iter().map(|part| part.as_u64().unwrap()).sum();
    assert_eq!(wdl, 1_000, "{score} in {answer}");
}

#[test]
fn answers_keep_the_law_of_info_lines() {
    let client = Client::start(1);
    for entry in registry::GAMES {
        let game = entry.name;
        let mut rng = Rng::seed_from_u64(fnv_1a_64(game.as_bytes()) ^ 2);
        for number in 0..12 {
            let mut session = random_session(game, 16, &mut rng);
            let kind = [Kind::AlphaBeta, Kind::AlphaBeta, Kind::Mcts, Kind::MctsEval][number % 4];
            let lines = [1, 1, 3][number % 3];
            let nodes = 1 + random_below(&mut rng, if kind == Kind::AlphaBeta { 9_000 } else { 1_500 });
            let request = json!({
                "id": "", "game": game, "moves": session.turns(), "search": kind.name(), "nodes": nodes,
                "multipv": lines, "includeDecisions": number % 5 == 4, "reportDuringSearchEvery": 0.01,
            });
            client.send(&request);
            let mut law = InfoLaw::new(request.to_string(), Some(kind), lines);
            let (mut is_last, mut best) = (false, String::new());
            while !is_last {
                let answer = client.answer();
                is_last = answer["isDuringSearch"] == json!(false);
                let root = &answer["rootInfo"];
                check_score(root, &answer);
                let nodes = root["nodes"].as_u64().unwrap();
                let infos = answer["moveInfos"].as_array().unwrap();
                assert!((1..=lines).contains(&infos.len()), "{answer}");
                for info in infos {
                    check_score(info, &answer);
                    assert_eq!(info["pv"][0], info["turn"], "{answer}");
                    // The last one may end with a bound of the turn that is played.
                    let is_bound = info["scoreKind"] == "lowerBound" || info["scoreKind"] == "upperBound";
                    assert!(!is_bound || is_last && info["order"] == 0, "{answer}");
                    law.note(&InfoLine::of_move_info(info, nodes), |pv| play_line(&mut *session, pv));
                }
                if is_last {
                    // The position is worth what its best turn is.
                    for field in ["winrate", "cp", "mate", "wdl", "scoreKind"] {
                        assert_eq!(root[field], infos[0][field], "{field} of {answer}");
                    }
                    assert_eq!(root["best"], infos[0]["turn"], "{answer}");
                    let shares = infos.iter().map(|info| info["winrate"].as_f64().unwrap());
                    assert!(kind != Kind::AlphaBeta || shares.is_sorted_by(|a, b| a >= b), "{answer}");
                    best = root["best"].as_str().unwrap().to_string();
                }
                let decisions = answer["decisions"].as_array().map_or(&[][..], Vec::as_slice);
                decisions.iter().for_each(|decision| check_score(decision, &answer));
            }
            assert!(session.play(&best).is_ok(), "{best} after {request}");
        }
    }
}
