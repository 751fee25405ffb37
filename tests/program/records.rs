//! Records in the formats of other programs: what is written is read as the same game, the examples of those programs
//! are read, and what is odd is reported.

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
fn a_game_of_gipf_com_is_read() {
    let text = "White: Ann\nBlack: Bob\nResult: 0-1\n\n1.e3 2.d4 3.f5 4.g6 5.c2 6.h8 7.b5 8.i9 9.e6 10.d8\n11.e3-e4\n";
    let imported = import(text, None);
    assert_eq!(imported.oddities, []);
    let record = &imported.records[0];
    assert_eq!((record.game.as_str(), record.result.as_str(), record.loser), ("yinsh", "p2win", Some(1)));
    assert_eq!((record.reason, record.seats[1].name.as_str()), (Reason::Resign, "Bob"));
    assert!(turns(record).ends_with("d8 e3-e4"));
    // Two games, the second without a header, of GIPF with a capital G and the pieces in reserve.
    let two = "1. Gg1-g2 (16) Ga1-b2 (16)\n2. Gi1-h2 i5-h5 (15)\n\n1. a1-c3 b1-b3\n";
    let imported = import(two, None);
    let games: Vec<&str> = imported.records.iter().map(|record| record.game.as_str()).collect();
    assert_eq!((imported.oddities.len(), games), (0, vec!["gipf-tournament", "gipf-standard"]));
    assert_eq!(turns(&imported.records[0]), "gg1-g2 ga1-b2 gi1-h2 i5-h5");
}

const ROOT: &str = "(;GM[24]VV[2]SU[Yinsh]DT[2014]P0[id \"Ann\"]P1[id \"B \\] b\"]RE[Gagné par B ] b]";

#[test]
fn a_game_of_boardspace_is_read() {
    let rings = ["E 3", "D 4", "F 5", "G 6", "C 2", "H 8", "B 5", "I 9", "E 6", "D 8"];
    let mut text = ROOT.replace("par B ]", "par B \\]") + "\n; P0[1 Start White]\n";
    for (index, ring) in rings.iter().enumerate() {
        text += &format!("; P{}[{} place {}r {ring}]TM[21009]\n", index % 2, index + 2, ["w", "b"][index % 2]);
    }
    text += "; P0[21 place w  E 3]TM[21009]\n; P0[22 drop board  E 4]TM[21959]\n; P0[23 Done]\n; P1[24 move D 4 D 5]TM[5954]\n; P0[25 Resign])\n";
    assert_eq!(RecordFormat::of_text(&text), Some(RecordFormat::Boardspace));
    let imported = import(&text, None);
    assert_eq!(imported.oddities, []);
    let record = &imported.records[0];
    assert_eq!(turns(record), "e3 d4 f5 g6 c2 h8 b5 i9 e6 d8 e3-e4 d4-d5");
    let names: Vec<&str> = record.seats.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!((names, record.loser, record.comment.as_deref()), (vec!["Ann", "B ] b"], Some(1), Some("2014")));
    // Without `Resign` it is the name in the result that tells.
    let reported = import(&text.replace("; P0[25 Resign]", ""), None);
    assert_eq!((reported.records[0].reason, reported.records[0].loser), (Reason::Resign, Some(1)));
    // Names are words; where a language has no spaces they are looked for anywhere.
    for (names, said, loser) in [(["a", "Bob"], "Game won by Bob", 1), (["Ann", "An"], "勝者はAnnです", 2)] {
        let rings = "; P0[place wr E 3]; P1[place br D 4])";
        let sgf = format!("(;SU[Yinsh]P0[id \"{}\"]P1[id \"{}\"]RE[{said}]{rings}", names[0], names[1]);
        assert_eq!(import(&sgf, None).records[0].loser, (names[1] == "Bob").then_some(loser), "{said}");
    }
    let zertz = text.replace("SU[Yinsh]", "SU[Zertz]");
    assert!(said(&zertz, RecordFormat::Boardspace).contains("`zertz`, which quintet does not have"));
    assert!(
        said(&text.replace("drop board", "throw"), RecordFormat::Boardspace)
            .contains("`22 throw  E 4` is not a known command")
    );
}

