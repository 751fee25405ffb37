//! The law of records: what is written in a format and read again is the same game, but for what the table in
//! docs/records.md says that the format does not hold. Random games of every game with every option are written and read
//! in every format, and then in every other.

use crate::random_records::{random_records, read};
use quintet::game::Rng;
use quintet::records::{Content, FORMATS, GameRecord, Lost, Reason, RecordFormat, read_bytes, write};
use rand::SeedableRng;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The formats that are written as well as read.
fn formats() -> impl Iterator<Item = RecordFormat> {
    FORMATS.into_iter().map(|known| known.0).filter(|format| format.is_written())
}

/// What is left of games that are written in a format and read again; it is what the projection says.
fn through(format: RecordFormat, games: &[GameRecord]) -> Vec<GameRecord> {
    let (text, left_out) = write(games, format);
    let expected: Vec<Option<GameRecord>> = games.iter().map(|game| format.projected(game)).collect();
    let lacking: Vec<usize> =
        (1..).zip(&expected).filter(|(_, game)| game.is_none()).map(|(number, _)| number).collect();
    assert_eq!(left_out.iter().map(|(number, _)| *number).collect::<Vec<_>>(), lacking, "{left_out:?}");
    let expected: Vec<GameRecord> = expected.into_iter().flatten().collect();
    if expected.is_empty() {
        // A text without a game is in no format.
        return expected;
    }
    assert_eq!(RecordFormat::of_text(&text), Some(format), "{text}");
    let imported = read(text.as_bytes(), format);
    assert_eq!(imported.oddities, [], "{text}");
    for (is, was) in imported.records.iter().zip(&expected) {
        if is != was {
            let (text, _) = write(std::slice::from_ref(was), format);
            panic!("{}\nwas {was:#?}\nis {is:#?}\n{text}", format.name());
        }
    }
    assert_eq!(imported.records.len(), expected.len(), "{text}");
    imported.records
}

#[test]
fn what_is_written_and_read_is_the_same_but_for_what_the_format_lacks() {
    let mut rng = Rng::seed_from_u64(47);
    let games = random_records(16, &mut rng);
    let mut missing: BTreeSet<(&str, &str)> = BTreeSet::new();
    for format in formats() {
        let lacking = Content::ALL.into_iter().filter(|&content| !format.holds(content));
        missing.extend(lacking.map(|content| (format.name(), content.title())));
    }
    for first in formats() {
        let mut lost = Lost::new(first);
        games
            .iter()
            .filter(|game| first.projected(game).is_some() || game.position.is_some())
            .for_each(|game| lost.add(game));
        for (content, _) in lost.counts() {
            missing.remove(&(first.name(), content.title()));
        }
        let left = through(first, &games);
        assert!(left.len() > 12, "{}", left.len());
        for second in formats() {
            through(second, &left);
        }
    }
    // Everything that a format lacks was there to be lost.
    assert_eq!(missing, BTreeSet::new());
    // And all ends there are.
    let ends: BTreeSet<&str> = games.iter().map(|game| game.reason.word()).collect();
    assert_eq!(ends.len(), 11, "{ends:?}");
    let shared = |game: &&GameRecord| game.game == "yavalath3" && game.winners.len() == 2;
    assert!(games.iter().any(|game| shared(&game)));
}

