//! CSV with one row per turn, including the opening.

use super::{Replayed, identity};
use crate::csv::{self, Cell};
use crate::records::{ReportedScore, Turn};

/// The columns. New ones are added at the end; the first four are those of the table of games.
pub const TURN_COLUMNS: [&str; 19] = [
    "id",
    "tournament",
    "number",
    "round",
    "game",
    "turn_number",
    "seat",
    "player",
    "turn",
    "opening",
    "ms",
    "left",
    "latency",
    "cp",
    "mate",
    "depth",
    "nodes",
    "mark",
    "comment",
];

/// The rows of a game.
pub(super) fn rows(game: &Replayed) -> String {
    let record = game.record;
    let seats = game.session.turn_seats();
    let given = record.opening.iter().map(|turn| (turn, None));
    let played = record.turns.iter().map(|turn| (&turn.turn, Some(turn)));
    let row = |(index, (text, played)): (usize, (&String, Option<&Turn>))| {
        let [id, tournament, number, round] = identity(game);
        let seat = seats.get(index).copied();
        let score = played.and_then(|turn| turn.score);
        let milliseconds = |time: Option<f64>| Cell::of(time, Cell::number);
        let cells: [Cell; TURN_COLUMNS.len()] = [
            id,
            tournament,
            number,
            round,
            Cell::word(game.session.name()),
            Cell::count(index as u64 + 1),
            Cell::of(seat, |seat| Cell::count(seat as u64 + 1)),
            Cell::of(seat.and_then(|seat| record.seats.get(seat)), |seat| Cell::text_or_missing(&seat.name)),
            Cell::word(text),
            Cell::word(if played.is_none() { "true" } else { "false" }),
            milliseconds(played.and_then(|turn| turn.ms)),
            milliseconds(played.and_then(|turn| turn.left)),
            milliseconds(played.and_then(|turn| turn.latency)),
            match score {
                Some(ReportedScore::Cp(score)) => Cell::count(score),
                _ => Cell::Missing,
            },
            match score {
                Some(ReportedScore::Mate(plies)) => Cell::count(plies),
                _ => Cell::Missing,
            },
            Cell::of(played.and_then(|turn| turn.depth), Cell::count),
            Cell::of(played.and_then(|turn| turn.nodes), Cell::count),
            Cell::of(played.and_then(|turn| turn.mark), |mark| Cell::word(mark.signs())),
            Cell::of(played.and_then(|turn| turn.comment.as_deref()), Cell::text),
        ];
        csv::line(&cells)
    };
    given.chain(played).enumerate().map(row).collect()
}
