//! Searches: what begins them, what ends them, and what they report.

use super::engine::{Engine, dialogue, games, with_word};
use std::time::{Duration, Instant};

/// The numbers and words of an `info` line, after a look at its form.
struct InfoLine {
    depth: u64,
    multipv: u64,
    mate: Option<i64>,
    is_exact: bool,
    nodes: u64,
    visits: bool,
    turns: Vec<String>,
}

#[track_caller]
fn read_info(line: &str) -> InfoLine {
    let (fields, turns) = line.split_once(" pv ").unwrap_or_else(|| panic!("no pv in {line}"));
    let is_bound = |word: &&str| ["lowerbound", "upperbound"].contains(word);
    let is_exact = !fields.split(' ').any(|word| is_bound(&word));
    let words: Vec<&str> = fields.split(' ').skip(1).filter(|word| !is_bound(word)).collect();
    let number = |text: &str| text.parse::<u64>().unwrap_or_else(|_| panic!("`{text}` in {line}"));
    let names = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"];
    // After `score` stand a unit and a number.
    let place = |i: usize| 2 * i + usize::from(i > 3);
    for (i, name) in names.into_iter().enumerate() {
        assert_eq!(words.get(place(i)), Some(&name), "the fields of {line}");
    }
    let value = |i: usize| number(words[place(i) + 1]);
    let (unit, score, rest) = (words[7], words[8], &words[17..]);
    let score: i64 = score.parse().unwrap();
    let mate = match unit {
        "mate" => Some(score),
        "cp" => None,
        _ => panic!("{line}"),
    };
    let [depth, _seldepth, multipv] = [value(0), value(1), value(2)];
    let [nodes, _nps, hashfull, _time] = [value(4), value(5), value(6), value(7)];
    assert!(hashfull <= 1000, "{line}");
    let visits = match rest {
        [] => false,
        ["visits", visits, "winrate", rate] => {
            number(visits);
            assert!((0.0..=1.0).contains(&rate.parse::<f64>().unwrap()), "{line}");
            true
        }
        _ => panic!("{line}"),
    };
    let turns = turns.split(' ').map(str::to_string).collect();
    InfoLine { depth, multipv, mate, is_exact, nodes, visits, turns }
}

#[test]
fn info_lines_have_their_fields_in_order_and_end_with_the_best_turn() {
    for game in games() {
        let mut engine = Engine::start(game);
        for hello in ["ugi", "uci"] {
            for (search, limit) in [("alphabeta", "depth 3"), ("mcts", "nodes 3000"), ("mcts-eval", "nodes 1000")] {
                engine.ask(&format!("{hello}\nsetoption name Search value {search}"));
                let (answers, best) = engine.search(&format!("go {limit}"));
                let infos: Vec<InfoLine> = with_word(&answers, "info").into_iter().map(read_info).collect();
                assert_eq!(infos.len() + 1, answers.len());
                // Visits are no part of UCI, and alpha-beta has none.
                assert!(infos.iter().all(|info| info.visits == (hello == "ugi" && search != "alphabeta")));
                assert!(infos.iter().all(|info| info.multipv == 1));
                let last = infos.last().unwrap();
                assert!(best.starts_with(&last.turns[0]), "{best} {:?}", last.turns);
                match search {
                    "mcts" => assert_eq!(last.nodes, 3000),
                    "mcts-eval" => assert_eq!(last.nodes, 1000),
                    _ => assert_eq!(infos.iter().map(|info| info.depth).collect::<Vec<_>>(), [1, 2, 3]),
                }
            }
        }
    }
}

/// What is reported in the midst of an iteration.
#[test]
fn long_iterations_tell_bounds_and_how_far_they_have_come() {
    let mut engine = Engine::start("pentalath");
    let (answers, best) = engine.search("go movetime 4500");
    let (news, lines): (Vec<&str>, Vec<&str>) =
        with_word(&answers, "info").into_iter().partition(|line| line.contains(" currmove "));
    let legal = engine.ask("legal");
    let legal: Vec<&str> = legal[0].split(' ').skip(1).collect();
    for line in &news {
        let words: Vec<&str> = line.split(' ').collect();
        let [
            "info",
            "depth",
            _,
            "currmove",
            decision,
            "currmovenumber",
            number,
            "nodes",
            nodes,
            "nps",
            _,
            "hashfull",
            _,
            "time",
            time,
        ] = words[..]
        else {
            panic!("{line}")
        };
        assert!(legal.contains(&decision) && (1..=legal.len()).contains(&number.parse().unwrap()), "{line}");
        assert!(time.parse::<u64>().unwrap() >= 3_000 && nodes.parse::<u64>().unwrap() > 0, "{line}");
    }
    assert!(!news.is_empty(), "after three seconds there is some");
    let infos: Vec<InfoLine> = lines.into_iter().map(read_info).collect();
    assert!(infos.iter().any(|info| !info.is_exact), "an aspiration window fails now and then");
    // A bound is followed by what the wider window has found, unless the search ends with it.
    for pair in infos.windows(2).filter(|pair| !pair[0].is_exact) {
        assert!(pair[1].depth == pair[0].depth && pair[1].nodes >= pair[0].nodes);
    }
    assert!(best.starts_with(&infos.last().unwrap().turns[0]));
}