/// Byte order marks, the ends of lines of other systems and UTF-16 change nothing.
#[test]
fn how_a_text_is_stored_changes_nothing() {
    let mut rng = Rng::seed_from_u64(48);
    let games = random_records(3, &mut rng);
    for format in formats() {
        let (text, _) = write(&games, format);
        let plain = read(text.as_bytes(), format).records;
        assert!(plain.len() > 3);
        let wide = |units: fn(u16) -> [u8; 2]| format!("\u{feff}{text}").encode_utf16().flat_map(units).collect();
        let marked = |text: &str| format!("\u{feff}{text}").into_bytes();
        let stored: [Vec<u8>; 5] = [
            marked(&text),
            marked(&text.replace('\n', "\r\n")),
            text.replace('\n', "\r").into_bytes(),
            wide(u16::to_le_bytes),
            wide(u16::to_be_bytes),
        ];
        for bytes in stored {
            let guessed = read_bytes(Path::new("here"), &bytes, None).unwrap();
            assert_eq!(guessed.records, plain, "{}", format.name());
            assert!(guessed.oddities.iter().all(|oddity| oddity.game == 0 && !oddity.refused));
        }
        // Two files with a mark each, one behind the other. Abstract Play has one list a file.
        if format != RecordFormat::AbstractPlay {
            let twice = read(&[marked(&text), marked(&text)].concat(), format);
            assert_eq!(twice.records, [&plain[..], &plain[..]].concat());
        }
    }
}

/// A record that says only what it must has the same end as one that says all.
#[test]
fn a_record_needs_its_game_and_its_turns() {
    let mut rng = Rng::seed_from_u64(49);
    for game in random_records(4, &mut rng) {
        let all = [
            GameRecord { winners: Vec::new(), ..game.clone() },
            GameRecord { result: "none".into(), ..game.clone() },
            GameRecord { winners: Vec::new(), result: "none".into(), ..game.clone() },
        ];
        let rules =
            GameRecord { winners: Vec::new(), result: "none".into(), reason: Reason::Unfinished, ..game.clone() };
        let sides = game.session().unwrap().sides();
        let by_rules = game.reason == Reason::Rules || game.reason == Reason::Unfinished;
        let resigned = GameRecord { reason: Reason::Unfinished, loser: None, ..game.clone() };
        let is_resigned = game.reason == Reason::Resign;
        let given = all.into_iter().chain(by_rules.then_some(rules)).chain(is_resigned.then_some(resigned));
        for given in given {
            let line = serde_json::to_string(&given).unwrap();
            let texts = [(line, RecordFormat::Jsonl), (quintet::records::text::write(&given), RecordFormat::Text)];
            for (text, format) in texts {
                let imported = read(text.as_bytes(), format);
                let is = &imported.records[0];
                // Of a team that has lost anybody may be named.
                let side = |seat: usize| sides[seat - 1];
                assert_eq!((imported.oddities, &is.winners), (Vec::new(), &game.winners), "{text}");
                assert_eq!((is.reason, is.loser.map(side)), (game.reason, game.loser.map(side)), "{text}");
            }
        }
    }
}

/// What docs/records.md says that each format holds.
#[test]
fn the_table_of_the_documentation_is_the_projection() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/records.md")).unwrap();
    let rows = |title: &str| -> Vec<Vec<String>> {
        let lines = page.lines().skip_while(|line| !line.starts_with(title)).take_while(|line| line.starts_with('|'));
        let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect();
        lines.filter(|line| !line.starts_with("|---")).map(cells).collect()
    };
    let cells = rows("| what a game has |");
    let columns: Vec<Vec<RecordFormat>> = cells[0][1..]
        .iter()
        .map(|names| names.split(", ").map(|name| RecordFormat::named(name).unwrap()).collect())
        .collect();
    let mut named: Vec<&str> = columns.iter().flatten().map(|format| format.name()).collect();
    let mut known: Vec<&str> = formats().map(RecordFormat::name).collect();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
    let titles: BTreeMap<&str, Content> = Content::ALL.into_iter().map(|content| (content.title(), content)).collect();
    let mut titled = BTreeSet::new();
    for row in &cells[1..] {
        let content = *titles.get(row[0].as_str()).unwrap_or_else(|| panic!("`{}` is nothing that a game has", row[0]));
        titled.insert(row[0].as_str());
        for (cell, formats) in row[1..].iter().zip(&columns) {
            assert!(["yes", "no"].contains(&cell.as_str()), "{row:?}");
            formats
                .iter()
                .for_each(|format| assert_eq!(cell == "yes", format.holds(content), "{} {row:?}", format.name()));
        }
    }
    assert_eq!(titled.len(), Content::ALL.len());
}
