//! The review of games: what it finds, that it is the same each time.

mod findings;
mod games;
mod proofs;
mod values;