#[test]
fn chances_are_told_on_request_and_agree_with_the_score() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.ask("setoption name UCI_ShowWDL value true\nsetoption name MultiPV value 3");
        let mut seen = Vec::new();
        for (search, limit) in [("alphabeta", "depth 3"), ("mcts", "nodes 3000")] {
            engine.ask(&format!("setoption name Search value {search}"));
            let (answers, _) = engine.search(&format!("go {limit}"));
            for line in with_word(&answers, "info") {
                let words: Vec<&str> = line.split(' ').collect();
                let ["score", "cp", score, "wdl", win, draw, loss, "nodes"] = words[7..15] else { panic!("{line}") };
                let [win, draw, loss] = [win, draw, loss].map(|word| word.parse::<f64>().unwrap());
                assert_eq!(win + draw + loss, 1_000.0, "{line}");
                let share = 1_000.0 / (1.0 + 10f64.powf(-score.parse::<f64>().unwrap() / 400.0));
                let part = if game == "yavalath3" { 0.33..0.5 } else { 0.5..0.501 };
                let (low, high) = (win + part.start * draw - 2.0, win + part.end * draw + 2.0);
                assert!((low..=high).contains(&share), "{line}: {share}");
                seen.push((win, draw));
            }
        }
        assert!(seen.len() >= 12, "{seen:?}");
        // Without the option the lines are as before.
        let (answers, _) = engine.search("setoption name UCI_ShowWDL value false\ngo nodes 200");
        with_word(&answers, "info").into_iter().map(read_info).for_each(drop);
    }
}

#[test]
fn what_is_proven_is_certain() {
    let mut engine = Engine::start("yavalath");
    engine.ask("setoption name UCI_ShowWDL value true");
    let (answers, _) = engine.search("position startpos moves e5 d7 g5 f4 d4 f2 c7 e7\ngo depth 5");
    assert!(with_word(&answers, "info").last().unwrap().contains(" score mate 5 wdl 1000 0 0 nodes "), "{answers:?}");
    let (answers, _) = engine.search("position startpos moves e5 d7 g5 f4 d4 f2 c7 e7 g7\ngo depth 5");
    assert!(with_word(&answers, "info").last().unwrap().contains(" score mate -4 wdl 0 0 1000 nodes "), "{answers:?}");
}

#[test]
fn a_tree_search_takes_a_depth_for_iterations() {
    for game in games() {
        let mut engine = Engine::start(game);
        let (answers, _) = engine.search("setoption name Search value mcts\ngo depth 1");
        assert_eq!(read_info(answers[answers.len() - 2].as_str()).nodes, 10_000);
    }
}

/// The proven distance that a search ends with, if any.
fn mate(engine: &mut Engine, lines: &str) -> Option<i64> {
    let (answers, _) = engine.search(lines);
    with_word(&answers, "info").last().and_then(|line| read_info(line).mate)
}

#[test]
fn proven_wins_are_told_in_plies_or_in_moves_of_the_mover() {
    for game in games() {
        let mut engine = Engine::start(game);
        let seats: i64 = engine.query("seats").parse().unwrap();
        engine.ask("setoption name Search value alphabeta\nsetoption name Hash value 1");
        // A game to its end, and back again.
        let mut turns: Vec<String> = Vec::new();
        while engine.query("gameover") == "false" && turns.len() < 300 {
            turns.push(engine.search("go nodes 200").1);
            engine.ask(&format!("position startpos moves {}", turns.join(" ")));
        }
        let winner = engine.query("result");
        for back in 1..turns.len().min(5) {
            let line = format!("position startpos moves {}", turns[..turns.len() - back].join(" "));
            engine.ask(&line);
            let wins = back == 1 && winner == format!("{}win", engine.query("turn"));
            let plies = mate(&mut engine, "ugi\nsetoption name Clear Hash\ngo depth 3");
            let moves = mate(&mut engine, "uci\nsetoption name Clear Hash\ngo depth 3");
            let expected = plies.map(|n| n.signum() * ((n.abs() + seats - 1) / seats));
            assert_eq!(moves, expected, "{plies:?} plies after {line}");
            assert!(!wins || plies.is_some_and(|n| n > 0), "{plies:?} although the last turn wins after {line}");
        }
    }
}

