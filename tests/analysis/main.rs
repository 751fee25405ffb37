//! The analysis engine: what docs/json.md promises, for every game there is.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[path = "../common/info_lines.rs"]
mod info_lines;

mod actions;
mod answers;
mod batch;
mod client;
mod document;
mod limits;
mod refusals;
mod scores;
