//! The line protocol through the real binary: what protocol.md promises, for every game there is.
//!
//! No test depends on how fast the machine is. Latencies are measured and printed.

// In a test a panic is the message.
#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../common/example_proofs.rs"]
mod example_proofs;
#[path = "../common/info_lines.rs"]
mod info_lines;

mod book;
mod dialogues;
mod document;
mod engine;
mod garbage;
mod infos;
mod options;
mod pairs;
mod proofs;
#[path = "../common/random_records.rs"]
mod random_records;
mod records;
mod searches;
mod states;
mod stress;
