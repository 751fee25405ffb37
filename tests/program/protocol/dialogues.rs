//! The dialogues that runners hold with an engine.

use super::engine::{Engine, dialogue, games, with_word};

#[test]
fn both_dialects_introduce_themselves() {
    for game in games() {
        for (hello, done) in [("ugi", "ugiok"), ("uci", "uciok"), ("UCI and more", "uciok")] {
            let lines = dialogue(game, hello);
            assert!(lines[0].starts_with("id name quintet "), "{lines:?}");
            assert!(lines[1].starts_with("id author "), "{lines:?}");
            assert_eq!(lines.last().unwrap(), done);
            let options = &lines[2..lines.len() - 1];
            assert!(options.iter().all(|line| line.starts_with("option name ") && line.contains(" type ")));
            let game_option = format!("option name Game type combo default {game} var ");
            assert!(options.iter().any(|line| line.starts_with(&game_option)), "{options:?}");
        }
    }
}

/// Plays a whole game as a tournament runner does: the whole line of play before every `go`, and questions.
fn play_a_game(engine: &mut Engine, opening: &str) -> Vec<String> {
    let mut turns: Vec<String> = Vec::new();
    let seats: usize = engine.query("seats").parse().unwrap();
    loop {
        assert!(turns.len() < 300, "a game without end: {turns:?}");
        // Some runners repeat themselves.
        engine.send(&format!("{opening} {}\n{opening} {}", turns.join(" "), turns.join(" ")));
        let over = engine.query("gameover");
        let result = engine.query("result");
        let winners = engine.query("winners");
        if over == "true" {
            assert!(["p1win", "p2win", "p3win", "p4win", "draw"].contains(&&*result), "{result}");
            assert_eq!(winners.split(',').count() == 1, result != "draw", "{winners} {result}");
            assert!(engine.legal().is_empty());
            return turns;
        }
        assert_eq!((&*over, &*result, &*winners), ("false", "none", "none"));
        // Exactly one seat decides.
        let deciding: Vec<usize> = (1..=seats).filter(|seat| engine.query(&format!("p{seat}turn")) == "true").collect();
        assert_eq!(deciding.len(), 1);
        assert_eq!(engine.query("turn"), format!("p{}", deciding[0]));
        let legal = engine.legal();
        let (answers, best) = engine.search("go nodes 300");
        assert!(!best.contains(' ') && !answers.iter().any(|line| line.starts_with("info string")), "{answers:?}");
        // A turn may go on after its first decision: behind a semicolon or, in YINSH, with the ring taken for a row.
        let goes_on = |rest: &str| rest.is_empty() || rest.starts_with([';', 'x']);
        let begins = |decision: &String| best.strip_prefix(&**decision).is_some_and(goes_on);
        assert!(legal.iter().any(begins), "{best} is not among {legal:?}");
        turns.push(best);
    }
}

#[test]
fn many_games_in_one_process() {
    for game in games() {
        let mut engine = Engine::start(game);
        engine.ask("ugi");
        let mut first = None;
        for round in 0..3 {
            engine.send("uginewgame");
            let opening = ["position startpos moves", "position fen startpos moves"][round % 2];
            let turns = play_a_game(&mut engine, opening);
            // A new game has forgotten the last: one thread, a limit in nodes, and so the same game.
            assert_eq!(*first.get_or_insert(turns.clone()), turns);
        }
        assert_eq!(engine.finish(), [""; 0]);
    }
}

#[test]
fn an_opening_and_a_game_may_each_have_the_word_moves() {
    for game in games() {
        let mut engine = Engine::start(game);
        let first = engine.legal()[0].clone();
        engine.ask(&format!("position startpos moves {first}"));
        let second = engine.legal()[0].clone();
        engine.ask(&format!("position startpos moves {first} {second}"));
        let expected = engine.position();
        for line in [
            format!("position fen startpos moves {first} moves {second}"),
            format!("position fen startpos moves {first} {second} moves"),
            format!("POSITION SFEN STARTPOS MOVES {} {}", first.to_uppercase(), second.to_uppercase()),
            format!("  position \t startpos   moves {first}  {second} \r"),
        ] {
            engine.ask("position startpos");
            assert_eq!(engine.ask(&line), [""; 0], "{line}");
            assert_eq!(engine.position(), expected, "{line}");
        }
    }
}

#[test]
fn a_position_text_sets_up_the_position_it_came_from() {
    for game in games() {
        let mut engine = Engine::start(game);
        let mut line = "position startpos moves".to_string();
        for at in [3, 7, 11, 2, 5] {
            let legal = engine.legal();
            if legal.is_empty() {
                break;
            }
            line = format!("{line} {}", legal[at % legal.len()]);
            assert_eq!(engine.ask(&line), [""; 0]);
            let (text, legal, seat) = (engine.position(), engine.legal(), engine.query("turn"));
            assert_eq!(engine.ask(&format!("position startpos\nposition fen {text}")), [""; 0], "{text}");
            assert_eq!((engine.position(), engine.legal(), engine.query("turn")), (text, legal, seat));
        }
    }
}

