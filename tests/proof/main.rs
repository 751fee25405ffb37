//! Certificates: what is proved is so, and what is not is refused.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod certificates;
mod command;
mod damage;
mod graph;
mod independent;
mod plain;
mod proof_files;
mod real_games;
mod solving;
// Of the example only the game is needed.
#[allow(dead_code)]
#[path = "../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;

// The second implementation of the rules.
#[allow(dead_code)]
#[path = "../reference/gipf.rs"]
mod gipf;
#[path = "../reference/pentalath.rs"]
mod pentalath;
#[path = "../reference/yavalath.rs"]
mod yavalath;
#[path = "../reference/yinsh.rs"]
mod yinsh;
#[allow(dead_code)]
#[path = "../reference/zen.rs"]
mod zen;
