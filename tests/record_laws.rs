//! The law of records: what is written in a format and read again is the same game, but for what the table in
//! docs/records.md says that the format does not hold. Random games of every game with every option are written and read
//! in every format, and then in every other.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

use quintet::game::{OptionKind, Rng};
use quintet::records::{
    Content, FORMATS, GameRecord, Imported, Lost, Mark, Reason, RecordFormat, ReportedScore, Round, Seat, Turn,
    read_bytes, setup, write,
};
use quintet::registry;
use quintet::session::{Session, Standing};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn read(bytes: &[u8], format: RecordFormat) -> Imported {
    read_bytes(Path::new("here"), bytes, Some(format)).unwrap()
}

/// The formats that are written as well as read.
fn formats() -> impl Iterator<Item = RecordFormat> {
    FORMATS.into_iter().map(|known| known.0).filter(|format| format.is_written())
}

/// What people and programs write, and what some format could take for its own signs.
const ODD: [&str; 36] = [
    "",
    "a",
    "A",
    "w",
    "Ann",
    "Zoë 棋",
    "\"",
    "\\",
    "a\\",
    "\\\"",
    "B \"the bold\"",
    "]",
    "[Game \"yinsh\"]",
    "a]b",
    "(;",
    ")",
    "{",
    "}",
    "{\"a\": 1}",
    "two\nlines",
    "\n\nthree\r\n\nlines\n",
    "tab\tand\u{1b}[31m",
    "\u{feff}mark",
    "½–½ × −",
    "  spaces  ",
    "id",
    "id \"x\"",
    "White: b",
    "Result: 1-0",
    "1. e5",
    "The game is a draw",
    "draw",
    "Game won by A",
    "Swap/Off",
    "Move=[Move:",
    "🂡 #1 @2, ; 3",
];

fn odd(rng: &mut Rng) -> String {
    let two = if rng.random_ratio(1, 4) { *ODD.choose(rng).unwrap() } else { "" };
    format!("{}{two}", ODD.choose(rng).unwrap())
}

fn sometimes<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    rng.random_ratio(1, 4).then(|| make(rng))
}

/// Random turns from the position of a session on, which it plays; often a swap, and sometimes a win.
fn random_turns(session: &mut dyn Session, most: usize, rng: &mut Rng) -> Vec<String> {
    let mut turns = Vec::new();
    while session.standing() == Standing::Open && turns.len() < most {
        let can_swap = session.legal().contains(&"swap".to_string()) && rng.random_ratio(1, 2);
        let turn = if can_swap { "swap".to_string() } else { session.random_turn(rng) };
        turns.push(session.play(&turn).unwrap());
    }
    turns
}

/// Turns with notes and variations, and theirs, from the position of a session on; it is at their end afterwards.
fn noted(session: &mut dyn Session, turns: Vec<String>, depth: usize, rng: &mut Rng) -> Vec<Turn> {
    let mut all = Vec::new();
    for turn in turns {
        let variations = if depth < 3 && rng.random_ratio(1, 6) { rng.random_range(1..3) } else { 0 };
        let variation = |session: &mut dyn Session, rng: &mut Rng| {
            let before = session.decisions();
            let most = rng.random_range(1..4);
            let line = random_turns(session, most, rng);
            let back = |session: &mut dyn Session| while session.decisions() > before && session.undo_decision() {};
            back(session);
            let line = noted(session, line, depth + 1, rng);
            back(session);
            line
        };
        let variations = (0..variations).map(|_| variation(session, rng)).collect();
        let seat = session.seat() + 1;
        let score = |rng: &mut Rng| match rng.random_ratio(1, 2) {
            true => ReportedScore::Cp(rng.random_range(-900..900)),
            false => ReportedScore::Mate(rng.random_range(-9..9)),
        };
        session.play(&turn).unwrap();
        all.push(Turn {
            turn,
            seat: if rng.random_ratio(1, 2) { seat } else { 0 },
            ms: sometimes(rng, |rng| f64::from(rng.random_range(0..9_999_999)) / 1e3),
            left: sometimes(rng, |rng| f64::from(rng.random_range(0..9_999_999)) / 1e3),
            latency: sometimes(rng, |rng| f64::from(rng.random_range(-99..9_999)) / 1e3),
            score: sometimes(rng, score),
            depth: sometimes(rng, |rng| rng.random()),
            nodes: sometimes(rng, |rng| rng.random()),
            mark: sometimes(rng, |rng| *Mark::ALL.choose(rng).unwrap()),
            comment: sometimes(rng, odd),
            variations,
        });
    }
    all
}

