//! JSON records of Abstract Play, of Yavalath for two and three.
//!
//! ```json
//! {"header": {"game": {"name": "Yavalath"}, "players": [{"name": "A", "result": 1}, {"name": "B", "result": 0}],
//!  "pie-invoked": true}, "moves": [["e5", "f6"], ["c3", "d4"]]}
//! ```
//! Moves come in rounds, in the order of the seats. Letters are rows from the bottom, numbers are places from the left.
//! The swap is not a move: the header notes it, and the first of the players is the one who took over the first stone.

use super::super::ending::SaidEnd;
use super::super::import::{GivenGame, refuse};
use super::super::reason::Reason;
use super::super::record::GameRecord;
use super::{RecordFormat, name_of, replayable};
use crate::records::says;
use crate::sentence::{Sentence, verbatim};
use crate::text::{of_serde, shorten};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// The variant without a swap. On that site every game has one, so this word is quintet's.
const NO_SWAP: &str = "no-swap";

/// The name of an unknown player, as the format requires one.
fn unnamed(seat: usize) -> String {
    format!("seat {seat}")
}

/// Whether a text is such a record, or a list of them.
pub fn is(text: &str) -> bool {
    /// The fields that distinguish it from other JSON. Nothing else is kept, as this may be a large file of another
    /// format.
    #[derive(Deserialize)]
    struct Outline {
        header: Option<IgnoredAny>,
    }
    let has_header = |outline: &Outline| outline.header.is_some();
    match text.starts_with('[') {
        true => serde_json::from_str(text).is_ok_and(|all: Vec<Outline>| all.first().is_some_and(has_header)),
        false => serde_json::from_str(text).is_ok_and(|outline| has_header(&outline)),
    }
}

/// Reads games.
pub fn read(text: &str) -> Vec<Result<GivenGame, Sentence>> {
    match serde_json::from_str(text) {
        Ok(Value::Array(records)) => records.iter().map(given).collect(),
        Ok(record) => vec![given(&record)],
        Err(error) => vec![Err(says::no_json(shorten(&of_serde(&error.to_string()))))],
    }
}

fn given(record: &Value) -> Result<GivenGame, Sentence> {
    let header = record.get("header").ok_or_else(says::no_header)?;
    let name = header.pointer("/game/name").and_then(Value::as_str).unwrap_or_default();
    if !name.eq_ignore_ascii_case("yavalath") {
        return refuse(says::game_of(shorten(name)));
    }
    let players = header.get("players").and_then(Value::as_array).ok_or_else(says::no_players)?;
    let game = match players.len() {
        2 => "yavalath",
        3 => "yavalath3",
        _ => return refuse(says::game_of_players(players.len())),
    };
    let swapped = header.get("pie-invoked").and_then(Value::as_bool).unwrap_or(false) && players.len() == 2;
    let rounds = record.get("moves").and_then(Value::as_array).ok_or_else(says::no_moves)?;
    let mut parts = Vec::new();
    for mv in rounds.iter().flat_map(|round| round.as_array().map_or(&[][..], Vec::as_slice)) {
        let text = match mv {
            Value::Null => continue,
            Value::Object(mv) => mv.get("move").and_then(Value::as_str),
            mv => mv.as_str(),
        };
        let text = text.ok_or_else(|| says::no_move(shorten(&mv.to_string())))?;
        // Only who is out of the game passes.
        if text != "pass" {
            parts.push(ours(text).ok_or_else(|| says::no_cell(shorten(text)))?);
        }
        if swapped && parts.len() == 1 {
            parts.push("swap".to_string());
        }
    }
    let variants = header.pointer("/game/variants").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let may_swap = !variants.iter().any(|variant| variant == NO_SWAP);
    let option = if players.len() == 2 { vec![("Swap".to_string(), may_swap.to_string())] } else { Vec::new() };
    let text = |player: &Value| player.get("name").and_then(Value::as_str).unwrap_or_default().to_string();
    let mut seats: Vec<String> = players.iter().map(text).collect();
    let mut results: Vec<f64> =
        players.iter().map(|player| player.get("result").and_then(Value::as_f64).unwrap_or(f64::NAN)).collect();
    if swapped {
        seats.reverse();
        results.reverse();
    }
    if (1..).zip(&seats).all(|(seat, name)| *name == unnamed(seat)) {
        seats.clear();
    }
    let most = results.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let winners: Vec<usize> = (1..=results.len()).filter(|&seat| results[seat - 1] == most).collect();
    let end = if most > 0.0 { SaidEnd::won_by(winners) } else { SaidEnd::default() };
    Ok(GivenGame { game: game.to_string(), option, seats, parts, end, ..GivenGame::default() })
}

