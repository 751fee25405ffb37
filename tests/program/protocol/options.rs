//! The options: what they are, that they can be set, and what they change.

use super::engine::{Engine, games, with_word};

/// The declaration of an option.
fn declared(engine: &mut Engine, name: &str) -> String {
    let head = format!("option name {name} type ");
    let answers = engine.ask("ugi");
    let line = answers.iter().find(|line| line.starts_with(&head));
    line.unwrap_or_else(|| panic!("no option {name} in {answers:?}")).strip_prefix(&head).unwrap().to_string()
}

#[test]
fn a_value_set_is_declared_from_then_on() {
    for game in games() {
        let mut engine = Engine::start(game);
        for (name, value, expected) in [
            ("search", "MCTS-Eval", "combo default mcts-eval var auto var alphabeta var mcts var mcts-eval"),
            ("threads", "2", "spin default 2 min 1 max 256"),
            ("HASH", "3", "spin default 3 min 1 max 65536"),
            ("MultiPV", "4", "spin default 4 min 1 max 512"),
            ("moveoverhead", "0", "spin default 0 min 0 max 60000"),
            ("Move Overhead", "50", "spin default 50 min 0 max 60000"),
            ("ponder", "True", "check default true"),
            ("uci_showwdl", "TRUE", "check default true"),
            ("seed", "9223372036854775807", "spin default 9223372036854775807 min 0 max 9223372036854775807"),
        ] {
            assert_eq!(engine.ask(&format!("SetOption Name {name} Value {value}")), [""; 0], "{name}");
            let names = ["Search", "Threads", "Hash", "MultiPV", "MoveOverhead", "Ponder", "UCI_ShowWDL", "Seed"];
            let name = names.into_iter().find(|known| known.eq_ignore_ascii_case(&name.replace(' ', ""))).unwrap();
            assert_eq!(declared(&mut engine, name), expected);
        }
        assert_eq!(declared(&mut engine, "Clear Hash"), "button");
        assert_eq!(declared(&mut engine, "Log File"), "string default <empty>");
    }
}

#[test]
fn searches_work_with_every_option_changed() {
    for game in games() {
        let mut engine = Engine::start(game);
        for change in [
            "Search value mcts",
            "Threads value 2",
            "Search value mcts-eval",
            "Hash value 1",
            "MultiPV value 3",
            "Search value alphabeta",
            "Hash value 16",
            "Clear Hash",
            "Seed value 77",
            "MultiPV value 512",
            "Ponder value true",
            "Search value auto",
            "Threads value 1",
            "Ponder value false",
            "MultiPV value 1",
        ] {
            assert_eq!(engine.ask(&format!("setoption name {change}")), [""; 0], "{change}");
            let (_, best) = engine.search("go nodes 400");
            let best = best.split(' ').next().unwrap();
            assert!(engine.legal().iter().any(|decision| best.starts_with(decision.as_str())), "{change}: {best}");
        }
    }
}

#[test]
fn multipv_tells_different_turns_the_best_first() {
    for game in games() {
        for (search, limit) in [("alphabeta", "depth 2"), ("mcts", "nodes 2000"), ("mcts-eval", "nodes 500")] {
            let mut engine = Engine::start(game);
            engine.ask(&format!("setoption name Search value {search}\nsetoption name MultiPV value 3"));
            let (answers, best) = engine.search(&format!("go {limit}"));
            let last = &answers[answers.len() - 4..answers.len() - 1];
            let mut firsts = Vec::new();
            for (i, line) in last.iter().enumerate() {
                assert!(line.contains(&format!(" multipv {} ", i + 1)), "{answers:?}");
                firsts.push(line.split(" pv ").nth(1).unwrap().split(' ').next().unwrap());
            }
            assert!(best.starts_with(firsts[0]), "{best} {firsts:?}");
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), 3, "{last:?}");
        }
    }
}

#[test]
fn one_thread_and_one_seed_give_one_answer() {
    for game in games() {
        for search in ["alphabeta", "mcts", "mcts-eval"] {
            let mut engine = Engine::start(game);
            engine.ask(&format!("setoption name Search value {search}\nsetoption name Seed value 5"));
            let mut answer = || {
                let (answers, best) = engine.search("uginewgame\ngo nodes 3000");
                let last = answers[answers.len() - 2].clone();
                (best, last.split(" pv ").nth(1).unwrap().to_string())
            };
            let first = answer();
            assert_eq!(answer(), first);
            assert_eq!(answer(), first);
        }
    }
}

