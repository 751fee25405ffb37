//! Games as tables: CSV is read back by another parser as what the records say, PGN holds the grammar of its standard, whatever the
//! names; what a table does not hold is counted in one sentence.

use quintet::game::Rng;
use quintet::records::tables::{GAME_COLUMNS, TABLE_FORMATS, TURN_COLUMNS, Table, TableFormat, write_table};
use quintet::records::{GameRecord, Mark, Reason, ReportedScore, Round, Seat, Turn, result, setup};
use quintet::registry;
use quintet::session::Standing;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

/// Names that some reader may take for something else.
const NAMES: [&str; 20] = [
    "A",
    "",
    "NA",
    "null",
    "007",
    "1e5",
    " blank ",
    "Zèn, l'initié",
    "Bob \"the bold\"",
    "back\\slash",
    "=1+1",
    "-fast",
    "+x",
    "@b",
    "'tis",
    "'=x",
    "＝1",
    "a\"]b",
    "棋,手",
    "[White \"x\"]",
];

fn name(rng: &mut Rng) -> String {
    if rng.random_ratio(1, 4) {
        // Any characters that cleaning lets through, those of CSV and PGN among them.
        let length = rng.random_range(0..300);
        let letters: Vec<char> = "\",;'\\=+-@[]{}() ab1é漢".chars().collect();
        return (0..length).map(|_| letters[rng.random_range(0..letters.len())]).collect();
    }
    NAMES[rng.random_range(0..NAMES.len())].to_string()
}

fn some<T>(rng: &mut Rng, value: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    rng.random_ratio(1, 2).then(|| value(rng))
}

/// A game with whatever a record can have, as the rules have it.
fn random_record(rng: &mut Rng) -> GameRecord {
    let games: Vec<&str> = registry::names().collect();
    let game = games[rng.random_range(0..games.len())];
    let mut session = registry::open(game).unwrap();
    if game == "zen" && rng.random_ratio(1, 2) {
        session.set_option("Seats", "4").unwrap();
    }
    let most = if rng.random_ratio(1, 2) { 400 } else { rng.random_range(0..20) };
    while session.standing() == Standing::Open && session.turns().len() < most {
        let turn = session.random_turn(rng);
        session.play(&turn).unwrap();
    }
    let (turns, owners, seats) = (session.turns(), session.turn_seats(), session.seats());
    let (mut reason, mut loser) = (Reason::Rules, None);
    if session.standing() == Standing::Open {
        reason = [Reason::Unfinished, Reason::Draw, Reason::Maxturns, Reason::Resign, Reason::Time, Reason::Crash]
            [rng.random_range(0..6)];
        if reason.is_fault() || reason == Reason::Resign {
            loser = Some(rng.random_range(1..=seats));
            session.forfeit(loser.unwrap() - 1);
        }
    }
    let winners: Vec<usize> = match (session.standing().outcome(), reason) {
        (Some(outcome), _) => session.winners(outcome).into_iter().map(|seat| seat + 1).collect(),
        (None, Reason::Unfinished) => Vec::new(),
        (None, _) => (1..=seats).collect(),
    };
    let is_of_tournament = rng.random_ratio(1, 2);
    let has_names = is_of_tournament || rng.random_ratio(1, 2);
    let given = if rng.random_ratio(1, 2) { rng.random_range(0..=turns.len()) } else { 0 };
    let turn = |(index, text): (usize, &String), rng: &mut Rng| Turn {
        turn: text.clone(),
        seat: if is_of_tournament { owners[index] + 1 } else { 0 },
        ms: some(rng, |rng| f64::from(rng.random_range(0..10_000_000)) / 1e3),
        left: some(rng, |rng| f64::from(rng.random_range(0..10_000_000)) / 1e3),
        latency: some(rng, |rng| f64::from(rng.random_range(-1_000..1_000)) / 1e3),
        score: some(rng, |rng| match rng.random_ratio(1, 2) {
            true => ReportedScore::Cp(rng.random_range(-9_999..9_999)),
            false => ReportedScore::Mate(rng.random_range(-60..60)),
        }),
        depth: some(rng, |rng| rng.random_range(0..99)),
        nodes: some(rng, |rng| rng.random_range(0..u64::MAX)),
        mark: some(rng, |rng| Mark::ALL[rng.random_range(0..6)]),
        comment: some(rng, |rng| format!("{}\n{}", name(rng), name(rng))),
        variations: Vec::new(),
    };
    let turns: Vec<Turn> = turns.iter().enumerate().map(|played| turn(played, rng)).collect();
    let players: Vec<String> = (0..seats).map(|_| name(rng)).collect();
    let round = (is_of_tournament && seats == 2 && rng.random_ratio(1, 4)).then(|| Round {
        round: 3,
        players: [players[0].clone(), players[1].clone()],
        points: Some([2, 1]),
        over: false,
        winner: None,
    });
    let record = GameRecord {
        tournament: if is_of_tournament { format!("{:016x}", rng.random_range(0..u64::MAX)) } else { String::new() },
        number: if is_of_tournament { rng.random_range(1..u64::MAX) } else { 0 },
        encounter: if is_of_tournament { rng.random_range(1..u64::MAX) } else { 0 },
        round,
        game: game.to_string(),
        option: setup(&*session),
        seats: match has_names {
            true => players.into_iter().map(|name| Seat { name, ..Seat::default() }).collect(),
            false => Vec::new(),
        },
        comment: some(rng, name),
        opening: turns[..given].iter().map(|turn| turn.turn.clone()).collect(),
        turns: turns[given..].to_vec(),
        result: result(&winners, &session.sides()),
        winners,
        reason,
        loser,
        detail: some(rng, name),
        quintet: "0.2.0".to_string(),
        seed: rng.random_range(0..u64::MAX),
        ended: rng.random_range(0..4_000_000_000),
        ..GameRecord::default()
    };
    record.check().unwrap();
    record
}