#[test]
fn a_record_of_abstract_play_is_read() {
    let players = json!([{ "name": "Ann", "userid": "x", "result": 1 }, { "name": "Bob", "result": 0 }]);
    let record = |header: Value, moves: Value| json!({ "header": header, "moves": moves }).to_string();
    let header = json!({ "game": { "name": "Yavalath" }, "players": players, "pie-invoked": true });
    let text = record(header.clone(), json!([["e5", "f6"], ["a1", { "move": "h2" }]]));
    assert_eq!(RecordFormat::of_text(&text), Some(RecordFormat::AbstractPlay));
    let imported = import(&text, None);
    assert_eq!(imported.oddities, []);
    let game = &imported.records[0];
    // Who has swapped is the first player there, and seat 2 here.
    assert_eq!((turns(game).as_str(), game.seats[1].name.as_str()), ("e5 swap g6 a1 e8", "Ann"));
    assert_eq!((game.loser, game.result.as_str()), (Some(1), "p2win"));
    let chess = record(json!({ "game": { "name": "Chess" }, "players": [] }), json!([]));
    assert!(said(&chess, RecordFormat::AbstractPlay).contains("`Chess`, which quintet does not have"));
    // A block that the rules here ask for, and a cell that does not exist.
    let list =
        format!("[{}, {text}, {}]", record(header.clone(), json!([["a9"]])), record(header, json!([["a1", "a1"]])));
    let imported = import(&list, None);
    let odd: Vec<(usize, bool)> = imported.oddities.iter().map(|odd| (odd.game, odd.refused)).collect();
    assert_eq!((imported.records.len(), odd), (2, vec![(1, true), (3, false)]));
    assert!(imported.oddities[1].what.to_string().starts_with("turn 3: `a1` is taken"), "{}", imported.oddities[1]);
    assert_eq!(imported.records[1].reason, Reason::Unfinished);
}

#[test]
fn a_trial_of_ludii_is_read() {
    let mv = |mover: usize, cell: usize| {
        let add = format!("Add:type=Cell,to={cell},what={mover},decision=true");
        format!("Move=[Move:mover={mover},from={cell},to={cell},actions=[{add}]]\n")
    };
    let head = "game=/lud/board/space/line/Yavalath.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\n";
    let line = |moves: &[(usize, usize)]| moves.iter().map(|&(mover, cell)| mv(mover, cell)).collect::<String>();
    let text = format!("{head}{}winner=1\nendtype=Unknown\nrankings=0.0,1.0,2.0\n", line(&[(1, 43), (2, 0)]));
    let imported = import(&text, None);
    assert_eq!((turns(&imported.records[0]).as_str(), imported.records[0].loser), ("c7 a1", Some(2)));
    // For three Ludii plays on after a win.
    let mut rng = Rng::seed_from_u64(9);
    let won = std::iter::repeat_with(|| random_game("yavalath3", false, &mut rng))
        .find(|game| game.reason == Reason::Rules && game.winners.len() == 1 && game.turns.len() < 50)
        .unwrap();
    let (text, _) = write(std::slice::from_ref(&won), RecordFormat::Ludii);
    let imported = import(&format!("{text}{}", mv(1, 60)), None);
    assert_eq!(turns(&imported.records[0]), turns(&won));
    let odd = format!("by the rules it ended with turn {}; the turns after it are cut", won.turns.len());
    assert_eq!(imported.oddities[0].what.to_string(), odd);
    let captures =
        "Move=[Move:mover=1,from=3,to=3,actions=[[Add:type=Cell,to=3,what=1,decision=true],[Remove:to=9]]]\n";
    let imported = import(&format!("game=/lud/board/Pentalath.lud\n{captures}"), None);
    assert_eq!((turns(&imported.records[0]).as_str(), imported.oddities.len()), ("d1", 0));
    let large = format!("game=/lud/board/Pentalath.lud\n{}", line(&[(1, 66)]));
    assert!(said(&large, RecordFormat::Ludii).contains("a cell number 66, which quintet does not have"));
}

/// Hexagon and place of a point of YINSH as the course counts them.
fn on_hexagon(point: &str) -> String {
    let (column, row) = (i32::from(point.as_bytes()[0]) - i32::from(b'f'), point[1..].parse::<i32>().unwrap() - 6);
    let hexagon = column.abs().max(row.abs()).max((column - row).abs());
    let (mut at, mut place) = ((0, hexagon), 0);
    for step in [(1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1)] {
        for _ in 0..hexagon {
            if at == (column, row) {
                return format!("{hexagon} {place}");
            }
            at = (at.0 + step.0, at.1 + step.1);
            place += 1;
        }
    }
    "0 0".to_string()
}

