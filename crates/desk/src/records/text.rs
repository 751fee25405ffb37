//! Games for people: tags, then the turns in the notation of the game, similar to PGN.
//!
//! ```text
//! [Game "yavalath"]
//! [Seat 1 "A"]
//! …
//! 3. e6! {seat 1, 1.25 ms, cp -20, depth 3, nodes 99} {"threatens e8"} (3. d4 4. c3) 4. a3 {seat 2, 0.8 ms}
//! p1win
//! ```
//! Everything in the JSON Lines is here, too, so that a game can be read back completely.

use super::RecordError;
use super::reason::{Mark, Reason, ReportedScore};
use super::record::{GameRecord, RecordVersion, Round, Seat, Turn};
use super::says;
use super::turn_reader::{GivenTurns, parsed, turns};
use crate::sentence::Sentence;
use crate::text::shorten;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::iter::Peekable;

/// Lines of turns are broken before this column.
const WIDTH: usize = 100;

/// A game as text, with an empty line at the end.
pub fn write(record: &GameRecord) -> String {
    let mut text = String::new();
    write_tags(record, &mut text);
    text.push('\n');
    write_turns(record, &mut text);
    let _ = writeln!(text, "{}\n", record.result);
    text
}

fn write_tags(record: &GameRecord, text: &mut String) {
    let mut tag = |name: &str, value: &str| {
        let _ = writeln!(text, "[{} \"{}\"]", escaped(name), escaped(value));
    };
    tag("Game", &record.game);
    for (name, value) in &record.option {
        tag(&format!("Option {name}"), value);
    }
    if let Some(position) = &record.position {
        tag("Position", position);
    }
    for (index, seat) in record.seats.iter().enumerate() {
        let number = index + 1;
        tag(&format!("Seat {number}"), &seat.name);
        for (name, value) in [("Engine", &seat.id), ("Limits", &seat.limits)] {
            if !value.is_empty() {
                tag(&format!("{name} {number}"), value);
            }
        }
        for (name, value) in &seat.option {
            tag(&format!("Set {number} {name}"), value);
        }
    }
    tag("Result", &record.result);
    let winners: Vec<String> = record.winners.iter().map(ToString::to_string).collect();
    if !winners.is_empty() {
        tag("Winners", &winners.join(","));
    }
    tag("Reason", record.reason.word());
    if let Some(loser) = record.loser {
        tag("Loser", &loser.to_string());
    }
    if let Some(detail) = &record.detail {
        tag("Detail", detail);
    }
    if let Some(comment) = &record.comment {
        tag("Comment", comment);
    }
    if let Some(Round { round, players, points, over, winner }) = &record.round {
        tag("Round", &round.to_string());
        tag("Player 1", &players[0]);
        tag("Player 2", &players[1]);
        if let Some([one, two]) = points {
            tag("Points", &format!("{one}-{two}"));
        }
        tag("Match", if *over { "over" } else { "goes on" });
        if let Some(winner) = winner {
            tag("Match winner", winner);
        }
    }
    let mut tag_unless = |name: &str, value: &str, none: &str| {
        if value != none {
            tag(name, value);
        }
    };
    tag_unless("Tournament", &record.tournament, "");
    tag_unless("Number", &record.number.to_string(), "0");
    tag_unless("Encounter", &record.encounter.to_string(), "0");
    tag_unless("Quintet", &record.quintet, "");
    tag_unless("Seed", &record.seed.to_string(), "0");
    tag_unless("Ended", &record.ended.to_string(), "0");
    tag_unless("Opening", &record.opening.join(" "), "");
}

/// A text escaped to stay on one line and within its quotation marks.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r")
}

fn write_turns(record: &GameRecord, text: &mut String) {
    let mut column = 0;
    for item in items(&record.turns, record.opening.len() + 1) {
        let length = item.chars().count() + 1;
        match column {
            0 => {}
            _ if column + length > WIDTH => {
                text.push('\n');
                column = 0;
            }
            _ => text.push(' '),
        }
        *text += &item;
        column += length;
    }
    if column > 0 {
        text.push('\n');
    }
}

