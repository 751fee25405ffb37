//! The notation of gipf.com, of YINSH and GIPF.
//!
//! ```text
//! Game: yinsh
//! White: A
//! Black: B
//! Result: 1-0
//!
//! 1.e3 2.d4 3.f5 …
//! ```
//! The lines before the turns may be missing. Numbers count single turns in YINSH and pairs in GIPF; a number 1, or
//! lines like the first ones, start the next game.

use super::super::ending::SaidEnd;
use super::super::import::GivenGame;
use super::super::reading::MAX_TURNS;
use super::super::reason::Reason;
use super::super::record::GameRecord;
use super::{RecordFormat, name_of, replayable};
use crate::game::describe::Effect;
use crate::game::without_number;
use crate::records::says;
use crate::registry;
use crate::sentence::Sentence;
use crate::session::Session;
use crate::text::{shorten, with_plain_signs};
use std::fmt::Write;

/// The games in this notation, the first that a record without a name could be first.
pub const GAMES: [&str; 5] = ["yinsh", "gipf-standard", "gipf-tournament", "gipf", "yinsh-blitz"];

/// A line before the turns: its key in lower case, and its value. Other programs write more of them than quintet knows.
fn header(line: &str) -> Option<(String, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let is_key =
        key.starts_with(char::is_alphabetic) && !key.contains(|c: char| !c.is_alphanumeric() && !" -_".contains(c));
    (is_key && key.len() <= 40).then(|| (key.to_lowercase(), value.trim()))
}

/// Whether a word may be a turn: it starts with a point or a row, perhaps after a number.
fn is_turn(word: &str) -> bool {
    let turn = without_number(word).to_ascii_lowercase();
    let turn = turn.trim_start_matches(['x', 'g']);
    matches!(turn.as_bytes(), [b'a'..=b'k', b'1'..=b'9', ..] | [b'1'..=b'9', ..]) || turn == "pass"
}

/// Whether a text looks like this notation.
pub fn is(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty()).and_then(header);
    if first.is_some_and(|(key, game)| key == "game" && GAMES.contains(&game.to_ascii_lowercase().as_str())) {
        return true;
    }
    let words = text.lines().filter(|line| header(line).is_none()).flat_map(str::split_whitespace);
    let mut words = words.map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty()).take(8).peekable();
    words.peek().is_some() && words.all(|word| is_number(word) || is_turn(word) || is_reserve(word))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// `(16)`: the pieces in reserve after the turn.
fn is_reserve(word: &str) -> bool {
    word.strip_prefix('(').and_then(|word| word.strip_suffix(')')).is_some_and(is_number)
}

/// Reads games. Which game each is of is found out one by one, unless `stop` says that it takes too long.
pub fn read(text: &str, stop: &dyn Fn() -> bool) -> impl Iterator<Item = Result<GivenGame, Sentence>> {
    let mut games = Vec::new();
    // What is said of the present game before its turns.
    let (mut given, mut keys) = (GivenGame::default(), Vec::new());
    let next = |given: &mut GivenGame, keys: &mut Vec<String>, games: &mut Vec<GivenGame>| {
        if !given.parts.is_empty() || !keys.is_empty() {
            games.push(std::mem::take(given));
            keys.clear();
        }
    };
    for line in text.lines() {
        if let Some((key, value)) = header(line) {
            let again = keys.contains(&key) && !["option", "comment"].contains(&key.as_str());
            if again || !given.parts.is_empty() {
                next(&mut given, &mut keys, &mut games);
            }
            match key.as_str() {
                "game" => given.game = value.to_ascii_lowercase(),
                "white" | "black" => {
                    given.seats.resize(2, String::new());
                    given.seats[usize::from(key == "black")] = value.to_string();
                }
                "option" => given.option.extend(value.split_once('=').map(|(a, b)| (a.to_string(), b.to_string()))),
                "result" => given.end = end(value),
                "comment" => comment(&mut given, value),
                _ => comment(&mut given, line.trim()),
            }
            keys.push(key);
            continue;
        }
        for word in line.split_whitespace() {
            let number = word.split_once('.').map_or("", |(number, _)| number);
            if number == "1" && !given.parts.is_empty() {
                next(&mut given, &mut keys, &mut games);
            }
            let turn = without_number(word);
            if ["1-0", "0-1", "1/2-1/2", "*"].contains(&turn) {
                // As at the end of a game of chess.
                given.end = if given.end == SaidEnd::default() { end(turn) } else { given.end };
            } else if !turn.is_empty() && !is_reserve(turn) {
                given.parts.push(turn.to_string());
            }
        }
    }
    next(&mut given, &mut keys, &mut games);
    games.into_iter().map(|given| named(given, stop))
}

/// Adds a line to the tags of a game.
fn comment(given: &mut GivenGame, line: &str) {
    let lines = given.comment.get_or_insert_default();
    if !lines.is_empty() {
        lines.push('\n');
    }
    *lines += line;
}

fn end(value: &str) -> SaidEnd {
    let value = with_plain_signs(value).replace('½', "1/2").replace(char::is_whitespace, "");
    match value.as_str() {
        "1-0" => SaidEnd::won_by(vec![1]),
        "0-1" => SaidEnd::won_by(vec![2]),
        "1/2-1/2" => SaidEnd::won_by(vec![1, 2]),
        _ => SaidEnd::default(),
    }
}

