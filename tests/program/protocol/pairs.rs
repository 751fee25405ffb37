//! Any command works before and after any other.

use super::engine::{Engine, dialogue, games};

/// Whether a line is the one that ends the answer to a command.
type Last = fn(&str) -> bool;

/// The commands, and how the answer to each ends; none for those that are obeyed in silence.
fn commands(game: &str) -> Vec<(String, Option<Last>)> {
    let first = Engine::start(game).legal()[0].clone();
    let is_move: Last = |line| line.starts_with("bestmove ") && line != "bestmove none";
    let is_list: Last = |line| line.starts_with("legal ");
    let silent: [&str; 13] = [
        "",
        "uginewgame",
        "ucinewgame",
        "position startpos",
        "position fen startpos moves",
        "stop",
        "ponderhit",
        "setoption name Hash value 2",
        "setoption name Clear Hash",
        "setoption name Search value mcts",
        "setoption name Search value alphabeta",
        "setoption name MultiPV value 2",
        "setoption name Threads value 2",
    ];
    let answered: [(&str, Last); 16] = [
        ("ugi", |line| line == "ugiok"),
        ("uci", |line| line == "uciok"),
        ("isready", |line| line == "readyok"),
        ("go nodes 50", is_move),
        ("go infinite", is_move),
        ("go ponder", is_move),
        ("go fish", |line| line == "bestmove none"),
        ("query p1turn", |line| line.starts_with("response ")),
        ("d", |line| line.starts_with("position ")),
        ("legal", is_list),
        ("legal turns", is_list),
        ("perft 1", |line| line.starts_with("nodes ") || line == "info string perft was stopped"),
        ("eval", |line| line.starts_with("eval ")),
        ("bench", |line| line.ends_with(" nps") || line == "info string bench was stopped"),
        ("help", |line| line == "help, quit"),
        ("xyzzy", |line| line.starts_with("info string unknown command `xyzzy`")),
    ];
    let silent = silent.into_iter().map(|line| (line.to_string(), None));
    let answered = answered.into_iter().map(|(line, last)| (line.to_string(), Some(last)));
    let of_the_game = [format!("position startpos moves {first}"), format!("setoption name Game value {game}")];
    silent.chain(answered).chain(of_the_game.map(|line| (line, None))).collect()
}

#[test]
fn every_command_before_and_after_every_other() {
    for game in games() {
        let commands = commands(game);
        let mut engine = Engine::start(game);
        let legal = engine.legal();
        engine.ask("setoption name Hash value 1");
        let (mut asked, mut answered) = (0, 0);
        for (one, last_of_one) in &commands {
            for (other, last_of_other) in &commands {
                engine.send(&format!("{one}\n{other}\nstop"));
                let mut missing: Vec<Last> = [last_of_one, last_of_other].into_iter().copied().flatten().collect();
                asked += missing.len();
                while !missing.is_empty() {
                    let line = engine.line();
                    assert!(!line.contains("defect"), "{line}");
                    // Lines of boards and of the help.
                    if line.contains("  ") {
                        continue;
                    }
                    if let Some(at) = missing.iter().position(|is_last| is_last(&line)) {
                        missing.remove(at);
                        answered += 1;
                    } else if let Some((_, Some(_))) =
                        commands.iter().find(|(_, last)| last.is_some_and(|is| is(&line)))
                    {
                        panic!("`{line}` answers neither `{one}` nor `{other}`");
                    }
                }
            }
        }
        assert_eq!(asked, answered);
        engine.ask(&format!("setoption name Game value {game}"));
        assert_eq!(engine.legal(), legal);
        assert_eq!(engine.finish(), [""; 0]);
    }
}

#[test]
fn quit_works_after_every_command() {
    for game in games() {
        for (line, _) in commands(game) {
            let answers = dialogue(game, &format!("{line}\nquit"));
            let moves = answers.iter().filter(|answer| answer.starts_with("bestmove ")).count();
            // Either the search was begun and owes a move, or the command had still to begin.
            assert_eq!(moves, usize::from(line.starts_with("go")), "{line}: {answers:?}");
        }
    }
}