/// Each turn, numbered from `first`, with all its data.
fn items(turns: &[Turn], first: usize) -> Vec<String> {
    let item = |(number, turn): (usize, &Turn)| {
        let mut text = format!("{number}. {}{}", turn.turn, turn.mark.map_or("", Mark::signs));
        let data = data(turn);
        if !data.is_empty() {
            text += &format!(" {{{data}}}");
        }
        if let Some(comment) = &turn.comment {
            text += &format!(" {{\"{}\"}}", escaped(comment));
        }
        for line in &turn.variations {
            text += &format!(" ({})", items(line, number).join(" "));
        }
        text
    };
    (first..).zip(turns).map(item).collect()
}

/// The data of a turn, as in `seat 1, 1.25 ms, cp -20`.
fn data(turn: &Turn) -> String {
    let mut parts = Vec::new();
    if turn.seat > 0 {
        parts.push(format!("seat {}", turn.seat));
    }
    if let Some(ms) = turn.ms {
        parts.push(format!("{ms} ms"));
    }
    if let Some(left) = turn.left {
        parts.push(format!("left {left}"));
    }
    if let Some(latency) = turn.latency {
        parts.push(format!("latency {latency}"));
    }
    match turn.score {
        Some(ReportedScore::Cp(score)) => parts.push(format!("cp {score}")),
        Some(ReportedScore::Mate(plies)) => parts.push(format!("mate {plies}")),
        None => {}
    }
    if let Some(depth) = turn.depth {
        parts.push(format!("depth {depth}"));
    }
    if let Some(nodes) = turn.nodes {
        parts.push(format!("nodes {nodes}"));
    }
    parts.join(", ")
}

/// Reads games in the format of [`write()`].
///
/// # Errors
/// [`RecordError::Request`] that says which game, from 1, is wrong and how.
pub fn read(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let wrong = |(number, what): (usize, Sentence)| RecordError::Request(says::game_of_text(number, what));
    (1..).zip(games(text)).map(|(number, game)| game.map_err(|what| wrong((number, what)))).collect()
}

/// The games of a text one by one, or the error of one. After an error, the next game starts with its first tag.
pub fn games(text: &str) -> impl Iterator<Item = Result<GameRecord, Sentence>> {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(move || {
        while lines.next_if(|line| line.trim().is_empty()).is_some() {}
        lines.peek()?;
        let read = one(&mut lines);
        if read.is_err() {
            while lines.next_if(|line| !line.starts_with(BEGINNING)).is_some() {}
        }
        Some(read)
    })
}

/// The start of every game.
pub const BEGINNING: &str = "[Game \"";

fn one<'a>(lines: &mut Peekable<impl Iterator<Item = &'a str>>) -> Result<GameRecord, Sentence> {
    let mut tags = BTreeMap::new();
    while let Some(line) = lines.next_if(|line| line.starts_with('[')) {
        let (name, value) = read_tag(line).ok_or_else(|| says::no_tag(shorten(line)))?;
        tags.insert(name, value);
    }
    while lines.next_if(|line| line.trim().is_empty()).is_some() {}
    let mut body = String::new();
    while let Some(line) = lines.next_if(|line| !line.trim().is_empty() && !line.starts_with(BEGINNING)) {
        body += line;
        body.push(' ');
    }
    game(&tags, &body)
}

fn read_tag(line: &str) -> Option<(String, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix("\"]")?;
    let (mut name, mut value, mut in_value) = (String::new(), String::new(), false);
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        let plain = match letter {
            '"' if in_value => return None,
            '"' => {
                in_value = true;
                continue;
            }
            '\\' => match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                other => other,
            },
            other => other,
        };
        if in_value { value.push(plain) } else { name.push(plain) }
    }
    in_value.then_some((name.strip_suffix(' ')?.to_string(), value))
}

