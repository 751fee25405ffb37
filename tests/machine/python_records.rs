//! The law of records through Python: what `read_records` gives is the game that was written.

use crate::process::{Folder, QUINTET};
use crate::random_records::random_records;
use quintet::game::Rng;
use quintet::records::{FORMATS, GameRecord, write};
use rand::SeedableRng;
use std::process::Command;

/// Reads a file of each format, and writes what was read as Python writes it, one game a line and pretty-printed.
const SCRIPT: &str = "
import json, sys, quintet
for path in sys.argv[1:]:
    games = list(quintet.read_records(path, on_odd='raise'))
    with open(path + '.lines', 'w', encoding='utf-8') as file:
        file.writelines(json.dumps(game) + '\\n' for game in games)
    with open(path + '.pretty', 'w', encoding='utf-8') as file:
        json.dump(games, file, indent=1, ensure_ascii=False)
    assert list(quintet.read_records(path + '.lines', on_odd='raise')) == games
    assert list(quintet.read_records(path + '.pretty', on_odd='raise')) == games
";

pub fn what_python_reads_is_the_game_that_was_written() {
    let folder = Folder::new("python-records");
    let games = random_records(6, &mut Rng::seed_from_u64(57));
    let mut paths = Vec::new();
    for (format, name, _) in FORMATS.into_iter().filter(|known| known.0.is_written()) {
        paths.push((format, folder.write(name, &write(&games, format).0)));
    }
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT]).args(paths.iter().map(|(_, path)| path));
    python.env("PYTHONPATH", concat!(env!("CARGO_MANIFEST_DIR"), "/python")).env("QUINTET_BINARY", QUINTET);
    let output = python.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (format, path) in paths {
        let expected: Vec<GameRecord> = games.iter().filter_map(|game| format.projected(game)).collect();
        let lines = std::fs::read_to_string(format!("{path}.lines")).unwrap();
        let read: Vec<GameRecord> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert!(!expected.is_empty() && read == expected, "{}", format.name());
    }
}
