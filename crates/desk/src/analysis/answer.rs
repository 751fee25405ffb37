//! The answers.

use super::refusal::{ErrorAnswer, WarningAnswer};
use super::request::Action;
use crate::search::{Bound, Verdict};
use crate::session::{GameResult, State};
use schemars::JsonSchema;
use serde::Serialize;

/// A line to the client.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Response {
    /// The result for a position.
    Position(Box<PositionAnswer>),
    /// An action was performed.
    Action(ActionAnswer),
    /// Something was ignored, such as an unknown field; the request is still answered.
    Warning(WarningAnswer),
    /// A request is refused.
    Error(ErrorAnswer),
}

/// The result for a position.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionAnswer {
    /// The version of this schema: `analysis/1`.
    pub schema: &'static str,
    /// The name of the query.
    pub id: String,
    /// The position is the one after this many of the query's `moves`.
    pub turn_number: usize,
    /// Whether the search is still running, with a later answer to come. The last answer for each position has `false`.
    pub is_during_search: bool,
    /// Whether the search was ended by `terminate`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub terminated: bool,
    /// Whether the position was not searched: the game is over, no search was requested, or the query was terminated
    /// before its turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_results: bool,
    /// How the game ended, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<GameResult>,
    /// The result for the position as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root_info: Option<RootInfo>,
    /// The best turns, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub move_infos: Vec<MoveInfo>,
    /// Every first decision, the best first (`includeDecisions`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<Vec<DecisionInfo>>,
    /// What the next side would play if it were its turn (`includeThreats`); `null` within a turn, or if the answer is
    /// not the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Option<MoveInfo>>,
    /// The state of the position (`includeState`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Box<State>>,
    /// A picture of it, as SVG (`includeSVG`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// The kind of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ScoreKind {
    /// The value found by the search.
    Exact,
    /// A lower bound.
    LowerBound,
    /// An upper bound.
    UpperBound,
    /// Proven: the game ends like this, whatever the others play.
    Proven,
}

/// The value for the side that decides at the root.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoreInfo {
    /// The expected share of the point, from 0 to 1.
    pub winrate: f64,
    /// The same as a score in hundredths; `null` if the winner is proven.
    pub cp: Option<i32>,
    /// If the winner is proven: in how many plies the side wins, or loses if negative.
    pub mate: Option<i32>,
    /// What the score says.
    pub score_kind: ScoreKind,
    /// Whether it comes from a file of proofs, even for a draw. A win or loss then takes at most as many plies as
    /// `mate` says.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub proved: bool,
    /// The chances of a win, a shared point and a loss, in thousandths (`includeWDL`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u32; 3]>,
}

impl ScoreInfo {
    /// The value of a verdict on the common scale, which may be `proved` by a file of proofs.
    pub fn new(verdict: Verdict, bound: Bound, proved: bool, wdl: Option<[u32; 3]>) -> Self {
        let score_kind = match (verdict, bound) {
            _ if proved => ScoreKind::Proven,
            (Verdict::Win(_), Bound::Exact | Bound::Lower) | (Verdict::Loss(_), Bound::Exact | Bound::Upper) => {
                ScoreKind::Proven
            }
            (_, Bound::Exact) => ScoreKind::Exact,
            (_, Bound::Lower) => ScoreKind::LowerBound,
            (_, Bound::Upper) => ScoreKind::UpperBound,
        };
        Self {
            winrate: (verdict.share() * 1e4).round() / 1e4,
            cp: verdict.cp(),
            mate: verdict.mate(),
            score_kind,
            proved,
            wdl,
        }
    }
}

/// The result for a position.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RootInfo {
    /// The seat, from 1, that decides.
    pub seat: usize,
    /// The best turn, or the rest of an unfinished one.
    pub best: String,
    /// How good the position is.
    #[serde(flatten)]
    pub score: ScoreInfo,
    /// The search: `alphabeta`, `mcts` or `mcts-eval`.
    pub search: &'static str,
    /// How many nodes (alpha-beta) or iterations (MCTS) were searched.
    pub nodes: u64,
    /// How many turns deep (alpha-beta), or the length of the expected line in decisions (MCTS).
    pub depth: u32,
    /// The deepest ply looked at.
    pub seldepth: u32,
    /// How full the memory is, in thousandths.
    pub hashfull: u32,
    /// How long the search has taken, in milliseconds; not in a batch, whose answers depend on no clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// While the search runs: nodes per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// During an iteration of alpha-beta: the decision being searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currmove: Option<String>,
    /// Its place in the order of the search, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currmovenumber: Option<usize>,
}

/// A turn and how good it is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveInfo {
    /// Its place among the best, from 0.
    pub order: usize,
    /// The turn.
    pub turn: String,
    /// How good it is.
    #[serde(flatten)]
    pub score: ScoreInfo,
    /// How many turns deep it was searched (alpha-beta), or the length of the expected line in decisions (MCTS).
    pub depth: u32,
    /// MCTS: how often its first decision was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
    /// The turns expected, this one the first (`includePV`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv: Option<Vec<String>>,
}

/// A decision and how good it is.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionInfo {
    /// The decision, as in the state's `legal`.
    pub text: String,
    /// How good it is.
    #[serde(flatten)]
    pub score: ScoreInfo,
    /// MCTS: how often it was tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u64>,
}

/// An action was performed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActionAnswer {
    /// The version of this schema: `analysis/1`.
    pub schema: &'static str,
    /// The name of the request.
    pub id: String,
    /// What was done.
    pub action: Action,
    /// For `query_version`: the version of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
    /// For `terminate`: the id to end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminate_id: Option<String>,
}
