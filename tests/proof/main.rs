//! Certificates: what is proved is so, and what is not is refused.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod certificates;
mod damage;
mod plain;
// Of the example only the game is needed.
#[allow(dead_code)]
#[path = "../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;