#[test]
fn stop_ends_a_search_and_its_latency_is_measured() {
    for game in games() {
        let mut engine = Engine::start(game);
        let mut slowest = Duration::ZERO;
        for search in ["alphabeta", "mcts", "mcts-eval"] {
            for threads in [1, 2] {
                engine.ask(&format!("setoption name Search value {search}\nsetoption name Threads value {threads}"));
                engine.send("go infinite");
                std::thread::sleep(Duration::from_millis(100));
                engine.send("isready");
                engine.lines_until(|line| line == "readyok");
                let started = Instant::now();
                let (_, best) = engine.search("stop");
                slowest = slowest.max(started.elapsed());
                assert!(engine.legal().iter().any(|decision| best.starts_with(decision.as_str())));
            }
        }
        println!("{game}: at most {slowest:.1?} from `stop` to `bestmove`");
        assert_eq!(engine.finish(), [""; 0]);
    }
}

#[test]
fn a_stop_is_neither_lost_nor_does_it_hit_the_next_search() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.ask("stop\nstop\nsetoption name Search value alphabeta\nsetoption name Hash value 1");
        let whole = |answers: &[String]| answers.iter().any(|line| line.starts_with("info depth 3 "));
        for _ in 0..20 {
            let (answers, _) = engine.search("stop\ngo depth 3");
            assert!(whole(&answers), "{answers:?}");
            engine.search("go infinite\nstop");
            engine.search("go ponder depth 1\nstop");
            let (answers, _) = engine.search("uginewgame\ngo depth 3");
            assert!(whole(&answers), "{answers:?}");
        }
        // A stop is for all that were asked for before it.
        engine.send("go infinite\ngo infinite\ngo depth 100\nstop\ngo depth 3");
        for expected in [false, false, false, true] {
            let answers = engine.lines_until(|line| line.starts_with("bestmove"));
            assert!(!expected || whole(&answers), "{answers:?}");
        }
        assert_eq!(engine.finish(), [""; 0]);
    }
}

#[test]
fn after_the_bestmove_nothing_runs_any_more() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.ask("setoption name Hash value 1");
        for _ in 0..100 {
            engine.search("go nodes 20");
            // A command that must wait for a search would be obeyed only after this `readyok`.
            let answers = engine.ask("setoption name Threads value none");
            assert_eq!(with_word(&answers, "info").len(), 1, "{answers:?}");
        }
    }
}

#[test]
fn questions_are_answered_while_a_search_runs() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.send("go infinite");
        for (line, last) in
            [("isready", "readyok"), ("d", "position "), ("legal", "legal "), ("query turn", "response ")]
        {
            engine.send(line);
            let answers = engine.lines_until(|answer| answer.starts_with(last));
            assert!(with_word(&answers, "bestmove").is_empty());
        }
        // The next position may be set up meanwhile; the search goes on in its own.
        engine.send("legal");
        let answers = engine.lines_until(|answer| answer.starts_with("legal "));
        let first = answers.last().unwrap().split(' ').nth(1).unwrap().to_string();
        engine.send(&format!("position startpos moves {first}\nd"));
        engine.lines_until(|answer| answer.starts_with("position "));
        let (_, best) = engine.search("stop");
        engine.ask("position startpos");
        assert!(engine.legal().iter().any(|decision| best.starts_with(decision.as_str())));
    }
}

