//! The analysis engine: what docs/json.md promises, for every game there is.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

mod actions;
mod answers;
mod batch;
mod client;
mod document;
mod limits;
mod refusals;
