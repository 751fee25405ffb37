//! Certificates: what is proved is so, and what is not is refused.

mod certificates;
mod command;
mod damage;
mod graph;
mod independent;
mod plain;
mod proof_files;
mod proved;
mod real_games;
mod solving;
// Of the example only the game is needed.
#[allow(dead_code)]
#[path = "../../../examples/tic_tac_toe.rs"]
mod tic_tac_toe;