/// The parts of turns of YINSH, a row and its ring apart.
fn parts(turn: &str) -> Vec<String> {
    let split = |part: &str| match part.split('x').collect::<Vec<_>>()[..] {
        ["", row, ring] => vec![format!("x{row}"), format!("x{ring}")],
        _ => vec![part.to_string()],
    };
    turn.split(';').flat_map(split).collect()
}

#[test]
fn games_in_the_formats_that_are_only_read() {
    let mut rng = Rng::seed_from_u64(8);
    for _ in 0..20 {
        let record = random_game("yinsh", false, &mut rng);
        let (mut delhi, mut packets) = (String::new(), Vec::new());
        for (index, turn) in record.all_turns().iter().enumerate().filter(|(_, turn)| *turn != "pass") {
            for part in parts(turn) {
                let (kind, said) = match (part.strip_prefix('x'), part.contains('-')) {
                    (Some(_), true) => (["RS", "RE"], "removes a row of markers from"),
                    (Some(_), false) => (["X", ""], "removes a ring from"),
                    (None, true) => (["S", "M"], "moves a ring from"),
                    (None, false) => (["P", ""], "places a ring on"),
                };
                let points: Vec<&str> = part.trim_start_matches('x').split('-').collect();
                for (word, point) in kind.iter().zip(&points) {
                    delhi += &format!("{word} {} ", on_hexagon(point));
                }
                let from = points[0].to_uppercase();
                let to = points.last().unwrap().to_uppercase();
                let args =
                    json!({ "player_id": (100 + index % 2).to_string(), "locationFrom": from, "locationTo": to });
                packets.push(json!({ "data": [{ "type": "move", "log": format!("x {said}"), "args": args }] }));
            }
            delhi += "\n";
        }
        let bga = json!({ "data": { "logs": packets } }).to_string();
        for (text, format) in [(delhi, RecordFormat::IitDelhi), (bga, RecordFormat::Bga)] {
            if record.turns.is_empty() {
                continue;
            }
            assert_eq!(RecordFormat::of_text(&text), Some(format), "{text}");
            let imported = import(&text, None);
            assert_eq!(imported.oddities, [], "{text}");
            assert_eq!(turns(&imported.records[0]), turns(&record));
        }
        let record = random_game("gipf", false, &mut rng);
        let mut words = Vec::new();
        let (official, _) = write(std::slice::from_ref(&record), RecordFormat::GipfCom);
        let turns_of = official.lines().skip_while(|line| !line.is_empty()).flat_map(str::split_whitespace);
        for (index, turn) in turns_of.enumerate() {
            let turn = turn.split_once('.').map_or(turn, |(_, turn)| turn);
            let own = record.all_turns()[index].clone();
            for (part, own) in turn.split(';').zip(own.split(';')) {
                let taken = part.starts_with('x').then(|| part.replace('*', ""));
                words.push(taken.unwrap_or_else(|| format!("{}{own}", ["W", "K"][index % 2])));
            }
        }
        let imported = import(&words.join(" "), Some(RecordFormat::Webgipf));
        assert_eq!(imported.oddities, []);
        assert!(imported.records.first().is_none_or(|game| turns(game) == turns(&record)));
    }
    assert!(said("P 6 3", RecordFormat::IitDelhi).contains("hexagon of side 6, which quintet does not have"));
    assert_eq!(import("{\"data\":\"P 4 16\",\"time\":3}\n", None).records[0].turns.len(), 1);
    let standard = import("GKb5 GKe2 Wh3 Wi3-h3", None);
    assert_eq!((standard.records[0].game.as_str(), turns(&standard.records[0]).as_str()), ("gipf-standard", "i3-h3"));
    // A turn of BGA that is taken back.
    let entry = |kind: &str, at: &str| {
        let args = json!({ "player_id": "7", "locationTo": at });
        json!({ "type": kind, "log": "x places a ring on", "args": args })
    };
    let log = json!({ "data": { "logs": [{ "data": [entry("move", "E5"), entry("restartUndo", ""), entry("move", "E6")] }] } });
    assert_eq!(turns(&import(&log.to_string(), None).records[0]), "e6");
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
