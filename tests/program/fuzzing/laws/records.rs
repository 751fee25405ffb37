//! Records of games: what is read is written as the same, as JSON and as text, and a record that the rules bear out
//! has the result that they say.

use super::{GameChoice, nowhere, sentence};
use quintet::records::text;
use quintet::records::{
    FORMATS, GameRecord, RecordFormat, Round, Seat, Turn, read_bytes, record_lines, result, setup, write,
};
use quintet::records::{Mark, Reason, ReportedScore, TurnInfo};
use quintet::registry;
use quintet::session::{Session, Standing};

/// Lines of JSON, if they begin with `{`; a readable text, if it begins with `[`; else what a record is made of.
pub fn law(bytes: &[u8]) {
    let Some((choice, rest)) = GameChoice::split(bytes) else { return };
    foreign(rest);
    match rest.first() {
        None => {}
        Some(b'{') => match record_lines(nowhere(), rest) {
            Ok(lines) => {
                assert!(lines.iter().map(|line| line.bytes.clone()).is_sorted_by(|a, b| a.end <= b.start));
                assert!(lines.iter().all(|line| line.bytes.end <= rest.len()));
                lines.iter().filter_map(|line| line.record.as_ref()).for_each(read);
            }
            Err(error) => sentence(&error),
        },
        Some(b'[') => {
            let Ok(rest) = std::str::from_utf8(rest) else { return };
            match text::read(rest) {
                Ok(records) => {
                    records.iter().for_each(read);
                    as_text(&records);
                }
                Err(error) => sentence(&error),
            }
        }
        Some(_) => {
            let record = made(&choice, rest);
            record.check().unwrap_or_else(|error| panic!("{error}: {record:?}"));
            read(&record);
        }
    }
}

