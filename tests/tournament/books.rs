//! The openings that come with the program.

use crate::runs::{games, root};
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
