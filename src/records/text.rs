//! Finished games for people: tags, then the turns in the notation of the game, in the manner of PGN.
//!
//! ```text
//! [Game "yavalath"]
//! [Seat 1 "A"]
//! …
//! 3. e6 {1.25 ms, cp -20, depth 3, nodes 99} 4. a3 {0.8 ms}
//! p1win
//! ```
//! Everything that the JSON Lines hold is here, too, so that a game can be read back whole.

use super::RecordError;
use super::reason::{Reason, ReportedScore, TurnInfo};
use super::record::{GameRecord, Round, Seat, Turn};
use crate::text::shorten;
use std::collections::BTreeMap;
use std::fmt::Write;

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
    for (index, seat) in record.seats.iter().enumerate() {
        let number = index + 1;
        tag(&format!("Seat {number}"), &seat.name);
        tag(&format!("Engine {number}"), &seat.id);
        tag(&format!("Limits {number}"), &seat.limits);
        for (name, value) in &seat.option {
            tag(&format!("Set {number} {name}"), value);
        }
    }
    tag("Result", &record.result);
    let winners: Vec<String> = record.winners.iter().map(ToString::to_string).collect();
    tag("Winners", &winners.join(","));
    tag("Reason", record.reason.word());
    if let Some(loser) = record.loser {
        tag("Loser", &loser.to_string());
    }
    if let Some(detail) = &record.detail {
        tag("Detail", detail);
    }
    if let Some(Round { round, players, points, over, winner }) = &record.round {
        tag("Round", &round.to_string());
        tag("Player 1", &players[0]);
        tag("Player 2", &players[1]);
        tag("Points", &format!("{}-{}", points[0], points[1]));
        tag("Match", if *over { "over" } else { "goes on" });
        if let Some(winner) = winner {
            tag("Match winner", winner);
        }
    }
    tag("Tournament", &record.tournament);
    tag("Number", &record.number.to_string());
    tag("Encounter", &record.encounter.to_string());
    tag("Quintet", &record.quintet);
    tag("Seed", &record.seed.to_string());
    tag("Ended", &record.ended.to_string());
    tag("Opening", &record.opening.join(" "));
}

/// A text that stays on one line and in its quotation marks.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r")
}