fn random_records(seed: u64, count: usize) -> Vec<GameRecord> {
    let mut rng = Rng::seed_from_u64(seed);
    (0..count).map(|_| random_record(&mut rng)).collect()
}

/// The rows of a table as another parser reads them, by the names of the columns.
fn rows(written: &Table, columns: &[&str]) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::ReaderBuilder::new().terminator(csv::Terminator::CRLF).from_reader(written.text.as_bytes());
    assert_eq!(reader.headers().unwrap(), columns.to_vec());
    reader.deserialize().map(Result::unwrap).collect()
}

/// A text before a spreadsheet was kept from taking it for a formula; no text is one.
#[track_caller]
fn unguarded(text: &str) -> &str {
    let is_formula = |text: &str| text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    assert!(!is_formula(text), "{text}");
    if is_formula(text.trim_start_matches('\'')) { &text[1..] } else { text }
}

#[track_caller]
fn assert_cell(row: &BTreeMap<String, String>, column: &str, expected: impl ToString) {
    assert_eq!(row[column], expected.to_string(), "{column} of {row:?}");
}

/// A number, or nothing where it stands for nothing.
fn counted(number: u64) -> String {
    if number == 0 { String::new() } else { number.to_string() }
}

#[test]
fn a_row_of_each_game_is_read_as_its_record() {
    let records = random_records(1, 300);
    let written = write_table(&records, TableFormat::GamesCsv);
    assert_eq!((written.written, written.what_is_missing(), written.remark.clone()), (300, None, None));
    let rows = rows(&written, &GAME_COLUMNS);
    assert_eq!(rows.len(), records.len());
    for (index, (row, record)) in rows.iter().zip(&records).enumerate() {
        let sides = record.session().unwrap().sides();
        assert_cell(row, "id", index + 1);
        assert_cell(row, "tournament", &record.tournament);
        assert_cell(row, "number", counted(record.number));
        assert_cell(row, "round", record.round.as_ref().map_or(String::new(), |round| round.round.to_string()));
        assert_cell(row, "encounter", counted(record.encounter));
        assert_cell(row, "game", &record.game);
        let options: BTreeMap<String, String> = row["options"]
            .split_whitespace()
            .map(|pair| pair.split_once('=').map(|(name, value)| (name.to_string(), value.to_string())).unwrap())
            .collect();
        assert_eq!(options, record.option);
        assert_cell(row, "seats", sides.len());
        let shares = if record.reason == Reason::Unfinished { Vec::new() } else { record.shares(&sides) };
        for seat in 0..4 {
            let name = record.seats.get(seat).map_or("", |seat| &seat.name);
            assert_eq!(unguarded(&row[&format!("player{}", seat + 1)]), name);
            let share: Option<f64> = row[&format!("points{}", seat + 1)].parse().ok();
            assert_eq!(share, shares.get(seat).copied());
        }
        assert_cell(row, "result", &record.result);
        assert_cell(row, "reason", record.reason.word());
        assert_cell(row, "loser", record.loser.map_or(String::new(), |seat| seat.to_string()));
        assert_cell(row, "opening", record.opening.join(" "));
        assert_cell(row, "opening_turns", record.opening.len());
        assert_cell(row, "turns", record.all_turns().len());
        assert_eq!(unguarded(&row["comment"]), record.comment.as_deref().unwrap_or_default());
        assert_eq!(unguarded(&row["detail"]), record.detail.as_deref().unwrap_or_default());
        assert_cell(row, "seed", counted(record.seed));
        let ended = humantime::parse_rfc3339(&row["ended"]).unwrap();
        assert_eq!(ended.duration_since(std::time::UNIX_EPOCH).unwrap().as_secs(), record.ended);
        assert_cell(row, "quintet", &record.quintet);
    }
}

