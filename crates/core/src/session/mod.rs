//! One game: its rules and options, the line of play so far, and the engine that thinks about it.
//!
//! [`Session`] hides the type of the game: everything above it works on text. [`Play`] is what the rules know; only
//! [`Session`] has the engine and the book.

mod best_lines;
mod book_move;
mod describe_state;
mod describe_turns;
mod game_session;
mod play;
mod played_game;
mod prepared_search;
mod proof_search;
mod proved_lines;
mod proved_move;
pub mod says;
mod search_request;
mod state;
mod think;
mod turns;

pub use best_lines::BestLines;
pub use game_session::GameSession;
pub use play::{Play, Standing};
pub use proved_move::{ProofUse, ProvedTurns};
pub use search_request::{Report, SearchRequest, SearchResult};
pub use state::{DescribedTurn, GameResult, LastTurn, LegalDecision, MatchState, STATE_SCHEMA, SeatState, State};
pub use think::{BenchJob, BookLine, PerftJob, SearchJob, Session};
