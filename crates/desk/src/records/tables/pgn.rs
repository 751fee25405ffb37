//! PGN for rating tools such as Ordo and BayesElo: who had seat 1 (White), who had seat 2, and the result. Most PGN
//! readers fail on moves of games other than chess, so there are none.

use super::{Replayed, time_text};
use crate::records::Reason;
use crate::records::says;
use crate::sentence::Sentence;
use crate::text::clean;
use std::fmt::Write;

/// A line of PGN has at most 255 characters, and Ordo keeps 1,023 bytes of a name.
const MAX_NAME: usize = 200;

/// A game, or why PGN cannot hold it.
pub(super) fn game(game: &Replayed) -> Result<String, Sentence> {
    let record = game.record;
    let [white, black] = players(game).ok_or_else(says::pgn_players)?;
    let unknown = || "?".to_string();
    let round = match (&record.round, record.number) {
        (Some(round), number) => format!("{number}.{}", round.round),
        (None, 0) => unknown(),
        (None, number) => number.to_string(),
    };
    let day = time_text(record.ended).map(|time| time[..10].replace('-', "."));
    let result = result(game);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = clean(value, MAX_NAME).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    };
    // The seven tags that every game has, in their order.
    tag("Event", if record.tournament.is_empty() { "?" } else { &record.tournament });
    tag("Site", "?");
    tag("Date", day.as_deref().unwrap_or("????.??.??"));
    tag("Round", &round);
    tag("White", &white);
    tag("Black", &black);
    tag("Result", result);
    tag("Game", game.session.name());
    tag("Termination", termination(record.reason));
    let _ = write!(text, "\n{result}\n\n");
    Ok(text)
}

/// The players of the two sides; `None` if there are more sides, or several players on one.
fn players(game: &Replayed) -> Option<[String; 2]> {
    let sides = game.session.sides();
    if sides.iter().any(|side| *side > 1) {
        return None;
    }
    let seats = &game.record.seats;
    let of_side = |side: usize| {
        let mut names = (0..sides.len()).filter(|seat| sides[*seat] == side).map(|seat| seats.get(seat));
        let first = names.next()?;
        let name = first.map_or("", |seat| &seat.name);
        let is_alone = names.all(|other| first.is_some() && other.is_some_and(|other| other.name == name));
        is_alone.then(|| if name.is_empty() { "?".to_string() } else { name.to_string() })
    };
    Some([of_side(0)?, of_side(1)?])
}

fn result(game: &Replayed) -> &'static str {
    if game.record.reason == Reason::Unfinished {
        return "*";
    }
    let sides = game.session.sides();
    let shares = game.record.shares(&sides);
    let share = |side: usize| sides.iter().position(|its| *its == side).map_or(0.0, |seat| shares[seat]);
    match (share(0), share(1)) {
        (first, second) if first > second => "1-0",
        (first, second) if first < second => "0-1",
        _ => "1/2-1/2",
    }
}

/// The words that the standard has for it.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Rules | Reason::Resign => "normal",
        Reason::Illegal => "rules infraction",
        Reason::Time => "time forfeit",
        Reason::Crash | Reason::Hang | Reason::Flood | Reason::Garbage => "abandoned",
        Reason::Draw | Reason::Maxturns => "adjudication",
        Reason::Unfinished => "unterminated",
    }
}
