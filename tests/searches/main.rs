//! Searches and what they prove, in every game.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/info_law.rs"]
mod info_law;
#[path = "../reference/mod.rs"]
mod reference;

mod bench;
mod info_lines;
mod mates;
mod proof;
mod puzzles;
mod search;
mod theory;
mod threads;
mod wins;