#[test]
fn a_row_of_each_turn_is_read_as_its_record() {
    let records = random_records(2, 100);
    let written = write_table(&records, TableFormat::TurnsCsv);
    assert_eq!((written.written, written.what_is_missing(), written.remark.clone()), (100, None, None));
    let rows = rows(&written, &TURN_COLUMNS);
    let mut rows = rows.iter();
    let number = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for (index, record) in records.iter().enumerate() {
        let owners = record.replay().unwrap().turn_seats();
        for (at, text) in record.all_turns().iter().enumerate() {
            let row = rows.next().unwrap();
            assert_cell(row, "id", index + 1);
            assert_cell(row, "tournament", &record.tournament);
            assert_cell(row, "number", counted(record.number));
            assert_cell(row, "round", record.round.as_ref().map_or(String::new(), |round| round.round.to_string()));
            assert_cell(row, "game", &record.game);
            assert_cell(row, "turn_number", at + 1);
            assert_cell(row, "turn", text);
            assert_cell(row, "seat", owners[at] + 1);
            let player = record.seats.get(owners[at]).map_or("", |seat| &seat.name);
            assert_eq!(unguarded(&row["player"]), player);
            let played = at.checked_sub(record.opening.len()).map(|at| record.turns[at].clone());
            assert_cell(row, "opening", played.is_none());
            let Turn { ms, left, latency, score, depth, nodes, mark, comment, .. } = played.unwrap_or_default();
            assert_cell(row, "ms", number(ms));
            assert_cell(row, "left", number(left));
            assert_cell(row, "latency", number(latency));
            let (cp, mate) = match score {
                None => (String::new(), String::new()),
                Some(ReportedScore::Cp(cp)) => (cp.to_string(), String::new()),
                Some(ReportedScore::Mate(plies)) => (String::new(), plies.to_string()),
            };
            assert_cell(row, "cp", cp);
            assert_cell(row, "mate", mate);
            assert_cell(row, "depth", depth.map_or(String::new(), |depth| depth.to_string()));
            assert_cell(row, "nodes", nodes.map_or(String::new(), |nodes| nodes.to_string()));
            assert_cell(row, "mark", mark.map_or("", Mark::signs));
            assert_eq!(unguarded(&row["comment"]), comment.unwrap_or_default());
        }
    }
    assert_eq!(rows.next(), None);
}

