//! The analysis engine: what docs/json.md promises, for every game there is.

mod actions;
mod answers;
mod batch;
mod client;
mod document;
mod limits;
mod refusals;
mod scores;
