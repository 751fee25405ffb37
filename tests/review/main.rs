//! The review of games: what it finds, that it is the same each time.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[path = "../common/example_proofs.rs"]
mod example_proofs;

mod findings;
mod games;
mod proofs;
mod values;
