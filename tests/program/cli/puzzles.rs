//! `quintet puzzle` through pipes, and `quintet puzzles`.

use super::{error_line, games, stdout};
use quintet::puzzles::{of_game, read};

/// What is said, in one line.
fn solve(game: &str, arguments: &[&str], input: &str) -> String {
    let arguments = [&["puzzle", game, "--ascii"], arguments].concat();
    stdout(&arguments, input).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn puzzles_are_tried_and_solved_through_a_pipe() {
    for game in games().filter(|game| !of_game(game).is_empty()) {
        let last = of_game(game).len();
        let text = solve(game, &["--number", &last.to_string()], "solution\nlegal\nnext\n");
        assert!(text.contains(&format!("Puzzle {last} of {last}: ")), "{text}");
        assert!(text.contains("The puzzle is over: `next`, `again` or `quit`."), "{text}");
        assert!(text.ends_with("That was the last one."), "{text}");
        let text = solve(game, &[], "solution\nquit\nnext\n");
        let (_, solution) = text.split_once("The solution is ").unwrap();
        let (solution, _) = solution.split_once(". ").unwrap();
        let turns: Vec<&str> = solution.split(' ').collect();
        let puzzle = &of_game(game)[0];
        let first = |turn: &str| turn.split(';').next().unwrap().to_string();
        assert_eq!(first(turns[0]), puzzle.first);
        // A wrong turn first, decision by decision, then the turns of the side that wins.
        let start = puzzle.session(game, &[]).unwrap();
        let wrong = start.legal_turns().into_iter().find(|turn| first(turn) != puzzle.first).unwrap();
        let own: Vec<&str> = turns.iter().step_by(2).copied().collect();
        let input = format!("hint\n{}\nnonsense\n{}\n", wrong.replace(';', "\n"), own.join("\n"));
        let text = solve(game, &[], &input);
        for words in
            [" Begin with ", " Wrong. That ", "`nonsense`", " Right; the answer is ", "Solved after 1 wrong turn."]
        {
            assert!(text.contains(words), "{game}: `{words}` is missing in {text}");
        }
    }
}

#[test]
fn puzzles_are_chosen_by_number_and_length() {
    let text = solve("yavalath", &["--plies", "7"], "again\nboard\nnext\n");
    assert_eq!(text.matches(" wins within 7 decisions of both sides.").count(), 4, "{text}");
    assert!(error_line(&["puzzle", "yavalath", "--plies", "4"], 2).contains("there are 5, 7, 9, "));
    assert!(error_line(&["puzzle", "yavalath", "--number", "301"], 2).contains("has 300 puzzles"));
    assert!(error_line(&["puzzle", "yavalath3"], 2).contains("there are no puzzles for yavalath3"));
    error_line(&["puzzle", "chess"], 2);
}

#[test]
fn puzzles_are_made_into_a_file() {
    let file = std::env::temp_dir().join(format!("quintet-{}-puzzles.txt", std::process::id()));
    let path = file.to_str().unwrap();
    stdout(&["puzzles", "gipf", "--count", "1", "--out", path], "");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    assert_eq!(read(&text).unwrap().len(), 1, "{text}");
    assert_eq!(stdout(&["puzzles", "gipf", "--count", "1"], ""), text);
    assert!(error_line(&["puzzles", "yavalath3"], 2).contains("only two-player games have puzzles"));
}
