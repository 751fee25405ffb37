//! Records in the formats of other programs: what is written is read as the same game, the examples of those programs
//! are read, and what is odd is reported.

mod examples;

use quintet::game::Rng;
use quintet::records::{
    FORMATS, GameRecord, Imported, Reason, RecordFormat, Seat, Turn, read_bytes, result, setup, write,
};
use quintet::registry;
use quintet::session::Standing;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use std::path::Path;

fn import(text: &str, format: Option<RecordFormat>) -> Imported {
    read_bytes(Path::new("here"), text.as_bytes(), format).unwrap()
}

/// What is said of the only game of a text.
fn said(text: &str, format: RecordFormat) -> String {
    let imported = import(text, Some(format));
    let oddities: Vec<String> = imported.oddities.iter().map(ToString::to_string).collect();
    oddities.join("\n")
}

fn turns(record: &GameRecord) -> String {
    record.all_turns().join(" ")
}

/// A random game that ends by the rules, is given up, called a draw or left unfinished.
fn random_game(game: &str, names: bool, rng: &mut Rng) -> GameRecord {
    let mut session = registry::open(game).unwrap();
    if game == "pentalath" && rng.random_ratio(1, 2) {
        session.set_option("Swap", "true").unwrap();
    }
    let most = if rng.random_ratio(1, 2) { 1_000 } else { rng.random_range(0..60) };
    while session.standing() == Standing::Open && session.turns().len() < most {
        let can_swap = session.legal().contains(&"swap".to_string()) && rng.random_ratio(1, 2);
        let turn = if can_swap { "swap".to_string() } else { session.random_turn(rng) };
        session.play(&turn).unwrap();
    }
    let turns = session.turns();
    let seats = session.seats();
    let (mut reason, mut loser) = (Reason::Rules, None);
    if session.standing() == Standing::Open {
        match rng.random_range(0..3) {
            0 => reason = Reason::Unfinished,
            1 => reason = Reason::Draw,
            _ if seats == 3 => reason = Reason::Unfinished,
            _ => {
                (reason, loser) = (Reason::Resign, Some(rng.random_range(1..=seats)));
                session.forfeit(loser.unwrap() - 1);
            }
        }
    }
    let winners: Vec<usize> = match (session.standing().outcome(), reason) {
        (Some(outcome), _) => session.winners(outcome).into_iter().map(|seat| seat + 1).collect(),
        (None, Reason::Draw) => (1..=seats).collect(),
        (None, _) => Vec::new(),
    };
    let name = |seat: usize| Seat { name: ["Ann]e", "Bob\\", "Cyd"][seat].to_string(), ..Seat::default() };
    let record = GameRecord {
        game: game.to_string(),
        option: setup(&*session),
        seats: if names { (0..seats).map(name).collect() } else { Vec::new() },
        turns: turns.into_iter().map(|turn| Turn { turn, ..Turn::default() }).collect(),
        result: result(&winners, &session.sides()),
        winners,
        reason,
        loser,
        ..GameRecord::default()
    };
    record.check().unwrap();
    record
}

