//! Random records: of every game with every option, with all that a record may have.

// Not every binary of tests takes all of it.
#![allow(dead_code)]

use quintet::game::{OptionKind, Rng};
use quintet::records::{
    GameRecord, Imported, Mark, Reason, RecordFormat, ReportedScore, Round, Seat, Turn, read_bytes, setup,
};
use quintet::registry;
use quintet::session::{Session, Standing};
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::path::Path;

/// Games of a text in a format.
pub fn read(bytes: &[u8], format: RecordFormat) -> Imported {
    read_bytes(Path::new("here"), bytes, Some(format)).unwrap()
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
    session.set_position(record.position.as_deref(), &[]).unwrap();
    let most = if rng.random_ratio(1, 2) { 300 } else { rng.random_range(0..15) };
    let turns = random_turns(&mut *session, most, rng);
    let given = turns.len().min(rng.random_range(0..4) * rng.random_range(0..2));
    session.set_position(record.position.as_deref(), &turns[..given]).unwrap();
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
        session.set_position(record.position.as_deref(), &record.all_turns()).unwrap();
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
                points: sometimes(rng, |rng| [rng.random_range(0..9), rng.random_range(0..9)]),
                over: true,
                winner: rng.random_ratio(1, 2).then(|| record.seats[1].name.clone()),
            });
        }
    }
    record
}

/// Random records of all games as they are when they have been read once: with clean texts and with their results.
pub fn random_records(each: usize, rng: &mut Rng) -> Vec<GameRecord> {
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