/// A random record of a game, with whatever a record may have. It says nothing of its result: that it has when it is read.
fn random_record(game: &str, rng: &mut Rng) -> GameRecord {
    let mut session = registry::open(game).unwrap();
    for option in session.options() {
        let value = match option.kind {
            OptionKind::Check(_) => rng.random::<bool>().to_string(),
            OptionKind::Choice(_, words) => words.choose(rng).unwrap().to_string(),
        };
        session.set_option(option.name, &value).unwrap();
    }
    let mut record =
        GameRecord { game: game.to_string(), option: setup(&*session), result: "none".into(), ..GameRecord::default() };
    if rng.random_ratio(1, 5) {
        let most = rng.random_range(0..20);
        random_turns(&mut *session, most, rng);
        if session.standing() == Standing::Open {
            record.position = Some(session.position_text());
        }
    }
    session.set_position(&record.start(), &[]).unwrap();
    let most = if rng.random_ratio(1, 2) { 300 } else { rng.random_range(0..15) };
    let turns = random_turns(&mut *session, most, rng);
    let given = turns.len().min(rng.random_range(0..4) * rng.random_range(0..2));
    session.set_position(&record.start(), &turns[..given]).unwrap();
    record.opening = turns[..given].to_vec();
    record.turns = noted(&mut *session, turns[given..].to_vec(), 0, rng);
    let seats = session.seats();
    use Reason::{Crash, Draw, Flood, Garbage, Hang, Illegal, Maxturns, Resign, Time, Unfinished};
    if session.standing() == Standing::Open {
        record.reason =
            *[Unfinished, Unfinished, Resign, Resign, Draw, Time, Crash, Hang, Flood, Garbage, Illegal, Maxturns]
                .choose(rng)
                .unwrap();
        let has_loser = record.reason.is_fault() || record.reason == Resign;
        record.loser = has_loser.then(|| rng.random_range(1..=seats));
    }
    let seat = |rng: &mut Rng| Seat {
        name: odd(rng),
        id: sometimes(rng, odd).unwrap_or_default(),
        limits: sometimes(rng, odd).unwrap_or_default(),
        option: (0..rng.random_range(0..3)).map(|_| (odd(rng), odd(rng))).collect(),
    };
    if rng.random_ratio(3, 4) {
        record.seats = (0..seats).map(|_| seat(rng)).collect();
    }
    if rng.random_ratio(1, 2) {
        session.set_position(&record.start(), &record.all_turns()).unwrap();
        let seats = session.turn_seats();
        record.turns.iter_mut().zip(&seats[record.opening.len()..]).for_each(|(turn, seat)| turn.seat = seat + 1);
    }
    let all_have_seats = record.turns.iter().all(|turn| turn.seat > 0);
    record.comment = sometimes(rng, odd);
    record.detail = sometimes(rng, odd);
    record.quintet = sometimes(rng, odd).unwrap_or_default();
    (record.seed, record.ended) = (sometimes(rng, |rng| rng.random()).unwrap_or(0), rng.random_range(0..3));
    if !record.seats.is_empty() && all_have_seats && rng.random_ratio(1, 2) {
        (record.tournament, record.number, record.encounter) =
            (odd(rng), rng.random_range(1..99), rng.random_range(1..9));
        if seats == 2 {
            record.round = sometimes(rng, |rng| Round {
                round: rng.random_range(1..5),
                players: [record.seats[0].name.clone(), record.seats[1].name.clone()],
                points: [rng.random_range(0..9), rng.random_range(0..9)],
                over: true,
                winner: rng.random_ratio(1, 2).then(|| record.seats[1].name.clone()),
            });
        }
    }
    record
}

/// Random records of all games as they are when they have been read once: with clean texts and with their results.
fn random_records(each: usize, rng: &mut Rng) -> Vec<GameRecord> {
    let names = registry::GAMES.iter().flat_map(|entry| vec![entry.name; each]);
    let raw: Vec<GameRecord> = names.map(|game| random_record(game, rng)).collect();
    let lines: Vec<String> = raw.iter().map(|record| serde_json::to_string(record).unwrap() + "\n").collect();
    let imported = read(lines.concat().as_bytes(), RecordFormat::Jsonl);
    // What says nothing of its result is no less right.
    assert_eq!(imported.oddities, []);
    for (raw, record) in raw.iter().zip(&imported.records) {
        record.check().unwrap_or_else(|error| panic!("{error}: {record:?}"));
        let turns =
            |record: &GameRecord| (record.all_turns(), record.turns.iter().map(|turn| turn.mark).collect::<Vec<_>>());
        assert_eq!((turns(raw), raw.opening.len()), (turns(record), record.opening.len()));
        assert!(raw.reason == Reason::Unfinished || raw.reason == record.reason && raw.loser == record.loser);
    }
    imported.records
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
