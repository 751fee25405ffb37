//! The openings that come with the program.

use super::runs::{Folder, games, root};
use quintet::registry;
use quintet::session::Standing;
use quintet::tournament::openings;
use std::collections::HashSet;

/// The games that have openings: those with a file in `openings/`.
fn games_with_openings() -> Vec<&'static str> {
    let with_openings: Vec<&str> =
        games().filter(|game| root().join(format!("openings/{game}.txt")).exists()).collect();
    let files = std::fs::read_dir(root().join("openings")).unwrap().map(|entry| entry.unwrap().path());
    let count = files.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).count();
    assert!(count >= 10 && with_openings.len() == count, "every file of openings is of a game");
    with_openings
}

#[test]
fn openings_are_legal_open_and_distinct() {
    for game in games_with_openings() {
        let path = root().join(format!("openings/{game}.txt"));
        let mut session = registry::open(game).unwrap();
        let lines = openings::read(&path, &mut *session).unwrap();
        assert!(lines.len() >= 200, "{game}: {}", lines.len());
        let mut seen = HashSet::new();
        for line in lines {
            session.set_position(None, &line).unwrap();
            assert_eq!(session.standing(), Standing::Open);
            assert_eq!(session.turns(), line, "{game}: whole turns, as this engine writes them");
            assert!(!session.legal().contains(&"swap".to_string()) && !line.contains(&"swap".to_string()), "{line:?}");
            assert!(seen.insert(session.canonical_text()), "{game}: {line:?} is another one turned or mirrored");
        }
    }
}

/// The head has the command that made the file. Which lines are balanced depends on the version of the search, so the
/// command is given none to speak of: the lines of the file must be among those that it then lets through, in order.
#[test]
fn the_command_in_the_head_makes_the_file() {
    let folder = Folder::new("books");
    for game in games_with_openings() {
        let text = std::fs::read_to_string(root().join(format!("openings/{game}.txt"))).unwrap();
        let command = text.lines().find_map(|line| line.strip_prefix("# Made by: quintet ")).unwrap();
        let mut words: Vec<&str> = command.split(' ').collect();
        for (option, value) in [("--count", "300"), ("--max-score", "100000"), ("--nodes", "1")] {
            let place = words.iter().position(|word| *word == option).unwrap() + 1;
            words[place] = value;
        }
        let made = folder.run(&words);
        let mut candidates = made.lines();
        for line in text.lines().filter(|line| !line.starts_with('#')).take(20) {
            assert!(candidates.any(|candidate| candidate == line), "{game}: `{line}` is not made by the command");
        }
    }
}
