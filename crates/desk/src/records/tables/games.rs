//! CSV with one row per game.

use super::{Replayed, identity, time_text};
use crate::csv::{self, Cell};
use crate::records::Reason;

/// The columns. New ones are added at the end.
pub const GAME_COLUMNS: [&str; 28] = [
    "id",
    "tournament",
    "number",
    "round",
    "encounter",
    "game",
    "options",
    "position",
    "seats",
    "player1",
    "player2",
    "player3",
    "player4",
    "points1",
    "points2",
    "points3",
    "points4",
    "result",
    "reason",
    "loser",
    "opening",
    "opening_turns",
    "turns",
    "comment",
    "detail",
    "seed",
    "ended",
    "quintet",
];

/// The row of a game.
pub(super) fn row(game: &Replayed) -> String {
    let record = game.record;
    let [id, tournament, number, round] = identity(game);
    let points = match record.reason {
        Reason::Unfinished => Vec::new(),
        _ => record.shares(&game.session.sides()),
    };
    let options: Vec<String> = record.option.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let player = |seat: usize| Cell::of(record.seats.get(seat), |seat| Cell::text_or_missing(&seat.name));
    let points = |seat: usize| Cell::of(points.get(seat).copied(), Cell::number);
    let counted = |number: u64| Cell::of(Some(number).filter(|number| *number > 0), Cell::count);
    let opening = record.opening.join(" ");
    let cells: [Cell; GAME_COLUMNS.len()] = [
        id,
        tournament,
        number,
        round,
        counted(record.encounter),
        Cell::word(game.session.name()),
        if options.is_empty() { Cell::Missing } else { Cell::word(options.join(" ")) },
        Cell::of(record.position.as_deref(), Cell::text),
        Cell::count(game.session.seats() as u64),
        player(0),
        player(1),
        player(2),
        player(3),
        points(0),
        points(1),
        points(2),
        points(3),
        Cell::word(&record.result),
        Cell::word(record.reason.word()),
        Cell::of(record.loser, |seat| Cell::count(seat as u64)),
        if opening.is_empty() { Cell::Missing } else { Cell::word(opening) },
        Cell::count(record.opening.len() as u64),
        Cell::count((record.opening.len() + record.turns.len()) as u64),
        Cell::of(record.comment.as_deref(), Cell::text),
        Cell::of(record.detail.as_deref(), Cell::text),
        counted(record.seed),
        Cell::of(time_text(record.ended), Cell::word),
        Cell::text_or_missing(&record.quintet),
    ];
    csv::line(&cells)
}