/// The games of a PGN file: their tags, and the word in place of moves. Panics where it breaks the grammar of the standard (8.1 and
/// 8.2) or a line has more than its 255 characters.
fn pgn_games(text: &str) -> Vec<(BTreeMap<String, String>, String)> {
    let mut games = Vec::new();
    let mut lines = text.lines().peekable();
    while lines.peek().is_some() {
        let mut tags = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.is_empty()) {
            let (name, rest) = line.strip_prefix('[').and_then(|rest| rest.split_once(" \"")).unwrap();
            let value = rest.strip_suffix("\"]").unwrap();
            let (mut plain, mut letters) = (String::new(), value.chars());
            while let Some(letter) = letters.next() {
                assert!(letter != '"' && !letter.is_control(), "{line}");
                let escaped =
                    (letter == '\\').then(|| letters.next().filter(|next| ['\\', '"'].contains(next)).unwrap());
                plain.push(escaped.unwrap_or(letter));
            }
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric()), "{line}");
            tags.push((name.to_string(), plain));
        }
        let roster: Vec<&str> = tags.iter().take(7).map(|(name, _)| &name[..]).collect();
        assert_eq!(roster, ["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
        assert_eq!(lines.next(), Some(""));
        let moves = lines.next().unwrap().to_string();
        assert_eq!(lines.next(), Some(""));
        games.push((tags.into_iter().collect(), moves));
    }
    games
}

#[test]
fn pgn_has_the_players_and_the_result_of_each_game_for_two() {
    let records = random_records(3, 300);
    let written = write_table(&records, TableFormat::Pgn);
    let is_for_two = |record: &&GameRecord| {
        let (session, names) = (record.session().unwrap(), record.seats.iter().map(|seat| &seat.name));
        let names: Vec<&String> = names.collect();
        session.seats() == 2 || (session.seats() == 4 && matches!(names[..], [a, b, c, d] if (a, b) == (c, d)))
    };
    let expected: Vec<&GameRecord> = records.iter().filter(is_for_two).collect();
    let games = pgn_games(&written.text);
    assert_eq!((games.len(), written.written), (expected.len(), expected.len()));
    assert!((150..300).contains(&games.len()));
    let mut unfinished = 0;
    for ((tags, moves), record) in games.iter().zip(expected) {
        let name = |seat: usize| record.seats.get(seat).map_or("", |seat| &seat.name);
        for (tag, seat) in [("White", 0), ("Black", 1)] {
            let short: String = name(seat).chars().take(200).collect();
            match name(seat) {
                "" => assert_eq!(tags[tag], "?"),
                long if long.chars().count() > 200 => assert_eq!(tags[tag], short + "…"),
                name => assert_eq!(tags[tag], name),
            }
        }
        let word = match (&record.result[..], record.reason) {
            (_, Reason::Unfinished) => "*",
            ("p1win", _) => "1-0",
            ("p2win", _) => "0-1",
            _ => "1/2-1/2",
        };
        assert_eq!((&tags["Result"][..], &moves[..]), (word, word));
        unfinished += usize::from(word == "*");
        assert_eq!(tags["Game"], record.game);
        assert!(tags["Date"].len() == 10 && tags["Date"].split('.').count() == 3, "{tags:?}");
    }
    // One sentence says what is not there.
    let missing = records.len() - games.len();
    let said = written.what_is_missing().unwrap();
    let place = 1 + records.iter().position(|record| !is_for_two(&record)).unwrap();
    let expected = format!(
        "{missing} of 300 games are left out ({missing} from game {place} on: PGN holds games between two players)"
    );
    assert_eq!(said, expected);
    assert!(written.remark.unwrap().starts_with(&format!("{unfinished} games without a result")));
}

#[test]
fn nothing_is_a_table_with_a_header() {
    for (format, name, _) in TABLE_FORMATS {
        let written = write_table(&[], format);
        assert_eq!(TableFormat::named(&name.to_uppercase()), Some(format));
        assert_eq!(written.text.lines().count(), usize::from(format != TableFormat::Pgn));
        assert_eq!((written.what_is_missing(), written.remark), (None, None));
    }
}

#[test]
fn variations_are_counted_where_they_have_no_place() {
    let line =
        r#"{"game":"yavalath","turns":[{"turn":"e5"},{"turn":"a1","variations":[[{"turn":"b2"}],[{"turn":"swap"}]]}]}"#;
    let record: GameRecord = serde_json::from_str(line).unwrap();
    let written = write_table(&[record.clone(), record], TableFormat::TurnsCsv);
    assert_eq!(written.remark.as_deref(), Some("4 variations in 2 games are left out"));
    assert_eq!(written.text.lines().count(), 5);
}