fn game(tags: &BTreeMap<String, String>, body: &str) -> Result<GameRecord, Sentence> {
    let tag = |name: &str| tags.get(name).cloned().ok_or_else(|| says::missing_tag(name));
    let seats = (1..).map_while(|number| {
        let part = |what: &str| tags.get(&format!("{what} {number}")).cloned().unwrap_or_default();
        tags.contains_key(&format!("Seat {number}")).then(|| Seat {
            name: part("Seat"),
            id: part("Engine"),
            limits: part("Limits"),
            option: named(tags, &format!("Set {number} ")),
        })
    });
    let text = |name: &str| tags.get(name).cloned().unwrap_or_default();
    let number = |name: &str| tags.get(name).map_or(Ok(0), |value| parsed(name, value));
    let GivenTurns { comment, turns, result } = turns(body, tags.get("Result").map(String::as_str))?;
    let named_reason = |word: &String| Reason::named(word).ok_or_else(|| says::no_reason(shorten(word)));
    let reason = tags.get("Reason").map(named_reason).transpose()?.unwrap_or_default();
    let winners = text("Winners");
    let winners = winners.split(',').filter(|seat| !seat.is_empty());
    Ok(GameRecord {
        schema: RecordVersion::One,
        tournament: text("Tournament"),
        number: number("Number")?,
        encounter: number("Encounter")?,
        round: round(tags)?,
        game: tag("Game")?,
        option: named(tags, "Option "),
        position: tags.get("Position").cloned(),
        seats: seats.collect(),
        comment: tags.get("Comment").cloned().or(comment),
        opening: text("Opening").split_whitespace().map(str::to_string).collect(),
        turns,
        result,
        winners: winners.map(|seat| parsed("Winners", seat)).collect::<Result<_, _>>()?,
        reason,
        loser: tags.get("Loser").map(|seat| parsed("Loser", seat)).transpose()?,
        detail: tags.get("Detail").cloned(),
        quintet: text("Quintet"),
        seed: number("Seed")?,
        ended: number("Ended")?,
    })
}

/// The tags whose names start with this, by the rest of their names.
fn named(tags: &BTreeMap<String, String>, prefix: &str) -> BTreeMap<String, String> {
    let option = |(name, value): (&String, &String)| Some((name.strip_prefix(prefix)?.to_string(), value.clone()));
    // Only where they are: a text may have very many tags, and ask once for each seat.
    tags.range(prefix.to_string()..).map_while(option).collect()
}

fn round(tags: &BTreeMap<String, String>) -> Result<Option<Round>, Sentence> {
    // What is not known is `?` or `-` in the manner of PGN.
    let Some(number) = tags.get("Round").filter(|number| !["", "?", "-"].contains(&number.trim())) else {
        return Ok(None);
    };
    let tag = |name: &str| tags.get(name).cloned().unwrap_or_default();
    let points = |points: &String| {
        let (first, second) = points.split_once('-').ok_or_else(|| says::points(shorten(points)))?;
        Ok::<_, Sentence>([parsed("Points", first)?, parsed("Points", second)?])
    };
    Ok(Some(Round {
        round: parsed("Round", number)?,
        players: [tag("Player 1"), tag("Player 2")],
        points: tags.get("Points").map(points).transpose()?,
        over: tag("Match") == "over",
        winner: tags.get("Match winner").cloned(),
    }))
}

#[cfg(test)]
mod tests {
    use super::super::sample;
    use super::*;