/// Our name for their cell: `g6` for `f6`.
fn ours(cell: &str) -> Option<String> {
    let &[letter @ b'a'..=b'i', place @ b'1'..=b'9'] = cell.to_ascii_lowercase().as_bytes() else { return None };
    let (number, place) = (letter - b'a' + 1, place - b'0');
    let column = number.saturating_sub(5) + place;
    (column <= 9 && column.abs_diff(number) <= 4).then(|| format!("{}{number}", char::from(b'a' + column - 1)))
}

/// Their name for our cell.
fn theirs(cell: &str) -> Option<String> {
    let &[letter @ b'a'..=b'i', number @ b'1'..=b'9'] = cell.as_bytes() else { return None };
    let (column, number) = (letter - b'a' + 1, number - b'0');
    let place = column - number.saturating_sub(5).min(column);
    Some(format!("{}{place}", char::from(b'a' + number - 1)))
}

/// Writes a game.
///
/// # Errors
/// If it is not a game of Yavalath, or does not follow the rules.
pub fn write(record: &GameRecord) -> Result<String, Sentence> {
    let mut session = replayable(record, RecordFormat::AbstractPlay)?;
    let seats = session.seats();
    let mut rounds: Vec<Vec<Value>> = Vec::new();
    let mut swapped = false;
    // The place in the round that is next; who has been eliminated passes.
    let mut place = 0;
    let mut enter = |place: &mut usize, text: Value| {
        if *place == 0 {
            rounds.push(Vec::new());
        }
        rounds.last_mut().expect("one was pushed").push(text);
        *place = (*place + 1) % seats;
    };
    for turn in record.all_turns() {
        let seat = session.seat();
        session.play(&turn)?;
        if turn == "swap" {
            swapped = true;
            continue;
        }
        while seats == 3 && place != seat {
            enter(&mut place, json!("pass"));
        }
        let cell = theirs(&turn).ok_or_else(|| says::no_turn_of(shorten(&turn), "Yavalath"))?;
        enter(&mut place, json!(cell));
    }
    let won = |seat: usize| record.winners.contains(&(seat + 1));
    let share = 1.0 / record.winners.len().max(1) as f64;
    let mut players: Vec<Value> = (0..seats)
        .map(|seat| {
            let mut player = json!({ "name": name_of(record, seat).unwrap_or_else(|| unnamed(seat + 1)) });
            if record.reason != Reason::Unfinished {
                player["result"] = json!(if won(seat) { share } else { 0.0 });
            }
            player
        })
        .collect();
    if swapped {
        players.reverse();
    }
    let mut header = json!({ "game": { "name": "Yavalath" }, "players": players });
    if session.options().into_iter().any(|option| option.name == "Swap" && option.kind.value() == "false") {
        header["game"]["variants"] = json!([NO_SWAP]);
    }
    if swapped {
        header["pie-invoked"] = json!(true);
    }
    let text = serde_json::to_string_pretty(&json!({ "header": header, "moves": rounds }));
    Ok(text.map_err(|error| verbatim(error.to_string()))? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_other_names_there() {
        for (other, own) in [("a1", "a1"), ("e5", "e5"), ("f6", "g6"), ("h2", "e8"), ("i5", "i9"), ("i1", "e9")] {
            assert_eq!((ours(other).as_deref(), theirs(own).as_deref()), (Some(own), Some(other)));
        }
        for other in ["a6", "i6", "f9", "j1", "e0", "", "é"] {
            assert_eq!(ours(other), None, "{other}");
        }
    }
}