/// Whatever bytes come, in whatever format: games that are read follow the rules, what is odd is a sentence, and
/// what is written is read as the same game.
fn foreign(bytes: &[u8]) {
    let guessed = std::str::from_utf8(bytes).ok().and_then(RecordFormat::of_text);
    for format in FORMATS.map(|known| known.0) {
        let imported = match read_bytes(nowhere(), bytes, Some(format)) {
            Ok(imported) => imported,
            // Not one line is a game.
            Err(error) if format == RecordFormat::Jsonl => {
                sentence(&error);
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        assert_eq!(imported.records.len(), imported.places.len());
        imported.oddities.iter().for_each(|oddity| sentence(oddity));
        for record in &imported.records {
            record.check().unwrap_or_else(|error| panic!("{error}: {record:?}"));
            as_json(record);
            as_text(std::slice::from_ref(record));
            if !format.is_own() && guessed != Some(format) {
                continue;
            }
            for format in FORMATS.map(|known| known.0).into_iter().filter(|format| format.is_written()) {
                let (text, left_out) = write(std::slice::from_ref(record), format);
                let expected = format.projected(record);
                left_out.iter().for_each(|(_, what)| sentence(what));
                assert_eq!(left_out.is_empty(), expected.is_some(), "{left_out:?} {record:?}");
                let Some(expected) = expected else { continue };
                let again = read_bytes(nowhere(), text.as_bytes(), Some(format)).expect("what was written");
                assert_eq!(again.records, [expected], "{text}");
            }
        }
    }
}

/// What holds for every record, and for those that the rules bear out.
fn read(record: &GameRecord) {
    as_json(record);
    match record.check() {
        Err(error) => sentence(&error),
        Ok(()) => {
            replayed(record);
            as_text(std::slice::from_ref(record));
        }
    }
}

fn as_json(record: &GameRecord) {
    let line = serde_json::to_string(record).expect("a record is data") + "\n";
    let again = record_lines(nowhere(), line.as_bytes()).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert!(again.iter().map(|line| line.record.as_ref()).eq([Some(record)]));
    if record.tournament.is_empty() {
        return;
    }
    // Without its end a line may be half a line, and with half a line after it is still there.
    let (line, half) = (line.as_bytes(), &line.as_bytes()[..line.len() / 2]);
    for torn in [half.to_vec(), [half, line].concat()] {
        let lines = record_lines(nowhere(), &torn).unwrap_or_else(|error| panic!("{error}: {record:?}"));
        assert!(lines.iter().map(|line| &line.record).eq([&None]));
    }
    let behind = record_lines(nowhere(), &[half, b"\n", line].concat()).unwrap_or_default();
    assert!(behind.iter().map(|line| line.record.as_ref()).eq([None, Some(record)]));
}

fn as_text(records: &[GameRecord]) {
    let written: String = records.iter().map(text::write).collect();
    let again = text::read(&written).unwrap_or_else(|error| panic!("{error}: {written}"));
    assert_eq!(again, records, "{written}");
}

/// The turns lead to the result.
fn replayed(record: &GameRecord) {
    let mut session = registry::open(&record.game).expect("the record has been checked");
    for (name, value) in &record.option {
        session.set_option(name, value).expect("the record has been checked");
    }
    let set = record.line().set_up(&mut *session, usize::MAX);
    set.unwrap_or_else(|error| panic!("{error}: {record:?}"));
    assert_eq!(session.standing() != Standing::Open, record.reason == Reason::Rules, "{record:?}");
    let shares = record.shares(&session.sides());
    if record.reason == Reason::Unfinished {
        assert!(shares.iter().all(|&share| share == 0.0) && record.result == "none");
        return;
    }
    let sides: usize = session.sides().iter().max().map_or(0, |most| most + 1);
    let points: f64 = (0..sides)
        .filter_map(|side| session.sides().iter().position(|&other| other == side).map(|seat| shares[seat]))
        .sum();
    assert!((points - 1.0).abs() < 1e-9, "{record:?}");
    assert_eq!(record.result, result(&record.winners, &session.sides()));
}

/// A record that is as the rules have it: the first byte says how the game ended and how long its opening is, the
/// first line has the decisions, the others the names and details.
fn made(choice: &GameChoice, bytes: &[u8]) -> GameRecord {
    const REASONS: [Reason; 5] = [Reason::Time, Reason::Crash, Reason::Resign, Reason::Draw, Reason::Maxturns];
    let (kind, rest) = bytes.split_first().map_or((0, bytes), |(&kind, rest)| (usize::from(kind), rest));
    let mut lines = rest.split(|&byte| byte == b'\n');
    let decisions = lines.next().unwrap_or_default();
    let mut word = || String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let mut session = choice.session();
    let (turns, mut reason) = (played(&mut *session, decisions), REASONS[kind % 5]);
    let opening = turns.len().min(kind / 5 % 4);
    let mut loser = None;
    if session.standing() != Standing::Open {
        reason = Reason::Rules;
    } else if !matches!(reason, Reason::Draw | Reason::Maxturns) {
        let seat = kind / 20 % session.seats();
        session.forfeit(seat);
        loser = Some(seat + 1);
    }
    let winners: Vec<usize> = match session.standing().outcome() {
        Some(outcome) => session.winners(outcome).into_iter().map(|seat| seat + 1).collect(),
        None => (1..=session.seats()).collect(),
    };
    let option = |name: String| [(name, "a value".to_string())].into();
    let seats: Vec<Seat> = (0..session.seats())
        .map(|_| Seat { name: word(), id: word(), limits: word(), option: option(word()) })
        .collect();
    let round = (kind % 2 == 1 && seats.len() == 2).then(|| Round {
        round: 2,
        players: [seats[0].name.clone(), seats[1].name.clone()],
        points: Some([7, kind as u32]),
        over: kind % 4 == 1,
        winner: (kind % 8 == 1).then(|| seats[1].name.clone()),
    });
    let note = word();
    let turn = |(index, (turn, seat)): (usize, &(String, usize))| {
        let left = (index % 2 == kind % 3).then(|| std::time::Duration::from_millis(index as u64));
        let mut turn = Turn::new(turn.clone(), *seat, index as f64 * 0.7, info(index + kind)).with_left(left);
        if index % 3 == kind % 5 {
            // The turn itself is a line that could have been played.
            turn.variations = vec![vec![Turn { comment: Some(note.clone()), ..turn.clone() }]; 1 + index % 2];
            (turn.mark, turn.comment) = (Some(Mark::ALL[index % 6]), Some(note.clone()));
        }
        turn
    };
    GameRecord {
        tournament: word(),
        number: 1 + kind as u64,
        encounter: 1,
        round,
        game: choice.game.name.to_string(),
        option: setup(&*session),
        opening: turns[..opening].iter().map(|(turn, _)| turn.clone()).collect(),
        turns: turns[opening..].iter().enumerate().map(turn).collect(),
        result: result(&winners, &session.sides()),
        winners,
        reason,
        loser,
        detail: Some(word()).filter(|detail| !detail.is_empty()),
        seats,
        quintet: word(),
        seed: kind as u64,
        ended: 8,
        ..GameRecord::default()
    }
}

/// Plays the decisions that bytes stand for: the turns, and who played them.
fn played(session: &mut dyn Session, decisions: &[u8]) -> Vec<(String, usize)> {
    let mut turns: Vec<(String, usize)> = Vec::new();
    for &byte in decisions {
        let legal = session.legal();
        let Some(decision) = legal.get(usize::from(byte) % legal.len().max(1)) else { break };
        let seat = session.seat();
        turns.push((session.play(decision).expect("a legal decision"), seat));
    }
    turns
}

fn info(number: usize) -> TurnInfo {
    let score = match number % 3 {
        0 => None,
        1 => Some(ReportedScore::Cp(number as i32 - 20)),
        _ => Some(ReportedScore::Mate(7 - number as i32)),
    };
    let time_ms = (number % 4 == 1).then_some(number as u64);
    TurnInfo {
        score,
        depth: number.is_multiple_of(2).then_some(3),
        nodes: (number % 5 > 1).then_some(number as u64),
        time_ms,
    }
}
