//! Review of a whole game: what each turn gave away, what would have been better, where the game turned.
//!
//! [`run`](search::run) searches the positions of a game; [`values`] gives each position one value; [`marks`]
//! interprets the results; [`html`] and [`svg`] show them. docs/review.md describes it for users.

pub mod html;
pub mod marks;
pub mod search;
pub mod svg;
pub mod values;

use crate::records::{GameRecord, Mark};
use crate::registry::GameLine;
use crate::session::GameResult;
use crate::text::one_line;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of [`Review`] as JSON. It grows when a field changes or goes, not when one is added.
pub const REVIEW_SCHEMA: &str = "review/1";

/// A game as it was played.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct GameToReview {
    /// The game and its whole turns.
    pub line: GameLine,
    /// The players' names; they may be missing.
    pub players: Vec<String>,
    /// The recorded result, if the turns alone do not decide the game: `p1win`, `draw`, ….
    pub result: Option<String>,
}

impl From<&GameRecord> for GameToReview {
    fn from(record: &GameRecord) -> Self {
        Self {
            line: record.line(),
            players: record.seats.iter().map(|seat| one_line(&seat.name)).collect(),
            result: Some(record.result.clone()).filter(|result| result != "none"),
        }
    }
}

/// A game with the review of each of its turns.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    /// The version of this schema: `review/1`.
    pub schema: &'static str,
    /// The version of the program.
    pub quintet: &'static str,
    /// The name of the game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, String>,
    /// The position text it started from, unless that is the start position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The limit of the search of each turn.
    pub limit: Limit,
    /// The search: `alphabeta`, `mcts` or `mcts-eval`.
    pub search: &'static str,
    /// Who sat where, and how well they played.
    pub seats: Vec<SeatReview>,
    /// The turns.
    pub turns: Vec<TurnReview>,
    /// For each position, from the first on, the expected share of the point of seat 1's side, from 0 to 1. In games
    /// with more than two sides, the share of the seat to decide there.
    pub curve: Vec<f64>,
    /// The numbers of the turns with which the side that was ahead gave that away.
    pub turning_points: Vec<usize>,
    /// How the game ended by the rules; `null` if they did not end it.
    pub result: Option<GameResult>,
    /// The recorded result, if the rules have not ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_result: Option<String>,
}

/// The limit of the search of each turn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Limit {
    /// Nodes (alpha-beta) or iterations (MCTS); the review is then the same each time.
    Nodes(u64),
    /// Milliseconds.
    TimeMs(u64),
}

/// How well a seat played.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatReview {
    /// The seat, from 1.
    pub seat: usize,
    /// Who sat there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The mean accuracy of the seat's turns, from 0 to 100; `null` without turns.
    pub accuracy: Option<f64>,
    /// The average share of the point that the seat's turns gave away; `null` without turns.
    pub average_loss: Option<f64>,
    /// How often each mark was given: `!`, `?!`, `?`, `??`.
    pub marks: BTreeMap<&'static str, usize>,
    /// How often a proven win was missed.
    pub wins_missed: usize,
}

/// The review of a turn.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnReview {
    /// The number of the turn, from 1.
    pub number: usize,
    /// The seat, from 1, that played it.
    pub seat: usize,
    /// The turn.
    pub turn: String,
    /// Its mark: `!`, `?!`, `?` or `??`.
    pub mark: Option<Mark>,
    /// The share of the point that its side could expect with the best turn, from 0 to 1.
    pub before: f64,
    /// The share that it can expect after the turn. With two sides that is the `before` of the next turn, seen from
    /// this side; with more sides, at most what that leaves.
    pub after: f64,
    /// What the turn gave away: the difference, never negative.
    pub loss: f64,
    /// The accuracy of the turn, from 0 to 100.
    pub accuracy: f64,
    /// The best turn.
    pub best: String,
    /// The expected line, starting with it.
    pub pv: Vec<String>,
    /// If the winner was proven: in how many plies its side wins, or loses if negative.
    pub mate: Option<i32>,
    /// `before` as a score in hundredths; `null` if the winner was proven.
    pub cp: Option<i32>,
    /// How many turns deep the position was searched.
    pub depth: u32,
    /// Whether a proven win was missed: after the turn it is no longer proven.
    pub win_missed: bool,
    /// Whether a file of proofs knows the result of the position before the turn: `before`, and `mate` as an upper
    /// bound, are then exact.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proved: bool,
    /// Whether `after` is exact: proved by the file, or the game is over.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proved_after: bool,
    /// The proved result that the turn is proved to have given away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gave_away: Option<GivenResult>,
}

/// A proved result that a turn gave away.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum GivenResult {
    /// A win.
    Win,
    /// A draw.
    Draw,
}