    #[test]
    fn games_are_read_back_whole() {
        let mut round = sample();
        round.round = Some(Round {
            round: 2,
            players: ["A".into(), "B \"the bold\"".into()],
            points: Some([7, 3]),
            over: true,
            winner: Some("A".into()),
        });
        let mut fault = sample();
        (fault.reason, fault.loser, fault.detail) =
            (Reason::Crash, Some(2), Some("said \\ and ] \" at the end".into()));
        fault.turns.truncate(1);
        fault.turns[0].score = Some(ReportedScore::Mate(-3));
        (fault.turns[0].depth, fault.turns[0].nodes) = (None, None);
        (fault.turns[0].left, fault.turns[0].latency) = (Some(59_998.75), Some(-0.25));
        let mut empty = sample();
        empty.turns.clear();
        // Nothing that a name may hold ends its tag or its line.
        empty.seats[0].name = "\\ \" \r\n[Game \"x\"]".into();
        empty.seats[0].option.insert("B \"the bold\"".into(), "\n\\".into());
        empty.detail = Some("line\nand line".into());
        let short = GameRecord {
            game: "yavalath".into(),
            result: "none".into(),
            turns: vec![Turn { turn: "e5".into(), ..Turn::default() }],
            ..GameRecord::default()
        };
        let mut noted = short.clone();
        noted.position = Some("5/6/7/8/9/8/7/6/5 w no 0".into());
        noted.comment = Some("from \"outside\"".into());
        let line = |text: &str| Turn { turn: text.into(), comment: Some("} ) \"\\\n{".into()), ..Turn::default() };
        noted.turns[0].variations = vec![vec![line("d4"), line("c3")], vec![line("a1(16)")]];
        noted.turns[0].variations[0][1].variations = vec![vec![line("a2")]];
        noted.turns = Mark::ALL.map(|mark| Turn { mark: Some(mark), ..noted.turns[0].clone() }).to_vec();
        let games = [sample(), round, fault, empty, short, noted];
        let text: String = games.iter().map(write).collect();
        let plain = games[..5].iter().map(write).collect::<String>();
        assert!(plain.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(read(&text).unwrap(), games);
        let short = "[Game \"yavalath\"]\n[Result \"none\"]\n[Reason \"unfinished\"]\n\n1. e5\nnone\n\n";
        assert_eq!(write(&games[4]), short);
    }

    #[test]
    fn broken_text_is_reported() {
        let text = write(&sample());
        // Cut anywhere, it is not a whole game, unless all that is missing is the end of the last line.
        for cut in (1..text.len() - 2).filter(|&cut| text.is_char_boundary(cut)) {
            assert!(read(&text[..cut]).is_err(), "{}", &text[..cut]);
        }
        let broken =
            [("[Game", "Game"), ("rules", "magic"), ("{", "("), ("1.25", "x"), ("1.25", "NaN"), ("1.25", "inf")];
        let said = broken.map(|(from, to)| read(&text.replacen(from, to, 1)).unwrap_err().to_string());
        expect_test::expect![[r#"
            game 1 of the text: a result such as `p1win` is expected at the end, not `Game "yavalath"] [Option Swap "true"] [Seat 1 "A"] [Engine 1…`
            game 1 of the text: `magic` is not a reason
            game 1 of the text: a `(` is left open
            game 1 of the text: `e6`: `ms` is a number, not `x`
            game 1 of the text: `e6`: a time in ms is a finite number
            game 1 of the text: `e6`: a time in ms is a finite number"#]].assert_eq(&said.join("\n"));
        assert!(read("").unwrap().is_empty());
        let one = |turns: &str| {
            read(&format!("[Game \"yavalath\"]\n[Result \"none\"]\n[Reason \"unfinished\"]\n\n{turns} none\n"))
        };
        assert!(one("1. e5 (1. d4) {\"a\"}").is_ok());
        let deep = format!("1. e5 {} {}", "(1. d4 ".repeat(1_000_000), ")".repeat(1_000_000));
        let wrong =
            ["1. e5 (1. d4", "1. e5 1. d4)", "1. e5 {\"a", "1. e5 {\"a\" }", "1. !", "1. {seat 1}", "e5", &deep];
        let said = wrong.map(|turns| format!("{}: {}", shorten(turns), one(turns).unwrap_err()));
        expect_test::expect![[r#"
            1. e5 (1. d4: game 1 of the text: a `(` is left open
            1. e5 1. d4): game 1 of the text: `none` is expected at the end, not `) none`, after `d4`
            1. e5 {"a: game 1 of the text: `e5`: a `{` is left open; a comment is written {"like this"}
            1. e5 {"a" }: game 1 of the text: `e5`: a `{` is left open; a comment is written {"like this"}
            1. !: game 1 of the text: a turn is missing before ` none `
            1. {seat 1}: game 1 of the text: a turn is missing before `{seat 1} none `
            e5: game 1 of the text: `none` is expected at the end, not `e5 none`
            1. e5 (1. d4 (1. d4 (1. d4 (1. d4 (1. d4 (1. d4 (1. d4 (1. d…: game 1 of the text: variations are nested deeper than 40"#]].assert_eq(&said.join("\n"));
    }
}