#[test]
fn an_illegal_move_loses_the_game_for_its_player() {
    for game in games() {
        let mut engine = Engine::start(game);
        let mut line = "position startpos moves".to_string();
        for _ in 0..4 {
            let seat = engine.query("turn").trim_start_matches('p').to_string();
            let seats: usize = engine.query("seats").parse().unwrap();
            let text = engine.position();
            let answers = engine.ask(&format!("{line} nonsense"));
            assert_eq!(answers.len(), 1, "{answers:?}");
            assert!(answers[0].starts_with("info string ") && answers[0].contains("`nonsense`"), "{answers:?}");
            assert_eq!(engine.query("gameover"), "true");
            let winners = engine.query("winners");
            assert!(!winners.split(',').any(|winner| winner == seat), "{winners} after {line}");
            let result = engine.query("result");
            if seats == 2 {
                assert_eq!(result, if seat == "1" { "p2win" } else { "p1win" });
            }
            assert!(engine.legal().is_empty());
            let (answers, best) = engine.search("go depth 3");
            assert_eq!((answers.len(), &*best), (2, "none"));
            // The question of what is to be done stays open until the next position, which begins afresh.
            assert_eq!(engine.ask("setoption name Clear Hash"), [""; 0]);
            assert_eq!(engine.query("gameover"), "true");
            assert_eq!(engine.ask(&line), [""; 0]);
            assert_eq!((engine.query("gameover"), engine.position()), ("false".to_string(), text));
            line = format!("{line} {}", engine.legal()[0]);
            engine.ask(&line);
            if engine.query("gameover") == "true" {
                break;
            }
        }
    }
}

#[test]
fn moves_after_the_end_do_not_change_the_result() {
    for game in games() {
        let mut engine = Engine::start(game);
        let turns = play_a_game(&mut engine, "position startpos moves").join(" ");
        let result = engine.query("result");
        let answers = engine.ask(&format!("position startpos moves {turns} {}", turns.split(' ').next().unwrap()));
        assert_eq!(with_word(&answers, "info").len(), 1, "{answers:?}");
        assert_eq!(engine.query("result"), result);
        let (_, best) = engine.search("go depth 1");
        assert_eq!(best, "none");
        engine.send("perft 1");
        assert_eq!(engine.lines_until(|line| line.starts_with("nodes")), ["nodes 0"]);
    }
}

#[test]
fn the_questions_have_one_word_answers_and_unknown_ones_a_sentence() {
    for game in games() {
        let mut engine = Engine::start(game);
        let seats: usize = engine.query("seats").parse().unwrap();
        assert!((2..=4).contains(&seats));
        assert_eq!((engine.query("p1turn"), engine.query("P2TURN")), ("true".to_string(), "false".to_string()));
        for nonsense in ["query", "query p0turn", &format!("query p{}turn", seats + 1), "query pturn", "query weather"]
        {
            let answers = engine.ask(nonsense);
            assert!(answers.len() == 1 && answers[0].starts_with("info string "), "{nonsense}: {answers:?}");
        }
    }
}

#[test]
fn seats_are_not_colours_after_a_swap() {
    for game in games() {
        let mut engine = Engine::start(game);
        let first = engine.legal()[0].clone();
        engine.ask(&format!("position startpos moves {first}"));
        if engine.legal().iter().any(|decision| decision == "swap") {
            engine.ask(&format!("position startpos moves {first} swap"));
            assert_eq!((engine.query("p1turn"), engine.query("turn")), ("true".to_string(), "p1".to_string()));
            // Seat 1 owns the second colour now; it forfeits as a seat.
            engine.ask(&format!("position startpos moves {first} swap swap"));
            assert_eq!(engine.query("result"), "p2win");
        }
    }
}

#[test]
fn counts_agree_with_the_list_of_decisions() {
    for game in games() {
        let mut engine = Engine::start(game);
        let legal = engine.legal();
        let mut count = |line: &str| {
            engine.send(line);
            engine.lines_until(|line| line.starts_with("nodes "))
        };
        assert_eq!(count("perft 0"), ["nodes 1"]);
        let counts = count("perft 1");
        let decisions: Vec<&str> = counts.iter().filter_map(|line| line.strip_suffix(" 1")).collect();
        assert_eq!(
            (decisions, counts.last().unwrap()),
            (legal.iter().map(String::as_str).collect(), &format!("nodes {}", legal.len()))
        );
        let counts = count("perft 2");
        let number = |line: &String| line.split(' ').nth(1).unwrap().parse::<u64>().unwrap();
        let (total, parts) = counts.split_last().unwrap();
        assert_eq!(parts.iter().map(number).sum::<u64>(), number(total));
        let turns = engine.ask("legal turns")[0].split(' ').count() - 1;
        engine.send("perft 1 turns");
        assert_eq!(engine.lines_until(|line| line.starts_with("nodes ")).pop().unwrap(), format!("nodes {turns}"));
    }
}
