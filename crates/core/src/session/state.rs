//! Everything a person at the table can see, as data: one type for all games. `quintet schema state` prints its JSON
//! schema.

use crate::game::describe::{Colour, Count, Description, PlaceName};
use crate::picture::{Board, Expected};
use crate::sentence::Sentence;
use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use {schemars::JsonSchema, serde::Serialize};

/// The version of [`State`] as JSON. It grows when a field changes or goes, not when one is added.
pub const STATE_SCHEMA: &str = "state/1";

/// Everything a person at the table can see.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct State {
    /// The version of this schema: `state/1`.
    pub schema: &'static str,
    /// The name of the game.
    pub game: &'static str,
    /// All its options with their values.
    pub options: BTreeMap<&'static str, String>,
    /// The position text.
    pub position: String,
    /// The board and what lies on it.
    pub board: Board,
    /// The counts beside the board, always in the same order.
    pub counts: Vec<Count>,
    /// The place where a piece may not go back to.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub banned: Option<PlaceName>,
    /// Who sits at the table.
    pub seats: Vec<SeatState>,
    /// The seat to decide, from 1; `null` at the end.
    pub decides: Option<usize>,
    /// The kind of decision to take.
    pub phase: &'static str,
    /// What to do now, or how the game has ended, in a sentence without a full stop.
    pub instruction: String,
    /// The same for any language.
    pub said: Sentence,
    /// The instruction once a place has been touched that does not decide by itself; absent where every touch does.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub then: Option<String>,
    /// The same for any language.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub then_said: Option<Sentence>,
    /// The threat to the side to decide, in games that announce it: `check` or `mate`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub warning: Option<&'static str>,
    /// The whole turns played so far.
    pub turns: Vec<String>,
    /// The decisions so far of an unfinished turn.
    pub decisions: Vec<String>,
    /// The last whole turn, or the decisions of the current one.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub last_turn: Option<LastTurn>,
    /// How the game has ended; `null` until then.
    pub result: Option<GameResult>,
    /// The match that this is a round of, where games are rounds.
    #[cfg_attr(feature = "serde", serde(rename = "match", skip_serializing_if = "Option::is_none"))]
    pub match_score: Option<MatchState>,
    /// The legal decisions, sorted by their text.
    pub legal: Vec<LegalDecision>,
}

/// A seat at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct SeatState {
    /// Its number, from 1.
    pub seat: usize,
    /// The number of its side, from 1: two seats of a team have one side.
    pub side: usize,
    /// The colour it plays.
    pub colour: Colour,
    /// Whether it is out of the game.
    pub eliminated: bool,
}

/// What has just been played.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct LastTurn {
    /// The turn, or its decisions so far.
    pub text: String,
    /// The seat that played it, from 1.
    pub seat: usize,
    /// The places that it has changed.
    pub points: Vec<PlaceName>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct GameResult {
    /// `p1win`, `p2win`, `p3win` (the side of that seat) or `draw`.
    pub result: String,
    /// The seats, from 1, that share the point.
    pub winners: Vec<usize>,
    /// Why the game has ended: `repetition`, `forfeit`, or a word of the game, such as `four`.
    pub why: &'static str,
    /// The same in a sentence without a full stop.
    pub sentence: String,
    /// The same for any language.
    pub said: Sentence,
    /// The places that show it.
    pub points: Vec<PlaceName>,
}

/// The score of a match to points.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct MatchState {
    /// The points that win the match.
    pub target: u32,
    /// The number of this round, from 1.
    pub round: u32,
    /// The points of the sides of seat 1 and seat 2, this round included once it is over.
    pub points: [u32; 2],
    /// The seat of this round, from 1, that starts the next one (`nextround`) as seat 1; absent while this round is not over
    /// and after the last.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub next_starts: Option<usize>,
    /// Whether the match is over.
    pub over: bool,
}

/// A legal decision.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct LegalDecision {
    /// Its text, for `position … moves`.
    pub text: String,
    /// What it is.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub description: Description,
}

/// A turn or part of one, decision by decision.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, JsonSchema), serde(rename_all = "camelCase"))]
pub struct DescribedTurn {
    /// Its text, as the engine writes it.
    pub turn: String,
    /// The seat that plays it, from 1.
    pub seat: usize,
    /// The colour of that seat before the turn.
    pub colour: Colour,
    /// Its decisions in order, each described in the position where it is taken.
    pub decisions: Vec<LegalDecision>,
}

impl DescribedTurn {
    /// What a picture shows of turns to come.
    pub fn expected(turns: &[Self]) -> Vec<Expected<'_>> {
        let decisions = (1..).zip(turns).flat_map(|(turn, described)| {
            let expected = move |decision| Expected { turn, colour: described.colour, decision };
            described.decisions.iter().map(|legal| &legal.description).map(expected)
        });
        decisions.collect()
    }
}