#[test]
fn games_can_be_changed_in_one_process() {
    let names: Vec<&str> = games().collect();
    let starts: Vec<(String, String)> = names
        .iter()
        .map(|name| {
            let mut engine = Engine::start(name);
            (engine.position(), engine.query("seats"))
        })
        .collect();
    let mut engine = Engine::start(names[0]);
    for from in 0..names.len() {
        for to in [from, (from + 1) % names.len()] {
            // Also while a search runs: it is ended and answered first.
            engine.send(&format!("go infinite\nsetoption name game value {}", names[to].to_uppercase()));
            engine.lines_until(|line| line.starts_with("bestmove "));
            assert_eq!((engine.position(), engine.query("seats")), starts[to].clone());
            assert!(declared(&mut engine, "Game").starts_with(&format!("combo default {} var ", names[to])));
            engine.search("go nodes 200");
        }
    }
}

#[test]
fn the_options_of_a_game_begin_it_anew() {
    for game in games() {
        let mut engine = Engine::start(game);
        let common = [
            "Game",
            "Search",
            "Threads",
            "Hash",
            "Clear Hash",
            "MultiPV",
            "MoveOverhead",
            "Ponder",
            "UCI_ShowWDL",
            "Seed",
            "Skill",
            "UCI_LimitStrength",
            "UCI_Elo",
            "OwnBook",
            "BookFile",
            "ProofFile",
            "Log File",
            "NoFiles",
        ];
        let own: Vec<String> = engine
            .ask("ugi")
            .iter()
            .filter_map(|line| line.strip_prefix("option name "))
            .filter(|line| !common.iter().any(|name| line.starts_with(&format!("{name} type "))))
            .map(str::to_string)
            .collect();
        for line in own {
            let (name, rest) = line.split_once(" type ").unwrap();
            let values: Vec<&str> = match rest.split(' ').next() {
                Some("check") => vec!["false", "true"],
                Some("combo") => rest.split(" var ").skip(1).collect(),
                _ => panic!("{line}"),
            };
            for value in values {
                let first = engine.legal()[0].clone();
                engine.ask(&format!("position startpos moves {first}"));
                let lower = name.to_lowercase();
                assert_eq!(engine.ask(&format!("setoption name {lower} value {value}")), [""; 0], "{name} {value}");
                assert!(declared(&mut engine, name).contains(&format!(" default {value}")));
                let text = engine.position();
                engine.ask("position startpos");
                assert_eq!(engine.position(), text, "{name} {value}");
                engine.search("go nodes 200");
                if name == "Swap" {
                    engine.ask(&format!("position startpos moves {}", engine_first(&mut Engine::start(game))));
                    assert_eq!(engine.legal().iter().any(|decision| decision == "swap"), value == "true");
                    engine.ask("position startpos");
                }
            }
            let answers = engine.ask(&format!("setoption name {name} value nonsense"));
            assert!(answers.len() == 1 && answers[0].contains(name), "{answers:?}");
        }
    }
}

fn engine_first(engine: &mut Engine) -> String {
    engine.legal()[0].clone()
}

#[test]
fn the_log_file_holds_both_directions() {
    let file = std::env::temp_dir().join(format!("quintet log of {}", std::process::id()));
    let name = file.to_str().unwrap();
    let mut engine = Engine::start(games().next().unwrap());
    assert_eq!(engine.ask(&format!("setoption name Log File value {name}")), [""; 0]);
    engine.search("go nodes 100");
    engine.ask("d");
    engine.ask("setoption name Log File value <empty>\nlegal");
    engine.finish();
    let log = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    let lines: Vec<String> = log.lines().map(str::to_string).collect();
    let texts: Vec<String> = lines
        .iter()
        .map(|line| line.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']).to_string())
        .collect();
    assert!(
        texts.iter().any(|line| line == "< go nodes 100") && texts.iter().any(|line| line.starts_with("> bestmove "))
    );
    assert!(texts.iter().any(|line| line.starts_with("> position ")));
    assert_eq!(with_word(&texts, "<").len() + with_word(&texts, ">").len(), texts.len(), "{texts:?}");
    assert!(!texts.iter().any(|line| line.starts_with("> legal")));
}
