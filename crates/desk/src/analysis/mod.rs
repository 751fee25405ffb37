//! Requests to analyse positions and their answers, as JSON: each request has a game with its turns, and names the positions
//! to search and what to tell about them. docs/json.md describes them for users.

mod answer;
mod answering;
mod broken;
mod control;
mod presentation;
mod query_search;
mod refusal;
mod request;
mod says;

pub use answer::{ActionAnswer, DecisionInfo, MoveInfo, PositionAnswer, Response, RootInfo, ScoreInfo, ScoreKind};
pub use answering::QueryAnswerer;
pub use broken::id_in;
pub use control::QueryControl;
pub use presentation::{Presentation, empty};
pub use query_search::{Refusal, search, settings};
pub use refusal::{ANALYSIS_SCHEMA, ErrorAnswer, WarningAnswer};
pub use request::{Action, ActionRequest, OptionValue, Query, Request, read};
pub use says::TABLE as SENTENCES;