fn write_turns(record: &GameRecord, text: &mut String) {
    let mut column = 0;
    let first = record.opening.len() + 1;
    for (index, turn) in record.turns.iter().enumerate() {
        let item = format!("{}. {} {{{}}}", first + index, turn.turn, comment(turn));
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

fn comment(turn: &Turn) -> String {
    let mut text = format!("seat {}, {} ms", turn.seat, turn.ms);
    match turn.score {
        Some(ReportedScore::Cp(score)) => text += &format!(", cp {score}"),
        Some(ReportedScore::Mate(plies)) => text += &format!(", mate {plies}"),
        None => {}
    }
    if let Some(depth) = turn.depth {
        text += &format!(", depth {depth}");
    }
    if let Some(nodes) = turn.nodes {
        text += &format!(", nodes {nodes}");
    }
    text
}

/// Reads games as [`write()`] has them.
///
/// # Errors
/// [`RecordError::Request`] saying in which game, from 1, what is wrong.
pub fn read(text: &str) -> Result<Vec<GameRecord>, RecordError> {
    let mut games = Vec::new();
    let mut lines = text.lines().peekable();
    loop {
        while lines.next_if(|line| line.trim().is_empty()).is_some() {}
        if lines.peek().is_none() {
            return Ok(games);
        }
        let number = games.len() + 1;
        let mut tags = BTreeMap::new();
        while let Some(line) = lines.next_if(|line| line.starts_with('[')) {
            let (name, value) =
                read_tag(line).ok_or_else(|| wrong(number, &format!("`{}` is no tag", shorten(line))))?;
            tags.insert(name, value);
        }
        let mut body = String::new();
        for line in lines.by_ref().skip_while(|line| line.trim().is_empty()) {
            if line.trim().is_empty() {
                break;
            }
            body += line;
            body.push(' ');
        }
        games.push(game(&tags, &body).map_err(|what| wrong(number, &what))?);
    }
}

fn wrong(number: usize, what: &str) -> RecordError {
    RecordError::Request(format!("game {number} of the text: {what}"))
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

fn game(tags: &BTreeMap<String, String>, body: &str) -> Result<GameRecord, String> {
    let tag = |name: &str| tags.get(name).cloned().ok_or_else(|| format!("the tag `{name}` is missing"));
    let seats = (1..).map_while(|number| {
        let part = |what: &str| tags.get(&format!("{what} {number}")).cloned().unwrap_or_default();
        tags.contains_key(&format!("Seat {number}")).then(|| Seat {
            name: part("Seat"),
            id: part("Engine"),
            limits: part("Limits"),
            option: named(tags, &format!("Set {number} ")),
        })
    });
    let reason = tag("Reason")?;
    Ok(GameRecord {
        tournament: tag("Tournament")?,
        number: parsed("Number", &tag("Number")?)?,
        encounter: parsed("Encounter", &tag("Encounter")?)?,
        round: round(tags)?,
        game: tag("Game")?,
        option: named(tags, "Option "),
        seats: seats.collect(),
        opening: tag("Opening")?.split_whitespace().map(str::to_string).collect(),
        turns: turns(body, &tag("Result")?)?,
        result: tag("Result")?,
        winners: tag("Winners")?.split(',').map(|seat| parsed("Winners", seat)).collect::<Result<_, _>>()?,
        reason: Reason::named(&reason).ok_or_else(|| format!("`{}` is no reason", shorten(&reason)))?,
        loser: tags.get("Loser").map(|seat| parsed("Loser", seat)).transpose()?,
        detail: tags.get("Detail").cloned(),
        quintet: tag("Quintet")?,
        seed: parsed("Seed", &tag("Seed")?)?,
        ended: parsed("Ended", &tag("Ended")?)?,
    })
}

/// The tags whose names begin so, under the rest of their names.
fn named(tags: &BTreeMap<String, String>, prefix: &str) -> BTreeMap<String, String> {
    let option = |(name, value): (&String, &String)| Some((name.strip_prefix(prefix)?.to_string(), value.clone()));
    tags.iter().filter_map(option).collect()
}

fn parsed<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{name}` is a number, not `{}`", shorten(text)))
}

fn round(tags: &BTreeMap<String, String>) -> Result<Option<Round>, String> {
    let Some(number) = tags.get("Round") else { return Ok(None) };
    let tag = |name: &str| tags.get(name).cloned().unwrap_or_default();
    let points = tag("Points");
    let (first, second) =
        points.split_once('-').ok_or_else(|| format!("`Points` is like 5-2, not `{}`", shorten(&points)))?;
    Ok(Some(Round {
        round: parsed("Round", number)?,
        players: [tag("Player 1"), tag("Player 2")],
        points: [parsed("Points", first)?, parsed("Points", second)?],
        over: tag("Match") == "over",
        winner: tags.get("Match winner").cloned(),
    }))
}

/// Reads `3. e6 {seat 1, 1.25 ms, cp -20} 4. …` up to the result, without which the game is not whole.
fn turns(body: &str, result: &str) -> Result<Vec<Turn>, String> {
    let mut turns = Vec::new();
    let mut rest = body.trim_start();
    while let Some((head, tail)) = rest.split_once('{') {
        let (comment, after) = tail.split_once('}').ok_or("a `{` is left open")?;
        let [_, turn] = head.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(format!("`{}` is not a number and a turn", shorten(head.trim())));
        };
        let mut found = Turn::new(turn.to_string(), 0, 0.0, TurnInfo::default());
        for part in comment.split(", ") {
            match part.split(' ').collect::<Vec<_>>()[..] {
                [millis, "ms"] => {
                    let ms: f64 = parsed("ms", millis)?;
                    found.ms = Some(ms).filter(|ms| ms.is_finite()).ok_or("a time in ms is a finite number")?;
                }
                ["seat", seat] => found.seat = parsed("seat", seat)?,
                ["cp", score] => found.score = Some(ReportedScore::Cp(parsed("cp", score)?)),
                ["mate", plies] => found.score = Some(ReportedScore::Mate(parsed("mate", plies)?)),
                ["depth", depth] => found.depth = Some(parsed("depth", depth)?),
                ["nodes", nodes] => found.nodes = Some(parsed("nodes", nodes)?),
                _ => return Err(format!("`{}` says nothing about a turn", shorten(part))),
            }
        }
        turns.push(found);
        rest = after.trim_start();
    }
    match rest.trim_end() {
        end if end == result => Ok(turns),
        end => Err(format!("`{result}` is expected at the end, not `{}`", shorten(end))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::sample;
    use super::*;

    #[test]
    fn games_are_read_back_whole() {
        let mut round = sample();
        round.round = Some(Round {
            round: 2,
            players: ["A".into(), "B \"the bold\"".into()],
            points: [7, 3],
            over: true,
            winner: Some("A".into()),
        });
        let mut fault = sample();
        (fault.reason, fault.loser, fault.detail) =
            (Reason::Crash, Some(2), Some("said \\ and ] \" at the end".into()));
        fault.turns.truncate(1);
        fault.turns[0].score = Some(ReportedScore::Mate(-3));
        (fault.turns[0].depth, fault.turns[0].nodes) = (None, None);
        let mut empty = sample();
        empty.turns.clear();
        // Nothing that a name may hold ends its tag or its line.
        empty.seats[0].name = "\\ \" \r\n[Game \"x\"]".into();
        empty.seats[0].option.insert("B \"the bold\"".into(), "\n\\".into());
        empty.detail = Some("line\nand line".into());
        let games = [sample(), round, fault, empty];
        let text: String = games.iter().map(write).collect();
        assert!(text.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(read(&text).unwrap(), games);
    }

    #[test]
    fn broken_text_is_reported() {
        let text = write(&sample());
        // Cut anywhere, it is no whole game, unless all that is missing is the end of the last line.
        for cut in (1..text.len() - 2).filter(|&cut| text.is_char_boundary(cut)) {
            assert!(read(&text[..cut]).is_err(), "{}", &text[..cut]);
        }
        for (from, to) in [
            ("[Game", "Game"),
            ("[Reason \"rules\"]\n", ""),
            ("rules", "magic"),
            ("{", "("),
            ("1.25", "x"),
            ("1.25", "NaN"),
            ("1.25", "inf"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert!(read(&broken).is_err(), "{broken}");
        }
        assert!(read("").unwrap().is_empty());
    }
}