/// A game without a name is taken for the one in which most of its turns are possible.
fn named(mut given: GivenGame, stop: &dyn Fn() -> bool) -> Result<GivenGame, Sentence> {
    if given.game.is_empty() {
        let possible = |game: &&str| {
            let Ok(mut session) = registry::open(game) else { return 0 };
            let parts = given.parts.iter().take(MAX_TURNS);
            parts.take_while(|part| !stop() && session.play(&with_plain_signs(part)).is_ok()).count()
        };
        // The first of the best.
        let best = GAMES.iter().rev().max_by_key(|game| possible(game)).filter(|game| possible(game) > 0);
        given.game = best.ok_or_else(says::which_game)?.to_string();
    }
    match GAMES.contains(&given.game.as_str()) {
        true => Ok(given),
        false => Err(says::not_gipf_com(shorten(&given.game))),
    }
}

/// Writes a game.
///
/// # Errors
/// If it is not a game of YINSH or GIPF, or does not follow the rules.
pub fn write(record: &GameRecord) -> Result<String, Sentence> {
    let mut session = replayable(record, RecordFormat::GipfCom)?;
    let is_yinsh = record.game.starts_with("yinsh");
    let mut text = format!("Game: {}\n", record.game);
    let defaults = super::super::record::setup(&*registry::open(&record.game)?);
    for (name, value) in record.option.iter().filter(|(name, value)| defaults.get(*name) != Some(*value)) {
        let _ = writeln!(text, "Option: {name}={value}");
    }
    for (seat, colour) in ["White", "Black"].into_iter().enumerate() {
        if let Some(name) = name_of(record, seat) {
            let _ = writeln!(text, "{colour}: {name}");
        }
    }
    let result = match (record.reason, &record.winners[..]) {
        (Reason::Unfinished, _) => None,
        (_, [1]) => Some("1-0"),
        (_, [2]) => Some("0-1"),
        _ => Some("1/2-1/2"),
    };
    if let Some(result) = result {
        let _ = writeln!(text, "Result: {result}");
    }
    text.push('\n');
    for (index, turn) in record.all_turns().iter().enumerate() {
        let official = if is_yinsh { turn.clone() } else { official(&mut *session, turn)? };
        let number = if is_yinsh { index + 1 } else { index / 2 + 1 };
        let ends = if is_yinsh { index % 8 == 7 } else { index % 2 == 1 };
        if is_yinsh || index % 2 == 0 {
            let _ = write!(text, "{number}.");
        }
        text += &official;
        text.push(if ends { '\n' } else { ' ' });
    }
    let end = text.trim_end().len();
    text.truncate(end);
    text += "\n\n";
    Ok(text)
}

/// Plays a turn of GIPF and writes it as gipf.com does, or as quintet does if that would be ambiguous.
fn official(session: &mut dyn Session, turn: &str) -> Result<String, Sentence> {
    let played = |session: &mut dyn Session, turn: &str| session.play(turn).map_err(Sentence::from);
    let before = session.turns().len();
    let ours = played(session, turn)?;
    let after = session.position_text();
    session.undo();
    let mut parts = Vec::new();
    // One by one, to see what each does.
    for part in ours.split(';') {
        let found = session.state().legal.into_iter().find(|decision| decision.text == part);
        parts.extend(official_part(part, &found.map(|decision| decision.description.effects).unwrap_or_default()));
        played(session, part)?;
    }
    session.undo();
    let text = parts.join(";");
    if session.play(&text).is_ok_and(|written| written == ours) && session.position_text() == after {
        return Ok(text);
    }
    if session.turns().len() > before {
        session.undo();
    }
    played(session, &ours)
}

/// A push with the spot where its chain ends, or the list of what leaves the board; empty if nothing does.
fn official_part(part: &str, effects: &[Effect]) -> Option<String> {
    if !part.starts_with('x') {
        let ends = effects.iter().filter_map(|effect| match effect {
            Effect::Put { to, .. } | Effect::Move { to, .. } => Some(to),
            _ => None,
        });
        let leaves =
            |at: &String| effects.iter().any(|effect| matches!(effect, Effect::Move { from, .. } if from == at));
        let end = ends.into_iter().find(|at| !leaves(at))?;
        let (dot, _) = part.split_once('-')?;
        let dot = dot.strip_prefix('g').filter(|dot| dot.len() > 1).map_or(dot.to_string(), |dot| format!("G{dot}"));
        return Some(format!("{dot}-{end}"));
    }
    // Who takes the row gets pieces back: theirs are not marked.
    let own = effects.iter().find_map(|effect| match effect {
        Effect::Count { name: "reserve", colour, .. } => *colour,
        _ => None,
    });
    let piece = |effect: &Effect| match effect {
        Effect::Take { piece, from } => {
            let stacked = if piece.kind.id == "gipf" { "G" } else { "" };
            let other = if Some(piece.colour) == own { "" } else { "*" };
            Some(format!("{stacked}{from}{other}"))
        }
        _ => None,
    };
    let list: Vec<String> = effects.iter().filter_map(piece).collect();
    (!list.is_empty()).then(|| format!("x{}", list.join(",")))
}