#[test]
fn what_needs_the_engine_waits_for_a_limited_search_and_ends_an_endless_one() {
    for game in games() {
        for command in ["setoption name Threads value 2", "uginewgame", "perft 1", "go nodes 100", "go fish"] {
            let mut engine = Engine::start(game);
            engine.send(&format!("go infinite\n{command}\nquery turn"));
            let answers = engine.lines_until(|line| line.starts_with("response"));
            let first = answers.iter().find(|line| !line.starts_with("info")).unwrap();
            assert!(first.starts_with("bestmove "), "{command}: {answers:?}");
        }
        let mut engine = Engine::start(game);
        engine.send("setoption name Search value alphabeta\ngo depth 3\nsetoption name MultiPV value 2\ngo depth 1");
        let answers = engine.lines_until(|line| line.starts_with("bestmove"));
        assert!(answers.iter().any(|line| line.starts_with("info depth 3 ")), "{answers:?}");
        let answers = engine.lines_until(|line| line.starts_with("bestmove"));
        assert!(answers.iter().any(|line| line.contains(" multipv 2 ")), "{answers:?}");
    }
}

#[test]
fn pondering_ends_with_the_hit_or_with_a_stop() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.ask("setoption name Ponder value true\nsetoption name Search value alphabeta");
        let both = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            matches!(words[..], ["bestmove", _, "ponder", _])
        };
        let (answers, _) = engine.search("go depth 3");
        assert!(both(answers.last().unwrap()), "{answers:?}");
        // Its limit does not end it: the answer must wait for the hit.
        engine.send("go ponder depth 1");
        engine.lines_until(|line| line.starts_with("info depth 1 "));
        std::thread::sleep(Duration::from_millis(50));
        let waiting = engine.ask("query turn");
        assert!(with_word(&waiting, "bestmove").is_empty(), "{waiting:?}");
        engine.search("ponderhit");
        engine.send("go ponder p1time 200 p2time 200 p3time 200\nisready");
        engine.lines_until(|line| line == "readyok");
        engine.search("ponderhit");
        engine.send("go ponder movetime 1\nisready");
        engine.lines_until(|line| line == "readyok");
        engine.search("stop");
        // In a pipe: the hit is for the search that waits, and at the end of the input it is a limited one.
        engine.send("go depth 3\ngo ponder depth 3\nponderhit\nponderhit");
        let rest = engine.finish();
        assert_eq!(with_word(&rest, "bestmove").len(), 2);
        assert_eq!(
            with_word(&rest, "info").iter().filter(|line| line.starts_with("info depth 3 ")).count(),
            2,
            "{rest:?}"
        );
        let rest = dialogue(game, "ponderhit\ngo nodes 100\nponderhit");
        assert_eq!(with_word(&rest, "bestmove").len(), 1);
    }
}

#[test]
fn the_end_of_the_input_lets_a_limited_search_finish_and_stops_any_other() {
    for game in games() {
        let best = |lines: &[String]| with_word(lines, "bestmove").len();
        let alphabeta = "setoption name Search value alphabeta";
        let rest = dialogue(game, &format!("{alphabeta}\ngo depth 4"));
        assert!(rest.iter().any(|line| line.starts_with("info depth 4 ")) && best(&rest) == 1, "{rest:?}");
        for go in ["go", "go infinite", "go ponder", "go ponder depth 2", "go infinite nodes 10"] {
            assert_eq!(best(&dialogue(game, go)), 1, "{go}");
        }
        assert_eq!(best(&dialogue(game, &"go nodes 200\n".repeat(5))), 5);
        assert_eq!(best(&dialogue(game, "go infinite\ngo nodes 100\ngo infinite\ngo movetime 20\ngo")), 5);
        // The end of the input may come in the middle of a line.
        let mut engine = Engine::start(game);
        engine.send_bytes(b"position startpos\ngo nodes 100");
        assert_eq!(best(&engine.finish()), 1);
        // What has been asked for is counted to the end.
        assert!(dialogue(game, "perft 2").last().unwrap().starts_with("nodes "));
    }
}

#[test]
fn quit_ends_a_search_and_drops_what_waits() {
    for game in games() {
        let lines = dialogue(game, "go infinite\nquit\nisready");
        assert_eq!((with_word(&lines, "bestmove").len(), with_word(&lines, "readyok").len()), (1, 0));
        assert_eq!(with_word(&dialogue(game, "go infinite\ngo infinite\nquit"), "bestmove").len(), 1);
        assert_eq!(dialogue(game, "quit"), [""; 0]);
        assert_eq!(dialogue(game, ""), [""; 0]);
    }
}

