//! The program through the real binary, and what it is made of beside games and searches: its protocol, commands, files
//! and tournaments.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/example_proofs.rs"]
mod example_proofs;
#[path = "../common/info_law.rs"]
mod info_law;
#[path = "../common/random_records.rs"]
mod random_records;
#[path = "../reference/mod.rs"]
mod reference;

// Tests run in the order of their names. This one takes two minutes, so it is the first, and the others go on beside it.
mod a_selftest;
mod analysis;
mod arena;
mod book;
mod cli;
mod conformance;
mod fuzzing;
mod page_alone;
mod protocol;
mod record_laws;
mod record_memory;
mod records;
mod review;
mod robustness;
mod tables;
mod tournament;
mod train;
