//! The line protocol through the real binary: what protocol.md promises, for every game there is.
//!
//! No test depends on how fast the machine is. Latencies are measured and printed.

mod book;
mod dialogues;
mod document;
mod engine;
mod garbage;
mod infos;
mod options;
mod pairs;
mod proofs;
mod records;
mod searches;
mod states;
mod stress;
