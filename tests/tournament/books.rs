//! The openings that come with the program.

use crate::runs::{Folder, games, root};
use quintet::registry;
use quintet::session::{Standing, Start};
use quintet::tournament::openings;
use std::collections::HashSet;

#[test]
fn every_game_has_openings_that_are_legal_open_and_distinct() {
    for game in games() {
        let path = root().join(format!("openings/{game}.txt"));
        let mut table = registry::open(game).unwrap();
        let lines = openings::read(&path, &mut *table).unwrap();
        assert!(lines.len() >= 200, "{game}: {}", lines.len());
        let mut seen = HashSet::new();
        for line in lines {
            table.set_position(&Start::Initial, &line).unwrap();
            assert_eq!(table.standing(), Standing::Open);
            assert_eq!(table.turns(), line, "{game}: whole turns, as this engine writes them");
            assert!(!table.legal().contains(&"swap".to_string()) && !line.contains(&"swap".to_string()), "{line:?}");
            assert!(seen.insert(table.canonical_text()), "{game}: {line:?} is another one turned or mirrored");
        }
    }
}

/// The head tells the command, and the command makes the file: the first lines are compared.
#[test]
fn the_command_in_the_head_makes_the_file() {
    let folder = Folder::new("books");
    for game in ["yavalath", "gipf"] {
        let text = std::fs::read_to_string(root().join(format!("openings/{game}.txt"))).unwrap();
        let command = text.lines().find_map(|line| line.strip_prefix("# Made by: quintet ")).unwrap();
        let mut words: Vec<&str> = command.split(' ').collect();
        let count = words.iter().position(|word| *word == "--count").unwrap() + 1;
        words[count] = "10";
        let made = folder.run(&words);
        let lines =
            |text: &str| text.lines().filter(|line| !line.starts_with('#')).take(10).collect::<Vec<_>>().join("\n");
        assert_eq!(lines(&made), lines(&text), "{game}");
    }
}