#[test]
fn what_is_written_is_read_as_the_same_game() {
    let mut rng = Rng::seed_from_u64(5);
    for (format, games, count) in [
        (RecordFormat::GipfCom, &["yinsh", "yinsh-blitz", "gipf", "gipf-standard", "gipf-tournament"][..], 25),
        (RecordFormat::Boardspace, &["yinsh", "yinsh-blitz"], 40),
        (RecordFormat::AbstractPlay, &["yavalath", "yavalath3"], 200),
        (RecordFormat::Ludii, &["yavalath", "yavalath3", "pentalath"], 100),
        (RecordFormat::Text, &["yavalath", "zen", "gipf"], 10),
        (RecordFormat::Jsonl, &["yavalath3", "zen-free", "yinsh"], 10),
    ] {
        for game in games {
            let has_names = format != RecordFormat::Ludii;
            let records: Vec<GameRecord> = (0..count).map(|_| random_game(game, has_names, &mut rng)).collect();
            // A game without a turn is none in the formats that have only turns.
            let records: Vec<GameRecord> = records.into_iter().filter(|record| !record.turns.is_empty()).collect();
            let (text, left_out) = write(&records, format);
            assert_eq!(left_out, []);
            assert_eq!(RecordFormat::of_text(&text), Some(format), "{text}");
            let imported = import(&text, None);
            assert_eq!(imported.oddities, []);
            assert_eq!(imported.records.len(), records.len(), "{text}");
            for (was, is) in records.iter().zip(&imported.records) {
                let mut was = was.clone();
                let swapped = was.all_turns().get(1).is_some_and(|turn| turn == "swap");
                if format == RecordFormat::Ludii {
                    // Whether there is a swap is not said if nobody takes it, and not who has won after it.
                    if !swapped {
                        was.option.clone_from(&is.option);
                    }
                    if swapped && was.reason != Reason::Rules || was.reason == Reason::Draw && game == &"yavalath3" {
                        (was.reason, was.loser) = (is.reason, is.loser);
                        (was.result, was.winners) = (is.result.clone(), is.winners.clone());
                    }
                }
                assert_eq!(is, &was, "{format:?} {game}\n{text}");
            }
        }
    }
}

