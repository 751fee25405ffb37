//! What people at a table send.

use crate::registry::GameLine;
use crate::service::kept_game::{ClockSetup, SeatSetup};
use schemars::JsonSchema;
use serde::Deserialize;

/// The start of a game, as requested.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewGameRequest {
    #[serde(flatten)]
    pub position: GameLine,
    pub seats: Vec<SeatSetup>,
    #[serde(default)]
    pub clock: Option<ClockSetup>,
    #[serde(default)]
    pub pace_ms: Option<u64>,
    /// Whether it belongs to everybody.
    #[serde(default)]
    pub shared: bool,
}

/// A request with the key of a seat.
#[derive(Deserialize, JsonSchema)]
pub struct SitRequest {
    pub seat: usize,
    pub key: String,
}

/// A decision by somebody who has seen `revision`.
#[derive(Deserialize, JsonSchema)]
pub struct DecideRequest {
    pub revision: u64,
    pub decision: String,
}

/// Another act.
#[derive(Deserialize, JsonSchema)]
pub struct ActRequest {
    pub act: String,
    #[serde(default)]
    pub seat: Option<usize>,
}

/// A change of who sits at a seat.
#[derive(Deserialize, JsonSchema)]
pub struct SeatRequest {
    pub seat: usize,
    pub setup: SeatSetup,
}

/// Variations to save, from somebody who has seen this version of them.
#[derive(Deserialize, JsonSchema)]
pub struct TreeRequest {
    pub version: u64,
    pub text: String,
}