#[test]
fn clocks_times_and_moves_to_choose_among() {
    for game in games() {
        let mut engine = Engine::start(game);
        let legal = engine.legal();
        for go in [
            "go p1time 100 p2time 100 p1inc 5 p2inc 5",
            "go wtime 50 btime 50",
            "go p1time 0",
            "go p1time -50 p2time -1 p3time -1",
            "go movetime -5",
            "go movetime 0",
            "go p1time 100 movestogo 1",
            "go p1time 100 movestogo 0",
            "go nodes 0",
            "go depth 0",
            "go mate 1",
            "go mate 0",
            "go depth 2 nodes 500 movetime 1000 mate 3",
        ] {
            let (_, best) = engine.search(go);
            assert!(legal.iter().any(|decision| best.starts_with(decision.as_str())), "{go}: {best}");
        }
        for search in ["alphabeta", "mcts", "mcts-eval"] {
            engine.ask(&format!("setoption name Search value {search}"));
            for wanted in [&legal[..1], &legal[1..3]] {
                let (_, best) = engine.search(&format!("go searchmoves {} nodes 500", wanted.join(" ")));
                assert!(wanted.iter().any(|decision| best.starts_with(decision.as_str())), "{best}");
            }
        }
        let (answers, best) = engine.search("go searchmoves nonsense");
        assert!(best == "none" && answers[0].contains("`nonsense`"), "{answers:?}");
    }
}

/// Where the principal variation ends before the turn does, the rest is searched, however late it is: here Black
/// may take a row with both of their GIPF-pieces in it, and loses by that.
#[test]
fn a_turn_is_completed_with_care_when_time_is_up() {
    let mut engine = Engine::start("gipf-tournament");
    let opening = "gi3-h3 gd1-d2 gi2-h3 gb1-b2 c7-c6 c1-c2 i2-h3 b1-c2 a1-b2 c1-c2 g7-g6 b1-c2 h6-h5 b1-c2;xc2-g4 \
        c7-c6 a2-b2 a3-b3 b1-b2 b1-b2 a3-b4 a5-b5 a4-b4 d8-d7";
    engine.ask(&format!("position startpos moves {opening}"));
    for search in ["alphabeta", "mcts", "mcts-eval"] {
        engine.ask(&format!("setoption name Search value {search}"));
        let (_, best) = engine.search("go movetime 0 searchmoves a3-b3");
        assert!(best.starts_with("a3-b3;xd2-d7="), "{search}: {best}");
    }
}

/// A rating plays as its level does, also in a game whose scale ends below or above it.
#[test]
fn a_rating_is_a_level() {
    for game in games() {
        let ratings = quintet::registry::scale(game).levels();
        assert!(ratings.is_sorted_by(|a, b| a < b) && ratings[0] > 0, "{game}: {ratings:?}");
        let mut engine = Engine::start(game);
        let declared = format!("option name UCI_Elo type spin default {1} min {0} max {1}", ratings[0], ratings[20]);
        assert!(engine.ask("ugi").contains(&declared), "{declared}");
        let mut answers = |change: String| -> Vec<String> {
            assert_eq!(engine.ask(&change), [""; 0], "{change}");
            let answer =
                |seed| engine.search(&format!("uginewgame\nsetoption name Seed value {seed}\ngo movetime 60000")).1;
            (1..5).map(answer).collect()
        };
        for level in [0, 4] {
            let by_level = answers(format!("setoption name Skill value {level}"));
            let rating = ratings[level];
            let by_rating =
                format!("setoption name UCI_Elo value {rating}\nsetoption name UCI_LimitStrength value true");
            answers("setoption name Skill value 1".to_string());
            assert_eq!(answers(by_rating), by_level, "{game} at level {level}");
            answers("setoption name UCI_LimitStrength value false".to_string());
        }
        let sentence = format!("info string UCI_Elo is a whole number from {} to {}, not `0`", ratings[0], ratings[20]);
        assert_eq!(engine.ask("setoption name UCI_Elo value 0"), [sentence]);
    }
}

#[test]
fn a_low_skill_plays_variously_but_repeatably() {
    for game in games() {
        let mut engine = Engine::start(game);
        let legal = engine.ask("legal turns")[0].clone();
        engine.ask("setoption name Skill value 1");
        let mut answers = Vec::new();
        for seed in [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6] {
            engine.ask(&format!("uginewgame\nsetoption name Seed value {seed}\nposition startpos"));
            // The time is only there to make the search end by itself; it ends long before.
            let (_, best) = engine.search("go movetime 60000");
            assert!(legal.split(' ').any(|turn| turn == best), "{best} is not in {legal}");
            answers.push(best);
        }
        assert_eq!(answers[..6], answers[6..], "{game}");
        assert!(answers.iter().any(|best| *best != answers[0]), "{game} always plays {}", answers[0]);
    }
}