/// Complete games of independent programs.
#[test]
fn the_games_of_the_vectors_are_converted() {
    let mut count = 0;
    for (file, formats) in [
        ("yinsh", &[RecordFormat::GipfCom, RecordFormat::Boardspace][..]),
        ("gipf", &[RecordFormat::GipfCom]),
        ("yavalath", &[RecordFormat::AbstractPlay, RecordFormat::Ludii]),
        ("yavalath3", &[RecordFormat::AbstractPlay, RecordFormat::Ludii]),
        ("pentalath", &[RecordFormat::Ludii]),
    ] {
        let path = format!("{}/tests/data/{file}-games.jsonl", env!("CARGO_MANIFEST_DIR"));
        let lines = std::fs::read_to_string(path).unwrap();
        for line in lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let mut session = registry::open(line["game"].as_str().unwrap_or(file)).unwrap();
            let decisions: Vec<&str> =
                line["decisions"].as_array().unwrap().iter().map(|d| d.as_str().unwrap()).collect();
            // Vectors without a swap begin otherwise; what was taken back or cut off is no game either.
            let played = decisions.iter().all(|decision| session.play(decision).is_ok());
            let Some(outcome) = session.standing().outcome().filter(|_| played) else { continue };
            let winners: Vec<usize> = session.winners(outcome).into_iter().map(|seat| seat + 1).collect();
            let record = GameRecord {
                game: session.name().to_string(),
                option: setup(&*session),
                turns: session.turns().into_iter().map(|turn| Turn { turn, ..Turn::default() }).collect(),
                result: result(&winners, &session.sides()),
                winners,
                reason: Reason::Rules,
                ..GameRecord::default()
            };
            for &format in formats {
                let (text, left_out) = write(std::slice::from_ref(&record), format);
                assert_eq!(left_out, []);
                let imported = import(&text, None);
                assert_eq!(imported.oddities, [], "{text}");
                assert_eq!(turns(&imported.records[0]), turns(&record), "{text}");
                assert_eq!(imported.records[0].result, record.result);
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count}");
}

#[test]
fn rows_that_are_left_out_are_found() {
    let mut rng = Rng::seed_from_u64(6);
    let (mut rows, mut found) = (0, 0);
    for _ in 0..40 {
        let record = random_game("yinsh", false, &mut rng);
        if record.turns.is_empty() {
            continue;
        }
        let (text, _) = write(std::slice::from_ref(&record), RecordFormat::GipfCom);
        // `x` and two ends before another `x`.
        let short: Vec<String> = text
            .split(';')
            .map(|part| match part.split('x').collect::<Vec<_>>()[..] {
                ["", row, ring] if row.contains('-') => format!("x{ring}"),
                _ => part.to_string(),
            })
            .collect();
        let short = short.join(";");
        rows += usize::from(short != text);
        let imported = import(&short, Some(RecordFormat::GipfCom));
        let is = &imported.records[0];
        assert_eq!(is.all_turns().len(), record.all_turns().len(), "{short}\n{:?}", imported.oddities);
        found += imported.oddities.iter().filter(|oddity| oddity.what.to_string().contains("was missing")).count();
    }
    assert!(rows > 10 && found > 0, "{rows} {found}");
}

#[test]
fn what_is_odd_is_told() {
    // A misprint: the game is kept up to that turn.
    let misprint = "1.e3 2.d4 3.e3 4.f5";
    let imported = import(misprint, Some(RecordFormat::GipfCom));
    assert_eq!(imported.oddities[0].to_string(), "game 1: turn 3: `e3` is taken; the game is kept up to that turn");
    assert_eq!((turns(&imported.records[0]).as_str(), imported.records[0].reason), ("e3 d4", Reason::Unfinished));
    imported.records[0].check().unwrap();
    // A result that is not that of the rules.
    let mut session = registry::open("yavalath").unwrap();
    let won = ["b2", "h6", "c3", "g8", "e5", "d8", "d4"];
    won.iter().for_each(|turn| drop(session.play(turn).unwrap()));
    let header = json!({ "game": { "name": "Yavalath" }, "players": [{ "result": 0 }, { "result": 1 }] });
    let rounds = json!([["b2", "f7"], ["c3", "h4"], ["e5", "h1"], ["d4"]]);
    let text = json!({ "header": header, "moves": rounds }).to_string();
    let odd = said(&text, RecordFormat::AbstractPlay);
    let expected = "it says that the winner is seat 2, but by the rules the result is p1win (the winner is seat 1)";
    assert!(odd.ends_with(expected), "{odd}");
    // Names and comments are cleaned.
    let named = "White: a\u{1b}[31m\u{202e}b\nBlack: c\n\n1.e3\n";
    assert!(!import(named, None).records[0].seats[0].name.contains(['\u{1b}', '\u{202e}']));
    for (_, name, _) in FORMATS {
        assert_eq!(RecordFormat::named(&name.to_uppercase()).map(RecordFormat::name), Some(name));
    }
    assert_eq!(RecordFormat::of_name(Path::new("a.SGF")), Some(RecordFormat::Boardspace));
    assert!(
        read_bytes(Path::new("x"), b"Dear Sir", None).unwrap_err().to_string().contains("not in a known game format")
    );
}

#[test]
fn a_record_needs_no_tournament() {
    let line = r#"{"game":"yavalath","turns":[{"turn":"e5","mark":"?!","comment":"bold","variations":[[{"turn":"a1"},{"turn":"b2"}]]},{"turn":"swap"}]}"#;
    let imported = import(line, None);
    let record = &imported.records[0];
    record.check().unwrap();
    assert_eq!(
        (turns(record).as_str(), record.result.as_str(), record.reason),
        ("e5 swap", "none", Reason::Unfinished)
    );
    for format in [RecordFormat::Text, RecordFormat::Jsonl] {
        let (text, _) = write(&imported.records, format);
        assert_eq!(import(&text, None).records, imported.records, "{text}");
    }
}

/// Objects of JSON are read however they are laid out, and another text says what a record is.
#[test]
fn objects_need_not_stand_on_one_line() {
    let games: Vec<Value> = ["e5", "d4"]
        .map(|turn| json!({ "game": "yavalath", "comment": "a } { [ \" ,", "turns": [{ "turn": turn }] }))
        .into();
    let lines: Vec<String> = games.iter().map(Value::to_string).collect();
    let pretty: Vec<String> = games.iter().map(|game| serde_json::to_string_pretty(game).unwrap()).collect();
    let list = serde_json::to_string_pretty(&games).unwrap();
    let expected = import(&lines.join("\n"), None).records;
    assert_eq!(expected.len(), 2);
    for text in
        [pretty.join("\n"), pretty.join(""), list.clone(), list.replace('\n', "\r\n"), format!("[{}]", lines.join(","))]
    {
        let read = import(&text, None);
        assert_eq!((read.oddities, read.records), (Vec::new(), expected.clone()), "{text}");
    }
    // One that is none hides no other.
    let bad = format!("[{}, {{\n\"game\": 1}}]", pretty[0]);
    let read = import(&bad, None);
    assert_eq!((read.records, read.oddities.len(), read.oddities[0].game), (vec![expected[0].clone()], 1, 2));
    let cut = &pretty[0][..pretty[0].len() - 3];
    let error = read_bytes(Path::new("here"), cut.as_bytes(), None).unwrap_err().to_string();
    assert!(error.contains("a record is a whole JSON object") && !error.contains("column 0"), "{error}");
}

/// What a text by hand may lack or write in another way is not known, and no game is lost for it.
#[test]
fn texts_by_hand_are_read() {
    let text =
        |tags: &str, turns: &str| format!("[Game \"zen\"]\n[Seat 1 \"A\"]\n[Seat 2 \"B\"]\n{tags}\n\n{turns} none\n");
    let mut session = registry::open("zen").unwrap();
    let turn = session.play(&session.legal_turns()[0]).unwrap();
    let read = |tags: &str, turns: &str| import(&text(tags, turns), None);
    let round = |tags: &str| {
        let imported = read(tags, "");
        assert_eq!(imported.oddities, [], "{tags}");
        imported.records[0].round.clone()
    };
    let known = round("[Round \"3\"]").unwrap();
    assert_eq!(
        (known.round, known.players, known.points, known.over),
        (3, ["A".to_string(), "B".to_string()], None, false)
    );
    assert_eq!(round("[Round \"3\"]\n[Points \"5-2\"]").unwrap().points, Some([5, 2]));
    for unknown in ["?", "-", ""] {
        assert_eq!(round(&format!("[Round \"{unknown}\"]")), None);
    }
    // Comments as PGN has them.
    let game = |turns: &str| read("", turns).records.remove(0);
    let noted = game(&format!(
        "{{before}} {{\"more\"}} 1. {turn} {{why not, after all?}} {{depth of thought}} {{seat 1, depth 3}}"
    ));
    assert_eq!(noted.comment.as_deref(), Some("before\nmore"));
    assert_eq!(noted.turns[0].comment.as_deref(), Some("why not, after all?\ndepth of thought"));
    assert_eq!((noted.turns[0].seat, noted.turns[0].depth), (1, Some(3)));
    // What is none says how one is written.
    for wrong in ["{seat 1, so what}", "{open", "{\"open}", "{\"a\" }"] {
        let said = read("", &format!("1. {turn} {wrong}")).oddities[0].what.to_string();
        assert!(said.contains("{\"like this\"}") && said.contains(&turn), "{said}");
    }
}

/// A result that contradicts itself is reported in one sentence, with what it is.
#[test]
fn what_contradicts_itself_is_reported() {
    let odd = |more: Value| {
        let mut game = json!({ "game": "yavalath", "turns": [{ "turn": "e5" }] });
        more.as_object().unwrap().iter().for_each(|(key, value)| game[key] = value.clone());
        let imported = import(&game.to_string(), None);
        imported.oddities.iter().map(|oddity| oddity.what.to_string()).collect::<Vec<_>>()
    };
    let said = odd(json!({ "result": "p1win", "winners": [2], "reason": "resign", "loser": 1 }));
    let expected = "it says that the result is p1win and the winner is seat 2, but by its end, `resign` of seat 1, \
                    the result is p2win (the winner is seat 2)";
    assert_eq!(said, [expected]);
    assert_eq!(odd(json!({ "result": "p2win", "winners": [2], "reason": "resign", "loser": 1 })), [""; 0]);
}
